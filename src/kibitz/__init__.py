"""Kibitz, a laboratory for games.

The names below are loaded when they are first used: `import kibitz` alone loads neither
numba nor numpy. Answers show themselves in a notebook, and have `.show()` for a terminal,
`.to_json()` and `.rows()`. docs/lab.md tells the whole story.

>>> import kibitz
>>> answer = kibitz.analyse("nim", "3,4,5")
>>> answer.best, answer.options[0].value
('1:2', 1.0)
"""

TYPE_CHECKING = False  # as mypy knows it; the command must hear Ctrl-C before it loads `typing`

__version__ = "1.0.0"

if TYPE_CHECKING:
    from typing import Any

    from kibitz.core.game import Game as Game
    from kibitz.core.record import Record as Record
    from kibitz.errors import KibitzError as KibitzError
    from kibitz.lab.front import analyse as analyse
    from kibitz.lab.front import ask as ask
    from kibitz.lab.front import equity as equity
    from kibitz.lab.front import game as game
    from kibitz.lab.front import games as games
    from kibitz.lab.front import match as match
    from kibitz.lab.front import play as play
    from kibitz.lab.front import progress as progress
    from kibitz.lab.front import records as records
    from kibitz.lab.front import review as review
    from kibitz.lab.front import show as show
    from kibitz.lab.front import simulate as simulate
    from kibitz.lab.front import sprt as sprt
    from kibitz.lab.front import throw as throw
    from kibitz.lab.front import tournament as tournament
    from kibitz.lab.front import verbs as verbs
    from kibitz.lab.sitting import Sitting as Sitting

_ELSEWHERE = {
    "Game": "kibitz.core.game",
    "KibitzError": "kibitz.errors",
    "Record": "kibitz.core.record",
    "Sitting": "kibitz.lab.sitting",
}
__all__ = [
    "Game",
    "KibitzError",
    "Record",
    "Sitting",
    "__version__",
    "analyse",
    "ask",
    "equity",
    "game",
    "games",
    "match",
    "play",
    "progress",
    "records",
    "review",
    "show",
    "simulate",
    "sprt",
    "throw",
    "tournament",
    "verbs",
]


def __getattr__(name: str) -> "Any":
    """A name of the front door, loaded now."""
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'kibitz' has no attribute '{name}'")
    if name == "games":  # the package itself, which lists its games when it is called
        return import_module("kibitz.games")
    found = getattr(import_module(_ELSEWHERE.get(name, "kibitz.lab.front")), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
