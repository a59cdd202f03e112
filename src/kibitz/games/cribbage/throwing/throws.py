"""All fifteen throws of six cards with their parts, by one of several methods.

`exact` and `uniform` are exact over all starters and opponent throws, weighted by the
model of a good opponent or all alike; `sample` draws cribs, the same for every throw;
`table` looks the crib up; `hand` leaves it out. Values are in points for the one who
throws: a crib counts for the dealer and against pone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below
from kibitz.errors import BadValue, UnknownName
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.pegging.sums import add_world, errors_of_differences
from kibitz.games.cribbage.pegging.suspects import Floats, Ints, drawn_place
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import DECK, PAIR, RANKS, hand_points, score
from kibitz.games.cribbage.throwing.endgame import pegging_parts, throw_wins
from kibitz.games.cribbage.throwing.schell import read_table, schell
from kibitz.games.cribbage.throwing.throw import (
    HIGH,
    LOW,
    SIX,
    THROWS,
    UNIFORM,
    crib_values,
    hand_values,
    starters_of,
    throw_sets,
)

METHODS = ("exact", "uniform", "sample", "table", "hand")
GOOD_HAND = 12


@dataclass(frozen=True)
class Throws:
    """The fifteen throws in the order of the moves, each array by throw."""

    sets: list[int]
    hand: Floats
    crib: Floats  # what the crib is worth to the thrower: negative for pone
    pegging: Floats
    errors: Floats  # of the difference of two throws; on the diagonal, of a value itself
    method: str
    samples: int = 0

    @property
    def value(self) -> Floats:
        return np.asarray(self.hand + self.crib + self.pegging)

    @property
    def error(self) -> Floats:
        """Of each value."""
        return np.diagonal(self.errors)

    @property
    def loss_error(self) -> Floats:
        """Of the difference to the best throw; they share their sampled cribs."""
        return np.asarray(self.errors[int(np.argmax(self.value))])

    @property
    def is_exact(self) -> bool:
        return self.method in ("exact", "uniform", "hand")


@dataclass(frozen=True)
class Spread:
    """What a kept hand counts over its 46 starters."""

    least: int
    most: int
    good_chance: float  # of 12 or more
    by_starter: dict[int, int]


@kernel
def sampled_cribs(
    six: Ints, likelihood: Floats, samples: int, stream: Stream, sums: Floats, products: Floats
) -> None:
    """Add the crib of each throw, and products of two, over sampled throws and starters."""
    deck, size, seen = np.empty(DECK, np.int64), 0, 0
    for card in six:
        seen |= 1 << int(card)
    for card in range(DECK):
        if not seen >> card & 1:
            deck[size] = card
            size += 1
    weights, places = np.empty(size * size), np.empty(size * size, np.int64)
    count, total = 0, 0.0
    places_of_throws, cribs = np.arange(THROWS), np.empty(THROWS)
    for i in range(size):
        for j in range(i):
            total += likelihood[PAIR[RANKS * (deck[i] >> 2) + (deck[j] >> 2)]]
            weights[count], places[count] = total, i * size + j
            count += 1
    for _ in range(samples):
        place = int(places[drawn_place(weights[:count], stream)])
        i, j = place // size, place % size
        starter = i
        while starter in (i, j):
            starter = below(stream, size)
        for k in range(THROWS):
            cribs[k] = hand_points(
                int(six[HIGH[k]]),
                int(six[LOW[k]]),
                int(deck[i]),
                int(deck[j]),
                int(deck[starter]),
                1,
            )
        add_world(places_of_throws, cribs, sums, products)


def _sampled(six: Ints, likelihood: Floats, samples: int, seed: int) -> tuple[Floats, Floats]:
    """The mean crib of each throw, and the errors of differences: `errors[i, i]` is its own."""
    sums, products = np.zeros(THROWS), np.zeros((THROWS, THROWS))
    sampled_cribs(six, likelihood, samples, stream_of(seed), sums, products)
    return sums / samples, errors_of_differences(sums, products, samples)


def _exact(six: Ints, likelihood: Floats) -> Floats:
    crib = np.empty(THROWS)
    crib_values(six, likelihood, crib)
    return crib


def looked_up(six: Ints, published: Floats) -> Floats:
    """The crib of each throw by a table over rank pairs."""
    ranks = six >> 2
    return np.asarray(published[PAIR[RANKS * ranks[HIGH] + ranks[LOW]]])


def _six(cards: Sequence[int], role: int) -> Ints:
    """The cards in ascending order, refused unless they are six different ones."""
    held = [card for card in cards if isinstance(card, int | np.integer) and 0 <= card < DECK]
    if len(cards) != SIX or len(set(held)) != SIX:
        raise BadValue(f"{list(cards)} are not {SIX} different cards from 0 to {DECK - 1}")
    if role not in (0, 1):
        raise BadValue(f"role {role} is neither 0, the pone's, nor 1, the dealer's")
    return np.array(sorted(held), np.int64)


def throws_of(
    cards: list[int],
    role: int,
    method: str = "exact",
    samples: int = 500,
    seed: int = 0,
    table: Path | None = None,
) -> Throws:
    """The fifteen throws of six different cards for pone (0) or dealer (1)."""
    if method not in METHODS:
        raise UnknownName("method of throwing", method, METHODS)
    if method == "sample" and samples < 1:
        raise BadValue(f"samples {samples} is not at least 1")
    six, lore = _six(cards, role), shipped_lore()
    hand, pegging, errors = np.empty(THROWS), np.zeros(THROWS), np.zeros((THROWS, THROWS))
    hand_values(six, hand)
    crib, used = np.zeros(THROWS), 0
    if method == "exact":
        crib = _exact(six, lore.throws[1 - role])
    elif method == "uniform":
        crib = _exact(six, UNIFORM)
    elif method == "sample":
        crib, errors = _sampled(six, lore.throws[1 - role], samples, seed)
        used = samples
    elif method == "table":
        crib = looked_up(six, schell(role) if table is None else read_table(table, role))
    if method not in ("hand", "uniform", "table"):
        pegging_parts(six, lore.pegging[role], pegging)
    signed = crib if role else -crib
    return Throws(throw_sets(six), hand, signed, pegging, errors, method, used)


def win_chances(
    cards: list[int], role: int, scores: tuple[int, int], worlds: int, seed: int
) -> tuple[Floats, Floats]:
    """The chance to win of each throw over shared worlds, and the errors of differences.

    Scores are (pone's, dealer's).
    """
    if worlds < 1:
        raise BadValue(f"worlds {worlds} is not at least 1")
    if len(scores) != 2 or not all(0 <= points < TARGET for points in scores):
        raise BadValue(f"scores {scores} are not two from 0 to {TARGET - 1}")
    six, wins = _six(cards, role), np.zeros(THROWS)
    products, everything = np.zeros((THROWS, THROWS)), np.arange(THROWS)
    luck = stream_of(seed)
    throw_wins(
        six,
        role,
        (int(scores[0]), int(scores[1])),
        shipped_lore(),
        worlds,
        everything,
        luck,
        wins,
        products,
    )
    return wins / worlds, errors_of_differences(wins, products, worlds)


def hand_spread(cards: list[int], throw: int) -> Spread:
    """What the hand that a throw keeps counts, by starter."""
    six = _six(cards, 0)
    keep = [int(card) for card in six if not throw >> int(card) & 1]
    if len(keep) != SIX - 2:
        raise BadValue(f"throw {throw} is not two of the cards {list(cards)}")
    counts = {starter: score(keep, starter).total for starter in starters_of(six)}
    values = list(counts.values())
    good = sum(value >= GOOD_HAND for value in values) / len(values)
    return Spread(min(values), max(values), good, counts)
