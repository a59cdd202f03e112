"""A person at the table: the board on the screen, what may be typed, and second thoughts.

Where two people share the keyboard, the screen is cleared before the other one looks.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from kibitz.cli import streams
from kibitz.core.files import append_line
from kibitz.core.game import Game
from kibitz.core.ink import Written, ink
from kibitz.core.record import Record
from kibitz.core.sheet import Block, Words
from kibitz.drawing.plain import plain
from kibitz.drawing.terminal import show
from kibitz.errors import KibitzError
from kibitz.lab.options import option_listing
from kibitz.lab.sitting import Sitting, SittingStore

INTERRUPTED = 130
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what can be scrolled back to, and home
HELP = (
    ("a move", "as the game writes it, for example {example}"),
    ("Enter", "play the only legal move, where there is but one"),
    ("moves", "list the legal moves"),
    ("random", "play a random legal move"),
    ("hint", "what the analyst would do, and what each move gives up"),
    ("undo", "take back your last move"),
    ("board", "show the position again"),
    ("resign", "resign this game"),
    ("quit", "leave the table; the game is saved and can be resumed"),
)


class PersonLeft(Exception):
    """The person leaves the table."""


class PlaySession:
    """One sitting shown on a terminal."""

    def __init__(
        self, sitting: Sitting, name: str, shelf: SittingStore, *, hint: bool, to_stderr: bool
    ) -> None:
        self.sitting, self.name, self.shelf, self.hint = sitting, name, shelf, hint
        self.game = sitting.game
        self.kept: list[Record] = []
        self._to_stderr = to_stderr
        self._file: Path | None = None
        self._archive: str | None = None
        self._is_stored = False
        self._asked: int | None = None  # who looked at the screen last
        self._heard: dict[int, int] = {}  # moments that each seat has been told
        self._fault: KibitzError | None = None  # why a record could not be kept
        self._is_warned = False  # that the game is not saved

    def keep_in(self, file: Path | None, archive: str | None, *, is_stored: bool) -> None:
        """Keep the records of finished games in a file, in the archive, or in both."""
        self._file, self._archive, self._is_stored = file, archive, is_stored

    def run(self) -> int:
        """Play until everything is played or the person leaves; return the exit code."""
        code = self._run()
        if self._fault is not None:
            raise type(self._fault)(f"{self._fault}; the record was printed instead")
        return code

    def _run(self) -> int:
        edit_lines()
        self._welcome()
        try:
            while self._play_hand() and self._wants_another():
                self.sitting.next_hand()
                self._heard.clear()
        except (PersonLeft, EOFError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            self.say("")  # the cursor stands behind the prompt
            self._leave()
            return INTERRUPTED
        self.shelf.put_away(self.name)
        return 0

    def say(self, *lines: Written, role: str = "") -> None:
        """Print lines to the person."""
        self._show([Words(lines, role)])

    def _show(self, sheet: Sequence[Block]) -> None:
        show(sheet, stderr=self._to_stderr)

    def _welcome(self) -> None:
        people = self.sitting.persons
        if len(people) > 1:
            who = f"{len(people)} people at one keyboard"
        else:
            others = {self._name(s) for s in range(self.game.seats) if s not in people}
            who = f"you are {self.game.seat_name(people[0])}, against {', '.join(sorted(others))}"
        self.say(ink(self.game.title, "strong") + f": {who}. Type help for help.")

    def _name(self, seat: int) -> str:
        """Who sits on `seat` in the present hand."""
        return self.sitting.plan.players[self.sitting.plan.player_at(seat, self.sitting.hand)]

    def _play_hand(self) -> bool:
        """Play the present hand to its end, and tell how it ended."""
        while True:
            for moment in self.sitting.settle():
                if len(self.sitting.persons) == 1:
                    self._tell_news(self.sitting.persons[0])
                del moment
            seat = self.sitting.seat
            if seat is None:
                break
            self._ask(seat)
        self._announce()
        self._keep(self.sitting.record())
        return True

    def _ask(self, seat: int) -> None:
        """Ask the person on `seat` until something is played, taken back or given up."""
        self._warn()
        self._hand_over(seat)
        self._tell_news(seat)
        self._board(seat)
        if self.hint:
            self._hint(seat)
        while not self._answered(seat, self._typed(self._prompt(seat))):
            pass

    def _warn(self) -> None:
        """Say once that the game is not saved."""
        if self.shelf.fault is not None and not self._is_warned:
            self._is_warned = True
            self.say(ink(f"{self.shelf.fault}: you cannot leave and resume it", "warning"))

    def _prompt(self, seat: int) -> str:
        wanted = self.game.prompt(self.sitting.known(seat), seat)
        enter = " (or Enter)" if self._only_move(seat) else ""
        return f"{self.game.seat_name(seat)}, {wanted}{enter}: "

    def _only_move(self, seat: int) -> str:
        """The move of `seat` that there is no choice about, if there is none."""
        known = self.sitting.known(seat)
        legal = self.game.legal_moves(known)
        return self.game.move_text(known, legal[0]) if len(legal) == 1 else ""

    def _hand_over(self, seat: int) -> None:
        """Clear the screen where somebody else looked at it before."""
        if len(self.sitting.persons) > 1 and self._asked not in (None, seat):
            stream = sys.stderr if self._to_stderr else sys.stdout
            stream.write(CLEAR if stream.isatty() else "\n" * 3)
            self._typed(f"{self.game.seat_name(seat)}, press Enter when only you can see this. ")
        self._asked = seat

    def _answered(self, seat: int, text: str) -> bool:
        """Do what was typed; whether the board has changed."""
        text = text or self._only_move(seat)
        match text.lower():
            case "quit" | "exit" | "q":
                raise PersonLeft
            case "undo" | "back" | "u":
                return self._take_back(seat)
            case "resign":
                return self._tried(lambda: self.sitting.resign(seat))
            case "random":
                return self._play(self.sitting.random_move())
            case "" | "help" | "?" | "h" | "moves" | "board" | "hint":
                self._show_what(seat, text.lower())
                return False
        return self._play(text)

    def _show_what(self, seat: int, wanted: str) -> None:
        known = self.sitting.known(seat)
        match wanted:
            case "help" | "?" | "h":
                example = self.game.move_text(known, self.game.legal_moves(known)[0])
                self.say(*(f"  {w:9} {says.format(example=example)}" for w, says in HELP))
            case "moves":
                texts = (self.game.move_text(known, m) for m in self.game.legal_moves(known))
                self.say("  " + "  ".join(texts))
            case "board":
                self._board(seat)
            case "hint":
                self._hint(seat)

    def _play(self, text: str) -> bool:
        def played() -> None:
            moment = self.sitting.play(text)
            own = self.sitting.told(moment, moment.seat)
            self._heard[moment.seat] = len(self.sitting.trail(moment.seat))
            if own:
                self.say(own, role="quiet")

        return self._tried(played)

    def _tried(self, action: Callable[[], None]) -> bool:
        """Whether something could be done; what is refused is said."""
        try:
            action()
        except KibitzError as error:
            self.say(ink(str(error), "warning") + " (help shows what you can type)")
            return False
        return True

    def _take_back(self, seat: int) -> bool:
        if not self.sitting.take_back(seat):
            self.say("You have no move to take back.")
            return False
        self._heard = {s: len(self.sitting.trail(s)) for s in self._heard}
        self.say("Taken back.")
        return True

    def _tell_news(self, seat: int) -> None:
        """What `seat` has not heard yet."""
        trail = self.sitting.trail(seat)
        for moment in trail[self._heard.get(seat, 0) :]:
            heard = self.sitting.told(moment, seat)
            if heard:
                self.say(heard, role="quiet")
        self._heard[seat] = len(trail)

    def _board(self, seat: int) -> None:
        self._show([self.sitting.picture(seat)])

    def _hint(self, seat: int) -> None:
        known, analysis = self.sitting.known(seat), self.sitting.hint(seat)
        self._show(option_listing(self.game, known, analysis, most=5))

    def _announce(self) -> None:
        """How the hand ended, for everybody who sits here."""
        outcome, people = self.sitting.outcome(), self.sitting.persons
        self._board(people[0])
        for seat in people:
            who = "You" if len(people) == 1 else self.game.seat_name(seat)
            self.say(ink(_result(self.game, who, outcome.payoffs[seat]), "strong"))
        if self.sitting.hand or self.game.is_single_hand:
            self.say(self._bankroll(outcome.bankroll, outcome.unit))
        self.say(f"Seed {self.sitting.plan.seed_of(self.sitting.hand)}.", role="quiet")

    def _bankroll(self, bankroll: Sequence[float], unit: str) -> str:
        names = [
            "you" if player == "person" and len(self.sitting.persons) == 1 else player
            for player in self.sitting.plan.players
        ]
        sums = ", ".join(f"{n} {won:+g}" for n, won in zip(names, bankroll, strict=True))
        return f"After {_counted(self.sitting.hand + 1)}: {sums} {unit}."

    def _wants_another(self) -> bool:
        """Whether another hand is played; after a whole game only who sits there is asked."""
        if self.sitting.plan.hands is not None:
            return not self.sitting.is_done
        if self.game.is_single_hand:
            return self._typed("Press Enter for another hand, or type quit: ").lower() in (
                "",
                "another",
            )
        if not sys.stdin.isatty():
            return False
        return (
            self._typed("Type another for another game, or press Enter to leave: ").lower()
            == "another"
        )

    def _keep(self, record: Record) -> None:
        """Keep a finished record where that was asked for, or print it: no game gets lost."""
        self.kept.append(record)
        try:
            if self._file is not None:
                append_line(self._file, record.to_json())
                self.say(f"The record was added to {self._file}.", role="quiet")
            if self._is_stored:
                from kibitz.store.archive import Archive

                with Archive.open(self._archive) as archive:
                    (number,) = archive.add([record]).ids
                self.say(f"Saved in the archive as game {number}.", role="quiet")
        except KibitzError as fault:
            self._hand_out(record, fault)

    def _hand_out(self, record: Record, fault: KibitzError) -> None:
        """Print a record that could not be kept; the command ends with the reason."""
        self._fault = fault
        if not self._to_stderr:  # else every record is printed in the end
            streams.echo_json(record.to_json())

    def _leave(self) -> None:
        """Say how to resume; what was played so far is kept as a record if that was asked for."""
        if self.sitting.is_over or not self.sitting.moves:
            self.shelf.put_away(self.name)
            self.say("You left the table.")
            return
        if self.shelf.fault is not None:
            self.say("You left the table.")
            self.kept.append(self.sitting.record())
            self._hand_out(self.kept[-1], self.shelf.fault)
            return
        if self._file is not None:
            self._keep(self.sitting.record())
        self.say(f"You left the table. Resume with: kibitz play --resume {self.name}")

    def _typed(self, prompt: str) -> str:
        """A line from the person."""
        try:
            if self._to_stderr:
                sys.stderr.write(plain(prompt))
                sys.stderr.flush()
                return input().strip()
            return input(plain(prompt)).strip()
        except UnicodeDecodeError:
            return "\ufffd"  # which is no move: what was typed is not text here


def _result(game: Game, who: str, paid: float) -> str:
    s = "" if who == "You" else "s"
    lost, won = game.plain_payoffs
    if paid == 0:
        return "A draw."
    if not game.is_paid and lost < paid < won:
        return f"{who} share{s} the win."
    word = f"win{s}" if paid > 0 else f"lose{s}"
    amount = abs(paid) if game.is_paid else paid / (won if paid > 0 else lost)
    counted = game.unit.removesuffix("s") if amount == 1 else game.unit
    is_plain = amount == 1 and not game.is_paid
    return f"{who} {word}." if is_plain else f"{who} {word} {amount:g} {counted}."


def _counted(hands: int) -> str:
    return f"{hands} hand" if hands == 1 else f"{hands} hands"


def edit_lines() -> None:
    """Let a person edit what is typed and go back to earlier lines, where the system can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (loading it is what makes the difference)
