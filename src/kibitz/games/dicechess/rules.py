"""Dice chess on the contract: chance rolls, then the side to move makes one micro-move a time.

A position is a board from the side of whoever moves (see `board`), with `seat` 0 for White,
the pool of `dice` still to be spent (0: the dice are not rolled yet), `must` 1 where the
moves made so far leave only a king capture to make the turn legal, the `quiet` micro-moves
since the last pawn move or capture, and the `number` of the full move.

A roll is a move from 0 to 55, a micro-move its code, and PASS the move of a roll that
nothing can be played with. A turn ends by itself. The game is over when a king is taken,
drawn after 100 quiet micro-moves (tested at the end of a turn) or 5000 turns.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import signed, unsigned
from kibitz.core.game import CHANCE, OVER, Moves, rule
from kibitz.core.kernel import kernel
from kibitz.core.stream import Stream, below, mix
from kibitz.games.dicechess.board import (
    ChessBoard,
    is_quiet,
    kind_on,
    king_square,
    moved,
    next_micro_move,
    spent,
    takes_king,
    turned,
)
from kibitz.games.dicechess.capture import direct_kinds, one_or_two
from kibitz.games.dicechess.dice import (
    ALL_ROLLS,
    CASTLING,
    KINDS,
    ORDERED,
    POOLS,
    ROLL_OF,
    ROLLS,
    WEIGHTS,
    ZERO,
    pool_size,
    roll_at,
)
from kibitz.games.dicechess.evaluation import later_chance, roll_chance, standing
from kibitz.games.dicechess.turns import MOST_DICE, NONE, most_dice

PASS = 0
MUST_CAPTURE = -3  # no path spends so many dice
QUIET_LIMIT = 100  # Rule 4
QUIET_MOST = 127  # where the clock stops
TURN_LIMIT = 5000  # Rule 4
_U0, _U1 = np.uint64(0), np.uint64(1)


class DiceChess(NamedTuple):
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    mine: int
    targets: int
    rights: int
    seat: int
    dice: int
    must: int
    quiet: int
    number: int


@kernel
def board_of(p: DiceChess) -> ChessBoard:
    """The board of a position."""
    return ChessBoard(
        unsigned(p.pawns),
        unsigned(p.knights),
        unsigned(p.bishops),
        unsigned(p.rooks),
        unsigned(p.queens),
        unsigned(p.kings),
        unsigned(p.mine),
        unsigned(p.targets),
        unsigned(p.rights),
    )


@kernel
def position_of(
    b: ChessBoard, seat: int, dice: int, must: int, quiet: int, number: int
) -> DiceChess:
    """The position with board `b`."""
    return DiceChess(
        signed(b.pawns),
        signed(b.knights),
        signed(b.bishops),
        signed(b.rooks),
        signed(b.queens),
        signed(b.kings),
        signed(b.mine),
        signed(b.targets),
        signed(b.rights),
        seat,
        dice,
        must,
        quiet,
        number,
    )


@kernel
def has_both_kings(p: DiceChess) -> bool:
    return p.kings & p.mine != 0 and p.kings & ~p.mine != 0


@rule
def turn(p: DiceChess) -> int:
    if not has_both_kings(p):
        return OVER
    if p.dice:
        return p.seat
    turns = 2 * (p.number - 1) + p.seat
    return OVER if p.quiet >= QUIET_LIMIT or turns >= TURN_LIMIT else CHANCE


@rule
def payoff(p: DiceChess, seat: int) -> float:
    if p.kings & p.mine == 0:
        return -1.0 if seat == p.seat else 1.0
    if p.kings & ~p.mine == 0:
        return 1.0 if seat == p.seat else -1.0
    return 0.0


@rule
def weight(p: DiceChess, move: int) -> int:
    return WEIGHTS[move]  # type: ignore[no-any-return]


@kernel
def spread(kinds: int) -> int:
    """A pool with one die for each kind of a set of kinds."""
    pool = 0
    for kind in range(KINDS):
        pool |= (kinds >> kind & 1) << 2 * kind
    return pool


@kernel
def can_capture_through(b: ChessBoard, pool: int, code: int) -> bool:
    """Whether a micro-move takes the king, or another can later in the same turn."""
    if takes_king(b, code):
        return True
    cost, king = spent(b, code), king_square(b)
    if cost == pool:
        return False
    after = moved(b, code)
    if ROLL_OF[pool] >= 0 and cost != CASTLING:  # two dice are left of three
        rolls = one_or_two(after, king, kind_on(b, _U1 << unsigned(code >> 9)))
        return rolls >> unsigned(ROLL_OF[pool]) & _U1 != _U0  # type: ignore[no-any-return]
    return (pool - cost) & spread(direct_kinds(after, king)) != 0


@kernel
def dice_through(b: ChessBoard, pool: int, code: int) -> int:
    """The most dice that a path from this micro-move spends without king capture, or NONE."""
    if takes_king(b, code):
        return NONE
    cost = spent(b, code)
    rest = most_dice(moved(b, code), pool - cost)
    return NONE if rest == NONE else pool_size(cost) + rest


@rule
def moves(p: DiceChess, out: Moves) -> int:
    if p.dice == 0:
        for roll in range(ROLLS):
            out[roll] = roll
        return ROLLS
    b = board_of(p)
    code, count = next_micro_move(b, p.dice, ZERO), 0
    if code == 0:
        out[0] = PASS
        return 1
    wanted = MUST_CAPTURE if p.must else most_dice(b, p.dice)
    while code != 0:  # Rule 3: the maximum rule, from which king captures are exempt
        if dice_through(b, p.dice, code) == wanted or can_capture_through(b, p.dice, code):
            out[count] = code
            count += 1
        code = next_micro_move(b, p.dice, code)
    return count


@kernel
def turn_ended(b: ChessBoard, p: DiceChess, quiet: int) -> DiceChess:
    """The position before the other side's roll (Rule 6)."""
    return position_of(turned(b), 1 - p.seat, ZERO, ZERO, quiet, p.number + p.seat)


@kernel
def must_capture_after(b: ChessBoard, p: DiceChess, code: int) -> int:
    """1 where a micro-move is legal only as the way to a king capture."""
    through = dice_through(b, p.dice, code)
    is_maximal = through == pool_size(p.dice) or through == most_dice(b, p.dice)
    return ZERO if is_maximal and not p.must else ZERO + 1


@rule
def play(p: DiceChess, move: int) -> DiceChess:
    b = board_of(p)
    if p.dice == 0:
        return position_of(b, p.seat, POOLS[move], ZERO, p.quiet, p.number)
    if move == PASS:
        return turn_ended(b, p, p.quiet)
    after, left = moved(b, move), p.dice - spent(b, move)
    quiet = min(p.quiet + 1, QUIET_MOST) if is_quiet(b, move) else ZERO
    if takes_king(b, move):
        return position_of(after, p.seat, ZERO, ZERO, quiet, p.number)
    if left == 0 or next_micro_move(after, left, ZERO) == 0:
        return turn_ended(after, p, quiet)
    must = must_capture_after(b, p, move)
    return position_of(after, p.seat, left, must, quiet, p.number)


@kernel
def can_capture(b: ChessBoard, pool: int) -> bool:
    """Whether some turn with these dice takes the king."""
    code = next_micro_move(b, pool, ZERO)
    while code != 0:
        if can_capture_through(b, pool, code):
            return True
        code = next_micro_move(b, pool, code)
    return False


@kernel
def rolled_value(b: ChessBoard, pool: int) -> float:
    """The expectation of the side to move with some dice left, in wins less losses.

    A turn not begun is worth what a roll that takes no king leaves; one that is all but over
    what the board is worth with the other side about to roll; in between by the dice left.
    """
    if can_capture(b, pool):
        return 1.0
    other = turned(b)
    begun = 2.0 * later_chance(b, roll_chance(b), roll_chance(other)) - 1.0
    share = pool_size(pool) / MOST_DICE
    return share * begun + (1.0 - share) * standing(other)


@rule
def heuristic(p: DiceChess, seat: int) -> float:
    """The calibrated expectation: exact chances of the next rolls, and a fitted law beyond."""
    if not has_both_kings(p):
        return payoff(p, seat)
    b = board_of(p)
    mine = rolled_value(b, p.dice) if p.dice else -standing(b)
    return mine if seat == p.seat else -mine


@rule
def policy(p: DiceChess, out: Moves, stream: Stream) -> int:
    """A random move, but the king is taken where a micro-move takes it."""
    count = moves(p, out)
    if p.dice == 0:
        return roll_at(np.uint64(ALL_ROLLS), below(stream, ORDERED))
    for i in range(count):
        if takes_king(board_of(p), out[i]):
            return out[i]  # type: ignore[no-any-return]
    return out[below(stream, count)]  # type: ignore[no-any-return]


@rule
def key(p: DiceChess) -> np.uint64:
    mixed = mix(p.quiet << 16 | p.dice << 4 | p.must << 2 | p.seat)
    for field in p[:9]:
        mixed = mix(field ^ signed(mixed))
    return mixed
