"""What several tests use: oracles, models, builders and cases."""
