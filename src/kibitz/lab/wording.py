"""What options are worth and give up, as people read it: a win, a chance, so many points."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.lab.analysis import OptionAnswer

WINS = "wins"
LEAST = 0.005  # of a point: less is told by its first digit


def unit_words(unit: str) -> str:
    """What the figures of `worth_words` are."""
    return "chance to win" if unit == WINS else unit


def worth_words(game: "Game", unit: str, option: "OptionAnswer") -> str:
    """A value: `a win` where it is certain, a chance in per cent, or so many points."""
    if unit != WINS:
        return option.value_text
    ends = dict(zip(game.ends, ("a win", "a loss", "a draw"), strict=False))
    if option.kind in ("exact", "solved") and option.value in ends:
        return ends[option.value]
    doubt = f" ± {100 * option.error / game.win_span:.1f}" if option.error else ""
    return f"{100 * game.chance_to_win(option.value):.1f}{doubt} %"


def lost_words(game: "Game", unit: str, loss: float) -> str:
    """A loss in the same figures; empty where nothing is lost."""
    if loss <= 0:
        return ""
    if unit == WINS:
        return f"{100 * game.chance_lost(loss):.1f} %"
    return f"{loss:.2f}" if loss >= LEAST else f"{loss:.1g}"
