"""Names of players."""

from typing import Annotated

from msgspec import Meta

PlayerName = Annotated[str, Meta(title="Player")]
"""The name of a player, as the caller states it."""
