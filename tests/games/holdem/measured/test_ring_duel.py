"""One among several without luck: the tables play as the players do, and nothing is biased."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from kibitz.core.game import OVER, play, turn, view
from kibitz.core.seeds import child, stream
from kibitz.core.stream import seed62
from kibitz.errors import BadValue
from kibitz.estimate.analyst import Analyst, Mixed
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.measured.ring_duel import RingDuel, Strays
from kibitz.games.holdem.ring.analyst import RING_LEVELS, RingStrategy
from kibitz.games.holdem.table.position import CALL, FOLD

HANDS = 12
PLAIN = RingStrategy(solves=False, rehearses=0)
ADVANCED = RING_LEVELS["advanced"].analyst


@dataclass(frozen=True)
class Quitter(Analyst):
    """Gives up every other time, whatever it holds, and otherwise stays in."""

    name: ClassVar[str] = "quitter"

    def odds(self, game, view, seat):
        return [(FOLD, 0.5), (CALL, 0.5)]

    def analyse(self, game, view, seat, seed):
        raise NotImplementedError


def duel_of(one, base, others, seats=3, blinds=20, strays=Strays.NOWHERE):
    return RingDuel(HoldemGame(seats=seats, stack=2 * blinds), one, base, others, strays)


def dealt(duel, number):
    return play(duel.game.start(), int(seed62(stream(31, number))))


def means(rows):
    """Mean and standard error of each column."""
    table = np.array(rows)
    return table.mean(axis=0), table.std(axis=0, ddof=1) / np.sqrt(len(table))


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["beginner", "intermediate", "advanced"])
@pytest.mark.parametrize("seats", [3, 6])
def test_tables_make_the_moves_of_the_levels_as_often(name, seats):
    level = RING_LEVELS[name].analyst
    duel = duel_of(PLAIN, PLAIN, level, seats)
    for number in range(HANDS):
        p = dealt(duel, number)
        while turn(p) != OVER:
            seat = int(turn(p))
            player = PLAIN if seat == number % seats else level
            told = player.odds(duel.game, view(p, seat), seat)
            found = duel.table_odds(p, number % seats)
            likely = {move: pytest.approx(chance) for move, chance in told if chance > 0}
            assert {move: chance for move, chance in found if chance > 0} == likely
            p = play(p, Mixed().draw(told, stream(7, number, int(p.raises), seat, int(p.stage))))


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [3, 6])
def test_who_plays_like_all_others_wins_nothing(seats):
    """Within four standard errors."""
    duel = duel_of(ADVANCED, ADVANCED, ADVANCED, seats)
    mean, error = means([[duel.table_mean(stream(3, n), 100)] for n in range(100)])
    assert abs(mean[0]) < 4 * error[0] < 0.2


@pytest.mark.compiled
@pytest.mark.parametrize("where", [Strays.BETWEEN_TWO, Strays.ANYWHERE])
def test_gains_by_own_moves_are_right_on_average(where):
    """What giving up costs, as played on the same deals, is the sum of the gains.

    Within four standard errors; without the gains it would be off by more than six.
    """
    strays = duel_of(Quitter(), PLAIN, ADVANCED, strays=where)
    stays = duel_of(PLAIN, PLAIN, ADVANCED)
    rows = []
    for number in range(3000):
        p, me, key = dealt(strays, number), number % 3, child(5, number)
        won, gained = strays.hand(p, me, key)
        kept, nothing = stays.hand(p, me, key)
        assert nothing == 0.0
        rows.append((won - kept, won - kept - gained))
    (cost, bias), (cost_error, bias_error) = means(rows)
    assert cost < -6 * cost_error
    assert abs(bias) < 4 * bias_error


@pytest.mark.compiled
def test_a_pair_is_the_same_again_and_counts_luck_out():
    duel = RingDuel.of("advanced", "beginner", 3, 20)
    first = list(duel.pairs(40, 9))
    assert first[:3] == [duel.pair(number, 9) for number in range(3)]
    _, (plain, left) = means([(pair.plain, pair.corrected) for pair in first])
    assert left < plain / 5


@pytest.mark.compiled
def test_the_expert_is_measured_at_a_table_of_three():
    pair = RingDuel.of("expert", "advanced", 3, 100).pair(1, 77)
    assert pair.corrected is not None
    assert pair.fair is None


def test_calling_with_the_nuts_gains_the_pot_on_a_fold():
    """40, 20 and 2 chips are in, and 20 to call: 62 chips, or 31 big blinds."""
    duel = duel_of(PLAIN, PLAIN, ADVANCED)
    text = "river:1 40,20,2 7c7d,AsKs,5h4h QsJsTs2c3d 20/20/1/1/4/20"
    p = duel.game.parse_position(text)
    assert duel.gain(p, 1, [(CALL, 1.0)], [(FOLD, 1.0)], stream(1)) == pytest.approx(31.0)
    assert duel.gain(p, 1, [(CALL, 0.5), (FOLD, 0.5)], [(FOLD, 1.0)], stream(1)) == 15.5


def test_ring_may_have_settings():
    duel = RingDuel.of("ring(solves=false,rehearses=0)", "ring(misjudges=0.3)", 3, 20)
    assert (duel.base, duel.others, duel.strays) == (
        PLAIN,
        RingStrategy(misjudges=0.3),
        Strays.NOWHERE,
    )


def test_players_without_a_table_are_refused():
    with pytest.raises(BadValue, match="odds plays by no table"):
        RingDuel.of("expert", "odds", 3, 100)
    with pytest.raises(BadValue, match="name it first"):
        RingDuel.of("advanced", "expert", 3, 100)
