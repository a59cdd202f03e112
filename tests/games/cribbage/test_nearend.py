"""The table of winning near the end: hands by score, their luck taken out, and smoothed."""

import numpy as np
import pytest

from kibitz.core.kernel import COMPILED
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.winning import nearend
from kibitz.games.cribbage.winning.criterion import AWARE, is_decisive
from kibitz.games.cribbage.winning.nearend import (
    NearHands,
    changes,
    smoothed,
    starting_scores,
    worth_of_gains,
)
from kibitz.games.cribbage.winning.outcomes import Outcomes
from kibitz.games.cribbage.winning.winning import fill_table, law_of, win_table


def random_hands(count, seed):
    """Gains of made-up hands: heels or none, some pegging, and three counts."""
    rng = np.random.default_rng(seed)
    gains = np.stack(
        [
            2 * (rng.random(count) < 0.08),
            -rng.integers(0, 3, count),
            rng.integers(0, 5, count),
            -rng.integers(0, 3, count),
            rng.integers(1, 3, count),
            -rng.integers(0, 18, count),
            rng.integers(0, 18, count),
            rng.integers(0, 11, count),
        ],
        axis=1,
    )
    events = np.column_stack([np.full(count, gains.shape[1]), gains])
    return Outcomes(events, np.zeros((count, 3), np.int64))


def test_whoever_reaches_121_first_has_won_and_else_the_table_says():
    win = np.full((TARGET, TARGET), 0.25)
    gains = np.array([2, -1, 3, -8, 7, 4])
    assert worth_of_gains(gains, 100, 119, win) == 1  # his heels
    assert worth_of_gains(gains, 120, 117, win) == 0  # pone pegs before the dealer pegs again
    assert worth_of_gains(gains, 112, 109, win) == 0  # pone counts first
    assert worth_of_gains(gains, 111, 105, win) == 1  # the crib counts last
    assert worth_of_gains(gains, 100, 100, win) == 0.75  # pone deals next


def test_hands_near_the_end_start_where_chances_to_win_decide():
    scores = starting_scores(1, 0)
    assert len(scores) == pytest.approx(nearend.PIECE, rel=0.03)
    assert all(is_decisive(a, b, AWARE) for a, b in np.unique(scores, axis=0).tolist())
    often = {place: int((scores == place).all(axis=1).sum()) for place in ((120, 120), (100, 100))}
    assert often[120, 120] > 20 * often[100, 100]


@pytest.mark.compiled
def test_changes_are_found_again_though_most_of_the_hands_is_luck():
    # The hands near the end are of the same law, but the dealer wins a tenth of those lost.
    plain, played = law_of(random_hands(4000, 1)), random_hands(6000, 2)
    win, rng = win_table(plain), np.random.default_rng(3)
    scores = np.column_stack([rng.integers(105, 121, 6000), rng.integers(105, 121, 6000)])
    ends = np.array([_end(g, *s) for g, s in zip(played.gains, scores, strict=True)])
    lost = (ends[:, 0] >= TARGET) & (rng.random(6000) < 0.1)
    ends[lost] = [100, TARGET]
    more = changes(NearHands(scores, ends, played.gains), plain, plain, win)
    change = smoothed(scores, more)
    at = [(dealer, pone) for dealer in (108, 112, 116) for pone in (110, 116)]
    wanted = np.array([0.1 * _lost(plain, win, *place) for place in at])
    found = np.array([change[place] for place in at])
    # Each is a mean of some 300 tenths that came or did not: 4 sigma are 0.06.
    assert np.abs(found - wanted).max() < 0.06
    assert abs((found - wanted).mean()) < 0.025
    # What is left of a hand is the luck of the tenth; without the control it is four times.
    assert more.std() < 0.3


def _end(gains, pone, dealer):
    for gain in gains.tolist():
        pone, dealer = pone + max(-gain, 0), dealer + max(gain, 0)
        if max(pone, dealer) >= TARGET:
            break
    return min(pone, TARGET), min(dealer, TARGET)


def _lost(law, win, dealer, pone):
    """How often pone wins within the hand."""
    times = law.dealer_times[TARGET - dealer], law.pone_times[TARGET - pone]
    return float((times[1] < times[0]).mean())


@pytest.mark.compiled
def test_a_change_is_added_at_its_score_and_felt_below():
    law, change = law_of(random_hands(300, 4)), np.zeros((TARGET, TARGET))
    plain = win_table(law)
    change[118:, 110:119] = 0.05
    raised = np.zeros((TARGET, TARGET))
    fill_table(law, change, raised)
    assert raised[120, 118] == pytest.approx(min(1, plain[120, 118] + 0.05))
    assert raised[120, 119] == plain[120, 119]
    assert raised[108, 110] < plain[108, 110]  # its pone may become the dealer at 118-112


def test_a_plane_is_smoothed_into_itself():
    need = np.arange(1, 30)
    scores = TARGET - np.array([(a, b) for a in need for b in need])
    far = nearend.distance(TARGET - scores.astype(float))
    change = smoothed(scores, 0.02 * far[:, 0] - 0.01 * far[:, 1])
    for dealer, pone in ((120, 120), (110, 118), (95, 100)):
        one, two = nearend.distance(TARGET - np.array([pone, dealer], float))
        assert change[dealer, pone] == pytest.approx(0.02 * one - 0.01 * two)
    assert change[50, 50] == 0


@pytest.mark.skipif(COMPILED, reason="whole games take long to compile; the benchmark runs them")
def test_pieces_are_kept_and_not_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(nearend, "PIECE", 2)
    monkeypatch.setattr(nearend, "FAST", nearend.FAST._replace(iterations=8, worlds=2))
    monkeypatch.setattr(nearend, "starting_scores", lambda *_: np.array([[120, 119], [118, 120]]))
    one = nearend.kept_hands(tmp_path, "near", 1, lambda i: nearend.near_hands(shipped_lore(), i))
    assert (one.ends.max(axis=1) == TARGET).all()
    again = nearend.kept_hands(tmp_path, "near", 1, lambda _: pytest.fail("played again"))
    assert all(np.array_equal(a, b) for a, b in zip(one, again, strict=True))
