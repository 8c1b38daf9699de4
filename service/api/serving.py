"""Serving: how gunicorn runs the application.

Threads in workers that share the loaded application: a stalled body holds one thread, not a worker.
"""

import os

bind = f"{os.environ.get('HOST', '0.0.0.0')}:{os.environ.get('PORT', '8000')}"  # noqa: S104 - a service is to be reached
workers = os.cpu_count() or 1
worker_class = "gthread"
threads = 4
keepalive = 75
preload_app = True
no_control_socket = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108 - gunicorn's own
