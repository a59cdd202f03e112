"""With which of the 56 rolls can the side to move take the king? A set of rolls, not 56 searches.

A capturing path is always legal and what suffices with few dice suffices with more, so the
answer is closed upwards: a kind that attacks the king gives every roll that includes it, a
pair of kinds every roll that includes both. `one_or_two` finds kinds and pairs on a board
from sets of squares: a piece that moves twice, a man that leaves a line open behind it, a
pawn that promotes or takes en passant. `taking_rolls` asks it again after every first
micro-move, whose kind joins what it finds. `capturing_rolls_by_search` is the slow twin.
"""

import numpy as np

from kibitz.core.bits import lowest_bit, unsigned
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import (
    BETWEEN,
    KING_REACH,
    KING_TWICE,
    KNIGHT_REACH,
    KNIGHT_TWICE,
    PAWN_ORIGIN,
    bishop_reach,
    rook_reach,
)
from kibitz.games.dicechess.board import (
    E1,
    RANK3,
    RANK6,
    ChessBoard,
    castling_destinations,
    destinations,
    kind_on,
    moved,
    occupied_squares,
    pawn_destinations,
)
from kibitz.games.dicechess.dice import (
    ALL_ROLLS,
    BISHOP,
    CASTLING,
    KINDS,
    KING,
    KNIGHT,
    NO_KIND,
    ONE,
    PAWN,
    POOLS,
    QUEEN,
    ROLLS,
    ROOK,
    TWO,
    ZERO,
)
from kibitz.games.dicechess.turns import Walk, can_take_king

_U0, _U1, _U7, _U8, _U9 = (np.uint64(n) for n in (0, 1, 7, 8, 9))
_ALL = np.uint64(ALL_ROLLS)
_NO_A_FILE, _NO_H_FILE = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
_RANK7 = np.uint64(0xFF << 48)


@kernel
def attacking_kinds(b: ChessBoard, goal: int, lines: np.uint64, diagonals: np.uint64) -> int:
    """The kinds of own men that attack the square `goal`, a bit each.

    `lines` and `diagonals` are what a rook and a bishop on `goal` would reach.
    """
    kinds = 0
    if PAWN_ORIGIN[goal] & b.pawns & b.mine != _U0:
        kinds |= 1 << PAWN
    if KNIGHT_REACH[goal] & b.knights & b.mine != _U0:
        kinds |= 1 << KNIGHT
    if diagonals & b.bishops & b.mine != _U0:
        kinds |= 1 << BISHOP
    if lines & b.rooks & b.mine != _U0:
        kinds |= 1 << ROOK
    if (lines | diagonals) & b.queens & b.mine != _U0:
        kinds |= 1 << QUEEN
    if KING_REACH[goal] & b.kings & b.mine != _U0:
        kinds |= 1 << KING
    return kinds


@kernel
def direct_kinds(b: ChessBoard, goal: int) -> int:
    """The kinds of own men that attack the square `goal`, a bit each."""
    occupied = occupied_squares(b)
    return attacking_kinds(b, goal, rook_reach(goal, occupied), bishop_reach(goal, occupied))


@kernel
def moves_twice(
    b: ChessBoard,
    goal: int,
    direct: int,
    lines: np.uint64,
    diagonals: np.uint64,
    occupied: np.uint64,
) -> int:
    """The kinds, without those that attack it already, of which one man can reach `goal` in two."""
    kinds = 0
    if not direct >> KNIGHT & 1:
        men = b.knights & b.mine & KNIGHT_TWICE[goal]
        while men != _U0:
            if KNIGHT_REACH[lowest_bit(men)] & KNIGHT_REACH[goal] & ~b.mine != _U0:
                kinds |= 1 << KNIGHT
            men &= men - _U1
    if not direct >> KING & 1:
        men = b.kings & b.mine & KING_TWICE[goal]
        if men != _U0 and KING_REACH[lowest_bit(men)] & KING_REACH[goal] & ~b.mine != _U0:
            kinds |= 1 << KING
    if not direct >> BISHOP & 1:
        men, wanted = b.bishops & b.mine, diagonals & ~b.mine
        while men != _U0:
            if bishop_reach(lowest_bit(men), occupied) & wanted != _U0:
                kinds |= 1 << BISHOP
            men &= men - _U1
    if not direct >> ROOK & 1:
        men, wanted = b.rooks & b.mine, lines & ~b.mine
        while men != _U0:
            if rook_reach(lowest_bit(men), occupied) & wanted != _U0:
                kinds |= 1 << ROOK
            men &= men - _U1
    if not direct >> QUEEN & 1:
        men, wanted = b.queens & b.mine, (lines | diagonals) & ~b.mine
        while men != _U0:
            square = lowest_bit(men)
            reach = rook_reach(square, occupied) | bishop_reach(square, occupied)
            if reach & wanted != _U0:
                kinds |= 1 << QUEEN
            men &= men - _U1
    if not direct >> PAWN & 1 and pawn_steps(b, occupied) & PAWN_ORIGIN[goal] != _U0:
        kinds |= 1 << PAWN
    return kinds


@kernel
def pawn_steps(b: ChessBoard, occupied: np.uint64) -> np.uint64:
    """Every square that some own pawn can go to."""
    pawns = b.pawns & b.mine
    one = pawns << _U8 & ~occupied
    two = (one & RANK3) << _U8 & ~occupied
    attacked = (pawns & _NO_A_FILE) << _U7 | (pawns & _NO_H_FILE) << _U9
    return one | two | attacked & (occupied & ~b.mine | b.targets & RANK6)


@kernel
def opened(
    b: ChessBoard,
    goal: int,
    first: int,
    direct: int,
    snipers: np.uint64,
    shields: np.uint64,
    occupied: np.uint64,
) -> np.uint64:
    """The rolls with which one of `shields` leaves the line between a sniper and `goal`.

    A shield is the only man between the two, and an own one.
    """
    rolls = _U0
    while snipers != _U0:
        line = BETWEEN[goal, lowest_bit(snipers)]
        kind = kind_on(b, snipers & (~snipers + _U1))
        snipers &= snipers - _U1
        shield = line & shields
        leaver = kind_on(b, shield)
        if not (direct >> kind | direct >> leaver) & 1:
            goals = destinations(b, leaver, lowest_bit(shield), ZERO, occupied)
            if goals & ~line != _U0:
                rolls |= TWO[first, leaver, kind]
    return rolls


@kernel
def promoted_pairs(b: ChessBoard, goal: int, first: int, occupied: np.uint64) -> np.uint64:
    """The rolls with which a pawn promotes and the new piece takes on `goal`."""
    rolls, king = _U0, _U1 << unsigned(goal)
    men = b.pawns & b.mine & _RANK7
    while men != _U0:
        square = lowest_bit(men)
        men &= men - _U1
        after = occupied & ~(_U1 << unsigned(square))
        goals = pawn_destinations(b, square, occupied) & ~king
        while goals != _U0:
            at = lowest_bit(goals)
            goals &= goals - _U1
            line, diagonal = rook_reach(at, after) & king, bishop_reach(at, after) & king
            if KNIGHT_REACH[at] & king != _U0:
                rolls |= TWO[first, PAWN, KNIGHT]
            if diagonal != _U0:
                rolls |= TWO[first, PAWN, BISHOP]
            if line != _U0:
                rolls |= TWO[first, PAWN, ROOK]
            if line | diagonal != _U0:
                rolls |= TWO[first, PAWN, QUEEN]
    return rolls


@kernel
def en_passant_pairs(b: ChessBoard, goal: int, first: int) -> np.uint64:
    """The rolls with which a capture en passant opens a way to `goal`."""
    rolls, targets = _U0, b.targets & RANK6
    while targets != _U0:
        at = lowest_bit(targets)
        targets &= targets - _U1
        takers = PAWN_ORIGIN[at] & b.pawns & b.mine
        while takers != _U0:
            kinds = direct_kinds(moved(b, lowest_bit(takers) << 9 | at << 3), goal)
            takers &= takers - _U1
            for kind in range(KINDS):
                if kinds >> kind & 1:
                    rolls |= TWO[first, PAWN, kind]
    return rolls


@kernel
def one_or_two(b: ChessBoard, goal: int, first: int) -> np.uint64:
    """The rolls that include `first` and let the men take on `goal` with one or two more dice."""
    occupied, rolls = occupied_squares(b), _U0
    lines, diagonals = rook_reach(goal, occupied), bishop_reach(goal, occupied)
    direct = attacking_kinds(b, goal, lines, diagonals)
    twice = moves_twice(b, goal, direct, lines, diagonals, occupied)
    for kind in range(KINDS):
        if direct >> kind & 1:
            rolls |= ONE[first, kind]
        if twice >> kind & 1:
            rolls |= TWO[first, kind, kind]
    shields = lines & b.mine
    if shields != _U0:
        snipers = rook_reach(goal, occupied ^ shields) & ~lines & (b.rooks | b.queens) & b.mine
        rolls |= opened(b, goal, first, direct, snipers, shields, occupied)
    shields = diagonals & b.mine
    if shields != _U0:
        far = bishop_reach(goal, occupied ^ shields) & ~diagonals
        snipers = far & (b.bishops | b.queens) & b.mine
        rolls |= opened(b, goal, first, direct, snipers, shields, occupied)
    if not direct >> PAWN & 1:
        if b.pawns & b.mine & _RANK7 != _U0:
            rolls |= promoted_pairs(b, goal, first, occupied)
        if b.targets & RANK6 != _U0:
            rolls |= en_passant_pairs(b, goal, first)
    return rolls


@kernel
def after_castling(b: ChessBoard, goal: int, occupied: np.uint64) -> np.uint64:
    """The rolls with which castling, two dice, opens a way to `goal` for the third."""
    rolls = _U0
    goals = castling_destinations(b, ZERO + CASTLING, occupied)
    while goals != _U0:
        kinds = direct_kinds(moved(b, E1 << 9 | lowest_bit(goals) << 3), goal)
        goals &= goals - _U1
        for kind in range(KINDS):
            if kinds >> kind & 1:
                rolls |= TWO[KING, ROOK, kind]
    return rolls


@kernel
def taking_rolls(b: ChessBoard, goal: int) -> np.uint64:
    """The rolls with which the men can take on the square `goal`, if nothing else binds them.

    For the king's square nothing does: these are the rolls that take it. A square below 0 is
    that of a king who has been taken.
    """
    if goal < 0:
        return _U0
    rolls, occupied = one_or_two(b, goal, NO_KIND), occupied_squares(b)
    men, target = b.mine, b.kings | _U1 << unsigned(goal)
    while men != _U0:
        square, kind = lowest_bit(men), kind_on(b, men & (~men + _U1))
        men &= men - _U1
        if ONE[NO_KIND, kind] & ~rolls == _U0:
            continue
        goals = destinations(b, kind, square, ZERO, occupied) & ~target
        while goals != _U0:
            at = lowest_bit(goals)
            goals &= goals - _U1
            promotes = kind == PAWN and at >= 56
            for promoted in range(KNIGHT if promotes else 0, KING if promotes else 1):
                after = moved(b, square << 9 | at << 3 | promoted)
                rolls |= one_or_two(after, goal, kind)
    return rolls | after_castling(b, goal, occupied)


@kernel
def capturing_rolls_by_search(b: ChessBoard, walk: Walk) -> np.uint64:
    """The rolls that take the king, by one search of all paths for each of the 56."""
    rolls = _U0
    for roll in range(ROLLS):
        if can_take_king(walk, b, POOLS[roll]):
            rolls |= _U1 << unsigned(roll)
    return rolls
