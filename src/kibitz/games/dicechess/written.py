"""Dice chess as people write it down: a roll is three letters, and nobody writes a forced pass."""

from collections.abc import Sequence

from kibitz.core.game import CHANCE, OVER, Position, turn
from kibitz.core.writing import Writing

PASS = "pass"


class DiceChessWriting(Writing):
    """How dice chess is written down: as the contract has it, with a name for rolls."""

    def event_noun(self, p: Position) -> str:
        return "roll"

    def event_owner(self, p: Position, legal: list[int]) -> int | None:
        return int(p.seat)

    def unasked(self, texts: Sequence[str], p: Position, seat: int | None) -> str | None:
        if turn(p) in (CHANCE, OVER):
            return None
        legal = self.game.legal_moves(p)
        is_pass = len(legal) == 1 and self.game.move_text(p, legal[0]) == PASS
        return PASS if is_pass else None
