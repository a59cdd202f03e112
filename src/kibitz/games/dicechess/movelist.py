"""Games of dice chess as lists: a DFEN, then rolls and moves; a blank line ends a game.

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    PNB e2e4 g1f3 f1c4 KQR pass ...

Without a DFEN a game starts from the first position. What follows a `;` is a comment, and
`White: Ann` and `Black: Bob` say who played.
"""

from collections.abc import Iterator
from pathlib import Path

from kibitz.core.files import text_lines
from kibitz.core.history import OldGame
from kibitz.core.record import Record
from kibitz.core.script import result_of, split_words
from kibitz.errors import BadNotation, BadRecord
from kibitz.games.dicechess.notation import START, dfen, parse_dfen

NAMES = ("White", "Black")


def listed_games(path: Path) -> Iterator[OldGame]:
    """Every game of a file."""
    block: list[str] = []
    first, done = 1, 0
    for number, line in enumerate(text_lines(str(path)), 1):
        done += len(line.encode())
        bare = line.partition(";")[0].strip()
        if bare:
            first = first if block else number
            block.append(bare)
        elif block:
            yield _game(path, first, done, block)
            block = []
    if block:
        yield _game(path, first, done, block)


def _game(path: Path, line: int, done: int, block: list[str]) -> OldGame:
    where = f"{path}, line {line}"
    try:
        return OldGame(where, done, list_record(block))
    except (BadRecord, BadNotation) as error:
        return OldGame(where, done, why=str(error))


def list_record(lines: list[str]) -> Record:
    """The record of one list."""
    players, start, words = dict(zip(NAMES, NAMES, strict=True)), START, list[str]()
    for line in lines:
        name, colon, text = line.partition(":")
        if colon and name in NAMES:
            players[name] = text.strip()
        elif line.partition(" ")[0].count("/") == 7:
            start = dfen(parse_dfen(line))
        else:
            words += split_words(line)
    record = Record("dicechess", start, tuple(players.values()), 0, tuple(words), None)
    replay = record.replay()
    return Record("dicechess", start, record.players, 0, record.moves, result_of(replay))


def list_text(record: Record) -> str:
    """A record of dice chess as a list; nothing for other games."""
    if record.game.partition("(")[0] != "dicechess":
        return ""
    names = [f"{name}: {who}" for name, who in zip(NAMES, record.players, strict=True)]
    return "\n".join([*names, record.start, " ".join(record.moves)]) + "\n"
