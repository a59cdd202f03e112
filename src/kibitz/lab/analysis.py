"""Options of a position, each with what is known of it, best first; and the position drawn.

With `looks` an analysis improves while one watches: 1,000, 5,000 and 25,000 samples and so
on up to the analyst's own amount, so that the same seed gives the same looks.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.core.doubt import with_error
from kibitz.core.pictures import picture_of
from kibitz.core.request import LARGEST_SEED, POSITION, Answer, Progress, Request, ask, ask_seat
from kibitz.core.sheet import Sheet
from kibitz.lab.company import ask_cluster, ask_workers, check_cluster, hands_at

if TYPE_CHECKING:
    from kibitz.core.game import Game, Position
    from kibitz.core.hands import Hands
    from kibitz.estimate.analyst import Analyst
    from kibitz.estimate.estimate import Advice, Analysis, Estimate, Option

LOOKS = (1_000, 5_000, 25_000, 125_000)


@dataclass(frozen=True)
class OptionAnswer:
    """One legal move with what it is worth: exact, sampled with its error, or judged."""

    move: str
    value: float
    error: float | None  # the standard error; None of what is judged
    exact: bool
    kind: Literal["exact", "solved", "sampled", "judged"]
    by: str  # the rule or the depth of what is judged
    samples: int
    loss: float
    too_close_to_call: bool
    parts: dict[str, float]  # they sum to the value
    win: float | None
    win_error: float | None
    frequency: float | None
    facts: dict[str, float | int | str]
    reason: str

    @property
    def value_text(self) -> str:
        """The value as people read it."""
        return with_error(self.value, self.error)


@dataclass(frozen=True)
class AdviceAnswer:
    """What an analyst says on something other than the move."""

    topic: str
    when: str
    text: str
    facts: dict[str, float | int | str]


@dataclass(frozen=True)
class AnalysisAnswer(Answer):
    """Every option of a decision, best first."""

    schema: ClassVar[str] = "analysis/2"

    game: str
    position: str
    seat: int
    seat_name: str
    unit: str
    analyst: str
    kind: Literal["exact", "solved", "sampled", "judged"]
    exact: bool
    basis: str  # in words, what the values rest on
    best: str
    options: tuple[OptionAnswer, ...]
    advice: AdviceAnswer | None
    notes: tuple[str, ...]
    samples: int
    stopped_by: str
    seed: int
    seconds: float | None  # where times were asked for
    version: str

    def sheet(self) -> Sheet:
        from kibitz.core.game import view
        from kibitz.lab.options import options_sheet
        from kibitz.lab.shortlist import shortened

        game, p = _set_up(self.game, self.position)
        short, between = shortened(self, game, view(p, self.seat))
        rest = f"{between}, which --all lists" if between else ""
        return [picture_of(game, p, self.seat), *options_sheet(short, rest=rest)]

    def rows(self) -> list[dict[str, object]]:
        return [
            {"move": o.move, "value": o.value, "error": o.error, "kind": o.kind}
            | {"loss": o.loss, "win": o.win}
            | o.parts
            for o in self.options
        ]

    @property
    def progress(self) -> Progress | None:
        return Progress(self.samples, None, f"{self.best} {self.options[0].value_text}")


@dataclass(frozen=True)
class WholeAnalysisAnswer(AnalysisAnswer):
    """The same answer, which shows every option to people, too."""

    def sheet(self) -> Sheet:
        from kibitz.lab.options import options_sheet

        game, p = _set_up(self.game, self.position)
        return [picture_of(game, p, self.seat), *options_sheet(self, None)]


@dataclass(frozen=True)
class AnalyseRequest(Request[AnalysisAnswer]):
    """Value every option of POSITION in GAME.

    The position is written as the game writes it (kibitz show GAME draws one). Options are
    listed best first with what each gives up; "?" marks a difference too close to call. Bets
    that differ by a chip or two are not all listed: --all does, and --json always.
    """

    verb: ClassVar[str] = "analyse"
    examples: ClassVar[tuple[str, ...]] = (
        "nim 3,4,5",
        "tictactoe X../.O./... --analyst mcts",
    )
    gives: ClassVar[type[Answer]] = AnalysisAnswer
    takes_dashes: ClassVar[bool] = True  # a position may begin with one
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg", "html")

    game: str = ask(argument=True)
    position: str = ask(argument=True, holds=POSITION)
    seat: int | None = ask_seat("Seat that decides.")
    analyst: str | None = ask(None, "Analyst that values the options.", metavar="A")
    budget: Literal["fast", "coaching", "exact"] | None = ask(
        None, "Work to spend as in a review, where values are not exact."
    )
    iterations: int | None = ask(None, "Iterations or samples to spend.", low=1, metavar="N")
    seconds: float | None = ask(None, "Seconds to spend.", above=0.0, metavar="S")
    all: bool = ask(False, "List every option.")
    looks: bool = ask(False, "Answer early and improve, for --stream.")
    times: bool = ask(False, "Report the seconds taken, which vary.")
    seed: int | None = ask(
        None,
        "Root of all random numbers; the same seed gives the same answer.",
        high=LARGEST_SEED,
        metavar="S",
    )
    workers: int | None = ask_workers()
    cluster: str | None = ask_cluster()

    def answers(self) -> Iterator[AnalysisAnswer]:
        game, p = _set_up(self.game, self.position)
        p, looks = _decision(game, p, self.seat), list(self._looks(game))
        if self.cluster or (self.workers or 1) > 1:
            _check_shared(looks[-1])
        with hands_at(self.cluster, self.workers) as hands:
            yield from self._analysed(game, p, looks, hands)

    def _analysed(
        self, game: "Game", p: "Position", looks: "list[Analyst]", hands: "Hands | None"
    ) -> Iterator[AnalysisAnswer]:
        from kibitz.core.game import turn, view
        from kibitz.core.seeds import checked_seed
        from kibitz.estimate.analyst import Shared

        root, seat = checked_seed(self.seed), int(turn(p))
        for analyst in looks:
            begun, asked = time.perf_counter(), (game, view(p, seat), seat, root)
            if hands is not None and isinstance(analyst, Shared):
                analysis = analyst.analyse_by(hands, *asked)
            else:
                analysis = analyst.analyse(*asked)
            seconds = round(time.perf_counter() - begun, 6) if self.times else None
            analysis = replace(analysis, seed=root)
            answer = analysis_answer(game, p, analyst, analysis, seconds)
            yield WholeAnalysisAnswer(**vars(answer)) if self.all else answer

    def check(self) -> None:
        from kibitz.errors import BadValue

        if self.budget is not None and self.iterations is not None:
            raise BadValue("give a budget or a number of iterations, not both")
        check_cluster(self.cluster, self.workers)
        if self.seconds is not None and (self.workers or self.cluster):
            way = "workers" if self.workers else "cluster"
            raise BadValue(f"--seconds excludes --{way}: give a number of iterations")

    def _looks(self, game: "Game") -> "Iterator[Analyst]":
        """The analyst with growing amounts of work; by itself where it has none to grow."""
        from kibitz.coach.closer import BUDGETS, looking
        from kibitz.players.roster import default_analyst, make_analyst

        analyst = make_analyst(self.analyst, game) if self.analyst else default_analyst(game)
        whole = analyst.within(iterations=self.iterations, seconds=self.seconds)
        if self.budget is not None:
            whole = looking(whole, BUDGETS[self.budget][-1])
        if self.looks and self.seconds is None:
            smaller = (analyst.within(iterations=n) for n in LOOKS)
            yield from dict.fromkeys(look for look in smaller if _work(look) < _work(whole))
        yield whole


def _check_shared(analyst: "Analyst") -> None:
    """Refuse several workers for an analyst whose work is one piece."""
    from kibitz.errors import WrongKind
    from kibitz.estimate.analyst import Shared

    if not isinstance(analyst, Shared):
        raise WrongKind(f"{analyst.name} cannot share the work on one decision; rollout can")


def _work(analyst: "Analyst") -> int:
    from kibitz.estimate.analyst import LIMITS

    amounts = [getattr(analyst, limit, None) for limit in LIMITS]
    return max((amount for amount in amounts if amount is not None), default=0)


def _set_up(game: str, position: str) -> "tuple[Game, Position]":
    from kibitz.core.registry import make_game

    made = make_game(game)
    return made, made.parse_position(position)


def _decision(game: "Game", p: "Position", seat: int | None) -> "Position":
    """The position with somebody to decide in it."""
    from kibitz.core.game import CHANCE, OVER, turn
    from kibitz.errors import BadValue

    if turn(p) in (OVER, CHANCE):
        where = game.position_text(p)
        raise BadValue(f"there is nothing to decide in {where}: {game.whose_turn(p)}")
    return p if seat is None else game.seated(p, seat)


def analysis_answer(
    game: "Game", p: "Position", analyst: "Analyst", analysis: "Analysis", seconds: float | None
) -> AnalysisAnswer:
    """An analysis of a position as plain data."""
    from kibitz import __version__

    return AnalysisAnswer(
        game=game.text,
        position=game.position_text(p),
        seat=analysis.seat,
        seat_name=game.seat_name(analysis.seat),
        unit=analysis.unit,
        analyst=analyst.text,
        kind=analysis.kind.value,
        exact=analysis.is_exact,
        basis=analysis.basis,
        best=analysis.best.text,
        options=tuple(
            option_answer(
                game,
                analysis.unit,
                option,
                analysis.best.value,
                is_close=analysis.is_too_close_to_call(option.move),
            )
            for option in analysis.options
        ),
        advice=advice_answer(analysis.advice),
        notes=analysis.notes,
        samples=analysis.samples,
        stopped_by=analysis.stopped_by,
        seed=analysis.seed or 0,
        seconds=seconds,
        version=__version__,
    )


def option_answer(
    game: "Game", unit: str, option: "Option", best: float, *, is_close: bool
) -> OptionAnswer:
    """An option as plain data, beside one that is worth `best`."""
    estimate, win = option.estimate, win_of(game, unit, option)
    return OptionAnswer(
        move=option.text,
        value=estimate.value,
        error=error_of(estimate),
        exact=estimate.is_exact,
        kind=estimate.kind.value,
        by=estimate.by,
        samples=estimate.samples,
        loss=best - option.value,
        too_close_to_call=is_close,
        parts=dict(option.parts),
        win=None if win is None else win.value,
        win_error=None if win is None else error_of(win),
        frequency=option.frequency,
        facts=dict(option.facts),
        reason=option.reason,
    )


def win_of(game: "Game", unit: str, option: "Option") -> "Estimate | None":
    """The chance to win, where the analyst has told it, or where a value in wins hides it.

    Between two sides a value of -1 to 1 says it plainly; at a larger table a loss pays less.
    """
    if option.win is not None or unit != "wins" or game.has_two_sides:
        return option.win
    worth = option.estimate
    chance = game.chance_to_win(worth.value)
    return replace(worth, value=chance, error=worth.error / game.win_span)


def error_of(estimate: "Estimate") -> float | None:
    """The standard error; what is judged has none that anybody knows."""
    from kibitz.estimate.estimate import Kind

    return None if estimate.kind is Kind.JUDGED else estimate.error


def advice_answer(advice: "Advice | None") -> AdviceAnswer | None:
    """Advice as plain data."""
    if advice is None:
        return None
    return AdviceAnswer(advice.topic, advice.when, advice.text, dict(advice.facts))
