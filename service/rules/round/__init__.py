"""The end of a round: showdown, laying off, scoring and standings."""
