"""`kibitz record`: write a game down while it is played."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import options, streams
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.lab.scribe import Scribe

INTERRUPTED = 130
SHORT = {"q": "quit", "h": "help", "u": "undo", "b": "board"}  # where the game has no such entry
HELP = (
    "Type what is asked for. undo takes the last entry back, board shows the position, "
    "end stops here and keeps the record, quit leaves it for later."
)


@click.command(cls=options.CarefulCommand)
@click.argument("game")
@click.option(
    "--seat",
    type=options.SeatNumber(),
    default=None,
    metavar="N",
    help="The seat you write from; without it, 1 where cards are hidden. Seats count from 1.",
)
@click.option("--all", "is_all", is_flag=True, help="You see everybody's cards.")
@click.option("--players", default="", metavar="NAMES", help="Who plays, with commas between.")
@click.option("--save", type=click.Path(dir_okay=False), help="Append the record to this file.")
@click.option("--new", is_flag=True, help="Begin anew, even if a game was left unfinished.")
@click.option("--no-review", is_flag=True, help="Do not offer a review at the end.")
@options.database
@options.as_json
def record(game: str, as_json: bool, no_review: bool, **given: Any) -> int:
    """Write a game of GAME down: what chance brought, what was played, what was said.

    Every entry is checked. What is entered is kept after each, also when you are interrupted: the
    same command goes on with it. The record goes to the archive, or to the file of --save.
    """
    from kibitz.cli.session import edit_lines

    scribe = _scribe(game, given)
    edit_lines()
    notes = _Notes(scribe, to_stderr=as_json)
    code = notes.run()
    if code is not None:
        return code
    number = _kept(notes, given)
    if as_json:
        streams.echo_json(scribe.record().to_json())
    elif not no_review and sys.stdin.isatty():
        _offer_review(notes, number, given)
    return 0


def _scribe(game: str, given: dict[str, Any]) -> "Scribe":
    from kibitz.core.registry import make_game
    from kibitz.lab.scribe import NotesPlan, Scribe, usual_path, waiting

    left = None if given["new"] else waiting(game)
    if left is not None:
        found = Scribe.resumed(left)
        if found.game.text == make_game(game).text:
            return found
    made = make_game(game)
    seat = given["seat"]
    if seat is None and made.has_secrets and not given["is_all"]:
        seat = 0
    names = [name.strip() for name in given["players"].split(",") if name.strip()]
    return Scribe(NotesPlan.made(game, names, seat), usual_path(game))


class _Notes:
    """A scribe at the terminal."""

    def __init__(self, scribe: "Scribe", to_stderr: bool) -> None:
        self.scribe, self.to_stderr = scribe, to_stderr

    def say(self, *lines: str, role: str = "") -> None:
        from kibitz.core.sheet import Words
        from kibitz.drawing.terminal import show

        show([Words(lines, role)], stderr=self.to_stderr)

    def run(self) -> int | None:
        """Ask until the game is over or the writer stops; an exit code where he leaves."""
        scribe = self.scribe
        seat = scribe.plan.seat
        from_where = "" if seat is None else f", as {scribe.plan.players[seat]} sees it"
        self.say(f"{scribe.game.title}: {scribe.names.roll()}{from_where}.", HELP)
        if scribe.texts:
            self.say(f"Going on after: {' '.join(scribe.texts[-8:])}", role="quiet")
        try:
            while not scribe.is_over:
                if not self._answered(self._typed(f"{scribe.wanted}: ")):
                    return None
        except EOFError:
            return None if scribe.has_ended else self._leave(0)
        except KeyboardInterrupt:
            self.say("")
            return self._leave(INTERRUPTED)
        return None

    def _answered(self, text: str) -> bool:
        """Do what was typed; False where the record ends here."""
        word = text.lower()
        if word in SHORT:
            try:
                self._hear(text)  # a queen is a Q, too
                return True
            except KibitzError:
                word = SHORT[word]
        if word in ("quit", "exit"):
            raise EOFError
        if word == "end":
            return False
        if word in ("help", ""):
            self.say(HELP)
        elif word == "undo":
            undone = self.scribe.undo()
            self.say("Taken back." if undone else "There is nothing to take back.", role="quiet")
        elif word == "board":
            self._board()
        else:
            self._enter(text)
        return True

    def _enter(self, text: str) -> None:
        try:
            self._hear(text)
        except KibitzError as error:
            self.say(_sentence(str(error)), role="warning")

    def _hear(self, text: str) -> None:
        """Write an entry down and say what the table hears of it."""
        said = self.scribe.enter(text)
        if said:
            self.say(said, role="quiet")

    def _board(self) -> None:
        from kibitz.drawing.terminal import show

        picture = self.scribe.picture()
        if picture is None:
            self.say(" ".join(self.scribe.texts))
        else:
            show([picture], stderr=self.to_stderr)

    def _leave(self, code: int) -> int:
        name = self.scribe.game.text
        self.say(f"What you entered is kept. Go on with: kibitz record {name}")
        return code

    def _typed(self, prompt: str) -> str:
        from kibitz.drawing.plain import plain

        try:
            if self.to_stderr:
                sys.stderr.write(plain(prompt))
                sys.stderr.flush()
                return input().strip()
            return input(plain(prompt)).strip()
        except UnicodeDecodeError:
            return "\ufffd"


def _sentence(text: str) -> str:
    from kibitz.drawing.plain import sentence

    return sentence(text)


def _kept(notes: _Notes, given: dict[str, Any]) -> int | None:
    """Keep the record; returns its number in the archive, where it went there."""
    from kibitz.core.files import append_line
    from kibitz.core.script import script_of

    scribe = notes.scribe
    record = scribe.record()
    if not record.moves:
        notes.say("Nothing was entered.")
        return None
    if given["save"]:
        path = Path(given["save"])
        line = record.to_json() if path.suffix == ".jsonl" else script_of(record)
        append_line(path, line)
        notes.say(f"The record was added to {path}.", role="quiet")
        scribe.put_away()
        return None
    from kibitz.store.archive import Archive

    with Archive.open(given["db"]) as archive:
        (number,) = archive.add([record]).ids
    notes.say(f"Saved in the archive as game {number}.", role="quiet")
    scribe.put_away()
    return number


def _offer_review(notes: _Notes, number: int | None, given: dict[str, Any]) -> None:
    """The review of what was written, if it is wanted."""
    from kibitz.cli.door import Door
    from kibitz.lab.review.request import ReviewRequest

    name = given["save"] if number is None else str(number)
    if not name:
        return
    try:
        answer = notes._typed("Review it now? [Y/n] ").lower()
    except (EOFError, KeyboardInterrupt):
        return
    if answer in ("", "y", "yes"):
        Door(as_json=False).serve(ReviewRequest(record=name, db=given["db"]))
        notes.say(f"Try your mistakes again with: kibitz learn {name}", role="quiet")
    else:
        notes.say(f"Review it later with: kibitz review {name}", role="quiet")
