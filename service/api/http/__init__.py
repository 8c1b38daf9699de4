"""HTTP: the Flask application, request bodies, problems, caching and headers."""
