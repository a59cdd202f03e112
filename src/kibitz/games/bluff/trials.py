"""What bluff works out: beliefs about claims."""

from collections.abc import Iterator

from kibitz.estimate.trial import Trial, timed, without_rounding
from kibitz.games.bluff.belief import belief, can_be_true
from kibitz.games.bluff.contest import WAYS, contest
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.supposed import LISTENER, supposed_view


def trials(seed: int, quick: bool) -> Iterator[Trial]:
    """Bluff: what a hand can hold, and the model's belief that a claim is a lie."""
    decision = "bluff, is a claim of one a lie?"
    unseen, of_rank, hand = 35, 2, 17
    chance, each = timed(lambda: float(can_be_true(unseen, of_rank, hand, 1)), calls=1000)
    error = without_rounding(chance - (1.0 - 18 * 17 / (35 * 34)))  # both lie elsewhere
    yield Trial(decision, "cards alone", each, 1, "updates", True, error, "counted by hand")

    view = supposed_view(
        claimed=1,
        hand=hand,
        unseen=unseen,
        hold=4 - of_rank,
        pile=0,
        players=3,
        truths=3,
        lies=1,
        stood=12,
    )
    _, each = timed(lambda: float(belief(view, LISTENER)), calls=1000)
    ways = tuple(WAYS[name] for name in ("honest", "naive", "modelling", "naive"))
    found = contest(BluffGame(4).start(), ways, 10 if quick else 40, seed)
    against = f"Brier score of {found.claims:,} beliefs, base rate {found.base_brier:.3f}"
    yield Trial(decision, "opponent model", each, 1, "updates", False, found.brier, against)
