"""Results as PGN, for the many programs that rate players from it.

The format is the export format of the PGN standard with its seven tags. Its move text
is for chess; a game of anything else would not parse there, so a game here is its tags
and its result. White is the player in seat 0.
"""

from datetime import UTC, datetime

from kibitz.core.record import Record
from kibitz.errors import BadValue
from kibitz.store.entry import DRAW, WIN, half_points


def pgn_text(record: Record, added: int) -> str:
    """A game of two seats as PGN, dated by the moment it was kept.

    >>> from kibitz.core.record import Record
    >>> game = Record("nim", "1", ("ada", "bob"), 7, ("1:1",), (1.0, -1.0))
    >>> print(pgn_text(game, 0))
    [Event "nim"]
    [Site "Kibitz"]
    [Date "1970.01.01"]
    [Round "?"]
    [White "ada"]
    [Black "bob"]
    [Result "1-0"]
    [PlyCount "1"]
    [Termination "normal"]
    <BLANKLINE>
    1-0
    <BLANKLINE>
    """
    if len(record.players) != 2:
        raise BadValue(f"PGN is for two players, but {record.game} has {len(record.players)}")
    tags = {
        "Event": record.game,
        "Site": "Kibitz",
        "Date": datetime.fromtimestamp(added, UTC).strftime("%Y.%m.%d"),
        "Round": "?",
        "White": record.players[0],
        "Black": record.players[1],
        "Result": _result(record),
        "PlyCount": str(len(record.moves)),
        "Termination": _termination(record),
    }
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", _result(record), ""])


def _result(record: Record) -> str:
    if record.result is None:
        return "*"
    points = half_points(record.result, 0)
    return "1-0" if points == WIN else "1/2-1/2" if points == DRAW else "0-1"


def _termination(record: Record) -> str:
    if record.result is None:
        return "unterminated"
    return "abandoned" if "ended" in record.tags else "normal"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
