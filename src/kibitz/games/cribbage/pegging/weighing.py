"""Every card of the play weighed against all hands that the opponent may hold.

After each card of the root both go on by the `careful` rule, which draws no lots: a card has
one outcome against each hidden hand, and its value is their mean by weight, exact for that
rule. The show that follows is averaged over the opponent's throw. Where there are more hands
than `worlds`, some are taken at even distances along their weights, from a random start.
"""

import numpy as np

from kibitz.core.game import moves, play
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, uniform
from kibitz.games.cribbage.pegging.careful import careful_end, less
from kibitz.games.cribbage.pegging.lookahead import in_world
from kibitz.games.cribbage.pegging.peg import Peg
from kibitz.games.cribbage.pegging.stakes import Stakes, pone_wins
from kibitz.games.cribbage.pegging.sums import RankSums, add_world
from kibitz.games.cribbage.pegging.suspects import Floats, Suspects
from kibitz.games.cribbage.table.rules import TARGET
from kibitz.games.cribbage.table.score import PAIR, PAIRS, RANK_POINTS, RANKS

MOST_CRIB = 29


@kernel
def write_crib_chances(stakes: Stakes, out: Floats) -> None:
    """Write how likely the crib counts each number of points.

    Throws are taken as they come on average, but no deck has five cards of a rank (five fives
    would count more than there is room for).
    """
    out[:] = 0.0
    before, total, trips = 0.0, 0.0, PAIR[RANKS * stakes.starter + stakes.starter]
    for pair in range(PAIRS):
        points = RANK_POINTS[(stakes.pair * PAIRS + pair) * RANKS + stakes.starter]
        if pair != trips or stakes.pair != trips:
            out[points] += stakes.throws[pair] - before
            total += stakes.throws[pair] - before
        before = stakes.throws[pair]
    out /= total


@kernel
def wins_of(end: Peg, stakes: Stakes, keep: int, seat: int, cribs: Floats) -> float:
    """The chance to win of `seat` after the play, its opponent having kept `keep`."""
    if max(end.points0, end.points1) >= TARGET:  # certain, whatever is rounded below
        return 1.0 if (end.points1 >= TARGET) == (seat == 1) else 0.0
    total = 0.0
    for crib in range(len(cribs)):
        if cribs[crib] > 0.0:
            total += cribs[crib] * pone_wins(end, stakes, keep, seat, crib)
    total = min(total, 1.0)
    return 1.0 - total if seat else total


@kernel
def chosen_places(doubt: Suspects, worlds: int, stream: Stream, weights: Floats) -> int:
    """Write the weight of each suspect that is looked at, 1 in all; return how many are."""
    size, total = len(doubt.sums), doubt.sums[-1]
    step, before, used = total / worlds, 0.0, 0
    ticket = step * uniform(stream)
    for place in range(size):
        weights[place] = 0.0
        if size <= worlds:
            weights[place] = (doubt.sums[place] - before) / total
        while size > worlds and ticket < doubt.sums[place]:
            weights[place] += 1.0 / worlds
            ticket += step
        before = doubt.sums[place]
        used += 1 if weights[place] > 0.0 else 0
    return used


@kernel
def weigh(
    p: Peg,
    worlds: int,
    doubt: Suspects,
    unshown: int,
    stakes: Stakes,
    stream: Stream,
    sums: RankSums,
) -> None:
    """Add the mean rewards of the seat to act after each rank, in points and in wins."""
    legal, cribs = np.empty(RANKS, np.int64), np.empty(MOST_CRIB + 1)
    options, start = moves(p, legal), p.points0 - p.points1
    mine, chances, weights = np.empty(options), np.empty(options), np.empty(len(doubt.sums))
    write_crib_chances(stakes, cribs)
    chosen_places(doubt, worlds, stream, weights)
    for place in range(len(weights)):
        if weights[place] == 0.0:
            continue
        full = in_world(p, doubt.hands[place])
        for i in range(options):
            rank = int(legal[i])
            end = careful_end(play(full, rank), less(unshown, rank))
            points = float(end.points0 - end.points1 - start)
            mine[i] = -points if p.seat else points
            chances[i] = wins_of(end, stakes, doubt.keeps[place], p.seat, cribs)
        add_world(legal[:options], mine, weights[place], sums.points, sums.point_products)
        add_world(legal[:options], chances, weights[place], sums.wins, sums.win_products)
