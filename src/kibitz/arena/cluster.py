"""A crew of other machines, or of processes of this one under the same management.

Reports are byte for byte those of a crew at home: batches come in the order of the chunks,
and a pair depends on nothing but its setting and its index.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, Self, TypeVar

from kibitz.arena.batch import Batch
from kibitz.arena.chunk import Chunk, Setting
from kibitz.arena.far import Bundle, Playing, guarded, programs_of
from kibitz.arena.gang import Gang
from kibitz.arena.workers import Crew, Pace, make_crew

CHUNK_SECONDS = 0.7  # an empty task costs about 9 ms of all processors together
LARGEST_CHUNK = 1 << 16

T = TypeVar("T")
R = TypeVar("R")


class Cluster(Crew):
    """Plays chunks on the workers of a cluster."""

    def __init__(self, setting: Setting, address: str, gang: Gang | None = None) -> None:
        super().__init__()
        self.pace = Pace(CHUNK_SECONDS, LARGEST_CHUNK)
        self._setting = setting
        self._task = Playing(secrets.token_hex(8), setting, programs_of(setting.players))
        self._is_owner = gang is None
        self.gang = gang or Gang(address)

    @property
    def size(self) -> int:  # type: ignore[override]
        return self.gang.size

    def run(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        with closing(self.gang.ordered(self._task, chunks, self._here)) as results:
            for batch, seconds in results:
                if seconds:
                    self.pace.note(len(batch), seconds)
                yield batch

    def _here(self, chunks: Iterable[Chunk]) -> Iterator[Batch]:
        """Play without a cluster; what took workers down before is guarded."""
        alone = isinstance(chunks, list)
        with guarded(self._setting) if alone else make_crew(self._setting, None) as crew:
            yield from crew.run(chunks)

    def close(self) -> None:
        if self._is_owner:
            self.gang.close()


class ClusterHands:
    """A cluster for any work that falls into parts (`kibitz.core.hands`)."""

    def __init__(self, address: str, gang: Gang | None = None) -> None:
        self._is_owner = gang is None
        self.gang = gang or Gang(address)

    @property
    def size(self) -> int:
        return self.gang.size

    def ordered(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """What `task` makes of each item; small items travel together."""
        pace, supply, bundle = Pace(CHUNK_SECONDS, LARGEST_CHUNK), iter(items), Bundle(task)

        def bundles() -> Iterator[list[T]]:
            while some := list(islice(supply, pace.size)):
                yield some

        def here(bundled: Iterable[list[T]]) -> Iterator[Any]:
            return map(bundle, bundled)

        with closing(self.gang.ordered(bundle, bundles(), here)) as results:
            for values, seconds in results:
                pace.note(len(values), seconds)
                yield from values

    def close(self) -> None:
        if self._is_owner:
            self.gang.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
