"""Whole games between kinds of players in one kernel: who wins, and how good beliefs are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import CHANCE, OVER, payoff, play, turn, view
from kibitz.core.kernel import kernel
from kibitz.core.seeds import stream as stream_of
from kibitz.core.stream import Stream, below, seed62
from kibitz.games.bluff.belief import belief
from kibitz.games.bluff.layout import NOBODY, Bluff, Ints, count_of
from kibitz.games.bluff.rules import MOST_MOVES
from kibitz.games.bluff.values import fill_values

CLAIMS, LIES, BRIER, LOG, BINS = 0, 1, 2, 3, 4  # places in the tallies of beliefs
TENTHS = 10


@kernel
def best_move(p: Bluff, way: int, out: Ints, values: NDArray[np.float64], stream: Stream) -> int:
    """The best option of the seat to act from its view; among equals any."""
    seat = turn(p)
    count, best, ties = fill_values(view(p, seat), seat, way, out, values), 0, 0
    for i in range(count):
        if i == 0 or values[i] > values[best]:
            best, ties = i, 1
        elif values[i] == values[best]:
            ties += 1
            if below(stream, ties) == 0:
                best = i
    return out[best]  # type: ignore[no-any-return]


@kernel
def note_belief(p: Bluff, tallies: NDArray[np.float64]) -> None:
    """Add how good the asked seat's belief about the claim is."""
    lie = min(max(belief(view(p, p.asked), p.asked, True), 1e-6), 1.0 - 1e-6)
    was_lie = count_of(p.played, p.rank) < p.claimed
    tallies[CLAIMS] += 1.0
    tallies[LIES] += 1.0 if was_lie else 0.0
    tallies[BRIER] += (lie - 1.0) ** 2 if was_lie else lie**2
    tallies[LOG] -= np.log(lie) if was_lie else np.log(1.0 - lie)
    place = BINS + 3 * min(int(lie * TENTHS), TENTHS - 1)
    tallies[place] += 1.0
    tallies[place + 1] += lie
    tallies[place + 2] += 1.0 if was_lie else 0.0


@kernel
def play_contests(
    start: Bluff,
    ways: Ints,
    rounds: int,
    paid: NDArray[np.float64],
    tallies: NDArray[np.float64],
    stream: Stream,
) -> None:
    """Play rounds of as many games as there are seats: one deal, every rotation of the ways.

    `paid[round, i]` adds up what the player of `ways[i]` got.
    """
    out, values, players = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), len(ways)
    for number in range(rounds):
        seed = seed62(stream)
        for shift in range(players):
            p = start
            while turn(p) != OVER:
                if turn(p) == CHANCE:
                    p = play(p, seed)
                    continue
                if p.asked != NOBODY:
                    note_belief(p, tallies)
                way = ways[(turn(p) + shift) % players]
                p = play(p, best_move(p, way, out, values, stream))
            for seat in range(players):
                paid[number, (seat + shift) % players] += payoff(p, seat) / players


@dataclass(frozen=True)
class Contest:
    """What each player got a game, with its error, and how good the beliefs were."""

    means: tuple[float, ...]
    errors: tuple[float, ...]
    claims: int
    lie_rate: float
    brier: float
    log_loss: float
    bins: tuple[tuple[int, float, float], ...]  # claims, mean belief, share of lies

    @property
    def base_brier(self) -> float:
        """The Brier score of always saying the true rate of lies."""
        return self.lie_rate * (1.0 - self.lie_rate)


def contest(start: Bluff, ways: tuple[int, ...], rounds: int, seed: int) -> Contest:
    """Play `rounds` deals, each with every rotation of the seats."""
    paid, tallies = np.zeros((rounds, len(ways))), np.zeros(BINS + 3 * TENTHS)
    play_contests(start, np.array(ways, np.int64), rounds, paid, tallies, stream_of(seed))
    errors = paid.std(axis=0, ddof=1) / np.sqrt(rounds)
    claims = max(float(tallies[CLAIMS]), 1.0)
    rows = tallies[BINS:].reshape(TENTHS, 3)
    bins = tuple((int(n), b / n if n else 0.0, s / n if n else 0.0) for n, b, s in rows)
    return Contest(
        tuple(float(x) for x in paid.mean(axis=0)),
        tuple(float(x) for x in errors),
        int(tallies[CLAIMS]),
        float(tallies[LIES]) / claims,
        float(tallies[BRIER]) / claims,
        float(tallies[LOG]) / claims,
        bins,
    )
