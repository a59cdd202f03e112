"""Dice chess drawn: the board from behind one's own men, the dice, and what a pawn becomes.

A move is picked by the square it leaves and the square it goes to; a promotion by its piece,
too. Dice that are spent are known from the moments that a seat saw.
"""

from kibitz.core.game import CHANCE, Game, turn
from kibitz.core.layout import HEAD, MARGIN, situation, tile
from kibitz.core.scene import Die, Piece, Rect, Scene, Shape, Text, Trail
from kibitz.core.shown import Shown
from kibitz.core.speech import listed
from kibitz.games.dicechess.dice import LETTERS, dice_text
from kibitz.games.dicechess.notation import men_of, seen_from, square_text
from kibitz.games.dicechess.rules import PASS, DiceChess
from kibitz.games.dicechess.words import NAMES, SIDES, man_name, roll_words

EDGE = 20.0  # for the names of files and ranks
WIDE_SIDE, TALL_SIDE = 56.0, 44.0  # of a square
PANEL = 190.0  # beside the board, for the dice
ROW = 70.0  # below the board, for the dice
PROMOTIONS = "qrbn"


def picks_of(p: DiceChess, move: int) -> tuple[str, ...]:
    """The squares of a move, and what its pawn becomes; a pass has none."""
    if move == PASS:
        return ()
    squares = (seen_from(p.seat, move >> 9), seen_from(p.seat, move >> 3 & 63))
    becomes = (f"={LETTERS[move & 7].lower()}",) if move & 7 else ()
    return (*map(square_text, squares), *becomes)


def spent_dice(p: DiceChess, trail: Trail) -> str:
    """The dice of this turn that are spent, as far as the trail goes back."""
    rolled = next((m.after for m in reversed(trail) if m.seat == CHANCE), None)
    if rolled is None or not p.dice or (rolled.seat, rolled.number) != (p.seat, p.number):
        return ""
    spent = list(dice_text(int(rolled.dice)))
    for letter in dice_text(int(p.dice)):
        if letter in spent:
            spent.remove(letter)
    return "".join(spent)


def scene(game: Shown, p: DiceChess, seat: int, tall: bool, trail: Trail) -> Scene:
    """The board as `seat` sees it."""
    side = TALL_SIDE if tall else WIDE_SIDE
    plays, state = game.plays(p, seat), _state(game, p, seat)
    picks = {pick for play in plays for pick in play.picks}
    board = EDGE + 8 * side
    lit, spent = _last_squares(game, trail), spent_dice(p, trail)
    drawn: list[Shape] = [Text(MARGIN, 20.0, state, 15.0, is_strong=True, role="ink")]
    drawn += _names(seat, side)
    drawn += [_square(man, square, seat, side, picks, lit) for square, man in enumerate(men_of(p))]
    x, y = (MARGIN + EDGE, HEAD + board + 14) if tall else (MARGIN + board + 24, HEAD + 8)
    drawn += _dice(p, spent, x, y)
    drawn += _extras(p, [play.move for play in plays] == ["pass"], picks, x, y + ROW, tall)
    width = MARGIN + board + (MARGIN if tall else PANEL + MARGIN)
    height = HEAD + board + (2 * ROW + 24 if tall else MARGIN)
    return Scene(width, height, game.title, _summary(p, seat, state, spent), tuple(drawn), plays)


def _state(game: Game, p: DiceChess, seat: int) -> str:
    state = situation(game, p, seat)
    if turn(p) == CHANCE:
        state = f"{'you roll' if p.seat == seat else f'{SIDES[p.seat]} rolls'} next"
    return f"You are {SIDES[seat]}: {state}"


def _last_squares(game: Shown, trail: Trail) -> set[str]:
    """The squares of the last turn's moves."""
    moves = [m for m in trail if m.seat != CHANCE]
    lit: set[str] = set()
    for moment in reversed(moves):
        if moment.seat != moves[-1].seat or moment.before.number != moves[-1].before.number:
            break
        move = game.seen_move(moment)
        lit |= set(picks_of(moment.before, move)[:2]) if move is not None else set()
    return lit


def _corner(square: int, seat: int, side: float) -> tuple[float, float]:
    rank, file = divmod(square, 8)
    column, row = (7 - file, rank) if seat == 1 else (file, 7 - rank)
    return MARGIN + EDGE + column * side, HEAD + row * side


def _names(seat: int, side: float) -> list[Shape]:
    found: list[Shape] = []
    for i in range(8):
        x, _ = _corner(i, seat, side)
        _, y = _corner(8 * i, seat, side)
        below = HEAD + 8 * side + 12
        found.append(Text(x + side / 2, below, "abcdefgh"[i], 13.0, "middle", role="quiet"))
        found.append(Text(MARGIN + 6, y + side / 2, str(i + 1), 13.0, "middle", role="quiet"))
    return found


def _square(man: str, square: int, seat: int, side: float, picks: set[str], lit: set[str]) -> Shape:
    (x, y), text = _corner(square, seat, side), square_text(square)
    shade = "light_square" if (square // 8 + square % 8) % 2 else "dark_square"
    stands = (
        f"{text}: {'White' if man.isupper() else 'Black'} {man_name(man)}" if man != "." else ""
    )
    pick = text if text in picks else None
    box = Rect(
        x,
        y,
        side,
        side,
        role="last_move" if text in lit else shade,
        label=stands or (text if pick else ""),
        pick=pick,
    )
    if man == ".":
        return box
    return tile(box, Piece(x + side / 2, y + side / 2, 0.86 * side, man, role=_side(man)))


def _side(man: str) -> str:
    return "first" if man.isupper() else "second"


def _dice(p: DiceChess, spent: str, x: float, y: float) -> list[Shape]:
    """The dice to be spent, and behind them those that are."""
    left = dice_text(int(p.dice))
    return [
        Die(
            x + 54 * i,
            y,
            46.0,
            letter,
            i >= len(left),
            label=f"die: {man_name(letter)}{', spent' if i >= len(left) else ''}",
        )
        for i, letter in enumerate(left + spent)
    ]


def _extras(
    p: DiceChess, must_pass: bool, picks: set[str], x: float, y: float, tall: bool
) -> list[Shape]:
    """What is clicked beside the board: the pieces that a pawn can become, and a pass."""
    if must_pass:
        box = Rect(x, y, 110, 44, 8.0, role="highlight", label="pass", move="pass")
        return [tile(box, Text(x + 55, y + 22, "pass", 16.0, "middle", True, role="ink"))]
    found: list[Shape] = []
    for i, letter in enumerate(PROMOTIONS):
        if f"={letter}" in picks:
            label = f"becomes a {NAMES[LETTERS.index(letter.upper())]}"
            man = letter.upper() if p.seat == 0 else letter
            place = (x + 50 * i, y) if tall else (x + 50 * (i % 2), y + 50 * (i // 2))
            box = Rect(*place, 46, 46, 6.0, role="highlight", label=label, pick=f"={letter}")
            piece = Piece(place[0] + 23, place[1] + 23, 38.0, man, role=_side(man))
            found.append(tile(box, piece))
    return found


def _summary(p: DiceChess, seat: int, state: str, spent: str) -> str:
    said = [f"{state}."]
    if p.dice:
        gone = f"; spent: {listed([man_name(letter) for letter in spent])}" if spent else ""
        said.append(f"Dice of {SIDES[p.seat]}: {roll_words(int(p.dice))}{gone}.")
    men = men_of(p)
    for name, letters in (("White", LETTERS[::-1]), ("Black", LETTERS[::-1].lower())):
        kinds = []
        for letter in letters:
            squares = [square_text(s) for s in range(64) if men[s] == letter]
            if squares:
                kinds.append(f"{man_name(letter)} {', '.join(squares)}")
        said.append(f"{name}: {'; '.join(kinds) or 'nothing'}.")
    return " ".join(said)
