"""Players of one rule: what they do, and that they can be named."""

import pytest

from kibitz.core.registry import make_game
from kibitz.games.holdem.opponents.bots import BOTS
from kibitz.games.holdem.table.position import CALL, FOLD
from kibitz.players.roster import make_player

GAME = make_game("holdem")
RIVER = "river:1 60,20 ????,7s2c QdJcTs9c8d 40/40/1/1/0/20"  # 40 to call, 80 in the pot
ACES = "preflop:1 2,1 ????,AsAh ?????????? 2/2/1/0/0/0"
WORST = "preflop:1 2,1 ????,7s2h ?????????? 2/2/1/0/0/0"


def moved(name, text):
    return make_player(name, GAME).move(GAME.parse_position(text), 1, 1)


@pytest.mark.parametrize(
    ("name", "to"),
    [("always-all-in", 180), ("always-raise", 80), ("always-pot", 160), ("best-tenth", None)],
)
def test_a_bot_raises_by_its_rule_whatever_it_holds(name, to):
    """The pot after calling 40 is 120: raising by it makes 160."""
    assert moved(name, RIVER) == (FOLD if to is None else CALL + to)


def test_one_calls_everything_and_one_waits_for_the_best_tenth():
    assert moved("always-call", RIVER) == moved("always-call", ACES) == CALL
    assert moved("best-tenth", ACES) == CALL + 200
    assert moved("best-tenth", WORST) == FOLD


def test_every_bot_says_what_it_likes():
    v = GAME.parse_position(RIVER)
    for name, bot in BOTS.items():
        analysis = bot.analyse(GAME, v, 1, 1)
        assert bot.text == name
        assert analysis.best.move == bot.odds(GAME, v, 1)[0][0]
        assert analysis.best.frequency == 1
