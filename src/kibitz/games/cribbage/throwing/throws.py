"""All fifteen throws of six cards with their parts, by one of several methods.

`exact` enumerates all starters and all hands of six that the opponent may throw from, by the
model of a good opponent; `uniform` takes any two cards as equally likely; `sample` draws
cribs from the model, the same for every throw; `table` looks the crib up; `hand` leaves it
out. What a keep pegs is learned: where it enters, a value has the error of that. Values are in
points for the one who throws: a crib counts for the dealer and against pone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream
from kibitz.errors import BadValue, UnknownName
from kibitz.games.cribbage.pegging.lore import shipped_lore
from kibitz.games.cribbage.pegging.sums import add_world, errors_of_differences
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import DECK, PAIR, RANKS, score, set_points
from kibitz.games.cribbage.throwing.cribs import model_cribs, pair_crib
from kibitz.games.cribbage.throwing.endgame import (
    correct,
    drawn_world,
    keep_of,
    pegging_parts,
    throw_values,
    throw_wins,
    thrown_set,
    unseen_deck,
)
from kibitz.games.cribbage.throwing.features import LEARNED_HANDS, pegging_errors
from kibitz.games.cribbage.throwing.model import Model
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
FIRST_LOOK = 250  # worlds before the first look at the error of chances to win
WIN_ERROR = 0.003  # of chances to win, aimed at
HALF, A_FLUSH = 0.5, 5.0  # how far off one more world is thought of: a chance, a crib


@dataclass(frozen=True)
class Throws:
    """All throws in the order of the moves, each array by throw."""

    sets: list[int]
    hand: Floats
    crib: Floats  # what the crib is worth to the thrower: negative for pone
    pegging: Floats
    errors: Floats  # of the difference of two throws; on the diagonal, of a value itself
    # Of cribs and pegging: hands are always counted.
    method: str
    samples: int = 0
    learned: int = LEARNED_HANDS  # from so many hands it is known what keeps peg

    @property
    def value(self) -> Floats:
        return np.asarray(self.hand + self.crib + self.pegging)

    @property
    def error(self) -> Floats:
        """Of each value."""
        return np.diagonal(self.errors)

    @property
    def loss_error(self) -> Floats:
        """Of the difference to the best throw; they share their cribs and what pegging is."""
        return np.asarray(self.errors[int(np.argmax(self.value))])

    @property
    def is_exact(self) -> bool:
        return self.method in ("uniform", "hand")


@dataclass(frozen=True)
class Spread:
    """What a kept hand counts over its 46 starters."""

    least: int
    most: int
    good_chance: float  # of 12 or more
    by_starter: dict[int, int]


class Wins(NamedTuple):
    """The chance to win of each throw, and the errors of differences, over shared worlds."""

    chances: Floats
    errors: Floats
    worlds: int


@kernel
def sampled_cribs(
    six: Ints, model: Model, samples: int, stream: Stream, sums: Floats, products: Floats
) -> None:
    """Add the crib of each throw, and products of two, over sampled throws and starters."""
    deck, theirs = np.empty(DECK, np.int64), np.empty(SIX, np.int64)
    unseen, places, cribs = unseen_deck(six, deck), np.arange(THROWS), np.empty(THROWS)
    for _ in range(samples):
        _, away, starter = drawn_world(deck, unseen, model, theirs, stream)
        for i in range(THROWS):
            cribs[i] = set_points(away | thrown_set(six, i), starter, 1)
        add_world(places, cribs, 1.0, sums, products)


def _sampled(six: Ints, model: Model, samples: int, seed: int) -> tuple[Floats, Floats]:
    """The mean crib of each throw, and the errors of differences: `errors[i, i]` is its own."""
    sums, products = np.zeros(THROWS), np.zeros((THROWS, THROWS))
    sampled_cribs(six, model, samples, stream_of(seed), sums, products)
    errors = errors_of_differences(sums, products, samples)
    return sums / samples, np.hypot(errors, A_FLUSH / samples)


def _enumerated(six: Ints, model: Model) -> Floats:
    crib = np.empty(THROWS)
    model_cribs(six, model, crib)
    return crib


def _uniform(six: Ints) -> Floats:
    crib = np.empty(THROWS)
    crib_values(six, UNIFORM, crib)
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
    _role(role)
    return np.array(sorted(held), np.int64)


def _role(role: int) -> int:
    if role not in (0, 1):
        raise BadValue(f"role {role} is neither 0, the pone's, nor 1, the dealer's")
    return role


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
    crib, used, model = np.zeros(THROWS), 0, lore.models[1 - role]
    if method == "exact":
        crib = _enumerated(six, model)
    elif method == "uniform":
        crib = _uniform(six)
    elif method == "sample":
        crib, errors = _sampled(six, model, samples, seed)
        used = samples
    elif method == "table":
        crib = looked_up(six, schell(role) if table is None else read_table(table, role))
    sets = throw_sets(six)
    if method in ("exact", "sample"):
        pegging_parts(six, lore.pegging[role], pegging)
        held = sum(1 << int(card) for card in six)
        keeps = np.array([int(keep_of(held ^ thrown)) for thrown in sets])
        errors = np.hypot(errors, pegging_errors(keeps, role))
    return Throws(sets, hand, crib if role else -crib, pegging, errors, method, used)


def crib_of_pair(pair: Sequence[int], role: int, known: Sequence[int] = ()) -> float:
    """What two cards count in the crib on average, thrown by pone (0) or dealer (1).

    `known` are other cards that the opponent cannot hold; the model says the rest.
    """
    cards = [*pair, *known]
    held = {card for card in cards if isinstance(card, int | np.integer) and 0 <= card < DECK}
    if len(pair) != 2 or len(held) != len(cards):
        raise BadValue(f"{list(pair)} and {list(known)} are not two and other different cards")
    if len(held) > DECK - SIX - 1:
        raise BadValue(f"{len(held)} known cards leave no hand of {SIX} and a starter")
    seen = sum(1 << int(card) for card in held)
    model = shipped_lore().models[1 - _role(role)]
    return float(pair_crib(np.array(pair, np.int64), seen, model))


def win_chances(
    cards: list[int],
    role: int,
    scores: tuple[int, int],
    worlds: int,
    seed: int,
    target_error: float = 0.0,
) -> Wins:
    """The chance to win of each throw over shared worlds.

    Scores are (pone's, dealer's). It stops after `worlds`, or where no error is above the
    target; it looks after ever twice as many.
    """
    if worlds < 1:
        raise BadValue(f"worlds {worlds} is not at least 1")
    if len(scores) != 2 or not all(0 <= points < TARGET for points in scores):
        raise BadValue(f"scores {scores} are not two from 0 to {TARGET - 1}")
    six, lore, luck = _six(cards, role), shipped_lore(), stream_of(seed)
    known, done = np.empty(THROWS), 0
    throw_values(six, role, lore, known)
    chances, counts = np.empty((worlds, THROWS)), np.empty((worlds, THROWS))
    while True:
        chunk = slice(done, min(max(2 * done, FIRST_LOOK), worlds))
        both = (int(scores[0]), int(scores[1]))
        throw_wins(six, role, both, lore, luck, chances[chunk], counts[chunk])
        done = chunk.stop
        found = corrected(chances[:done], counts[:done], known)
        if done == worlds or found.errors.diagonal().max() <= target_error:
            return found


def corrected(chances: Floats, counts: Floats, known: Floats) -> Wins:
    """The means of chances whose luck of hand and crib is taken out."""
    fair, worlds = chances.copy(), len(chances)
    correct(fair, counts, known)
    errors = errors_of_differences(fair.sum(axis=0), fair.T @ fair, worlds)
    means = np.clip(fair.mean(axis=0), 0.0, 1.0)
    return Wins(means, np.hypot(errors, HALF / worlds), worlds)


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
