"""`holdem.pushfold`: push or fold before the flop, heads-up."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.request import Answer, Progress, Request, ask
from kibitz.core.sheet import Block, Sheet, Words
from kibitz.games.holdem.requests.square import square, stacks_square

if TYPE_CHECKING:
    from kibitz.games.holdem.strategy.pushfold import PushFold

RARE = 0.005  # a chance below is not worth a cell


@dataclass(frozen=True)
class PushChart:
    """The greatest stack at which each class pushes and calls, in big blinds up to `most`."""

    most: float
    push: dict[str, float]
    call: dict[str, float]


@dataclass(frozen=True)
class PushFoldAnswer(Answer):
    """How often each class pushes and calls with a stack, or the chart of all stacks.

    The value is the small blind's, in big blinds per hand. What is not asked for is None, and
    `doing` says what is being done while it runs.
    """

    schema: ClassVar[str] = "holdem.pushfold/1"
    stack: float
    value: float | None = None
    exploitability: float | None = None
    push_share: float | None = None
    call_share: float | None = None
    push: dict[str, float] | None = None
    call: dict[str, float] | None = None
    chart: PushChart | None = None
    doing: str = ""

    @property
    def progress(self) -> Progress | None:
        if not self.doing:
            return None
        most = None if self.chart is None else self.chart.most
        return Progress(0 if self.chart is None else self.stack, most, self.doing)

    def sheet(self) -> Sheet:
        if self.chart is not None:
            return [*self._chart_squares(self.chart)]
        return [*self._squares()] if self.value is not None else [Words.of(self.doing)]

    def _squares(self) -> Iterator[Block]:
        told = (("push", self.push, self.push_share), ("call", self.call, self.call_share))
        for name, odds, share in told:
            often = {hand: chance for hand, chance in (odds or {}).items() if chance > RARE}
            title = f"{name} with {self.stack:g} big blinds: {share or 0.0:.1%} of all hands"
            yield square(title, often)
        value = f"value to the small blind {self.value:+.4f} big blinds per hand"
        yield Words.of(f"{value}, exploitability {self.exploitability:.1e}")

    def _chart_squares(self, chart: PushChart) -> Iterator[Block]:
        for name, stacks in (("push", chart.push), ("call", chart.call)):
            title = f"{name} up to this many big blinds ({chart.most:g} is that or more)"
            yield stacks_square(title, stacks, chart.most)

    def rows(self) -> list[dict[str, Any]]:
        told = self if self.chart is None else self.chart
        push, call = told.push or {}, told.call or {}
        return [{"class": name, "push": push[name], "call": call[name]} for name in push]


@dataclass(frozen=True)
class PushFoldRequest(Request[PushFoldAnswer]):
    """Solve push or fold, small blind against big blind."""

    verb: ClassVar[str] = "holdem.pushfold"
    examples: ClassVar[tuple[str, ...]] = ("--stack 8",)
    gives: ClassVar[type[Answer]] = PushFoldAnswer
    is_long: ClassVar[bool] = True
    saves: ClassVar[tuple[str, ...]] = ("svg",)

    stack: float = ask(10.0, "Stacks in big blinds.")
    chart: bool = ask(False, "Give the largest stack at which each hand pushes or calls.")

    def answers(self) -> Iterator[PushFoldAnswer]:
        from kibitz.games.holdem.strategy.pushfold import checked_stack, push_fold

        checked_stack(self.stack)
        if self.chart:
            yield from _charts()
        else:
            yield _answer(push_fold(self.stack))


def _answer(solved: "PushFold") -> PushFoldAnswer:
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS

    return PushFoldAnswer(
        solved.stack,
        solved.value,
        solved.exploitability,
        solved.push_share,
        solved.call_share,
        dict(zip(CLASS_TEXTS, solved.push.round(4).tolist(), strict=True)),
        dict(zip(CLASS_TEXTS, solved.call.round(4).tolist(), strict=True)),
    )


def _charts() -> Iterator[PushFoldAnswer]:
    from kibitz.games.holdem.cards.combos import CLASS_TEXTS
    from kibitz.games.holdem.strategy.pushfold import MOST_CHARTED, stack_charts

    for stack, push, call in stack_charts():
        by_name = (dict(zip(CLASS_TEXTS, stacks, strict=True)) for stacks in (push, call))
        doing = "" if stack >= MOST_CHARTED else f"{stack:g} big blinds"
        yield PushFoldAnswer(stack, chart=PushChart(MOST_CHARTED, *by_name), doing=doing)
