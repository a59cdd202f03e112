"""Cribbage for people: its options, texts, picture, analysts and levels.

A move is the cards thrown (`5hQs`), the card played (`5h`), the starter cut, the seat
that deals first (`0`), or the seed of a deal (a number).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core.advised import Advised
from kibitz.core.cards import card_text, parse_cards
from kibitz.core.coached import Coached
from kibitz.core.game import Position
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Play, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.errors import BadNotation, BadValue, IllegalMove
from kibitz.estimate.analyst import Analyst, Level
from kibitz.estimate.estimate import Analysis
from kibitz.games.cribbage.advice import words
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.advice.levels import LEVELS
from kibitz.games.cribbage.advice.themes import themes
from kibitz.games.cribbage.table import (
    knowledge,  # noqa: F401  (rules of the game)
    memory,
    spoken,
)
from kibitz.games.cribbage.table.news import news
from kibitz.games.cribbage.table.picture import picture
from kibitz.games.cribbage.table.pile import LIMIT, pile_count
from kibitz.games.cribbage.table.rules import (
    CUT,
    FIRST,
    HAND,
    NONE,
    PLAY,
    TARGET,
    THROW,
    Cribbage,
    thrown_by_each,
)
from kibitz.games.cribbage.table.scene import scene
from kibitz.games.cribbage.table.score import DECK, VALUES
from kibitz.games.cribbage.table.text import parse_line, position_line, set_of, set_text
from kibitz.games.cribbage.winning import outlook  # noqa: F401  (rules of the game)
from kibitz.games.cribbage.winning.criterion import AWARE


class CribbageGame(Shown, Coached, Advised):
    """Cribbage to 121 for two, three or four (as partners)."""

    name: ClassVar[str] = "cribbage"
    title: ClassVar[str] = "Cribbage"
    summary: ClassVar[str] = "Throw two, play to 31, show and peg to 121."
    position_type: ClassVar[type] = Cribbage
    option_words: ClassVar[Mapping[str, str]] = {
        "players": "2, 3, or 4 as partners",
        "skunks": "whether a skunk counts as two games, a double skunk as three",
    }

    most_moves = DECK
    has_chance = True
    has_secrets = True

    def __init__(self, players: int = 2, skunks: bool = False) -> None:
        if not 2 <= players <= 4:
            raise BadValue(f"cribbage is for 2 to 4 players, not {players}")
        self.seats, self.skunks = players, skunks
        # A hand gives a point or more, and lasts a deal, a cut, throws and plays.
        hands = (TARGET - 1) * (3 if players == 3 else 2) + 1
        self.most_plies = 1 + hands * (2 + players + 4 * players)
        share = self._loser_share
        self.least_payoff = -3.0 * share if skunks else -share
        self.greatest_payoff = 3.0 if skunks else 1.0

    @property
    def _loser_share(self) -> float:
        """What each loser pays of a game."""
        return 0.5 if self.seats == 3 else 1.0

    @property
    def plain_payoffs(self) -> tuple[float, float]:
        return -self._loser_share, 1.0  # skunks pay two or three times that

    def start(self) -> Cribbage:
        return Cribbage(FIRST, self.seats, int(self.skunks), 0, 0, NONE, *[0] * 19)

    def position_text(self, p: Position) -> str:
        return position_line(p)

    def parse_position(self, text: str) -> Cribbage:
        return parse_line(text, self.seats, self.skunks)

    def move_text(self, p: Position, move: int) -> str:
        if p.phase == THROW:
            return set_text(move)
        return card_text(move) if p.phase in (CUT, PLAY) else str(move)

    def read_move(self, p: Position, text: str) -> int:
        if p.phase not in (THROW, CUT, PLAY):
            if not text.isdecimal() or len(text) > 20:
                what = "the seat that deals" if p.phase == FIRST else "the seed of a deal"
                raise IllegalMove(f"'{text}' is not a number, {what}")
            return int(text)
        try:
            cards = parse_cards(text)
        except BadNotation as error:
            raise IllegalMove(str(error)) from None
        wanted = int(thrown_by_each(p)) if p.phase == THROW else 1
        if len(cards) != wanted:
            raise IllegalMove(f"'{text}' is {len(cards)} cards, not {wanted}")
        move = set_of(cards) if p.phase == THROW else cards[0]
        if not self.is_legal(p, move):
            raise IllegalMove(f"'{text}' is not legal: {self._why(p, cards)}")
        return move

    def _why(self, p: Cribbage, cards: list[int]) -> str:
        if p.phase == CUT:
            return "that card is dealt"
        for card in cards:
            if not p[HAND + p.seat] >> card & 1:
                return f"{card_text(card)} is not in the hand {set_text(p[HAND + p.seat])}"
        passed = int(pile_count(p.pile)) + int(VALUES[cards[0] >> 2])
        return f"{card_text(cards[0])} makes {passed}, past {LIMIT}"

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return picture(p, seat)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return scene(known, seat, self.plays(known, seat), tall, trail)

    def plays(self, known: Position, seat: int) -> tuple[Play, ...]:
        """Every legal move; a throw of two is made up of its cards."""
        plays = super().plays(known, seat)
        if known.phase != THROW or thrown_by_each(known) == 1:
            return plays
        return tuple(play._replace(picks=(play.move[:2], play.move[2:])) for play in plays)

    def move_words(self, p: Position, move: int) -> str:
        return spoken.move_said(p, move)

    def prompt(self, known: Position, seat: int) -> str:
        return spoken.prompt(known, seat)

    def told(self, moment: Moment, listener: int) -> str:
        return news(moment, listener)

    def seen_move(self, moment: Moment) -> int | None:
        return memory.seen_move(moment)

    def has_worth(self) -> bool:
        return self.seats == 2  # the outlook is for two

    def phase(self, p: Position) -> str:
        return "throw" if p.phase == THROW else "play"

    def themes(self, known: Position, seat: int, best: int) -> tuple[str, ...]:
        return themes(known, seat)

    def hand(self, p: Position) -> int:
        return max(0, int(p.deals) - 1)

    def account(self, analysis: Analysis, move: int) -> str:
        return words.account(analysis, move)

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"counsel": Counsel(aware=AWARE)}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return LEVELS[self.seats]
