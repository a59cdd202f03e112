"""A review as one page: drawn positions, steps by arrow keys, nothing fetched from elsewhere."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kibitz.core.speech import plural
from kibitz.lab.analysis import OptionAnswer
from kibitz.lab.records import record_of
from kibitz.lab.review.answer import DecisionAnswer, HandAnswer, ReviewAnswer, SeatAnswer
from kibitz.lab.review.sheet import (
    average_words,
    grade_words,
    loss_text,
    luck_words,
    seat_words,
    win_chart,
)
from kibitz.lab.wording import lost_words, unit_words, worth_words

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position
    from kibitz.core.record import Replay
    from kibitz.core.scene import Scene, Trail
    from kibitz.drawing.overlay import Hint


def review_page(review: ReviewAnswer) -> str:
    """The page as HTML."""
    from kibitz.drawing.templates import rendered

    return rendered("review.html", **_data(review))


def review_body(review: ReviewAnswer) -> str:
    """What stands on the page below its title, for a page that serves the style and the script."""
    from kibitz.drawing.templates import rendered

    return rendered("review_body.html", **_data(review))


def review_title(review: ReviewAnswer) -> str:
    """The game and who played it."""
    return f"{review.title}: {' – '.join(review.record.players)}"


def _data(review: ReviewAnswer) -> dict[str, Any]:
    """Everything that the templates show."""
    from kibitz.drawing.charts import chart_svg
    from kibitz.drawing.templates import drawn

    replay = record_of(review.record).replay()
    story = _Story(review, replay)
    charts = [chart for seat in review.seats if (chart := win_chart(review, seat))]
    return {
        "title": review_title(review),
        "facts": review_facts(review),
        "seats": [_seat(seat) for seat in review.seats],
        "worst": [story.line(review.decision(number)) for number in review.worst],
        "graphs": [drawn(chart_svg(chart, standalone=False)) for chart in charts],
        "remarks": review.remarks,
        "hands": story.hands(),
        "decisions": [story.told(d) for d in review.decisions],
    }


def review_facts(review: ReviewAnswer) -> str:
    """How it ended, and what the values rest on."""
    return (
        f"{_ending(review)}; valued by {review.analyst}, budget {review.budget}, seed {review.seed}"
    )


def _ending(review: ReviewAnswer) -> str:
    """Who won, or who won how much."""
    from kibitz.core.registry import make_game

    game, result = make_game(review.game), review.record.result
    if result is None:
        return "unfinished"
    names = [game.seat_name(seat) for seat in range(len(result))]
    if game.unit != "wins":
        return f"{', '.join(f'{n} {x:+g}' for n, x in zip(names, result, strict=True))} {game.unit}"
    winners = [name for name, x in zip(names, result, strict=True) if x > 0]
    return f"{' and '.join(winners)} won" if winners else "drawn"


def _seat(seat: SeatAnswer) -> dict[str, Any]:
    lines = [f"grade {grade_words(seat)}"] if len(seat.grades) > 1 else []
    lines += [average_words(seat), *(str(line).strip() for line in seat_words(seat)[1:2])]
    counts = [f"{n} {plural(name, n)}" for name, n in seat.counts.items() if n]
    lines.append(", ".join(counts))
    if len(seat.phases) > 1:
        lines += [
            f"{name}: cost {part.cost:.3f} per decision"
            for name, part in seat.phases.items()
            if part.cost is not None
        ]
    if seat.luck is not None:
        lines.append(luck_words(seat))
    return {
        "player": seat.player,
        "grade": " to ".join(dict.fromkeys((*seat.grades[:1], *seat.grades[-1:]))) or "–",
        "lines": [x for x in lines if x],
    }


class _Story:
    """The decisions of a review with the scenes they were made in."""

    def __init__(self, review: ReviewAnswer, replay: "Replay") -> None:
        from kibitz.core.shown import shown

        self.review, self.replay, self.game = review, replay, shown(replay.game)
        self._units = {seat.seat: seat.unit for seat in review.seats}
        self._trails: dict[int, Trail] = {}

    def line(self, d: DecisionAnswer) -> dict[str, Any]:
        """What a list says of a decision."""
        return {
            "number": d.number,
            "who": self.game.seat_name(d.seat),
            "played": self._said(d, d.chosen.move),
            "words": self._words(d),
            "loss": self._loss(d) if d.loss > 0 else "",
            "rank": 0 if d.forced or d.too_close_to_call else min(d.rank, 4),
            "forced": d.forced,
        }

    def told(self, d: DecisionAnswer) -> dict[str, Any]:
        """Everything the page shows of a decision."""
        from kibitz.drawing.svg import svg
        from kibitz.drawing.templates import drawn

        wide, tall = (svg(self._scene(d, tall), standalone=False) for tall in (False, True))
        options = list(d.top)
        if d.chosen not in options:
            options.append(d.chosen)
        return self.line(d) | {
            "verdict": d.verdict,
            "reason": d.reason,
            "unit": unit_words(d.unit),
            "wide": drawn(wide),
            "tall": drawn(tall) if tall != wide else "",
            "position": d.position,
            "advice": f"{d.advice.topic} {d.advice.when}: {d.advice.text}" if d.advice else "",
            "options": [self._option(d, o) for o in (() if d.forced else options)],
        }

    def _loss(self, d: DecisionAnswer) -> str:
        return loss_text(d, self._units[d.seat])

    def _option(self, d: DecisionAnswer, option: OptionAnswer) -> dict[str, Any]:
        return {
            "move": self._said(d, option.move),
            "value": worth_words(self.game, d.unit, option),
            "loss": lost_words(self.game, d.unit, option.loss),
            "is_chosen": option.move == d.chosen.move,
        }

    def hands(self) -> list[dict[str, Any]]:
        """The decisions by hand, each hand with its sums."""
        groups: dict[int, list[DecisionAnswer]] = {}
        for d in self.review.decisions:
            groups.setdefault(d.hand, []).append(d)
        is_one = len(groups) == 1
        return [
            {
                "title": "All decisions" if is_one else f"Hand {hand + 1}",
                "sums": "" if is_one else self._sums(hand),
                "decisions": [self.line(d) for d in mine],
            }
            for hand, mine in groups.items()
        ]

    def _sums(self, hand: int) -> str:
        """What each seat lost in a hand, and what the cards gave."""
        told = []
        for seat in self.review.seats:
            mine: HandAnswer | None = next((h for h in seat.hands if h.hand == hand), None)
            if mine is not None:
                luck = "" if mine.luck is None else f", luck {mine.luck:+.2f}"
                worst = "" if mine.worst is None else f", most by move {mine.worst}"
                told.append(f"{seat.seat_name} lost {mine.loss:.2f}{worst}{luck}")
        return "; ".join(told)

    def _words(self, d: DecisionAnswer) -> str:
        """A decision in a few words: what was played, what would have been better."""
        better = f"; better: {self._said(d, d.best.move)}" if d.loss > 0 else ""
        return f"{self._said(d, d.chosen.move)}: {d.verdict}{better}"

    def _said(self, d: DecisionAnswer, move: str) -> str:
        """A move of a decision in words, from what the seat knew."""
        known = self._known(d)
        return self.game.move_words(known, self.game.parse_move(known, move))

    def _known(self, d: DecisionAnswer) -> "Position":
        from kibitz.core.game import view

        return view(self.replay.steps[d.number - 1].position, d.seat)

    def _scene(self, d: DecisionAnswer, tall: bool) -> "Scene":
        """The position as the seat saw it, with the move played and the best one marked."""
        from kibitz.drawing.overlay import overlaid

        trail = self._trail(d.seat)[: d.number - 1]
        scene = self.game.scene(self._known(d), d.seat, tall=tall, trail=trail)
        return scene if d.forced else overlaid(scene, _hints(d))

    def _trail(self, seat: int) -> "Trail":
        """All moves as a seat saw them."""
        if seat not in self._trails:
            self._trails[seat] = trail_of(self.game, self.replay, seat)
        return self._trails[seat]


def trail_of(game: "Game", replay: "Replay", seat: int) -> "Trail":
    """The moves of a replayed game as a seat saw them."""
    from kibitz.core.game import view
    from kibitz.core.scene import Moment

    positions = [*(step.position for step in replay.steps), replay.end]
    seen = [view(p, seat) for p in positions]
    actors = [step.seat for step in replay.steps]
    return tuple(map(Moment, actors, seen[:-1], seen[1:]))


def _hints(d: DecisionAnswer) -> "Mapping[str, Hint]":
    from kibitz.drawing.overlay import Hint

    hints = {d.best.move: Hint(0, is_best=True)}
    if d.loss > 0 and d.chosen.move != d.best.move:
        hints[d.chosen.move] = Hint(min(d.rank, 4))
    return hints
