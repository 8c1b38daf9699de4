"""A whole match: its state, the actions of players and their results."""
