"""What a worker of a cluster does: tasks, one at a time, and a line about itself.

Players that are kernels play in the worker itself. All others play in a process that the
worker guards (`Processes` with one place), so a player that ends its process or hangs loses
that game and no more, just as at home; a worker that is lost was lost to something else.
"""

import hashlib
import os
import platform
import shutil
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Desk, Setting
from kibitz.arena.sameness import likeness
from kibitz.arena.workers import Crew, Serial
from kibitz.errors import HouseFault, KibitzError
from kibitz.players.failure import house_fault
from kibitz.players.foreign import PREFIX, parse_command

MOST_CREWS = 4  # of different matches that a worker keeps ready
_SINCE = time.time()


class Performed(NamedTuple):
    """What came of a task, or what kept it from being done."""

    value: Any
    seconds: float = 0.0
    error: str = ""
    is_house_fault: bool = False
    is_refusal: bool = False  # this worker cannot do it, another may


class CannotHere(KibitzError):
    """A task that this worker must leave to others."""


@dataclass
class Deeds:
    """What this worker has done so far."""

    tasks: int = 0
    pairs: int = 0
    seconds: float = 0.0


_deeds = Deeds()


def perform(task: Callable[[Any], Any], item: Any) -> Performed:
    """Do a task; whatever goes wrong is told, not raised."""
    begun = time.perf_counter()
    try:
        value = task(item)
    except CannotHere as error:
        return Performed(None, error=str(error), is_refusal=True)
    except KibitzError as error:
        return Performed(None, error=str(error), is_house_fault=isinstance(error, HouseFault))
    except Exception as error:
        return Performed(None, error=str(house_fault(error)), is_house_fault=True)
    seconds = time.perf_counter() - begun
    _deeds.tasks += 1
    _deeds.seconds += seconds
    return Performed(value, seconds)


@dataclass(frozen=True)
class Bundle:
    """A task for one item made a task for some of them."""

    task: Callable[[Any], Any]

    def __call__(self, items: list[Any]) -> list[Any]:
        return [self.task(item) for item in items]


@dataclass(frozen=True)
class Playing:
    """The task of a crew: to play chunks."""

    name: str  # of the crew, since settings need not compare
    setting: Setting
    programs: Mapping[str, str] = field(default_factory=dict)  # digests by file

    def __call__(self, chunk: Chunk) -> Batch:
        if self.name not in _crews:
            check_programs(self.programs)
            _crews[self.name] = guarded(self.setting)
            while len(_crews) > MOST_CREWS:
                _crews.popitem(last=False)[1].close()
        _crews.move_to_end(self.name)
        batch = next(_crews[self.name].run([chunk]))
        _deeds.pairs += len(batch)
        return batch


_crews: OrderedDict[str, Crew] = OrderedDict()


def guarded(setting: Setting) -> Crew:
    """A crew of one that no player can take down with it."""
    from kibitz.arena.processes import Processes

    desk = Desk(setting)
    try:
        players = [desk.player(place) for place in range(len(setting.players))]
        is_compiled = all(player.mover for player in players)
    finally:
        desk.close()
    return Serial(setting) if is_compiled else Processes(setting, 1)


def programs_of(players: Iterable[object]) -> dict[str, str]:
    """The files that foreign players run, with their digests."""
    named: dict[str, str] = {}
    for player in players:
        if isinstance(player, str) and player.startswith(PREFIX):
            command = parse_command(player)
            program = shutil.which(command[0]) or command[0]
            for part in (program, *command[1:]):
                if os.path.isfile(part):
                    named[part] = file_digest(part)
    return named


def file_digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


def check_programs(programs: Mapping[str, str]) -> None:
    """Leave it to others where a program is missing here or is another one."""
    for path, digest in programs.items():
        if not os.path.isfile(path):
            raise CannotHere(f"it has no program {path}")
        if file_digest(path) != digest:
            raise CannotHere(f"its program {path} is another one")


def introduced(worker: object) -> dict[str, Any]:
    """What a worker tells when it comes; from then on Ctrl-C is for others."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return {
        "likeness": likeness(),
        "since": _SINCE,
        "machine": platform.node(),
        "process": os.getpid(),
    }


def so_far(worker: object) -> dict[str, Any]:
    """What a worker tells with every heartbeat."""
    return {"tasks": _deeds.tasks, "pairs": _deeds.pairs, "seconds": _deeds.seconds}
