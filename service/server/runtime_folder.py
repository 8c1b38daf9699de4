"""What the processes of one instance share: a folder in memory, named after its address.

`python -m service` makes the folder, its workers count in it, and `python -m service drain` finds
it again by the same settings. A lock in it tells whether the instance that made it still runs.
"""

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from service.server.settings import Settings, SettingsError

_ATTEMPTS = 30
_BETWEEN = 0.1


def folder_of(settings: Settings) -> Path:
    """The folder of the instance at this address, whether it is there or not."""
    return Path(settings.runtime_dir, _prefix() + settings.address.replace(":", "-"))


def metrics_folder(folder: Path) -> Path:
    """Where the workers of an instance count."""
    return folder / "metrics"


def claim(settings: Settings) -> Path:
    """Make this instance's folder; raises `SettingsError` if another one runs at this address.

    What killed instances have left behind is removed first. The workers of one whose first process
    was killed need a second to notice it, so there are some attempts.
    """
    folder = folder_of(settings)
    for attempt in range(_ATTEMPTS):
        time.sleep(_BETWEEN if attempt else 0)
        with _one_at_a_time(settings.runtime_dir):
            for left in Path(settings.runtime_dir).glob(f"{_prefix()}*"):
                _remove_if_unused(left)
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
                _lock(folder)  # never closed: it ends with the last process of the instance
                metrics_folder(folder).mkdir()
                return folder
    raise SettingsError(f"PORT: another instance of this service runs at {settings.address}.")


def remove(folder: Path) -> None:
    """Remove the folder of an instance that ends."""
    shutil.rmtree(folder, ignore_errors=True)


def drain(settings: Settings) -> bool:
    """Mark the instance at this address as about to stop; false if none runs there."""
    folder = folder_of(settings)
    if not folder.is_dir():
        return False
    (folder / "draining").touch()
    return True


def is_draining(folder: Path) -> bool:
    """Whether an instance is about to stop."""
    return (folder / "draining").exists()


def _prefix() -> str:
    return f"chinchon-{os.getuid()}-"


@contextlib.contextmanager
def _one_at_a_time(runtime_dir: str) -> Iterator[None]:
    """Let no two instances start at once: one could remove what the other hasn't locked yet."""
    directory = os.open(runtime_dir, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def _lock(folder: Path) -> int:
    """Lock a folder; raises `BlockingIOError` if a running instance has locked it."""
    lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _remove_if_unused(folder: Path) -> None:
    if folder.lstat().st_uid != os.getuid() or not folder.is_dir() or folder.is_symlink():
        return
    with contextlib.suppress(BlockingIOError):
        lock = _lock(folder)
        remove(folder)
        os.close(lock)
