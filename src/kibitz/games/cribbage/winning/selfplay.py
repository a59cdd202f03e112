"""Whole hands and games in one kernel, for the tables that ship and for measuring.

A style says how a seat throws and plays; it decides from its view alone, by the same
kernels as the analysts. The chance events of a game come from one seed in their order,
so two games with the same seed and swapped styles are a pair.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.game import CHANCE, OVER, moves, play, sample, turn, view
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed
from kibitz.games.cribbage.advice.seen import (
    card_of_rank,
    peg_position,
    role_of,
    stakes_of,
    suspects_of,
    unshown_of,
    write_six,
)
from kibitz.games.cribbage.pegging.ismcts import WIN_C, explore
from kibitz.games.cribbage.pegging.lookahead import look_ahead
from kibitz.games.cribbage.pegging.lore import Lore
from kibitz.games.cribbage.pegging.peg import greedy_rank
from kibitz.games.cribbage.pegging.sums import best_rank, blank_sums
from kibitz.games.cribbage.pegging.suspects import Floats, Ints
from kibitz.games.cribbage.pegging.weighing import weigh
from kibitz.games.cribbage.table import knowledge  # noqa: F401  (its rules belong to the game)
from kibitz.games.cribbage.table.rules import (
    DEAL,
    HAND,
    NONE,
    SCORE,
    THROW,
    Cribbage,
    crib_of,
    moved,
)
from kibitz.games.cribbage.table.score import DECK, RANKS, set_points
from kibitz.games.cribbage.throwing.endgame import (
    DECISIVE_WORLDS,
    correct,
    throw_values,
    throw_wins,
    thrown_set,
)
from kibitz.games.cribbage.throwing.throw import SIX, THROWS, UNIFORM, crib_values, hand_values
from kibitz.games.cribbage.winning.criterion import is_decisive

ANY, TOP_FIVE, HAND_ONLY, UNIFORM_CRIB, MODEL, TOP_THREE = range(6)  # ways to throw
FEW = (THROWS, 5, 1, 1, 1, 3)  # of how many best throws each takes any
RANDOM, GREEDY, LOOK_AHEAD, TREE, WEIGH = range(5)  # ways to play
MOST_EVENTS = 23  # heels, eight cards with a go each, three counts, and some room


class Style(NamedTuple):
    throw: int
    play: int
    iterations: int  # play-outs or searches in each decision of the play
    depth: int
    c: float
    aware: int  # points from the end at which the chance to win decides; 0 is never
    worlds: int = DECISIVE_WORLDS  # where the chance to win decides about a throw


@kernel
def place_of_best(values: Floats, few: int, stream: Stream) -> int:
    """The place of one of the best `few`, each as likely."""
    order = np.argsort(-values, kind="mergesort")
    return int(order[below(stream, few)])


@kernel
def decisive_throw(
    v: Cribbage, six: Ints, role: int, worlds: int, lore: Lore, stream: Stream
) -> int:
    """The place of the throw with the best chance to win."""
    scores = (v[SCORE + 1 - v.dealer], v[SCORE + v.dealer])
    chances, known = np.empty((worlds, THROWS)), np.empty(THROWS)
    counts = np.empty((worlds, THROWS))
    throw_wins(six, role, scores, lore, stream, chances, counts)
    throw_values(six, role, lore, known)
    correct(chances, counts, known)
    return int(np.argmax(chances.sum(axis=0)))


@kernel
def chosen_throw(v: Cribbage, seat: int, style: Style, lore: Lore, stream: Stream) -> int:
    """The set that a style throws."""
    six, role = np.empty(SIX, np.int64), role_of(v, seat)
    write_six(v[HAND + seat], six)
    values = np.zeros(THROWS)
    if style.throw == UNIFORM_CRIB:
        hand_values(six, values)
        part = np.empty(THROWS)
        crib_values(six, UNIFORM, part)
        values += part if role else -part
    elif style.throw in (MODEL, TOP_THREE):
        if is_decisive(v.score0, v.score1, style.aware):
            return thrown_set(six, decisive_throw(v, six, role, style.worlds, lore, stream))
        throw_values(six, role, lore, values)
    elif style.throw != ANY:
        hand_values(six, values)
    return thrown_set(six, place_of_best(values, FEW[style.throw], stream))


@kernel
def searched_rank(v: Cribbage, seat: int, style: Style, lore: Lore, stream: Stream) -> int:
    """The rank that a search of the play likes best."""
    p, doubt = peg_position(v, seat), suspects_of(v, seat, lore.keeps)
    sums, out = blank_sums(), np.empty(RANKS, np.int64)
    legal = out[: moves(p, out)]
    worlds = max(2, style.iterations // len(legal))
    if style.play == LOOK_AHEAD:
        look_ahead(p, style.depth, worlds, doubt, stream, sums)
        return best_rank(legal, sums.points)
    decisive = is_decisive(v.score0, v.score1, style.aware)
    stakes = stakes_of(v, seat, decisive, lore.throw_sums, lore.win)
    if style.play == WEIGH:
        weigh(p, worlds, doubt, unshown_of(v), stakes, stream, sums)
    else:
        c = WIN_C if stakes.is_decisive else style.c
        explore(p, worlds, c, doubt, stakes, stream, sums)
    return best_rank(legal, sums.wins if stakes.is_decisive else sums.points)


@kernel
def chosen_card(v: Cribbage, seat: int, style: Style, lore: Lore, out: Ints, stream: Stream) -> int:
    """The card that a style plays."""
    count = moves(v, out)
    if count == 1 or style.play == RANDOM:
        return int(out[below(stream, count)])
    if style.play == GREEDY:
        return card_of_rank(v[HAND + seat], greedy_rank(peg_position(v, seat), stream))
    return card_of_rank(v[HAND + seat], searched_rank(v, seat, style, lore, stream))


@kernel
def next_move(p: Cribbage, one: Style, two: Style, lore: Lore, luck: Stream, stream: Stream) -> int:
    """What chance draws from `luck`, or what seat 0 or 1 decides from its view in its style."""
    out = np.empty(DECK, np.int64)
    if turn(p) == CHANCE:
        return sample(p, out, luck)
    v, style = view(p, p.seat), one if p.seat == 0 else two
    if p.phase == THROW:
        return chosen_throw(v, p.seat, style, lore, stream)
    return chosen_card(v, p.seat, style, lore, out, stream)


@kernel
def write_show(before: Cribbage, p: Cribbage, events: Ints) -> None:
    """Write the gain of the last card and the three counts, seat 1 having dealt."""
    pone, dealer = set_points(p.played0, p.starter, 0), set_points(p.played1, p.starter, 0)
    crib = set_points(crib_of(p), p.starter, 1)
    gain = (p.score1 - before.score1) - (p.score0 - before.score0)
    events[0] = gain + pone - dealer - crib
    events[1], events[2], events[3] = -pone, dealer, crib


@kernel
def hands_between(
    fresh: Cribbage,
    seeds: Ints,
    pone: Style,
    dealer: Style,
    lore: Lore,
    stream: Stream,
    events: Ints,
    kept: Ints,
) -> None:
    """Play one hand from a deal by seat 1 for each seed.

    Row by row, the gains in order, the dealer's positive, behind their number; the last
    three are the show: pone's hand, the dealer's hand, the crib, zeros included. What the
    two kept and the starter are written to `kept`. The scores must be too low for the hand
    to win.
    """
    luck = np.empty(4, np.uint64)
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        p, before, count = fresh, fresh, 0
        while p.phase != DEAL or p.starter == NONE:
            before = p
            p = play(p, next_move(p, pone, dealer, lore, luck, stream))
            gain = (p.score1 - before.score1) - (p.score0 - before.score0)
            if gain and p.phase != DEAL:
                count += 1
                events[i, count] = gain
        write_show(before, p, events[i, count + 1 :])
        events[i, 0] = count + 4
        kept[i, 0], kept[i, 1], kept[i, 2] = p.played0, p.played1, p.starter


@kernel
def with_scores(fresh: Cribbage, pone: int, dealer: int) -> Cribbage:
    """A position before a deal by seat 1, with other scores."""
    scores = (pone, dealer, 0)
    return moved(fresh, DEAL, fresh.dealer, fresh.seat, NONE, 0, 0, scores, 0)


@kernel
def hands_from(
    fresh: Cribbage,
    scores: Ints,
    seeds: Ints,
    style: Style,
    lore: Lore,
    stream: Stream,
    ends: Ints,
) -> None:
    """Play one hand, both in one style, from each row of scores; write those after it.

    Seat 0 is pone and stands first, seat 1 deals. A hand that wins ends at once, the winner
    at 121.
    """
    luck = np.empty(4, np.uint64)
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        p = with_scores(fresh, int(scores[i, 0]), int(scores[i, 1]))
        while turn(p) != OVER and (p.phase != DEAL or p.starter == NONE):
            p = play(p, next_move(p, style, style, lore, luck, stream))
        ends[i, 0], ends[i, 1] = p.score0, p.score1


@kernel
def games_between(
    start: Cribbage,
    seeds: Ints,
    one: Style,
    two: Style,
    lore: Lore,
    stream: Stream,
    scores: Ints,
) -> None:
    """Play a game from `start` for each seed; write both scores and the deals to its row."""
    luck = np.empty(4, np.uint64)
    for i in range(len(seeds)):
        reseed(luck, seeds[i])
        p = start
        while turn(p) != OVER:
            p = play(p, next_move(p, one, two, lore, luck, stream))
        scores[i, 0], scores[i, 1], scores[i, 2] = p.score0, p.score1, p.deals
