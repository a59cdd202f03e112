"""The men on the board as sets of squares, from the side of whoever moves.

`mine` are the men of the side to move, whose pawns always move up: at the end of a turn
the board is turned round (`turned`), ranks mirrored and sides swapped. `targets` are the
en-passant squares, rank 6 for those that can be taken now and rank 3 for those that the
side to move makes. `rights` has bits 1 and 2 for castling short and long, and 4 and 8 for
the other side's.

A micro-move is one integer, `from << 9 | to << 3 | kind`, where kind is that of a promoted
pawn and 0 otherwise; castling is the king's move of two squares. Rules by the numbers of
the rule page: 2 movement, 5 en passant.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.bits import count_bits, int64, lowest_bit, unsigned
from kibitz.core.game import Moves
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    PAWN_REACH,
    bishop_reach,
    rook_reach,
)
from kibitz.games.dicechess.dice import BISHOP, CASTLING, KING, KNIGHT, PAWN, QUEEN, ROOK

_U0, _U1, _U2, _U3, _U8, _U16, _U32 = (np.uint64(n) for n in (0, 1, 2, 3, 8, 16, 32))
RANK3, RANK6, RANK8 = (np.uint64(0xFF << 8 * (rank - 1)) for rank in (3, 6, 8))
_EVEN_BYTES = np.uint64(0x00FF00FF00FF00FF)
_EVEN_PAIRS = np.uint64(0x0000FFFF0000FFFF)

FIELDS = 9  # of a board
MOST_MICRO_MOVES = 512  # sixteen queens reach fewer
E1, C1, G1 = 4, 2, 6
SHORT, LONG = np.uint64(1), np.uint64(2)
SHORT_GAP, LONG_GAP = np.uint64(0x60), np.uint64(0x0E)  # Rule 2: these squares must be empty
SHORT_ROOKS, LONG_ROOKS = np.uint64(0xA0), np.uint64(0x09)  # the corner and where the rook goes
_LOST = {0: 2, 4: 3, 7: 1, 56: 8, 60: 12, 63: 4}
RIGHTS_LOST = np.array([_LOST.get(square, 0) for square in range(64)], np.uint64)


class ChessBoard(NamedTuple):
    pawns: np.uint64
    knights: np.uint64
    bishops: np.uint64
    rooks: np.uint64
    queens: np.uint64
    kings: np.uint64
    mine: np.uint64
    targets: np.uint64
    rights: np.uint64


@kernel
def occupied_squares(b: ChessBoard) -> np.uint64:
    return b.pawns | b.knights | b.bishops | b.rooks | b.queens | b.kings


@kernel
def kind_on(b: ChessBoard, bit: np.uint64) -> int:
    """The kind of the man on a square that is not empty."""
    if b.pawns & bit != _U0:
        return PAWN
    if b.knights & bit != _U0:
        return KNIGHT
    if b.bishops & bit != _U0:
        return BISHOP
    if b.rooks & bit != _U0:
        return ROOK
    return QUEEN if b.queens & bit != _U0 else KING


@kernel
def payable_men(b: ChessBoard, pool: int) -> np.uint64:
    """Own men whose kind some die of the pool shows."""
    men = _U0
    if pool & 0x3:
        men |= b.pawns
    if pool & 0xC:
        men |= b.knights
    if pool & 0x30:
        men |= b.bishops
    if pool & 0xC0:
        men |= b.rooks
    if pool & 0x300:
        men |= b.queens
    if pool & 0xC00:
        men |= b.kings
    return men & b.mine


@kernel
def pawn_destinations(b: ChessBoard, square: int, occupied: np.uint64) -> np.uint64:
    """Rule 2: one step, two from the start rank, captures; Rule 5: en passant."""
    one = (_U1 << unsigned(square)) << _U8 & ~occupied
    two = (one & RANK3) << _U8 & ~occupied
    takes = PAWN_REACH[square] & (occupied & ~b.mine | b.targets & RANK6)
    return one | two | takes  # type: ignore[no-any-return]


@kernel
def castling_destinations(b: ChessBoard, pool: int, occupied: np.uint64) -> np.uint64:
    """Rule 2: castling ignores attacks; Rule 1.4: both dice must be there."""
    if pool & CASTLING != CASTLING:
        return _U0
    found = _U0
    if b.rights & SHORT != _U0 and occupied & SHORT_GAP == _U0:
        found |= _U1 << np.uint64(G1)
    if b.rights & LONG != _U0 and occupied & LONG_GAP == _U0:
        found |= _U1 << np.uint64(C1)
    return found


@kernel
def destinations(
    b: ChessBoard, kind: int, square: int, pool: int, occupied: np.uint64
) -> np.uint64:
    """Where the own man of `kind` on `square` may go, castling included."""
    if kind == PAWN:
        return pawn_destinations(b, square, occupied)
    if kind == KNIGHT:
        return KNIGHT_REACH[square] & ~b.mine  # type: ignore[no-any-return]
    if kind == KING:
        steps = KING_REACH[square] & ~b.mine
        return steps | castling_destinations(b, pool, occupied)  # type: ignore[no-any-return]
    reach = _U0
    if kind != ROOK:
        reach |= bishop_reach(square, occupied)
    if kind != BISHOP:
        reach |= rook_reach(square, occupied)
    return reach & ~b.mine


@kernel
def micro_moves(b: ChessBoard, pool: int, out: Moves) -> int:
    """Write every micro-move that the pool pays for, ascending; return how many (Rule 2)."""
    occupied = occupied_squares(b)
    men, count = payable_men(b, pool), 0
    while men != _U0:
        square = lowest_bit(men)
        kind = kind_on(b, men & (~men + _U1))
        men &= men - _U1
        goals = destinations(b, kind, square, pool, occupied)
        while goals != _U0:
            goal = goals & (~goals + _U1)
            goals ^= goal
            code = square << 9 | lowest_bit(goal) << 3
            if kind == PAWN and goal & RANK8 != _U0 and goal & b.kings == _U0:
                for promoted in range(KNIGHT, KING):
                    out[count] = code | promoted
                    count += 1
            else:  # a pawn that takes the king stays one
                out[count] = code
                count += 1
    return count


@kernel
def next_micro_move(b: ChessBoard, pool: int, code: int) -> int:
    """The micro-move that follows `code` in ascending order (0 asks for the first), or 0."""
    occupied, promoted = occupied_squares(b), code & 7
    if KNIGHT <= promoted < QUEEN:
        return code + 1
    seen = (_U2 << unsigned(code >> 3 & 63)) - _U1 if code else _U0  # goals up to this one
    men = payable_men(b, pool) & ~((_U1 << unsigned(code >> 9)) - _U1)
    while men != _U0:
        square, kind = lowest_bit(men), kind_on(b, men & (~men + _U1))
        goals = destinations(b, kind, square, pool, occupied)
        if square == code >> 9:
            goals &= ~seen
        if goals != _U0:
            goal = lowest_bit(goals)
            last_rank = (goals & (~goals + _U1)) & RANK8 & ~b.kings
            first = KNIGHT if kind == PAWN and last_rank != _U0 else 0
            return square << 9 | goal << 3 | first
        men &= men - _U1
    return 0


@kernel
def count_micro_moves(b: ChessBoard, pool: int) -> int:
    """How many micro-moves the pool pays for."""
    occupied = occupied_squares(b)
    men, count = payable_men(b, pool), 0
    while men != _U0:
        kind = kind_on(b, men & (~men + _U1))
        goals = destinations(b, kind, lowest_bit(men), pool, occupied)
        men &= men - _U1
        count += count_bits(goals)
        if kind == PAWN:
            count += 3 * count_bits(goals & RANK8 & ~b.kings)
    return count


@kernel
def is_castling(b: ChessBoard, code: int) -> bool:
    """Whether a micro-move is the king's step of two squares."""
    goal = code >> 3 & 63
    if code >> 9 != E1 or (goal != G1 and goal != C1):
        return False
    return b.kings & b.mine & (_U1 << np.uint64(E1)) != _U0  # type: ignore[no-any-return]


@kernel
def spent(b: ChessBoard, code: int) -> int:
    """What a micro-move takes from the pool of dice."""
    if is_castling(b, code):
        return CASTLING
    return 1 << 2 * kind_on(b, _U1 << unsigned(code >> 9))


@kernel
def takes_king(b: ChessBoard, code: int) -> bool:
    """Whether a micro-move takes the other king."""
    return b.kings & (_U1 << unsigned(code >> 3 & 63)) != _U0  # type: ignore[no-any-return]


@kernel
def is_quiet(b: ChessBoard, code: int) -> bool:
    """Whether a micro-move is neither a pawn's nor a capture (Rule 4)."""
    touched = (_U1 << unsigned(code >> 9)) & b.pawns
    return touched | (_U1 << unsigned(code >> 3 & 63)) & occupied_squares(b) == _U0  # type: ignore[no-any-return]


@kernel
def moved(b: ChessBoard, code: int) -> ChessBoard:
    """The board after a micro-move, still from the side of whoever made it."""
    start, goal, promoted = code >> 9, code >> 3 & 63, code & 7
    leaves, enters = _U1 << unsigned(start), _U1 << unsigned(goal)
    kind = kind_on(b, leaves)
    gone, targets = leaves | enters, b.targets
    if kind == PAWN:
        if enters & targets & RANK6 != _U0:
            gone |= enters >> _U8  # en passant
        if goal - start == 16:
            targets |= leaves << _U8
        if promoted:
            kind = promoted
    elif kind == KING and start == E1:
        if goal == G1:
            return castled(b, SHORT_ROOKS, leaves | enters)
        if goal == C1:
            return castled(b, LONG_ROOKS, leaves | enters)
    # Rule 5: a target goes when it is entered, or when its pawn moves on or is taken
    lost = enters | (gone << _U8 & RANK6) | (leaves >> _U8 & RANK3)
    stay = ~gone
    return ChessBoard(
        b.pawns & stay | (enters if kind == PAWN else _U0),
        b.knights & stay | (enters if kind == KNIGHT else _U0),
        b.bishops & stay | (enters if kind == BISHOP else _U0),
        b.rooks & stay | (enters if kind == ROOK else _U0),
        b.queens & stay | (enters if kind == QUEEN else _U0),
        b.kings & stay | (enters if kind == KING else _U0),
        b.mine & ~leaves | enters,
        targets & ~lost,
        b.rights & ~(RIGHTS_LOST[start] | RIGHTS_LOST[goal]),
    )


@kernel
def castled(b: ChessBoard, rooks: np.uint64, kings: np.uint64) -> ChessBoard:
    """The board after castling, given where rook and king come from and go to."""
    return ChessBoard(
        b.pawns,
        b.knights,
        b.bishops,
        b.rooks ^ rooks,
        b.queens,
        b.kings ^ kings,
        b.mine ^ rooks ^ kings,
        b.targets,
        b.rights & ~(SHORT | LONG),
    )


@kernel
def mirrored(squares: np.uint64) -> np.uint64:
    """The squares with the ranks in reverse order."""
    x = (squares >> _U8) & _EVEN_BYTES | (squares & _EVEN_BYTES) << _U8
    x = (x >> _U16) & _EVEN_PAIRS | (x & _EVEN_PAIRS) << _U16
    return x >> _U32 | x << _U32


@kernel
def turned(b: ChessBoard) -> ChessBoard:
    """The board from the other side, at the end of a turn: its own old targets are gone."""
    return ChessBoard(
        mirrored(b.pawns),
        mirrored(b.knights),
        mirrored(b.bishops),
        mirrored(b.rooks),
        mirrored(b.queens),
        mirrored(b.kings),
        mirrored(occupied_squares(b) & ~b.mine),
        mirrored(b.targets & RANK3),
        b.rights >> _U2 | (b.rights & _U3) << _U2,
    )


@kernel
def king_square(b: ChessBoard) -> int:
    """The square of the other side's king, -1 where it has been taken."""
    king = b.kings & ~b.mine
    return lowest_bit(king) if king != _U0 else int64(-1)
