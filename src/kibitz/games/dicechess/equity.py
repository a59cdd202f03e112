"""Equity before the roll: the chances that White wins, that Black wins, that neither does.

Work is cut into batches of fixed size, each with a stream of its own by its index, and summed
in order: the same seed gives the same bits with any number of threads, and by any hands. Stopping
is decided on whole rounds of batches, whose sizes follow from the results alone.
"""

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from kibitz.core.hands import Hands, OwnHands
from kibitz.core.seeds import checked_seed, stream
from kibitz.core.stream import Stream
from kibitz.errors import BadValue
from kibitz.games.dicechess.chance import king_risk
from kibitz.games.dicechess.continuation import OVER_PATHS, OVER_POSITIONS
from kibitz.games.dicechess.dice import ORDERED
from kibitz.games.dicechess.notation import dfen
from kibitz.games.dicechess.rollout import PLAIN, SUMS, rollouts
from kibitz.games.dicechess.rules import DiceChess, has_both_kings, payoff
from kibitz.games.dicechess.turns import new_walk

BATCH = 40  # rollouts
LOOK = 25  # batches between two looks; later on, one in so many of those done
RUNNING = ""  # what stopped an estimate that goes on
PLAY = ("random", "judge")
STRONG_CUT = 6  # plies after which the judge has the last word, where nothing else is said
NO_CUT = -1
OVER = {"paths": OVER_PATHS, "positions": OVER_POSITIONS}
Sums = NDArray[np.float64]


@dataclass(frozen=True)
class EquityOptions:
    """How equity is estimated.

    `rollouts` is the most; with a `target_error` fewer do once the standard error of both win
    chances is below it, but not before `min_rollouts`; `seconds` end it sooner. `turns` says
    what a random turn is uniform over, `paths` or `positions`; survival below `roulette` is put
    to the roulette. `plain` is ordinary simulation, to compare with.

    `play` says whose turns are played: `random`, or the learned `judge`'s, which says after `cut`
    plies what the rest is worth; a cut of 0 plays on to the end.
    """

    rollouts: int = 4000
    max_plies: int = 400
    target_error: float | None = None
    min_rollouts: int = 400
    is_stratified: bool = True
    roulette: float = 0.3
    turns: str = "paths"
    threads: int = 1
    plain: bool = False
    seconds: float | None = None
    play: str = "random"
    cut: int = 0

    def __post_init__(self) -> None:
        for name in ("rollouts", "max_plies", "min_rollouts", "threads"):
            if getattr(self, name) < 1:
                raise BadValue(f"{name} {getattr(self, name)} is less than 1")
        if self.target_error is not None and not self.target_error > 0:
            raise BadValue(f"target_error {self.target_error} is not above 0")
        if self.seconds is not None and not self.seconds > 0:
            raise BadValue(f"seconds {self.seconds} is not above 0")
        if not 0 <= self.roulette < 1:
            raise BadValue(f"roulette {self.roulette} is not from 0 to below 1")
        if self.turns not in OVER:
            raise BadValue(f"turns '{self.turns}' is neither paths nor positions")
        if self.play not in PLAY:
            raise BadValue(f"play '{self.play}' is neither random nor judge")
        if self.cut < 0:
            raise BadValue(f"cut {self.cut} is negative")
        if self.play == "judge" and (self.plain or self.turns != "paths"):
            raise BadValue("a judge's turns are not drawn: plain and turns are for random play")

    def ending(self, found: "RolloutEquity", seconds: float) -> str:
        """What ends an estimate that has come so far; nothing if it goes on."""
        if found.rollouts >= self.rollouts:
            return "rollouts"
        is_enough = found.rollouts >= self.min_rollouts
        if self.target_error is not None and is_enough and found.error <= self.target_error:
            return "target_error"
        return "seconds" if self.seconds is not None and seconds >= self.seconds else RUNNING


STRONG = EquityOptions(rollouts=200, min_rollouts=BATCH, play="judge", cut=STRONG_CUT)


@dataclass(frozen=True)
class RolloutEquity:
    """Chances that sum to 1, with the standard errors of the two wins."""

    white_win: float
    black_win: float
    undecided: float
    white_error: float
    black_error: float
    rollouts: int
    plies: int
    seed: int
    stopped_by: str
    is_exact: bool = False

    @property
    def error(self) -> float:
        """The larger standard error of the two."""
        return max(self.white_error, self.black_error)

    @property
    def variance_ratio(self) -> float:
        """How many times the variance of rollouts with one winner each exceeds this one's."""
        return _ratio(self.white_win, self.white_error, self.rollouts)

    def win(self, seat: int) -> float:
        """The chance that `seat` wins."""
        return self.black_win if seat else self.white_win

    def value(self, seat: int) -> float:
        """Wins less losses of `seat`."""
        return self.win(seat) - self.win(1 - seat)

    @property
    def value_error(self) -> float:
        """A bound on the standard error of `value`."""
        return self.white_error + self.black_error


def _ratio(win: float, error: float, count: int) -> float:
    if error == 0:
        return math.inf
    return win * (1 - win) / (error * error * count)


def equity(
    p: DiceChess, options: EquityOptions | None = None, seed: int | None = None
) -> RolloutEquity:
    """The equity of a position whose dice are about to roll."""
    *_, settled = equities(p, options, seed)
    return settled


def equities(
    p: DiceChess,
    options: EquityOptions | None = None,
    seed: int | None = None,
    hands: Hands | None = None,
) -> Iterator[RolloutEquity]:
    """The equity as it settles, look by look; the last one is the answer.

    Where `hands` are given, they play the rollouts.
    """
    options, root = options or EquityOptions(), checked_seed(seed)
    if p.dice:
        raise BadValue(f"'{dfen(p)}' has rolled dice; equity is asked for before the roll")
    known = decided(p, root)
    if known is not None:
        yield known
    elif hands is not None or options.threads == 1:
        work, most = partial(_batch, p, options, root), -(-options.rollouts // BATCH)
        batches = (hands or OwnHands()).ordered(work, range(most))
        yield from _estimates(p, options, root, lambda span: list(islice(batches, len(span))))
    else:
        work = partial(_batch, p, options, root)
        with ThreadPoolExecutor(options.threads) as pool:
            yield from _estimates(p, options, root, lambda span: list(pool.map(work, span)))


def decided(p: DiceChess, seed: int) -> RolloutEquity | None:
    """The exact equity of a game that is over or ends on this roll."""
    if not has_both_kings(p):
        white = (payoff(p, 0) + 1) / 2
    elif king_risk(p, 1 - p.seat) == ORDERED:
        white = float(p.seat == 0)
    else:
        return None
    return RolloutEquity(white, 1 - white, 0.0, 0.0, 0.0, 0, 0, seed, "exact", is_exact=True)


Batches = Callable[[range], list[Sums]]  # those of the next indices


def _estimates(
    p: DiceChess, options: EquityOptions, seed: int, batches: Batches
) -> Iterator[RolloutEquity]:
    untargeted = replace(options, target_error=None)
    most = -(-options.rollouts // BATCH)
    aim = most if options.target_error is None else -(-options.min_rollouts // BATCH)
    done: list[Sums] = []
    begun, step = time.perf_counter(), LOOK if options.seconds is None else 1
    while True:
        look = min(len(done) + max(step, len(done) // LOOK), aim, most)
        done += batches(range(len(done), look))
        found = _summed(p, options, done, seed)
        if len(done) == look == step:
            begun = time.perf_counter()  # the first look may have had to compile
        is_due = len(done) >= aim or options.target_error is None
        reason = (options if is_due else untargeted).ending(found, time.perf_counter() - begun)
        yield replace(found, stopped_by=reason)
        if reason:
            return
        if len(done) >= aim and options.target_error is not None:
            needed = len(done) * (found.error / options.target_error) ** 2
            aim = math.ceil(min(max(needed, 1.25 * len(done)), 4 * len(done)))


def _batch(p: DiceChess, options: EquityOptions, seed: int, index: int) -> Sums:
    sums = np.zeros(SUMS)
    count = min(BATCH, options.rollouts - index * BATCH)
    if options.play == "judge":
        _strong_batch(p, options, count, stream(seed, index), sums)
        return sums
    common = (p, count, options.max_plies, OVER[options.turns])
    roulette = PLAIN if options.plain else options.roulette
    with np.errstate(over="ignore"):  # for threads that run the kernels uncompiled
        rollouts(*common, roulette, options.is_stratified, new_walk(), stream(seed, index), sums)
    return sums


def _strong_batch(
    p: DiceChess, options: EquityOptions, count: int, luck: Stream, sums: Sums
) -> None:
    from kibitz.games.dicechess.judge import shipped_judge
    from kibitz.games.dicechess.strongplay import strong_rollouts

    cut, roulette = (options.cut, 0.0) if options.cut else (NO_CUT, options.roulette)
    common = (p, count, options.max_plies, cut, roulette, options.is_stratified)
    with np.errstate(over="ignore"):
        strong_rollouts(*common, *shipped_judge(), luck, sums)


def _summed(p: DiceChess, options: EquityOptions, batches: list[Sums], seed: int) -> RolloutEquity:
    """What batches come to; for the errors one more line is thought of, which is off by half a
    game, so that a few equal ones do not pass for certainty."""
    table = np.array(batches)
    count = table[:, 5].sum()
    wins = [math.fsum(table[:, side]) / count for side in (0, 1)]
    between = options.is_stratified and not options.plain
    errors = [math.hypot(_error(table, side, between), 0.5 / count) for side in (0, 1)]
    white, black = wins if p.seat == 0 else wins[::-1]
    white_error, black_error = errors if p.seat == 0 else errors[::-1]
    return RolloutEquity(
        white,
        black,
        max(0.0, 1.0 - white - black),
        white_error,
        black_error,
        int(count),
        int(table[:, 4].sum()),
        seed,
        "rollouts",
    )


def _error(table: Sums, side: int, between: bool) -> float:
    """The standard error of a mean, from the batches where these are stratified."""
    counts, sums = table[:, 5], table[:, side]
    count, mean = counts.sum(), sums.sum() / counts.sum()
    if between and len(table) > 1:
        spread = ((sums - mean * counts) ** 2 / counts).sum() / (len(table) - 1)
    else:
        spread = max(0.0, table[:, 2 + side].sum() / count - mean * mean)
        spread *= count / max(count - 1, 1)
    return math.sqrt(spread / count)
