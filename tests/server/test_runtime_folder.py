"""The processes of an instance find each other by its address."""

import fcntl
import multiprocessing
import os
from pathlib import Path

import pytest

from service.server import runtime_folder
from service.server.settings import SettingsError, read_settings
from service.server.wsgi import create_app

Environment = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def environment(monkeypatch: Environment, tmp_path: Path) -> Environment:
    monkeypatch.setenv("CHINCHON_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(runtime_folder, "_ATTEMPTS", 2)
    return monkeypatch


def left_behind(folder: Path) -> None:
    """A folder as an instance leaves it that is killed."""
    folder.mkdir()
    (folder / "lock").touch()
    (folder / "draining").touch()


def test_an_instance_is_not_ready_once_it_drains() -> None:
    settings = read_settings()
    client = create_app().test_client()
    assert not runtime_folder.drain(settings)  # it doesn't run
    assert client.get("/readyz").status_code == 200
    runtime_folder.claim(settings)
    assert client.get("/readyz").status_code == 200
    assert runtime_folder.drain(settings)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_instances_at_other_addresses_have_other_folders(environment: Environment) -> None:
    folders = set()
    for host, port in (("::1", "8000"), ("127.0.0.1", "8000"), ("127.0.0.1", "8001")):
        environment.setenv("HOST", host)
        environment.setenv("PORT", port)
        folders.add(runtime_folder.claim(read_settings()))
    assert len(folders) == 3


def test_two_instances_at_one_address_are_refused_by_name() -> None:
    settings = read_settings()
    runtime_folder.claim(settings)
    with pytest.raises(SettingsError, match=r"PORT: another instance .* 0\.0\.0\.0:8000"):
        runtime_folder.claim(settings)


def test_what_killed_instances_left_is_removed(tmp_path: Path, environment: Environment) -> None:
    settings = read_settings()
    left_behind(runtime_folder.folder_of(settings))
    environment.setenv("PORT", "8001")
    left_behind(runtime_folder.folder_of(read_settings()))
    folder = runtime_folder.claim(settings)
    assert list(tmp_path.iterdir()) == [folder]
    assert not runtime_folder.is_draining(folder)
    assert runtime_folder.metrics_folder(folder).is_dir()


def test_what_running_instances_have_stays(environment: Environment) -> None:
    running = runtime_folder.claim(read_settings())
    environment.setenv("PORT", "8001")
    runtime_folder.claim(read_settings())
    assert runtime_folder.metrics_folder(running).is_dir()


def test_an_instance_whose_workers_still_end_is_waited_for(environment: Environment) -> None:
    environment.setattr(runtime_folder, "_ATTEMPTS", 50)
    settings = read_settings()
    folder = runtime_folder.folder_of(settings)
    left_behind(folder)
    worker = multiprocessing.get_context("spawn").Process(target=hold, args=(folder / "lock",))
    worker.start()
    while not (folder / "held").exists():
        pass
    assert runtime_folder.metrics_folder(runtime_folder.claim(settings)).is_dir()
    worker.join()


def hold(lock: Path) -> None:
    """Hold a lock for a moment, as a worker does whose instance was killed."""
    held = os.open(lock, os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_EX)
    (lock.parent / "held").touch()
    multiprocessing.Event().wait(0.5)
