"""How closely a review looks: at every decision first, then where a grade hangs on it.

Work is counted in samples, never in seconds, so that one seed gives one review. A closer look
has the seed of the first: it goes on with the same samples, and a larger budget refines what a
smaller one found.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

from kibitz.coach.decision import Decision
from kibitz.coach.totals import totals
from kibitz.estimate.analyst import Analyst
from kibitz.estimate.estimate import Kind

# Samples of each look, where values are sampled: 8,000 are all hands of the play in cribbage.
BUDGETS = {"fast": (1_000,), "coaching": (1_000, 8_000), "exact": (1_000, 8_000, 50_000)}
NODES = 30  # positions of a tree that a search sees in the time of a sample
THOROUGH = 8_000  # samples from which a search sees no fewer than it does for the strongest level
QUICK = 3  # times fewer that it may see in a quicker look
GROWTH = 4  # times the samples of the look before
CLEAR = 2.0  # open standard errors within which the grade must be one, to need no closer look
SURELY = 4.0  # standard errors that an estimate is hardly ever off
NEAR = 20.0  # standard errors in a loss that is known well enough
TRIFLE = 0.05  # of a point: half of what the mildest severity allows


@dataclass(frozen=True)
class CloserLimit:
    """The most samples of closer looks: at one decision, and of a seat in all."""

    each: int
    all: int


CLOSER = {
    "coaching": CloserLimit(512_000, 1_500_000),
    "exact": CloserLimit(3_200_000, 10_000_000),
}


def looking(analyst: Analyst, samples: int) -> Analyst:
    """The analyst with the work of so many samples, or of as much of a tree.

    It sees no less of the tree than it would by itself, in a quick look no less than a third:
    else it would blame the strongest level for what it cannot see.
    """
    found = analyst.within(iterations=samples)
    if "nodes" not in {field.name for field in fields(found)}:
        return found
    own: int = getattr(analyst, "nodes", None) or analyst.usual_nodes
    nodes = max(NODES * samples, own if samples >= THOROUGH else own // QUICK)
    return replace(found, nodes=nodes)  # type: ignore[call-arg]


def next_closer(
    decisions: Iterable[Decision], work: Mapping[int, int], limit: CloserLimit
) -> Decision | None:
    """The least certain of a seat's decisions, while its grade is open; `work` are samples."""
    mine = [d for d in decisions if d.is_weighed]
    if len(totals(mine, "").grades_within(CLEAR)) < 2:
        return None
    unsure = [d for d in mine if d.open_error and work[d.number] * GROWTH <= limit.each]
    return max(unsure, key=lambda d: (d.open_error, -d.number), default=None)


def is_settled(decision: Decision, point: float) -> bool:
    """Whether more samples would hardly change the verdict; `point` weighs like one."""
    if decision.is_exact or decision.is_forced or decision.chosen.is_as_good:
        return True
    if decision.kind is Kind.SAMPLED and decision.is_complete:
        return True
    rival = decision.top[1] if decision.chosen == decision.best else decision.chosen
    if rival.loss_error is None:
        return False
    gap, doubt = decision.best.value - rival.value, SURELY * rival.loss_error
    if decision.chosen == decision.best:
        return gap > doubt - TRIFLE * point  # no other is better by more than a trifle
    return gap + doubt < TRIFLE * point or gap > NEAR * rival.loss_error
