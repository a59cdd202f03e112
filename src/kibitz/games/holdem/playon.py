"""A hand of hold'em played on heads-up: he by his habits, we by what pays against them.

The other seat acts by chance, as his habits say for the rank of his hand. We look one bet
ahead and know of his hand only what he does. `spread` says how good what he can hold is:
with that power of a rank as its law, a part rank ** spread of it is better than that rank;
1 is any hand, less a better one. Every action of his changes it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, reseed, seed62, uniform
from kibitz.games.holdem.betting import (
    Betting,
    bet_by,
    bet_on,
    betting_of,
    left_to,
    may_raise,
    paid_by,
    price,
)
from kibitz.games.holdem.combos import COMBO_CARDS
from kibitz.games.holdem.evaluator import hand_value
from kibitz.games.holdem.habits import (
    BLUFFS,
    GOES_ON,
    TRAP,
    VALUE,
    Floats,
    fold_chance,
    raise_chance,
)
from kibitz.games.holdem.holdings import Ints
from kibitz.games.holdem.position import (
    BOARD,
    CALL,
    ENDED,
    FIXED,
    FOLD,
    HOLE_BITS,
    RIVER,
    SHOWN,
    Holdem,
    board_card,
    hole,
    with_cards,
)
from kibitz.games.holdem.rules import value_of, world
from kibitz.games.holdem.sampling import draw_row
from kibitz.games.holdem.situation import place_of
from kibitz.games.holdem.tables import CARD_KEYS, CARD_MASKS, CARDS, EMPTY_KEY

Keys = NDArray[np.uint64]
KEEPS = (0.0, 0.5, 0.7, 0.85, 1.0)  # of a lead on each street, until the river
LASTS = (0.0, 0.0, 0.35, 0.75, 0.85)  # of what is told of his hand, when a street comes
FIRST_LOOK = 64  # hands of his, for our equity before we act
RUNOUTS = 8  # boards for what an all-in is worth
NUTS = 0.08  # of what he can hold may be better when we raise again
CAUTION = 0.12  # of a raise: what it must gain, as it can be raised again
LEAST_MEAN, MOST_MEAN = 0.02, 0.9  # rank of what he can hold
_U0 = np.uint64(0)


class Dealt(NamedTuple):
    """What he can be dealt: weights added up, strengths, the rank of each, their mean rank.

    Keys and masks are those of some hands by which later streets are ranked.
    """

    heights: Floats
    strengths: Ints
    places: Floats
    mean: float
    keys: Keys
    masks: Keys


class Told(NamedTuple):
    """What is told of his hand at the start: how much of it beats us, and its mean rank."""

    better: float
    mean: float


@kernel
def raise_to(b: Betting) -> int:
    """The raise of a play-out: two thirds of the pot, or all in where that is most of it."""
    most = bet_by(b, b.seat) + left_to(b, b.seat)
    least = min(b.high + b.raise_by, most)
    if b.kind == FIXED:
        return least
    to = max(b.high + 2 * (b.paid_0 + b.paid_1 + price(b)) // 3, least)
    return most if 3 * to >= 2 * most else to


@kernel
def faces(b: Betting) -> int:
    """What the seat to act faces: a row of the borders."""
    return place_of(b.stage, price(b), b.paid_0 + b.paid_1, b.raises)


@kernel
def chance_to_win(better: float, stage: int) -> float:
    """Our part of the pot in the end, if so much of what he can hold is better now."""
    return 0.5 + (0.5 - better) * KEEPS[stage]


@kernel
def my_move(b: Betting, borders: Floats, better: float, mean: float) -> int:
    """Fold, call or raise, whichever gains most if this is the last bet."""
    size, call = b.paid_0 + b.paid_1, price(b)
    gain, move = 0.0, FOLD
    stays = chance_to_win(better, b.stage) * (size + call) - call
    if call == 0 or stays > 0.0:
        gain, move = stays, CALL
    if not may_raise(b) or (b.raises > 1 and better > NUTS):
        return move
    to, other = raise_to(b), 1 - b.seat
    cost = to - bet_by(b, b.seat)
    answer = min(to - bet_by(b, other), left_to(b, other))
    place = place_of(b.stage, answer, size + cost, b.raises + 1)
    goes_on = max(borders[place, GOES_ON], 0.01) ** spread(mean)
    folds = (1.0 - borders[place, BLUFFS]) * (1.0 - goes_on)
    called = chance_to_win(min(better, goes_on) / goes_on, b.stage)
    raised = folds * size + (1.0 - folds) * (called * (size + cost + answer) - cost)
    return CALL + to if raised > gain + CAUTION * cost else move


@kernel
def his_move(b: Betting, borders: Floats, place: int, rank: float, luck: Stream) -> int:
    """What his habits do with a hand of that rank; who may not raise calls."""
    ticket = uniform(luck)
    if ticket < raise_chance(borders, place, rank):
        return CALL + raise_to(b) if may_raise(b) else CALL
    folds = 1.0 - ticket < fold_chance(borders, place, rank)
    return FOLD if folds and price(b) > 0 else CALL


@kernel
def spread(mean: float) -> float:
    """The power of a law on ranks that has that mean."""
    return mean / (1.0 - mean)


@kernel
def better_after(borders: Floats, place: int, move: int, better: float, mean: float) -> float:
    """The part of what he can hold that beats us, after he has acted so."""
    power = spread(mean)
    value, bluffs = borders[place, VALUE] ** power, borders[place, BLUFFS]
    if move > CALL:
        whole = value + bluffs * (1.0 - value)
        mine = min(better, value) + bluffs * max(0.0, better - value)
        return float(min(mine / max(whole, 1e-9), 1.0))
    goes_on = borders[place, GOES_ON] ** power
    caught = min(better, goes_on) - (1.0 - TRAP) * min(better, value)
    return float(min(caught / max(goes_on - (1.0 - TRAP) * value, 0.02), 1.0))


@kernel
def mean_after(borders: Floats, place: int, move: int, mean: float) -> float:
    """The mean rank of what he can hold, after he has acted so."""
    value, bluffs = borders[place, VALUE], borders[place, BLUFFS]
    part = value ** spread(mean)
    if move > CALL:
        whole = part + bluffs * (1.0 - part)
        raised = part * value * mean + bluffs * (1.0 - part) * mean
        return float(max(raised / max(whole, 1e-9), LEAST_MEAN))
    kept = borders[place, GOES_ON] * mean
    out = (1.0 - TRAP) * part
    called = (kept - out * value * mean) / max(1.0 - out, 0.1)
    return float(min(max(called, LEAST_MEAN), MOST_MEAN))


@kernel
def result(b: Betting, me: int, share: float) -> float:
    """The payoff of a finished hand, if a showdown gives us that part of the pot."""
    if b.folded >> me & 1:
        return -paid_by(b, me) / b.big
    if b.folded:
        return paid_by(b, 1 - me) / b.big
    return (2.0 * share - 1.0) * min(b.paid_0, b.paid_1) / b.big


@kernel
def play_on(
    b: Betting, w: Holdem, me: int, borders: Floats, looks: Floats, now: Told, luck: Stream
) -> float:
    """Play to the end; row `stage` of `looks` has our rank, his, and our equity from there."""
    stage, better, mean = b.stage, now.better, now.mean
    while b.stage != ENDED:
        while stage < b.stage:
            stage += 1
            mean = 0.5 + (mean - 0.5) * LASTS[stage]
            better = looks[stage, 0] ** spread(mean)
        if b.seat == me:
            b = bet_on(b, my_move(b, borders, better, mean))
            continue
        place = faces(b)
        move = his_move(b, borders, place, looks[stage, 1], luck)
        better = better_after(borders, place, move, better, mean)
        mean = mean_after(borders, place, move, mean)
        b = bet_on(b, move)
    if b.folded == 0 and looks[stage, 2] < 0.0:
        looks[stage, 2] = mean_share(w, me, stage, luck)
    return result(b, me, looks[stage, 2])


@kernel
def shown_board(w: Holdem, shown: int) -> tuple[np.uint64, np.uint64]:
    """Key and mask of the first cards of the board."""
    key, mask = EMPTY_KEY, _U0
    for i in range(shown):
        key += CARD_KEYS[board_card(w, i)]
        mask |= CARD_MASKS[board_card(w, i)]
    return key, mask


@kernel
def run_out(w: Holdem, known: np.uint64, shown: int, luck: Stream) -> tuple[np.uint64, np.uint64]:
    """Key and mask of a board: `shown` cards of the world's, the others any that are not known."""
    key, mask = shown_board(w, shown)
    known |= mask
    for _ in range(BOARD - shown):
        card = below(luck, CARDS)
        while known & CARD_MASKS[card]:
            card = below(luck, CARDS)
        known |= CARD_MASKS[card]
        key += CARD_KEYS[card]
        mask |= CARD_MASKS[card]
    return key, mask


@kernel
def win_share(ours: int, theirs: int) -> float:
    """Our part of a pot."""
    return 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0


@kernel
def mean_share(w: Holdem, me: int, stage: int, luck: Stream) -> float:
    """Our part of the pot if all are in on a street: the mean over a few boards."""
    mine, my_mask = hand_of(w, me)
    his, his_mask = hand_of(w, 1 - me)
    total = 0.0
    for _ in range(RUNOUTS):
        board, seen = run_out(w, my_mask | his_mask, SHOWN[stage], luck)
        ours, theirs = (
            hand_value(board + mine, seen | my_mask),
            hand_value(board + his, seen | his_mask),
        )
        total += win_share(ours, theirs)
    return total / RUNOUTS


@kernel
def hand_of(w: Holdem, seat: int) -> tuple[np.uint64, np.uint64]:
    """Key and mask of a seat's cards."""
    a, b = hole(w, seat, 0), hole(w, seat, 1)
    return CARD_KEYS[a] + CARD_KEYS[b], CARD_MASKS[a] | CARD_MASKS[b]


@kernel
def rank_from(equity: float, stage: int) -> float:
    """The rank of a hand that has that equity against what it is ranked among."""
    return min(max(0.5 + (0.5 - equity) / KEEPS[stage], 0.01), 0.99)


@kernel
def look_ahead(w: Holdem, me: int, keys: Keys, masks: Keys, looks: Floats, luck: Stream) -> None:
    """Our rank and his on the streets to come, among the hands of `keys` and `masks`.

    Ours is by equity, so that it knows what may still come; his is by what he has.
    """
    mine, my_mask = hand_of(w, me)
    his, his_mask = hand_of(w, 1 - me)
    for stage in range(w.stage + 1, RIVER + 1):
        board, seen = shown_board(w, SHOWN[stage])
        theirs = hand_value(board + his, seen | his_mask)
        above, wins, count = 0, 0.0, 0
        for i in range(len(keys)):
            if masks[i] & seen:
                continue
            value = hand_value(board + keys[i], seen | masks[i])
            above += (1 if value > theirs else 0) + (1 if value >= theirs else 0)
            last, all_seen = run_out(w, my_mask | masks[i], SHOWN[stage], luck)
            ours = hand_value(last + mine, all_seen | my_mask)
            wins += win_share(ours, hand_value(last + keys[i], all_seen | masks[i]))
            count += 1
        looks[stage, 0] = rank_from(wins / count if count else 0.5, stage)
        looks[stage, 1] = above / (2 * count) if count else 0.5


@kernel
def with_hole(v: Holdem, seat: int, combo: int) -> Holdem:
    """The view with a seat's cards known."""
    both = COMBO_CARDS[combo, 0] | COMBO_CARDS[combo, 1] << 6
    shift = HOLE_BITS * seat
    cleared = v.holes_a & ~(((1 << HOLE_BITS) - 1) << shift)
    return with_cards(v, cleared | both << shift, v.holes_b, v.board)


@kernel
def equity_now(v: Holdem, me: int, heights: Floats, stream: Stream) -> float:
    """Our part of the pot against what he can hold, over a few samples."""
    total = 0.0
    for _ in range(FIRST_LOOK):
        w = with_hole(v, 1 - me, draw_row(heights, 0, len(heights), stream))
        total += mean_share(w, me, v.stage, stream)
    return total / FIRST_LOOK


@kernel
def play_options(
    v: Holdem,
    me: int,
    tries: Ints,
    borders: Floats,
    dealt: Dealt,
    values: Floats,
    answers: Floats,
    stream: Stream,
) -> None:
    """Play each of `tries` in one world a row of `values`; the last column is our equity.

    `answers` counts how often he folds to each at once, and adds up our equity where not.
    """
    looks, luck = np.zeros((ENDED + 1, 3)), np.empty(4, np.uint64)
    now, heights = betting_of(v), dealt.heights
    told = Told(rank_from(equity_now(v, me, heights, stream), v.stage), dealt.mean)
    for row in range(len(values)):
        combo = draw_row(heights, 0, len(heights), stream)
        w = world(with_hole(v, 1 - me, combo), me, stream)
        looks[:, 2] = -1.0
        looks[v.stage, 1] = dealt.places[dealt.strengths[combo]]
        look_ahead(w, me, dealt.keys, dealt.masks, looks, stream)
        equity = win_share(value_of(w, me), value_of(w, 1 - me))
        looks[RIVER, 2] = values[row, len(tries)] = equity
        seed = seed62(stream)
        for i in range(len(tries)):
            reseed(luck, seed)
            values[row, i] = play_on(bet_on(now, tries[i]), w, me, borders, looks, told, luck)
            if tries[i] > CALL:
                reseed(luck, seed)
                count_answer(bet_on(now, tries[i]), borders, looks, equity, luck, answers[i])


@kernel
def count_answer(
    b: Betting, borders: Floats, looks: Floats, equity: float, luck: Stream, answer: Floats
) -> None:
    """Count whether he folds to a raise at once, or add up our equity."""
    if his_move(b, borders, faces(b), looks[b.stage, 1], luck) == FOLD:
        answer[0] += 1.0
    else:
        answer[1] += equity
