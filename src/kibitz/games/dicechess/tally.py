"""A book made from games: how each position ended, and which turns were played in it.

Everything is in canonical form (see `key`): White is to move, and without castling rights the
files may be mirrored, moves along with them. `key TAB moves` is the line of a book file.
"""

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from kibitz.core.game import CHANCE
from kibitz.core.record import Replay, Step
from kibitz.games.dicechess.book import LEAST_GAMES, BookTurn, Cell, ranked
from kibitz.games.dicechess.key import book_key, canonical, code_mirrored
from kibitz.games.dicechess.notation import micro_text
from kibitz.games.dicechess.rules import PASS, DiceChess, play
from kibitz.games.dicechess.rules import turn as whose_turn

BOTH_SEATS = (0, 1)


@dataclass
class RollTally:
    """The cells of positions about to roll, and the turns by which they came up."""

    cells: dict[DiceChess, Cell] = field(default_factory=dict)
    turns: dict[DiceChess, set[tuple[int, ...]]] = field(default_factory=lambda: defaultdict(set))
    games: int = 0

    def add(
        self, replay: Replay, seats: Container[int] = BOTH_SEATS, most_moves: int | None = None
    ) -> None:
        """Count a finished game: what came of the turns of `seats`, up to some full move."""
        result = replay.record.result
        assert result is not None
        self.games += 1
        seen = set()
        for turn in _turns(replay.steps):
            before = turn[0].position
            if most_moves is not None and before.number > most_moves:
                break
            after = _end(turn)
            if before.seat in seats and after is not None:
                seen.add((canonical(after).position, int(after.seat)))
                self._add_turn(before, [step.move for step in turn])
        for position, seat in seen:
            known = self.cells.get(position, Cell())
            self.cells[position] = known + _cell(result[seat])

    def _add_turn(self, p: DiceChess, moves: list[int]) -> None:
        """Note a turn that somebody chose in a rolled position."""
        if moves != [PASS]:
            form = canonical(p)
            flip = code_mirrored if form.is_mirrored else int
            self.turns[form.position].add(tuple(map(flip, moves)))

    def cell(self, p: DiceChess) -> Cell:
        """The games of a position about to roll, for that side."""
        return self.cells.get(canonical(p).position, Cell())

    def lines(self, least_games: int = LEAST_GAMES) -> Iterator[tuple[str, BookTurn]]:
        """The book: each rolled position that is known and the turn to make in it, by key."""
        for p in sorted(self.turns):
            found = [self._book_turn(p, turn) for turn in sorted(self.turns[p])]
            best = ranked(found, least_games)
            if best:
                yield book_key(p), best[0]

    def _book_turn(self, p: DiceChess, turn: tuple[int, ...]) -> BookTurn:
        after = p
        for move in turn:
            after = play(after, move)
        moves = tuple(micro_text(0, move) for move in turn)
        return BookTurn(moves, after, self.cell(after).flipped())


def _turns(steps: tuple[Step, ...]) -> Iterator[list[Step]]:
    """The micro-moves of each turn whose roll is part of the game."""
    turn: list[Step] = []
    has_rolled = False
    for step in steps:
        if step.seat == CHANCE:
            if turn:
                yield turn
            turn, has_rolled = [], True
        elif has_rolled:
            turn.append(step)
    if turn:
        yield turn


def _end(turn: list[Step]) -> DiceChess | None:
    """The position after a turn, None where the game is over or was broken off."""
    after: DiceChess = play(turn[-1].position, turn[-1].move)
    return after if whose_turn(after) == CHANCE else None


def _cell(payoff: float) -> Cell:
    return Cell(int(payoff > 0), int(payoff == 0), int(payoff < 0))
