"""The faces of a game: what doors, coach, archive and players need of it besides its rules.

`Game` has rules and texts. Each face is a small `Game` of its own, all with defaults:

- `Shown` (core/shown.py) for the doors: pictures, prompts, news.
- `Coached` (core/coached.py) for the coach: kinds of decisions, reasons, remarks.
- `Counted` (core/counted.py) for the archive: which positions count as one.
- `Advised` (core/advised.py) for players: analysts and levels.
- `Learnable` (core/learnable.py) for training: a judge by its features. It has no defaults.

A game inherits the faces it has something to say for: `class NimGame(Shown, Advised)`. Who
needs a face takes it from `shown(game)`, `coached(game)`, `counted(game)` or
`advised(game)`. That is the game itself, or, where it lacks the face, a copy of it that has
the face's defaults for whatever the game does not bring.
"""

from copy import copy
from functools import cache
from typing import TypeVar

from kibitz.core.game import Game

G = TypeVar("G", bound=Game)


def with_face(game: Game, face: type[G]) -> G:
    """`game` itself where it has that face, or else a copy with the defaults of the face."""
    if isinstance(game, face):
        return game
    twin = copy(game)
    twin.__class__ = _joined(type(game), face)
    assert isinstance(twin, face)
    return twin


@cache
def _joined(kind: type[Game], face: type[Game]) -> type[Game]:
    """A class that has all of `kind`, and of `face` what `kind` lacks."""
    return type(kind.__name__, (kind, face), {"__doc__": kind.__doc__})
