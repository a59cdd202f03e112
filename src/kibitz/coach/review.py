"""A game judged decision by decision, while one watches.

`reviewing` yields decisions as they are judged: first a quick look at all of them in the
order of the game, then, where values are sampled and the budget allows more, those that
are not settled get a closer one, then a closer one still, what looks worst first. At last
those on which an open grade hangs are looked at until it is clear (`closer`). The same seed
gives the same review: limits are in samples, never in seconds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from kibitz.coach.closer import (
    BUDGETS,
    CLOSER,
    GROWTH,
    CloserLimit,
    is_settled,
    looking,
    next_closer,
)
from kibitz.coach.decision import Decision, judge
from kibitz.coach.scale import UNJUDGED, scale_for
from kibitz.coach.totals import Totals, totals, unit_of
from kibitz.core.coached import coached
from kibitz.core.game import view
from kibitz.core.record import Record, Replay, Step
from kibitz.core.seeds import nth
from kibitz.errors import UnknownName
from kibitz.estimate.analyst import Analyst
from kibitz.players.roster import default_analyst

K = TypeVar("K")


@dataclass(frozen=True)
class SeatReview:
    """Everything one seat decided."""

    seat: int
    player: str
    unit: str  # of the sums
    total: Totals
    phases: Mapping[str, Totals]
    hands: Mapping[int, Totals]
    counts: Mapping[str, int]  # severities of unforced decisions
    worst: Decision | None

    @property
    def grade(self) -> str | None:
        return self.total.grade

    @property
    def accuracy(self) -> float | None:
        return self.total.accuracy

    def fields(self) -> Mapping[str, object]:
        hands = sum(1 for totals in self.hands.values() if totals.counted)
        return {
            "seat": self.seat,
            "player": self.player,
            "unit": self.unit,
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
    unjudged: Mapping[str, int] = field(default_factory=dict)  # decisions nobody can judge, by why

    @property
    def record(self) -> Record:
        return self.replay.record

    @property
    def remarks(self) -> list[str]:
        """What the game has to say besides the decisions, and what could not be judged."""
        advice = {d.number: (d.seat, d.advice) for d in self.decisions if d.advice is not None}
        hidden = [
            f"{count} decision{'s' * (count != 1)} cannot be judged: {why}"
            for why, count in self.unjudged.items()
        ]
        rough = Counter(d.by for d in self.decisions if d.is_rough)
        hidden += [
            f"{count} decision{'s' * (count != 1)} valued by {by} alone: too rough to count a loss"
            for by, count in rough.items()
        ]
        unit = self.record.tags.get("unit")
        scaled = [f"one chip here is {unit} where the game was played"] if unit else []
        if self.record.seat is not None:
            hidden.append("the luck of the deal is not known from one seat")
        return [*hidden, *scaled, *coached(self.replay.game).remarks(advice)]

    def fields(self) -> Mapping[str, object]:
        return {
            "game": self.record.game,
            "players": list(self.record.players),
            "result": None if self.record.result is None else list(self.record.result),
            "budget": self.budget,
            "analyst": self.analyst,
            "seed": self.seed,
            "seats": [seat.fields() for seat in self.seats],
            "remarks": self.remarks,
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
        if seat is not None:
            replay.game.checked_seat(seat)
        self.replay, self.budget, self.seed = replay, budget, seed
        self.game = coached(replay.game)
        self.analyst = analyst or default_analyst(replay.game)
        self._tasks: list[_Task] = []
        self._unjudged: Counter[str] = Counter()
        for number, step in enumerate(replay.steps, 1):
            if step.seat >= 0 and seat in (None, step.seat):
                self._take(number, step)
        writer = replay.record.seat if seat is None else seat
        self._seats = range(replay.game.seats) if writer is None else [writer]
        self._judged: dict[int, Decision] = {}

    def _take(self, number: int, step: Step) -> None:
        """Have a decision judged, where it can be."""
        why = self._hides(step.seat) or self.game.cannot_judge(step.position, step.seat, step.move)
        if why:
            self._unjudged[why] += 1
        else:
            self._tasks.append(_Task(number, step, self.game.hand(step.position)))

    def _hides(self, seat: int) -> str:
        """Why the record cannot tell what a seat knew; empty where it can."""
        record = self.replay.record
        if record.seat in (None, seat):
            return ""
        return f"the record is known from the seat of {record.players[record.seat or 0]} only"

    @property
    def looks(self) -> int:
        """How many looks the review takes at the most, for a progress bar."""
        return len(self._tasks) * len(BUDGETS[self.budget])

    def reviewing(self) -> Iterator[Decision]:
        """Each decision as it is judged; one that gets a closer look comes again."""
        looks = dict.fromkeys(looking(self.analyst, n) for n in BUDGETS[self.budget])
        for number, analyst in enumerate(looks):
            for task in sorted(self._tasks, key=self._looks_bad) if number else self._tasks:
                yield self._judge(task, analyst)
        if self.budget in CLOSER:
            yield from self._looking_closer(CLOSER[self.budget])

    def _looking_closer(self, limit: CloserLimit) -> Iterator[Decision]:
        """The decisions that leave a grade open, the least certain first, ever more closely."""
        tasks = {task.number: task for task in self._tasks}
        work = dict.fromkeys(tasks, BUDGETS[self.budget][-1])
        for seat in self._seats:
            spent = 0
            while spent < limit.all:
                mine = [d for d in self._judged.values() if d.seat == seat]
                unsure = next_closer(mine, work, limit)
                if unsure is None:
                    break
                work[unsure.number] *= GROWTH
                spent += work[unsure.number]
                analyst = looking(self.analyst, work[unsure.number])
                yield self._judged_anew(tasks[unsure.number], analyst)

    def review(self) -> Review:
        """The whole review."""
        for _ in self.reviewing():
            pass
        return self.result()

    def result(self) -> Review:
        """What has been judged so far."""
        done = tuple(self._judged[number] for number in sorted(self._judged))
        seats = tuple(self._seat_review(seat, done) for seat in self._seats)
        told = (self.budget, self.seed, self.analyst.text)
        return Review(self.replay, done, seats, *told, dict(self._unjudged))

    def _looks_bad(self, task: _Task) -> float:
        return -self._judged[task.number].weight

    def _point(self, unit: str) -> float:
        """What weighs like a point, in a unit of values."""
        scale = scale_for(self.game, unit)
        return scale.point * scale.span

    def _judge(self, task: _Task, analyst: Analyst) -> Decision:
        earlier = self._judged.get(task.number)
        if earlier and is_settled(earlier, self._point(earlier.unit)):
            return earlier
        return self._judged_anew(task, analyst)

    def _judged_anew(self, task: _Task, analyst: Analyst) -> Decision:
        game, step = self.game, task.step
        known, asked = view(step.position, step.seat), analyst.asked_about(step.move)
        analysis = asked.analyse(game, known, step.seat, nth(self.seed, task.number))
        decision = judge(
            game, analysis, known, step.move, task.number, task.hand, game.phase(step.position)
        )
        self._judged[task.number] = decision
        return decision

    def _seat_review(self, seat: int, done: tuple[Decision, ...]) -> SeatReview:
        mine = [decision for decision in done if decision.seat == seat]
        unforced = [decision for decision in mine if not decision.is_forced]
        names, unit = self.replay.record.players, unit_of(mine) or self.game.unit
        return SeatReview(
            seat=seat,
            player=names[seat] if seat < len(names) else self.game.seat_name(seat),
            unit=unit,
            total=totals(mine, unit),
            phases=_grouped(mine, unit, lambda d: d.phase),
            hands=_grouped(mine, unit, lambda d: d.hand),
            counts=self._counts(mine, unforced),
            worst=self._worst(unforced),
        )

    def _counts(self, mine: list[Decision], unforced: list[Decision]) -> dict[str, int]:
        """How many decisions were of each severity, by all scales that were used."""
        scales = dict.fromkeys(scale_for(self.game, d.unit) for d in mine)
        names = dict.fromkeys(name for scale in scales for name in scale.names)
        if any(d.is_rough for d in unforced):
            names[UNJUDGED] = None
        return {name: sum(d.severity == name for d in unforced) for name in names}

    def _worst(self, unforced: list[Decision]) -> Decision | None:
        """The decision that lost most, the first of equals; none where nothing was lost."""
        worst = max(unforced, key=lambda d: (d.weight, -d.number), default=None)
        return worst if worst and worst.loss > 0 else None


def review(record: Record, budget: str = "coaching", seed: int = 0) -> Review:
    """A record judged as a whole."""
    return Reviewer(record.replay(), budget=budget, seed=seed).review()


def _grouped(decisions: list[Decision], unit: str, by: Callable[[Decision], K]) -> dict[K, Totals]:
    groups: dict[K, list[Decision]] = {}
    for decision in decisions:
        groups.setdefault(by(decision), []).append(decision)
    return {name: totals(group, unit) for name, group in groups.items()}
