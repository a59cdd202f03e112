"""What the learned judge of dice chess goes by, from the side about to roll.

First the exact chances of one roll of both sides and the balance of the men; then for either
side, from its own point of view, its men by kind, the squares they reach, what they attack,
which of them hang, and each man by its square and by where it stands from either king. Left
and right count as one: only castling tells them apart.
"""

import numpy as np

from kibitz.core.bits import count_bits, lowest_bit
from kibitz.core.game import Inputs, rule
from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import KING_REACH, NORTH
from kibitz.games.dicechess.board import (
    ChessBoard,
    kind_on,
    king_square,
    occupied_squares,
    pawn_destinations,
    turned,
)
from kibitz.games.dicechess.cover import (
    TAKING,
    Cover,
    attacked_from,
    covered,
    covered_twice,
    kinds_at,
    mirrored_cover,
    no_cover,
    with_kind,
)
from kibitz.games.dicechess.dice import KINDS, KING, PAWN
from kibitz.games.dicechess.evaluation import KINGS_WORTH, men_value, roll_chance
from kibitz.games.dicechess.rules import DiceChess, board_of

BALANCE = 5  # numbers about both sides together
FAR, NEAR = 4, 2  # steps from a king beyond which distances count as one, or not at all
ASSAULT_SPOTS, SHELTER_SPOTS = (FAR + 1) * (2 * FAR + 1), (NEAR + 1) * (2 * NEAR + 1)
HALF_BOARD = 32
# where the numbers of one side begin
COUNTS, REACH, PREY, ATTACKS, SQUARES = 0, 6, 12, 13, 49
MOBILE = SQUARES + KINDS * HALF_BOARD  # kinds that can move
RING = MOBILE + KINDS  # squares next to the other king that a kind reaches
HANGING = RING + KINDS  # chances that single dice take a man: without cover, and with it
HAVEN = HANGING + 2 * (KINDS - 1)  # the squares next to the own king
RIGHTS = HAVEN + 3  # to castle
PASSED = RIGHTS + 2  # pawns with a free way, by rank
SHELTER = PASSED + 6  # men near the own king
ASSAULT = SHELTER + (KINDS - 1) * SHELTER_SPOTS  # men from the other king
SIDE = ASSAULT + KINDS * ASSAULT_SPOTS
FEATURES = BALANCE + 2 * SIDE
MEN = 39 + 39 + KINGS_WORTH  # at the start of a game, in pawns
USUAL_MEN = np.array([8, 2, 2, 2, 1, 1], np.float32)  # of a side
USUAL_REACH, USUAL_PREY, USUAL_ATTACKS = np.float32(10), np.float32(10), np.float32(2)
USUAL_RING = np.float32(4)
_F1 = np.float32(1.0)
_U0, _U1, _U2 = np.uint64(0), np.uint64(1), np.uint64(2)


@rule
def features(p: DiceChess, out: Inputs) -> int:
    """The features of a position before a roll."""
    return board_features(board_of(p), out)


@kernel
def board_features(b: ChessBoard, out: Inputs) -> int:
    """All features of a board whose mover is about to roll; returns how many."""
    other = turned(b)
    out[0], out[1] = roll_chance(b), roll_chance(other)
    return quick_features(b, other, out)


@kernel
def quick_features(b: ChessBoard, other: ChessBoard, out: Inputs) -> int:
    """All but the chances of the two rolls, which stay as they are; `other` is `b` turned."""
    mine, yours = men_value(b, b.mine), men_value(b, ~b.mine)
    share = (mine - yours) / (mine + yours + KINGS_WORTH)
    out[2], out[3] = 3.0 * share, 10.0 * share * share * share
    out[4] = (mine + yours + KINGS_WORTH) / MEN
    own_side, other_side = out[BALANCE : BALANCE + SIDE], out[BALANCE + SIDE : FEATURES]
    own_cover, other_cover = side_features(b, own_side), side_features(other, other_side)
    danger_features(b, own_cover, mirrored_cover(other_cover), own_side)
    danger_features(other, other_cover, mirrored_cover(own_cover), other_side)
    return FEATURES


@kernel
def side_features(b: ChessBoard, out: Inputs) -> Cover:
    """The features of the mover's men that do not rest on the other side's; what they attack."""
    out[:] = np.float32(0.0)
    occupied, all_reached, cover = occupied_squares(b), _U0, no_cover()
    goal, home = king_square(b), lowest_bit(b.kings & b.mine)
    for kind in range(KINDS):
        men = men_of_kind(b, kind) & b.mine
        reached, attacked = _U0, _U0
        while men != _U0:
            square = lowest_bit(men)
            men &= men - _U1
            sight = attacked_from(kind, square, occupied)
            reach = pawn_destinations(b, square, occupied) if kind == PAWN else sight & ~b.mine
            attacked |= sight
            reached |= reach
            out[REACH + kind] += np.float32(count_bits(reach))
            place_features(kind, square, goal, home, out)
        cover = with_kind(cover, attacked)
        all_reached |= reached
        kind_features(b, kind, reached, occupied, goal, out)
    out[PREY] = np.float32(men_value(b, all_reached & occupied)) / USUAL_PREY
    out[RIGHTS], out[RIGHTS + 1] = np.float32(b.rights & _U1), np.float32(b.rights >> _U1 & _U1)
    passed_features(b, occupied, out)
    return cover


@kernel
def place_features(kind: int, square: int, goal: int, home: int, out: Inputs) -> None:
    """A man by its square, and by where it stands from the other king and from its own."""
    out[COUNTS + kind] += _F1
    out[SQUARES + HALF_BOARD * kind + folded(square)] += _F1
    if goal >= 0:
        out[ASSAULT + ASSAULT_SPOTS * kind + spot(square, goal, FAR)] += _F1
    if kind != KING and is_near(square, home):
        out[SHELTER + SHELTER_SPOTS * kind + spot(square, home, NEAR)] += _F1


@kernel
def kind_features(
    b: ChessBoard, kind: int, reached: np.uint64, occupied: np.uint64, goal: int, out: Inputs
) -> None:
    """What the men of a kind can do together, their squares counted already."""
    out[COUNTS + kind] /= USUAL_MEN[kind]
    out[REACH + kind] /= USUAL_REACH
    if reached == _U0:
        return
    out[MOBILE + kind] = _F1
    if goal >= 0:
        out[RING + kind] = np.float32(count_bits(reached & KING_REACH[goal])) / USUAL_RING
    if reached & occupied != _U0:
        first = ATTACKS + KINDS * kind
        attacks(b, reached & occupied, out[first : first + KINDS])


@kernel
def passed_features(b: ChessBoard, occupied: np.uint64, out: Inputs) -> None:
    """Pawns before which their file is empty, by rank."""
    men = b.pawns & b.mine
    while men != _U0:
        square = lowest_bit(men)
        men &= men - _U1
        if NORTH[square] & occupied == _U0:
            out[PASSED + (square >> 3) - 1] += _F1


@kernel
def danger_features(b: ChessBoard, own: Cover, other: Cover, out: Inputs) -> None:
    """The features of the mover's men in the face of what the other side attacks."""
    men, guarded = covered(other) & b.mine & ~b.kings, covered(own)
    while men != _U0:
        bit = men & (~men + _U1)
        men ^= bit
        place = kind_on(b, bit) + (KINDS - 1 if guarded & bit != _U0 else 0)
        out[HANGING + place] += TAKING[kinds_at(other, bit)]
    ring = KING_REACH[lowest_bit(b.kings & b.mine)]
    out[HAVEN] = np.float32(count_bits(ring & covered(other))) / USUAL_RING
    out[HAVEN + 1] = np.float32(count_bits(ring & covered_twice(other))) / USUAL_RING
    out[HAVEN + 2] = np.float32(count_bits(ring & ~b.mine & ~covered(other))) / USUAL_RING


@kernel
def folded(square: int) -> int:
    """The place of a square on half a board, left and right being one."""
    file = square & 7
    return (square >> 3) * 4 + min(file, 7 - file)


@kernel
def spot(square: int, king: int, most: int) -> int:
    """Where a square lies from a king, as far as `most` steps are told apart."""
    aside = min(abs((square & 7) - (king & 7)), most)
    ahead = max(min((square >> 3) - (king >> 3), most), -most)
    return (ahead + most) * (most + 1) + aside


@kernel
def is_near(square: int, king: int) -> bool:
    """Whether a square is at most NEAR steps from a king."""
    return max(abs((square & 7) - (king & 7)), abs((square >> 3) - (king >> 3))) <= NEAR


@kernel
def men_of_kind(b: ChessBoard, kind: int) -> np.uint64:
    """The men of a kind, of both sides."""
    if kind == 0:
        return b.pawns
    if kind == 1:
        return b.knights
    if kind == 2:
        return b.bishops
    if kind == 3:
        return b.rooks
    return b.queens if kind == 4 else b.kings


@kernel
def attacks(b: ChessBoard, taken: np.uint64, out: Inputs) -> None:
    """How many men of each kind are among those attacked."""
    for kind in range(KINDS):
        out[kind] = np.float32(count_bits(taken & men_of_kind(b, kind))) / USUAL_ATTACKS
