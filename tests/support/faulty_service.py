"""The service with a fault planted in its rules, asked as the conformance set asks."""

import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

Ask = Any


def forget_tables() -> None:
    """Clear every cache of the rules, so that no answer of before a fault stays."""
    modules = [module for name, module in sys.modules.items() if name.startswith("service.")]
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, functools._lru_cache_wrapper):  # noqa: SLF001 - has no public name
                value.cache_clear()


@contextmanager
def fault(module: Any, name: str, faulty: Any) -> Iterator[None]:
    """Replace a function of the rules where this module uses it, and put it back at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, faulty)
        forget_tables()
        yield
    forget_tables()
