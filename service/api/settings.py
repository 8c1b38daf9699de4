"""Settings: what may differ from one place where the service runs to another."""

from dataclasses import dataclass
from functools import lru_cache

from environs import Env


@dataclass(frozen=True, slots=True)
class Settings:
    """Read once from the environment; `max_work` is in microseconds, roughly."""

    max_work: int


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process."""
    env = Env(prefix="CHINCHON_")
    return Settings(max_work=env.int("MAX_WORK", 2_000_000))
