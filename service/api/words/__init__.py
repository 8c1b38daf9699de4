"""Words: the sentences that people read, as data by code."""
