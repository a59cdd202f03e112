"""The 52 cards as integers: card = 4 * rank + suit, ranks A23456789TJQK from 0, suits shdc from 0.

>>> card_text(parse_card("10h")), card_text(parse_card("Q♣"))
('Th', 'Qc')
"""

import re
from collections.abc import Iterable

from kibitz.core.ink import Ink, ink
from kibitz.errors import BadNotation

RANKS, SUITS = "A23456789TJQK", "shdc"
SYMBOLS = "♠♥♦♣"
CARDS = 52
_CARD = re.compile(r"(10|[A23456789TJQKa-z])([shdcSHDC♠♥♦♣])")
_RED = (1, 2)
_RANK_WORDS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_RANK_NAMES = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
_SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")


def rank_of(card: int) -> int:
    """0 for an ace up to 12 for a king."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 to 3 for spades, hearts, diamonds, clubs."""
    return card & 3


def card_text(card: int) -> str:
    """Two letters: `5h`, `Td`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def card_symbol(card: int) -> str:
    """The card as it is printed: `5♥`, `10♦`."""
    return RANKS[card >> 2].replace("T", "10") + SYMBOLS[card & 3]


def card_words(card: int) -> str:
    """The card as it is read aloud: `5 of hearts`, `queen of spades`."""
    return f"{rank_words(card >> 2)} of {_SUIT_WORDS[card & 3]}"


def rank_words(rank: int) -> str:
    """A rank as it is read aloud: `ace`, `10`, `king`."""
    letter = RANKS[rank]
    return _RANK_WORDS.get(letter, letter)


def rank_name(rank: int, count: int = 1) -> str:
    """A rank spelled out, for so many of it: `six`, `sixes`, `kings`."""
    name = _RANK_NAMES[rank]
    return name if count == 1 else name + ("es" if name == "six" else "s")


def card_ink(card: int) -> Ink:
    """The card with its symbol, in the role of its suit."""
    return ink(card_symbol(card), "red_suit" if card & 3 in _RED else "black_suit")


def symbols_text(cards: Iterable[int]) -> str:
    """Cards as they are printed, with a blank between them."""
    return " ".join(map(card_symbol, cards))


def cards_text(cards: Iterable[int]) -> str:
    """Cards with a blank between them."""
    return " ".join(card_text(card) for card in cards)


def parse_card(text: str) -> int:
    """The card that `text` names: `5h`, `5H`, `10h`, `Th`, `5♥`."""
    found = _CARD.fullmatch(text)
    rank = RANKS.find(found[1].upper().replace("10", "T")) if found else -1
    if found is None or rank < 0:
        raise BadNotation(f"'{text}' is not a card; write a rank A23456789TJQK and a suit s h d c")
    suit = SYMBOLS.find(found[2])
    return 4 * rank + (suit if suit >= 0 else SUITS.index(found[2].lower()))


def parse_cards(text: str) -> list[int]:
    """Different cards, with or without blanks or commas between them: `5H 5S`, `AhKh`."""
    cards: list[int] = []
    for found in re.finditer(r"(?:10|.)?[shdcSHDC♠♥♦♣]|[^\s,]+", text.replace(",", " ")):
        try:
            card = parse_card(found[0].strip())
        except BadNotation as error:
            raise BadNotation(f"{error} (column {found.start() + 1} of '{text}')") from None
        if card in cards:
            raise BadNotation(f"the card {card_text(card)} appears twice in '{text}'")
        cards.append(card)
    return cards
