"""The 52 cards and their texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.cards import (
    CARDS,
    card_ink,
    card_text,
    card_words,
    cards_text,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from kibitz.errors import BadNotation


def test_every_card_is_read_back_from_its_text():
    assert [parse_card(card_text(card)) for card in range(CARDS)] == list(range(CARDS))
    assert len({card_text(card) for card in range(CARDS)}) == CARDS


@pytest.mark.parametrize("text", ["Th", "TH", "th", "10h", "10H", "T♥", "10♥"])
def test_the_ten_of_hearts_may_be_written_in_many_ways(text):
    card = parse_card(text)
    assert (rank_of(card), suit_of(card)) == (9, 1)


@pytest.mark.parametrize("text", ["5H 5S 5D JC", "5h,5s,5d,jc", "5H5S5DJC", " 5♥ 5♠  5♦ J♣ "])
def test_cards_may_stand_apart_or_together(text):
    assert cards_text(parse_cards(text)) == "5h 5s 5d Jc"


def test_tens_in_a_row_of_cards_are_understood():
    assert cards_text(parse_cards("10h10sAd")) == "Th Ts Ad"


@pytest.mark.parametrize("text", ["", "1h", "11h", "Ax", "hA", "A", "AAh", "h", "Zs", "5 h", "０h"])
def test_what_is_no_card_is_refused_with_its_text(text):
    with pytest.raises(BadNotation, match=r"is not a card"):
        parse_card(text)


def test_a_card_that_stands_twice_is_refused():
    with pytest.raises(BadNotation, match="5h appears twice"):
        parse_cards("5H 6H 5♥")


def test_a_bad_card_among_good_ones_is_named_with_its_column():
    with pytest.raises(BadNotation, match=r"'5x' .* \(column 4 of '5h 5x'\)"):
        parse_cards("5h 5x")


def test_a_card_is_written_in_the_role_of_its_suit():
    roles = {text: card_ink(parse_card(text)).spans[0].role for text in ("5s", "5h", "5d", "5c")}
    assert roles == {"5s": "black_suit", "5h": "red_suit", "5d": "red_suit", "5c": "black_suit"}
    assert str(card_ink(parse_card("Td"))) == "10♦"


def test_a_card_is_read_aloud_by_rank_and_suit():
    aloud = [card_words(parse_card(text)) for text in ("As", "Th", "Jd", "Qc", "Kh", "2s")]
    assert aloud == [
        *("ace of spades", "10 of hearts", "jack of diamonds"),
        *("queen of clubs", "king of hearts", "2 of spades"),
    ]


@given(st.text(max_size=12))
def test_garbage_gives_one_sentence_or_cards(text):
    try:
        cards = parse_cards(text)
    except BadNotation as error:
        assert str(error)
    else:
        assert parse_cards(cards_text(cards)) == cards
