"""A game judged decision by decision, while one watches.

`reviewing` yields decisions as they are judged: first a quick look at all of them in the
order of the game, then, where values are sampled and the budget allows more, those that
look worst get a closer one, worst first. The same seed gives the same review: limits
are in samples, never in seconds.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from kibitz.coach.accuracy import game_accuracy
from kibitz.coach.decision import Decision, judge
from kibitz.coach.scale import Scale, scale_for
from kibitz.core.game import view
from kibitz.core.record import Record, Replay, Step
from kibitz.core.seeds import nth
from kibitz.errors import BadValue, UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.players.roster import default_analyst

K = TypeVar("K")
BUDGETS = {"fast": 1_000, "coaching": 5_000, "exact": 100_000}  # samples, where values are sampled
FIRST_LOOK = "fast"


@dataclass(frozen=True)
class Totals:
    """The sum of some decisions: forced ones are shown and not counted."""

    decisions: int
    unforced: int
    loss: float
    win_loss: float | None

    @property
    def loss_per_decision(self) -> float | None:
        """The average loss of an unforced decision; nothing decided has none."""
        return self.loss / self.unforced if self.unforced else None

    @property
    def win_loss_per_decision(self) -> float | None:
        return (
            self.win_loss / self.unforced if self.unforced and self.win_loss is not None else None
        )

    def fields(self) -> Mapping[str, object]:
        return {
            "decisions": self.decisions,
            "unforced": self.unforced,
            "forced": self.decisions - self.unforced,
            "loss": self.loss,
            "loss_per_decision": self.loss_per_decision,
            "win_loss": self.win_loss,
            "win_loss_per_decision": self.win_loss_per_decision,
        }


@dataclass(frozen=True)
class SeatReview:
    """Everything one seat decided."""

    seat: int
    player: str
    total: Totals
    phases: Mapping[str, Totals]
    hands: Mapping[int, Totals]
    counts: Mapping[str, int]  # severities of unforced decisions
    worst: Decision | None
    grade: str | None
    accuracy: float | None

    def fields(self) -> Mapping[str, object]:
        hands = len(self.hands)
        return {
            "seat": self.seat,
            "player": self.player,
            **self.total.fields(),
            "loss_per_hand": self.total.loss / hands if hands else None,
            "phases": {name: totals.fields() for name, totals in self.phases.items()},
            "hands": [{"hand": n, **totals.fields()} for n, totals in self.hands.items()],
            "counts": dict(self.counts),
            "worst": self.worst.number if self.worst else None,
            "grade": self.grade,
            "accuracy": self.accuracy,
        }


@dataclass(frozen=True)
class Review:
    """A whole game judged."""

    replay: Replay
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    budget: str
    seed: int
    analyst: str

    @property
    def record(self) -> Record:
        return self.replay.record

    def fields(self) -> Mapping[str, object]:
        return {
            "game": self.record.game,
            "players": list(self.record.players),
            "result": None if self.record.result is None else list(self.record.result),
            "budget": self.budget,
            "analyst": self.analyst,
            "seed": self.seed,
            "seats": [seat.fields() for seat in self.seats],
            "decisions": [decision.fields() for decision in self.decisions],
        }


@dataclass(frozen=True)
class _Task:
    """A decision to judge: where in the game, and by which seed."""

    number: int
    step: Step
    hand: int


class Reviewer:
    """Judges the decisions of one replayed game."""

    def __init__(
        self,
        replay: Replay,
        seat: int | None = None,
        budget: str = "coaching",
        seed: int = 0,
        analyst: Analyst | None = None,
    ) -> None:
        if budget not in BUDGETS:
            raise UnknownName("budget", budget, BUDGETS)
        if seat is not None and not 0 <= seat < replay.game.seats:
            raise BadValue(f"seat {seat} is not between 0 and {replay.game.seats - 1}")
        self.replay, self.budget, self.seed = replay, budget, seed
        self.analyst = analyst or default_analyst(replay.game)
        self._tasks = [
            _Task(number, step, replay.game.hand(step.position))
            for number, step in enumerate(replay.steps, 1)
            if step.seat >= 0 and seat in (None, step.seat)
        ]
        self._seats = range(replay.game.seats) if seat is None else [seat]
        self._judged: dict[int, Decision] = {}

    @property
    def looks(self) -> int:
        """How many looks the review takes at the most, for a progress bar."""
        return len(self._tasks) * (1 if self.budget == FIRST_LOOK else 2)

    def reviewing(self) -> Iterator[Decision]:
        """Each decision as it is judged; one that gets a closer look comes again."""
        first = self.analyst.within(iterations=BUDGETS[FIRST_LOOK])
        for task in self._tasks:
            yield self._judge(task, first)
        if self.budget == FIRST_LOOK:
            return
        closer = self.analyst.within(iterations=BUDGETS[self.budget])
        if closer == first:
            return
        for task in sorted(self._tasks, key=self._looks_bad, reverse=True):
            yield self._judge(task, closer)

    def review(self) -> Review:
        """The whole review."""
        for _ in self.reviewing():
            pass
        return self.result()

    def result(self) -> Review:
        """What has been judged so far."""
        done = tuple(self._judged[number] for number in sorted(self._judged))
        seats = tuple(self._seat_review(seat, done) for seat in self._seats)
        return Review(self.replay, done, seats, self.budget, self.seed, self.analyst.text)

    def _looks_bad(self, task: _Task) -> float:
        decision = self._judged[task.number]
        return -1.0 if decision.is_forced or decision.is_exact else decision.loss

    def _judge(self, task: _Task, analyst: Analyst) -> Decision:
        earlier = self._judged.get(task.number)
        if earlier and (earlier.is_exact or earlier.is_forced):
            return earlier
        game, step = self.replay.game, task.step
        known = view(step.position, step.seat)
        analysis = analyst.analyse(game, known, step.seat, nth(self.seed, task.number))
        decision = judge(
            game, analysis, known, step.move, task.number, task.hand, game.phase(step.position)
        )
        self._judged[task.number] = decision
        return decision

    def _seat_review(self, seat: int, done: tuple[Decision, ...]) -> SeatReview:
        mine = [decision for decision in done if decision.seat == seat]
        unforced = [decision for decision in mine if not decision.is_forced]
        total = totals(mine)
        scale = scale_for(self.replay.game, mine[0].unit) if mine else None
        names = self.replay.record.players
        return SeatReview(
            seat=seat,
            player=names[seat] if seat < len(names) else f"seat {seat}",
            total=total,
            phases=_grouped(mine, lambda d: d.phase),
            hands=_grouped(mine, lambda d: d.hand),
            counts={n: sum(d.severity == n for d in unforced) for n in scale.names}
            if scale
            else {},
            worst=_worst(unforced),
            grade=_grade(total, scale) if scale else None,
            accuracy=_accuracy(unforced),
        )


def totals(decisions: list[Decision]) -> Totals:
    """The sum over `decisions`."""
    unforced = [decision for decision in decisions if not decision.is_forced]
    wins = [d.win_loss for d in unforced if d.win_loss is not None]
    return Totals(
        decisions=len(decisions),
        unforced=len(unforced),
        loss=sum(decision.loss for decision in unforced),
        win_loss=sum(wins) if len(wins) == len(unforced) and wins else None,
    )


def review(record: Record, budget: str = "coaching", seed: int = 0) -> Review:
    """A record judged as a whole."""
    return Reviewer(record.replay(), budget=budget, seed=seed).review()


def _grouped(decisions: list[Decision], by: Callable[[Decision], K]) -> dict[K, Totals]:
    groups: dict[K, list[Decision]] = {}
    for decision in decisions:
        groups.setdefault(by(decision), []).append(decision)
    return {name: totals(group) for name, group in groups.items()}


def _grade(total: Totals, scale: Scale) -> str | None:
    average = (
        total.win_loss_per_decision if scale.unit == "win probability" else total.loss_per_decision
    )
    return None if average is None else scale.grade(average)


def _worst(unforced: list[Decision]) -> Decision | None:
    """The decision that lost most, the first of equals; none where nothing was lost."""
    worst = max(unforced, key=lambda d: (d.loss, -d.number), default=None)
    return worst if worst and worst.loss > 0 else None


def _accuracy(unforced: list[Decision]) -> float | None:
    known = [d for d in unforced if d.win_loss is not None and d.win_before is not None]
    if len(known) < len(unforced):
        return None
    return game_accuracy([d.win_before or 0.0 for d in known], [d.win_loss or 0.0 for d in known])
