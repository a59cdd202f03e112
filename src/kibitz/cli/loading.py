"""Ctrl-C while modules load: there is nothing to lose, so the process ends at once.

An exception would come up in the middle of somebody else's module, which may print it, swallow
it or make another one of it. What a command does about an interrupt is in `patience`.
"""

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 130
FAREWELL = b"\ninterrupted\n"


def leave(number: int = 0, frame: "FrameType | None" = None) -> NoReturn:
    """End the process by the exit code of an interrupt, with one word."""
    with suppress(Exception):
        sys.stdout.flush()
    with suppress(OSError):
        os.write(2, FAREWELL)
    os._exit(INTERRUPTED)


def leave_when_interrupted() -> None:
    """Have an interrupt end the process, unless somebody else has a say in it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
