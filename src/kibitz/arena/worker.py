"""What a worker process does: it plays chunks at its own desk until it is told to stop.

Four numbers in shared memory tell the supervisor whose turn it is waiting for: the index
of the pair, the game of it, the player, and since when (0: for nobody).
"""

import os
import signal
import threading
import time
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import Any

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Desk, Setting
from kibitz.errors import HouseFault, KibitzError
from kibitz.players.failure import house_fault

INDEX, GAME, PLAYER, SINCE = range(4)
WARM_UP_SECONDS = 60.0  # for compiling and loading, beside the limit of a move
OWN_TIME_SECONDS = 120.0  # for players that keep time themselves: starting and ending programs


@dataclass(frozen=True)
class Report:
    """A batch with the time it took, or what kept it from being played."""

    batch: Batch | None
    seconds: float = 0.0
    error: str = ""
    is_house_fault: bool = False


def work(pipe: "Connection[Any, Any]", setting: Setting, cell: Any) -> None:
    """Play every chunk that comes through `pipe`; None is the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the supervisor's to handle
    threading.Thread(target=_die_with_parent, daemon=True).start()

    def on_thought(index: int, number: int, player: int | None, keeps_time: bool) -> None:
        if player is None:
            cell[SINCE] = 0.0
            return
        cell[INDEX], cell[GAME], cell[PLAYER] = index, number, player
        cell[SINCE] = time.monotonic() + (OWN_TIME_SECONDS if keeps_time else 0.0)

    desk: Desk | None = None
    warm: set[int] = set()
    while (chunk := _next_chunk(pipe)) is not None:
        try:
            desk = desk or Desk(setting, on_thought)
            if setting.limit_seconds is not None and not chunk.forfeits:
                _warm_up(desk, chunk, cell, warm)
            begun = time.perf_counter()
            report = Report(desk.play(chunk), time.perf_counter() - begun)
        except KibitzError as error:
            report = Report(None, error=str(error), is_house_fault=isinstance(error, HouseFault))
        except Exception as error:
            report = Report(None, error=str(house_fault(error)), is_house_fault=True)
        pipe.send(report)
    if desk:
        desk.close()


def _warm_up(desk: Desk, chunk: Chunk, cell: Any, warm: set[int]) -> None:
    """Warm up the players of a chunk, but not again those that hung in their first game."""
    for player, place in enumerate(chunk.pairing.players):
        if place not in warm:
            warm.add(place)
            cell[INDEX], cell[GAME], cell[PLAYER] = chunk.first, 0, player
            cell[SINCE] = time.monotonic() + WARM_UP_SECONDS
            desk.warm_up(place)
    cell[SINCE] = 0.0


def _next_chunk(pipe: "Connection[Any, Any]") -> Chunk | None:
    try:
        chunk = pipe.recv()
    except (EOFError, OSError):  # the supervisor is gone
        return None
    assert chunk is None or isinstance(chunk, Chunk)
    return chunk


def _die_with_parent() -> None:
    """A worker does not outlive whoever wants its results, however long its player thinks."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
