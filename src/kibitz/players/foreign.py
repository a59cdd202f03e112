"""Players that are programs: any language, spoken to line by line over stdin and stdout.

The protocol is after the manner of UCI and UGI (docs/foreign-players.md). A program is
given only what its seat sees, and a seed that does not betray what chance will do. It is
started before its first game, and again after it crashed or had to be stopped.
"""

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, Full, Queue
from threading import Thread
from typing import IO

from kibitz.core.game import Game, Position
from kibitz.errors import BadValue, KibitzError, PlayerFailed
from kibitz.players.failure import Exited, MovedIllegally, Stalled
from kibitz.players.player import GRACE_SECONDS, Player

PREFIX = "exec:"
START_SECONDS = 10.0  # to answer `ugi` and `isready`
MOVE_SECONDS = 60.0  # for a move, where the match sets no limit
QUIT_SECONDS = 1.0
LONGEST_LINE = 1 << 16
LINES_WAITING = 1000  # a program that floods us has to wait
STARTS = 3  # after so many in vain it is not started again
LINGER_SECONDS = 0.2  # for the last words of a program that ended


class Program:
    """A running program: lines go in, lines come out before a deadline."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is not for it, and its children end with it
        )
        self._lines: Queue[str | None] = Queue(LINES_WAITING)
        self._is_read = True
        self.last_words: deque[str] = deque(maxlen=1)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = [
            Thread(target=self._read_answers, args=(self._process.stdout,), daemon=True),
            Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> bool:
        """Write a line; whether the program is there to read it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def wait_for(self, accept: Callable[[str], bool], seconds: float) -> str | None:
        """The first line that is accepted, None if the program ends; TimeoutError if too late."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0.0:
                raise TimeoutError
            try:
                line = self._lines.get(timeout=left)
            except Empty:
                raise TimeoutError from None
            if line is None or accept(line):
                return line

    def forget_answers(self) -> None:
        """Drop lines that nobody asked for, but not the end."""
        with suppress(Empty):
            while (line := self._lines.get_nowait()) is not None:
                pass
            if line is None:
                self._lines.put_nowait(None)

    def stop(self) -> str:
        """End the program and its children; in words, how it ended if it had."""
        self._is_read = False
        code = self._ended()
        for end in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            with suppress(OSError):
                os.killpg(self._process.pid, end)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(0.1)
        for thread in self._threads:
            thread.join(LINGER_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError, ValueError):
                if pipe:
                    pipe.close()
        words = f": {self.last_words[0]}" if self.last_words else ""
        return ("" if code is None else f"exited with code {code}") + words

    def _ended(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(LINGER_SECONDS)
        return None

    def _read_answers(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                self._offer(line.decode(errors="replace").strip())
        self._offer(None)

    def _offer(self, line: str | None) -> None:
        while self._is_read:
            with suppress(Full):
                self._lines.put(line, timeout=0.1)
                return

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                if line.strip():
                    self.last_words.append(line.decode(errors="replace").strip()[:200])


@dataclass
class ForeignPlayer(Player):
    """A program that chooses the moves of a seat."""

    game: Game
    text: str  # exec:./mybot --its options
    keeps_time = True
    _command: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self._command = parse_command(self.text)
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
            self._say(f"newgame seed {public_seed(seed)} game {self.game.text}")
            self._say("isready")
            self._hear("readyok", START_SECONDS)
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
        self._say(f"position {self.game.position_text(view)}")
        self._say("legal " + "\t".join(texts))
        limit = self._move_seconds
        self._say(f"go seat {seat}" + (f" movetime {int(limit * 1000)}" if limit else ""))
        answer = self._hear("bestmove", limit or MOVE_SECONDS, GRACE_SECONDS)
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
        if self._program.send("quit"):
            with suppress(TimeoutError):
                self._program.wait_for(lambda _: False, QUIT_SECONDS)
        self._program.stop()
        self._program = None

    def _start(self) -> None:
        try:
            self._program = Program(self._command)
        except OSError as error:
            raise Exited(f"{self.text} cannot be started: {error.strerror}") from None
        self._say("ugi")
        self._hear("ugiok", START_SECONDS)

    def _say(self, line: str) -> None:
        assert self._program is not None
        if not self._program.send(line):
            raise self._lost(line.split()[0])

    def _hear(self, word: str, seconds: float, grace: float = 0.0) -> str:
        """The answer that begins with `word`; a program that gives none is stopped."""
        assert self._program is not None
        try:
            line = self._program.wait_for(lambda line: line.split()[:1] == [word], seconds + grace)
        except TimeoutError:
            self._program.stop()
            self._program = None
            raise Stalled(f"{self.text} did not answer '{word}' within {seconds:g} s") from None
        if line is None:
            raise self._lost(word)
        return line

    def _lost(self, word: str) -> Exited:
        """The error for a program that is gone."""
        assert self._program is not None
        how = self._program.stop() or "closed its output"
        self._program = None
        return Exited(f"{self.text} {how} (at '{word}')")


def parse_command(text: str) -> list[str]:
    """The program and its arguments in a player's text, checked to be there.

    >>> parse_command("exec:sh -c 'exit 1'")
    ['sh', '-c', 'exit 1']
    """
    try:
        command = shlex.split(text.removeprefix(PREFIX))
    except ValueError as error:
        raise BadValue(f"player '{text}' is not a command: {error}") from None
    if not command:
        raise BadValue(f"player '{text}' names no program")
    if shutil.which(command[0]) is None:
        why = "is not executable" if os.path.isfile(command[0]) else "does not exist"
        raise BadValue(f"player '{text}' cannot play: program '{command[0]}' {why}")
    return command


def public_seed(seed: int) -> int:
    """A seed for a program: 62 bits from which nobody finds the way back to ours."""
    digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8, person=b"kibitz").digest()
    return int.from_bytes(digest, "little") >> 2
