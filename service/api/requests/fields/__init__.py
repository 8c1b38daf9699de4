"""Fields: what the schemas of requests are built from."""
