"""Cribbage the slow, obvious way: lists of cards, every subset looked at."""

from itertools import combinations, product

JACK = 10


def value(card):
    return min((card >> 2) + 1, 10)


def is_run(cards):
    ranks = sorted(card >> 2 for card in cards)
    return len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def subsets(cards):
    return [chosen for size in range(len(cards) + 1) for chosen in combinations(cards, size)]


def parts(hand, starter, crib=False):
    """Fifteens, pairs, runs, flush and nobs of four cards and the starter."""
    five = [*hand, starter]
    fifteens = 2 * sum(sum(map(value, s)) == 15 for s in subsets(five))
    pairs = 2 * sum(a >> 2 == b >> 2 for a, b in combinations(five, 2))
    runs = [s for s in subsets(five) if is_run(s)]
    longest = max((len(s) for s in runs), default=0)
    run_points = sum(len(s) for s in runs if len(s) == longest)
    suits = {card & 3 for card in hand}
    flush = 0
    if len(suits) == 1:
        flush = 5 if starter & 3 in suits else (0 if crib else 4)
    nobs = sum(card >> 2 == JACK and card & 3 == starter & 3 for card in hand)
    return fifteens, pairs, run_points, flush, nobs


def points(hand, starter, crib=False):
    return sum(parts(hand, starter, crib))


def peg(cards):
    """The points of the last card of a pile, without go."""
    total = sum(map(value, cards))
    points = 2 * (total == 15) + 2 * (total == 31)
    equal = 1
    while equal < len(cards) and len({card >> 2 for card in cards[-equal - 1 :]}) == 1:
        equal += 1
    points += equal * (equal - 1)
    for size in range(len(cards), 2, -1):
        if is_run(cards[-size:]):
            return points + size
    return points


def crib_value(six, throw, weight):
    """The mean crib over all opponent throws and starters, each throw weighted by its cards."""
    rest = [card for card in range(52) if card not in six]
    total = mass = 0.0
    for theirs in combinations(rest, 2):
        w = weight(*theirs)
        for starter in rest:
            if starter not in theirs:
                total += w * points([*throw, *theirs], starter, crib=True)
                mass += w
    return total / mass


def hand_value(six, throw):
    """The mean of the kept four over all 46 starters."""
    keep = [card for card in six if card not in throw]
    rest = [card for card in range(52) if card not in six]
    return sum(points(keep, starter) for starter in rest) / len(rest)


def play_hand(hands, choose):
    """Play out four cards each, seat 0 leading; return the points of both and the events.

    `choose(seat, playable)` picks a card. Events are (seat, points) in order.
    """
    hands = [list(hand) for hand in hands]
    events: list[tuple[int, int]] = []
    pile: list[int] = []
    seat = last = 0
    while hands[0] or hands[1]:
        room = 31 - sum(map(value, pile))
        can = [[card for card in hand if value(card) <= room] for hand in hands]
        if not can[seat]:
            seat = 1 - seat
        if not can[seat]:
            if sum(map(value, pile)) != 31:
                events.append((last, 1))
            pile, seat = [], 1 - last
            continue
        card = choose(seat, can[seat])
        hands[seat].remove(card)
        pile.append(card)
        if peg(pile):
            events.append((seat, peg(pile)))
        seat, last = 1 - seat, seat
    if sum(map(value, pile)) != 31:
        events.append((last, 1))
    totals = [sum(points for who, points in events if who == seat) for seat in (0, 1)]
    return totals, events


def crib_of_four(five, thrown, likelihoods):
    """The mean crib of a card and of three that others throw, each by its own rank likelihood."""
    rest = [card for card in range(52) if card not in five]
    total = mass = 0.0
    for others in product(*([c for c in rest if row[c >> 2]] for row in likelihoods)):
        if len(set(others)) < 3:
            continue
        weight = 1.0
        for card, likelihood in zip(others, likelihoods, strict=True):
            weight *= likelihood[card >> 2]
        for starter in rest:
            if starter not in others:
                total += weight * points([thrown, *others], starter, crib=True)
                mass += weight
    return total / mass


def careful_card_value(rank, laid, seats, left, score):
    """The careful rule of three and four in words.

    `seats` are the others in turn: (cards held, bar, their score, sign of their points).
    """
    pile = [*laid, rank]
    count = sum(min(card + 1, 10) for card in pile)
    gain = _worth(pile, score)
    room = 31 - count
    able = [seat for seat in seats if seat[0] and seat[1] < room]
    if not able:
        return gain + (0.9 if room else 0.0)
    held, bar, theirs, worth = able[0]
    may = [card for card in left if min(card + 1, 10) > bar]
    if not may:
        return gain
    replies = [card for card in may if min(card + 1, 10) <= room]
    points = sum(_worth([*pile, card], theirs) for card in replies)
    stuck = (1 - len(replies) / len(may)) ** sum(seat[0] for seat in seats)
    return gain + (1.15 if worth < 0 else 1.0) * worth * points * held / len(may) + 0.9 * stuck


def _worth(ranks, score):
    points = peg([4 * rank for rank in ranks])
    return 25 if points and score + points >= 121 else points
