"""Kuhn poker for people: texts, picture and levels.

A position is both cards and the moves so far, `JK:pb`; `-` is a card not dealt yet, `?`
one that this seat cannot see. A move is `p` (check or fold) or `b` (bet or call).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core import headsup
from kibitz.core.advised import Advised
from kibitz.core.game import CHANCE, Position, turn
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.kuhn.rules import Kuhn
from kibitz.games.kuhn.table import letters, table_of, told, words_after
from kibitz.search.cfr import Cfr, equilibrium_levels

_CARDS = "-JQK?"
_ENDS = ("pp", "bp", "bb", "pbp", "pbb")


class KuhnGame(Shown, Advised):
    """Three cards, one bet."""

    name: ClassVar[str] = "kuhn"
    is_single_hand = True
    title: ClassVar[str] = "Kuhn poker"
    summary: ClassVar[str] = (
        "Three cards and one bet: the smallest poker, worth -1/18 to the first player."
    )
    position_type: ClassVar[type] = Kuhn

    unit = "chips"
    least_payoff = -2.0
    greatest_payoff = 2.0
    most_moves = 3
    most_plies = 5
    has_chance = True
    has_secrets = True

    def start(self) -> Kuhn:
        return Kuhn(0, 0, 1)

    def position_text(self, p: Position) -> str:
        return f"{_CARDS[p.first]}{_CARDS[p.second]}:{letters(p)}"

    def parse_position(self, text: str) -> Kuhn:
        cards, colon, played = text.strip().partition(":")
        if not colon or len(cards) != 2 or any(card not in _CARDS for card in cards):
            raise self.refuse(text, "write two of J Q K - ? and a colon, as in JK:pb")
        first, second = (_CARDS.index(card) for card in cards)
        if first == second and cards not in ("--", "??"):
            raise self.refuse(text, f"there is only one {cards[0]}")
        if cards == "??" or (first == 0 and second) or (cards[0] == "?" and cards[1] == "-"):
            raise self.refuse(text, f"nobody sees the cards {cards}")
        if second == 0 and played:
            raise self.refuse(text, "moves come after the deal", len(cards) + 2)
        return Kuhn(first, second, self._parse_history(text, played))

    def _parse_history(self, text: str, played: str) -> int:
        known = {end[:n] for end in _ENDS for n in range(4)}
        for n in range(1, len(played) + 1):
            if played[:n] not in known:
                why = f"'{played[n - 1]}' cannot be played there"
                raise self.refuse(text, why, text.index(":") + 1 + n)
        history = 1
        for letter in played:
            history = history << 1 | "pb".index(letter)
        return history

    def move_text(self, p: Position, move: int) -> str:
        return _CARDS[move] if turn(p) == CHANCE else "pb"[move]

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return headsup.picture(table_of(p, None), seat)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return headsup.scene(table_of(known, seat), seat, self.plays(known, seat), tall)

    def move_words(self, p: Position, move: int) -> str:
        if turn(p) == CHANCE:
            return headsup.card_said(_CARDS[move])
        return words_after(letters(p), move)

    def prompt(self, known: Position, seat: int) -> str:
        return listed((play.words for play in self.plays(known, seat)), "or")

    def told(self, moment: Moment, listener: int) -> str:
        return told(moment, listener)

    def seen_move(self, moment: Moment) -> int | None:
        return None if moment.seat == CHANCE else int(moment.after.history) & 1

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"cfr": Cfr()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return equilibrium_levels()
