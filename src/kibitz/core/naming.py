"""The names of the players in place of what a game calls their seats.

A game speaks of `player 2`, `the button`, `White`. Whoever knows who sat there says so: in
sentences the name stands for the seat; in pictures a seat that has a place of its own (the
button) keeps it, and names are cut to the room there is, so that columns stay columns.
"""

import re
from collections.abc import Sequence

from kibitz.core.game import Game
from kibitz.core.ink import Ink, Span

SHORTEST = 4  # letters of a seat that is looked for in pictures: an X there is a mark on a board
_BEHIND = re.compile(r"( \([^)]*\))?( *)")  # a remark on the seat, and blanks to the next column
_NUMBERED = re.compile(r"(player|seat) \d+")


def label_of(player: str) -> str:
    """A player as he is called at a table: a level without its game and its options.

    >>> label_of("cribbage:expert"), label_of("cribbage:counsel(aware=35)"), label_of("Ann")
    ('expert', 'counsel', 'Ann')
    """
    return re.sub(r"\(.*\)$", "", player.rpartition(":")[2]).strip() or player


def called(seats: Sequence[str], players: Sequence[str]) -> list[str]:
    """Who is who in a table: by name where a seat is but numbered, and names tell them apart.

    >>> called(["player 1", "player 2"], ["Ann", "cribbage:expert"]), called(["X"], ["Ann"])
    (['Ann', 'expert'], ['X'])
    >>> called(["small blind", "big blind", "seat 3"], ["Ann", "Bob", "Cy"])
    ['Ann', 'Bob', 'Cy']
    """
    labels = [label_of(player) for player in players]
    is_told_apart = len(set(labels)) == len(labels)
    return labels if is_told_apart and any(map(_NUMBERED.fullmatch, seats)) else list(seats)


class SeatNames:
    """Who sits where in a game."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        usual = [game.seat_name(seat) for seat in range(len(players))]
        self.seats = tuple(usual)
        self.names = {
            seat: label_of(name)
            for seat, name in enumerate(players)
            if name != usual[seat] and name
        }

    def roll(self) -> str:
        """Everybody, with the place of his seat where it has a name: `Ann (button) – Bob`."""
        return " – ".join(
            f"{name} ({usual})" if name and not _NUMBERED.fullmatch(usual) else name or usual
            for seat, usual in enumerate(self.seats)
            for name in [self.names.get(seat, "")]
        )

    def in_words(self, words: str, besides: int | None = None) -> str:
        """Sentences with names in them; `besides` is a seat that is spoken to, not named."""
        seats = {seat: name for seat, name in self.names.items() if seat != besides}
        pattern = self._pattern(seats, r"(?:\bthe )?\b(", r")\b")
        if pattern is None:
            return words
        usual = {self.seats[seat].lower(): name for seat, name in seats.items()}
        named = pattern.sub(lambda found: usual[found[1].lower()], words)
        return re.sub(r"\b[Mm]e's\b", "my", named)

    def in_picture(self, picture: Ink) -> Ink:
        """A picture in characters with names in it; its columns stay where they are."""
        seats = {s: n for s, n in self.names.items() if len(self.seats[s]) >= SHORTEST}
        pattern = self._pattern(seats, r"\b(", r")\b( \(you)?")
        if pattern is None or not pattern.search(str(picture)):
            return picture
        usual = {self.seats[seat].lower(): name for seat, name in seats.items()}
        lines = [_named_line(line, pattern, usual) for line in _lines(picture)]
        return Ink(tuple(Span(*cell) for cell in _joined(lines)))

    def _pattern(self, seats: dict[int, str], before: str, after: str) -> "re.Pattern[str] | None":
        if not seats:
            return None
        longest_first = sorted((self.seats[s] for s in seats), key=len, reverse=True)
        return re.compile(before + "|".join(map(re.escape, longest_first)) + after, re.IGNORECASE)


_Cells = list[tuple[str, str]]  # characters with their roles


def _lines(picture: Ink) -> list[_Cells]:
    lines: list[_Cells] = [[]]
    for span in picture.spans:
        for sign in span.text:
            if sign == "\n":
                lines.append([])
            else:
                lines[-1].append((sign, span.role))
    return lines


def _named_line(line: _Cells, pattern: "re.Pattern[str]", usual: dict[str, str]) -> _Cells:
    text = "".join(sign for sign, _ in line)
    for found in reversed(list(pattern.finditer(text))):
        line = _with_name(line, found, usual[found[1].lower()])
    return line


def _with_name(line: _Cells, found: "re.Match[str]", name: str) -> _Cells:
    """A line with one name put in; the blanks behind it make room or fill up."""
    start, end = found.span(1)
    text = "".join(sign for sign, _ in line)
    behind = _BEHIND.match(text, end)
    assert behind is not None
    blanks = len(behind[2])
    is_column = blanks > 1 or bool(behind[1] and blanks)
    room = end - start + blanks - min(blanks, 2) if is_column else None
    put = _fitted(found, name, room)
    if put is None:
        return line
    role, grown = line[start][1], len(put) - (end - start)
    line = [*line[:start], *((sign, role) for sign in put), *line[end:]]
    if not is_column:
        return line
    place = behind.start(2) + grown
    filled = [(" ", "")] * (blanks - grown)
    return line[:place] + filled + line[place + blanks :]


def _fitted(found: "re.Match[str]", name: str, room: int | None) -> str | None:
    """What is written where a seat stood, within some room; None where it stays as it is."""
    usual = found[1]
    if not _NUMBERED.fullmatch(usual.lower()):
        both = f"{usual} ({name})"
        return None if found[2] or (room is not None and len(both) > room) else both
    return name if room is None or len(name) <= room else f"{name[: room - 1]}…"


def _joined(lines: list[_Cells]) -> _Cells:
    """The lines as spans, each as long as its role goes."""
    found: _Cells = []
    for number, line in enumerate(lines):
        for sign, role in ([("\n", "")] if number else []) + line:
            if found and found[-1][1] == role:
                found[-1] = (found[-1][0] + sign, role)
            else:
                found.append((sign, role))
    return found
