"""The forms under which equal positions are counted together.

Two positions are worth the same to the side to move if they differ only in colour, in
en-passant targets that nobody can take, or, where no castling right is left, by a mirror of
the files; the clocks are left out. `canonical` gives one form to all of them, with White to
move; `normalised` only drops the targets, as others do.
"""

from typing import NamedTuple

from kibitz.games.dicechess.board import FIELDS
from kibitz.games.dicechess.dice import dice_text
from kibitz.games.dicechess.notation import board_text
from kibitz.games.dicechess.rules import DiceChess

_RANK6 = 0xFF << 40
_NO_A_FILE, _NO_H_FILE = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_EVERY_BIT = (1 << 64) - 1
_FLIPS = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))


class Canonical(NamedTuple):
    """The form under which a position is counted, and whether its files are mirrored in it."""

    position: DiceChess
    is_mirrored: bool

    @property
    def text(self) -> str:
        """The first four fields of its DFEN, and the dice if they are rolled."""
        dice = dice_text(self.position.dice)
        return f"{board_text(self.position)} {dice}".rstrip()


def takeable_targets(p: DiceChess) -> int:
    """The en-passant targets that a pawn of the side to move attacks."""
    pawns = int(p.pawns) & int(p.mine) & _EVERY_BIT
    attacked = (pawns & _NO_A_FILE) << 7 | (pawns & _NO_H_FILE) << 9
    return int(p.targets) & attacked & _RANK6


def reduced(p: DiceChess) -> DiceChess:
    """The position with the targets that can be taken, and no others."""
    return p._replace(targets=takeable_targets(p))


def normalised(p: DiceChess) -> str:
    """The first four fields of DFEN with the targets that can be taken."""
    return board_text(reduced(p))


def book_key(p: DiceChess) -> str:
    """The normalised position and its dice in the order of the alphabet: `... w KQkq - BPR`."""
    letters = "".join(sorted(dice_text(p.dice)))
    return f"{normalised(p)} {letters.lower() if p.seat else letters}"


def canonical(p: DiceChess) -> Canonical:
    """The form under which a position is counted, rolled or not."""
    plain = reduced(p)._replace(seat=0, quiet=0, number=1)
    forms = [Canonical(plain, False)]
    if not p.rights:
        forms.append(Canonical(files_mirrored(plain), True))
    return min(forms)


def files_mirrored(p: DiceChess) -> DiceChess:
    """The position with the a-file as h-file; right only without castling rights."""
    squares = [_signed(_flip(int(field) & _EVERY_BIT)) for field in p[: FIELDS - 1]]
    return DiceChess._make((*squares, *p[FIELDS - 1 :]))


def code_mirrored(code: int) -> int:
    """A micro-move with the a-file as h-file."""
    return code ^ (7 << 9 | 7 << 3)


def _flip(squares: int) -> int:
    for step, mask in _FLIPS:
        squares = squares >> step & mask | (squares & mask) << step
    return squares


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits
