"""The server: how gunicorn runs the application, with its logs, metrics and probes."""
