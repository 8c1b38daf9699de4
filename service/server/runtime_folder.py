"""The runtime folder: the files that the processes of one instance share, in memory.

`python -m service` makes the folder, named after the address of the instance. The workers write
their counts into it, and `python -m service drain` finds it by the same settings. A lock in it
shows whether the instance still runs.
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
_PAUSE = 0.1


def folder_of(settings: Settings) -> Path:
    """Return the folder of the instance at this address, which may not exist."""
    return Path(settings.runtime_dir, _prefix() + settings.address.replace(":", "-"))


def metrics_folder(folder: Path) -> Path:
    """Return the folder for the counts of the workers."""
    return folder / "metrics"


def claim(settings: Settings) -> Path:
    """Make and return the folder of this instance.

    Raise `SettingsError` if another instance runs at this address. The folders of killed instances
    are removed first. There are several attempts, because the workers of an instance whose main
    process was killed run on for about a second.
    """
    folder = folder_of(settings)
    for attempt in range(_ATTEMPTS):
        time.sleep(_PAUSE if attempt else 0)
        with _one_at_a_time(settings.runtime_dir):
            for existing in Path(settings.runtime_dir).glob(f"{_prefix()}*"):
                _remove_if_unused(existing)
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
                _lock(folder)  # never closed: the lock ends with the last process of the instance
                metrics_folder(folder).mkdir()
                return folder
    raise SettingsError(f"PORT: another instance of this service runs at {settings.address}.")


def remove(folder: Path) -> None:
    """Remove the folder of an instance that ends."""
    shutil.rmtree(folder, ignore_errors=True)


def drain(settings: Settings) -> bool:
    """Mark the instance at this address as about to stop; return False if there is none."""
    folder = folder_of(settings)
    if not folder.is_dir():
        return False
    (folder / "draining").touch()
    return True


def is_draining(folder: Path) -> bool:
    """Return whether the instance with this folder is marked as about to stop."""
    return (folder / "draining").exists()


def _prefix() -> str:
    return f"chinchon-{os.getuid()}-"


@contextlib.contextmanager
def _one_at_a_time(runtime_dir: str) -> Iterator[None]:
    """Prevent two instances from starting at once.

    One of them could remove the folder of the other before it is locked.
    """
    directory = os.open(runtime_dir, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)


def _lock(folder: Path) -> int:
    """Lock a folder and return the lock's file descriptor.

    Raise `BlockingIOError` if a running instance has locked the folder.
    """
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
