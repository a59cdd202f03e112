"""Results in files: a list of values, one per line, and a list of games.

A game is `first,second,score` or `first,second,score,pair`, the score from the first
player's side as 1, 0.5, 0 or 1-0, 1/2-1/2, 0-1; or a JSON object a line with these
names. Empty lines and lines that begin with # are passed over, as is a line of titles.
"""

import json
import math
from collections.abc import Iterator

from kibitz.errors import BadNotation, BadValue
from kibitz.stats.ratings import RatedGame

SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "1/2": 0.5, "½": 0.5}
LONGEST_NAME = 1000
TITLES = ("first", "second", "score")


def parse_values(text: str, name: str = "the file") -> list[float]:
    """The numbers in a text, one or more a line.

    >>> parse_values("0.5\\n1, 0.25\\n# end")
    [0.5, 1.0, 0.25]
    """
    values = [
        _finite(part, f"line {number} of {name}")
        for number, line in _lines(text)
        for part in line.replace(",", " ").split()
    ]
    if not values:
        raise BadValue(f"{name} is empty")
    return values


def parse_games(text: str, name: str = "the file", is_paired: bool = False) -> list[RatedGame]:
    """The games in a text; `is_paired` makes a pair of every two in succession."""
    games: list[RatedGame] = []
    for number, line in _lines(text):
        where = f"line {number} of {name}"
        parts = _json_parts(line, where) if line.startswith("{") else line.split(",")
        fields = [part.strip() for part in parts]
        if not games and fields[:3] == list(TITLES):
            continue
        if len(fields) not in (3, 4) or not (fields[0] and fields[1]):
            raise BadNotation(f"{where} is not first,second,score[,pair]: '{line}'")
        if max(map(len, fields[:2])) > LONGEST_NAME:
            raise BadNotation(f"{where} has a name of more than {LONGEST_NAME} letters")
        pair = len(games) // 2 if is_paired else _pair(fields, where)
        games.append(RatedGame(fields[0], fields[1], _score(fields[2], where), pair))
    if not games:
        raise BadValue(f"{name} is empty")
    return games


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _json_parts(line: str, where: str) -> list[str]:
    try:
        game = json.loads(line)
        parts = [str(game[title]) for title in TITLES]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadNotation(f"{where} is not a JSON object with first, second, score") from None
    return parts if game.get("pair") is None else [*parts, str(game["pair"])]


def _score(text: str, where: str) -> float:
    return SCORES[text] if text in SCORES else _finite(text, where)


def _pair(fields: list[str], where: str) -> int | None:
    if len(fields) == 3 or fields[3] == "":
        return None
    try:
        pair = int(fields[3])
    except ValueError:
        raise BadNotation(f"pair '{fields[3]}' in {where} is not a whole number") from None
    if not 0 <= pair < 1 << 62:
        raise BadNotation(f"pair {pair} in {where} is not a number from 0")
    return pair


def _finite(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadNotation(f"'{text}' in {where} is not a number")
    return value
