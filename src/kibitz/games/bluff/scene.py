"""A table of bluff drawn: the others' backs, the pile and its claim, and the hand to pick from.

Cards of one rank lie below each other; each has its rank for a pick. With free ranks the
claim is picked, too, as `:Q`.
"""

from textwrap import wrap

from kibitz.core.cards import rank_name
from kibitz.core.game import CHANCE, turn
from kibitz.core.scene import Group, Play, Rect, Scene, Shape, Text
from kibitz.core.speech import clause, sentences
from kibitz.core.spread import BACK, HEIGHT, Face, buttons, laid, row
from kibitz.games.bluff.layout import HAND, NOBODY, RANKS, SIZE, Bluff
from kibitz.games.bluff.notation import LETTERS, counts
from kibitz.games.bluff.spoken import (
    claim_said,
    count_said,
    known_of,
    letters_said,
    pile_size,
    result,
    seat_for,
    summary,
)

ROLES = ("first", "second", "third", "fourth")
STRIP = 26.0  # of a card that another of its rank covers
BLOCK = 142.0  # the height of another seat
MARGIN = 12.0
PILE, PILE_WORDS = 44.0, 142.0  # the width of its cards, and where its words begin


def scene(p: Bluff, seat: int, plays: tuple[Play, ...], tall: bool, news: str) -> Scene:
    """What `seat` sees of the table; `news` is what it last heard."""
    width = 390.0 if tall else 740.0
    if turn(p) == CHANCE:
        waiting = Text(MARGIN, 40.0, "the cards are not dealt yet", 16.0, role="quiet")
        return Scene(width, 80.0, "Bluff", summary(p, seat), (waiting,))
    marks, y = other_marks(p, seat, width, tall)
    middle, y = middle_marks(p, seat, plays, width, y, news, tall)
    own, y = own_marks(p, seat, plays, width, y, tall)
    title = f"Bluff: {result(p, seat) or clause(seat_for(int(turn(p)), seat), 'act')}"
    return Scene(width, y, title, summary(p, seat), (*marks, *middle, *own), plays)


def other_marks(p: Bluff, seat: int, width: float, tall: bool) -> tuple[list[Shape], float]:
    """The other seats from the left of this one, and where they end."""
    others = [(seat + step) % p.players for step in range(1, p.players)]
    across = min(len(others), 3) if tall else len(others)
    column = (width - 2 * MARGIN) / across
    marks: list[Shape] = []
    for i, other in enumerate(others):
        x, y = MARGIN + i % across * column, BLOCK * (i // across)
        marks += _other(p, seat, other, x, y, column)
    return marks, BLOCK * ((len(others) - 1) // across + 1)


def _other(p: Bluff, seat: int, other: int, x: float, y: float, column: float) -> list[Shape]:
    """A seat's name, its cards, and what it surely holds."""
    held, name = int(p[SIZE + other]), seat_for(other, seat)
    shown = f"▸ {name}" if turn(p) == other else name
    label = f"{name}: {count_said(held)}"
    marks: list[Shape] = [
        Text(x, y + 16, shown, 14.0, role=ROLES[other % 4], is_strong=True, label=label)
    ]
    marks += row([BACK._replace(label="")] * held, x, y + 28, 34.0, -22.0, column - 16)
    marks.append(Text(x, y + 90, count_said(held), 13.0))
    known = letters_said(known_of(p, seat, other)) if known_of(p, seat, other) else ""
    lines = (
        wrap(f"surely {known}", int(column / 6.5), max_lines=3, placeholder=" …") if known else []
    )
    return marks + [
        Text(x, y + 106 + 14 * i, line, 12.0, role="quiet") for i, line in enumerate(lines)
    ]


def middle_marks(
    p: Bluff,
    seat: int,
    plays: tuple[Play, ...],
    width: float,
    y: float,
    news: str,
    tall: bool,
) -> tuple[list[Shape], float]:
    """The pile, the claim on it, what was heard last, and the answers to a claim."""
    claim = result(p, seat) or claim_said(p, seat)
    size, chars = (15.0, 28) if tall else (17.0, 60)
    marks = pile_marks(p, y)
    said, line = _lines(claim, PILE_WORDS, y + 46, chars, size, "strong")
    heard = "" if news == sentences([claim]) else news
    left, line, chars = (MARGIN, max(line, y + 88), 52) if tall else (PILE_WORDS, line + 6, 46)
    more, line = _lines(heard, left, line, chars, 13.0, "quiet")
    marks += said + more
    bottom = max(line, y + 84)
    answers = [(play.move, play.words) for play in plays] if p.asked != NOBODY else []
    if answers and tall:
        return marks + buttons(answers, MARGIN, bottom, width - 2 * MARGIN), bottom + 56
    if answers:
        marks += buttons(answers, width - 266.0, y + 14, 254.0)
    return marks, bottom + 6


def pile_marks(p: Bluff, y: float) -> list[Shape]:
    """The pile as a few backs, and how many cards it has."""
    pile = pile_size(p)
    label = BACK._replace(label=f"the pile: {count_said(pile)}")
    backs = [label, *[BACK._replace(label="")] * (pile - 1)][: min(pile, 12)]
    words = Text(PILE_WORDS, y + 22, f"pile: {count_said(pile)}", 15.0)
    return [*row(backs, MARGIN, y + 8, PILE, -38.0), words]


def _lines(
    words: str, x: float, y: float, chars: int, size: float, role: str
) -> tuple[list[Shape], float]:
    """Words below each other, and where the next line would be."""
    step, wrapped, strong = size + 4.0, wrap(words, chars), role == "strong"
    marks: list[Shape] = [
        Text(x, y + step * i, line, size, is_strong=strong, role=role)
        for i, line in enumerate(wrapped)
    ]
    return marks, y + step * len(wrapped)


def own_marks(
    p: Bluff, seat: int, plays: tuple[Play, ...], width: float, y: float, tall: bool
) -> tuple[list[Shape], float]:
    """The seat's own cards by rank, to be picked, and where they end."""
    shown = f"you: {count_said(int(p[SIZE + seat]))}"
    marks: list[Shape] = [Text(MARGIN, y + 10, shown, 14.0, role=ROLES[seat % 4], is_strong=True)]
    y += 26.0
    is_playing = bool(plays) and p.asked == NOBODY
    across, step = (7, 52.0) if tall else (13, 55.0)
    held = [(rank, count) for rank, count in enumerate(counts(int(p[HAND + seat]))) if count]
    for first in range(0, len(held), across):
        some = held[first : first + across]
        for i, (rank, count) in enumerate(some):
            marks += _stack(rank, count, MARGIN + i * step, y, step - 4, is_playing)
        y += (step - 4) * HEIGHT + STRIP * (max(count for _, count in some) - 1) + 10.0
    if is_playing and p.packs:
        ranks, y = _ranks(y, across, step)
        marks += ranks
    return marks, y + 6


def _stack(
    rank: int, count: int, x: float, y: float, width: float, is_playing: bool
) -> list[Shape]:
    """All cards of a rank, the lower ones over the upper."""
    letter, name = LETTERS[rank], rank_name(rank)
    card = Face(letter, f"in your hand: {name}")
    if is_playing:
        card = Face(letter, f"{name}, play it", pick=letter)
    return [laid(card, x, y + STRIP * i, width) for i in range(count)]


def _ranks(y: float, across: int, step: float) -> tuple[list[Shape], float]:
    """The ranks that a card may be claimed to be."""
    marks: list[Shape] = [Text(MARGIN, y + 8, "claimed to be", 13.0, role="quiet")]
    for rank in range(RANKS):
        x, top = MARGIN + rank % across * step, y + 22 + 50.0 * (rank // across)
        ground = Rect(x, top, step - 6, 44.0, 6.0, role="highlight")
        letter = LETTERS[rank].replace("T", "10")
        text = Text(x + (step - 6) / 2, top + 22, letter, 18.0, "middle", is_strong=True)
        label = f"claim it is of rank {rank_name(rank)}"
        marks.append(Group((ground, text), label=label, pick=f":{LETTERS[rank]}"))
    return marks, y + 22 + 50.0 * ((RANKS - 1) // across + 1)
