"""Ctrl-C, held back for the moment in which it would bring the interpreter down.

A kernel gives a position back by looking its class up and calling it. Both run some lines of
Python, where an interrupt may be raised; the machine code around the first expects no
exception, and the process would end with a segmentation fault. A few milliseconds later nothing
is in danger.
"""

from types import FrameType


def is_in_a_kernel(frame: FrameType | None) -> bool:
    """Whether a position is on its way out of a kernel: its class is looked up, or called."""
    name = "" if frame is None else str(frame.f_globals.get("__name__", ""))
    return name == "numba.core.serialize" or name.startswith("namedtuple_")
