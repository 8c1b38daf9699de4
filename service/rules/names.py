"""Names of players."""

from typing import Annotated

from msgspec import Meta

PlayerName = Annotated[str, Meta(title="Player")]
"""A player's name, the caller's own."""
