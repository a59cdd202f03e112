"""`equity.holdem`: hands or ranges against each other and against random opponents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.cards import card_ink, parse_cards
from kibitz.core.ink import Ink, Written, ink, joined
from kibitz.core.request import CARDS, Answer, Request, ask, ask_seed, row_of
from kibitz.core.sheet import Block, Sheet, Words, listing

if TYPE_CHECKING:
    from kibitz.games.holdem.equity.equity import HandEquity, TableEquity
    from kibitz.games.holdem.equity.reduction import Technique, TechniqueComparison

COMPARED_SAMPLES = 20_000
COLUMNS = ("hand", "equity", "error", "win", "tie", "lose")
MEASURES = ("value", "error", "variance ratio", "seconds")
_CARDS = re.compile(r"([2-9TJQKA][shdc]){1,2}")


@dataclass(frozen=True)
class HandChance:
    """One hand: its share of the pots, and counts of deals where they are known.

    Categories are the chances to make a pair, a flush and so on, where they were asked for.
    """

    hand: str
    value: float
    error: float
    wins: float | None
    ties: float | None
    losses: float | None
    categories: dict[str, float] | None


@dataclass(frozen=True)
class TechniqueAnswer:
    """One way to sample: its estimate, how many times it saves samples, and its time."""

    name: str
    value: float
    error: float
    samples: int
    variance_ratio: float | None
    seconds: float


@dataclass(frozen=True)
class ComparisonAnswer:
    """Ways to sample the equity, a rare event, and what more samples buy."""

    techniques: tuple[TechniqueAnswer, ...]
    rare: tuple[TechniqueAnswer, ...]
    sizes: tuple[TechniqueAnswer, ...]


@dataclass(frozen=True)
class Equities(Answer):
    """What each hand gets of the pot, and how often each set of hands wins together.

    `total` is the number of deals, weighted by the ranges. Runouts are the equities of all
    hands after each card that can come next, and whether those are exact.
    """

    schema: ClassVar[str] = "equity.holdem/2"
    hands: tuple[HandChance, ...]
    exact: bool
    method: str
    total: float
    samples: int
    seed: int | None
    winner_sets: dict[str, float]
    board: str
    dead: str
    runouts: dict[str, tuple[float, ...]] | None
    runouts_exact: bool | None
    comparison: ComparisonAnswer | None

    def sheet(self) -> Sheet:
        rows = [_row(hand, self) for hand in self.hands]
        blocks: list[Block] = [listing(COLUMNS, rows, numbers=COLUMNS[1:]), Words.of(self._how())]
        if self.hands[0].categories is not None:
            blocks.append(self._categories())
        if self.runouts is not None:
            blocks.append(self._runouts(self.runouts))
        return blocks if self.comparison is None else [*blocks, *_compared(self.comparison)]

    def _how(self) -> str:
        if self.exact:
            return f"exact by {self.method}: {self.total:,} deals"
        return f"sampled: {self.samples:,} deals, seed {self.seed}"

    def _categories(self) -> Block:
        made = [hand.categories or {} for hand in self.hands]
        rows = [(name, *(f"{own[name]:.3%}" for own in made)) for name in reversed(list(made[0]))]
        return self._by_hand("category", rows)

    def _runouts(self, runouts: dict[str, tuple[float, ...]]) -> Block:
        ranked = sorted(runouts.items(), key=lambda item: -item[1][0])
        rows: list[tuple[Written, ...]] = [
            (_seen(card), *(f"{value:.2%}" for value in values)) for card, values in ranked
        ]
        first = "next card" if self.runouts_exact else "next card, sampled"
        return self._by_hand(first, rows)

    def _by_hand(self, first: str, rows: Sequence[tuple[Written, ...]]) -> Block:
        names = [str(_seen(hand.hand)) for hand in self.hands]
        return listing([first, *names], rows, numbers=names)

    def rows(self) -> list[dict[str, Any]]:
        return [row_of(hand) for hand in self.hands]


def _seen(hand: str) -> Ink:
    """Cards with their suits; a range as it is written."""
    if _CARDS.fullmatch(hand):
        return joined("", map(card_ink, parse_cards(hand)))
    return ink(hand)


def _row(hand: HandChance, found: Equities) -> tuple[Written, ...]:
    error = "exact" if found.exact else f"±{hand.error:.4%}"
    counts = (_percent(n, found.total) for n in (hand.wins, hand.ties, hand.losses))
    return _seen(hand.hand), f"{hand.value:.4%}", error, *counts


def _percent(count: float | None, total: float) -> str:
    return "-" if count is None else f"{count / total:.4%}"


def _compared(found: ComparisonAnswer) -> Iterator[Block]:
    yield _techniques("equity by", found.techniques)
    yield Words.of("the chance that we make four of a kind or better")
    yield _techniques("by", found.rare)
    yield Words.of("what more samples buy")
    yield _techniques("samples", found.sizes)


def _techniques(title: str, techniques: tuple[TechniqueAnswer, ...]) -> Block:
    rows = []
    for one in techniques:
        ratio = "-" if one.variance_ratio is None else f"{one.variance_ratio:.2f}"
        rows.append((one.name, f"{one.value:.4%}", f"{one.error:.4%}", ratio, f"{one.seconds:.4f}"))
    return listing([title, *MEASURES], rows, numbers=MEASURES)


@dataclass(frozen=True)
class EquitiesRequest(Request[Equities]):
    """Find the equity of hold'em hands or ranges against each other.

    A HAND is like AhKh or a range like 'QQ+,AKs'; one HAND alone plays a random one. The
    answer is exact wherever enumeration fits, and says so; otherwise it is sampled, with its
    standard error.
    """

    verb: ClassVar[str] = "equity.holdem"
    examples: ClassVar[tuple[str, ...]] = (
        "AhKh QQ+ --board 2h7hTc",
        "AhKh 7c7d",
        "AhKh --opponents 3 --samples 1000",
        "7c7d AhKh --board 7h2h9s5c --categories --runouts",
    )
    gives: ClassVar[type[Answer]] = Equities

    hands: tuple[str, ...] = ask(
        help="Hands or ranges.", argument=True, metavar="HAND...", holds=CARDS
    )
    board: str = ask("", "The cards on the board: 0, 3, 4 or 5.", metavar="CARDS", holds=CARDS)
    dead: str = ask("", "Dead cards: nobody can get them.", metavar="CARDS", holds=CARDS)
    opponents: int = ask(0, "Random hands besides those named.", low=0, metavar="K")
    samples: int | None = ask(None, "Sample N deals.", low=1, metavar="N")
    categories: bool = ask(False, "How often each hand makes a pair, a flush, ...")
    runouts: bool = ask(False, "Equities after each possible next card.")
    compare: bool = ask(False, "Compare sampling methods: variance, time, error.")
    threads: int = ask(1, "How many work at once; the answer does not change.", low=1, metavar="N")
    seed: int | None = ask_seed()

    def answers(self) -> Iterator[Equities]:
        from kibitz.games.holdem.equity.equity import holdem_equity

        if self.compare:
            compared = self._compared()
            yield self._answer(compared.exact, self._nexts(), _comparison(compared))
            return
        opponents = self.opponents or int(len(self.hands) == 1)
        found = holdem_equity(
            self.hands,
            self.board,
            self.dead,
            opponents,
            self.samples,
            self.seed,
            categories=self.categories,
            threads=self.threads,
        )
        yield self._answer(found, self._nexts(), None)

    def _compared(self) -> "TechniqueComparison":
        from kibitz.games.holdem.equity.reduction import compare

        samples = self.samples or COMPARED_SAMPLES
        place = (self.hands, self.board, self.dead)
        return compare(*place, samples, self.seed or 0, self.opponents, self.threads)

    def _nexts(self) -> "dict[str, TableEquity]":
        """The answer after each next card, where it is wanted."""
        from kibitz.games.holdem.equity.nexts import runout_table

        if not self.runouts:
            return {}
        samples = None if self.compare else self.samples
        place = (self.hands, self.board, self.dead)
        return runout_table(*place, self.opponents, samples, self.seed, self.threads)

    def _answer(
        self,
        found: "TableEquity",
        nexts: "dict[str, TableEquity]",
        comparison: ComparisonAnswer | None,
    ) -> Equities:
        after = {card: tuple(h.equity.value for h in one.hands) for card, one in nexts.items()}
        return Equities(
            tuple(map(_hand, found.hands)),
            found.is_exact,
            found.method,
            found.total,
            found.samples,
            found.seed,
            {"+".join(map(str, hands)): n for hands, n in found.winner_sets.items()},
            self.board,
            self.dead,
            after or None,
            all(one.is_exact for one in nexts.values()) if nexts else None,
            comparison,
        )


def _hand(hand: "HandEquity") -> HandChance:
    value, error = hand.equity.value, hand.equity.error
    categories = None if hand.categories is None else dict(hand.categories)
    return HandChance(hand.text, value, error, hand.win, hand.tie, hand.lose, categories)


def _comparison(compared: "TechniqueComparison") -> ComparisonAnswer:
    return ComparisonAnswer(
        tuple(map(_technique, compared.techniques)),
        tuple(map(_technique, compared.rare)),
        tuple(map(_technique, compared.sizes)),
    )


def _technique(measured: "Technique") -> TechniqueAnswer:
    made, seconds = measured.estimate, round(measured.seconds, 6)
    return TechniqueAnswer(
        measured.name, made.value, made.error, made.samples, measured.ratio, seconds
    )
