"""The hold'em table drawn: the seat itself below, the others around in the order of acting.

What can be folded, checked and called are plays, bets are a dial; the drawing has no marks
for them. The board of a hand that ended without a showdown is in no view: the trail has it.
"""

from math import cos, pi, sin
from typing import NamedTuple

from kibitz.core.cards import card_words
from kibitz.core.game import turn
from kibitz.core.scene import Disc, Path, Scene, Shape, Text, Trail
from kibitz.core.speech import YOU, clause, listed, sentences
from kibitz.core.spread import BACK, HEIGHT, Face, empty_place, face, row, row_width
from kibitz.games.holdem.table.hands import best_five
from kibitz.games.holdem.table.position import (
    BOARD,
    DEAL,
    ENDED,
    Holdem,
    behind,
    bet,
    is_in,
    pot,
)
from kibitz.games.holdem.table.spoken import (
    STREET_NAMES,
    board,
    cards_said,
    dials,
    holes,
    plays,
    prompt,
    result,
    seat_for,
    seat_name,
    shown_hand,
    winnings,
)

ROLES = ("first", "second", "third", "fourth")
LINE = 15.0  # from one line of text to the next


class OvalLayout(NamedTuple):
    """The oval on which the seats are, and the sizes of cards."""

    width: float
    wide: float  # half axes
    high: float
    card: float
    board: float
    gap: float
    own: float
    text: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.width / 2, self.high + 54.0

    @property
    def own_top(self) -> float:
        return self.centre[1] + self.high + 10.0

    @property
    def height(self) -> float:
        return self.own_top + self.own * HEIGHT + 3 * LINE + 16.0


def layout(seats: int, tall: bool) -> OvalLayout:
    """A table for so many: on a phone it is upright."""
    if tall:
        return OvalLayout(390.0, 145.0, 215.0 if seats > 5 else 165.0, 32.0, 35.0, 4.0, 60.0, 12.0)
    return OvalLayout(760.0, 310.0, 170.0 if seats > 3 else 140.0, 38.0, 48.0, 6.0, 62.0, 13.0)


def scene(p: Holdem, seat: int, tall: bool, trail: Trail) -> Scene:
    """What `seat` sees of the table."""
    at = layout(p.seats, tall)
    cards = seen_board(p, trail)
    marks: list[Shape] = [_table(at)] if not tall else []
    marks += board_marks(p, at, cards, seat)
    for step in range(1, p.seats):
        marks += seat_marks(p, (seat + step) % p.seats, step, at)
    marks += own_marks(p, seat, at)
    is_mine = turn(p) == seat
    return Scene(
        at.width,
        at.height,
        title(p, seat),
        summary(p, seat, cards),
        tuple(marks),
        plays(p) if is_mine else (),
        dials(p) if is_mine else (),
    )


def seen_board(p: Holdem, trail: Trail) -> list[int]:
    """The board, from the trail where the hand ended before it was all out."""
    cards = board(p)
    if not cards and p.stage == ENDED and trail:
        return board(trail[-1].before)
    return cards


def _table(at: OvalLayout) -> Path:
    (x, y), steps = at.centre, 64
    points = tuple(
        (
            round(x + 0.7 * at.wide * cos(2 * pi * i / steps), 1),
            round(y + 0.55 * at.high * sin(2 * pi * i / steps), 1),
        )
        for i in range(steps)
    )
    return Path(points, 2.0, True, role="grid")


def board_marks(p: Holdem, at: OvalLayout, cards: list[int], seat: int) -> list[Shape]:
    """The board with places for what is to come, and the pot or who took it."""
    x, y = at.centre
    left = x - row_width(BOARD, at.board, at.gap) / 2
    top = y - at.board * HEIGHT / 2 - 12.0
    counting = _counting(p, cards)
    faces = [
        face(card)._replace(label=f"on the board: {card_words(card)}", is_raised=card in counting)
        for card in cards
    ]
    marks: list[Shape] = row(faces, left, top, at.board, at.gap)
    for i in range(len(cards), BOARD):
        place = left + i * (at.board + at.gap)
        marks.append(empty_place(place, top, at.board, "a place on the board"))
    under = top + at.board * HEIGHT + 18.0
    said = result(p, seat) if p.stage == ENDED else [f"pot {pot(p)}"]
    return marks + [
        Text(x, under + 18 * i, words.split(" with ")[0], 15.0, "middle", is_strong=True)
        for i, words in enumerate(said)
    ]


def _counting(p: Holdem, cards: list[int]) -> set[int]:
    """The cards of the winning hands at a showdown."""
    counting: set[int] = set()
    if p.stage == ENDED:
        for seat in winnings(p):
            if shown_hand(p, seat):
                counting |= set(best_five([*holes(p, seat), *cards]))
    return counting


def seat_marks(p: Holdem, seat: int, step: int, at: OvalLayout) -> list[Shape]:
    """Another seat: its cards, name, chips and bet about its place on the oval."""
    angle = pi / 2 + 2 * pi * step / p.seats
    x, y = at.centre[0] + at.wide * cos(angle), at.centre[1] + at.high * sin(angle)
    return _place(p, seat, None, x, y - 46.0, at.card, at)


def own_marks(p: Holdem, seat: int, at: OvalLayout) -> list[Shape]:
    """The seat itself, its cards large."""
    return _place(p, seat, seat, at.centre[0], at.own_top, at.own, at)


def _place(
    p: Holdem, seat: int, viewer: int | None, x: float, top: float, width: float, at: OvalLayout
) -> list[Shape]:
    """Cards with their upper middle there, and three lines of text under them."""
    x, top = round(x, 1), round(top, 1)
    gap = 4.0 if seat == viewer else 2.0
    left = x - row_width(2, width, gap) / 2
    marks: list[Shape] = row(_faces(p, seat, viewer), left, top, width, gap)
    if seat == p.seats - 1:
        marks += _button(left + 2.0, top + width * HEIGHT - 4.0)
    under = top + width * HEIGHT + 11.0
    for i, (words, role) in enumerate(_lines(p, seat, viewer)):
        strong = i == 0 and is_in(p, seat)
        marks.append(Text(x, under + LINE * i, words, at.text, "middle", strong, role=role))
    return marks


def _lines(p: Holdem, seat: int, viewer: int | None) -> list[tuple[str, str]]:
    """A seat's name, its chips, and its bet or what it shows."""
    name = seat_name(p.seats, seat)
    if seat == viewer:
        name = f"you, {name}"
    if turn(p) == seat:
        name = f"▸ {name}"
    if not is_in(p, seat):
        return [(name, "quiet"), (f"{behind(p, seat)}", "quiet"), ("folded", "quiet")]
    hand, chips = shown_hand(p, seat), int(bet(p, seat)) if p.stage != ENDED else 0
    state = _brief(hand) or (f"bet {chips}" if chips else "")
    stack = "all in" if p.stage != DEAL and not behind(p, seat) else f"{behind(p, seat)}"
    lines = [(name, ROLES[seat % 4]), (stack, "ink")]
    return [*lines, (state, "strong" if hand else "ink")] if state else lines


def _brief(hand: str) -> str:
    """A hand in as many letters as fit under two cards."""
    brief = hand.split(",")[0]
    return brief if len(brief) < 16 else brief.split("-high ")[-1]


def _faces(p: Holdem, seat: int, viewer: int | None) -> list[Face]:
    """A seat's cards as they are seen: none before the deal, dim where it folded."""
    if p.stage == DEAL:
        return []
    name = YOU if seat == viewer else seat_name(p.seats, seat)
    cards = [face(card) for card in holes(p, seat)] or [BACK, BACK]
    counting = _counting(p, board(p))
    known = [*holes(p, seat), None, None]
    folded = "" if is_in(p, seat) else "folded, "
    return [
        card._replace(
            label=f"{name}: {folded}{card.label}",
            role="quiet" if folded else card.role,
            is_raised=known[i] in counting,
        )
        for i, card in enumerate(cards)
    ]


def _button(x: float, y: float) -> list[Shape]:
    disc = Disc(x, y, 9.0, role="highlight", label="the dealer button")
    return [disc, Text(x, y, "D", 11.0, "middle", is_strong=True)]


def title(p: Holdem, seat: int) -> str:
    """The state of the hand in a line."""
    if p.stage == DEAL:
        return "Texas hold'em: the deal"
    if p.stage == ENDED:
        return f"Texas hold'em: {listed(result(p, seat))}"
    return f"Texas hold'em, {STREET_NAMES[p.stage]}: {clause(seat_for(p, p.seat, seat), 'act')}"


def summary(p: Holdem, seat: int, cards: list[int]) -> str:
    """Everything that the drawing shows, in sentences."""
    if p.stage == DEAL:
        return sentences([f"you are {seat_for(p, seat, None)}", "the cards are not dealt yet"])
    said = [f"you are {seat_for(p, seat, None)}", f"you hold {cards_said(holes(p, seat))}"]
    said.append(f"the board is {cards_said(cards)}" if cards else "")
    said.append(f"the pot is {pot(p)}")
    said += [_chips(p, s, seat) for s in range(p.seats)]
    if p.stage == ENDED:
        return sentences([*said, *result(p, seat)])
    waiting = clause(seat_for(p, p.seat, seat), "are", "to act")
    return sentences([*said, f"you can {prompt(p)}" if turn(p) == seat else waiting])


def _chips(p: Holdem, seat: int, viewer: int) -> str:
    name, chips = seat_for(p, seat, viewer), int(bet(p, seat))
    if not is_in(p, seat):
        return f"{name} folded"
    put = f" and bet {chips}" if chips and p.stage != ENDED else ""
    hand = shown_hand(p, seat)
    shown = f", {'show' if seat == viewer else 'shows'} {cards_said(holes(p, seat))}: {hand}"
    return clause(name, "have", f"{behind(p, seat)} behind{put}{shown if hand else ''}")
