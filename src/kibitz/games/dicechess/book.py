"""What counted games say about a turn, and when to trust them.

A cell is the games of one canonical position, scored for the side about to roll. What a turn
is worth to the side that made it is the cell of the position it leads to, flipped: so turns
that come to the same board by other ways share their games. A book chooses by a lower
confidence bound: a turn tried twice and won twice does not beat one tried a thousand times.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from kibitz.errors import BadValue
from kibitz.games.dicechess.dice import POOLS, ROLLS
from kibitz.games.dicechess.rules import DiceChess
from kibitz.games.dicechess.turnlist import TurnList, path_texts, position_in
from kibitz.stats.shrinkage import PRIOR_GAMES, shrunk_rate
from kibitz.stats.significance import wilson_interval

BOUND_CONFIDENCE = 0.9  # of the two-sided interval whose lower end is the bound: 95 % one-sided
LEAST_GAMES = 3


@dataclass(frozen=True)
class Cell:
    """Counted games of one position or turn, for the side that was about to roll."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __post_init__(self) -> None:
        if min(self.wins, self.draws, self.losses) < 0:
            raise BadValue(f"{self} has a negative count")

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins, and half the draws."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def flipped(self) -> "Cell":
        """The same games for the other side."""
        return Cell(self.losses, self.draws, self.wins)

    def rate(self, prior: float, worth: float = PRIOR_GAMES) -> float:
        """The share of the score, drawn towards `prior`; without games it is the prior."""
        return shrunk_rate(self.score, self.games, prior, worth)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Wilson's interval of the share of the score; nothing is known without games."""
        if not self.games:
            return 0.0, 1.0
        return wilson_interval(cast(int, self.score), self.games, confidence)

    @property
    def lower_bound(self) -> float:
        """What the share of the score is at least, at 95 %; 0 without games."""
        return self.interval(BOUND_CONFIDENCE)[0]


Lookup: TypeAlias = Callable[[DiceChess], Cell]  # of a position about to roll, for that side


@dataclass(frozen=True)
class BookTurn:
    """A turn that is known from games, which are scored for the side that makes it."""

    moves: tuple[str, ...]
    after: DiceChess
    cell: Cell


def ranked(turns: list[BookTurn], least_games: int = LEAST_GAMES) -> list[BookTurn]:
    """The turns played often enough, by falling lower bound."""
    known = [turn for turn in turns if turn.cell.games >= least_games]
    return sorted(known, key=lambda turn: (-turn.cell.lower_bound, turn.moves))


def known_turns(p: DiceChess, lookup: Lookup, least_games: int = LEAST_GAMES) -> list[BookTurn]:
    """The turns of a roll that games know, best bound first; one for each board they lead to."""
    turns, other = TurnList.of(p), 1 - p.seat
    found = []
    for row in turns.distinct:
        after = position_in(turns.boards, int(row), other)
        cell = lookup(after).flipped()
        if cell.games:
            moves = tuple(path_texts(p.seat, int(turns.paths[row])))
            found.append(BookTurn(moves, after, cell))
    return ranked(found, least_games)


def opening_turns(
    p: DiceChess, lookup: Lookup, least_games: int = LEAST_GAMES
) -> dict[int, BookTurn]:
    """The book's turn for each roll in a position about to roll, where it has one."""
    choices = {}
    for roll in range(ROLLS):
        best = known_turns(p._replace(dice=int(POOLS[roll])), lookup, least_games)
        if best:
            choices[roll] = best[0]
    return choices
