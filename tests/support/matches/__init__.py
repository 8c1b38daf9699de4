"""Whole matches for tests: players, tables, models and checks of every step."""
