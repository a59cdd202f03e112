"""Files: bounded where they are read, whole or not there where they are written.

Whatever the system refuses becomes one sentence (`failed`). Only regular files and pipes are
read: a device may have no end, and a pipe that nobody writes to would never begin.
"""

import errno
import io
import os
import stat
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from kibitz.errors import BadRecord, BadValue, HouseFault, KibitzError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Name: TypeAlias = str | os.PathLike[str]
PART = ".kibitz-*.part"  # what a file is called until it is complete
_APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT
MOST_BYTES = 64 << 20  # of a file that is read as a whole
MOST_LINE = 16 << 20  # of a line of a file that is read line by line
PATIENCE = 5.0  # seconds until somebody writes to a pipe
LOCK_SECONDS = 20.0  # until another process lets go of a folder
_MACHINE = {
    errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOMEM, errno.EMFILE,
    errno.ENFILE, errno.EAGAIN, errno.EBADF,
}  # fmt: skip


def failed(what: str, error: OSError | ValueError) -> KibitzError:
    """The sentence for what the system refused; the machine's fault where nobody misnamed a file.

    >>> failed("'x' cannot be read", FileNotFoundError(2, "No such file or directory"))
    BadValue("'x' cannot be read: No such file or directory")
    """
    number = getattr(error, "errno", None)
    said = getattr(error, "strerror", None) or "that is not the name of a file"
    return (HouseFault if number in _MACHINE else BadValue)(f"{what}: {said}")


def home_path(name: Name) -> Path:
    """The path with `~` replaced by the user's folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise BadValue(f"'{name}' names the folder of a user whom nobody knows") from None


def is_there(path: Name) -> bool:
    """Whether there is such a file, however odd its name is."""
    try:
        os.stat(path)
    except (OSError, ValueError):
        return False
    return True


@contextmanager
def opened(path: Name) -> Iterator[BinaryIO]:
    """A regular file, or a pipe that somebody writes to, for reading."""
    with worded(f"'{path}' cannot be read"), _reader(path) as file:
        yield file


@contextmanager
def worded(what: str) -> Iterator[None]:
    """Turn what the system says into one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, KibitzError):
            raise
        raise failed(what, error) from None


def _reader(path: Name) -> BinaryIO:
    kind = os.stat(path).st_mode
    if stat.S_ISDIR(kind):
        raise BadValue(f"'{path}' is a folder, not a file")
    if stat.S_ISREG(kind):
        return open(path, "rb")
    if not stat.S_ISFIFO(kind):
        raise BadValue(f"'{path}' is a device, not a file")
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        first = _first_byte(handle, path)
        os.set_blocking(handle, True)
    except BaseException:
        os.close(handle)
        raise
    return io.BufferedReader(_Begun(handle, first))


def _first_byte(handle: int, path: Name) -> bytes:
    """The first byte of a pipe; none where a writer is there, who may take his time."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if first := os.read(handle, 1):
                return first
        except BlockingIOError:
            return b""
        if time.monotonic() > deadline:
            raise BadValue(f"nobody writes to the pipe '{path}'")
        time.sleep(0.02)


class _Begun(io.FileIO):
    """A pipe whose first byte was read already."""

    def __init__(self, handle: int, first: bytes) -> None:
        super().__init__(handle, "rb")
        self._first = first

    def readinto(self, buffer: "WriteableBuffer") -> int | None:
        if not self._first:
            return super().readinto(buffer)
        memoryview(buffer).cast("B")[:1] = self._first
        self._first = b""
        return 1


def read_bytes(path: Name, most: int = MOST_BYTES) -> bytes:
    """All of a file that is not too long."""
    with opened(path) as file:
        return bounded(file, f"'{path}'", most)


def bounded(file: BinaryIO, name: str, most: int = MOST_BYTES) -> bytes:
    """All there is to read, if it is not too much."""
    content = file.read(most + 1)
    if len(content) > most:
        raise BadValue(f"{name} is longer than {most >> 20} MB")
    return content


def read_text(path: Name, most: int = MOST_BYTES) -> str:
    """The same as text."""
    return decoded(read_bytes(path, most), f"'{path}'")


def decoded(content: bytes, name: str) -> str:
    """Bytes as text, in the one encoding that files have here."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadRecord(f"{name} is not UTF-8 text") from None


def text_lines(path: Name) -> Generator[str]:
    """A text file line by line."""
    with opened(path) as file:
        for number, line in enumerate(bounded_lines(file), 1):
            yield decoded(line, f"line {number} of '{path}'")


def bounded_lines(file: BinaryIO, most: int = MOST_LINE) -> Iterator[bytes]:
    """Lines, none of which fills the memory."""
    number = 0
    while line := file.readline(most + 1):
        number += 1
        if len(line) > most:
            raise BadRecord(f"line {number} is longer than {most >> 20} MB")
        yield line


def write_whole(path: Name, pieces: Iterable[str | bytes]) -> None:
    """Write pieces, one after the other, to a file that appears when it is complete.

    A device or a pipe is written to as it is: putting a file in its place would end it.
    """
    with worded(f"{path} cannot be written"):
        target = Path(os.path.realpath(path))
        if is_there(target) and not target.is_file():
            _fill(target, pieces)
        else:
            _replace(target, pieces)


@contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file to write to; it appears under its name when it is complete.

    It is written aside, in the same folder, and then renamed, so nobody ever reads half of
    it. Whatever goes wrong before, nothing stays.
    """
    # a short name of its own: the target's may be as long as a name can be
    aside = path.parent / PART.replace("*", os.urandom(8).hex())
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(handle, "wb") as file:
            yield file
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def _replace(target: Path, pieces: Iterable[str | bytes]) -> None:
    with whole_file(target) as file:
        _pour(pieces, file)
        if is_there(target) and hasattr(os, "fchmod"):
            os.fchmod(file.fileno(), stat.S_IMODE(os.stat(target).st_mode))


def _fill(path: Path, pieces: Iterable[str | bytes]) -> None:
    with open(path, "wb", opener=_at_once) as file:
        _pour(pieces, file)


def _pour(pieces: Iterable[str | bytes], file: BinaryIO) -> None:
    for piece in pieces:
        file.write(encoded(piece) if isinstance(piece, str) else piece)


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for somebody to read a pipe."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return handle


def encoded(text: str) -> bytes:
    """Text as bytes; half a character becomes an escape, as JSON writes it."""
    return text.encode(errors="backslashreplace")


def append_line(path: Name, line: str) -> None:
    """Add a line to the end of a file, all of it or nothing."""
    with worded(f"{path} cannot be written"):
        handle = _at_once(os.fspath(path), _APPENDING)
        try:
            _append(handle, encoded(line + "\n"))
        finally:
            os.close(handle)


def _append(handle: int, content: bytes) -> None:
    before, rest = os.fstat(handle), memoryview(content)
    try:
        while rest:
            rest = rest[os.write(handle, rest) :]
    except BaseException:
        if stat.S_ISREG(before.st_mode):
            os.ftruncate(handle, before.st_size)
        raise


def check_writable(path: Name) -> None:
    """Refuse a file that cannot be written, before the work begins; nothing is left behind."""
    with worded(f"{path} cannot be written"):
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        if not os.path.isdir(folder):
            raise BadValue(f"{path} cannot be written: there is no folder {folder}")
        is_new = not is_there(target)
        os.close(_at_once(target, _APPENDING))
        if is_new:
            os.unlink(target)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes of ours from changing files of a folder; they wait for their turn."""
    try:
        import fcntl
    except ImportError:  # not there on every system
        yield
        return
    handle, deadline = os.open(folder, os.O_RDONLY), time.monotonic() + LOCK_SECONDS
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise BadValue(f"another process holds the folder '{folder}'") from None
                time.sleep(0.02)
        yield
    finally:
        os.close(handle)
