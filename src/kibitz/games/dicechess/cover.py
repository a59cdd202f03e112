"""How many kinds of a side's men attack each square: what dice it takes to get there.

A man attacked by one kind is taken with 91 of 216 rolls, by two kinds with 152, and so on:
what counts is the kinds, not the men.
"""

from typing import NamedTuple

import numpy as np

from kibitz.core.kernel import kernel
from kibitz.games.dicechess.attacks import (
    KING_REACH,
    KNIGHT_REACH,
    PAWN_REACH,
    bishop_reach,
    rook_reach,
)
from kibitz.games.dicechess.board import mirrored
from kibitz.games.dicechess.dice import BISHOP, KINDS, KING, KNIGHT, PAWN, ROOK

TAKING = np.array([1 - (1 - kinds / KINDS) ** 3 for kinds in range(KINDS + 1)], np.float32)
_U0 = np.uint64(0)


class Cover(NamedTuple):
    """The number of kinds at each square, its three binary digits as sets of squares."""

    ones: np.uint64
    twos: np.uint64
    fours: np.uint64


@kernel
def no_cover() -> Cover:
    """Nothing is attacked."""
    return Cover(_U0, _U0, _U0)


@kernel
def with_kind(cover: Cover, attacked: np.uint64) -> Cover:
    """The cover with the squares that one more kind attacks."""
    carried = cover.ones & attacked
    return Cover(cover.ones ^ attacked, cover.twos ^ carried, cover.fours ^ (cover.twos & carried))


@kernel
def covered(cover: Cover) -> np.uint64:
    """The squares that some kind attacks."""
    return cover.ones | cover.twos | cover.fours


@kernel
def covered_twice(cover: Cover) -> np.uint64:
    """The squares that several kinds attack."""
    return cover.twos | cover.fours


@kernel
def kinds_at(cover: Cover, bit: np.uint64) -> int:
    """How many kinds attack a square."""
    return (
        int(cover.ones & bit != _U0)
        + 2 * int(cover.twos & bit != _U0)
        + 4 * int(cover.fours & bit != _U0)
    )


@kernel
def mirrored_cover(cover: Cover) -> Cover:
    """The cover as it looks from the other side of the board."""
    return Cover(mirrored(cover.ones), mirrored(cover.twos), mirrored(cover.fours))


@kernel
def attacked_from(kind: int, square: int, occupied: np.uint64) -> np.uint64:
    """What a man that moves up attacks, own men included."""
    if kind == PAWN:
        return PAWN_REACH[square]  # type: ignore[no-any-return]
    if kind == KNIGHT:
        return KNIGHT_REACH[square]  # type: ignore[no-any-return]
    if kind == KING:
        return KING_REACH[square]  # type: ignore[no-any-return]
    reach = _U0
    if kind != ROOK:
        reach |= bishop_reach(square, occupied)
    if kind != BISHOP:
        reach |= rook_reach(square, occupied)
    return reach
