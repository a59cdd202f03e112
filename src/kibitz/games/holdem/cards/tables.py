"""The tables behind the evaluator, built once and kept on disk.

A hand is the sum of its cards' 64-bit keys. The bits from 32 hold a sum that is different
for every choice of at most seven ranks (tests/games/holdem checks all of them); bits 0-15
count each suit in four bits that start at 3, so bit 3 of a group says "five of a suit".

Without a flush the sum alone decides: `RANKED[OFFSETS[sum & 8191] + (sum >> 13)]`, a
perfect hash by row displacement (Tarjan and Yao 1979). With one, the thirteen rank bits
of that suit do: `FLUSHES[bits]`. A value is `category << 12 | place in the category`:
higher is better, equal is a tie.

Poker ranks run from 0 (deuce) to 12 (ace); cards are the integers of `kibitz.core.cards`.
"""

import hashlib
from io import BytesIO
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz.core.kept import CacheFolder, cache_root

Keys: TypeAlias = NDArray[np.uint64]
Values: TypeAlias = NDArray[np.uint16]
Ints: TypeAlias = NDArray[np.int64]

RANKS, SUITS, CARDS = 13, 4, 52
RANK_LETTERS = "23456789TJQKA"
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
PLACE_BITS = 12  # below the category in a value
ROW_BITS = 13  # of a rank sum: its row; the bits above are its column
# The least number that keeps all sums of up to seven ranks apart, found rank by rank.
RANK_KEYS = (1, 5, 24, 112, 521, 2247, 9244, 30823, 103066, 250154, 667453, 1526359, 3453520)
SUM_SHIFT = 32  # of the rank sum in a key
_WINDOW = 4096  # offsets tried at once
_HIGH, _PAIR, _TWO, _TRIPS, _STRAIGHT, _FLUSH, _FULL, _QUADS, _STRAIGHT_FLUSH = range(9)


def rank_of(card: int) -> int:
    """0 for a deuce up to 12 for an ace."""
    return (card // 4 + 12) % RANKS


def card_of(rank: int, suit: int) -> int:
    """The card of a poker rank and a suit."""
    return (rank + 1) % RANKS * 4 + suit


def rank_multisets(size: int) -> Ints:
    """Every choice of `size` ranks, none more than four times, as rows of thirteen counts."""
    rows = np.array(list(combinations_with_replacement(range(RANKS), size)), np.int64)
    counts = np.zeros((len(rows), RANKS), np.int64)
    for column in range(size):
        np.add.at(counts, (np.arange(len(rows)), rows[:, column]), 1)
    return counts[counts.max(axis=1) <= SUITS] if size else counts


def straight_tops(bits: Ints) -> Ints:
    """The highest rank of the best straight in each set of rank bits, -1 where there is none."""
    wheel = bits << 1 | bits >> 12 & 1  # the ace below the deuce, too
    tops = np.full(bits.shape, -1, np.int64)
    for top in range(3, RANKS):
        run = 0b11111 << (top - 3)
        tops[wheel & run == run] = top
    return tops


def _best_bits(bits: Ints, most: int) -> Ints:
    """The `most` highest set bits of each."""
    kept = np.zeros_like(bits)
    taken = np.zeros_like(bits)
    for rank in range(RANKS - 1, -1, -1):
        here = (bits >> rank & 1) & (taken < most)
        kept |= here << rank
        taken += here
    return kept


def _top(bits: Ints) -> Ints:
    """The highest rank of each set of bits, -1 for none."""
    tops = np.full(bits.shape, -1, np.int64)
    for rank in range(RANKS):
        tops[bits >> rank & 1 == 1] = rank
    return tops


def rank_scores(counts: Ints) -> Ints:
    """What rank counts are worth without a flush: an order, category in the highest bits."""
    at_least = [(counts >= n) @ (1 << np.arange(RANKS)) for n in range(5)]
    singles, pairs, trips, quads = at_least[1:]
    straight, pair, three, four = straight_tops(singles), _top(pairs), _top(trips), _top(quads)
    second = _top(pairs & ~(1 << np.maximum(three, 0)))  # a pair beside the trips
    low_pair = _top(pairs & ~(1 << np.maximum(pair, 0)))
    two = (1 << np.maximum(pair, 0)) | (1 << np.maximum(low_pair, 0))

    def kickers(used: Ints, most: int) -> Ints:
        return _best_bits(singles & ~used, most)

    cases = [
        (_HIGH, singles >= 0, kickers(np.zeros_like(singles), 5)),
        (_PAIR, pair >= 0, pair << RANKS | kickers(1 << np.maximum(pair, 0), 3)),
        (_TWO, low_pair >= 0, two << RANKS | kickers(two, 1)),
        (_TRIPS, three >= 0, three << RANKS | kickers(1 << np.maximum(three, 0), 2)),
        (_STRAIGHT, straight >= 0, straight),
        (_FULL, (three >= 0) & (second >= 0), three << 4 | np.maximum(second, 0)),
        (_QUADS, four >= 0, four << RANKS | kickers(1 << np.maximum(four, 0), 1)),
    ]
    scores = np.zeros(len(counts), np.int64)
    for category, holds, score in cases:
        scores = np.where(holds, category << 2 * RANKS | score, scores)
    return scores


def flush_scores() -> Ints:
    """What each set of five or more rank bits of one suit is worth; 0 for fewer."""
    bits = np.arange(1 << RANKS)
    straight = straight_tops(bits)
    scores = np.where(
        straight >= 0,
        _STRAIGHT_FLUSH << 2 * RANKS | straight,
        _FLUSH << 2 * RANKS | _best_bits(bits, 5),
    )
    return np.where(np.bitwise_count(bits) >= 5, scores, 0)


def _values(scores: Ints, known: Ints) -> Values:
    """Scores as values: the category and the place among the `known` scores of it."""
    categories = scores >> 2 * RANKS
    firsts = np.searchsorted(known, np.arange(9) << 2 * RANKS)
    places = np.searchsorted(known, scores) - firsts[categories]
    values: Values = (categories << PLACE_BITS | places).astype(np.uint16)
    return values


def _displaced(sums: Ints, values: Values) -> tuple[Values, NDArray[np.uint32]]:
    """The perfect hash: the rows slid over each other, longest first, each to its first fit."""
    rows, columns = sums & ((1 << ROW_BITS) - 1), sums >> ROW_BITS
    offsets = np.zeros(1 << ROW_BITS, np.uint32)
    free = np.ones(3 * len(sums) + 2 * _WINDOW, np.bool_)
    table = np.zeros(len(free), np.uint16)
    order = np.argsort(rows, kind="stable")
    pieces = np.split(order, np.flatnonzero(np.diff(rows[order])) + 1)
    for piece in sorted(pieces, key=len, reverse=True):
        offset = _first_fit(free, columns[piece])
        free[offset + columns[piece]] = False
        table[offset + columns[piece]] = values[piece]
        offsets[rows[piece[0]]] = offset
    used = int(np.flatnonzero(~free)[-1]) + 1
    return table[:used].copy(), offsets


def _first_fit(free: NDArray[np.bool_], columns: Ints) -> int:
    """The least offset at which all `columns` fall on free places."""
    start = 0
    while True:
        fits = np.ones(_WINDOW, np.bool_)
        for column in columns:
            fits &= free[start + column : start + column + _WINDOW]
        if fits.any():
            return start + int(fits.argmax())
        start += _WINDOW


def _build() -> dict[str, NDArray[Any]]:
    counts = np.concatenate([rank_multisets(size) for size in (5, 6, 7)])
    scores, flushes = rank_scores(counts), flush_scores()
    known = np.unique(np.concatenate([scores, flushes[flushes > 0]]))
    ranked, offsets = _displaced(counts @ np.array(RANK_KEYS), _values(scores, known))
    flush_values = np.where(flushes > 0, _values(flushes, known), 0).astype(np.uint16)
    return {"ranked": ranked, "offsets": offsets, "flushes": flush_values}


def kept_name(name: str, salt: str = "") -> str:
    """What a table is kept under, with a digest of this source file, the version and `salt`."""
    made_by = Path(__file__).read_bytes() + f"{kibitz.__version__} {salt}".encode()
    return f"tables/holdem/{name}-{hashlib.sha256(made_by).hexdigest()[:20]}"


def kept(name: str, build: Any, salt: str = "") -> dict[str, NDArray[Any]]:
    """The arrays that `build` makes, read from the cache folder where they were made before."""
    folder, place = CacheFolder(cache_root()), kept_name(name, salt)
    content = folder.read(place)
    if content is not None:
        with np.load(BytesIO(content)) as stored:
            return {field: stored[field] for field in stored.files}
    arrays: dict[str, NDArray[Any]] = build()
    packed = BytesIO()
    np.savez(packed, **arrays)  # type: ignore[arg-type]
    folder.write(place, packed.getvalue())
    return arrays


_arrays = kept("evaluator", _build)
RANKED: Values = _arrays["ranked"]
OFFSETS: NDArray[np.uint32] = _arrays["offsets"]
FLUSHES: Values = _arrays["flushes"]
CARD_KEYS: Keys = np.array(
    [RANK_KEYS[rank_of(c)] << SUM_SHIFT | 1 << 4 * (c & 3) for c in range(CARDS)], np.uint64
)
CARD_MASKS: Keys = np.array([1 << (16 * (c & 3) + rank_of(c)) for c in range(CARDS)], np.uint64)
EMPTY_KEY = np.uint64(0x3333)
FLUSH_BITS = np.uint64(0x8888)
