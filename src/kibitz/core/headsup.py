"""Two players with a card each and chips between them: how the small pokers look and talk.

A game fills in a `HeadsUp` from a view; the drawing, the characters and the sentences are
made from it alone. A card is a letter, `?` where it is face down, and empty before the deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from kibitz.core.cards import RANKS, rank_words
from kibitz.core.ink import Ink, ink, lines
from kibitz.core.scene import Play, Scene, Shape, Text
from kibitz.core.speech import YOU, clause, listed, sentences
from kibitz.core.spread import BACK, Face, buttons, empty_place, laid

SEAT_ROLES = ("first", "second")
_LINE = 42  # characters of a row of text


@dataclass(frozen=True)
class HeadsUp:
    """A small poker as one seat sees it; words of rounds speak to that seat."""

    title: str
    unit: str
    cards: tuple[str, str]
    paid: tuple[int, int]
    turn: int  # the seat to act, or nobody's number
    rounds: tuple[str, ...] = ()  # what was done in each round, in words
    public: str | None = None  # None in a game that has no such card
    result: str = ""  # how it ended, in words


def card_said(card: str) -> str:
    """A card in words."""
    return "a hidden card" if card == "?" else f"the {rank_words(RANKS.index(card))}"


def name_for(seat: int, listener: int | None) -> str:
    """What a seat is called when one of them listens."""
    return YOU if seat == listener else f"player {seat + 1}"


def action(seat: int, words: str, listener: int | None) -> str:
    """Who did what: `you bet 2`, `player 2 calls 2`."""
    verb, _, rest = words.partition(" ")
    return clause(name_for(seat, listener), verb, rest)


def told_result(gain: float, unit: str, listener: int, cards: tuple[str, str]) -> str:
    """Who shows what, and what the listener wins; cards that stay hidden are not named."""
    shown = _shown(cards, listener)
    return sentences([shown, _gain(gain, unit)])


def result_words(gain: float, unit: str, seat: int | None) -> str:
    """How it ended, in a line: what `seat` wins; for a bystander, what the first seat does."""
    if seat is not None:
        return _gain(gain, unit)
    if gain == 0:
        return "the pot is split"
    return clause(name_for(0 if gain > 0 else 1, None), "win", _amount(gain, unit))


def _gain(gain: float, unit: str) -> str:
    if gain == 0:
        return "the pot is split"
    return f"you {'win' if gain > 0 else 'lose'} {_amount(gain, unit)}"


def _amount(gain: float, unit: str) -> str:
    return f"{abs(gain):g} {unit if abs(gain) != 1 else unit[:-1]}"


def _shown(cards: tuple[str, str], listener: int | None) -> str:
    if "?" in cards:
        return ""
    return listed(
        clause(name_for(seat, listener), "show", card_said(card)) for seat, card in enumerate(cards)
    )


def picture(table: HeadsUp, seat: int | None) -> Ink:
    """The table in characters."""
    rows: list[Ink | str] = []
    for s in (0, 1):
        mark, name = (
            ">" if table.turn == s else " ",
            name_for(s, None) + (" (you)" if s == seat else ""),
        )
        card = ink("▒", "back") if table.cards[s] == "?" else ink(table.cards[s] or "-", "strong")
        row = f"{mark} " + ink(name.ljust(15), SEAT_ROLES[s]) + card
        rows.append(row + f"   paid {table.paid[s]}")
    if table.public is not None:
        rows.append("  public card    " + ink(table.public or "-", "strong"))
    rows.append(f"  pot {sum(table.paid)}")
    rows += [f"  {words}" for words in table.rounds if words]
    if table.result:
        rows.append("  " + ink(table.result, "strong"))
    return lines(rows)


def scene(table: HeadsUp, seat: int, plays: tuple[Play, ...], tall: bool) -> Scene:
    """The table drawn: the other above, the pot between, the seat's own card below."""
    width, height = (390.0, 450.0) if tall else (560.0, 330.0)
    left = 110.0 if tall else 140.0
    marks = [*_holder(table, 1 - seat, seat, left, 16.0, 60.0)]
    marks += _middle(table, left, tall)
    own = 262.0 if tall else 212.0
    marks += _holder(table, seat, seat, left, own, 76.0)
    x, y, room = (16.0, 392.0, 358.0) if tall else (234.0, 256.0, 310.0)
    if plays:
        marks += buttons([(play.move, play.words) for play in plays], x, y, room)
    elif table.result:
        marks.append(Text(x, y + 22, table.result, 20.0, role="strong", is_strong=True))
    return Scene(
        width, height, _title(table, seat), summary(table, seat, plays), tuple(marks), plays
    )


def _title(table: HeadsUp, seat: int) -> str:
    if table.result:
        return f"{table.title}: {table.result}"
    return table.title + (": your turn" if table.turn == seat else "")


def _holder(
    table: HeadsUp, who: int, seat: int, left: float, y: float, width: float
) -> list[Shape]:
    """A player's name, card and chips."""
    name, role = name_for(who, seat), SEAT_ROLES[who]
    marks: list[Shape] = [Text(16.0, y + 18, name, 16.0, role=role, is_strong=True)]
    marks.append(Text(16.0, y + 42, f"paid {table.paid[who]}", 14.0, role="quiet"))
    marks.append(_card(table.cards[who], left, y, width, f"{name}: "))
    return marks


def _card(card: str, x: float, y: float, width: float, whose: str) -> Shape:
    if not card:
        return empty_place(x, y, width, f"{whose}no card yet")
    if card == "?":
        return laid(BACK._replace(label=f"{whose}{BACK.label}"), x, y, width)
    return laid(Face(card, f"{whose}{card_said(card)}"), x, y, width)


def _middle(table: HeadsUp, left: float, tall: bool) -> list[Shape]:
    """The pot, the public card and the line of the betting."""
    marks: list[Shape] = [Text(16.0, 142.0, f"pot {sum(table.paid)}", 18.0, is_strong=True)]
    if table.public is not None:
        marks.append(_card(table.public, left, 112.0, 56.0, "public: "))
    said = [line for words in table.rounds if words for line in wrap(words, _LINE)]
    x, y = (16.0, 204.0) if tall else (234.0, 124.0)
    marks += [Text(x, y + 18 * i, line, 14.0, role="quiet") for i, line in enumerate(said)]
    return marks


def summary(table: HeadsUp, seat: int, plays: Sequence[Play]) -> str:
    """Everything that the drawing shows, in sentences."""
    own, other = table.cards[seat], table.cards[1 - seat]
    paid = f"you paid {table.paid[seat]}, {name_for(1 - seat, seat)} paid {table.paid[1 - seat]}"
    held = [
        clause(YOU, "hold", card_said(own)) if own else "you have no card yet",
        clause(name_for(1 - seat, seat), "hold", card_said(other)) if other else "",
        f"the public card is {card_said(table.public)}" if table.public else "",
        f"the pot is {sum(table.paid)}: {paid}",
    ]
    able = f"you can {listed((play.words for play in plays), 'or')}" if plays else ""
    return sentences([*held, *table.rounds, table.result, able])
