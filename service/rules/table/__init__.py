"""The table: its cards, its parameters and the built-in profiles."""
