"""Dice chess in words: rolls, moves, captures and who has lost his king."""

from kibitz.core.game import CHANCE
from kibitz.core.scene import Moment
from kibitz.core.speech import listed, sentences
from kibitz.games.dicechess.dice import KING, LETTERS, MULTISETS, PAWN, dice_text
from kibitz.games.dicechess.notation import men_of, seen_from, square_text
from kibitz.games.dicechess.rules import PASS, DiceChess

NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
SIDES = ("White", "Black")


def man_name(letter: str) -> str:
    """The kind of a man by its letter, of either side."""
    return NAMES[LETTERS.index(letter.upper())]


def roll_words(pool: int) -> str:
    """The dice of a pool: `pawn, pawn and knight`."""
    return listed([man_name(letter) for letter in dice_text(pool)])


def kinds_words(pool: int) -> str:
    """The kinds that some dice show: `pawn, knight or king`."""
    kinds = list(dict.fromkeys(man_name(letter) for letter in dice_text(pool)))
    return " or ".join([*filter(None, [", ".join(kinds[:-1])]), kinds[-1]])


def move_words(p: DiceChess, move: int) -> str:
    """A micro-move, a pass or a roll as one says it."""
    if not p.dice:
        return f"roll {listed([NAMES[kind] for kind in MULTISETS[move]])}"
    if move == PASS:
        return "pass"
    kind, start, goal, taken = _parts(p, move)
    if kind == NAMES[KING] and abs(ord(start[0]) - ord(goal[0])) == 2:
        return f"castle {'short' if goal[0] == 'g' else 'long'}"
    way = f"takes {taken} on {goal}" if taken else f"to {goal}"
    turns = f", becomes a {NAMES[move & 7]}" if move & 7 else ""
    return f"{kind} {start} {way}{turns}"


def is_capture(p: DiceChess, move: int) -> bool:
    """Whether a micro-move takes something."""
    return bool(p.dice) and move != PASS and bool(_parts(p, move)[3])


def _parts(p: DiceChess, move: int) -> tuple[str, str, str, str]:
    """The man that moves, from where, to where, and what it takes (empty for nothing)."""
    men = men_of(p)
    start, goal = seen_from(p.seat, move >> 9), seen_from(p.seat, move >> 3 & 63)
    kind = man_name(men[start])
    taken = "" if men[goal] == "." else f"the {man_name(men[goal])}"
    if kind == NAMES[PAWN] and not taken and start % 8 != goal % 8:
        taken = "en passant"
    return kind, square_text(start), square_text(goal), taken


def news(moment: Moment, move: int | None, listener: int) -> str:
    """What `listener` hears of a roll or of a move: his own only where it ends the game."""
    return sentences(_clauses(moment, move, listener))


def _clauses(moment: Moment, move: int | None, listener: int) -> list[str]:
    before, after = moment.before, moment.after
    side = SIDES[int(before.seat)]
    if moment.seat == CHANCE:
        return [f"{side} rolls {roll_words(int(after.dice))}"]
    if move is None:
        return []
    if move == PASS:
        return [f"{side} cannot move and passes"]
    made = f"{side}: {move_words(before, move)}"
    if after.kings & ~after.mine == 0:
        return [made, f"{SIDES[1 - int(before.seat)]} has lost the king"]
    return [] if moment.seat == listener else [made]
