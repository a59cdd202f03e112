"""Every error that Kibitz raises on purpose: one sentence with the text at fault.

The command line turns each of them into that sentence and its exit code. Those for bad input
are ValueErrors, too, for callers who know Python better than Kibitz.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

LONGEST_NAME = 100  # that is compared with known ones: it takes the square of its length
MOST_LETTERS = 700  # of a sentence; what is at fault may be a file of megabytes


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """The text, without its middle where it is too long.

    >>> shortened("0123456789", 7)
    '012 … 9'
    """
    if len(text) <= most:
        return text
    tail = (most - 3) // 3
    return f"{text[: most - 3 - tail]} … {text[len(text) - tail :]}"


class KibitzError(Exception):
    """Something the user can put right; its message is one sentence, and not a long one."""

    exit_code: ClassVar[int] = 2

    def __init__(self, sentence: str = "") -> None:
        super().__init__(shortened(sentence))


class IllegalMove(KibitzError, ValueError):
    """A move that the rules do not allow in that position."""


class BadNotation(KibitzError, ValueError):
    """Text that is not a position, a move, a card or an option."""


class BadRecord(KibitzError, ValueError):
    """A record that is damaged or does not replay."""


class BadValue(KibitzError, ValueError):
    """A number or setting outside what makes sense."""


class WrongKind(KibitzError, ValueError):
    """A search that cannot play this kind of game."""


class PlayerFailed(KibitzError):
    """A player that crashed, stalled or moved illegally."""


class HouseFault(KibitzError):
    """Kibitz itself, or the machine under it, failed: no player is to blame, nothing counts."""

    exit_code: ClassVar[int] = 1


class UnknownName(KibitzError, ValueError):
    """A name nobody knows, with the nearest one that somebody does.

    >>> raise UnknownName("game", "tiktaktoe", ["nim", "tictactoe"])
    Traceback (most recent call last):
    kibitz.errors.UnknownName: unknown game 'tiktaktoe'; did you mean 'tictactoe'?
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name[:LONGEST_NAME], names, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(names)}"
        super().__init__(f"unknown {what} '{name}'; {hint}")
