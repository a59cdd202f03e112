"""The chain of stages: better with every step, honest about where it ended."""

import time

import numpy as np
import pytest

from kibitz.errors import BadValue
from kibitz.estimate.anytime import Enumerated, Guess, Sampled, Stage, answers, anytime
from kibitz.estimate.convergence import Convergence
from kibitz.estimate.estimate import Kind
from kibitz.estimate.exact import Enumeration

DICE = np.arange(1, 7)


def one_and_two_dice(count, rng):
    """Option 0 throws one die and adds 3, option 1 throws two."""
    throws = rng.integers(1, 7, (count, 2))
    return np.column_stack([throws[:, 0] + 3, throws.sum(axis=1)])


def enumerations():
    return [
        Enumeration(lambda: [(DICE + 3, None)], 6),
        Enumeration(lambda: ((DICE + first, None) for first in DICE), 36),
    ]


def stages(limits=None):
    limits = limits or Convergence(100, 500)
    return [
        Guess(lambda: [6.0, 6.0]),
        Sampled(one_and_two_dice, limits),
        Enumerated(enumerations()),
    ]


def test_with_room_enough_the_chain_ends_exact():
    made = anytime(stages(), samples=10_000, seed=1)
    assert [each.value for each in made.estimates] == [6.5, 7.0]
    assert made.error == 0.0
    assert (made.exact_fraction, made.stopped_by, made.stage) == (1.0, "complete", "exact")
    assert made.samples == 500 + 42


def test_a_budget_in_samples_gives_the_same_answer_again():
    for samples in (100, 333, 520, 10_000):
        first, again = (anytime(stages(), samples=samples, seed=4) for _ in range(2))
        assert first == again
        assert first.samples <= samples


def test_every_stage_hands_on_to_the_next_and_the_error_falls():
    shown = list(answers(stages(), seed=2))
    order = list(dict.fromkeys(each.stage for each in shown))
    assert order == ["heuristic", "sampled", "exact"]
    assert shown[0].error == np.inf
    assert [each.iterations for each in shown[:-1]] == list(range(1, len(shown)))
    fractions = [each.exact_fraction for each in shown]
    assert fractions == sorted(fractions)
    assert [each.stopped_by for each in shown[:-1]] == [""] * (len(shown) - 1)


def test_a_budget_too_small_for_samples_leaves_the_guess():
    made = anytime(stages(), samples=5, seed=1)
    assert [each.value for each in made.estimates] == [6.0, 6.0]
    assert (made.stopped_by, made.exact_fraction) == ("samples", 0.0)


def test_a_budget_for_one_enumeration_makes_the_options_partly_exact():
    """After 100 samples there is room for the six outcomes, not for the thirty-six."""
    made = anytime(stages(Convergence(100, 100)), samples=120, seed=1)
    assert [each.is_exact for each in made.estimates] == [True, False]
    assert (made.exact_fraction, made.stopped_by) == (0.5, "samples")
    assert made.estimates[0].value == 6.5


def test_the_most_promising_option_is_enumerated_first():
    shown = list(answers(stages(), seed=1))
    first_exact = next(each for each in shown if any(e.is_exact for e in each.estimates))
    assert first_exact.estimates[1].is_exact
    assert not first_exact.estimates[0].is_exact


def test_an_enumeration_under_way_counts_by_its_part():
    shown = list(answers([Guess(lambda: [0.0]), Enumerated([enumerations()[1]])], seed=1))
    assert [round(each.exact_fraction * 6) for each in shown] == [0, 1, 2, 3, 4, 5, 6, 6, 6]


def test_a_limit_in_seconds_returns_the_best_so_far():
    def endless():
        while True:
            time.sleep(0.005)
            yield DICE, None

    started = time.perf_counter()
    chain: list[Stage] = [
        Sampled(one_and_two_dice, Convergence(100, 200)),
        Enumerated([Enumeration(endless)] * 2),
    ]
    made = anytime(chain, seconds=0.05, seed=1)
    assert time.perf_counter() - started < 1.0
    assert made.stopped_by == "seconds"
    assert made.exact_fraction == 0.0
    assert abs(made.estimates[0].value - 6.5) < 4 * made.estimates[0].error


def test_a_guess_yields_to_any_samples_and_few_samples_to_many():
    many, few = (Sampled(one_and_two_dice, Convergence(n, n)) for n in (500, 20))
    guessed = anytime([Guess(lambda: [6.4, 7.0])], seed=1).estimate
    assert (guessed.value, guessed.kind, guessed.by) == (6.4, Kind.JUDGED, "heuristic")
    chains: list[list[Stage]] = [[Guess(lambda: [6.4, 7.0]), many], [many, few], [few, many]]
    assert [anytime(chain, seed=1).estimate.samples for chain in chains] == [500] * 3


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ({"seconds": 0.0}, "seconds 0.0"),
        ({"seconds": float("nan")}, "seconds nan"),
        ({"samples": 0}, "samples 0"),
    ],
)
def test_budgets_that_make_no_sense_are_refused(setting, fault):
    with pytest.raises(BadValue, match=fault):
        anytime(stages(), **setting)


def test_a_chain_that_cannot_answer_says_so():
    with pytest.raises(BadValue, match="at least one stage"):
        anytime([])
    with pytest.raises(BadValue, match="samples 5 is too few"):
        anytime([Sampled(one_and_two_dice)], samples=5)


def test_enumeration_alone_takes_the_options_in_order_and_the_rest_is_not_begun():
    chain: list[Stage] = [Enumerated(enumerations()), Sampled(one_and_two_dice)]
    made = anytime(chain, seed=1)
    assert [each.value for each in made.estimates] == [6.5, 7.0]
    assert (made.samples, made.stage, made.stopped_by) == (42, "exact", "complete")


def test_options_that_the_budget_did_not_enumerate_are_sampled_by_the_next_stage():
    chain: list[Stage] = [
        Enumerated(enumerations()),
        Sampled(one_and_two_dice, Convergence(10, 20)),
    ]
    shown = list(answers(chain, samples=30, seed=1))
    assert shown[0].exact_fraction == 0.5
    made = shown[-1]
    assert [each.is_exact for each in made.estimates] == [True, False]
    assert (made.samples, made.stopped_by) == (26, "samples")


def test_an_option_that_no_stage_came_to_is_not_a_number_in_its_place():
    backwards = Enumerated(enumerations()[::-1])
    made = anytime([backwards], samples=30, seed=1)
    assert np.isnan(made.estimates[0].value)
    assert made.estimates[1].value == 6.5
    assert (made.error, made.exact_fraction, made.stopped_by) == (np.inf, 0.5, "samples")
