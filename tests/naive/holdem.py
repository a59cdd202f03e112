"""Hold'em done the slow, obvious way: five-card hands by their definition, equity by dealing."""

from collections import Counter
from itertools import combinations

from kibitz.core.cards import rank_of, suit_of


def five_card_score(cards):
    """A tuple that orders five-card hands: the category, then the ranks that matter."""
    ranks = sorted(((rank_of(card) - 1) % 13 for card in cards), reverse=True)
    counts = Counter(ranks)
    by_count = sorted(counts, key=lambda rank: (-counts[rank], -rank))
    shape = sorted(counts.values(), reverse=True)
    is_flush = len({suit_of(card) for card in cards}) == 1
    top = ranks[0] if len(counts) == 5 and ranks[0] - ranks[4] == 4 else None
    if ranks == [12, 3, 2, 1, 0]:
        top = 3
    if top is not None:
        return (8 if is_flush else 4, top)
    if is_flush:
        return (5, *ranks)
    category = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (category.get(tuple(shape), 0), *by_count)


def best_score(cards):
    """The best five of five to seven cards."""
    return max(five_card_score(five) for five in combinations(cards, 5))


def shares(hands, board, dead=()):
    """Each hand's share of all runouts, ties split among the winners, and the winner sets."""
    known = {*board, *dead, *(card for hand in hands for card in hand)}
    rest = [card for card in range(52) if card not in known]
    sets: Counter[tuple[int, ...]] = Counter()
    for fall in combinations(rest, 5 - len(board)):
        scores = [best_score([*hand, *board, *fall]) for hand in hands]
        best = max(scores)
        sets[tuple(i for i, score in enumerate(scores) if score == best)] += 1
    total = sum(sets.values())
    mine = [sum(n / len(s) for s, n in sets.items() if i in s) / total for i in range(len(hands))]
    return mine, sets


def against_opponents(hole, board, k, rest):
    """How many sets of k opponents with cards from `rest` tie with us; None: we lose."""
    mine = best_score([*hole, *board])
    score = {pair: best_score([*pair, *board]) for pair in combinations(rest, 2)}
    shared: Counter[int | None] = Counter()

    def deal(left, others, lost, tied):
        if others == 0:
            shared[None if lost else tied] += 1
            return
        for i, a in enumerate(left):
            for b in left[i + 1 :]:
                yours = score[a, b]
                after = [card for card in left[i + 1 :] if card != b]
                deal(after, others - 1, lost or yours > mine, tied + (yours == mine))

    deal(rest, k, False, 0)
    return shared
