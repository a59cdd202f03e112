"""Lines of a solved game: `X-B50-C/7h/X` is check, bet 50, call, the card 7h, check.

Actions have the labels of the tree; `/` stands before and after each card that is dealt.
Cards may be any: a board that was dealt under other suits is found, with the suits changed.
"""

from dataclasses import dataclass

import numpy as np

from kibitz.core.cards import CARDS, card_text, parse_card
from kibitz.errors import BadNotation, KibitzError, UnknownName
from kibitz.games.holdem.cards.combos import COMBO, COMBO_CARDS
from kibitz.games.holdem.solver.boards import CARD_AFTER, Ints
from kibitz.games.holdem.solver.game import Layout
from kibitz.games.holdem.solver.tree import DEAL, ON, TreeDecision


@dataclass(frozen=True)
class DecisionPlace:
    """A decision in the game: its board on each street so far, and its suits."""

    path: tuple[int, ...]  # boards, from the spot's own on
    decision: int
    board: tuple[int, ...]  # the cards that were really dealt
    cards: Ints  # what each card of the solved board really is

    @property
    def street(self) -> int:
        return len(self.path) - 1

    def combos(self, solved: Ints) -> Ints:
        """What combos of the solved board really are."""
        low, high = (self.cards[COMBO_CARDS[solved, column]] for column in (0, 1))
        really: Ints = COMBO[low, high]
        return really


def walk(layout: Layout, line: str) -> DecisionPlace:
    """The decision that a line leads to; a line that leads to none is refused."""
    return _LineWalk(layout, line).place()


def decision_at(layout: Layout, place: DecisionPlace) -> TreeDecision:
    """The decision of the tree at a place."""
    return layout.tree.streets[place.street].decisions[place.decision]


class _LineWalk:
    """Follows a line, part by part: actions, a card, actions, a card, actions."""

    def __init__(self, layout: Layout, line: str) -> None:
        self.layout, self.line = layout, line
        self.path: tuple[int, ...] = (0,)
        self.decision = layout.tree.streets[0].entries[0].first
        self.entry = -1  # of the next street, once this one is over
        self.board, self.cards = layout.spot.board, np.arange(CARDS)

    def place(self) -> DecisionPlace:
        parts = "".join(self.line.split()).rstrip("/").split("/")
        for number, part in enumerate(parts):
            if number % 2:
                self._deal(part)
            else:
                for action in filter(None, part.split("-")):
                    self._act(action)
        if self.decision < 0:
            raise BadNotation(f"'{self.line}' stops where a card is dealt; add one, as in /7h")
        return DecisionPlace(self.path, self.decision, self.board, self.cards)

    def _act(self, action: str) -> None:
        if self.decision < 0:
            raise BadNotation(f"before '{action}' in '{self.line}' a card is dealt; add it")
        here = self.layout.tree.streets[len(self.path) - 1].decisions[self.decision]
        steps = dict(zip(here.actions, here.steps, strict=True))
        if action.upper() not in steps:
            raise UnknownName("action", action, here.actions)
        step = steps[action.upper()]
        if step.kind not in (ON, DEAL):
            raise BadNotation(f"the hand is over with '{action}' in '{self.line}'")
        self.decision = step.target if step.kind == ON else -1
        self.entry = step.target if step.kind == DEAL else -1

    def _deal(self, text: str) -> None:
        """Go to the board that this card makes, or that stands for it."""
        if self.entry < 0:
            raise BadNotation(f"no card is dealt before '{text}' in '{self.line}'")
        card = self._free_card(text)
        wanted = int(np.flatnonzero(np.equal(self.cards, card))[0])
        street = len(self.path)
        self.decision = self.layout.tree.streets[street].entries[self.entry].first
        if self.decision < 0:
            raise BadNotation(f"nobody decides after '{text}' in '{self.line}': both are all in")
        boards = self.layout.boards[street]
        children = range(*boards.first_child[self.path[-1] :][:2])
        for child in children:
            for fall in range(*boards.first_fall[child:][:2]):
                change = CARD_AFTER[boards.change[fall]]
                if change[boards.cards[child, -1]] == wanted:
                    self.path, self.entry = (*self.path, child), -1
                    self.cards = self.cards[change]
                    self.board = (*self.board, card)
                    return

    def _free_card(self, text: str) -> int:
        try:
            card = parse_card(text)
        except KibitzError as error:
            raise BadNotation(f"{error} (in the line '{self.line}')") from None
        if card in self.board:
            raise BadNotation(f"the card {card_text(card)} in '{self.line}' is on the board")
        return card
