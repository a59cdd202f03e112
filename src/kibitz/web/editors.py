"""What is being picked, drawn: cards in a row, men on a board, shots on the water.

A text is the truth: each of these reads it leniently, changes it where somebody clicked, and
draws what it says. Whether it is a possible position is for the game to say.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from kibitz.core.scene import Card, Disc, Group, Piece, Rect, Scene, Shape, Text
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue

CARD = re.compile(r"(10|[2-9TJQKA])\s*([shdc♠♥♦♣])", re.IGNORECASE)
SUIT_LETTERS = dict(zip("♠♥♦♣", "shdc", strict=True))
MOST_TEXT = 2000
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MEN = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
CORNERS = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
FILES, SEA, SIDE, EDGE = "abcdefgh", 10, 40.0, 24.0
COLUMNS = "ABCDEFGHIJ"
FLEET = (5, 4, 3, 3, 2)  # lengths of the usual ships, the first being ship 1
SHOT = {"miss": "missed", "hit": "hit", "sunk": "sunk here", "": "unknown"}


def edited(what: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The text after a change, and what it looks like."""
    text = said.get("text", "").strip()
    if len(text) > MOST_TEXT:
        raise BadValue(f"this is longer than {MOST_TEXT:,} characters")
    if what not in EDITORS:
        raise BadValue(f"there is no editor for '{what[:40]}'")
    return EDITORS[what](text, said)


def edited_cards(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The cards in a text, and whether it holds anything else."""
    cards = [_card(*found) for found in CARD.findall(text)]
    rest = re.sub(r"[\s,]+", "", CARD.sub("", text))
    marks = tuple(Card(4 + 46.0 * i, 4.0, 42.0, card, label=card) for i, card in enumerate(cards))
    scene = Scene(8 + 46.0 * max(1, len(cards)), 68.0, "Cards", " ".join(cards), marks)
    drawn = svg(scene, standalone=False) if cards else ""
    return {"text": text, "cards": cards, "is_whole": not rest, "drawn": drawn}


def _card(rank: str, suit: str) -> str:
    return rank.upper().replace("10", "T") + SUIT_LETTERS.get(suit, suit.lower())


def edited_board(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """A position of dice chess with a man set, the side changed or the dice."""
    fields = (text or START).split()
    fields += ["w", "-", "-", "0", "1"][max(0, len(fields) - 1) :]
    men = _men(fields[0])
    if said.get("at"):
        _set_man(men, said["at"], said.get("put", ""))
        fields[3] = "-"
    if said.get("side") in ("w", "b"):
        fields[1], fields[3] = said["side"], "-"
    dice = said.get("dice", "".join(fields[6:7])).strip("-")
    fields[2] = "".join(r for r in CORNERS if r in fields[2] and _may_castle(men, r)) or "-"
    cased = dice.lower() if fields[1] == "b" else dice.upper()
    made = " ".join([_placement(men), *fields[1:6], *([cased] if cased else [])])
    shown = {"text": made, "side": fields[1], "dice": dice.upper().rstrip("!"), "columns": 8}
    return shown | {"drawn": svg(_board(men), standalone=False)}


def drawn_men(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """Every man by itself, for a palette."""
    found = {}
    for man in (*MEN, *map(str.lower, MEN)):
        marks = (
            Rect(0.0, 0.0, SIDE, SIDE, 4.0, role="light_square"),
            Piece(SIDE / 2, SIDE / 2, 0.9 * SIDE, man),
        )
        found[man] = svg(Scene(SIDE, SIDE, _name(man), _name(man), marks), standalone=False)
    return {"drawn": found}


def _men(placement: str) -> dict[str, str]:
    ranks = placement.split("/")
    wide = [re.sub(r"[1-8]", lambda gap: "." * int(gap[0]), rank) for rank in ranks]
    if [len(rank) for rank in wide] != [8] * 8 or re.search(r"[^kqrbnp.]", "".join(wide), re.I):
        raise BadValue(f"'{placement[:80]}' is not a board: eight ranks of eight squares")
    return {
        f"{FILES[i]}{8 - row}": man
        for row, rank in enumerate(wide)
        for i, man in enumerate(rank)
        if man != "."
    }


def _set_man(men: dict[str, str], square: str, man: str) -> None:
    if not re.fullmatch(r"[a-h][1-8]", square) or not re.fullmatch(r"[kqrbnpKQRBNP]?", man):
        raise BadValue(f"'{square[:10]} {man[:10]}' is not a square and a man")
    if man and men.get(square) != man:
        men[square] = man
    else:
        men.pop(square, None)


def _may_castle(men: Mapping[str, str], right: str) -> bool:
    king, rook = CORNERS[right]
    return men.get(king, "").upper() == "K" and men.get(rook, "").upper() == "R"


def _placement(men: Mapping[str, str]) -> str:
    ranks = ["".join(men.get(f"{file}{rank}", ".") for file in FILES) for rank in range(8, 0, -1)]
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), "/".join(ranks))


def _board(men: Mapping[str, str]) -> Scene:
    marks: list[Shape] = [Text(EDGE + SIDE * (i + 0.5), EDGE + 8 * SIDE + 12, file, 13.0, "middle",
                               role="quiet") for i, file in enumerate(FILES)]  # fmt: skip
    for row in range(8):
        y = EDGE + SIDE * row
        marks.append(Text(12.0, y + SIDE / 2, str(8 - row), 13.0, "middle", role="quiet"))
        for i, file in enumerate(FILES):
            square, man = f"{file}{8 - row}", men.get(f"{file}{8 - row}", "")
            marks.append(_square(EDGE + SIDE * i, y, square, man, (i + row) % 2 == 1))
    told = ", ".join(f"{square} {_name(man)}" for square, man in sorted(men.items()))
    size = 2 * EDGE + 8 * SIDE
    return Scene(size, size, "Board", told or "an empty board", tuple(marks))


def _square(x: float, y: float, square: str, man: str, is_dark: bool) -> Shape:
    box = Rect(x, y, SIDE, SIDE, role="dark_square" if is_dark else "light_square")
    label = f"{square}: {_name(man)}"
    if not man:
        return Group((box,), label=label, pick=square)
    piece = Piece(x + SIDE / 2, y + SIDE / 2, 0.86 * SIDE, man)
    return Group((box, piece), label=label, pick=square)


def _name(man: str) -> str:
    return f"{'White' if man.isupper() else 'Black'} {MEN[man.upper()]}" if man else "empty"


def edited_sea(text: str, said: Mapping[str, str]) -> dict[str, Any]:
    """Shots on ten by ten cells; a click goes from unknown to missed, hit, sunk and back."""
    misses, hits, sinks = _shots(text)
    cell = said.get("at", "")
    if cell:
        if not re.fullmatch(r"[A-J]([1-9]|10)", cell):
            raise BadValue(f"'{cell[:10]}' is not a cell")
        _shoot(cell, misses, hits, sinks)
    made = _shots_text(misses, hits, sinks)
    states = (
        dict.fromkeys(misses, "miss") | dict.fromkeys(hits, "hit") | dict.fromkeys(sinks, "sunk")
    )
    return {"text": made, "columns": SEA, "drawn": svg(_sea(states), standalone=False)}


def _shots(text: str) -> tuple[list[str], list[str], dict[str, str]]:
    if text in ("", "-"):
        return [], [], {}
    parts = [[item for item in part.split(",") if item != "-" and item] for part in text.split("/")]
    cells = [re.fullmatch(r"[A-Ja-j]([1-9]|10)", item) for part in parts[:2] for item in part]
    if len(parts) != 3 or not all(cells):
        raise BadValue("only shots alone can be clicked: misses/hits/sinkings on ten by ten cells")
    misses, hits = ([item.upper() for item in part] for part in parts[:2])
    sinks = {re.split("[@=]", item)[1].upper(): item for item in parts[2] if "@" in item}
    return misses, hits, sinks


def _shoot(cell: str, misses: list[str], hits: list[str], sinks: dict[str, str]) -> None:
    if cell in misses:
        misses.remove(cell)
        hits.append(cell)
    elif cell not in hits:
        misses.append(cell)
    elif cell not in sinks and (ship := _ship(cell, hits, sinks)):
        sinks[cell] = f"{ship}@{cell}"
    else:
        hits.remove(cell)
        for last, sunk in list(sinks.items()):
            if len(_run(last, hits)) < FLEET[int(sunk[0]) - 1]:
                del sinks[last]


def _ship(cell: str, hits: list[str], sinks: Mapping[str, str]) -> int | None:
    """The longest ship afloat that the hits around a cell can be."""
    sunk = {last: int(item[0]) for last, item in sinks.items()}
    spent = {one for last, ship in sunk.items() for one in _run(last, hits)[: FLEET[ship - 1]]}
    length = len(_run(cell, [hit for hit in hits if hit not in spent]))
    afloat = (n for n in range(1, len(FLEET) + 1) if n not in sunk.values())
    return next((n for n in afloat if FLEET[n - 1] <= length), None)


def _run(cell: str, hits: list[str]) -> list[str]:
    """The hits in a row with a cell, in the direction with more of them, the nearest first."""
    if cell not in hits:
        return []
    x, y = COLUMNS.index(cell[0]), int(cell[1:])
    runs = []
    for dx, dy in ((1, 0), (0, 1)):
        run = [cell]
        for way in (1, -1):
            for n in range(1, SEA):
                name = _cell_name(x + way * n * dx, y + way * n * dy)
                if name not in hits:
                    break
                run.append(name)
        runs.append(sorted(run, key=lambda one: _distance(one, cell)))
    return max(runs, key=len)


def _cell_name(x: int, y: int) -> str:
    return f"{COLUMNS[x]}{y}" if 0 <= x < SEA else ""


def _distance(one: str, other: str) -> int:
    return abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) + abs(int(one[1:]) - int(other[1:]))


def _shots_text(misses: list[str], hits: list[str], sinks: Mapping[str, str]) -> str:
    if not (misses or hits):
        return "-"
    return "/".join(",".join(part) for part in (misses, hits, sinks.values()))


def _sea(states: Mapping[str, str]) -> Scene:
    marks: list[Shape] = []
    for i, column in enumerate(COLUMNS):
        middle = EDGE + SIDE * (i + 0.5)
        marks.append(Text(middle, 12.0, column, 13.0, "middle", role="quiet"))
        marks.append(Text(12.0, middle, str(i + 1), 13.0, "middle", role="quiet"))
    for row in range(SEA):
        for i, column in enumerate(COLUMNS):
            cell = f"{column}{row + 1}"
            marks.append(_cell(EDGE + SIDE * i, EDGE + SIDE * row, cell, states.get(cell, "")))
    told = ", ".join(f"{cell} {SHOT[state]}" for cell, state in states.items())
    size = EDGE + SEA * SIDE + 8
    return Scene(size, size, "Shots", told or "no shots yet", tuple(marks))


def _cell(x: float, y: float, cell: str, state: str) -> Shape:
    ground = "sunk" if state == "sunk" else "empty" if not state else "water"
    box = Rect(x + 1, y + 1, SIDE - 2, SIDE - 2, 3.0, role=ground)
    middle = (x + SIDE / 2, y + SIDE / 2)
    over: tuple[Shape, ...] = ()
    if state == "miss":
        over = (Disc(*middle, 0.15 * SIDE, role="miss"),)
    elif state:
        over = (Piece(*middle, 0.8 * SIDE, "X", role="hit"),)
    return Group((box, *over), label=f"{cell}: {SHOT[state]}", pick=cell)


EDITORS: dict[str, Callable[[str, Mapping[str, str]], dict[str, Any]]] = {
    "cards": edited_cards,
    "board": edited_board,
    "men": drawn_men,
    "sea": edited_sea,
}
