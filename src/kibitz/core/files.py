"""Files that are whole or not there."""

from collections.abc import Iterable
from pathlib import Path

from kibitz.errors import BadValue


def write_whole(path: Path, texts: Iterable[str]) -> None:
    """Write texts, one after the other, to a file that appears when it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(texts)
        part.replace(path)
    except OSError as error:
        raise BadValue(f"{path} cannot be written: {error.strerror}") from None
    finally:
        part.unlink(missing_ok=True)
