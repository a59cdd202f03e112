"""Kuhn as people write it down: a card for each seat in turn."""

from kibitz.core.game import Position
from kibitz.core.writing import Writing


class KuhnWriting(Writing):
    """How Kuhn is written down: as the contract has it, with a name for what is dealt."""

    def event_noun(self, p: Position) -> str:
        return "card"
