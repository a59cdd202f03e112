"""The cribbage table drawn: tracks with pegs, backs, crib, starter, pile, and the hand to click."""

from typing import NamedTuple

from kibitz.core.cards import RANKS, card_text, card_words, rank_words
from kibitz.core.scene import Disc, Play, Scene, Shape, Text, Track, Trail
from kibitz.core.spread import BACK, Face, empty_place, face, laid, row, row_width
from kibitz.games.cribbage.table.counting import has_show
from kibitz.games.cribbage.table.knowledge import has_thrown, held_by, is_hand_on
from kibitz.games.cribbage.table.memory import back_peg, earlier_cards, pile_cards
from kibitz.games.cribbage.table.names import ROLES, crib_for, seat_for, side_for
from kibitz.games.cribbage.table.pile import pile_count
from kibitz.games.cribbage.table.rules import (
    CUT,
    HAND,
    KEPT,
    NONE,
    PLAY,
    SCORE,
    SKUNK,
    TARGET,
    THROW,
    THROWN,
    Cribbage,
    side_of,
    thrown_by_each,
)
from kibitz.games.cribbage.table.showing import show_height, show_marks
from kibitz.games.cribbage.table.spoken import summary, title
from kibitz.games.cribbage.table.text import cards_of, sides_of

STREET = 60  # holes of the first row; the second has the game hole, too
OWN_GAP = 4.0
NARROW = 150.0  # a column too narrow for long names


class CribbageLayout(NamedTuple):
    """Where things are, below the tracks; lengths in units of the scene."""

    width: float
    height: float
    track_x: float
    hole: float  # from one hole to the next
    radius: float
    side: float  # from one side's tracks to the next
    streets: float  # from a side's first row to its second
    opponents: float  # the width that the others share
    backs: float
    starter: tuple[float, float, float]
    crib: tuple[float, float, float]
    pile: tuple[float, float, float, float]  # with the width it may take
    total: tuple[float, float, float]
    own: tuple[float, float, float]
    name: tuple[float, float]  # of the seat itself


WIDE = CribbageLayout(
    *(740.0, 346.0, 112.0, 9.4, 3.2, 35.0, 14.0, 500.0, 54.0),
    starter=(452.0, 120.0, 55.0),
    crib=(548.0, 24.0, 42.0),
    pile=(106.0, 120.0, 55.0, 320.0),
    total=(52.0, 158.0, 31.0),
    own=(106.0, 246.0, 62.0),
    name=(10.0, 280.0),
)
TALL = CribbageLayout(
    *(390.0, 330.0, 92.0, 3.95, 1.7, 28.0, 8.0, 296.0, 44.0),
    starter=(326.0, 22.0, 50.0),
    crib=(228.0, 136.0, 34.0),
    pile=(74.0, 122.0, 48.0, 146.0),
    total=(38.0, 156.0, 24.0),
    own=(12.0, 232.0, 57.0),
    name=(12.0, 214.0),
)


def scene(
    p: Cribbage, seat: int, plays: tuple[Play, ...], tall: bool = False, trail: Trail = ()
) -> Scene:
    """What `seat` sees of the table."""
    at = TALL if tall else WIDE
    top = 16.0 + at.side * sides_of(p.players)
    marks = track_marks(p, seat, at, trail)
    height = top + at.height
    if is_hand_on(p):
        marks += hand_marks(p, seat, plays, at, top, trail)
    elif has_show(p):
        marks += show_marks(p, seat, top, tall)
        height = top + show_height(p, tall)
    else:
        marks += deck_marks(p, at, top)
    words = summary(p, seat, trail)
    return Scene(at.width, height, title(p, seat), words, tuple(marks), plays)


def track_marks(p: Cribbage, seat: int, at: CribbageLayout, trail: Trail) -> list[Shape]:
    """Each side's two rows of holes, with its name and score."""
    marks: list[Shape] = []
    for side in range(sides_of(p.players)):
        points, back = int(p[SCORE + side]), back_peg(p, side, trail)
        name, role, y = side_for(p, side, seat), ROLES[side], 20.0 + at.side * side
        middle = y + at.streets / 2
        marks.append(Text(10.0, middle, name, 14.0, role=role, is_strong=True))
        marks.append(_street(at, y, STREET, points, back, (STREET,), role))
        marks.append(
            _street(
                *(at, y + at.streets, TARGET - STREET, max(0, points - STREET)),
                *(back - STREET, (SKUNK - STREET,), role),
            )
        )
        label = f"{name}: {points} of {TARGET}"
        score = Text(at.width - 10, middle, str(points), 18.0, "end", is_strong=True, label=label)
        marks.append(score)
    return marks


def _street(
    at: CribbageLayout,
    y: float,
    holes: int,
    filled: int,
    back: int,
    ticks: tuple[int, ...],
    role: str,
) -> Track:
    seen = back if 0 < back <= holes else 0
    width = at.hole * holes
    return Track(at.track_x, y, width, holes, filled, at.radius, back=seen, ticks=ticks, role=role)


def hand_marks(
    p: Cribbage, seat: int, plays: tuple[Play, ...], at: CribbageLayout, top: float, trail: Trail
) -> list[Shape]:
    """Everything on the table while a hand is on."""
    marks = opponent_marks(p, seat, at, top, trail)
    marks += crib_marks(p, seat, at, top)
    marks += starter_marks(p, at, top)
    marks += pile_marks(p, at, top, trail)
    return marks + own_marks(p, seat, plays, at, top, trail)


def opponent_marks(
    p: Cribbage, seat: int, at: CribbageLayout, top: float, trail: Trail
) -> list[Shape]:
    """The other seats in their order: backs, and what they played before the pile began."""
    others = [(seat + step) % p.players for step in range(1, p.players)]
    column = at.opponents / len(others)
    marks: list[Shape] = []
    for i, other in enumerate(others):
        x, held = 12.0 + i * column, int(held_by(p, other))
        role, name = ROLES[int(side_of(p, other))], _role_name(p, other, seat, column)
        marks.append(Text(x, top + 10, name, 14.0 if column > NARROW else 12.0, role=role))
        cards = [BACK] * held + _faces(earlier_cards(p, other, trail))
        if p[HAND + other]:  # a position in which nothing is hidden
            cards = [face(card) for card in cards_of(p[HAND + other])] + cards[held:]
        named = [card._replace(label=f"{name}: {card.label}") for card in cards]
        marks += row(named, x, top + 22, at.backs, -20.0, column - 10)
    return marks


def _role_name(p: Cribbage, other: int, seat: int, column: float) -> str:
    """A seat's name with its part in the hand; where there is little room, as briefly as can be."""
    name = seat_for(other, seat)
    if column <= NARROW:
        return f"{name} deals" if other == p.dealer else name
    if p.players == 4 and other == (seat + 2) % 4:
        name += ", partner"
    return name + (", dealer" if other == p.dealer else "")


def _faces(cards: list[int]) -> list[Face]:
    """Cards that are out of the play."""
    return [face(card)._replace(role="quiet") for card in cards]


def crib_marks(p: Cribbage, seat: int, at: CribbageLayout, top: float) -> list[Shape]:
    """The crib: the seat's own cards, backs for the others', and places still free."""
    x, y, width = at.crib
    step = width + OWN_GAP
    middle = x + (KEPT * step - OWN_GAP) / 2
    marks: list[Shape] = [
        Text(middle, top + y - 12, crib_for(p, seat), 14.0, "middle", role="quiet")
    ]
    cards = crib_faces(p, seat)
    for i in range(KEPT):
        place = x + i * step
        if i < len(cards):
            marks.append(laid(cards[i], place, top + y, width))
        else:
            marks.append(empty_place(place, top + y, width, "an empty place in the crib"))
    return marks


def crib_faces(p: Cribbage, seat: int) -> list[Face]:
    """What lies in the crib, the seat's own first."""
    own, hidden = [], int(p.players == 3)
    for other in range(p.players):
        known = cards_of(p[THROWN + other])
        own += [face(card) for card in known]
        if not known and has_thrown(p, other):
            hidden += int(thrown_by_each(p))
    return [card._replace(label=f"in the crib: {card.label}") for card in own + [BACK] * hidden]


def starter_marks(p: Cribbage, at: CribbageLayout, top: float) -> list[Shape]:
    """The starter, or the deck from which it will be cut."""
    x, y, width = at.starter
    is_cut = p.starter != NONE
    card = face(p.starter if is_cut else None)
    what = "starter" if is_cut else "deck"
    label = f"the starter: {card.label}" if is_cut else "the deck"
    under = Text(x + width / 2, top + y + width * 1.4 + 12, what, 14.0, "middle", role="quiet")
    return [laid(card._replace(label=label), x, top + y, width), under]


def pile_marks(p: Cribbage, at: CribbageLayout, top: float, trail: Trail) -> list[Shape]:
    """The cards since the last restart, and their count."""
    if p.phase != PLAY:
        return []
    count = int(pile_count(p.pile))
    x, y, radius = at.total
    disc = Disc(x, top + y, radius, role="highlight", label=f"the count is {count}")
    number = Text(x, top + y, str(count), radius * 0.8, "middle", is_strong=True)
    left, height, width, most = at.pile
    cards = [
        Face(RANKS[rank], f"on the pile: {rank_words(rank)}")
        if card is None
        else face(card)._replace(label=f"on the pile: {card_words(card)}")
        for rank, card in pile_cards(p, trail)
    ]
    return [disc, number, *row(cards, left, top + height, width, -20.0, most)]


def own_marks(
    p: Cribbage, seat: int, plays: tuple[Play, ...], at: CribbageLayout, top: float, trail: Trail
) -> list[Shape]:
    """The seat's own hand, to be clicked, and what it played before the pile began."""
    x, y, width = at.own
    name = "you, dealer" if p.dealer == seat else "you"
    role = ROLES[int(side_of(p, seat))]
    marks: list[Shape] = [Text(at.name[0], top + at.name[1], name, 14.0, role=role, is_strong=True)]
    hand = [own_face(p, card, plays) for card in cards_of(p[HAND + seat])]
    marks += row(hand, x, top + y, width, OWN_GAP)
    small, used = width * 0.7, row_width(len(hand), width, OWN_GAP)
    earlier = [
        card._replace(label=f"you played: {card.label}")
        for card in _faces(earlier_cards(p, seat, trail))
    ]
    marks += row(earlier, x + used + 14, top + y + (width - small) * 1.4, small, OWN_GAP)
    return marks


def own_face(p: Cribbage, card: int, plays: tuple[Play, ...]) -> Face:
    """A card of the hand: a part of a throw, a play, or nothing that can be clicked."""
    text, shown = card_text(card), face(card)
    if p.phase == THROW and any(text in play.picks for play in plays):
        return shown._replace(pick=text, label=f"throw the {shown.label}")
    if any(text == play.move for play in plays):
        verb = "throw" if p.phase == THROW else "play"
        return shown._replace(move=text, label=f"{verb} the {shown.label}")
    label = f"in your hand: {shown.label}"
    return shown._replace(label=label, role="quiet" if plays else shown.role)


def deck_marks(p: Cribbage, at: CribbageLayout, top: float) -> list[Shape]:
    """A table before the deal."""
    return starter_marks(p._replace(starter=NONE, phase=CUT), at, top)
