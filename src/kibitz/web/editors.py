"""What is being picked, drawn: cards in a row, men on a board, shots on the water.

A text is the truth: each of these reads it leniently, changes it where somebody clicked, and
draws what it says. Whether it is a possible position is for the game to say.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from kibitz.core.scene import Card, Group, Piece, Rect, Scene, Shape, Text
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue
from kibitz.web.sea import edited_sea

CARD = re.compile(r"(10|[2-9TJQKA])\s*([shdc♠♥♦♣])", re.IGNORECASE)
SUIT_LETTERS = dict(zip("♠♥♦♣", "shdc", strict=True))
MOST_TEXT = 2000
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MEN = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
CORNERS = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
FILES, SIDE, EDGE = "abcdefgh", 40.0, 24.0


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


EDITORS: dict[str, Callable[[str, Mapping[str, str]], dict[str, Any]]] = {
    "cards": edited_cards,
    "board": edited_board,
    "men": drawn_men,
    "sea": edited_sea,
}
