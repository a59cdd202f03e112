"""What a hand is called: `pair of kings`, `full house, kings over fives`.

>>> from kibitz.core.cards import parse_cards
>>> hand_words(parse_cards("Kh Kd 5s 5c 2h 9d Jc"))
'two pair, kings and fives'
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from kibitz.core.cards import rank_name
from kibitz.games.holdem.cards.evaluator import category_of, evaluate
from kibitz.games.holdem.cards.tables import CATEGORIES, card_of, rank_of

_FIVE, _ACE = 3, 12


def best_five(cards: Sequence[int]) -> tuple[int, ...]:
    """The five cards that make the hand, of five to seven."""
    return max(combinations(cards, 5), key=evaluate)


def hand_words(cards: Sequence[int]) -> str:
    """The hand that five to seven cards make, in words."""
    five = best_five(cards)
    counted = Counter(rank_of(card) for card in five)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    category = CATEGORIES[category_of(evaluate(five))]
    top = _name(_straight_top(ranks))
    return {
        "high card": f"{_name(ranks[0])} high",
        "pair": f"pair of {_many(ranks[0])}",
        "two pair": f"two pair, {_many(ranks[0])} and {_many(ranks[1])}",
        "three of a kind": f"three {_many(ranks[0])}",
        "straight": f"{top}-high straight",
        "flush": f"{_name(max(ranks))}-high flush",
        "full house": f"full house, {_many(ranks[0])} over {_many(ranks[-1])}",
        "four of a kind": f"four {_many(ranks[0])}",
        "straight flush": "royal flush" if top == "ace" else f"{top}-high straight flush",
    }[category]


def _name(rank: int) -> str:
    return rank_name(card_of(rank, 0) >> 2)


def _many(rank: int) -> str:
    return rank_name(card_of(rank, 0) >> 2, 2)


def _straight_top(ranks: list[int]) -> int:
    """The top of a straight of these ranks; an ace below a two leaves the five on top."""
    is_wheel = _ACE in ranks and _ACE - 1 not in ranks
    return _FIVE if is_wheel else max(ranks)
