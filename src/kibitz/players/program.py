"""A running program: lines go in, lines come out, and nothing waits without a deadline.

No thread reads ahead: pipes are read while something is awaited, so a program that floods us
waits for us, and whatever it says takes bounded memory. It runs under a keeper of its own
(`kibitz.players.keeper`), which ends it with everything it has started, also when this
process is killed.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from kibitz.errors import HouseFault

KEEPER = Path(__file__).with_name("keeper.py")
START_SECONDS = 10.0  # for the keeper to start the program
LINGER_SECONDS = 0.2  # for a program that closed its output to end
DYING_SECONDS = 10.0  # for the keeper to tell how a program ended that has
LOOK_SECONDS = 0.02
SWEEP_SECONDS = 5.0  # for the keeper to end everything
LONGEST_LINE = 1 << 16
READ_AT_ONCE = 1 << 16
STALE_READS = 64  # that are made to get rid of what nobody asked for


class NotStarted(Exception):
    """The system would not run it; the message says why."""


class Lines:
    """Bytes put together to lines, the longest cut, the oldest dropped where only so many count."""

    def __init__(self, most: int | None = None) -> None:
        self.whole: deque[str] = deque(maxlen=most)
        self._begun = b""

    def add(self, data: bytes) -> None:
        """Take what was read."""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self.whole.append((self._begun + part)[:LONGEST_LINE].decode(errors="replace").strip())
            self._begun = b""
        self._begun = (self._begun + rest)[:LONGEST_LINE]

    def last_words(self) -> str:
        """The last line that says anything, as it can be printed."""
        texts = [*self.whole, self._begun.decode(errors="replace").strip()]
        last = next((text for text in reversed(texts) if text), "")
        return "".join(c if c.isprintable() else " " for c in last[:200])


class Program:
    """A program and its three streams."""

    def __init__(self, command: list[str]) -> None:
        self._answers, self._errors, self._reports = Lines(), Lines(3), Lines(3)
        self._pending = b""
        self._is_over = False  # it has ended, or closed its output
        self._code: int | None = None
        self._group: int | None = None  # of processes, the program's own
        self._launch(command)
        try:
            self._await_start()
        except BaseException:
            self.stop()
            raise

    def _launch(self, command: list[str]) -> None:
        control, ours = os.pipe()
        heard, status = os.pipe()
        self._control, self._status = os.fdopen(ours, "wb", 0), os.fdopen(heard, "rb", 0)
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(control), str(status), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(control, status),
                start_new_session=True,  # Ctrl-C is not for it
            )
        finally:
            os.close(control)
            os.close(status)
        self._poll = select.poll()
        self._readers: dict[int, tuple[IO[bytes], Lines]] = {}
        lines = (self._answers, self._errors, self._reports)
        for pipe, read in zip((self._stdout, self._stderr, self._status), lines, strict=True):
            os.set_blocking(pipe.fileno(), False)
            self._readers[pipe.fileno()] = (pipe, read)
            self._poll.register(pipe.fileno(), select.POLLIN)
        os.set_blocking(self._stdin.fileno(), False)

    def _await_start(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        with suppress(TimeoutError):
            while not self._reports.whole and self._status.fileno() in self._readers:
                self._pump(deadline)
        word, _, number = (self._reports.whole or [""])[0].partition(" ")
        if word == "failed":
            raise NotStarted(os.strerror(int(number)))
        if word != "started":
            raise HouseFault("the keeper of programs could not be started")
        self._group = int(number)
        self._note_end()

    def send(self, line: str, deadline: float) -> bool:
        """Write a line; whether the program is there to read it. TimeoutError if it does not."""
        self._pending = line.encode() + b"\n"
        self._write()
        if self._pending and not self._is_over:
            self._poll.register(self._stdin.fileno(), select.POLLOUT)
            try:
                while self._pending and not self._is_over:
                    if time.monotonic() > deadline:
                        raise TimeoutError
                    self._pump(deadline)
                    self._answers.whole.clear()  # of what it says before it was asked
            finally:
                self._poll.unregister(self._stdin.fileno())
        return not self._is_over

    def wait_for(self, accept: Callable[[str], bool], deadline: float) -> str | None:
        """The first line that is accepted, None if the program ends; TimeoutError if too late."""
        is_late = False
        while True:
            while self._answers.whole:
                line = self._answers.whole.popleft()
                if accept(line):
                    return line
            if self._is_over:
                return None
            if is_late:
                raise TimeoutError
            is_late = time.monotonic() > deadline  # one last look
            self._pump(deadline)

    def forget_answers(self) -> None:
        """Drop lines that nobody asked for."""
        with suppress(TimeoutError):
            for _ in range(STALE_READS):
                self._pump(0.0)
        self._answers.whole.clear()

    def stop(self) -> str:
        """End the program and its children; in words, how it ended if it had."""
        self._await_code()
        self._end_all()
        for pipe in (self._stdin, self._stdout, self._stderr, self._status):
            with suppress(OSError):
                pipe.close()
        words = self._errors.last_words()
        ended = "" if self._code is None else f"exited with code {self._code}"
        return ended + (f": {words}" if words else "")

    def _await_code(self) -> None:
        """Wait until the keeper tells how a program ended that is over; for one that has closed
        its output and lives on, only a moment."""
        begun = time.monotonic()
        while self._is_over and self._code is None and self._status.fileno() in self._readers:
            most = LINGER_SECONDS if self._is_alive() else DYING_SECONDS
            if time.monotonic() - begun > most:
                return
            with suppress(TimeoutError):
                self._pump(time.monotonic() + LOOK_SECONDS)
            self._answers.whole.clear()

    def _is_alive(self) -> bool:
        """Whether the program has memory; one that ends gives it back before its streams close.

        Where the system does not tell (it is not Linux), it may be.
        """
        if self._group is None or not os.path.isdir("/proc/self"):
            return True
        try:
            return not Path(f"/proc/{self._group}/statm").read_bytes().startswith(b"0 ")
        except OSError:
            return False

    def _end_all(self) -> None:
        """Let the keeper end everything; where it was killed itself, what can be found."""
        self._control.close()
        try:
            killed = self._keeper.wait(SWEEP_SECONDS) != 0
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
            killed = True
        if killed and self._group is not None:
            with suppress(OSError):
                os.killpg(self._group, signal.SIGKILL)

    def _pump(self, deadline: float) -> None:
        """Wait until something can be read or written, and do so; TimeoutError if too late."""
        left = max(0.0, deadline - time.monotonic())
        ready = self._poll.poll(left * 1000.0)
        if not ready:
            raise TimeoutError
        for number, _ in ready:
            if number in self._readers:
                self._read(number)
            else:
                self._write()
        self._note_end()

    def _note_end(self) -> None:
        """See whether the keeper has told the end; then read what the program left."""
        last = self._reports.whole[-1] if self._reports.whole else ""
        if self._code is None and last.startswith("ended "):
            self._code = int(last.removeprefix("ended "))
            for _ in range(STALE_READS):
                read = [self._read(number) for number in list(self._readers)]
                if not any(read):
                    break
            self._is_over = True

    def _read(self, number: int) -> bool:
        """Read what there is; whether there was anything."""
        pipe, lines = self._readers[number]
        try:
            data = os.read(number, READ_AT_ONCE)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if data:
            lines.add(data)
            return True
        del self._readers[number]
        self._poll.unregister(number)
        if pipe is not self._stderr:
            self._is_over = True
        return False

    def _write(self) -> None:
        try:
            written = os.write(self._stdin.fileno(), self._pending)
        except BlockingIOError:
            return
        except OSError:
            self._is_over = True
            return
        self._pending = self._pending[written:]

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._keeper.stdin is not None
        return self._keeper.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._keeper.stdout is not None
        return self._keeper.stdout

    @property
    def _stderr(self) -> IO[bytes]:
        assert self._keeper.stderr is not None
        return self._keeper.stderr
