"""`dicechess.capture`: with how many rolls a king or a queen is taken."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.core.request import POSITION, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing

ALL_ROLLS = 216  # of three dice in order
TARGETS = ("white_king", "black_king", "white_queen", "black_queen")


@dataclass(frozen=True)
class Captures(Answer):
    """Of 216 rolls, those that take each piece; queens are None where they are not asked for."""

    schema: ClassVar[str] = "dicechess.capture/1"
    position: str
    white_king: int
    black_king: int
    white_queen: int | None
    black_queen: int | None
    white_king_rolls: tuple[str, ...]  # that take it, without regard to order
    black_king_rolls: tuple[str, ...]

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        rows = [(row["taken"], str(row["rolls"]), f"{row['chance']:.4f}") for row in self.rows()]
        columns = ("taken", "rolls of 216", "chance")
        kings = (("White", self.white_king_rolls), ("Black", self.black_king_rolls))
        fall = [f"{name}'s king falls to: {' '.join(rolls)}" for name, rolls in kings if rolls]
        board = picture_at("dicechess", self.position)
        return [board, listing(columns, rows, numbers=columns[1:]), Words(tuple(fall))]

    def rows(self) -> list[dict[str, Any]]:
        risks = ((name, getattr(self, name)) for name in TARGETS)
        return [
            {"taken": name.replace("_", " "), "rolls": risk, "chance": risk / ALL_ROLLS}
            for name, risk in risks
            if risk is not None
        ]


@dataclass(frozen=True)
class CaptureRequest(Request[Captures]):
    """Count the rolls of 216 that would take each king."""

    verb: ClassVar[str] = "dicechess.capture"
    examples: ClassVar[tuple[str, ...]] = (
        '"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"',
    )
    gives: ClassVar[type[Answer]] = Captures

    position: str = ask(help="A position.", argument=True, metavar="DFEN", holds=POSITION)
    queens: bool = ask(False, "Also give the chances that a queen is taken.")

    def answers(self) -> Iterator[Captures]:
        from kibitz.games.dicechess.chance import (
            king_risk,
            king_rolls_against,
            queen_risk,
            roll_texts,
        )
        from kibitz.games.dicechess.notation import dfen, parse_dfen

        p = parse_dfen(self.position)
        kings = [king_rolls_against(p, seat) for seat in (0, 1)]
        queens = [int(queen_risk(p, seat)) if self.queens else None for seat in (0, 1)]
        yield Captures(
            position=dfen(p),
            white_king=int(king_risk(p, 0)),
            black_king=int(king_risk(p, 1)),
            white_queen=queens[0],
            black_queen=queens[1],
            white_king_rolls=tuple(roll_texts(kings[0])),
            black_king_rolls=tuple(roll_texts(kings[1])),
        )
