"""Leduc as people write it down: a card for each seat in turn, then the public card."""

from kibitz.core.game import Position
from kibitz.core.writing import Writing
from kibitz.games.leduc.rules import DEAL_PUBLIC


class LeducWriting(Writing):
    """How Leduc is written down: as the contract has it, with names for what is dealt."""

    def event_noun(self, p: Position) -> str:
        return "public card" if p.stage == DEAL_PUBLIC else "card"
