"""The learned judge that comes with the package, loaded when somebody asks for it."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from kibitz.core.shipped import shipped_array
from kibitz.games.dicechess.features import FEATURES
from kibitz.games.dicechess.sketch import Sketch, sketch_of
from kibitz.search.learning.net import Net, net_of, units_of

SHIPPED = Path(__file__).with_name("judge.npz")


class LearnedJudge(NamedTuple):
    """A net, and the sketch that finds what to ask it about."""

    net: Net
    sketch: Sketch


@cache
def shipped_judge() -> LearnedJudge:
    """The judge of the package."""
    weights = shipped_array(SHIPPED, "weights")
    net = net_of(weights, FEATURES, units_of(weights, FEATURES))
    return LearnedJudge(net, sketch_of(shipped_array(SHIPPED, "aside")))
