"""Files that requests name: text and lines, `-` being stdin, refused in one sentence."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kibitz.errors import BadNotation, BadValue

STDIN = "-"


def read_text(path: str) -> str:
    """The whole text of a file."""
    try:
        return sys.stdin.read() if path == STDIN else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadNotation(f"'{path}' cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadNotation(f"'{path}' is not a text file") from None


@contextmanager
def opened_lines(path: str) -> Iterator[BinaryIO]:
    """A file to be read line by line."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        with Path(path).open("rb") as file:
            yield file
    except OSError as error:
        raise BadValue(f"{path} cannot be read: {error.strerror}") from None
