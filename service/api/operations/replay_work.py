"""Replay work: what a replay costs, so that one request cannot hold a worker for long."""
