"""A whole match: its state, the actions of players and what follows from them."""
