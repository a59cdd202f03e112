"""The limits of a search, and what an analyst checks before it begins."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import OVER, Game, Position, turn
from kibitz.errors import BadValue, WrongKind
from kibitz.estimate.estimate import Analysis

UNLIMITED = 1 << 40
FIRST_LOOK, LONGEST_LOOK = 128, 1 << 24  # samples
MOST_GROWTH, LEAST_GROWTH = 4.0, 1.5  # of a look over the one before


def check_positive(who: str, **settings: float | None) -> None:
    """Refuse a setting that is given but not positive."""
    for name, value in settings.items():
        if value is not None and not value > 0:
            raise BadValue(f"{name} {value} of {who} is not positive")


def check_not_negative(who: str, **settings: float | None) -> None:
    """Refuse a setting that is given but negative."""
    for name, value in settings.items():
        if value is not None and not value >= 0:
            raise BadValue(f"{name} {value} of {who} is negative")


def check_turn(game: Game, view: Position, seat: int) -> None:
    """Refuse to value the options of a seat that is not to move."""
    to_move = int(turn(view))
    if to_move == OVER:
        raise BadValue(f"the game {game.position_text(view)} of {game.name} is over")
    if to_move != seat:
        where = f"{game.position_text(view)} of {game.name}"
        raise BadValue(f"{game.seat_name(game.checked_seat(seat))} is not to move in {where}")


def check_zero_sum_for_two(who: str, game: Game) -> None:
    """Refuse a game where one seat's gain is not the other's loss."""
    if game.seats != 2:
        raise WrongKind(f"{who} cannot play {game.name}: it has {game.seats} seats, not two")
    if game.least_payoff != -game.greatest_payoff:
        raise WrongKind(f"{who} cannot play {game.name}: its payoffs do not sum to zero")


@contextmanager
def stopping(seconds: float | None, flags: NDArray[np.int64], place: int) -> Iterator[None]:
    """Set `flags[place]` after so many seconds, under a kernel that runs without the GIL."""
    if seconds is None:
        yield
        return

    def stop() -> None:
        flags[place] = 1

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def most_samples(wanted: int | None, seconds: float | None, usual: int) -> int:
    """How many samples to take: those wanted, or the usual number where nothing is said."""
    return wanted or (usual if seconds is None else UNLIMITED)


def last_look(look: Callable[[int], Analysis], most: int, seconds: float) -> Analysis:
    """The last of analyses of more and more samples, up to `most` or until time is up.

    For analysts that cannot go on with what they have. The clock starts after the first look,
    which may have to compile; what is exact is not looked at again.
    """
    size = min(FIRST_LOOK, most)
    found, begun = look(size), time.perf_counter()
    growth = MOST_GROWTH
    while size < most and not found.is_exact and growth >= LEAST_GROWTH:
        size, before = min(most, round(growth * size)), time.perf_counter()
        found = look(size)
        now = time.perf_counter()
        growth = min(MOST_GROWTH, (begun + seconds - now) / (now - before))
    if found.is_exact:
        return found
    return replace(found, stopped_by="samples" if size == most else "seconds")
