"""A person at the table: the board on the screen, what may be typed, and second thoughts."""

from typing import TYPE_CHECKING

from kibitz.arena.table import Table
from kibitz.core.game import OVER, Game, Position, payoff, play, turn, view
from kibitz.core.record import Record
from kibitz.errors import KibitzError
from kibitz.players.player import Person, Player
from kibitz.players.roster import default_analyst

if TYPE_CHECKING:
    from rich.console import Console

HELP = """  a move    as the game writes it, for example [bold]{example}[/bold]
  moves     list the legal moves
  hint      what the analyst would do, and what each move gives up
  undo      take back your last move
  board     show the position again
  quit      leave the game (it is saved if you asked for that)"""


class Quit(Exception):
    """The person leaves the table."""


class TakeBack(Exception):
    """The person wants the last move back."""


class Evening:
    """One game between a person and another player, shown on a console."""

    def __init__(
        self,
        game: Game,
        opponent: Player,
        seat: int,
        seed: int,
        start: Position | None,
        hint: bool,
        console: "Console",
    ) -> None:
        self.game, self.opponent, self.seat, self.hint = game, opponent, seat, hint
        self._console, self._seed, self._start = console, seed, start
        self._table = self._new_table([])

    @property
    def moves(self) -> list[int]:
        return self._table.moves

    def record(self) -> Record:
        """The game so far."""
        return self._table.record()

    def say(self, text: str) -> None:
        """Print a line to the person."""
        self._console.print(text)

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        me, you = self.game.seat_name(self.seat), self.opponent.text
        self.say(
            f"[bold]{self.game.title}[/bold]: you are {me}, against {you}. Type help for help."
        )
        try:
            self._go_on()
        except (Quit, EOFError):
            self.say("You left the table.")
            return
        self._announce()

    def _go_on(self) -> None:
        while turn(self._table.position) != OVER:
            try:
                self._table.step()
            except TakeBack:
                self._take_back()

    def _new_table(self, played: list[int]) -> Table:
        """A table at which `played` has been played."""
        person = Person(self._ask)
        players = [self.opponent] * self.game.seats
        players[self.seat] = person
        table = Table(self.game, players, self._seed, self._start)
        for move in played:
            table.advance(move)
        table.watch = self._watch
        return table

    def _take_back(self) -> None:
        """Go back to the person's last decision, and before it."""
        mine = [i for i, seat in enumerate(self._seats()) if seat == self.seat]
        if not mine:
            self.say("There is no move of yours to take back.")
            return
        self._table = self._new_table(self.moves[: mine[-1]])
        self.say("Taken back.")

    def _seats(self) -> list[int]:
        p, seats = self._table.first, []
        for move in self.moves:
            seats.append(int(turn(p)))
            p = play(p, move)
        return seats

    def _watch(self, p: Position, seat: int, move: int) -> None:
        told = self.game.told(p, seat, move, self.seat)
        if told:
            self.say(told)

    def _ask(self, known: Position, seat: int) -> int:
        self._board(known)
        if self.hint:
            self._hint(known)
        while True:
            text = self._console.input(f"[bold]{self.game.seat_name(seat)}[/bold] to move: ")
            move = self._answer(known, text.strip())
            if move is not None:
                return move

    def _answer(self, known: Position, text: str) -> int | None:
        """The move that was typed; None if something else was, which is done."""
        match text.lower():
            case "":
                return None
            case "quit" | "exit" | "q":
                raise Quit
            case "undo" | "back" | "u":
                raise TakeBack
            case "help" | "?" | "h":
                legal = self.game.legal_moves(known)
                self.say(HELP.format(example=self.game.move_text(known, legal[0])))
            case "moves":
                texts = (self.game.move_text(known, move) for move in self.game.legal_moves(known))
                self.say("  " + "  ".join(texts))
            case "board":
                self._board(known)
            case "hint":
                self._hint(known)
            case _:
                return self._read(known, text)
        return None

    def _read(self, known: Position, text: str) -> int | None:
        try:
            return self.game.parse_move(known, text)
        except KibitzError as error:
            self.say(f"[yellow]{_escaped(str(error))}[/yellow] (help shows what you can type)")
            return None

    def _board(self, known: Position) -> None:
        self.say("")
        self.say(self.game.show(known, self.seat))
        self.say("")

    def _hint(self, known: Position) -> None:
        from kibitz.cli.analyse import print_analysis

        analyst = default_analyst(self.game)
        analysis = analyst.analyse(self.game, known, self.seat, self._seed)
        print_analysis(self.game, analysis, most=5, out=self._console)

    def _announce(self) -> None:
        end = self._table.position
        self._board(view(end, self.seat))
        mine = float(payoff(end, self.seat))
        word = "You win" if mine > 0 else "You lose" if mine < 0 else "A draw"
        amount = "" if abs(mine) in (0, 1) else f" ({mine:+g} {self.game.unit})"
        self.say(f"[bold]{word}{amount}.[/bold] Seed {self._seed}.")


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)
