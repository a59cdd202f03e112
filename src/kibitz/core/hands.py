"""Who does work that falls into independent parts: the parts in, their results out, in order.

Floors that know nothing of processes and machines take hands from above. A part must depend
on nothing but the task and its item, so that it does not matter who does it, when, or twice;
both must pickle for hands elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Hands(Protocol):
    """Does the parts of some work."""

    @property
    def size(self) -> int:
        """How many work at once."""
        ...

    def ordered(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What `task` makes of each item, in their order; items are asked for as they are due."""
        ...


class OwnHands:
    """One part after the other, here."""

    size = 1

    def ordered(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        return map(task, items)
