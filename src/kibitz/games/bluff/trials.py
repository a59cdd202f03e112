"""What bluff works out: beliefs about claims."""

from collections.abc import Iterator

from kibitz.estimate.trial import Trial, timed, without_rounding
from kibitz.games.bluff.belief import bluff_rate, can_be_true, lie_chance
from kibitz.games.bluff.contest import WAYS, contest
from kibitz.games.bluff.game import BluffGame


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Bluff: what a hand can hold, and the model's belief that a claim is a lie."""
    decision = "bluff, is a claim of one a lie?"
    unseen, of_rank, hand, shown = 35, 2, 17, 3 | 1 << 8  # three truths and a lie were shown
    chance, each = timed(lambda: float(can_be_true(unseen, of_rank, hand, 1)), calls=1000)
    error = without_rounding(chance - (1.0 - 18 * 17 / (35 * 34)))  # both lie elsewhere
    yield Trial(decision, "cards alone", each, 1, "updates", True, error, "counted by hand")

    def by_the_model() -> float:
        return float(lie_chance(unseen, of_rank, hand, 0, 1, bluff_rate(12, shown, 4), shown))

    _, each = timed(by_the_model, calls=1000)
    ways = tuple(WAYS[name] for name in ("honest", "naive", "modelling", "naive"))
    found = contest(BluffGame(4).start(), ways, 10 if quick else 40, seed)
    against = f"Brier score of {found.claims:,} beliefs, base rate {found.base_brier:.3f}"
    yield Trial(decision, "opponent model", each, 1, "updates", False, found.brier, against)
