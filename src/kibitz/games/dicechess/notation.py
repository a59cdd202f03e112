"""DFEN and UCI: positions and micro-moves as text.

DFEN is `placement side castling targets [halfmove] [fullmove] [dice]`. Two things go beyond
what others write: dice followed by `!` where the moves made so far leave only a king capture,
and stricter checks. Each refusal names the field at fault.
"""

import re
from typing import NoReturn

import numpy as np

from kibitz.errors import BadNotation
from kibitz.games.dicechess.board import MOST_MICRO_MOVES
from kibitz.games.dicechess.dice import LETTERS, dice_text, pool_of
from kibitz.games.dicechess.rules import PASS, QUIET_MOST, DiceChess, moves

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FIELDS = ("placement", "side", "castling", "en passant", "halfmove", "fullmove", "dice")
LARGEST_NUMBER = (1 << 31) - 1
MOST_MEN = 16
RIGHTS = "KQkq"
_CORNERS = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}
_EVERY_BIT = (1 << 64) - 1


def square_text(square: int) -> str:
    """A square as `a1` to `h8`."""
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def seen_from(seat: int, square: int) -> int:
    """A square of the board as `seat` sees it: Black's ranks are mirrored."""
    return square ^ 56 if seat else square


def micro_text(seat: int, code: int) -> str:
    """A micro-move in UCI; a pass is `pass`."""
    if code == PASS:
        return "pass"
    start, goal = seen_from(seat, code >> 9), seen_from(seat, code >> 3 & 63)
    return square_text(start) + square_text(goal) + ("" if not code & 7 else "pnbrq"[code & 7])


_UCI = re.compile(r"([a-h])([1-8])([a-h])([1-8])([nbrq]?)")


def parse_micro(seat: int, text: str) -> int:
    """The code of a micro-move in UCI, legal or not."""
    if text == "pass":
        return PASS
    found = _UCI.fullmatch(text)
    if not found:
        raise BadNotation(f"'{text}' is not a micro-move; write squares like e2e4 or e7e8q")
    start, goal = (
        seen_from(seat, ord(found[i]) - ord("a") + 8 * (int(found[i + 1]) - 1)) for i in (1, 3)
    )
    return start << 9 | goal << 3 | ("pnbrq".index(found[5]) if found[5] else 0)


def men_of(p: DiceChess) -> list[str]:
    """The letter of the man on each square a1 to h8, `.` for none."""
    board = ["."] * 64
    for kind, squares in enumerate(p[:6]):
        for square in range(64):
            if squares >> square & 1:
                is_white = (p.mine >> square & 1) != p.seat
                letter = LETTERS[kind] if is_white else LETTERS[kind].lower()
                board[seen_from(p.seat, square)] = letter
    return board


def placement_text(p: DiceChess) -> str:
    """The first field of DFEN."""
    men = "".join(men_of(p))
    ranks = [men[8 * rank : 8 * rank + 8] for rank in range(7, -1, -1)]
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), rank) for rank in ranks)


def board_text(p: DiceChess) -> str:
    """The first four fields of DFEN."""
    rights = p.rights if p.seat == 0 else p.rights >> 2 | (p.rights & 3) << 2
    castling = "".join(letter for bit, letter in enumerate(RIGHTS) if rights >> bit & 1)
    targets = [seen_from(p.seat, square) for square in range(64) if p.targets >> square & 1]
    en_passant = "".join(square_text(square) for square in sorted(targets))
    return f"{placement_text(p)} {'wb'[p.seat]} {castling or '-'} {en_passant or '-'}"


def dfen(p: DiceChess) -> str:
    """The position as DFEN."""
    letters = dice_text(p.dice)
    dice = f" {letters.lower() if p.seat else letters}{'!' if p.must else ''}" if p.dice else ""
    return f"{board_text(p)} {p.quiet} {p.number}{dice}"


def parse_dfen(text: str) -> DiceChess:
    """The position that a DFEN means, checked to be possible."""
    return _Reader(text).position()


class _Reader:
    """One DFEN being read; its squares are White's."""

    def __init__(self, text: str) -> None:
        self.text = text
        fields = text.strip().split(" ")
        if not 4 <= len(fields) <= 7:
            raise BadNotation(f"'{text}' is not a DFEN: it has {len(fields)} fields, not 4 to 7")
        self.fields = [*fields, *["0", "1", "-"][len(fields) - 4 :]]

    def refuse(self, field: int, why: str) -> NoReturn:
        shown = self.fields[field]
        raise BadNotation(
            f"'{self.text}' is not a DFEN: in field {field + 1} ({FIELDS[field]}), '{shown}', {why}"
        )

    def position(self) -> DiceChess:
        men = self._men()
        seat = self._seat()
        dice, must = self._dice()
        is_over = self._check_men(men, dice)
        rights, targets = self._rights(men), self._targets(men, seat, dice)
        quiet = self._number(4, 0, QUIET_MOST)
        number = self._number(5, 1, LARGEST_NUMBER)
        own = str.isupper if seat == 0 else str.islower
        boards = [
            _squares(seat, [s for s in range(64) if men[s].upper() == letter]) for letter in LETTERS
        ]
        mine = _squares(seat, [s for s in range(64) if own(men[s])])
        if seat:
            rights = rights >> 2 | (rights & 3) << 2
        rest = (mine, _squares(seat, targets), rights, seat, dice, must, quiet, number)
        p = DiceChess._make((*boards, *rest))
        if must and not is_over:
            self._check_must(p)
        return p

    def _men(self) -> list[str]:
        ranks = self.fields[0].split("/")
        if len(ranks) != 8:
            self.refuse(0, f"there are {len(ranks)} ranks, not 8")
        men: list[str] = []
        for number, rank in zip(range(8, 0, -1), ranks, strict=True):
            row = ""
            for letter in rank:
                if letter not in "12345678" and letter.upper() not in LETTERS:
                    self.refuse(0, f"'{letter}' on rank {number} is neither a man nor 1 to 8")
                row += "." * int(letter) if letter.isdigit() else letter
            if len(row) != 8:
                self.refuse(0, f"rank {number} has {len(row)} files, not 8")
            men = [*row, *men]
        return men

    def _check_men(self, men: list[str], dice: int) -> bool:
        """Whether the game is over; refuses men that no game can have."""
        kings = {name: men.count(letter) for name, letter in (("White", "K"), ("Black", "k"))}
        for name, count in kings.items():
            if count > 1:
                self.refuse(0, f"{name} has {count} kings")
        if not any(kings.values()):
            self.refuse(0, "neither side has a king")
        is_over = not all(kings.values())
        if is_over and dice:
            self.refuse(6, "there are dice although a king has been taken")
        for name, letters in (("White", LETTERS), ("Black", LETTERS.lower())):
            count = sum(man in letters for man in men if man != ".")
            if count > MOST_MEN:
                self.refuse(0, f"{name} has {count} men, more than {MOST_MEN}")
        for letter, far, near in (("P", 7, 0), ("p", 0, 7)):
            # a pawn that takes the king on the last rank stays a pawn, and the game is over
            may_stand = 1 if is_over and kings["White" if letter == "P" else "Black"] else 0
            if letter in men[8 * near : 8 * near + 8]:
                self.refuse(0, f"a pawn stands on rank {near + 1}")
            if men[8 * far : 8 * far + 8].count(letter) > may_stand:
                self.refuse(0, f"a pawn stands on rank {far + 1}")
        return is_over

    def _seat(self) -> int:
        if self.fields[1] not in ("w", "b"):
            self.refuse(1, "the side to move is neither w nor b")
        return "wb".index(self.fields[1])

    def _rights(self, men: list[str]) -> int:
        letters = self.fields[2]
        if letters == "-":
            return 0
        rights = 0
        for letter in letters:
            if letter not in RIGHTS:
                self.refuse(2, f"'{letter}' is not one of KQkq")
            if letters.count(letter) > 1:
                self.refuse(2, f"'{letter}' appears twice")
            king, rook = _CORNERS[letter]
            wanted = ("K", "R") if letter.isupper() else ("k", "r")
            if (men[king], men[rook]) != wanted:
                where = f"king on {square_text(king)} and rook on {square_text(rook)}"
                self.refuse(2, f"the right '{letter}' needs its {where}")
            rights |= 1 << RIGHTS.index(letter)
        if not letters:
            self.refuse(2, "there is nothing; write - for no rights")
        return rights

    def _targets(self, men: list[str], seat: int, dice: int) -> list[int]:
        text = self.fields[3]
        if text == "-":
            return []
        if not re.fullmatch(r"([a-h][1-8])+", text):
            self.refuse(3, "it is not made of squares like e3")
        names = [text[i : i + 2] for i in range(0, len(text), 2)]
        return [self._target(name, names, men, seat, dice) for name in names]

    def _target(self, name: str, names: list[str], men: list[str], seat: int, dice: int) -> int:
        if names.count(name) > 1:
            self.refuse(3, f"{name} appears twice")
        if name[1] not in "36":
            self.refuse(3, f"{name} is not on rank 3 or 6")
        square = ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)
        if men[square] != ".":
            self.refuse(3, f"{name} is not empty")
        pawn, front = ("P", square + 8) if name[1] == "3" else ("p", square - 8)
        if men[front] != pawn:
            side = "White" if pawn == "P" else "Black"
            self.refuse(3, f"{name} has no pawn of {side} on {square_text(front)}")
        is_own = (name[1] == "3") == (seat == 0)
        if is_own and len(dice_text(dice)) in (0, 3):
            self.refuse(3, f"{name} belongs to the side to move, which has not moved yet")
        return square

    def _number(self, field: int, least: int, most: int) -> int:
        text = self.fields[field]
        if not re.fullmatch(r"[0-9]{1,12}", text) or not least <= int(text) <= most:
            self.refuse(field, f"it is not a whole number from {least} to {most}")
        return int(text)

    def _dice(self) -> tuple[int, int]:
        text = self.fields[6]
        if text == "-":
            return 0, 0
        letters = text.removesuffix("!")
        for letter in letters:
            if letter.upper() not in LETTERS:
                self.refuse(6, f"'{letter}' is not one of PNBRQK")
        if not 1 <= len(letters) <= 3:
            self.refuse(6, f"there are {len(letters)} dice, not 1 to 3")
        must = int(text != letters)
        if must and len(letters) == 3:
            self.refuse(6, "a turn that has not begun need not take the king")
        return pool_of([LETTERS.index(letter.upper()) for letter in letters]), must

    def _check_must(self, p: DiceChess) -> None:
        out = np.empty(MOST_MICRO_MOVES, np.int64)
        if moves(p, out) == 0 or out[0] == PASS:
            self.refuse(6, "no king can be taken with these dice")


def _squares(seat: int, squares: list[int]) -> int:
    """A set of squares as the signed integer that a position holds, seen from `seat`."""
    bits = sum(1 << seen_from(seat, square) for square in squares)
    return bits - (1 << 64) if bits >> 63 else bits
