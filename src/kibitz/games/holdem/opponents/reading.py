"""Files of hand histories read in blocks, each by anybody: the text in, notes of its hands out.

Whoever reads a block needs no file. What is not a hand of hold'em is told by file and number.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kibitz.core.files import read_text
from kibitz.errors import KibitzError
from kibitz.games.holdem.histories.phh import told_together
from kibitz.games.holdem.histories.tables import Section, sections
from kibitz.games.holdem.opponents.notes import HandNotes, notes_of

BLOCK = 100  # hands that travel together


class Block(NamedTuple):
    """Some hands of a file, as they are written there; or why the file cannot be read."""

    file: str
    sections: tuple[Section, ...]
    done: int  # bytes of all files up to its end, nearly
    why: str = ""


class BlockTold(NamedTuple):
    """What a block tells: notes of its hands, and why others are none."""

    hands: list[HandNotes]
    reasons: list[str]
    done: int


def blocks_of(files: Iterable[Path]) -> Iterator[Block]:
    """The hands of some files in their order."""
    before = 0
    for path in files:
        try:
            found = sections(read_text(path))
        except KibitzError as error:
            yield Block(path.name, (), before, str(error))
            continue
        while some := tuple(islice(found, BLOCK)):
            yield Block(path.name, some, before + some[-1].end)
        before += path.stat().st_size


def read_block(block: Block) -> BlockTold:
    """Read and replay some hands."""
    told = BlockTold([], [f"{block.file}: {block.why}"] if block.why else [], block.done)
    for one in told_together(block.file, block.sections):
        if one.hand is None:
            told.reasons.append(f"{one.where}: {one.why}")
        else:
            told.hands.append(notes_of(one.hand))
    return told
