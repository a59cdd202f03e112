"""Players that are programs: any language, spoken to line by line over stdin and stdout.

The protocol is after the manner of UCI and UGI (docs/foreign-players.md). A program is
given only what its seat sees, and a seed that does not betray what chance will do. It is
started before its first game, and again after it crashed or had to be stopped.
"""

import hashlib
import os
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from kibitz.core.game import Game, Position
from kibitz.errors import BadValue, KibitzError, PlayerFailed
from kibitz.players.failure import Exited, MovedIllegally, Stalled
from kibitz.players.player import GRACE_SECONDS, Player
from kibitz.players.program import NotStarted, Program

PREFIX = "exec:"
NAME = "name="  # before the command: what the program is to be called
ID = "id name "  # before the name that it gives itself
LONGEST_NAME = 60
START_SECONDS = 10.0  # to answer `ugi` and `isready`
MOVE_SECONDS = 60.0  # for a move, where the match sets no limit
QUIT_SECONDS = 1.0
STARTS = 3  # after so many in vain it is not started again


@dataclass
class ForeignPlayer(Player):
    """A program that chooses the moves of a seat."""

    game: Game
    text: str  # exec:./mybot --its options; then what it is called
    start_seconds: float = START_SECONDS
    usual_seconds: float = MOVE_SECONDS
    keeps_time = True
    _command: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self._command = parse_command(self.text)
        self.text = called(self.text)
        self._program: Program | None = None
        self._move_seconds: float | None = None
        self._failed_starts: list[PlayerFailed] = []

    def limit(self, seconds: float | None) -> None:
        self._move_seconds = seconds

    def new_game(self, seed: int) -> None:
        """Start the program if it does not run, and tell it of the game."""
        if len(self._failed_starts) >= STARTS:
            raise type(self._failed_starts[-1])(str(self._failed_starts[-1]))
        try:
            if self._program is None:
                self._start()
            told = [f"newgame seed {public_seed(seed)} game {self.game.text}", "isready"]
            self._ask(told, "readyok", self.start_seconds)
        except PlayerFailed as error:
            self._failed_starts.append(error)
            raise
        self._failed_starts.clear()

    def move(self, view: Position, seat: int, seed: int) -> int:
        if self._program is None:  # asked for a single move
            self.new_game(seed)
        assert self._program is not None
        self._program.forget_answers()
        texts = (self.game.move_text(view, move) for move in self.game.legal_moves(view))
        limit = self._move_seconds
        told = [
            f"position {self.game.position_text(view)}",
            "legal " + "\t".join(texts),
            f"go seat {seat}" + (f" movetime {int(limit * 1000)}" if limit else ""),
        ]
        answer = self._ask(told, "bestmove", limit or self.usual_seconds, GRACE_SECONDS)
        return self._parsed(view, answer.removeprefix("bestmove").strip())

    def _parsed(self, view: Position, text: str) -> int:
        try:
            return self.game.parse_move(view, text)
        except KibitzError:
            where = self.game.position_text(view)
            shown = text if len(text) <= 40 else text[:37] + "..."
            raise MovedIllegally(
                f"{self.text} answered {shown!r}, which is not a legal move in {where}"
            ) from None

    def close(self) -> None:
        if self._program is None:
            return
        deadline = time.monotonic() + QUIT_SECONDS
        with suppress(TimeoutError):
            if self._program.send("quit", deadline):
                self._program.wait_for(lambda _: False, deadline)
        self._program.stop()
        self._program = None

    def _start(self) -> None:
        try:
            self._program = Program(self._command)
        except NotStarted as error:
            raise Exited(f"{self.text} cannot be started: {error}") from None
        self._ask(["ugi"], "ugiok", self.start_seconds)

    def _ask(self, lines: list[str], word: str, seconds: float, grace: float = 0.0) -> str:
        """The answer that begins with `word`; a program that gives none in time is stopped."""
        assert self._program is not None
        deadline = time.monotonic() + seconds + grace
        answer = None
        try:
            if self._program.send("\n".join(lines), deadline):
                answer = self._program.wait_for(lambda line: line.split()[:1] == [word], deadline)
        except TimeoutError:
            self._stop()
            raise Stalled(f"{self.text} did not answer '{word}' within {seconds:g} s") from None
        if answer is None:
            how = self._stop() or "closed its output"
            raise Exited(f"{self.text} {how} (at '{word}')")
        return answer

    def _stop(self) -> str:
        """End the program; in words, how it ended if it had."""
        assert self._program is not None
        program, self._program = self._program, None
        return program.stop()


def parse_command(text: str) -> list[str]:
    """The program and its arguments in a player's text, checked to be there.

    >>> parse_command("exec:sh -c 'exit 1'")
    ['sh', '-c', 'exit 1']
    """
    try:
        command = shlex.split(text.removeprefix(PREFIX))
    except ValueError as error:
        raise BadValue(f"player '{text}' is not a command: {error}") from None
    if os.name != "posix":
        raise BadValue(f"player '{text}' cannot play: programs need Linux or another POSIX system")
    if command and command[0].startswith(NAME):
        check_name(command.pop(0).removeprefix(NAME), text)
    if not command:
        raise BadValue(f"player '{text}' names no program")
    if shutil.which(command[0]) is None:
        why = "is not executable" if os.path.isfile(command[0]) else "does not exist"
        raise BadValue(f"player '{text}' cannot play: program '{command[0]}' {why}")
    return command


def check_name(name: str, text: str) -> None:
    """Refuse a name that no table could show."""
    if not name or not name.isprintable() or len(name) > LONGEST_NAME or PREFIX in name:
        raise BadValue(f"player '{text}' has a name that is empty, too long or not printable")


def called(text: str) -> str:
    """What a player is called: a program by its name, where it has one.

    >>> called("exec:name=Fast ./mybot --fast"), called("exec:./mybot --fast"), called("expert")
    ('Fast', 'exec:./mybot --fast', 'expert')
    """
    if not text.startswith(PREFIX + NAME):
        return text
    try:
        return shlex.split(text.removeprefix(PREFIX))[0].removeprefix(NAME)
    except ValueError:
        return text


def introduced(texts: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """The texts of players; a program that has a name of its own (`id name`) is called by it.

    One that would be called like another player, or like one of `taken`, keeps its command line.
    """
    named = [_introduced(text) for text in texts]
    how_often = Counter(map(called, named))
    is_free = [how_often[name] == 1 and name not in taken for name in map(called, named)]
    return tuple(new if free else old for new, old, free in zip(named, texts, is_free, strict=True))


def _introduced(text: str) -> str:
    """The text of a program with the name that it gives itself, where it does."""
    if not text.startswith(PREFIX) or text.startswith(PREFIX + NAME):
        return text
    said: list[str] = []

    def is_last(line: str) -> bool:
        said.append(line)
        return line.split()[:1] == ["ugiok"]

    program = None
    try:
        program = Program(parse_command(text))
        deadline = time.monotonic() + START_SECONDS
        if program.send("ugi", deadline):
            program.wait_for(is_last, deadline)
        name = next((line[len(ID) :].strip() for line in said if line.startswith(ID)), "")
        check_name(name, text)
    except (KibitzError, NotStarted, TimeoutError):
        return text
    finally:
        if program is not None:
            program.stop()
    return f"{PREFIX}{NAME}{shlex.quote(name)} {text.removeprefix(PREFIX)}"


def public_seed(seed: int) -> int:
    """A seed for a program: 62 bits from which nobody finds the way back to ours."""
    digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8, person=b"kibitz").digest()
    return int.from_bytes(digest, "little") >> 2
