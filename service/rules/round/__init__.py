"""The end of a round: the showdown, laying off, scoring and the standings."""
