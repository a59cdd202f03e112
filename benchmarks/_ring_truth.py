"""Hands at a table of several whose players are known, and what options were truly worth there.

Every seat plays by a table of a known style and bets odd sizes by chance, whatever it holds. So
what each seat can hold at a decision is known exactly, by Bayes from what it did, those who have
folded included. Worlds drawn from that, in which all go on as they are, give the true value of
an option against these opponents with as little luck as one has patience for.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kibitz.core.game import play, turn, view
from kibitz.core.kernel import kernel
from kibitz.core.seeds import child, generator, stream
from kibitz.core.stream import Stream, below, reseed, seed62
from kibitz.games.holdem.cards.combos import CLASS_OF, COMBO_CARDS, COMBOS
from kibitz.games.holdem.cards.tables import CARDS
from kibitz.games.holdem.equity.sampling import draw_row
from kibitz.games.holdem.game import HoldemGame
from kibitz.games.holdem.ring.buckets import NOWHERE, Floats, Ints, write_combos
from kibitz.games.holdem.ring.crowd import (
    STYLES,
    Crowd,
    ErringStyle,
    crowd_of,
    is_cheap,
    write_style,
)
from kibitz.games.holdem.ring.playouts import blank_deal, play_on
from kibitz.games.holdem.ring.regrets import UNSEEN, drawn, mixed
from kibitz.games.holdem.ring.spots import (
    ALL_IN,
    BETS,
    CHOICES,
    NO_MOVE,
    STAYS,
    first_row,
    write_moves,
)
from kibitz.games.holdem.ring.state import (
    CARDS_HELD,
    CARDS_SHOWN,
    NOBODY,
    STATE,
    act,
    gain_of,
    load_cards,
    load_state,
    write_values,
)
from kibitz.games.holdem.ring.two_left import two_left
from kibitz.games.holdem.table.position import (
    BOARD,
    CALL,
    NO_LIMIT,
    PREFLOP,
    SEATS,
    SHOWN,
    Holdem,
    behind,
    bet,
    hole,
    is_in,
    pot,
)
from kibitz.games.holdem.table.rules import few_raises, least_raise

STRANGERS = (ErringStyle(0.5, 0.15), ErringStyle(0.2, 0.5))  # whom the coach does not reckon with
EVERYBODY = (*STYLES, *STRANGERS)
ODD_SIZES = 0.35  # of all raises
MOST_TRIES = 3000  # to draw hands that do not clash
TAKEN = (0.0, 0.2, 0.4, 0.7, 1.0)  # part of the decisions on each street: later ones are rarer


@kernel
def weigh_choice(
    t: Ints, held: Ints, crowd: Crowd, style: int, choice: int, weights: Floats
) -> None:
    """Multiply the weight of each combo by how often a style makes a choice with it."""
    moves, odds = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    write_moves(t, moves)
    row, calls = first_row(t), crowd.calls[style] if is_cheap(t) else 0.0
    for combo in range(COMBOS):
        if weights[combo] > 0.0 and held[combo] != NOWHERE:
            mixed(crowd.tables[style, row + held[combo]], moves, odds)
            own = (1.0 - calls) * odds[choice] + (calls if choice == STAYS else 0.0)
            weights[combo] *= own


@kernel
def draw_world(heights: Floats, me: int, seats: int, stage: int, cards: Ints, luck: Stream) -> bool:
    """Deal every other seat a hand by its weights, and the rest of the board; False if in vain."""
    known = 1 << cards[2 * me] | 1 << cards[2 * me + 1]
    for i in range(SHOWN[stage]):
        known |= 1 << cards[CARDS_SHOWN + i]
    for _ in range(MOST_TRIES):
        taken, clash = known, False
        for seat in range(seats):
            if seat != me and not clash:
                combo = draw_row(heights[seat], 0, COMBOS, luck)
                a, b = COMBO_CARDS[combo, 0], COMBO_CARDS[combo, 1]
                clash = taken & (1 << a | 1 << b) != 0
                taken |= 1 << a | 1 << b
                cards[2 * seat], cards[2 * seat + 1] = a, b
        if not clash:
            for i in range(SHOWN[stage], BOARD):
                card = below(luck, CARDS)
                while taken >> card & 1 == 1:
                    card = below(luck, CARDS)
                taken |= 1 << card
                cards[CARDS_SHOWN + i] = card
            return True
    return False


@kernel
def true_values(
    v: Holdem,
    heights: Floats,
    crowd: Crowd,
    styles: Ints,
    tries: Ints,
    values: Floats,
    luck: Stream,
) -> bool:
    """Play each of `tries` in one true world a row: going on by the tables, then for free."""
    me, again, deal = v.seat, np.empty(4, np.uint64), blank_deal()
    now, t = np.zeros(STATE, np.int64), np.zeros(STATE, np.int64)
    load_state(v, now)
    load_cards(v, deal.cards)
    for row in range(len(values)):
        if not draw_world(heights, me, v.seats, v.stage, deal.cards, luck):
            return False
        write_values(deal.cards, v.seats, deal.values)
        deal.buckets[:] = UNSEEN
        seed = seed62(luck)
        for i in range(len(tries)):
            for way in range(2):
                reseed(again, seed)
                t[:] = now
                act(t, tries[i])
                play_on(t, deal, crowd, styles, again, me if way == 1 else NOBODY)
                values[row, way * len(tries) + i] = gain_of(t, me, deal.values)
    return True


@kernel
def draw_choice(p: Holdem, crowd: Crowd, style: int, luck: Stream, moves: Ints) -> int:
    """The choice that the seat to act makes with its cards; `moves` are those of all choices."""
    t, deal, odds = np.zeros(STATE, np.int64), blank_deal(), np.empty(CHOICES)
    load_state(p, t)
    load_cards(p, deal.cards)
    write_style(t, deal, crowd, style, moves, odds)
    return drawn(odds, luck)


class KnownDecision(NamedTuple):
    """A decision of a hand: what the seat sees, what the others can hold, and who they are."""

    game: HoldemGame
    view: Holdem
    weights: Floats  # [seat, combo]
    styles: Ints
    company: str  # tables, mixed or strangers
    depth: str


COMPANIES = ("tables", "tables", "mixed", "mixed", "mixed", "strangers")
DEPTHS = ("deep", "short", "uneven")


@dataclass
class KnownHand:
    """A hand played until a decision is taken; everything follows from its seed."""

    seed: int

    def __post_init__(self) -> None:
        self.rng, self.luck = generator(child(self.seed, 0)), stream(self.seed, 1)
        self.seats = int(self.rng.integers(3, 10))
        self.company = str(self.rng.choice(COMPANIES))
        self.depth = str(self.rng.choice(DEPTHS))
        self.game = HoldemGame(seats=self.seats, stacks="/".join(map(str, self._stacks())))
        self.crowd = crowd_of(NO_LIMIT, EVERYBODY)
        pools = {"tables": [0], "mixed": [0, 1, 2, 3], "strangers": [4, 5]}
        self.styles = np.zeros(SEATS, np.int64)
        self.styles[: self.seats] = self.rng.choice(pools[self.company], self.seats)
        self.writers = self.rng.choice([0, 1, 2, 3], self.seats)  # how we came here ourselves

    def _stacks(self) -> list[int]:
        if self.depth == "uneven":
            logs = self.rng.uniform(np.log(10), np.log(500), self.seats)
            return [int(np.exp(x)) for x in logs]
        return [200 if self.depth == "deep" else int(self.rng.integers(50, 71))] * self.seats

    def decision(self) -> KnownDecision | None:
        """The first decision that is taken, where several are left or the flop is to come."""
        p = play(self.game.start(), int(seed62(self.luck)))
        me = int(self.rng.integers(self.seats))
        acts: list[tuple[Holdem, int]] = []
        while turn(p) >= 0:
            is_mine = int(p.seat) == me
            if is_mine and self._is_taken(p):
                return self._known(p, acts)
            style = int(self.writers[p.seat] if is_mine else self.styles[p.seat])
            moves = np.empty(CHOICES, np.int64)
            choice = int(draw_choice(p, self.crowd, style, self.luck, moves))
            acts.append((p, choice))
            p = play(p, self._sized(p, choice, moves))
        return None

    def _is_taken(self, p: Holdem) -> bool:
        if len(self.game.legal_moves(p)) < 2 or two_left(view(p, p.seat)) is not None:
            return False
        return bool(self.rng.random() < TAKEN[p.stage])

    def _sized(self, p: Holdem, choice: int, moves: Ints) -> int:
        """The move; raises are of odd sizes now and then, whatever the hand."""
        move = int(moves[choice])
        if choice != BETS or self.rng.random() > ODD_SIZES:
            return move
        most = int(bet(p, p.seat)) + int(behind(p, p.seat))
        sizes = np.empty(8, np.int64)
        found = sizes[: few_raises(p, sizes, 0)].tolist()
        twice = int(p.high) + 2 * (int(pot(p)) + int(p.high) - int(bet(p, p.seat)))
        if least_raise(p) <= twice < most:
            found.append(CALL + twice)
        if moves[ALL_IN] != NO_MOVE:  # an all in is the other choice there
            found = [size for size in found if size != CALL + most]
        return int(self.rng.choice(found)) if found else move

    def _known(self, p: Holdem, acts: list[tuple[Holdem, int]]) -> KnownDecision:
        me = int(p.seat)
        cards, held = np.zeros(CARDS_HELD, np.int64), {PREFLOP: CLASS_OF.astype(np.int64)}
        load_cards(p, cards)
        for stage in range(PREFLOP + 1, int(p.stage) + 1):
            held[stage] = np.empty(COMBOS, np.int64)
            write_combos(cards, stage, held[stage])
        seen = {int(hole(p, me, 0)), int(hole(p, me, 1))}
        seen |= {int(cards[CARDS_SHOWN + i]) for i in range(SHOWN[p.stage])}
        free = ~np.isin(COMBO_CARDS, list(seen)).any(axis=1)
        weights = np.tile(free.astype(np.float64), (self.seats, 1))
        t = np.zeros(STATE, np.int64)
        for q, choice in acts:
            if q.seat != me:
                load_state(q, t)
                style = int(self.styles[q.seat])
                row = weights[int(q.seat)]
                weigh_choice(t, held[int(q.stage)], self.crowd, style, choice, row)
        styles = self.styles.copy()
        styles[me] = 0  # a good player goes on
        return KnownDecision(self.game, view(p, me), weights, styles, self.company, self.depth)


def true_table(known: KnownDecision, tries: Ints, worlds: int, seed: int) -> Floats | None:
    """What each option brought in true worlds, the better way: [world, option].

    Which way is better is found in every other world, and counted in the rest.
    """
    heights = np.cumsum(known.weights, axis=1)
    values, crowd = np.empty((2 * worlds, 2 * len(tries))), crowd_of(NO_LIMIT, EVERYBODY)
    if not true_values(known.view, heights, crowd, known.styles, tries, values, stream(seed)):
        return None
    found, counted = values[::2].mean(axis=0), values[1::2]
    count = len(tries)
    is_free = found[count:] > found[:count]
    return np.where(is_free, counted[:, count:], counted[:, :count])


def players_in(v: Holdem) -> int:
    """How many are left."""
    return sum(bool(is_in(v, seat)) for seat in range(int(v.seats)))
