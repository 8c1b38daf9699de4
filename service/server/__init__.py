"""The server: runs the application in gunicorn, with settings, logs and metrics."""
