"""What training needs of a game: how many features it has, and what it makes of a judge aside."""

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.game import Game
from kibitz.errors import WrongKind

if TYPE_CHECKING:
    from kibitz.core.game import Inputs


class Learnable(Game):
    """A game that a judge can learn: it has a rule for the word `features`."""

    most_features: int  # that `features` writes
    averages_chance: bool = False  # whether its rule `lesson` can look at several outcomes

    def aside(self, before: "Inputs", rows: "Inputs", worth: "Inputs", seed: int) -> "Inputs":
        """What a game keeps besides the judge, fitted anew after each round of training.

        `before` is what it kept the round before (empty at first), `rows` are the features of
        the round and `worth` what the judge thinks of them. Lessons are handed the outcome.
        """
        return np.empty(0, np.float32)


def learnable(game: Game) -> Learnable:
    """`game` as one that a judge can learn, refused if it declares no features."""
    if not isinstance(game, Learnable):
        raise WrongKind(f"a judge cannot learn {game.name}: it declares no features")
    return game
