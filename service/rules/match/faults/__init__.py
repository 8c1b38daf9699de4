"""Faults of a match: what a state or an action states that cannot be."""
