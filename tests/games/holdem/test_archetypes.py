"""The archetypes are what they are called: measured on their own hands, and told by their model."""

from functools import cache

import pytest

from kibitz.core.game import view
from kibitz.core.seeds import child
from kibitz.errors import BadValue
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.opponents.archetypes import ARCHETYPES
from kibitz.games.holdem.opponents.duplicate import play_hand
from kibitz.games.holdem.opponents.opponents import observe
from kibitz.games.holdem.strategy.balanced import Balanced
from kibitz.games.holdem.strategy.odds import EquityOdds
from kibitz.players.roster import make_analyst

pytestmark = pytest.mark.compiled

# Published figures of each kind: VPIP, PFR as a part of it, and the aggression factor.
BANDS = {
    "tight-passive": ((0.10, 0.20), (0.0, 0.45), (0.0, 0.6)),
    "tight-aggressive": ((0.15, 0.24), (0.5, 1.0), (1.5, 4.0)),
    "loose-passive": ((0.35, 0.45), (0.0, 0.45), (0.0, 0.6)),
    "loose-aggressive": ((0.30, 0.42), (0.5, 1.0), (2.0, 6.0)),
}


@cache
def heads_up(name, hands):
    """What is seen of an archetype against the safe base, from both seats in turn."""
    return played((ARCHETYPES[name], Balanced()), (name, "base"), hands, 17)[name]


@cache
def six_handed(hands):
    others = (EquityOdds(60), EquityOdds(60))
    return played((*ARCHETYPES.values(), *others), (*ARCHETYPES, "a", "b"), hands, 19)


def played(players, names, hands, seed):
    game, seats = HoldemGame(seats=len(players), raises="few"), len(players)
    return observe(
        play_hand(
            game,
            players[i % seats :] + players[: i % seats],
            names[i % seats :] + names[: i % seats],
            child(seed, i, 0),
            child(seed, i, 1),
        )
        for i in range(hands)
    )


@pytest.mark.parametrize("name", ARCHETYPES)
def test_each_plays_as_often_and_as_boldly_as_its_name_says(name):
    (least, most), part, factors = BANDS[name]
    model = heads_up(name, 600)
    vpip, pfr = (model.statistic(which).rate for which in ("vpip", "pfr"))
    assert least < vpip < most
    assert part[0] <= pfr / vpip <= part[1]
    assert factors[0] <= model.aggression_factor <= factors[1]


@pytest.mark.parametrize("name", ARCHETYPES)
def test_each_is_named_after_three_hundred_hands_heads_up_and_at_a_full_table(name):
    for model in (heads_up(name, 300), six_handed(300)[name]):
        kinds = model.archetypes()
        assert max(kinds, key=kinds.__getitem__) == name
        assert kinds[name] >= 0.95


def test_each_takes_a_limit_of_time_or_of_samples():
    game = HoldemGame(seats=2, raises="few")
    p = game.play(game.start(), 3)
    for name in ARCHETYPES:
        timed = make_analyst(f"{name}(seconds=0.005)", game)
        found = timed.analyse(game, view(p, 1), 1, 1)
        assert (found.stopped_by, found.samples > 200) == ("seconds", True)
        counted = timed.within(iterations=40, seconds=60.0).analyse(game, view(p, 1), 1, 1)
        assert (counted.stopped_by, counted.samples) == ("samples", 40)
    with pytest.raises(BadValue, match="seconds"):
        make_analyst("tight-passive(seconds=0)", game)
