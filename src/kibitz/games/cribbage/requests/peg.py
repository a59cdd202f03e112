"""`cribbage.peg`: every card that can be played, valued."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from kibitz.core.ink import Ink, ink
from kibitz.core.request import CARDS, Answer, Request, ask, ask_seed, row_of
from kibitz.core.sheet import Sheet, Words, listing
from kibitz.games.cribbage.requests.sides import (
    ask_dealer,
    ask_score,
    percent,
    scores_of,
    shown_cards,
)

if TYPE_CHECKING:
    from kibitz.games.cribbage.pegging.plays import RankValue

COLUMNS = ("card", "value", "at once", "later", "win")
HOW = {
    "careful": "to the end of the play, both careful",
    "tree": "to the end of the play, by tree search",
    "search": "four cards ahead",
    "greedy": "at once",
}


@dataclass(frozen=True)
class PegParts:
    """What a play's value is the sum of."""

    at_once: int
    later: float


@dataclass(frozen=True)
class PegOption:
    """One card of the play."""

    move: str
    value: float
    error: float
    loss_error: float
    parts: PegParts
    win: float | None
    samples: int


@dataclass(frozen=True)
class Plays(Answer):
    """The cards that can be played, best first."""

    schema: ClassVar[str] = "cribbage.peg/1"
    count: int
    method: str
    seed: int
    options: tuple[PegOption, ...]

    def sheet(self) -> Sheet:
        title = f"plays at {self.count}"
        table = listing(
            COLUMNS, map(_row, self.options), numbers=COLUMNS[1:], title=title, marked=(0,)
        )
        told = f"points pegged less the opponent's {HOW[self.method]}, seed {self.seed}"
        return [table, Words.of(told, role="quiet")]

    def rows(self) -> list[dict[str, Any]]:
        return [row_of(option) for option in self.options]


def _row(option: PegOption) -> tuple[Ink | str, ...]:
    error = f" ± {option.error:.2f}" if option.samples else ""
    return (
        shown_cards([option.move]),
        ink(f"{option.value:+.2f}", "strong") + error,
        str(option.parts.at_once),
        f"{option.parts.later:+.2f}",
        percent(option.win),
    )


@dataclass(frozen=True)
class PegRequest(Request[Plays]):
    """Value every card you could play.

    For example: kibitz cribbage peg "TH AD" --pile "KH JS". The pile alternates backwards
    from the opponent's last card, unless --theirs says which cards the opponent has played.
    """

    verb: ClassVar[str] = "cribbage.peg"
    examples: ClassVar[tuple[str, ...]] = (
        '"TH AD KD" --pile "KH JS 5C"',
        '"TH AD" --pile "KH JS" --method greedy',
    )
    gives: ClassVar[type[Answer]] = Plays

    hand: str = ask(help="The cards still held.", argument=True, holds=CARDS)
    pile: str = ask("", "The pile since the last restart.", metavar="CARDS", holds=CARDS)
    theirs: str | None = ask(
        None, "All cards the opponent has played.", metavar="CARDS", holds=CARDS
    )
    seen: str = ask("", "Other cards seen: throw, earlier plays.", metavar="CARDS", holds=CARDS)
    starter: str = ask("", "The starter, where it is turned up.", metavar="CARD", holds=CARDS)
    go: int | None = ask(None, "The count at which they said go.", low=0, high=31, metavar="COUNT")
    dealer: bool | None = ask_dealer()
    score: str = ask_score()
    method: Literal["careful", "tree", "search", "greedy"] = ask(
        "careful", "How it goes on: both careful, by tree search, four cards ahead, not at all."
    )
    iterations: int = ask(4000, "Play-outs in all, at most.", low=1, high=10_000_000, metavar="N")
    seed: int | None = ask_seed()

    def check(self) -> None:
        scores_of(self.score)

    def answers(self) -> Iterator[Plays]:
        from kibitz.core.seeds import checked_seed
        from kibitz.games.cribbage.pegging.plays import PlaySearch
        from kibitz.games.cribbage.pegging.question import PegQuestion

        question = PegQuestion.read(
            self.hand,
            self.pile,
            self.theirs,
            self.seen,
            self.starter,
            self.go,
            bool(self.dealer),
            scores_of(self.score),
        )
        root = checked_seed(self.seed)
        values = question.values(PlaySearch(self.method, self.iterations), root)
        options = (_option(card, values[card >> 2]) for card in question.playable)
        best_first = tuple(sorted(options, key=lambda option: -option.value))
        yield Plays(question.count, self.method, root, best_first)


def _option(card: int, value: "RankValue") -> PegOption:
    from kibitz.core.cards import card_text

    return PegOption(
        card_text(card),
        value.points,
        value.error,
        value.loss_error,
        PegParts(value.at_once, value.points - value.at_once),
        value.win,
        value.samples,
    )
