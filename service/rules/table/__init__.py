"""A table: its cards, its parameters and the named profiles."""
