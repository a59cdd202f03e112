"""The ways in which a player loses a game without finishing it."""

from typing import ClassVar

from kibitz.errors import PlayerFailed


class Crashed(PlayerFailed):
    """It raised an error."""

    kind: ClassVar[str] = "crashed"


class Exited(PlayerFailed):
    """Its program or its process ended."""

    kind: ClassVar[str] = "exited"


class Stalled(PlayerFailed):
    """It took longer than it may."""

    kind: ClassVar[str] = "stalled"


class MovedIllegally(PlayerFailed):
    """It chose what the rules do not allow."""

    kind: ClassVar[str] = "illegal move"


def failure_kind(error: BaseException) -> str:
    """In a word, how the player failed that raised `error`."""
    return str(getattr(error, "kind", Crashed.kind))


def failure_text(error: BaseException) -> str:
    """In a sentence, what went wrong; an error of Kibitz is one already."""
    if isinstance(error, PlayerFailed):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())
