"""Who values options, and how a level chooses among them.

An analyst is a frozen dataclass whose fields are its settings, so that its text
(`mcts(iterations=2000,c=1.4)`) rebuilds it. A level is an analyst and a rule of choice
over its list. So a bot, a hint and a review can never disagree.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

from kibitz.core.game import Game, Position
from kibitz.core.hands import Hands
from kibitz.core.stream import Stream, below, uniform
from kibitz.estimate.estimate import Analysis

LIMITS = ("iterations", "samples", "nodes")  # what an analyst may call its amount of work


@dataclass(frozen=True)
class Analyst(ABC):
    """Values every option of a decision, from what one seat knows."""

    name: ClassVar[str]
    usual_nodes: ClassVar[int] = 0  # positions of a tree that it sees where `nodes` is not set

    @abstractmethod
    def analyse(self, game: Game, view: Position, seat: int, seed: int) -> Analysis:
        """All legal moves of `seat`, which is to act, with their values for that seat."""

    def within(self, *, iterations: int | None = None, seconds: float | None = None) -> Self:
        """The same analyst with another limit, where it has one; an exact one ignores both.

        Seconds alone take the place of an amount of work; with both, what is over first counts.
        """
        usual = {field.name: field.default for field in fields(self)}
        changes: dict[str, Any] = {}
        if iterations is not None:
            changes = {limit: iterations for limit in LIMITS if limit in usual}
        if seconds is not None and "seconds" in usual:
            if iterations is None:
                changes = {limit: None for limit in LIMITS if usual.get(limit, 0) is None}
            changes["seconds"] = seconds
        return replace(self, **changes)

    def asked_about(self, move: int) -> Self:
        """The same analyst, asked what `move` is worth: one that looks at a few moves looks at it.

        Most value every move alike.
        """
        return self

    def odds(self, game: Game, view: Position, seat: int) -> list[tuple[int, float]]:
        """How often it plays each move, where it mixes moves and knows that at once."""
        return []

    @property
    def of_every_option(self) -> Self:
        """The same analyst, where a player is content with bounds on all options but the best."""
        return self

    @property
    def usual_choice(self) -> "Choice":
        """How a player chooses who is named by this analyst alone."""
        return Best()

    @property
    def text(self) -> str:
        """The name with the settings that differ from the usual ones."""
        settings = [
            f"{field.name}={_setting_text(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"{self.name}({','.join(settings)})" if settings else self.name


@dataclass(frozen=True)
class Shared(Analyst):
    """An analyst whose work on one decision falls into parts, for several to do."""

    @abstractmethod
    def analyse_by(
        self, hands: Hands, game: Game, view: Position, seat: int, seed: int
    ) -> Analysis:
        """What `analyse` says, to the bit, with the work done by `hands`."""


def _setting_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class Choice(ABC):
    """A rule that picks one move from an analysis."""

    @abstractmethod
    def pick(self, analysis: Analysis, stream: Stream) -> int:
        """The chosen move."""

    def choose(
        self, analyst: Analyst, game: Game, view: Position, seat: int, seed: int, stream: Stream
    ) -> int:
        """The move of a player who asks an analyst."""
        return self.pick(analyst.analyse(game, view, seat, seed), stream)


@dataclass(frozen=True)
class Best(Choice):
    """The best option; among equals a random one, so that play varies."""

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        best = [o.move for o in analysis.options if o.rank == analysis.best.rank]
        return best[int(below(stream, len(best)))]


@dataclass(frozen=True)
class TopFew(Choice):
    """Any of the best few, each as likely."""

    count: int = 5

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        return analysis.options[int(below(stream, min(self.count, len(analysis.options))))].move


@dataclass(frozen=True)
class Slips(Choice):
    """Usually chooses well, but with chance `rate` any legal move: a person who errs."""

    rate: float
    usual: Choice = Best()

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        slipped = float(uniform(stream)) < self.rate
        choice = TopFew(len(analysis.options)) if slipped else self.usual
        return choice.pick(analysis, stream)


@dataclass(frozen=True)
class Mixed(Choice):
    """Each move as often as the strategy plays it; with chance `slips` any that it considers.

    In a game with secrets nobody can do without chance: always the best would be found out.
    """

    slips: float = 0.0

    def pick(self, analysis: Analysis, stream: Stream) -> int:
        odds = [(o.move, o.frequency) for o in analysis.options if o.frequency is not None]
        return self.draw(sorted(odds), stream)

    def choose(
        self, analyst: Analyst, game: Game, view: Position, seat: int, seed: int, stream: Stream
    ) -> int:
        """As `pick` would: often it is known what is played without what that is worth."""
        odds = analyst.odds(game, view, seat)
        if not odds:
            return super().choose(analyst, game, view, seat, seed, stream)
        return self.draw(odds, stream)

    def draw(self, odds: list[tuple[int, float]], stream: Stream) -> int:
        """A move from how often each is played."""
        if self.slips > 0.0 and float(uniform(stream)) < self.slips:
            return odds[int(below(stream, len(odds)))][0]
        ticket = float(uniform(stream)) * math.fsum(chance for _, chance in odds)
        likely = [(move, chance) for move, chance in odds if chance > 0.0]
        for move, chance in likely:
            ticket -= chance
            if ticket < 0.0:
                return move
        return likely[-1][0]


@dataclass(frozen=True)
class Level:
    """A named player of a game: who values its options and how it chooses among them."""

    analyst: Analyst
    choice: Choice
    rating: int  # the label people know: 800, 1200, 1600, 2000
    summary: str
