"""`dicechess.turns`: the legal turns of a roll."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from kibitz.core.request import POSITION, Answer, Request, ask
from kibitz.core.sheet import Sheet, Words, listing

FEW = 40  # turns that are told unasked


@dataclass(frozen=True)
class Turns(Answer):
    """How many turns a roll has and where they lead; `turns` are the first ones, or all."""

    schema: ClassVar[str] = "dicechess.turns/1"
    position: str
    paths: int
    captures: int
    positions: int
    dice_spent: int
    first_moves: tuple[str, ...]
    is_pass: bool
    turns: tuple[tuple[str, ...], ...]

    def sheet(self) -> Sheet:
        from kibitz.core.pictures import picture_at

        seat = int(self.position.split()[1] == "b")
        board = picture_at("dicechess", self.position, seat)
        if self.is_pass:
            return [board, Words.of("Nothing can be played: the turn is a pass.")]
        told = (
            f"{self.paths} turns, {self.captures} of which take the king; the others spend "
            f"{self.dice_spent} dice and lead to {self.positions} positions."
        )
        lines = [told, f"First moves: {' '.join(self.first_moves)}"]
        rows = [[" ".join(turn)] for turn in self.turns]
        more = self.paths - len(self.turns)
        rest = [Words.of(f"... and {more} more; --list shows all", role="quiet")] if more else []
        return [board, Words(tuple(lines)), listing(["turn"], rows), *rest]

    def rows(self) -> list[dict[str, Any]]:
        return [{"turn": " ".join(turn)} for turn in self.turns]


@dataclass(frozen=True)
class TurnsRequest(Request[Turns]):
    """Count the legal turns of a roll.

    DFEN is a position with rolled dice: "... w KQkq - 0 1 PNB".
    """

    verb: ClassVar[str] = "dicechess.turns"
    examples: ClassVar[tuple[str, ...]] = (
        '"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 RRQ"',
    )
    gives: ClassVar[type[Answer]] = Turns

    position: str = ask(
        help="A position with rolled dice.", argument=True, metavar="DFEN", holds=POSITION
    )
    list_: bool = ask(False, "List every turn as UCI micro-moves.")

    def answers(self) -> Iterator[Turns]:
        from kibitz.games.dicechess.notation import dfen, micro_text, parse_dfen
        from kibitz.games.dicechess.turnlist import TurnList

        p = parse_dfen(self.position)
        found = TurnList.of(p)
        texts = tuple(map(tuple, found.texts()))
        yield Turns(
            dfen(p),
            len(found.paths) + len(found.captures),
            len(found.captures),
            len(found.distinct),
            int(found.dice_spent),
            tuple(micro_text(p.seat, code) for code in found.first_moves),
            found.is_pass,
            texts if self.list_ else texts[:FEW],
        )
