"""What hands are worth against each other: exactly where that fits a budget, else by sampling.

>>> result = holdem_equity(["AsAh", "KsKh"])
>>> result.is_exact, result.hands[0].win, result.total
(True, 1410336, 1712304)

A tie among n winners pays each 1/n. Every answer says whether it is exact; a sampled one
has a standard error. Everything follows from `winner_sets`: how many deals (weighted by
the ranges) each set of hands won together.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

import numpy as np

from kibitz.core.cards import CARDS, card_text, parse_cards
from kibitz.core.seeds import checked_seed, stream
from kibitz.core.stream import Stream
from kibitz.errors import BadValue, KibitzError
from kibitz.estimate.estimate import Estimate
from kibitz.games.holdem.cards.combos import COMBO_CARDS
from kibitz.games.holdem.cards.ranges import Range, parse_range, random_range
from kibitz.games.holdem.cards.symmetry import changes_that_keep, merged
from kibitz.games.holdem.cards.tables import CATEGORIES, Ints
from kibitz.games.holdem.equity.duel import Duel, duel_of, sample_duel
from kibitz.games.holdem.equity.matching import MOST_OPPONENTS, against_random
from kibitz.games.holdem.equity.parts import cuts, share_out
from kibitz.games.holdem.equity.runouts import BOARD, Floats, duels, sum_runouts
from kibitz.games.holdem.equity.sampling import sample_deals, sample_fixed

MOST_HANDS = 23  # whose cards leave five for the board
BUDGET = 4.0  # seconds of exact work, by the measures below, before sampling takes over
SAMPLES = 1_000_000  # where sampling takes over by itself
CHUNK = 1 << 16  # samples from one stream, so that the answer does not depend on who draws them
_MOST_DEALS = 1 << 22
_SECONDS_A_HAND = {5: 1.5e-4, 2: 2e-6, 1: 1e-6, 0: 1e-6}  # by the cards that are to come
_SECONDS_A_BOARD = 5e-6  # against random opponents by matchings


@dataclass(frozen=True)
class HandEquity:
    """One hand's part of an answer; wins, ties and losses are counts of deals, or None."""

    text: str
    win: float | None
    tie: float | None
    lose: float | None
    equity: Estimate
    categories: Mapping[str, float] | None = None


@dataclass(frozen=True)
class TableEquity:
    """The answer: each hand, and how often each set of hands won together."""

    hands: tuple[HandEquity, ...]
    total: float
    is_exact: bool
    method: str
    winner_sets: Mapping[tuple[int, ...], float]
    samples: int = 0
    seed: int | None = None


@dataclass(frozen=True)
class EquityTable:
    """A checked question: ranges without the known cards, and how many random opponents."""

    ranges: tuple[Range, ...]
    texts: tuple[str, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    opponents: int

    @property
    def falling(self) -> int:
        return BOARD - len(self.board)

    @property
    def all_ranges(self) -> tuple[Range, ...]:
        """The ranges with every random opponent as one more."""
        anything = random_range().without((*self.board, *self.dead))
        return self.ranges + (anything,) * self.opponents


def holdem_equity(
    hands: Sequence[str | Range],
    board: str = "",
    dead: str = "",
    opponents: int = 0,
    samples: int | None = None,
    seed: int | None = None,
    budget: float = BUDGET,
    categories: bool = False,
    threads: int = 1,
) -> TableEquity:
    """The equity of hands or ranges, with `opponents` random hands more.

    With `samples` it is sampled; else it is exact where the work fits `budget` seconds
    of one thread, and sampled where not. The answer is the same for any number of threads.
    """
    table = checked_table(hands, board, dead, opponents)
    if threads < 1:
        raise BadValue(f"the number of threads is {threads}, below 1")
    if samples is None:
        exact = _exact(table, budget, categories, threads)
        if exact is not None:
            return exact
    return _sampled(table, SAMPLES if samples is None else samples, seed, categories, threads)


def equity(hole: str, board: str = "", opponents: int = 1, simulations: int | None = None) -> float:
    """The chance of two cards against random opponents: the simple call.

    >>> round(equity("7c7d", "7h2h9s", 3), 6)
    0.814664
    """
    return holdem_equity([hole], board, "", opponents, simulations, 0).hands[0].equity.value


def checked_table(
    hands: Sequence[str | Range], board: str, dead: str, opponents: int
) -> EquityTable:
    """The question, refused in one sentence where it makes no sense."""
    on_board, gone = _cards(board, "board"), _cards(dead, "dead cards")
    if len(on_board) not in (0, 3, 4, 5):
        raise BadValue(f"a board has 0, 3, 4 or 5 cards; '{board}' has {len(on_board)}")
    for card in on_board:
        if card in gone:
            raise BadValue(f"the card {card_text(card)} is on the board and among the dead cards")
    players = len(hands) + opponents
    if opponents < 0:
        raise BadValue(f"the number of opponents is {opponents}, below 0")
    if not 2 <= players <= MOST_HANDS:
        raise BadValue(f"{players} players cannot be dealt; there are 2 to {MOST_HANDS}")
    if 2 * players + BOARD + len(gone) > CARDS:
        raise BadValue(f"{players} players and {len(gone)} dead cards are more than the deck has")
    if not hands:
        hands, opponents = ["random"], opponents - 1
    ranges = [hand if isinstance(hand, Range) else parse_range(hand) for hand in hands]
    free = tuple(_without(r, on_board, gone) for r in ranges)
    _check_singles(free)
    return EquityTable(free, tuple(map(str, ranges)), tuple(on_board), tuple(gone), opponents)


def _cards(text: str, what: str) -> list[int]:
    try:
        return parse_cards(text)
    except KibitzError as error:
        raise BadValue(f"the {what} cannot be read: {error}") from None


def _without(whole: Range, board: Sequence[int], dead: Sequence[int]) -> Range:
    free = whole.without((*board, *dead))
    if not free.combos.size:
        known = " ".join(card_text(card) for card in (*board, *dead))
        raise BadValue(f"the range '{whole}' has no hand left: {known} are on the board or dead")
    return Range(free.weights / free.weights.max())  # weights are relative: the heaviest is 1


def _check_singles(ranges: Sequence[Range]) -> None:
    """Refuse hands that name the same card twice."""
    seen: dict[int, Range] = {}
    for hand in ranges:
        if len(hand.combos) == 1:
            for card in COMBO_CARDS[hand.combos[0]]:
                if int(card) in seen:
                    other = seen[int(card)]
                    raise BadValue(f"the card {card_text(int(card))} is in '{other}' and '{hand}'")
                seen[int(card)] = hand


# Exact answers.


def _exact(table: EquityTable, budget: float, categories: bool, threads: int) -> TableEquity | None:
    if len(table.ranges) == 1 and 2 <= table.opponents <= MOST_OPPONENTS and not categories:
        return _by_matchings(table, budget, threads)
    ranges = table.all_ranges
    size = 1
    for hand in ranges:
        size *= len(hand.combos)
    if size > _MOST_DEALS:
        return None
    deals, weights = _deals(ranges)
    if not len(deals):
        names = ", ".join(f"'{text}'" for text in table.texts)
        raise BadValue(f"the hands {names} cannot be dealt together: they share their cards")
    if len(deals) > 1:
        deals, weights = merged(deals, weights, changes_that_keep(table.board, table.dead))
    if len(deals) * len(ranges) * _SECONDS_A_HAND[table.falling] > budget:
        return None
    sets, kinds = _summed(table, deals, weights, categories, threads)
    return _answer(table, sets, kinds, "enumeration", exact=True)


def _deals(ranges: Sequence[Range]) -> tuple[Ints, Floats]:
    """Every way to deal the ranges without a card twice, one combo a column, with its weight."""
    deals, weights = np.empty((1, 0), np.int64), np.ones(1)
    masks = np.zeros(1, np.uint64)
    bits = np.uint64(1) << COMBO_CARDS.astype(np.uint64)
    for hand in ranges:
        combos = hand.combos
        mine = bits[combos, 0] | bits[combos, 1]
        rows, columns = np.nonzero((masks[:, None] & mine[None, :]) == 0)
        deals = np.column_stack([deals[rows], combos[columns]])
        weights = weights[rows] * hand.weights[combos[columns]]
        masks = masks[rows] | mine[columns]
    return deals, weights


def _summed(
    table: EquityTable, deals: Ints, weights: Floats, categories: bool, threads: int
) -> tuple[Floats, Floats]:
    count, parts = deals.shape[1], cuts(len(deals))
    board, dead = np.array(table.board, np.int64), np.array(table.dead, np.int64)
    cards = COMBO_CARDS[deals].reshape(len(deals), 2 * count)
    kinds = np.zeros((len(parts), count if categories else 0, len(CATEGORIES)))
    if count == 2 and not categories:
        sets = np.zeros(1 << count)
        counts = np.empty((len(deals), 2), np.int64)
        share_out(
            lambda i: duels(cards[parts[i]], board, dead, counts[parts[i]]), len(parts), threads
        )
        win, tie = (float(weights @ counts[:, i]) for i in (0, 1))
        boards = comb(CARDS - 4 - len(board) - len(dead), table.falling)
        sets[1], sets[3] = win, tie
        sets[2] = float(weights.sum()) * boards - win - tie
        return sets, kinds[0]
    found = np.zeros((len(parts), 1 << count))

    def sum_part(i: int) -> None:
        sum_runouts(cards[parts[i]], weights[parts[i]], board, dead, found[i], kinds[i])

    share_out(sum_part, len(parts), threads)
    return found.sum(axis=0), kinds.sum(axis=0)


def _by_matchings(table: EquityTable, budget: float, threads: int) -> TableEquity | None:
    """One range against two or three random opponents."""
    hand, k = table.ranges[0], table.opponents
    changes = changes_that_keep(table.board, table.dead)
    deals, weights = merged(hand.combos[:, None], hand.weights[hand.combos], changes)
    unseen = CARDS - 2 - len(table.board) - len(table.dead)
    boards = comb(unseen, table.falling)
    least = len(deals) * boards * _SECONDS_A_BOARD / (len(changes) if table.falling == 5 else 1)
    if least > budget:
        return None
    shared = np.zeros(4)
    for (combo,), weight in zip(deals, weights, strict=True):
        shared += weight * _shared(table, COMBO_CARDS[combo], k, threads)
    left = unseen - table.falling
    sets_of_k = comb(left, 2 * k) * _pairings(k)
    total = float(weights.sum()) * boards * sets_of_k
    return _matched_answer(table, shared, total)


def _pairings(k: int) -> int:
    """In how many ways 2k cards make k hands."""
    return 1 if k == 0 else (2 * k - 1) * _pairings(k - 1)


def _shared(table: EquityTable, hole: Ints, k: int, threads: int) -> Ints:
    falls, ways = _falls(table, hole)
    parts = cuts(len(falls))
    out = np.zeros((len(parts), 4), np.int64)
    board, dead = np.array(table.board, np.int64), np.array(table.dead, np.int64)

    def count_part(i: int) -> None:
        against_random(hole, board, dead, falls[parts[i]], ways[parts[i]], k, out[i])

    share_out(count_part, len(parts), threads)
    total: Ints = out.sum(axis=0)
    return total


def _falls(table: EquityTable, hole: Ints) -> tuple[Ints, Ints]:
    """The ways to complete the board, up to suits that change nothing."""
    known = {*table.board, *table.dead, *(int(card) for card in hole)}
    rest = [card for card in range(CARDS) if card not in known]
    rows = np.fromiter(
        (card for fall in combinations(rest, table.falling) for card in fall), np.int64
    ).reshape(comb(len(rest), table.falling), table.falling)
    changes = changes_that_keep(table.board, table.dead, [int(card) for card in hole])
    if table.falling < 3 or len(changes) == 1:
        return rows, np.ones(len(rows), np.int64)
    best = np.full(len(rows), np.iinfo(np.int64).max)
    for change in changes:
        moved = np.sort(change[rows], axis=1)
        np.minimum(best, moved @ (64 ** np.arange(table.falling)), out=best)
    _, first, ways = np.unique(best, return_index=True, return_counts=True)
    return rows[first], ways


def _matched_answer(table: EquityTable, shared: Floats, total: float) -> TableEquity:
    value = float((shared / np.arange(1, 5)).sum()) / total
    win, tie = float(shared[0]), float(shared[1:].sum())
    mine = HandEquity(
        table.texts[0], _count(win), _count(tie), _count(total - win - tie), Estimate.exact(value)
    )
    theirs = Estimate.exact((1.0 - value) / table.opponents)
    others = (HandEquity("random", None, None, None, theirs),) * table.opponents
    return TableEquity((mine, *others), _count(total), True, "matchings", {})


# Sampled answers.


def _sampled(
    table: EquityTable, samples: int, seed: int | None, categories: bool, threads: int
) -> TableEquity:
    if samples < 1:
        raise BadValue(f"the number of samples is {samples}, below 1")
    root = checked_seed(seed)
    count, sizes = len(table.ranges) + table.opponents, list(_chunks(samples))
    hands = min(threads, len(sizes))
    sets = np.zeros((hands, 1 << count))
    kinds = np.zeros((hands, count if categories else 0, len(CATEGORIES)))
    duel = None if categories else _duel(table)

    def draw(hand: int) -> None:
        for chunk in range(hand, len(sizes), hands):
            luck = stream(root, chunk)
            if duel is None:
                _sample(table, sizes[chunk], luck, sets[hand], kinds[hand])
            else:
                sample_duel(duel, sizes[chunk], luck, sets[hand])

    share_out(draw, hands, threads)
    counts, made = sets.sum(axis=0), kinds.sum(axis=0)  # whole numbers: their order is nothing
    return _answer(table, counts, made, "sampling", exact=False, samples=samples, seed=root)


def _duel(table: EquityTable) -> Duel | None:
    """The question as a duel: one known hand against another, or a range of equal weights."""
    if len(table.ranges) + table.opponents != 2 or len(table.ranges[0].combos) > 1:
        return None
    others = table.all_ranges[1]
    if len(np.unique(others.weights[others.combos])) > 1:
        return None
    board, dead = np.array(table.board, np.int64), np.array(table.dead, np.int64)
    duel = duel_of(int(table.ranges[0].combos[0]), others.combos, board, dead)
    return duel if len(duel.others) else None


def _sample(table: EquityTable, size: int, luck: Stream, sets: Floats, kinds: Floats) -> None:
    """Deal the table `size` times, and tally."""
    combos = [hand.combos for hand in table.ranges]
    cards, k = COMBO_CARDS[np.concatenate(combos)], table.opponents
    board, dead = np.array(table.board, np.int64), np.array(table.dead, np.int64)
    if len(cards) == len(combos):
        sample_fixed(cards.ravel(), k, board, _rest(cards, board, dead), size, luck, sets, kinds)
        return
    heights = np.concatenate([np.cumsum(hand.weights[hand.combos]) for hand in table.ranges])
    starts = np.cumsum([0, *map(len, combos)])
    if size > sample_deals(cards, heights, starts, k, board, dead, size, luck, sets, kinds):
        names = ", ".join(f"'{text}'" for text in table.texts)
        raise BadValue(f"the hands {names} can hardly be dealt together: they share cards")


def _rest(*known: Ints) -> Ints:
    """The cards that are not among these."""
    seen = np.concatenate([cards.ravel() for cards in known])
    return np.setdiff1d(np.arange(CARDS), seen)


def _chunks(samples: int) -> Iterator[int]:
    for start in range(0, samples, CHUNK):
        yield min(CHUNK, samples - start)


# Both.


def _count(number: float) -> float:
    """A whole number as an int: counts of unweighted deals are."""
    return round(number) if abs(number - round(number)) < 1e-6 else number


def _answer(
    table: EquityTable,
    sets: Floats,
    kinds: Floats,
    method: str,
    *,
    exact: bool,
    samples: int = 0,
    seed: int | None = None,
) -> TableEquity:
    total = float(sets.sum())
    used = np.flatnonzero(sets)
    sizes = np.bitwise_count(used)
    texts = table.texts + ("random",) * table.opponents
    hands = []
    for i, text in enumerate(texts):
        mine = used >> i & 1 == 1
        win = float(sets[used[mine & (sizes == 1)]].sum())
        tie = float(sets[used[mine & (sizes > 1)]].sum())
        value = float((sets[used[mine]] / sizes[mine]).sum()) / total
        square = float((sets[used[mine]] / sizes[mine] ** 2).sum()) / total
        error = 0.0 if exact else sqrt(max(square - value * value, 0.0) / max(samples - 1, 1))
        estimate = Estimate.exact(value) if exact else Estimate(value, error, samples)
        found = dict(zip(CATEGORIES, kinds[i] / total, strict=True)) if len(kinds) else None
        rest = total - win - tie
        hands.append(HandEquity(text, _count(win), _count(tie), _count(rest), estimate, found))
    outcomes = {
        tuple(i for i in range(len(texts)) if s >> i & 1): _count(float(sets[s]))
        for s in (int(s) for s in used)
    }
    return TableEquity(tuple(hands), _count(total), exact, method, outcomes, samples, seed)
