"""What each option is worth to three kinds of players, in cards.

- HONEST tells the truth while it can, lies with one card when it must, and challenges only
  what its own cards rule out, or a seat about to win.
- NAIVE plays alike, and challenges what is more likely impossible than not.
- MODELLING believes by what each seat has shown, challenges when the expected change in
  hand sizes favours it, and lies where the others are unlikely to call. At a table that
  challenges truths it plays like HONEST.

A value is the expected change of the seat's cards against the others' mean, cards shed
counting for it. The rules of thumb of HONEST and NAIVE are given in the same unit.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.games.bluff.belief import belief, cannot_be_true, holding_chance
from kibitz.games.bluff.layout import (
    ACTOR,
    ASKED,
    BYTE,
    CLAIMED,
    COPIES,
    HAND,
    NOBODY,
    PACKS,
    PILED,
    PLAYERS,
    RANK,
    RANKS,
    SEATS,
    SHOWN,
    SIZE,
    TOLD,
    Ints,
    count_of,
    pack_count,
    size_of,
)
from kibitz.games.bluff.rules import BASE, CHALLENGE, cards_of, list_moves
from kibitz.games.bluff.unseen import unseen_by, unseen_of_rank

Floats = NDArray[np.float64]

HONEST, NAIVE, MODELLING = range(3)
TURNS_ROUND = range(1, RANKS + 1)  # in which a seat is asked for every rank
WIN = 26.0  # cards that winning is taken to be worth
LAST_CALL = 0.9  # how often a seat's last cards are challenged
GAIN_OF_LIES = np.array([0.0, 0.0, 0.0, 1.0, 2.0, 5.0, 10.0])  # cards, by players: see play_value
SOON = 0.5  # cards: what a card is worth whose rank is required at the seat's next turn
CALLS, STANDS = 0.5, 8.0  # truths challenged and claims that stood, before any is seen
WARY = 0.08  # the rate of such calls above which bluffs do not pay
UNTIL = np.array(  # by players and how far above the required rank a rank is
    [
        [
            next((t for t in TURNS_ROUND if (players * t - gap) % RANKS == 0), RANKS)
            for gap in range(RANKS)
        ]
        for players in range(SEATS + 1)
    ]
)
FINISH, FADE = 10.0, 0.7  # cards: what a sure end at the next turn is worth, and a turn later


@kernel
def pile_size(v: Ints) -> int:
    """How many cards lie on the pile."""
    total = 0
    for seat in range(v[PLAYERS]):
        total += v[PILED + seat]
    return total


@kernel
def turns_until(rank: int, required: int, players: int) -> int:
    """In how many turns of the same seat a rank will be required, 1 to 13."""
    return UNTIL[players, (rank - required) % RANKS]  # type: ignore[no-any-return]


@kernel
def keeping_worth(v: Ints, cards: int) -> float:
    """What these cards would have been worth in the hand, for truths to come."""
    worth = 0.0
    for rank in range(RANKS):
        if rank != v[RANK]:
            soon = (RANKS - turns_until(rank, v[RANK], v[PLAYERS])) / RANKS
            worth += SOON * soon * count_of(cards, rank)
    return worth


@kernel
def call_rate(v: Ints, claimed: int) -> float:
    """How often a claim of that size is challenged without proof: as often as truths were."""
    calls, stands = CALLS, STANDS
    for seat in range(v[PLAYERS]):
        calls += v[SHOWN + seat] & 255
        for i in range(COPIES):
            stands += v[TOLD + seat] >> BYTE * i & 255
    return min(calls / (calls + stands) * (1 + claimed) / 2.0, 0.95)


@kernel
def finish_worth(v: Ints, left: int) -> float:
    """What the cards left are worth for ending with a truth: last plays are always called.

    A rank can come last if the other cards, one to four a turn, are gone just before it.
    """
    best, size = 0.0, size_of(left)
    for rank in range(RANKS):
        mine = count_of(left, rank)
        before = turns_until(rank, v[RANK], v[PLAYERS]) - 1
        if mine and before <= size - mine <= COPIES * before:
            best = max(best, FINISH * FADE**before)
    return best


@kernel
def refuted_chance(v: Ints, seat: int, claimed: int) -> float:
    """The chance that some other seat holds too many of the rank to believe the claim."""
    unseen, matching = unseen_by(v, seat), unseen_of_rank(v, seat, v[RANK])
    stands = 1.0
    for other in range(v[PLAYERS]):
        if other != seat:
            refutes = 0.0
            for n in range(COPIES - claimed + 1, COPIES + 1):
                refutes += holding_chance(unseen, matching, min(v[SIZE + other], unseen), n)
            stands *= 1.0 - refutes
    return 1.0 - stands


@kernel
def is_willing(v: Ints, seat: int, cards: int) -> bool:
    """Whether a play is a lie that the seat was not forced to tell."""
    claimed, true = size_of(cards), count_of(cards, v[RANK])
    has_rank = count_of(v[HAND + seat], v[RANK]) > 0
    return bool(true < claimed and (has_rank or claimed > 1))


@kernel
def play_value(v: Ints, seat: int, cards: int, calls: Floats, refutes: Floats) -> float:
    """What MODELLING expects of a play; how often each size is called and refuted is handed in.

    A lie at will costs some cards more, so that such lies stay rare: large claims are
    believed as long as few of them are lies. Where truths are challenged none pays.
    """
    doubt = 0.0
    if is_willing(v, seat, cards):
        doubt = GAIN_OF_LIES[v[PLAYERS]] if calls[1] <= WARY else WIN
    claimed = size_of(cards)
    is_true = count_of(cards, v[RANK]) == claimed
    is_last = claimed == v[SIZE + seat]
    called = calls[claimed]
    if not is_true:
        called = 1.0 - (1.0 - called) * (1.0 - refutes[claimed])
    if is_last:
        called = max(called, LAST_CALL)
    pile = pile_size(v) + claimed
    prize = WIN if is_last else finish_worth(v, v[HAND + seat] - cards)
    prize += claimed - keeping_worth(v, cards)
    if is_true:
        return prize + called * pile / (v[PLAYERS] - 1)  # type: ignore[no-any-return]
    return float((1.0 - called) * prize - called * (pile - claimed) - doubt)


@kernel
def fill_plays(v: Ints, seat: int, out: Ints, count: int, values: Floats) -> None:
    """Write what MODELLING expects of each of the plays."""
    calls, refutes = np.empty(COPIES + 1), np.empty(COPIES + 1)
    for claimed in range(1, COPIES + 1):
        calls[claimed] = call_rate(v, claimed)
        refutes[claimed] = refuted_chance(v, seat, claimed)
    for i in range(count):
        values[i] = play_value(v, seat, cards_of(out[i]), calls, refutes)


@kernel
def truth_value(v: Ints, seat: int, cards: int) -> float:
    """HONEST and NAIVE: all cards of the rank; without any, the one least needed."""
    mine, claimed = count_of(v[HAND + seat], v[RANK]), size_of(cards)
    if mine:
        return float(claimed) if count_of(cards, v[RANK]) == claimed else -float(claimed)
    return -float(claimed) - keeping_worth(v, cards)


@kernel
def free_value(v: Ints, seat: int, way: int, move: int) -> float:
    """What a play of the free-rank variant is worth: the truth is always there, and best."""
    is_true = move // BASE == move % BASE
    if way != MODELLING:
        return 1.0 if is_true else -1.0
    called = LAST_CALL if v[SIZE + seat] == 1 else call_rate(v, 1)
    if is_true:
        return 1.0 + called * (pile_size(v) + 1) / (v[PLAYERS] - 1)  # type: ignore[no-any-return]
    return 1.0 - called - called * pile_size(v)


@kernel
def challenge_value(v: Ints, seat: int, way: int) -> float:
    """What a challenge is worth above letting the claim stand."""
    pile = pile_size(v)
    if way == HONEST:
        impossible = count_of(v[HAND + seat], v[RANK]) + v[CLAIMED] > COPIES * pack_count(v)
        return float(pile) if impossible or v[SIZE + v[ACTOR]] == 0 else -float(pile)
    lie = belief(v, seat) if way == MODELLING else cannot_be_true(v, seat)
    if v[SIZE + v[ACTOR]] == 0:
        return lie * WIN  # letting it stand loses the game
    if way == NAIVE:
        return (2.0 * lie - 1.0) * pile
    return lie * pile / (v[PLAYERS] - 1) - (1.0 - lie) * pile  # type: ignore[no-any-return]


@kernel
def fill_values(v: Ints, seat: int, way: int, out: Ints, values: Floats) -> int:
    """Write the legal moves with their values; returns how many there are."""
    count = list_moves(v, out)
    if v[ASKED] == NOBODY and not v[PACKS] and way == MODELLING:
        fill_plays(v, seat, out, count, values)
        return count
    for i in range(count):
        if v[ASKED] != NOBODY:
            values[i] = challenge_value(v, seat, way) if out[i] == CHALLENGE else 0.0
        elif v[PACKS]:
            values[i] = free_value(v, seat, way, out[i])
        else:
            values[i] = truth_value(v, seat, cards_of(out[i]))
    return count
