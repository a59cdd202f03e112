"""The ways in which a player loses a game without finishing it, and what is not its fault.

Only what a player's own call does counts against it. But a kernel of ours that cannot be
compiled or loaded, a table that cannot be read, or memory that has run out is nobody's move,
although a player's call may be where it shows: such an error is the house's if one of our
own players met it, or if it was our code that a player had called.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from kibitz.errors import HouseFault, KibitzError, PlayerFailed

HOUSE = "kibitz"
_COMPILER = ("numba", "llvmlite")
_LIBRARIES = {*sys.stdlib_module_names, *_COMPILER, "numpy", "scipy"}
_MACHINE = (OSError, EOFError, MemoryError)  # what files, pipes and memory do to anybody


class Crashed(PlayerFailed):
    """It raised an error."""

    kind: ClassVar[str] = "crashed"


class Exited(PlayerFailed):
    """Its program or its process ended."""

    kind: ClassVar[str] = "exited"


class Stalled(PlayerFailed):
    """It took longer than it may."""

    kind: ClassVar[str] = "stalled"


class MovedIllegally(PlayerFailed):
    """It chose what the rules do not allow."""

    kind: ClassVar[str] = "illegal move"


def failure_kind(error: BaseException) -> str:
    """In a word, how the player failed that raised `error`."""
    return str(getattr(error, "kind", Crashed.kind))


def failure_text(error: BaseException) -> str:
    """In a sentence, what went wrong; an error of Kibitz is one already."""
    if isinstance(error, PlayerFailed):
        return str(error)
    return " ".join(f"{type(error).__name__}: {error}".split())


def counts_against(error: BaseException, is_ours: bool) -> bool:
    """Whether an error out of a player's call is that player's, who may be one of ours."""
    if isinstance(error, PlayerFailed):
        return True
    if isinstance(error, HouseFault) or (is_ours and isinstance(error, KibitzError)):
        return False  # the latter is the user's: a search that cannot play this game
    packages = _packages(error)
    called = list(takewhile(lambda name: name in _LIBRARIES, packages))
    if not isinstance(error, _MACHINE) and not any(name in _COMPILER for name in called):
        return True
    return not is_ours and packages[len(called) :][:1] != [HOUSE]


def _packages(error: BaseException) -> list[str]:
    """The packages that an error came through, the one that made it first."""
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append(str(trace.tb_frame.f_globals.get("__name__", "")))
        trace = trace.tb_next
    return [name.partition(".")[0] for name in (type(error).__module__, *reversed(found))]


def house_fault(error: BaseException) -> HouseFault:
    """The one sentence for what went wrong in the house, and where."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        where = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
    return HouseFault(f"Kibitz itself failed, no player did: {failure_text(error)}{where}")


@contextmanager
def house_work() -> Iterator[None]:
    """Work of the house: whatever goes wrong in it, if it is not the user's, is the house's."""
    try:
        yield
    except KibitzError:
        raise
    except Exception as error:
        raise house_fault(error) from error
