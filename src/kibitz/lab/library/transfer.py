"""Games out of the archive, as streams (`intake` takes them in)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.core.files import write_whole
from kibitz.core.request import PLACE, Answer, Request, ask, ask_archive
from kibitz.core.sheet import Sheet, Words
from kibitz.lab.figures import count
from kibitz.lab.library.shelf import ask_game, ask_player, opened

if TYPE_CHECKING:
    from kibitz.store.archive import Archive

PIECE = 500  # games that a piece of an export holds


@dataclass(frozen=True)
class ExportPiece(Answer):
    """Some games of an export, or how many went to a file."""

    schema: ClassVar[str] = "archive.export/1"
    format: str
    output: str | None  # the file
    games: int  # so far
    lines: tuple[str, ...]  # of this piece, where there is no file

    def piped(self) -> str | None:
        return None if self.output else "".join(f"{line}\n" for line in self.lines)

    def sheet(self) -> Sheet:
        return [Words.of(f"{count(self.games, 'game')} in {self.output}")]


@dataclass(frozen=True)
class ExportRequest(Request[ExportPiece]):
    """Write games as JSON lines, text, PHH, DFEN or PGN.

    `text` is the form of docs/records.md, with deals in cards; `phh` takes hands of hold'em,
    `dfen` lists of dice chess moves, `pgn` the results of two players. The games go to stdout,
    or to the file that --output names, which appears once it is complete.
    """

    verb: ClassVar[str] = "archive.export"
    gives: ClassVar[type[Answer]] = ExportPiece
    is_piecewise: ClassVar[bool] = True

    format: Literal["jsonl", "text", "phh", "dfen", "pgn"] = ask("jsonl", "How to write them.")
    output: str | None = ask(None, "Write to this file.", metavar="FILE", holds=PLACE)
    game: str | None = ask_game()
    player: str | None = ask_player()
    db: str | None = ask_archive()

    def answers(self) -> Iterator[ExportPiece]:
        with opened(self.db) as store:
            texts = self._texts(store)
            if self.output is not None:
                written = write_lines(texts, Path(self.output))
                yield ExportPiece(self.format, self.output, written, ())
                return
            games = 0
            while piece := tuple(islice(texts, PIECE)):
                games += len(piece)
                yield ExportPiece(self.format, None, games, piece)
            if not games:
                yield ExportPiece(self.format, None, 0, ())

    def _texts(self, store: "Archive") -> Iterator[str]:
        from kibitz.store.selection import Selection
        from kibitz.store.transfer import export_pgn

        wanted = Selection(self.game, self.player)
        if self.format == "pgn":
            return export_pgn(store, wanted)
        lines = store.lines(wanted)
        return lines if self.format == "jsonl" else _written(self.format, lines)


@dataclass(frozen=True)
class GamesOutRequest(ExportRequest):
    """Write games, as `kibitz archive export` does."""

    verb: ClassVar[str] = "export"


def _written(form: str, lines: Iterable[str]) -> Iterator[str]:
    """Games in a format other than JSON lines; those it has no words for are left out."""
    from kibitz.core.history import writers
    from kibitz.core.record import Record

    writer = writers()[form]
    return (text for line in lines if (text := writer(Record.from_json(line))))


def write_lines(texts: Iterable[str], output: Path) -> int:
    """Write texts to a file that appears when it is complete; return how many."""
    written = 0

    def counted() -> Iterator[str]:
        nonlocal written
        for text in texts:
            written += 1
            yield text + "\n"

    write_whole(output, counted())
    return written
