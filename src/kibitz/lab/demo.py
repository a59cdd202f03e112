"""A tour of a minute: what the lab is asked in it, one step after the other."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kibitz.core.request import Answer
from kibitz.core.sheet import Block, Heading, Listing, Sheet, Words, listing
from kibitz.lab.front import analyse, equity, match, throw

SEED = 2026
NEXT = (
    ("kibitz games", "what you can play"),
    ("kibitz play cribbage --save games.jsonl", "play; type help for hints and take-backs"),
    ("kibitz review games.jsonl --html review.html", "where was it lost? a page to step through"),
    ("kibitz show cribbage --moves 3 --hint --svg table.svg", "any position, drawn"),
    (
        "kibitz match nim expert advanced --sprt 0 50",
        "who is stronger, in as few games as possible",
    ),
    ("kibitz sprt simulate --elo1 5 --elo 2.5 --truncate 2000", "what such a test does"),
    (
        'kibitz cribbage throw "5H 5S 6D 7C KH QS" --dealer --score 61-70',
        "all fifteen throws, in points and in chances to win",
    ),
    ("kibitz equity holdem AhKh QQ+ --board 2h7hTc", "hands and ranges, exact where possible"),
    ("kibitz COMMAND --help", "everything else"),
)


@dataclass(frozen=True)
class DemoStep:
    """One step of the tour: its title, what is shown, and the figures in it."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    figures: dict[str, Any]


@dataclass(frozen=True)
class DemoAnswer(Answer):
    """The figures of the whole tour."""

    schema: ClassVar[str] = "demo/1"

    seed: int
    steps: dict[str, dict[str, Any]]

    def sheet(self) -> Sheet:
        return [Words.of(f"{name}: {figures}") for name, figures in self.steps.items()]


def steps(seed: int = SEED) -> Iterator[DemoStep]:
    """The tour, each step worked out when it is asked for."""
    for name, (title, step) in _STEPS.items():
        yield replace(step(seed), name=name, title=title)


def next_steps() -> list[Block]:
    """What to try after the tour."""
    return [Heading("What to try next"), Words(tuple(f"  {c}\n      {w}" for c, w in NEXT))]


def _step(blocks: Sheet, **figures: Any) -> DemoStep:
    return DemoStep("", "", tuple(blocks), figures)


def _a_game(seed: int) -> DemoStep:
    from kibitz.lab.sitting import Sitting, SittingPlan

    table = Sitting(SittingPlan.made("tictactoe", ("beginner", "expert"), seed))
    for _ in table.settle():
        pass
    record, paid = table.record(), table.payoffs()
    word = {1.0: "X wins", -1.0: "O wins", 0.0: "a draw"}[paid[0]]
    told = f"moves {' '.join(record.moves)}: {word}; the same seed ({seed}) plays it again"
    return _step([table.picture(0), Words.of(told)], moves=list(record.moves), result=list(paid))


def _an_analysis(seed: int) -> DemoStep:
    answer = analyse("nim", "3,4,5", seed=seed)
    picture, options, *_ = answer.sheet()
    assert isinstance(options, Listing)
    shown: list[Block] = [picture, replace(options, most=4)]
    return _step(shown, best=answer.best, value=answer.options[0].value)


def _a_review(seed: int) -> DemoStep:
    from kibitz.lab.review.request import reviewed
    from kibitz.lab.sitting import Sitting, SittingPlan

    table = Sitting(SittingPlan.made("nim(3,4,5)", ("beginner", "expert"), seed))
    for _ in table.settle():
        pass
    review = reviewed(table.record(), 0, "coaching", 0)
    rows = [(d.chosen.move, d.verdict, d.reason) for d in review.decisions]
    (seat,) = review.seats
    grade = f"grade {seat.grade}, accuracy {seat.accuracy or 0.0:.0f} of 100"
    told: list[Block] = [listing(("played", "verdict", "why"), rows), Words.of(grade)]
    return _step(told, grade=seat.grade, loss=seat.loss)


def _a_match(seed: int) -> DemoStep:
    players = ("nim:intermediate", "nim:beginner")
    fields: dict[str, Any] = {"sprt": (0.0, 50.0), "max_pairs": 2_000, "seed": seed, "workers": 1}
    answer = match("nim(3,4,5)", *players, **fields)
    figures = {name: getattr(answer, name) for name in ("ending", "pairs", "score", "elo")}
    return _step(answer.sheet(), **figures)


def _a_plan(seed: int) -> DemoStep:
    from kibitz.stats.design import Design
    from kibitz.stats.model import PairModel
    from kibitz.stats.plan import forecast

    rows = [forecast(Design(0.0, 5.0), PairModel(0.61, 0.0), elo) for elo in (0.0, 2.5, 5.0)]
    cells = [(f"{r.elo:.1f}", f"{r.pass_probability:.1%}", f"{r.games:,.0f}") for r in rows]
    columns = ("true Elo", "passes", "games on average")
    shown = [listing(columns, cells, numbers=columns)]
    return _step(shown, games=[row.games for row in rows])


def _a_throw(seed: int) -> DemoStep:
    answer: Any = throw("5H 5S 6D 7C KH QS", dealer=True)
    table = next(block for block in answer.sheet() if isinstance(block, Listing))
    return _step([replace(table, most=3)], best=answer.options[0].move)


def _an_equity(seed: int) -> DemoStep:
    answer = equity("AsAh", "KsKh")
    return _step(answer.sheet(), equity=[hand.value for hand in answer.hands])


_STEPS: dict[str, tuple[str, Callable[[int], DemoStep]]] = {
    "game": ("A game: tic-tac-toe, beginner (X) against expert (O)", _a_game),
    "analysis": ("An analysis: nim 3,4,5, every option with its exact value", _an_analysis),
    "review": ("The coach: a beginner's game of nim, decision by decision", _a_review),
    "match": ("A match: is nim's intermediate level stronger than its beginner?", _a_match),
    "plan": ("A plan: how many games does a test need to tell 0 from 5 Elo?", _a_plan),
    "throw": ("Cribbage: what to throw from 5♥ 5♠ 6♦ 7♣ K♥ Q♠ as dealer", _a_throw),
    "equity": ("Hold'em: aces against kings before the flop, all 1,712,304 boards", _an_equity),
}
