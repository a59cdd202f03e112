"""Who computes: the processes of this server, what they do, since when, and what they hold.

Of a question its kind alone is told: what one person asks is not for another to read.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kibitz.web.app import Lab
    from kibitz.web.crew import WebHand

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
HERE = "this server"


class WorkerState(NamedTuple):
    """One process as people see it."""

    place: str  # on which machine
    duty: str
    process: int | None  # None while it has not been needed
    doing: str  # empty while it waits
    busy_seconds: float | None
    up_seconds: float | None
    megabytes: float | None  # with its own workers, where the system tells
    workers: int  # of its own
    done: int  # tasks since the server began


def workers_of(lab: "Lab") -> list[WorkerState]:
    """Every process that works for this server."""
    found = [*_hands("analyses", lab.analyses.hands), *_hands("tables", lab.players.hands)]
    for work, hand in lab.works.running():
        found.append(_state(f"test: {work.title}", hand))
    return found


def _hands(duty: str, hands: "Iterable[WebHand]") -> list[WorkerState]:
    return [_state(duty, hand) for hand in hands]


def _state(duty: str, hand: "WebHand") -> WorkerState:
    now, process = time.monotonic(), hand.process_id
    family = [] if process is None else [process, *_children(process)]
    sizes = [size for size in map(_megabytes, family) if size is not None]
    return WorkerState(
        HERE,
        duty,
        process,
        hand.doing,
        now - hand.busy_since if hand.doing else None,
        now - hand.up_since if process is not None else None,
        round(sum(sizes), 1) if sizes else None,
        max(0, len(family) - 1),
        hand.done,
    )


def _children(process: int) -> list[int]:
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def _megabytes(process: int) -> float | None:
    """The memory that a process holds, where the system tells."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    except (OSError, IndexError):
        return None
    return int(pages) * PAGE / 2**20


def told_of_workers(lab: "Lab") -> dict[str, Any]:
    """The same for a page."""
    crews = (lab.analyses, lab.players)
    return {
        "workers": [state._asdict() for state in workers_of(lab)],
        "waiting": sum(crew.waiting for crew in crews),
        "cores": os.cpu_count(),
    }
