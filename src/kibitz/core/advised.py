"""What players need of a game: its own analysts, and its levels.

A game that has none is still played: by the general searches, which need its rules alone.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.core.face import with_face
from kibitz.core.game import Game
from kibitz.errors import UnknownName

if TYPE_CHECKING:
    from kibitz.estimate.analyst import Analyst, Level


class Advised(Game):
    """A game with analysts and levels of its own."""

    @cached_property
    def analysts(self) -> Mapping[str, "Analyst"]:
        """This game's own ways to value options, the one for coaching first."""
        return {}

    @cached_property
    def levels(self) -> Mapping[str, "Level"]:
        """The named players of this game, weakest first."""
        return {}

    def level(self, name: str) -> "Level":
        """The level of that name."""
        if name not in self.levels:
            raise UnknownName(f"level of {self.name}", name, self.levels)
        return self.levels[name]


def advised(game: Game) -> Advised:
    """`game` with its analysts and levels, none where it brings none."""
    return with_face(game, Advised)  # type: ignore[type-abstract]
