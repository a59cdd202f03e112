"""The show: which hands are counted in which order, for what, and by which of their cards."""

from itertools import combinations
from typing import NamedTuple

from kibitz.core.cards import rank_of
from kibitz.games.cribbage.table.names import hand_dealer
from kibitz.games.cribbage.table.rules import (
    DEAL,
    DONE,
    HAND,
    KEPT,
    NONE,
    PLAYED,
    TARGET,
    Cribbage,
    crib_of,
    side_of,
)
from kibitz.games.cribbage.table.score import JACK, VALUES, Score, score
from kibitz.games.cribbage.table.text import cards_of


class CountedHand(NamedTuple):
    """A hand or the crib with its points."""

    seat: int
    is_crib: bool
    cards: list[int]
    score: Score

    @property
    def words(self) -> str:
        """Where the points come from: `fifteens 4, pairs 2`."""
        parts = self.score._asdict().items()
        return ", ".join(f"{part} {points}" for part, points in parts if points) or "nothing"


def has_show(p: Cribbage) -> bool:
    """Whether the hands lie open on the table."""
    cards = [p[PLAYED + seat] | p[HAND + seat] for seat in range(p.players)]
    whole = all(len(cards_of(hand)) == KEPT for hand in [*cards, int(crib_of(p))])
    return p.phase in (DEAL, DONE) and p.starter != NONE and whole


def is_played_out(p: Cribbage) -> bool:
    """Whether every card was played, so that the hands came to be counted."""
    return not any(p[HAND : HAND + p.players])


def the_show(p: Cribbage) -> list[CountedHand]:
    """The hands from the left of the dealer on, and the crib; they must lie open."""
    dealer, shown = hand_dealer(p), []
    for step in range(1, p.players + 1):
        seat = (dealer + step) % p.players
        cards = cards_of(p[PLAYED + seat] | p[HAND + seat])
        shown.append(CountedHand(seat, False, cards, score(cards, p.starter)))
    crib = cards_of(int(crib_of(p)))
    return [*shown, CountedHand(dealer, True, crib, score(crib, p.starter, True))]


def counted_until_won(p: Cribbage, scores: list[int]) -> list[CountedHand]:
    """The hands that were counted from these scores on: nothing is after a side has 121."""
    counted = []
    for hand in the_show(p):
        if max(scores) >= TARGET:
            break
        scores[int(side_of(p, hand.seat))] += hand.score.total
        counted.append(hand)
    return counted


def scoring_cards(cards: list[int], starter: int, is_crib: bool) -> set[int]:
    """The cards, starter included, that have a part in any of the points."""
    five = [*cards, starter]
    counting = _in_fifteens_and_pairs(five) | _in_runs(five)
    suits = {card & 3 for card in cards}
    if len(suits) == 1:
        if starter & 3 in suits:
            counting |= set(five)
        elif not is_crib:
            counting |= set(cards)
    nobs = JACK << 2 | starter & 3
    return counting | ({nobs, starter} if nobs in cards else set())


def _in_fifteens_and_pairs(five: list[int]) -> set[int]:
    found: set[int] = set()
    for size in range(2, 6):
        for some in combinations(five, size):
            is_pair = size == 2 and rank_of(some[0]) == rank_of(some[1])
            if is_pair or sum(int(VALUES[rank_of(card)]) for card in some) == 15:
                found |= set(some)
    return found


def _in_runs(five: list[int]) -> set[int]:
    ranks = {rank_of(card) for card in five}
    runs = [set(range(low, low + 3)) for low in range(11)]
    running = set().union(*(run for run in runs if run <= ranks))
    return {card for card in five if rank_of(card) in running}
