"""Scenes as games would draw them, to look at and to measure."""

from itertools import combinations

from kibitz.core.scene import (
    Card,
    Dial,
    Die,
    Disc,
    Group,
    Line,
    Piece,
    Play,
    Rect,
    Scene,
    Shape,
    Stop,
    Text,
    Track,
)
from kibitz.drawing.overlay import Hint

HAND = ("Ad", "2h", "5d", "6c", "9c", "Th")


def cribbage(*, tall: bool = False) -> Scene:
    """Six cards, two of which go to the crib."""
    width, big = (390.0, 54.0) if tall else (760.0, 64.0)
    marks: list[Shape] = []
    for seat, (role, name, points) in enumerate((("first", "you", 71), ("second", "player 2", 66))):
        y = 22.0 + 36 * seat
        marks.append(Text(12, y + 5, name, 15, role=role, is_strong=True))
        for row in range(2):
            filled = min(60, max(0, points - 60 * row))
            ticks = (30,) if row == 0 else (31,)
            track = Track(90, y + 13 * row, width - 150, 60, filled, 2.4, 0, ticks, role=role)
            marks.append(track)
        marks.append(Text(width - 12, y + 6, str(points), 18, "end", is_strong=True))
    marks += [Card(20 + 34 * i, 110, 50, None) for i in range(4)]
    marks += [Card(width - 120, 110, 50, "8s"), Text(width - 95, 195, "starter", 14, "middle")]
    marks += [Disc(44, 250, 26, role="first"), Text(44, 250, "15", 24, "middle", role="first")]
    marks.append(Text(12, 300, "you, dealer", 15, role="first", is_strong=True))
    for i, card in enumerate(HAND):
        x = 14 + (big + 6) * i
        label = f"{card} of your hand"
        marks.append(Card(x, 330, big, card, card == "5d", pick=card, label=label))
    plays = tuple(Play(f"{a} {b}", f"throw {a} and {b}", (a, b)) for a, b in combinations(HAND, 2))
    summary = "You hold the ace of diamonds, 2, 5, 6, 9 and 10. You deal."
    return Scene(width, 440, "Cribbage: throw", summary, tuple(marks), plays)


START = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"


def dice_chess() -> Scene:
    """A board after 1 e4 e5 2 Nf3 with three dice."""
    side, edge = 46.0, 24.0
    squares: list[Shape] = []
    pieces: list[Shape] = []
    for row, rank in enumerate(START.split("/")):
        unpacked = "".join("." * int(c) if c.isdigit() else c for c in rank)
        for column, letter in enumerate(unpacked):
            name = "abcdefgh"[column] + str(8 - row)
            x, y = edge + side * column, 10 + side * row
            role = "light_square" if (row + column) % 2 == 0 else "dark_square"
            role = "last_move" if name in ("g1", "f3") else role
            squares.append(Rect(x, y, side, side, role=role, pick=name, label=name))
            if letter != ".":
                pieces.append(Piece(x + side / 2, y + side / 2, 0.92 * side, letter))
    names = [Text(12, 33 + side * i, str(8 - i), 13, "middle", role="quiet") for i in range(8)]
    files = [Text(47 + side * i, 390, "abcdefgh"[i], 13, "middle", role="quiet") for i in range(8)]
    dice = (
        Die(420, 20, 56, "N"),
        Die(420, 90, 56, "p", is_spent=True),
        Die(420, 160, 56, "K"),
        Die(420, 240, 56, "5"),
        Die(420, 310, 56, "6"),
    )
    marks = (*squares, *pieces, *names, *files, *dice)
    plays = (Play("b8c6", "knight b8 to c6", ("b8", "c6")), Play("g8f6", "", ("g8", "f6")))
    return Scene(500, 404, "Dice chess", "White has played knight f3.", marks, plays)


CHESS_HINTS = {"b8c6": Hint(0, is_best=True), "g8f6": Hint(1)}


def battleship() -> Scene:
    """Ten by ten cells, shots and ships."""
    marks: list[Shape] = []
    for board, left in enumerate((30.0, 400.0)):
        for i in range(10):
            marks.append(Text(left + 16 + 32 * i, 20, "ABCDEFGHIJ"[i], 13, "middle", role="quiet"))
            marks.append(Text(left - 6, 48 + 32 * i, str(i + 1), 13, "end", role="quiet"))
        for i in range(100):
            x, y = left + 32 * (i % 10), 32.0 + 32 * (i // 10)
            name = "ABCDEFGHIJ"[i % 10] + str(i // 10 + 1)
            shot = i % 7 == 3
            ship = board == 1 and i // 10 == 6 and i % 10 < 5
            free = board == 0 and not shot
            marks.append(
                Rect(
                    x + 0.5,
                    y + 0.5,
                    31,
                    31,
                    role="ship" if ship else "water",
                    move=name if free else None,
                    label=f"fire at {name}" if free else "",
                )
            )
            if shot and (ship or i % 3 == 0):
                marks.append(Piece(x + 16, y + 16, 30, "X", role="hit"))
            elif shot:
                marks.append(Disc(x + 16, y + 16, 4, role="miss"))
    plays = tuple(
        Play(mark.move, mark.label) for mark in marks if isinstance(mark, Rect) and mark.move
    )
    return Scene(730, 360, "Battleship", "Your shots and your waters.", tuple(marks), plays)


def battleship_hints() -> dict[str, Hint]:
    """A chance for each free cell, one of them the best."""
    free = [play.move for play in battleship().plays]
    chances = {name: (i * 37 % 81) / 100 for i, name in enumerate(free)}
    best = max(chances, key=lambda name: chances[name])
    return {name: Hint(0, None, chance, name == best) for name, chance in chances.items()}


def dots() -> Scene:
    """Sixteen boxes, some lines drawn."""
    marks: list[Shape] = []
    marks.append(Rect(338, 20, 106, 106, role="third", label="box of player 3"))
    marks.append(Rect(20, 338, 106, 106, role="first", label="your box"))
    plays: list[Play] = []
    number = 0
    for row in range(5):
        for column in range(5):
            x, y = 20 + 106 * column, 20.0 + 106 * row
            for dx, dy in ((106, 0), (0, 106)):
                if x + dx > 450 or y + dy > 450:
                    continue
                number += 1
                name = f"{'abcde'[column]}{row + 1}{'-' if dx else '|'}"
                if number % 3:
                    marks.append(Line(x, y, x + dx, y + dy, 10, role="line"))
                else:
                    label = f"draw {name}"
                    marks.append(
                        Line(x, y, x + dx, y + dy, 3, True, role="grid", move=name, label=label)
                    )
                    plays.append(Play(name, label))
    marks += [Disc(20 + 106 * (i % 5), 20 + 106 * (i // 5), 8, role="line") for i in range(25)]
    summary = "Ten boxes are open."
    return Scene(470, 470, "Dots and boxes", summary, tuple(marks), tuple(plays))


def dots_hints() -> dict[str, Hint]:
    """Severities of each line."""
    names = [play.move for play in dots().plays]
    return {name: Hint(i % 5, is_best=i == 0) for i, name in enumerate(names)}


def holdem(*, tall: bool = False) -> Scene:
    """Six seats about a table, a flop, and a bet to be made."""
    width, height = (390.0, 560.0) if tall else (700.0, 400.0)
    marks: list[Shape] = [
        Rect(40, 60, width - 80, height - 120, 90, role="empty"),
        Text(width / 2, height / 2 - 66, "pot 120", 18, "middle", is_strong=True),
    ]
    for i, card in enumerate(("2h", "7h", "Tc")):
        marks.append(Card(width / 2 - 88 + 60 * i, height / 2 - 45, 54, card))
    places = ((0.5, 0.85), (0.12, 0.65), (0.12, 0.3), (0.5, 0.1), (0.88, 0.3), (0.88, 0.65))
    seats = ("first", "second", "third", "fourth", "quiet", "quiet")
    for seat, ((x, y), role) in enumerate(zip(places, seats, strict=True)):
        left, top = x * width - 30, y * height - 26
        cards: tuple[str | None, ...] = ("Ah", "Kh") if seat == 0 else (None, None)
        for i, held in enumerate(cards):
            marks.append(Card(left + 26 * i, top, 36, held))
        name = "you" if seat == 0 else f"player {seat + 1}"
        marks.append(Text(x * width, top + 62, f"{name} 940", 13, "middle", role=role))
    buttons = (("fold", "fold"), ("call", "call 20"))
    for i, (move, words) in enumerate(buttons):
        place = width - 200 + 96 * i
        marks.append(
            Group(
                (
                    Rect(place, height - 36, 90, 28, 6, role="highlight"),
                    Text(place + 45, height - 22, words, 14, "middle"),
                ),
                move=move,
                label=words,
            )
        )
    dial = Dial("raise to", "raise {}", 40, 940, 1, (Stop("half pot", 80), Stop("all in", 940)))
    plays = tuple(Play(move, words) for move, words in buttons)
    summary = "You hold the ace and king of hearts; the flop is 2h 7h Tc."
    return Scene(width, height, "Hold'em", summary, tuple(marks), plays, (dial,))


HOLDEM_HINTS = {"fold": Hint(3), "call": Hint(0)}


def bluff() -> Scene:
    """Cards without suits and a few dice."""
    ranks = ("A", "T", "7", "K", "Q", None)
    cards = tuple(Card(20 + 44 * i, 30, 60, r, i == 1, role="ink") for i, r in enumerate(ranks))
    return Scene(340, 140, "Bluff", "You hold A 10 7 K Q.", cards)


def tic_tac_toe() -> Scene:
    """Three marks and six free cells."""
    marks: list[Shape] = []
    for i in range(9):
        x, y = 12 + 82 * (i % 3), 12.0 + 82 * (i // 3)
        piece = {0: "X", 4: "O", 8: "X"}.get(i)
        move = None if piece else str(i + 1)
        label = f"cell {i + 1}" if move else ""
        marks.append(Rect(x, y, 78, 78, 6, role="empty", move=move, label=label))
        if piece:
            role = "first" if piece == "X" else "second"
            marks.append(Piece(x + 39, y + 39, 70, piece, role=role))
    plays = tuple(Play(str(i), f"cell {i}") for i in (2, 3, 4, 6, 7, 8))
    return Scene(266, 266, "Tic-tac-toe", "X in two corners, O in the middle.", tuple(marks), plays)


TIC_TAC_TOE_HINTS = {"2": Hint(0), "3": Hint(4), "4": Hint(0), "6": Hint(1), "7": Hint(4)}
