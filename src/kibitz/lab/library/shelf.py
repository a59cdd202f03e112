"""What every request about the archive needs: where it is, and which of its games are meant."""

from typing import TYPE_CHECKING, Any

from kibitz.core.request import ask

if TYPE_CHECKING:
    from kibitz.store.archive import Archive


def ask_game() -> Any:
    """The field that narrows to one game."""
    return ask(None, "Only this game.", metavar="GAME")


def ask_player() -> Any:
    """The field that narrows to one player."""
    return ask(None, "Only this player's games.", metavar="PLAYER")


def opened(db: str | None, *, create: bool = False) -> "Archive":
    """The archive at a place; one that is only read must exist."""
    from kibitz.store.archive import Archive

    return Archive.open(db, create=create)


def moment(seconds: int) -> str:
    """A time of the clock as people and programs read it.

    >>> moment(0)
    '1970-01-01 00:00:00'
    """
    from datetime import UTC, datetime

    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
