"""Foresight in bluff: habits from records, worlds by the claim, and options played on."""

import numpy as np
import pytest

from kibitz.coach.review import review
from kibitz.core.game import view
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.estimate.estimate import UNSEEN
from kibitz.games.bluff.analysts import Foresight, Looked
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.contest import FORESIGHT, contest
from kibitz.games.bluff.habits import DOUBTING, HABITS, TRUTHFUL, WILD, habit_chances
from kibitz.games.bluff.layout import (
    CALLED,
    CLAIMED,
    FIELDS,
    HAND,
    PLAYED,
    RANK,
    RANKS,
    SHOWN,
    STOOD,
    WRONG,
    closed,
    count_of,
    opened,
)
from kibitz.games.bluff.rules import cards_of
from kibitz.games.bluff.scale import ChanceScale
from kibitz.games.bluff.shortlist import list_worthwhile
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE
from kibitz.games.bluff.world import redeal
from tests.cli.shell import check_refused, kibitz
from tests.coach.material import played
from tests.games.bluff.walks import walked_claims

PLAIN = ChanceScale(0.0, 1.0)  # chances nearly as the play-outs have them


def dealt(players=4, seed=4):
    game = make_game(f"bluff({players})")
    return game, game.play(game.start(), seed)


def likeliest(v, seat=1):
    chances = np.empty(HABITS)
    habit_chances(v, seat, chances)
    assert chances.sum() == pytest.approx(1)
    return int(chances.argmax())


def test_a_seat_is_taken_for_what_it_was_seen_to_do():
    v = opened(dealt()[1])
    for slot, record, habit in (
        (CALLED, 2 << 8 * WRONG, DOUBTING),
        (CALLED, 2 << 8 * STOOD, TRUTHFUL),
        (SHOWN, 2 << 8 * 3, WILD),  # two lies with three false cards
    ):
        seen = v.copy()
        seen[slot + 1] = record
        assert likeliest(seen) == habit


@pytest.mark.parametrize("seed", range(5))
def test_the_shortlist_has_legal_plays_in_order_and_every_size_of_claim(seed):
    game, p = dealt(seed=seed)
    out = game.scratch()
    listed = out[: int(list_worthwhile(opened(p), out))].tolist()
    assert listed == sorted(set(listed))
    assert set(listed) <= set(game.legal_moves(p))
    assert len(listed) < len(game.legal_moves(p)) / 10
    held = game.position_text(p).split(",")[0]
    assert game.parse_move(p, "A" * held.count("A") or held[-1]) in listed
    assert {len(game.move_text(p, move)) for move in listed} == {1, 2, 3, 4}


@pytest.mark.parametrize("lie", [0.25, 0.8])
def test_worlds_hold_a_lie_as_often_as_is_believed_and_always_fit_the_view(lie):
    game, p = dealt()
    v = opened(view(game.play(p, game.legal_moves(p)[-1]), 1))  # one card, claimed to be an ace
    w, worlds, lies = np.empty(FIELDS, np.int64), 4000 if COMPILED else 100, 0
    scratch, luck = (np.empty(RANKS, np.int64), np.empty(52, np.int64)), stream(3)
    for _ in range(worlds):
        redeal(v, 1, lie, w, *scratch, luck)
        is_lie = count_of(w[PLAYED], 0) == 0
        assert count_of(w[HAND], 0) == 0  # the truth puts down all of the rank, who lies had none
        assert closed(v) == view(closed(w), 1)
        lies += is_lie
    error = (lie * (1 - lie) / worlds) ** 0.5
    assert abs(lies / worlds - lie) < 4 * error


@pytest.mark.compiled
def test_a_world_never_takes_from_a_hand_what_is_known_to_be_left_in_it():
    """Every claim of a game with challenges, whether it is taken for a lie or for the truth."""
    game, scratch, heard = make_game("bluff(3)"), (np.empty(RANKS, np.int64), np.empty(52, int)), 0
    for v, seat, _ in walked_claims(3, (NAIVE, MODELLING, NAIVE), 5):
        for lie in (1.0, 0.0) if belief(v, seat) < 1 else (1.0,):
            w = np.empty(FIELDS, np.int64)
            redeal(v, seat, lie, w, *scratch, stream(heard))
            game.parse_position(game.position_text(closed(w)))  # refuses cards that do not fit
            assert (count_of(w[PLAYED], v[RANK]) < v[CLAIMED]) == (lie == 1.0)
            heard += 1
    assert heard > 50


def test_a_last_lie_is_called_and_a_last_truth_is_played():
    """Seat 0 holds two kings and is asked for kings: the end; a lie would end it as well."""
    game = make_game("bluff(2)")
    rest = "AAAA" + "".join(rank * 4 for rank in "23456789TJQ") + "KK"
    text = f"KK,{rest} -,- K 0@12 -,-/-,- 0.0.0.0,0.0.0.0 0.0.0.0.0,0.0.0.0.0 0.0.0,0.0.0 -,- -,- -"
    p = game.parse_position(text)
    found = Foresight(20).analyse(game, view(p, 0), 0, 1)
    assert found.best.text == "KK"
    assert found.best.value == 1
    lie = game.play(game.parse_position(text.replace(" K 0@12", " A 0@13")), found.best.move)
    answer = Foresight(20).analyse(game, view(lie, 1), 1, 1)
    assert answer.best.text == "challenge"
    assert answer.options[1].value < answer.best.value  # to let it stand loses


def test_every_play_is_valued_and_those_not_looked_at_come_last():
    game, p = dealt()
    found = Foresight(40).analyse(game, view(p, 0), 0, 1)
    assert sorted(option.move for option in found.options) == game.legal_moves(p)
    looked_at = [option for option in found.options if option.estimate.samples]
    least = min(option.value for option in looked_at)
    others = [option for option in found.options if not option.estimate.samples]
    assert all(o.value == least and o.estimate.by == UNSEEN for o in others)
    assert all(found.is_too_close_to_call(o.move) for o in others)  # nobody knows what they lose
    assert sum(o.estimate.samples for o in looked_at) == found.samples
    assert all(cards_of(option.move) for option in looked_at)


def test_a_play_that_was_asked_about_is_looked_at_to_the_last():
    game = make_game("bluff(4,turns=8)")
    p = game.play(game.start(), 4)
    usual = Foresight(40).analyse(game, view(p, 0), 0, 1)
    other = next(o.move for o in usual.options if o.estimate.by == UNSEEN)
    found = Foresight(40).asked_about(other).analyse(game, view(p, 0), 0, 1)
    most = max(option.estimate.samples for option in found.options)
    assert found.option(other).estimate.samples == most
    assert found.option(other).loss_error
    unseen = {o.value for o in found.options if o.estimate.by == UNSEEN}
    assert unseen == {
        min(o.value for o in found.options if o.estimate.by != UNSEEN and o.move != other)
    }
    assert Foresight(40, asked=-5).analyse(game, view(p, 0), 0, 1) == usual  # no legal move


def test_a_bad_play_that_was_asked_about_makes_none_that_was_dropped_worse():
    """Option 0 is honest, 1 was asked about, 2 outlasted 3 on its merits."""
    sums = np.array([[100, 40, 40, 1], [100, 1, 1, 1], [100, 35, 35, 1], [10, 5, 5, 0]], float)
    looked = Looked(sums, np.zeros((4, 4)), 0, frozenset({0, 1}))
    values = [one.estimate.value for one in looked.outlooks(make_game("bluff(2)"), PLAIN)]
    assert values[1] < -0.8
    assert values[0] > values[2] == values[3] > values[1]


def test_an_option_that_was_dropped_is_never_taken_for_the_best():
    """Option 0 is honest; 2 was lucky in ten worlds, and dropped; 1 outlasted it."""
    sums = np.array([[100, 50, 50, 1], [100, 55, 55, 1], [10, 10, 10, 0]], float)
    _, kept, dropped = Looked(sums, np.zeros((3, 3)), 0, frozenset({0})).outlooks(
        make_game("bluff(2)"), PLAIN
    )
    assert dropped.estimate.value == kept.estimate.value
    assert dropped.preference < kept.preference


def test_the_error_of_a_loss_is_that_of_the_differences_in_shared_worlds():
    rng, worlds = np.random.default_rng(3), 500
    luck = rng.random(worlds)
    won = np.array([luck < 0.5, luck < 0.45], float)  # alike but in one world of twenty
    sums = np.array([[worlds, row.sum(), row.sum(), 0] for row in won])
    looked = Looked(sums, won @ won.T, 0, frozenset({0}))
    _, other = looked.outlooks(make_game("bluff(2)"), PLAIN)
    differences = 2 * (won[0] - won[1])  # payoffs run from -1 to 1
    assert other.loss_error == pytest.approx(differences.std() / worlds**0.5, rel=0.05)
    assert (other.loss_error or 0.0) < other.estimate.error / 2


@pytest.mark.compiled
def test_a_review_looks_at_every_play_that_was_made():
    """A beginner slips: most of such plays are on no shortlist."""
    found = review(played("bluff(2,turns=12)", "random", "random"), "fast")
    assert all(d.chosen.estimate.samples for d in found.decisions if not d.is_forced)


@pytest.mark.compiled
def test_foresight_beats_an_honest_and_a_naive_player():
    start = make_game("bluff(3)").start()
    found = contest(start, (FORESIGHT, HONEST, NAIVE), 30, seed=10, playouts=150)
    assert found.means[0] - 4 * found.errors[0] > 0


def test_a_number_of_samples_that_is_none_is_refused():
    check_refused(kibitz("bluff", "calibration", "foresight", "naive", "--samples", "0"), "samples")
