"""A review for people: graphs, decisions, sums."""

import math

from kibitz.core.ink import Ink, Written, ink, joined
from kibitz.core.naming import called
from kibitz.core.sheet import Block, Chart, Column, Curve, Dot, Heading, Sheet, Words, listing
from kibitz.core.speech import plural
from kibitz.lab.review.answer import (
    UNJUDGED,
    DecisionAnswer,
    ReviewAnswer,
    SeatAnswer,
    TotalsAnswer,
)
from kibitz.lab.wording import WINS

MARKS = ("", "?!", "?", "??", "???")


def review_sheet(review: ReviewAnswer) -> Sheet:
    """The review laid out: a graph for each seat, every decision, the sums."""
    players = " – ".join(review.record.players)
    found: list[Block] = [Heading(f"{review.title}: {players}")]
    found += [chart for seat in review.seats if (chart := win_chart(review, seat))]
    found.append(_decisions(review))
    if review.remarks:
        found.append(Words(review.remarks))
    for seat in review.seats:
        found.append(Words(tuple(seat_words(seat))))
        if len(seat.hands) > 1:
            found.append(_hands(seat))
    facts = f"valued by {review.analyst}, budget {review.budget}, seed {review.seed}"
    kept = "" if review.kept_as is None else f"; kept as game {review.kept_as}"
    found.append(Words.of(facts + kept, role="quiet"))
    return found


def win_chart(review: ReviewAnswer, seat: SeatAnswer) -> Chart | None:
    """The chance to win with best play at each decision of a seat; None where it is unknown."""
    known = [d for d in review.decisions if d.seat == seat.seat and d.win is not None]
    if len(known) < 2:
        return None
    dots = tuple(
        Dot(
            d.number,
            d.win or 0.0,
            f"scale_{min(d.rank, 4)}",
            decision_words(d),
            link=f"#d{d.number}",
        )
        for d in known
        if d.rank > 0 and not d.forced
    )
    line = Curve(tuple((d.number, d.win or 0.0) for d in known), seat.player, dots=dots)
    return Chart(
        f"chance to win of {seat.player}, with best play",
        "move",
        "",
        (line,),
        low=0.0,
        high=1.0,
        is_percent=True,
    )


def _dot(d: DecisionAnswer) -> Dot:
    role = f"scale_{min(d.rank, 4)}"
    return Dot(d.number, d.win or 0.0, role, decision_words(d), link=f"#d{d.number}")


def decision_words(d: DecisionAnswer) -> str:
    """A decision in a few words: what was played, what it lost."""
    better = f"; {d.best.move} was better" if d.loss > 0 else ""
    return f"{d.number}. {d.chosen.move}: {d.verdict}{better}"


def loss_text(d: DecisionAnswer, unit: str) -> str:
    """The loss in the unit of the sums, or in chance to win where that decides."""
    if d.forced or d.severity == UNJUDGED:
        return ""
    if d.unit == unit != WINS:
        return f"{d.loss:.3f}"
    return f"{100 * (d.win_loss or 0.0):.1f} %"


def _decisions(review: ReviewAnswer) -> Block:
    units = {seat.seat: seat.unit for seat in review.seats}
    seats = review.seats
    names = called([seat.seat_name for seat in seats], [seat.player for seat in seats])
    who = {seat.seat: name for seat, name in zip(seats, names, strict=True)}
    columns = [
        Column("#", True, 9),
        Column("who", importance=5),
        Column("played", importance=9),
        Column("best", importance=8),
        Column("loss", True, 9),
        Column("verdict", importance=7),
        Column("why", importance=3),
    ]
    rows = [_row(d, units[d.seat], who[d.seat]) for d in review.decisions]
    if len(seats) == 1:  # nobody else is there
        columns, rows = columns[:1] + columns[2:], [row[:1] + row[2:] for row in rows]
    return listing(tuple(columns), rows, marked=_marked(review))


def _marked(review: ReviewAnswer) -> list[int]:
    return [i for i, d in enumerate(review.decisions) if d.number in review.worst]


def _row(d: DecisionAnswer, unit: str, who: str) -> list[Written]:
    rank = 0 if d.forced else min(d.rank, 4)
    verdict = ink(f"{d.verdict} {MARKS[rank]}".strip(), f"scale_{rank}" if rank else "quiet")
    best = d.best.move if d.loss > 0 else ""
    why = d.reason if d.rank and not d.forced else ""
    loss = loss_text(d, unit)
    return [str(d.number), who, d.chosen.move, best, loss, verdict, why]


def seat_words(seat: SeatAnswer) -> list[Written]:
    """What is to be said of everything a seat decided."""
    grade = ": grade " + ink(grade_words(seat), "strong")
    head: Ink = ink(seat.player, "strong") + grade + f", {average_words(seat)}"
    if not seat.weighed:
        return [head]
    lines: list[Written] = [head, f"  {_counted(seat)}"]
    if len(seat.phases) > 1:
        lines += [f"  {name}: {_phase(part)}" for name, part in seat.phases.items() if part.weighed]
    if seat.win_loss is not None:
        lines.append(f"  {100 * seat.win_loss:.1f} points of win probability lost in all")
    counts = [f"{n} {plural(name, n)}" for name, n in seat.counts.items() if n]
    lines.append("  " + joined(", ", counts))
    if seat.luck is not None:
        lines.append(f"  {luck_words(seat)}")
    return lines


def grade_words(seat: SeatAnswer) -> str:
    """The grade, or those that are still possible."""
    if len(seat.grades) > 1:
        return f"{seat.grades[0]} to {seat.grades[-1]}, not yet known"
    return seat.grade or "none"


def average_words(seat: TotalsAnswer) -> str:
    """Accuracy, and the two figures that it is a function of."""
    if not seat.unforced:
        return "nothing to judge"
    if seat.accuracy is None or seat.cost is None:
        return "nothing was at stake" if seat.weighed else "no decision could be weighed"
    costs = f"cost {seat.cost:.3f} per decision, random play {seat.random_cost:.3f}"
    return f"accuracy {math.floor(seat.accuracy + 0.5)} of 100 ({costs})"


def _counted(seat: SeatAnswer) -> str:
    """What those figures are averages of."""
    rough = seat.counts.get(UNJUDGED, 0)
    others = seat.unforced - seat.counted - rough
    weight = f", {others} of them judged by the chance to win" if others else ""
    decided = seat.unforced - seat.weighed - rough
    left_out = f", {decided} in a decided game" if decided else ""
    left_out += f", {rough} not judged" if rough else ""
    return f"{_decisions_in(seat)}{weight}, {seat.forced} forced{left_out}"


def _decisions_in(part: TotalsAnswer) -> str:
    return "1 decision" if part.weighed == 1 else f"{part.weighed} decisions"


def _phase(part: TotalsAnswer) -> str:
    accuracy = "" if part.accuracy is None else f", accuracy {math.floor(part.accuracy + 0.5)}"
    return f"{_decisions_in(part)}, cost {part.cost or 0.0:.3f} per decision{accuracy}"


def luck_words(seat: SeatAnswer) -> str:
    """What chance gave a seat, and the result without it."""
    adjusted = seat.result_without_luck
    without = "" if adjusted is None else f"; result without it {adjusted:+.2f}"
    return f"luck {seat.luck or 0.0:+.2f}{without}"


def _hands(seat: SeatAnswer) -> Block:
    columns = [
        Column("hand", True, 9),
        Column("decisions", True, 5),
        Column(f"loss ({seat.unit})", True, 8),
        Column("chance to win lost", True, 8),
        Column("worst", True, 7),
        Column("luck", True, 6),
    ]
    rows = [
        [
            str(hand.hand + 1),
            str(hand.unforced),
            f"{hand.loss:.3f}" if hand.counted else "",
            "" if hand.win_loss is None else f"{100 * hand.win_loss:.1f} %",
            "" if hand.worst is None else f"#{hand.worst}",
            "" if hand.luck is None else f"{hand.luck:+.3f}",
        ]
        for hand in seat.hands
    ]
    told = [i for i in range(len(columns)) if any(row[i] for row in rows)]
    kept = [[row[i] for i in told] for row in rows]
    return listing(tuple(columns[i] for i in told), kept, title=f"hands of {seat.player}")
