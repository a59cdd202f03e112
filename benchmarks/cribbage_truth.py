"""Whether the figures of cribbage come true: errors that cover, cribs and pegging as predicted.

Sampled answers are asked again with fifty times the work: at most 7 % of them may lie beyond
two of their errors of that, and 0.5 % beyond four. Predicted cribs meet forced throws, and
predicted pegging the hands of two experts. `KIBITZ_REPEATS` sets how much is measured: 400,
as usual, takes a minute, 5000 an hour.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Position

REPEATS = int(os.environ.get("KIBITZ_REPEATS", "400"))
AWARE = 35  # points from the end from which chances to win decide
FORCED = ("78", "67", "77", "68", "88", "TJ", "55", "23")
RANKS = "A23456789TJQK"
MORE = 50  # times the work of the answer that is taken for the truth
SEED = 77


@dataclass(frozen=True)
class Misses:
    """How far answers were off, in their own errors."""

    what: str
    errors: NDArray[np.float64]

    def beyond(self, errors: float) -> float:
        return float((np.abs(self.errors) > errors).mean())

    def __str__(self) -> str:
        two, four = 100 * self.beyond(2), 100 * self.beyond(4)
        said = f"{self.what:<42} {len(self.errors):>6}  beyond two errors {two:4.1f} %"
        return f"{said}, beyond four {four:.2f} %"


@dataclass(frozen=True)
class Promise:
    """What was predicted on average, what came, and the error of their difference."""

    what: str
    predicted: float
    came: float
    error: float

    def __str__(self) -> str:
        off = (self.came - self.predicted) / self.error
        said = f"{self.what:<42} predicted {self.predicted:6.3f}, came {self.came:6.3f}"
        return f"{said} ± {self.error:.3f} ({off:+.1f} errors)"


def main() -> None:
    """Print how often figures of cribbage lie beyond their errors, and what came of them."""
    for row in truths():
        print(row, flush=True)


def truths() -> Iterator[Misses | Promise]:
    """Every measurement, one by one."""
    for method, iterations in (("careful", 1000), ("careful", 5000), ("tree", 5000)):
        for aware in (0, AWARE):
            yield from plays(max(REPEATS // 5, 1), method, iterations, aware)
    yield from throws(max(REPEATS // 10, 1))
    for role in (0, 1):
        for pair in FORCED:
            yield forced_cribs(pair, role, REPEATS)
    yield from pegging_slopes(10 * REPEATS)


def positions(count: int, is_near_end: bool, seed: int = SEED) -> list[Position]:
    """Views of seats with a choice of ranks, in games of good players."""
    from kibitz.core.game import OVER, moves, play, turn, view
    from kibitz.core.seeds import generator, stream
    from kibitz.games.cribbage.advice.seen import peg_position
    from kibitz.games.cribbage.game import CribbageGame
    from kibitz.games.cribbage.pegging.lore import shipped_lore
    from kibitz.games.cribbage.table.rules import PLAY, TARGET
    from kibitz.games.cribbage.winning.criterion import AWARE
    from kibitz.games.cribbage.winning.outcomes import SOUND
    from kibitz.games.cribbage.winning.selfplay import next_move

    game, lore, out = CribbageGame(), shipped_lore(), np.empty(13, np.int64)
    found: list[Position] = []
    luck, stream_, pick, p = stream(seed, 0), stream(seed, 1), generator(seed, 2), game.start()
    while len(found) < count:
        if turn(p) == OVER:
            p = game.start()
        near = max(p.score0, p.score1) >= TARGET - AWARE
        if p.phase == PLAY and near == is_near_end and pick.random() < 0.2:
            seen = view(p, p.seat)
            if moves(peg_position(seen, p.seat), out) > 1:
                found.append(seen)
        p = play(p, next_move(p, SOUND, SOUND, lore, luck, stream_))
    return found


def plays(
    count: int, method: str, iterations: int, aware: int, seed: int = SEED
) -> Iterator[Misses]:
    """Values and losses of cards, in points or near the end in wins."""
    from kibitz.games.cribbage.advice.analyst import Counsel
    from kibitz.games.cribbage.game import CribbageGame

    game, values, losses = CribbageGame(), [], []
    quick = Counsel(play=method, iterations=iterations, aware=aware)
    slow = Counsel(play=method, iterations=MORE * iterations, aware=aware)
    for number, seen in enumerate(positions(count, aware > 0, seed)):
        one = quick.analyse(game, seen, seen.seat, seed + number)
        true = slow.analyse(game, seen, seen.seat, 9 * seed + number)
        for option in one.options:
            other = true.option(option.move)
            values.append((option.value - other.value) / option.estimate.error)
            if option is not one.best:
                loss = true.option(one.best.move).value - other.value
                losses.append((one.loss(option.move) - loss) / max(option.loss_error or 0.0, 1e-9))
    unit = "wins" if aware else "points"
    what = f"{method} plays, {iterations} iterations"
    yield Misses(f"{what}, values in {unit}", np.array(values))
    yield Misses(f"{what}, losses in {unit}", np.array(losses))


def throws(count: int, seed: int = SEED) -> Iterator[Misses]:
    """Sampled cribs, and chances to win at many scores."""
    from kibitz.core.seeds import generator
    from kibitz.games.cribbage.throwing.throws import throws_of, win_chances

    rng, cribs, wins = generator(seed, 5), [], []
    for number in range(count):
        cards, role = rng.permutation(52)[:6].tolist(), number % 2
        scores = (int(rng.integers(60, 121)), int(rng.integers(60, 121)))
        few = throws_of(cards, role, "sample", 400, seed + number)
        all_of_them = throws_of(cards, role, "exact")
        cribs += list((few.crib - all_of_them.crib) / few.error)
        one = win_chances(cards, role, scores, 300, seed + number)
        true = win_chances(cards, role, scores, MORE * 300, 9 * seed + number)
        wins += list((one.chances - true.chances) / one.errors.diagonal())
    yield Misses("throws, 400 sampled cribs", np.array(cribs))
    yield Misses("throws, chances to win by 300 worlds", np.array(wins))


def forced_cribs(pair: str, role: int, deals: int, seed: int = SEED) -> Promise:
    """Deals in which pone (0) or dealer (1) holds a pair of ranks and throws it."""
    from kibitz.core.seeds import generator
    from kibitz.games.cribbage.pegging.lore import shipped_lore
    from kibitz.games.cribbage.table.score import set_points
    from kibitz.games.cribbage.throwing.endgame import throw_values, thrown_set
    from kibitz.games.cribbage.throwing.throws import crib_of_pair

    rng, lore, values = generator(seed, 6, role, FORCED.index(pair)), shipped_lore(), np.empty(15)
    predicted, came = np.empty(deals), np.empty(deals)
    for deal in range(deals):
        own = [
            4 * RANKS.index(rank) + suit
            for rank, suit in zip(pair, rng.permutation(4), strict=False)
        ]
        rest = rng.permutation([card for card in range(52) if card not in own])
        theirs = np.sort(rest[4:10])
        throw_values(theirs, 1 - role, lore, values)
        crib = thrown_set(theirs, int(np.argmax(values))) | sum(1 << card for card in own)
        predicted[deal] = crib_of_pair(own, role, rest[:4].tolist())
        came[deal] = set_points(crib, int(rest[10]), 1)
    error = float((came - predicted).std(ddof=1)) / np.sqrt(deals)
    who = ("pone", "dealer")[role]
    return Promise(f"crib of {pair} from the {who}", predicted.mean(), came.mean(), error)


def pegging_slopes(hands: int, seed: int = SEED) -> Iterator[Promise]:
    """The slope of what experts pegged net on what their keeps promised, by role."""
    from kibitz.games.cribbage.advice.levels import EXPERT
    from kibitz.games.cribbage.pegging.lore import shipped_lore
    from kibitz.games.cribbage.throwing.endgame import keep_of
    from kibitz.games.cribbage.throwing.keeps import pegging_values
    from kibitz.games.cribbage.winning.ladder import style_of
    from kibitz.games.cribbage.winning.outcomes import outcomes

    style = style_of(EXPERT)._replace(aware=0)
    played = outcomes(hands, style, style, shipped_lore(), seed)
    for role, pegged in enumerate(played.net_pegged):
        keeps = [int(keep_of(int(kept))) for kept in played.kept[:, role]]
        promised = pegging_values(role)[keeps]
        slope, start = np.polyfit(promised, pegged, 1)
        left = float(np.std(pegged - start - slope * promised, ddof=2))
        error = left / (float(promised.std()) * np.sqrt(hands))
        who = ("pone", "dealer")[role]
        yield Promise(f"slope of what the {who} pegged, {hands} hands", 1.0, float(slope), error)
        off = float(np.std(pegged, ddof=1)) / np.sqrt(hands)
        yield Promise(
            f"net pegging of the {who}", float(promised.mean()), float(pegged.mean()), off
        )


if __name__ == "__main__":
    main()
