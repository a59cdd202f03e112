"""Files that are whole or not there."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kibitz.errors import BadValue

PART = ".kibitz-*.part"  # what a file is called until it is complete


@contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file to write to; it appears under its name when it is complete.

    It is written aside, in the same folder, and then renamed, so nobody ever reads half of
    it. Whatever goes wrong before, nothing stays.
    """
    aside = path.parent / PART.replace("*", os.urandom(8).hex())
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(handle, "wb") as file:
            yield file
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def write_whole(path: Path, texts: Iterable[str]) -> None:
    """Write texts, one after the other, to a file that appears when it is complete."""
    try:
        with whole_file(path) as file:
            file.writelines(text.encode() for text in texts)
    except OSError as error:
        raise BadValue(f"{path} cannot be written: {error.strerror}") from None
