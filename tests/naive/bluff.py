"""Beliefs of bluff the slow way: every hand, and every way its holder may claim."""

from itertools import combinations


def lie_chance(unseen, matching, drawn, claimed, rate, extras, held_back, most_doubt):
    """P(lie | claim) by listing all hands; extras are the chances of over-claims 1, 2, ..."""
    cards = [True] * matching + [False] * (unseen - matching)
    lie = truth = 0.0
    for hand in combinations(range(unseen), drawn):
        n = sum(cards[card] for card in hand)
        room = extras[: 4 - n]
        extra = claimed - n
        lie += room[extra - 1] / sum(room) if 1 <= extra <= 4 - n else 0.0
        if n and claimed <= n:
            full = 1.0 if n == 1 else 1.0 - held_back
            truth += full if claimed == n else held_back / (n - 1)
    if not truth:
        return 1.0
    doubt = min(lie / truth, most_doubt)
    return rate * doubt / (rate * doubt + 1 - rate)


def can_be_true(unseen, matching, drawn, claimed):
    """The share of hands that hold enough of the rank."""
    hands = list(combinations([True] * matching + [False] * (unseen - matching), drawn))
    return sum(sum(hand) >= claimed for hand in hands) / len(hands)
