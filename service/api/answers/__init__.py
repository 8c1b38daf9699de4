"""Answers: the values that operations return, where they differ from those of the rules."""
