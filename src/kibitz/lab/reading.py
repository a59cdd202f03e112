"""Files that requests name: text and lines, `-` being stdin, refused in one sentence."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from kibitz.core import files
from kibitz.errors import BadValue

STDIN = "-"


def read_text(path: str) -> str:
    """The whole text of a file."""
    if path != STDIN:
        return files.read_text(path)
    with files.worded("stdin cannot be read"):
        return files.decoded(files.bounded(_stdin(), "stdin"), "stdin")


@contextmanager
def opened_lines(path: str) -> Iterator[Iterator[bytes]]:
    """A file to be read line by line."""
    if path != STDIN:
        with files.opened(path) as file:
            yield files.bounded_lines(file)
        return
    with files.worded("stdin cannot be read"):
        yield files.bounded_lines(_stdin())


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise BadValue("there is no stdin to read from")
    if isinstance(sys.stdin, io.StringIO):  # in a program that put text in its place
        return io.BytesIO(files.encoded(sys.stdin.read()))
    return sys.stdin.buffer
