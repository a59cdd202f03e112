"""The scale of foresight's chances: it keeps the order of options, and equal players are equal."""

import math
from itertools import pairwise

import numpy as np
import pytest

from kibitz.core.game import OVER, turn, view
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.games.bluff.analysts import Foresight, Looked, looked_at, shortlist
from kibitz.games.bluff.foresight import best_foreseen
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.gaps import MADE, MeasuredGap, mixed
from kibitz.games.bluff.layout import BYTE, NOBODY, SHOWN, opened
from kibitz.games.bluff.scale import (
    FITS,
    ChanceScale,
    Fit,
    SeatPlace,
    place_of,
    scale_of,
    wins_at_once,
)
from kibitz.games.bluff.scaling import (
    ACROSS,
    MIXED,
    Noted,
    NotedChances,
    fitted_gap,
    noted,
    told_losses,
)

AT_EASE = SeatPlace(cards=0.0, behind=0.0, wild=0.2, late=0.0)
PLACES = [
    SeatPlace(cards, max(cards, 0.0), wild, late)
    for cards in (-2.0, 0.0, 0.7)
    for wild in (0.0, 0.9)
    for late in (0.0, 0.3, 1.0)
]
SCALES = [
    scale_of(fit, place, best)
    for fit in FITS.values()
    for place in PLACES
    for best in (0.0, 0.6, 1.0)
]
EVEN, USUAL = ChanceScale(0.0, 1.0), scale_of(FITS[4], AT_EASE, 0.5)


def test_there_is_a_fit_for_every_number_of_players():
    assert sorted(FITS) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("scale", SCALES)
def test_a_better_chance_of_play_outs_is_always_told_as_a_better_one(scale):
    chances = [-0.029, -0.001, *np.linspace(0, 1, 2001).tolist()]
    told = [scale.told(chance) for chance in chances]
    assert all(worse < better for worse, better in pairwise(told))


@pytest.mark.parametrize("scale", SCALES)
def test_what_never_wins_is_told_as_lost_and_nothing_is_told_as_more_than_a_win(scale):
    assert scale.told(0.0) == 0.0
    assert scale.told(-0.029) == pytest.approx(0.0, abs=1e-6)
    assert scale.told(1.0) <= 1.0


@pytest.mark.parametrize("scale", SCALES)
def test_the_steepness_is_what_the_chance_told_gains_on_a_small_step(scale):
    for p in (0.001, 0.01, 0.2, 0.5, 0.9, 0.99, 0.999):
        step = 1e-6
        rise = (scale.told(p + step) - scale.told(p - step)) / (2 * step)
        assert scale.steepness(p) == pytest.approx(rise, rel=1e-4)


def test_at_the_limit_of_turns_play_outs_are_taken_at_their_word():
    scale = scale_of(FITS[3], SeatPlace(0.7, 0.5, 0.4, late=1.0), 0.9)
    assert [scale.told(p) for p in (0.3, 0.6, 0.9)] == pytest.approx([0.3, 0.6, 0.9], abs=0.025)


@pytest.mark.parametrize("fit", FITS.values())
def test_what_is_told_for_the_best_does_not_hang_on_the_slope_between_options(fit):
    for best in (0.02, 0.5, 0.98):
        told = {
            round(scale_of(fit._replace(gap=gap), AT_EASE, best).told(best), 12)
            for gap in (0.1, 0.7, 2.0)
        }
        assert len(told) == 1


def test_the_logits_of_two_options_are_apart_by_the_gap_of_their_play_outs():
    """Far from 0, where nothing is held back from options that hardly ever win."""
    fit, best, other = FITS[4]._replace(gap=0.8), 0.9, 0.6
    scale = scale_of(fit, AT_EASE, best)
    told = [scale.told(p) * (p + 0.02) / p for p in (best, other)]
    logits = [math.log(p / (1 - p)) for p in told]
    edged = [math.log((p + 0.002) / (1 - p + 0.002)) for p in (best, other)]
    assert logits[0] - logits[1] == pytest.approx(0.8 * (edged[0] - edged[1]))


@pytest.mark.parametrize("place", PLACES)
def test_the_pull_is_what_the_chances_told_gain_when_the_best_wins_a_little_more(place):
    step, best = 1e-6, 0.7
    less, at, more = (scale_of(FITS[4], place, best + by) for by in (-step, 0.0, step))
    for p in (0.01, 0.3, 0.7):
        gained = (more.told(p) - less.told(p)) / (2 * step)
        assert at.pulled(p) == pytest.approx(gained, rel=1e-4, abs=1e-9)


def test_a_place_tells_the_cards_by_the_mean_of_all_hands():
    game = make_game("bluff(3,turns=9)")
    v = opened(game.play(game.start(), 4))  # 18, 17 and 17 cards, nine turns to go
    place = place_of(v, 0)
    assert place.cards == pytest.approx(math.log(19 * 3 / 55))
    assert place.behind == pytest.approx(1 / 13)
    assert place_of(v, 1).behind == 0.0
    assert place.wild == pytest.approx(0.2)  # nothing is known of anybody
    assert place.late == pytest.approx(math.exp(-3))


def test_a_place_knows_who_seems_wild_and_that_the_others_do_not():
    """A seat that was caught thrice with two false cards is wild: 0.5 to 0.01 each time."""
    game = make_game("bluff(3)")
    v = opened(game.play(game.start(), 4))
    v[SHOWN + 2] = 3 << 2 * BYTE
    chance = 0.2 * 0.5**3 / (0.2 * 0.5**3 + 0.8 * 0.01**3)
    assert place_of(v, 0).wild == pytest.approx((0.2 + chance) / 2)
    assert place_of(v, 2).wild == pytest.approx(0.2)


def decisions(text, seed):
    """Every view of a game in which one has a choice: moves by the first on the shortlist."""
    game = make_game(text)
    p = game.play(game.start(), seed)
    while turn(p) != OVER:
        seat = int(turn(p))
        known = view(p, seat)
        listed = shortlist(game, known)
        if len(listed) > 1:
            yield game, known, seat
        p = game.play(p, listed[len(listed) // 2] if known.asked == NOBODY else listed[0])


@pytest.mark.compiled
@pytest.mark.parametrize("text", ["bluff(2,turns=30)", "bluff(3,turns=20)", "bluff(4)"])
def test_the_expert_plays_what_wins_most_in_play_outs_whatever_the_scale(text):
    """The contest's kernel chooses by the play-outs alone; equal options aside they agree."""
    compared = 0
    for number, (game, known, seat) in enumerate(decisions(text, 8)):
        v, listed = opened(known), shortlist(game, known)
        found = Foresight(200).analyse(game, known, seat, number)
        shares = looked_at(v, seat, listed, None, 200, number).shares()
        by_shares = sorted(shares, reverse=True)
        ranked = [dict(zip(listed, shares, strict=True)).get(o.move) for o in found.options]
        assert [share for share in ranked if share is not None] == by_shares
        if by_shares[0] > by_shares[1]:
            room = (game.scratch(), np.empty((game.most_moves, 4)), stream(number))
            assert found.best.move == best_foreseen(v, seat, 200, *room)
            compared += 1
    assert compared > 10


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_start_of_a_game_equal_players_are_told_about_their_fair_share(players):
    game = make_game(f"bluff({players})")
    told = []
    for seed in range(20):
        p = game.play(game.start(), seed)
        found = Foresight(500).analyse(game, view(p, 0), 0, seed)
        told.append(game.chance_to_win(found.best.value))
    assert abs(np.mean(told) - 1 / players) < 0.15


def test_a_last_play_that_is_true_is_a_certain_win_and_a_lie_or_an_answer_is_not():
    game = make_game("bluff(2)")
    rest = "AAAA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"
    text = f"KK,{rest} -,- K 0@12 -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 0.0.0,0.0.0 -,- -,- -"
    p = game.parse_position(text)
    both, one = game.parse_move(p, "KK"), game.parse_move(p, "K")
    assert wins_at_once(opened(p), 0, both)
    assert not wins_at_once(opened(p), 0, one)
    assert not wins_at_once(opened(game.play(p, both)), 1, 0)
    lie = game.parse_position(text.replace(" K 0@12", " A 0@13"))
    assert not wins_at_once(opened(lie), 0, both)
    assert Foresight(20).analyse(game, view(p, 0), 0, 1).best.value == 1.0


def test_errors_of_values_and_losses_are_as_much_smaller_as_the_scale_is_flatter():
    """Two options that win half and 0.49 of their worlds; the scale is nearly straight there.

    The value of the best goes by the slope across decisions, the loss by that between options.
    """
    rng, worlds, game = np.random.default_rng(3), 2000, make_game("bluff(2)")
    luck = rng.random(worlds)
    won = np.array([luck < 0.5, luck < 0.49], float)
    sums = np.array([[worlds, row.sum(), row.sum(), 0] for row in won])
    looked = Looked(sums, won @ won.T, 0, frozenset({0, 1}))
    (best, other), (even_best, even_other) = (looked.outlooks(game, s) for s in (USUAL, EVEN))
    flatter = (USUAL.told(0.5) - USUAL.told(0.49)) / (EVEN.told(0.5) - EVEN.told(0.49))
    assert flatter < 0.5
    across = [scale_of(FITS[4], AT_EASE, p).told(p) for p in (0.5, 0.49)]
    flattest = (across[0] - across[1]) / (EVEN.told(0.5) - EVEN.told(0.49))
    assert flattest < 0.6 * flatter
    assert best.estimate.error == pytest.approx(flattest * even_best.estimate.error, rel=0.05)
    assert other.loss_error == pytest.approx(flatter * (even_other.loss_error or 0), rel=0.05)
    loss, even_loss = (
        a.estimate.value - b.estimate.value for a, b in ((best, other), (even_best, even_other))
    )
    assert loss == pytest.approx(flatter * even_loss, rel=0.05)


def test_all_levels_sit_together_in_every_seat_and_every_pair_in_both_orders():
    game = BluffGame(4)
    tables = [mixed(game, number) for number in range(4)]
    assert all(len(set(table)) == 4 for table in tables)
    assert all(len({table[seat] for table in tables}) == 4 for seat in range(4))
    pairs = {tuple(mixed(BluffGame(2), number)) for number in range(12)}
    assert len(pairs) == 12
    assert all(one != other for one, other in pairs)


@pytest.mark.compiled
def test_a_game_is_noted_alike_with_the_same_seed():
    found = noted(3, MIXED, 1, 5)
    assert found == noted(3, MIXED, 1, 5) != noted(3, MIXED, 1, 6)
    assert {one.won for one in found} <= {0.0, 0.25, 0.5, 0.75, 1.0}
    assert len({one.won for one in found}) > 1


def test_the_fit_finds_the_constants_that_made_the_results():
    """Made-up decisions, whose results are drawn by known constants: within four errors."""
    rng, truth = np.random.default_rng(2), Fit(-1.2, 0.5, -1.0, -0.8, -1.5)
    found = []
    for number in range(4000):
        chance, place = float(rng.random()), made_up_place(rng)
        won = float(rng.random() < scale_of(truth, place, chance).told(chance))
        found.append(Noted(number % 2, number // 8, chance, place, won))
    fit, error = NotedChances(found).fitted()
    for name in truth._fields[:ACROSS]:
        off = abs(getattr(fit, name) - getattr(truth, name))
        assert off < 4 * getattr(error, name) < 4.0, name


def made_up_place(rng):
    cards = float(rng.normal()) / 2
    return SeatPlace(cards, float(rng.random()), float(rng.random()), late=0.0)


def test_the_slope_between_options_is_found_whatever_that_across_decisions_is():
    """Made-up decisions; each option wins or not in one sequel, by a known slope."""
    rng, truth = np.random.default_rng(5), FITS[4]._replace(slope=0.1, gap=0.9)
    found = []
    for number in range(12000):
        other, best = sorted(rng.random(2).tolist())
        place = made_up_place(rng)
        scale = scale_of(truth, place, best)
        won = [float(rng.random() < scale.told(p)) for p in (best, other)]
        came = won[0] - won[1]
        spot = (number // 10, number, "expert", MADE, False, place)
        found.append(MeasuredGap(*spot, best, other, came, came))
    gap, error = fitted_gap(truth._replace(gap=0.1), found)
    assert abs(gap - 0.9) < 4 * error < 0.6
    told, truly = told_losses(truth, found).mean(), np.mean([one.came for one in found])
    assert abs(told - truly) < 4 * 0.7 / len(found) ** 0.5
