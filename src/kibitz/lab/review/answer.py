"""A review as plain data: enough to show it, to keep it, and to draw it again without judging.

Losses are in the unit of the seat's sums (points, wins, big blinds), never negative. A
decision's verdict is the severity of its loss, `forced`, `too close to call` or `not judged`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.request import Answer, Progress
from kibitz.core.sheet import Sheet
from kibitz.core.speech import loss_words
from kibitz.lab.analysis import AdviceAnswer, OptionAnswer, advice_answer, option_answer
from kibitz.lab.records import RecordAnswer, recorded

if TYPE_CHECKING:
    from kibitz.coach.decision import Decision
    from kibitz.coach.luck import Luck
    from kibitz.coach.review import Review, SeatReview
    from kibitz.coach.totals import Totals
    from kibitz.core.game import Game
    from kibitz.estimate.estimate import Option

WORST = 5  # decisions that are shown first
UNJUDGED = "not judged"  # a severity: values were too rough to blame anybody


@dataclass(frozen=True)
class DecisionAnswer:
    """One judged decision."""

    number: int  # of the move in the record, from 1
    seat: int
    phase: str
    themes: tuple[str, ...]  # what it is about; the first is its kind
    hand: int
    position: str  # what the seat saw
    chosen: OptionAnswer
    best: OptionAnswer
    top: tuple[OptionAnswer, ...]
    unit: str
    loss: float
    win_loss: float | None
    win: float | None  # the chance to win before it, with the best option
    severity: str
    rank: int  # of the severity on its scale, 0 for the mildest
    weight: float  # the loss in what weighs like a point
    random_weight: float  # what a move at random would have lost on average
    weighed: bool  # whether it counts for accuracy and grade
    forced: bool
    too_close_to_call: bool
    kind: Literal["exact", "solved", "sampled", "judged"]
    by: str
    accuracy: float | None
    reason: str
    advice: AdviceAnswer | None

    @property
    def verdict(self) -> str:
        """In a word or two, what is to be thought of it."""
        if self.forced:
            return "forced"
        return "too close to call" if self.too_close_to_call else self.severity


@dataclass(frozen=True, kw_only=True)
class TotalsAnswer:
    """The sum of some decisions; forced ones are not counted."""

    decisions: int
    unforced: int
    forced: int
    counted: int  # unforced ones valued in the unit of `loss`
    loss: float
    loss_per_decision: float | None
    win_loss: float | None
    win_loss_per_decision: float | None
    weighed: int  # decisions that count for accuracy: neither forced nor in a decided game
    cost: float | None  # what those lost on average, in points or what weighs like one
    random_cost: float | None  # what moves at random would have lost there
    accuracy: float | None  # from 0 to 100, a function of cost and random_cost


@dataclass(frozen=True, kw_only=True)
class HandAnswer(TotalsAnswer):
    """One hand of a seat: its sum, its worst decision, and what the cards gave."""

    hand: int
    worst: int | None  # the number of the decision that lost most
    luck: float | None


@dataclass(frozen=True, kw_only=True)
class SeatAnswer(TotalsAnswer):
    """Everything one seat decided."""

    seat: int
    seat_name: str
    player: str
    unit: str
    loss_per_hand: float | None  # over the hands that had a decision counted in this unit
    phases: dict[str, TotalsAnswer]
    hands: tuple[HandAnswer, ...]
    counts: dict[str, int]  # unforced decisions by severity
    worst: int | None
    grade: str | None  # a function of the accuracy; None where it is not known yet
    grades: tuple[str, ...]  # those that are possible, best first
    luck: float | None
    result_without_luck: float | None


@dataclass(frozen=True)
class LuckAnswer:
    """One chance event and what it gave each seat."""

    number: int
    hand: int
    text: str
    luck: tuple[float, ...]


@dataclass(frozen=True)
class ReviewAnswer(Answer):
    """A whole game judged; while `done` is below `looks` more is to come."""

    schema: ClassVar[str] = "review/3"

    title: str
    game: str
    players: tuple[str, ...]
    result: tuple[float, ...] | None
    record: RecordAnswer
    budget: str
    analyst: str
    seed: int
    seats: tuple[SeatAnswer, ...]
    decisions: tuple[DecisionAnswer, ...]
    worst: tuple[int, ...]  # the decisions that lost most, worst first
    luck: tuple[float, ...] | None  # of each seat; None while it is not known
    luck_adjusted: tuple[float, ...] | None  # the result without it
    events: tuple[LuckAnswer, ...]
    remarks: tuple[str, ...]
    looks: int
    done: int
    kept_as: int | None = None  # the number of the game in the archive
    number: int | None = None  # of the record in its file, from 1
    of: int | None = None  # how many the file has

    @property
    def asides(self) -> tuple[str, ...]:
        if self.of is None or self.of == 1:
            return ()
        return (f"this is game {self.number} of {self.of} in the file; --game N takes another",)

    @property
    def is_complete(self) -> bool:
        return self.done >= self.looks

    @property
    def progress(self) -> Progress | None:
        if self.is_complete:
            return None
        return Progress(self.done, self.looks, self._worst_so_far())

    def _worst_so_far(self) -> str:
        from kibitz.core.registry import make_game

        worst = max(self.decisions, key=lambda d: d.weight, default=None)
        if worst is None:
            return ""
        return f"worst loss so far {loss_words(make_game(self.game), worst.loss, worst.unit)}"

    def decision(self, number: int) -> DecisionAnswer:
        """The decision of that number."""
        return next(d for d in self.decisions if d.number == number)

    def sheet(self) -> Sheet:
        from kibitz.lab.review.sheet import review_sheet

        return review_sheet(self)

    def page(self) -> str:
        from kibitz.lab.review.page import review_page

        return review_page(self)

    def rows(self) -> list[dict[str, object]]:
        return [
            {
                "number": d.number,
                "seat": d.seat,
                "phase": d.phase,
                "hand": d.hand,
                "played": d.chosen.move,
                "best": d.best.move,
                "loss": d.loss,
                "unit": d.unit,
                "win": d.win,
                "verdict": d.verdict,
                "reason": d.reason,
            }
            for d in self.decisions
        ]


def review_answer(
    review: "Review", luck: "Luck | None", looks: int, done: int, kept_as: int | None = None
) -> ReviewAnswer:
    """A review as plain data."""
    hands = _hands_of_events(review, luck)
    decisions = tuple(_decision(review, d) for d in review.decisions)
    wrong = [d for d in decisions if not d.forced and d.weight > 0]
    wrong.sort(key=lambda d: (-d.weight, d.number))
    return ReviewAnswer(
        title=review.replay.game.title,
        game=review.record.game,
        players=review.record.players,
        result=review.record.result,
        record=recorded(review.record),
        budget=review.budget,
        analyst=review.analyst,
        seed=review.seed,
        seats=tuple(_seat(review, seat, luck, hands, decisions) for seat in review.seats),
        decisions=decisions,
        worst=tuple(d.number for d in wrong[:WORST]),
        luck=luck.total if luck else None,
        luck_adjusted=luck.adjusted if luck else None,
        events=tuple(
            LuckAnswer(e.number, hands[e.number], e.text, e.luck)
            for e in (luck.events if luck else ())
        ),
        remarks=tuple(review.remarks),
        looks=looks,
        done=done,
        kept_as=kept_as,
    )


def _hands_of_events(review: "Review", luck: "Luck | None") -> dict[int, int]:
    """The hand that each chance event belongs to: a deal to the one that it begins."""
    from kibitz.core.coached import coached

    replay, game = review.replay, coached(review.replay.game)
    after = [*(step.position for step in replay.steps[1:]), replay.end]
    events = luck.events if luck else ()
    return {event.number: game.hand(after[event.number - 1]) for event in events}


def _decision(review: "Review", d: "Decision") -> DecisionAnswer:
    from kibitz.coach.scale import scale_for

    game = review.replay.game
    return DecisionAnswer(
        number=d.number,
        seat=d.seat,
        phase=d.phase,
        themes=d.themes,
        hand=d.hand,
        position=d.position,
        chosen=_option(game, d, d.chosen),
        best=_option(game, d, d.best),
        top=tuple(_option(game, d, option) for option in d.top),
        unit=d.unit,
        loss=d.loss,
        win_loss=d.win_loss,
        win=d.win_before,
        severity=d.severity,
        rank=0 if d.is_rough else scale_for(game, d.unit).names.index(d.severity),
        weight=d.weight,
        random_weight=d.random_weight,
        weighed=d.is_weighed,
        forced=d.is_forced,
        too_close_to_call=d.is_close,
        kind=d.kind.value,
        by=d.by,
        accuracy=d.accuracy,
        reason=d.reason,
        advice=advice_answer(d.advice),
    )


def _option(game: "Game", d: "Decision", option: "Option") -> OptionAnswer:
    is_close = option == d.chosen and d.is_close
    return option_answer(game, d.unit, option, d.best.value, is_close=is_close)


def _seat(
    review: "Review",
    seat: "SeatReview",
    luck: "Luck | None",
    hands_of_events: dict[int, int],
    decisions: tuple[DecisionAnswer, ...],
) -> SeatAnswer:
    counted = [totals for totals in seat.hands.values() if totals.counted]
    gifts = dict.fromkeys(seat.hands, 0.0)
    for event in luck.events if luck else ():
        hand = hands_of_events[event.number]
        gifts[hand] = gifts.get(hand, 0.0) + event.luck[seat.seat]
    has_luck = bool(luck and luck.events)
    adjusted = luck.adjusted if luck else None
    return SeatAnswer(
        seat=seat.seat,
        seat_name=review.replay.game.seat_name(seat.seat),
        player=seat.player,
        unit=seat.unit,
        **_totals(seat.total),
        loss_per_hand=seat.total.loss / len(counted) if counted else None,
        phases={name: TotalsAnswer(**_totals(totals)) for name, totals in seat.phases.items()},
        hands=tuple(
            HandAnswer(
                **_totals(totals),
                hand=hand,
                worst=_worst_of(decisions, seat.seat, hand),
                luck=gifts[hand] if has_luck else None,
            )
            for hand, totals in seat.hands.items()
        ),
        counts=dict(seat.counts),
        worst=seat.worst.number if seat.worst else None,
        grade=seat.grade,
        grades=seat.total.grades,
        luck=luck.total[seat.seat] if luck and has_luck else None,
        result_without_luck=adjusted[seat.seat] if adjusted and has_luck else None,
    )


def _worst_of(decisions: tuple[DecisionAnswer, ...], seat: int, hand: int) -> int | None:
    mine = [d for d in decisions if (d.seat, d.hand) == (seat, hand) and d.weight > 0]
    return max(mine, key=lambda d: (d.weight, -d.number)).number if mine else None


def _totals(totals: "Totals") -> dict[str, Any]:
    return {
        "decisions": totals.decisions,
        "unforced": totals.unforced,
        "forced": totals.decisions - totals.unforced,
        "counted": totals.counted,
        "loss": totals.loss,
        "loss_per_decision": totals.loss_per_decision,
        "win_loss": totals.win_loss,
        "win_loss_per_decision": totals.win_loss_per_decision,
        "weighed": totals.weighed,
        "cost": totals.cost,
        "random_cost": totals.random_cost,
        "accuracy": totals.accuracy,
    }
