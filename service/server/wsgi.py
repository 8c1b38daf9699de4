"""The application as it is served: the contract, the pages, the metrics, and what observes them."""

from functools import partial

from flask import Flask
from gevent import sleep

from service.api.http import app as contract
from service.pages import pages
from service.server import logs, metrics, observation, runtime_folder, slow_bodies
from service.server.settings import read_settings


def create_app() -> Flask:
    """The whole application, as the environment says; raises `SettingsError`."""
    settings = read_settings()
    out = logs.Output(1)
    logs.configure(settings, out)
    draining = partial(runtime_folder.is_draining, runtime_folder.folder_of(settings))
    app = contract.create_app(
        settings.limits,
        cors_origins=settings.cors_origins,
        is_ready=lambda: not draining(),
        pause=partial(sleep, 0),  # the worker goes on with what else has arrived
    )
    pages.register(app)
    metrics.register(app)
    slow_bodies.register(app, settings.body_timeout)
    observation.register(app, logs.answer_log(settings, out))
    return app
