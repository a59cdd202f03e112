"""Leduc poker for people: texts, picture and levels.

A position is both cards, the moves of the first round, the public card and the moves of
the second round: `JK:rc/Q:c`. `-` is a card not dealt yet, `?` one that this seat cannot
see. A move is `f` (fold), `c` (check or call) or `r` (bet or raise).
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from kibitz.core import headsup
from kibitz.core.advised import Advised
from kibitz.core.game import CHANCE, Position, play, turn
from kibitz.core.ink import Ink
from kibitz.core.scene import Moment, Scene, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.estimate.analyst import Analyst, Level
from kibitz.games.leduc.rules import DEAL_PUBLIC, HIDDEN, Leduc, view
from kibitz.games.leduc.table import move_said, rounds_of, table_of, told
from kibitz.search.cfr import Cfr, equilibrium_levels

_CARDS = "-JQK?"
_TEXT = re.compile(r"([-JQK?])([-JQK?]):([fcr]*)(?:/([JQK]):([fcr]*))?")


class LeducGame(Shown, Advised):
    """Six cards, two rounds."""

    name: ClassVar[str] = "leduc"
    is_single_hand = True
    title: ClassVar[str] = "Leduc poker"
    summary: ClassVar[str] = "Six cards, two rounds of betting, one public card: small and solved."
    position_type: ClassVar[type] = Leduc

    unit = "antes"
    least_payoff = -13.0
    greatest_payoff = 13.0
    most_moves = 3
    most_plies = 11
    has_chance = True
    has_secrets = True

    def start(self) -> Leduc:
        return Leduc(0, 0, 0, 0, 0, 1, 1, 0, 1)

    def position_text(self, p: Position) -> str:
        one, two = ("".join("fcr"[move] for _, move in moves) for moves in rounds_of(p))
        public = f"/{_CARDS[p.public]}:{two}" if p.public else ""
        return f"{_CARDS[p.first]}{_CARDS[p.second]}:{one}{public}"

    def parse_position(self, text: str) -> Leduc:
        found = _TEXT.fullmatch(text.strip())
        if not found:
            raise self.refuse(text, "write it as in JK:rc/Q:c")
        first, second = (_CARDS.index(found[i]) for i in (1, 2))
        public = _CARDS.index(found[4]) if found[4] else 0
        cards = found[1] + found[2]
        if cards in ("??", "?-") or (first == 0 and second):
            raise self.refuse(text, f"nobody sees the cards {cards}")
        if public and first == second == public:
            raise self.refuse(text, f"there are only two {found[4]}")
        hidden = 0 if found[2] == "?" else 1 if found[1] == "?" else None
        p = self._replay(text, found, *self._stand_ins(first, second, public), public)
        return p if hidden is None else view(p, hidden)

    def _stand_ins(self, first: int, second: int, public: int) -> tuple[int, int]:
        """Cards for those that are hidden, so that the moves can be played."""
        if HIDDEN not in (first, second):
            return first, second
        known = second if first == HIDDEN else first
        free = next(rank for rank in (1, 2, 3) if rank not in (known, public))
        return (free, second) if first == HIDDEN else (first, free)

    def _replay(
        self, text: str, found: re.Match[str], first: int, second: int, public: int
    ) -> Leduc:
        p = self.start()
        steps = [first, second] if second else [first] if first else []
        for card in steps:
            p = play(p, card)
        if (found[3] or public) and not second:
            raise self.refuse(text, "moves come after the deal", 4)
        for group in (3, 5):
            if group == 5 and public:
                if p.stage != DEAL_PUBLIC:
                    raise self.refuse(text, "the first round is not over", found.start(4))
                p = play(p, public)
            for n, letter in enumerate(found[group] or ""):
                move = "fcr".index(letter)
                if turn(p) not in (0, 1) or not self.is_legal(p, move):
                    why = f"'{letter}' cannot be played there"
                    raise self.refuse(text, why, found.start(group) + n + 1)
                p = play(p, move)
        return p

    def move_text(self, p: Position, move: int) -> str:
        return _CARDS[move] if turn(p) == CHANCE else "fcr"[move]

    def show(self, p: Position, seat: int | None = None) -> Ink:
        return headsup.picture(table_of(p, None), seat)

    def scene(self, known: Position, seat: int, *, tall: bool = False, trail: Trail = ()) -> Scene:
        return headsup.scene(table_of(known, seat), seat, self.plays(known, seat), tall)

    def move_words(self, p: Position, move: int) -> str:
        if turn(p) == CHANCE:
            return headsup.card_said(_CARDS[move])
        return move_said(p, move)

    def prompt(self, known: Position, seat: int) -> str:
        return listed((play.words for play in self.plays(known, seat)), "or")

    def told(self, moment: Moment, listener: int) -> str:
        return told(moment, listener)

    def seen_move(self, moment: Moment) -> int | None:
        return None if moment.seat == CHANCE else int(moment.after.history) & 3

    @cached_property
    def analysts(self) -> Mapping[str, Analyst]:
        return {"cfr": Cfr()}

    @cached_property
    def levels(self) -> Mapping[str, Level]:
        return equilibrium_levels()
