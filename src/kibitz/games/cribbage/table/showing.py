"""The show drawn: every hand and the crib with the starter, scoring cards raised."""

from kibitz.core.scene import Shape, Text
from kibitz.core.spread import face, row
from kibitz.games.cribbage.table.counting import CountedHand, is_played_out, scoring_cards, the_show
from kibitz.games.cribbage.table.names import ROLES, crib_for, seat_for
from kibitz.games.cribbage.table.rules import Cribbage, side_of

CARD = 44.0
_ROW, _TALL_ROW, _HEAD = 82.0, 108.0, 30.0


def show_height(p: Cribbage, tall: bool) -> float:
    """How high the show is."""
    return _HEAD + (p.players + 1) * (_TALL_ROW if tall else _ROW) + 8.0


def show_marks(p: Cribbage, seat: int, top: float, tall: bool) -> list[Shape]:
    """A row for each hand in the order in which they are counted."""
    head = "the show" if is_played_out(p) else "the hands, which were not counted"
    marks: list[Shape] = [Text(10.0, top + 14, head, 14.0, role="quiet")]
    for i, hand in enumerate(the_show(p)):
        y = top + _HEAD + i * (_TALL_ROW if tall else _ROW)
        marks += _tall_row(p, seat, hand, y) if tall else _wide_row(p, seat, hand, y)
    return marks


def _wide_row(p: Cribbage, seat: int, hand: CountedHand, y: float) -> list[Shape]:
    middle = y + CARD * 0.7
    name, role = _named(p, seat, hand)
    return [
        Text(10.0, middle, name, 14.0, role=role, is_strong=True),
        *_cards(p, hand, 134.0, y),
        Text(440.0, middle, str(hand.score.total), 24.0, "end", is_strong=True),
        Text(452.0, middle, hand.words, 13.0, role="quiet"),
    ]


def _tall_row(p: Cribbage, seat: int, hand: CountedHand, y: float) -> list[Shape]:
    name, role = _named(p, seat, hand)
    return [
        Text(12.0, y + 6, name, 14.0, role=role, is_strong=True),
        Text(378.0, y + 6, hand.words, 13.0, "end", role="quiet"),
        *_cards(p, hand, 12.0, y + 26),
        Text(330.0, y + 26 + CARD * 0.7, str(hand.score.total), 28.0, "middle", is_strong=True),
    ]


def _named(p: Cribbage, seat: int, hand: CountedHand) -> tuple[str, str]:
    name = crib_for(p, seat) if hand.is_crib else seat_for(hand.seat, seat)
    return name, ROLES[int(side_of(p, hand.seat))]


def _cards(p: Cribbage, hand: CountedHand, x: float, y: float) -> list[Shape]:
    """The four cards, and the starter a little aside."""
    scoring = scoring_cards(hand.cards, p.starter, hand.is_crib)
    cards = [face(card)._replace(is_raised=card in scoring) for card in hand.cards]
    starter = face(p.starter)._replace(is_raised=p.starter in scoring)
    starter = starter._replace(label=f"the starter: {starter.label}")
    return [*row(cards, x, y, CARD), *row([starter], x + 4 * (CARD + 4) + 16, y, CARD)]
