"""`cribbage.winprob`: the chance to win before a deal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from kibitz.core.ink import ink
from kibitz.core.request import Answer, Request, ask
from kibitz.core.sheet import Sheet, Words
from kibitz.games.cribbage.requests.sides import ROLES, ask_dealer, percent, role_of


@dataclass(frozen=True)
class WinChance(Answer):
    """The chance to win from two scores."""

    schema: ClassVar[str] = "cribbage.winprob/1"
    mine: int
    theirs: int
    role: str
    win: float

    def sheet(self) -> Sheet:
        told = f"{self.role} at {self.mine}-{self.theirs}: "
        return [Words.of(told + ink(percent(self.win), "strong"))]


@dataclass(frozen=True)
class WinChanceRequest(Request[WinChance]):
    """Look up the chance to win before a deal.

    For example: kibitz cribbage winprob 100 100 --dealer.
    """

    verb: ClassVar[str] = "cribbage.winprob"
    examples: ClassVar[tuple[str, ...]] = ("100 96 --dealer",)
    gives: ClassVar[type[Answer]] = WinChance

    mine: int = ask(help="Your score.", argument=True)
    theirs: int = ask(help="The opponent's score.", argument=True)
    dealer: bool | None = ask_dealer()

    def check(self) -> None:
        role_of(self.dealer)

    def answers(self) -> Iterator[WinChance]:
        from kibitz.games.cribbage.winning.winning import win_chance

        role = role_of(self.dealer)
        win = win_chance(self.mine, self.theirs, bool(role))
        yield WinChance(self.mine, self.theirs, ROLES[role], win)
