"""Throws and plays of three and four players, in the form that the analyst shows.

Values are points for one's own side less the mean of the other sides', as payoffs are shared.
Throws count hand, crib and pegging; plays what is pegged to the end of the hand.
"""

from dataclasses import replace
from math import inf

import numpy as np

from kibitz.core.seeds import stream as stream_of
from kibitz.errors import BadValue
from kibitz.games.cribbage.many.hands import FIVE, Floats
from kibitz.games.cribbage.many.lore import LEARNED, NAMES, ManyLore, many_lore, plain_lore
from kibitz.games.cribbage.many.seats import role_at
from kibitz.games.cribbage.many.throw import throw_parts
from kibitz.games.cribbage.many.weighing import TO_THE_END, throw_chances, weigh_many
from kibitz.games.cribbage.pegging.plays import PlaySearch, RankValue, in_points, weighed
from kibitz.games.cribbage.pegging.sums import RankSums, blank_sums, weighed_errors
from kibitz.games.cribbage.table.pile import LIMIT, peg_points, pile_count
from kibitz.games.cribbage.table.rules import HAND, Cribbage
from kibitz.games.cribbage.table.text import cards_of
from kibitz.games.cribbage.throwing.endgame import keep_of
from kibitz.games.cribbage.throwing.features import pegging_errors
from kibitz.games.cribbage.throwing.throws import Throws, Wins, corrected

METHODS = ("exact", "uniform", "hand")  # of throwing


def many_throws(v: Cribbage, seat: int, method: str) -> Throws:
    """The five throws of a seat with their parts."""
    if method not in METHODS:
        raise BadValue(f"throw={method} is for two players; of {v.players} take {METHODS}")
    hand, role = v[HAND + seat], int(role_at(v, seat))
    parts = _parts(v, seat, many_lore(v.players) if method == "exact" else plain_lore(v.players))
    cards, errors = cards_of(hand), np.zeros((FIVE, FIVE))
    if method == "exact":
        keeps = np.array([int(keep_of(hand ^ 1 << card)) for card in cards])
        errors = pegging_errors(keeps, role, f"{NAMES[v.players]}_pegging_roots")
    elif method == "hand":
        parts[1] = 0.0
    sets = [1 << card for card in cards]
    return Throws(sets, parts[0], parts[1], parts[2], errors, method, learned=LEARNED)


def _parts(v: Cribbage, seat: int, lore: ManyLore) -> Floats:
    """Hand, crib and pegging of each throw."""
    parts = np.empty((3, FIVE))
    throw_parts(v[HAND + seat], v.players, int(role_at(v, seat)), lore, parts)
    return parts


def many_chances_of_throws(v: Cribbage, seat: int, worlds: int, seed: int) -> Wins:
    """The chance to win of each throw over shared worlds."""
    lore = many_lore(v.players)
    chances, counts = np.empty((worlds, FIVE)), np.empty((worlds, FIVE))
    throw_chances(v, seat, lore, stream_of(seed), chances, counts)
    parts = _parts(v, seat, lore)
    return corrected(chances, counts, parts[0] + parts[1])


def many_plays(v: Cribbage, seat: int, search: PlaySearch, seed: int) -> dict[int, RankValue]:
    """The value of every rank that may be played, by the method of the search."""
    if search.method == "tree":
        raise BadValue(f"play=tree is for two players; of {v.players} take careful or search")
    at_once = _points_at_once(v, seat)
    if search.method == "greedy":
        return {rank: RankValue(float(points), points) for rank, points in at_once.items()}
    sums, worlds = blank_sums(), max(2, search.iterations // len(at_once))
    ahead = TO_THE_END if search.method == "careful" else search.depth
    weigh_many(v, seat, worlds, ahead, many_lore(v.players), stream_of(seed), sums)
    sums = RankSums(*(part / worlds for part in sums))
    if search.method == "careful":
        return weighed(at_once, sums, inf, worlds)
    errors = weighed_errors(sums.points, sums.point_products, worlds, 0.0)
    return {
        rank: replace(value, samples=worlds)
        for rank, value in in_points(at_once, sums, 1, errors).items()
    }


def _points_at_once(v: Cribbage, seat: int) -> dict[int, int]:
    """What each rank that fits pegs as it is laid."""
    found = {}
    for card in cards_of(v[HAND + seat]):
        pile = v.pile << 4 | (card >> 2) + 1
        count = int(pile_count(pile))
        if count <= LIMIT:
            found[card >> 2] = int(peg_points(pile, count))
    return found
