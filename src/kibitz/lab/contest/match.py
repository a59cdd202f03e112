"""A match: one player for each seat, as many pairs as it takes, and a verdict.

Exit codes: 0 finished or H1 accepted, 3 H0 accepted, 4 inconclusive, 130 interrupted.
"""

import math
from collections.abc import Generator
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Progress, ask
from kibitz.core.sheet import Sheet
from kibitz.errors import BadValue
from kibitz.lab.contest.course import Standpoint
from kibitz.lab.contest.play import PLAYING, ContestAnswer, ContestRequest, LineUp
from kibitz.lab.contest.result import Result, Resume, result_fields, strength_words
from kibitz.lab.figures import Interval, finite, interval, span
from kibitz.lab.sprt.design import ask_overshoot

if TYPE_CHECKING:
    from kibitz.arena.match import Match, MatchRun
    from kibitz.arena.stop import StopRule
    from kibitz.lab.contest.store import MatchStore

USUAL_PAIRS = 100


@dataclass(frozen=True)
class MatchStop:
    """When the match ends: after so many pairs, by a test, or when the Elo is known well."""

    stop: str  # pairs, sprt or error
    pairs: int  # played at most
    elo: float | None = None  # of error: half the width of its interval, or of the payoff's
    elo0: float | None = None  # and the rest of a test's design
    elo1: float | None = None
    alpha: float | None = None
    beta: float | None = None
    elo_model: str | None = None
    batch: int | None = None
    overshoot: str | None = None
    small: float | None = None
    seed: int | None = None


@dataclass(frozen=True)
class SprtState:
    """The log-likelihood ratio between its bounds, and once decided the Elo allowing for it."""

    llr: float
    lower: float  # the bounds that decide, correction included
    upper: float
    overshoot: str  # the correction
    elo_model: str  # of the Elo below: normalized where payoffs decide
    elo: float | None = None
    elo_interval: Interval | None = None
    los: float | None = None


@dataclass(frozen=True, kw_only=True)
class MatchSnapshot(Result, ContestAnswer):
    """A match so far, or its result."""

    schema: ClassVar[str] = "match/1"
    limit_seconds: float | None
    stop: MatchStop
    sprt: SprtState | None
    pairs_needed: int | None  # more, about
    times: tuple[float | None, ...] | None  # seconds per move, where asked for
    _seconds: tuple[float | None, ...] = field(default=(), compare=False)  # the same for people

    @property
    def progress(self) -> Progress:
        total = None if self.pairs_needed is None else self.pairs + self.pairs_needed
        return Progress(self.pairs, total, self._words() + self._course.words(total))

    @property
    def standpoint(self) -> Standpoint:
        name = "elo" if self.elo is not None else "nelo"
        test = self.sprt
        return Standpoint(
            self.pairs,
            None if test is None else test.llr,
            None if test is None else (test.lower, test.upper),
            getattr(self, name),
            getattr(self, f"{name}_interval"),
        )

    def _words(self) -> str:
        words = [f"{self.pairs} pairs"]
        if self.elo_interval is not None:
            words.append(f"Elo {strength_words(self.elo, self.elo_interval, '+.1f')}")
        elif self.payoff is not None:
            paid = self.payoff
            words.append(f"{paid.mean:+.3g} {span(paid.interval, '+.3g')} {paid.unit} per game")
        if self.sprt is not None:
            ends = (self.sprt.lower, self.sprt.upper)
            words.append(f"LLR {self.sprt.llr:+.2f} {span(ends, '+.2f')}")
        return ", ".join(words)

    def sheet(self) -> Sheet:
        from kibitz.lab.contest.scoreboard import match_sheet

        return match_sheet(self)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each player of three or more; of two, the first one's figures."""
        if self.shares:
            return [{"name": self.players[s.player], **asdict(s)} for s in self.shares]
        names = ("pairs", "score", "elo", "elo_interval", "nelo", "nelo_interval", "los", "ending")
        return [{"player": self.players[0], **{name: getattr(self, name) for name in names}}]


@dataclass(frozen=True)
class StopOptions(LineUp):
    """When a match ends."""

    pairs: int | None = ask(None, "Stop after N pairs (100).", low=1, metavar="N")
    sprt: tuple[float, float] | None = ask(
        None, "Stop when a sequential test decides.", metavar="ELO0 ELO1"
    )
    error: float | None = ask(
        None, "Stop when the Elo (where chips are won, the payoff) is known to ± X.", metavar="X"
    )
    elo_model: str | None = ask(
        None, "With --sprt: logistic (default), or normalized (of chips).", metavar="MODEL"
    )
    alpha: float | None = ask(None, "With --sprt: probability of a false H1 (0.05).", metavar="P")
    beta: float | None = ask(None, "With --sprt: probability of a false H0 (0.05).", metavar="P")
    overshoot: str | None = ask_overshoot(None, "With --sprt: ")
    max_pairs: int | None = ask(
        None, "With --sprt and --error: stop after N pairs in any case.", low=1, metavar="N"
    )

    def check_stop(self) -> None:
        """Refuse options that exclude or need each other."""
        given = self._given()
        if len(given) > 1:
            raise BadValue(f"--{given[0]} and --{given[1]} exclude each other")
        for name in ("elo_model", "alpha", "beta", "overshoot"):
            if getattr(self, name) is not None and given != ["sprt"]:
                raise BadValue(f"--{name.replace('_', '-')} needs --sprt")
        if self.max_pairs is not None and given not in (["sprt"], ["error"]):
            raise BadValue("--max-pairs needs --sprt or --error")

    def _given(self) -> list[str]:
        return [name for name in ("pairs", "sprt", "error") if getattr(self, name) is not None]

    def rule(self, is_paid: bool = False) -> "StopRule | None":
        """The end that is asked for, in a game of payoffs or of wins; None where nothing is."""
        from kibitz.arena.stop import MOST_PAIRS, FixedPairs, SprtRule, TargetError
        from kibitz.stats.design import Design, Overshoot
        from kibitz.stats.elo import EloModel

        most = self.max_pairs or MOST_PAIRS
        if self.pairs is not None:
            return FixedPairs(self.pairs)
        if self.error is not None:
            return TargetError(self.error, most)
        if self.sprt is None:
            return None
        errors = {name: getattr(self, name) for name in ("alpha", "beta")}
        known: dict[str, Any] = {n: value for n, value in errors.items() if value is not None}
        if self.overshoot is not None:
            known["overshoot"] = Overshoot.named(self.overshoot)
        usual = EloModel.NORMALISED if is_paid else EloModel.LOGISTIC
        model = EloModel.named(self.elo_model or usual.value)
        return SprtRule(Design(*self.sprt, elo_model=model, **known), most)


@dataclass(frozen=True)
class MatchRequest(ContestRequest[MatchSnapshot], StopOptions):
    """Play a match and say who is stronger.

    A player is a level (expert), a search (mcts(iterations=500)), random, or a program
    (exec:./mybot). The unit is the pair: the same deal or dice twice, with seats swapped. A
    game with more seats takes a player for each, and plays every deal in every rotation.
    """

    verb: ClassVar[str] = "match"
    examples: ClassVar[tuple[str, ...]] = ("nim expert advanced --sprt 0 50",)
    gives: ClassVar[type[Answer]] = MatchSnapshot
    stream_pairs: ClassVar[int] = 10
    example: ClassVar[str] = "tictactoe expert random"

    times: bool = ask(False, "Report seconds per move in JSON, too; they vary.")

    def check(self) -> None:
        self.check_stop()
        self.check_crew()
        self.rule()

    def streamed(self) -> "MatchRequest":
        return replace(self, every=self.every or self.stream_pairs)

    def answers(self) -> Generator[MatchSnapshot]:
        from kibitz.arena.match import Match, with_rule

        with self.kept() as store:
            match = self.chosen(
                store,
                self._match,
                lambda plan: with_rule(Match.of_plan(plan), self._rule_for(plan.game)),
            )
            run = match.begin()
            yield from self.played(
                store, match, run, lambda: run.tally.pairs, lambda end: self._told(run, store, end)
            )

    def _rule_for(self, game: str) -> "StopRule | None":
        from kibitz.core.registry import make_game

        return self.rule(make_game(game).is_paid)

    def _match(self, game: str) -> "Match":
        from kibitz.arena.match import Match
        from kibitz.arena.stop import FixedPairs
        from kibitz.core.seeds import checked_seed

        rule = self._rule_for(game) or FixedPairs(USUAL_PAIRS)
        return Match(game, self.introduced(), rule, checked_seed(self.seed), self.limit)

    def _told(self, run: "MatchRun", store: "MatchStore", ending: str | None) -> MatchSnapshot:
        resume = None if run.ending and not ending else store.resume(self.verb)
        return match_snapshot(run, ending=ending, resume=resume, with_times=self.times)


def match_snapshot(
    run: "MatchRun",
    *,
    ending: str | None = None,
    resume: Resume | None = None,
    with_times: bool = False,
) -> MatchSnapshot:
    """Everything there is to say about a match so far."""
    from kibitz import __version__
    from kibitz.arena.match import spoken_names
    from kibitz.core.registry import make_game

    match, tally, game = run.match, run.tally, make_game(run.match.game)
    needed = run.judge.pairs_needed()
    seconds = tuple(tally.seconds_a_move(player) for player in match.places)
    return MatchSnapshot(
        version=__version__,
        game=match.game,
        title=game.title,
        players=spoken_names(match.players),
        seed=match.seed,
        stop=MatchStop(**match.rule.to_fields()),
        limit_seconds=match.limit_seconds,
        ending=ending or (run.ending.value if run.ending else PLAYING),
        **result_fields(tally, game),
        sprt=_sprt(run),
        pairs_needed=None if math.isnan(needed) else math.ceil(needed),
        times=seconds if with_times else None,
        resume=resume,
        _seconds=seconds,
    )


def _sprt(run: "MatchRun") -> SprtState | None:
    """The test of a match that is one."""
    from kibitz.arena.stop import SprtJudge
    from kibitz.stats.design import Verdict
    from kibitz.stats.elo import EloModel
    from kibitz.stats.payoff_sprt import PayoffSprt

    judge = run.judge
    if not isinstance(judge, SprtJudge):
        return None
    test = judge.test
    correction = test.design.overshoot.name.lower()
    model = EloModel.NORMALISED if isinstance(test, PayoffSprt) else EloModel.LOGISTIC
    state = SprtState(test.llr, test.bounds.low, test.bounds.high, correction, model.value)
    if test.verdict is Verdict.OPEN:
        return state
    found = test.estimate()
    return replace(
        state, elo=finite(found.elo), elo_interval=interval(found.interval), los=found.los
    )
