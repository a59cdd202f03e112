"""Whole games between kinds of players in one kernel: who wins, and how good beliefs are."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.blocks import spans
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below, seed62
from kibitz.errors import BadValue
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.foresight import best_foreseen
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    CLAIMED,
    FIELDS,
    NOBODY,
    PLAYED,
    RANK,
    WINNER,
    Bluff,
    Ints,
    count_of,
    opened,
    pack_count,
)
from kibitz.games.bluff.rules import MOST_MOVES, deal, hide, make_move, share_of
from kibitz.games.bluff.values import HONEST, MODELLING, NAIVE, fill_values

FORESIGHT = 3  # beside the ways of `values`
WAYS = {"honest": HONEST, "naive": NAIVE, "modelling": MODELLING, "foresight": FORESIGHT}
CLAIMS, LIES, BRIER, LOG, BINS = 0, 1, 2, 3, 4  # places in the tallies of beliefs
TENTHS, COLUMNS = 10, 4  # of beliefs: claims, what was said, lies, squares of deals' misses
LOOKS = 50  # at a contest under way


@kernel
def best_move(
    v: Ints, seat: int, way: int, out: Ints, values: NDArray[np.float64], stream: Stream
) -> int:
    """The best option of the seat to act from its view; among equals any."""
    count, best, ties = fill_values(v, seat, way, out, values), 0, 0
    for i in range(count):
        if i == 0 or values[i] > values[best]:
            best, ties = i, 1
        elif values[i] == values[best]:
            ties += 1
            if below(stream, ties) == 0:
                best = i
    return out[best]  # type: ignore[no-any-return]


@kernel
def note_belief(v: Ints, seat: int, was_lie: bool, tallies: NDArray[np.float64]) -> None:
    """Add how good the asked seat's belief about the claim is."""
    lie = min(max(belief(v, seat), 1e-6), 1.0 - 1e-6)
    tallies[CLAIMS] += 1.0
    tallies[LIES] += 1.0 if was_lie else 0.0
    tallies[BRIER] += (lie - 1.0) ** 2 if was_lie else lie**2
    tallies[LOG] -= np.log(lie) if was_lie else np.log(1.0 - lie)
    place = BINS + COLUMNS * min(int(lie * TENTHS), TENTHS - 1)
    tallies[place] += 1.0
    tallies[place + 1] += lie
    tallies[place + 2] += 1.0 if was_lie else 0.0


@kernel
def note_misses(before: NDArray[np.float64], tallies: NDArray[np.float64]) -> None:
    """Add the squares of how far said and seen were off in one deal: its claims hang together."""
    for place in range(BINS, len(tallies), COLUMNS):
        said, lies = tallies[place + 1] - before[place + 1], tallies[place + 2] - before[place + 2]
        tallies[place + 3] += (said - lies) ** 2


@kernel
def play_contests(
    start: Ints,
    ways: Ints,
    rounds: int,
    playouts: int,
    is_paired: bool,
    paid: NDArray[np.float64],
    tallies: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Play rounds of as many games as there are seats: every rotation of the ways.

    Paired games of a round share one deal, which is fair to all; where all play alike that
    would be the same game again, so each has its own deal. `paid[round, i]` adds up what the
    player of `ways[i]` got.
    """
    out, values, players = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), len(ways)
    sums = np.empty((MOST_MOVES, 4))
    a, v = np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64)
    is_shared, before = is_paired and ways.min() < ways.max(), tallies.copy()
    for number in range(rounds):
        seed = seed62(stream)
        for shift in range(players):
            if shift == 0 or not is_shared:
                before[:] = tallies
            if shift and not is_shared:
                seed = seed62(stream)
            a[:] = start
            deal(a, seed, players, pack_count(a))
            while a[WINNER] == NOBODY:
                seat = a[ACTOR] if a[ASKED] == NOBODY else a[ASKED]
                v[:] = a
                hide(v, seat, players)
                if a[ASKED] != NOBODY:
                    was_lie = count_of(a[PLAYED], a[RANK]) < a[CLAIMED]
                    note_belief(v, seat, was_lie, tallies)
                way = ways[(seat + shift) % players]
                if way == FORESIGHT:
                    move = best_foreseen(v, seat, playouts, out, sums, stream)
                else:
                    move = best_move(v, seat, way, out, values, stream)
                make_move(a, move)
            for seat in range(players):
                share = (share_of(a, seat) * players - 1.0) / (players - 1.0)
                paid[number, (seat + shift) % players] += share / players
            if shift == players - 1 or not is_shared:
                note_misses(before, tallies)


@dataclass(frozen=True)
class BluffContest:
    """What each player got a game, with its error, and how good the beliefs were."""

    rounds: int
    means: tuple[float, ...]
    errors: tuple[float, ...]
    claims: int
    lie_rate: float
    brier: float
    log_loss: float
    bins: tuple[tuple[int, float, float, float], ...]  # claims, mean belief, share of lies, error

    @property
    def base_brier(self) -> float:
        """The Brier score of always saying the true rate of lies."""
        return self.lie_rate * (1.0 - self.lie_rate)


def contest(
    start: Bluff,
    ways: tuple[int, ...],
    rounds: int,
    seed: int,
    playouts: int = 500,
    is_paired: bool = True,
) -> BluffContest:
    """Play `rounds` deals, each with every rotation of the seats; foresight has its play-outs.

    Payoffs are fairer where the rotations share the deal, beliefs are measured better where
    each game has its own: the same claims would be heard again.
    """
    *_, played = contests(start, ways, rounds, seed, playouts, is_paired)
    return played


def contests(
    start: Bluff,
    ways: tuple[int, ...],
    rounds: int,
    seed: int,
    playouts: int = 500,
    is_paired: bool = True,
) -> Iterator[BluffContest]:
    """The same contest as it goes on, look by look; the last one is the whole."""
    if len(ways) != start.players or not set(ways) <= set(WAYS.values()):
        raise BadValue(f"{ways} are not {start.players} ways to play from 0 to {FORESIGHT}")
    if rounds < 1 or playouts < 1:
        raise BadValue(f"rounds {rounds} or playouts {playouts} is not at least 1")
    paid, tallies = np.zeros((rounds, len(ways))), np.zeros(BINS + COLUMNS * TENTHS)
    ways_of_seats, luck, done = np.array(ways, np.int64), stream_of(seed), 0
    while done < rounds:
        look = min(max(2, rounds // LOOKS), rounds - done)
        part = paid[done : done + look]
        for span in spans(look, 1):
            rounds_now = part[span]
            game = (opened(start), ways_of_seats, len(rounds_now), playouts, is_paired)
            play_contests(*game, rounds_now, tallies, luck)
        done += look
        yield _counted(paid[:done], tallies)


def _counted(paid: NDArray[np.float64], tallies: NDArray[np.float64]) -> BluffContest:
    """What the rounds played so far come to."""
    errors = paid.std(axis=0, ddof=1) / np.sqrt(len(paid))
    claims = max(float(tallies[CLAIMS]), 1.0)
    rows = tallies[BINS:].reshape(TENTHS, COLUMNS)
    shares = rows[:, 1:] ** (1.0, 1.0, 0.5) / np.maximum(rows[:, :1], 1.0)
    bins = tuple((int(n), *row) for n, row in zip(rows[:, 0], shares.tolist(), strict=True))
    return BluffContest(
        len(paid),
        tuple(float(x) for x in paid.mean(axis=0)),
        tuple(float(x) for x in errors),
        int(tallies[CLAIMS]),
        float(tallies[LIES]) / claims,
        float(tallies[BRIER]) / claims,
        float(tallies[LOG]) / claims,
        bins,
    )
