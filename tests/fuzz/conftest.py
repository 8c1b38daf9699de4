"""Left alone by pytest: to import `hooks` is to register its check with schemathesis."""

collect_ignore = ["hooks.py"]
