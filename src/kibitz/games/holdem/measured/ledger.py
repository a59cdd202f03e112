"""Results of long measurements in a file, one line of JSON each, so that none is played twice.

A result is known by its question (who plays, how deep), its seed and its number. Results of one
question are counted together whatever their seeds: they are independent of one another. Lines
are added one by one, so a measurement that is broken off goes on where it stopped; a last line
that was cut short is dropped.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from kibitz.core.files import append_line, read_text, write_whole
from kibitz.errors import BadRecord

Numbers = tuple[float | None, ...]
FIELDS = {"question", "seed", "number", "results"}


class ResultLedger:
    """The results of one question, read from a file and added to it; without a file in memory."""

    def __init__(self, place: str | None, question: str) -> None:
        self.path = None if place is None else Path(place)
        self.question = question
        self.results: dict[tuple[int, int], Numbers] = {}
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def _read(self, path: Path) -> None:
        whole, _, cut = read_text(path).rpartition("\n")
        for number, line in enumerate(whole.splitlines(), 1):
            row = _parsed(line, f"{path}, line {number}")
            if row["question"] == self.question:
                self.results[row["seed"], row["number"]] = tuple(row["results"])
        if cut:
            write_whole(path, [whole + "\n" if whole else ""])

    def kept(self) -> list[Numbers]:
        """All results of the question so far, of any seed."""
        return list(self.results.values())

    def through(
        self, seed: int, numbers: Iterable[int], find: Callable[[int], Numbers]
    ) -> Iterator[list[Numbers]]:
        """All results after each number of a seed; those that the file has are not found again."""
        for number in numbers:
            if (seed, number) not in self.results:
                self._add(seed, number, find(number))
            yield self.kept()

    def _add(self, seed: int, number: int, results: Numbers) -> None:
        self.results[seed, number] = results
        if self.path is None:
            return
        row = {"question": self.question, "seed": seed, "number": number, "results": results}
        append_line(self.path, json.dumps(row))


def _parsed(line: str, where: str) -> dict[str, Any]:
    """A line that is what this module writes."""
    try:
        row = json.loads(line)
        if isinstance(row, dict) and set(row) == FIELDS and _fits(row):
            return row
    except ValueError:
        pass
    raise BadRecord(f"{where} is no result of a measurement: '{line[:60]}'")


def _fits(row: dict[str, Any]) -> bool:
    results = row["results"]
    return (
        isinstance(row["question"], str)
        and type(row["seed"]) is int
        and type(row["number"]) is int
        and isinstance(results, list)
        and all(r is None or type(r) in (int, float) for r in results)
    )
