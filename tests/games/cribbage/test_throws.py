"""Throws against brute force, published figures and whole-space means."""

from itertools import combinations

import numpy as np
import pytest
from tests.naive import cribbage as naive

from kibitz.core.cards import parse_cards
from kibitz.core.kernel import COMPILED, kernel
from kibitz.errors import BadValue, UnknownName
from kibitz.games.cribbage.table.score import DECK, PAIR, RANK_PAIRS, scores
from kibitz.games.cribbage.table.text import cards_of, set_of
from kibitz.games.cribbage.throwing.endgame import correct
from kibitz.games.cribbage.throwing.keeps import (
    DEALER,
    KEEP_WAYS,
    KEEPS,
    PAIR_WAYS,
    PONE,
    keep_likelihood,
    throw_likelihood,
)
from kibitz.games.cribbage.throwing.schell import OWN, THEIRS, read_table
from kibitz.games.cribbage.throwing.throw import (
    HIGH,
    LOW,
    UNIFORM,
    crib_values,
    hand_values,
    throw_sets,
)
from kibitz.games.cribbage.throwing.throws import (
    hand_spread,
    throws_of,
    win_chances,
)

HANDS = 200 if COMPILED else 3
MODELS = {
    "uniform": UNIFORM,
    "pone": throw_likelihood(PONE),
    "dealer": throw_likelihood(DEALER),
}


def brute_force(six, throw, likelihood):
    """The mean crib over all 45,540 opponent throws and starters, one by one."""
    rest = [card for card in range(DECK) if card not in six]
    pairs = np.array(list(combinations(rest, 2)), np.uint8)
    weight = likelihood[PAIR[13 * (pairs[:, 0].astype(int) >> 2) + (pairs[:, 1] >> 2)]]
    total = 0.0
    for starter in rest:
        free = (pairs != starter).all(axis=1)
        rows = np.empty((int(free.sum()), 5), np.uint8)
        rows[:, :2], rows[:, 2:4], rows[:, 4] = throw, pairs[free], starter
        total += float(weight[free] @ scores(rows, crib=True))
    return total / (weight.sum() * 44)


@pytest.mark.parametrize("model", MODELS)
def test_exact_cribs_equal_brute_force(model):
    rng = np.random.default_rng(31)
    for number in range(HANDS):
        six = np.sort(rng.permutation(DECK)[:6])
        if number % 2:  # one suit, so that flushes count
            six = np.sort(4 * rng.permutation(13)[:6] + number % 4)
        place = int(rng.integers(15))
        out = np.empty(15)
        crib_values(six, MODELS[model], out)
        throw = [int(six[HIGH[place]]), int(six[LOW[place]])]
        assert out[place] == pytest.approx(brute_force(six, throw, MODELS[model]), abs=1e-9)


def test_expected_hands_equal_the_mean_over_all_starters():
    rng = np.random.default_rng(32)
    for _ in range(5):
        six, out = np.sort(rng.permutation(DECK)[:6]), np.empty(15)
        hand_values(six, out)
        for place, throw in enumerate(throw_sets(six)):
            assert out[place] == pytest.approx(naive.hand_value(six.tolist(), cards_of(throw)))


@kernel
def best_hands(lowest, hand_sums):
    """Add the best expected hand of all deals from a lowest card, each for its swaps of suits."""
    six, out, suits = np.empty(6, np.int64), np.empty(15), np.empty(4, np.int64)
    six[0] = lowest
    for b in range(lowest + 1, 48):
        for c in range(b + 1, 49):
            for d in range(c + 1, 50):
                for e in range(d + 1, 51):
                    for f in range(e + 1, 52):
                        six[1], six[2], six[3], six[4], six[5] = b, c, d, e, f
                        suits[:] = 0
                        for card in six:
                            suits[card & 3] |= 1 << (card >> 2)
                        if suits[0] >= suits[1] >= suits[2] >= suits[3]:
                            ways, equal = 24, 1
                            for i in range(1, 4):
                                equal = equal + 1 if suits[i] == suits[i - 1] else 1
                                ways //= equal
                            hand_values(six, out)
                            hand_sums[0] += ways * out.max()
                            hand_sums[1] += ways


@pytest.mark.compiled
def test_the_mean_best_hand_over_all_deals_is_the_known_one():
    sums = np.zeros(2)
    for lowest in range(47):
        best_hands(lowest, sums)
    assert sums[1] == 20_358_520
    assert round(sums[0] / sums[1], 6) == 8.293938


def test_the_best_keeps_have_their_published_means():
    # Over 48 starters, the throw being of cards that do not matter here: count directly.
    for keep, mean in (("5h 5s 5d 5c", 22.667), ("5h 5s 5d Jc", 16.54), ("4h 5s 5d 6c", 15.96)):
        cards = parse_cards(keep)
        starters = [card for card in range(DECK) if card not in cards]
        rows = np.array([[*cards, starter] for starter in starters], np.uint8)
        decimals = len(str(mean).partition(".")[2])
        assert round(float(scores(rows).mean()), decimals) == mean


def test_the_models_are_means_of_one_and_favour_what_good_players_do():
    for role in (PONE, DEALER):
        throws, keeps = throw_likelihood(role), keep_likelihood(role)
        assert throws @ PAIR_WAYS / PAIR_WAYS.sum() == pytest.approx(1, abs=1e-6)
        assert keeps @ KEEP_WAYS / KEEP_WAYS.sum() == pytest.approx(1, abs=1e-6)
        assert throws.min() > 0
        assert keeps.min() > 0
        assert len(keeps) == KEEPS
    fives, king_nine = RANK_PAIRS.index((4, 4)), RANK_PAIRS.index((8, 12))
    assert throw_likelihood(DEALER)[fives] > 5 * throw_likelihood(PONE)[fives]
    assert throw_likelihood(PONE)[king_nine] > throw_likelihood(DEALER)[king_nine]


@pytest.mark.compiled
def test_a_modelled_opponent_moves_the_crib_by_the_published_amounts():
    rng, shift, n = np.random.default_rng(33), np.zeros(2), 2000
    for _ in range(n):
        cards = rng.permutation(DECK)[:6].tolist()
        for role in (PONE, DEALER):
            exact, fair = throws_of(cards, role, "exact"), throws_of(cards, role, "uniform")
            best = int(np.argmax(exact.value))
            shift[role] += abs(exact.crib[best]) - abs(fair.crib[best])
    # The published figures are 0.48 and 0.58; the model is our own, so 0.1 is allowed.
    assert shift[PONE] / n == pytest.approx(0.48, abs=0.1)
    assert shift[DEALER] / n == pytest.approx(-0.58, abs=0.1)


def test_sampled_cribs_converge_to_the_exact_ones_within_four_standard_errors():
    cards = parse_cards("5h 5s 6d 7c Kh Js")
    samples = 20_000 if COMPILED else 400
    for role in (PONE, DEALER):
        exact = throws_of(cards, role, "exact")
        sampled = throws_of(cards, role, "sample", samples, seed=8)
        assert np.all(abs(sampled.crib - exact.crib) < 4 * sampled.error)
        assert np.all(sampled.hand == exact.hand)
        assert sampled.samples == samples


def test_the_same_seed_samples_the_same_cribs():
    cards = parse_cards("5h 5s 6d 7c Kh Js")
    one, two = (throws_of(cards, PONE, "sample", 50, seed=4).crib for _ in range(2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, throws_of(cards, PONE, "sample", 50, seed=5).crib)


def test_the_published_table_is_looked_up_by_role():
    cards = parse_cards("Jh Qs 2d 3c 8h 9s")
    place = throw_sets(np.array(sorted(cards))).index(set_of(parse_cards("Jh Qs")))
    assert throws_of(cards, DEALER, "table").crib[place] == 4.81
    assert throws_of(cards, PONE, "table").crib[place] == -5.46
    assert len(OWN) == len(THEIRS) == 91


def test_the_spread_of_a_hand_names_its_least_most_and_good_starters():
    cards = parse_cards("5h 5s 5d Jc 2h 9s")
    spread = hand_spread(cards, set_of(parse_cards("2h 9s")))
    assert spread.most == 29
    assert len(spread.by_starter) == 46
    assert spread.good_chance == 1  # three fives and a Jack count 14 at least
    assert spread.least == 14


def test_chances_to_win_are_chances_and_repeat_with_their_seed():
    cards = parse_cards("5h Ts Jd 2c 7h 9s")
    for role in (PONE, DEALER):
        wins, errors, worlds = win_chances(cards, role, (100, 100), 3, seed=2)
        assert worlds == 3
        assert np.all((wins >= 0) & (wins <= 1))
        assert np.all(errors >= 0)
        assert np.array_equal(wins, win_chances(cards, role, (100, 100), 3, seed=2).chances)


@pytest.mark.compiled
def test_near_the_end_the_chance_to_win_prefers_the_hand_that_is_enough():
    # Pone needs 4 and counts before the dealer, who needs 9 and would count them. 5-9-T-J
    # counts 7 at least; 2-7-9-T counts nothing by itself.
    cards = parse_cards("5h Ts Jd 2c 7h 9s")
    wins = win_chances(cards, PONE, (117, 112), 400, seed=2).chances
    sets = throw_sets(np.array(sorted(cards)))
    good, bad = (wins[sets.index(set_of(parse_cards(t)))] for t in ("2c 7h", "5h Jd"))
    # Two means of 400 chances differ by chance by less than 0.14 (4 sigma).
    assert good > bad + 0.14


@pytest.mark.compiled
@pytest.mark.parametrize("scores", [(0, 0), (80, 95), (108, 112), (117, 112)])
def test_chances_to_win_hardly_change_with_the_seed_and_lie_within_their_errors(scores):
    cards = parse_cards("5h 5s 6d 7c Kh Qs")
    one = win_chances(cards, PONE, scores, 40_000, seed=1, target_error=0.003)
    two = win_chances(cards, PONE, scores, 40_000, seed=2, target_error=0.003)
    assert max(one.errors.diagonal().max(), two.errors.diagonal().max()) <= 0.003
    # 4 sigma of a difference: all fifteen share their worlds, so about one draw.
    assert np.all(
        abs(one.chances - two.chances) < 4 * np.hypot(one.errors.diagonal(), two.errors.diagonal())
    )


def test_the_luck_of_the_worlds_is_taken_out_of_chances_to_win():
    rng = np.random.default_rng(6)
    counts = rng.normal(8.0, 3.0, (400, 15))
    chances = 0.3 + 0.02 * counts  # nothing but the count decides
    correct(chances, counts, np.full(15, 8.0))
    assert np.allclose(chances, 0.46)


def test_what_a_throw_pegs_is_learned_and_has_an_error_and_the_rest_has_none():
    cards = parse_cards("5h 5s 6d 7c Kh Js")
    for role in (PONE, DEALER):
        exact, fair = throws_of(cards, role, "exact"), throws_of(cards, role, "uniform")
        assert not exact.is_exact
        assert np.all((exact.error > 0.01) & (exact.error < 0.3))
        assert exact.loss_error.min() >= 0
        assert fair.is_exact
        assert not fair.errors.any()
        # Throws that keep the same ranks peg the same.
        same = exact.pegging[:, None] == exact.pegging[None, :]
        assert np.all(exact.errors[same & ~np.eye(15, dtype=bool)] < 1e-6)


def test_unknown_methods_and_bad_tables_are_refused(tmp_path):
    with pytest.raises(UnknownName, match="exakt"):
        throws_of(parse_cards("5h 5s 6d 7c Kh Js"), PONE, "exakt")
    bad = tmp_path / "bad.json"
    bad.write_text('{"dealer": [[1, 2]]}')
    with pytest.raises(BadValue, match="13 rows"):
        read_table(bad, DEALER)
    with pytest.raises(BadValue, match="not a table"):
        read_table(bad, PONE)
