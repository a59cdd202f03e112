"""Standard input and output as they really are: closed, full, cut off, or without our signs.

Everything that a command prints goes through here or through rich; what cannot be written ends
in one sentence and exit code 1 (`run` in `kibitz.cli.main`).
"""

import io
import os
import sys
from contextlib import suppress

import click


def prepare() -> None:
    """Make the streams of this process fit to be used."""
    _reopen()
    if not all(is_utf8(stream) for stream in (sys.stdout, sys.stderr)):
        from kibitz.drawing.letters import SIGNS

        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=SIGNS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def arguments() -> list[str]:
    """What was typed after the command, as the UTF-8 that it is even where no locale says so."""
    return [_read(arg) for arg in sys.argv[1:]]


def _read(arg: str) -> str:
    try:
        return os.fsencode(arg).decode()
    except ValueError:
        return arg


def _reopen() -> None:
    """Put something in place of streams that were closed.

    A file that is opened later would get their numbers, and be read from or written to. An
    input that is closed has nothing in it; an output that is closed cannot be written.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_WRONLY if number == 2 else os.O_RDONLY)
            setattr(sys, name, open(handle, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115


def is_utf8(stream: object) -> bool:
    """Whether every character can be written there."""
    name = getattr(stream, "encoding", None) or "utf-8"
    return name.lower().replace("-", "").startswith("utf")


def echo_json(text: str) -> None:
    """Print JSON, in escapes where the encoding of stdout has not all characters."""
    if not is_utf8(sys.stdout):
        from kibitz.core.outside import ascii_json

        text = ascii_json(text)
    click.echo(text)


def tell(text: str) -> None:
    """Say something on stderr: one line, harmless, and never a reason to fail."""
    from kibitz.drawing.plain import sentence

    with suppress(OSError, ValueError):
        click.echo(sentence(text), err=True)


def silence() -> None:
    """Drop what is still to be printed: the reader has gone, or there is no room for it."""
    with suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
