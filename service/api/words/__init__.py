"""Words: the sentences for people, looked up by code."""
