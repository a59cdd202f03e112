"""Ranges: the grammar, its printer, its refusals and its pictures."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import BadNotation, BadValue
from kibitz.games.holdem.cards.combos import (
    CLASS_BY_TEXT,
    CLASS_OF,
    CLASS_SIZES,
    CLASS_TEXTS,
    CLASSES,
    COMBOS,
)
from kibitz.games.holdem.cards.ranges import (
    BY_STRENGTH,
    Range,
    parse_range,
    random_range,
    top_range,
)
from kibitz.games.holdem.requests.square import square


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("22", 6),
        ("22+", 78),
        ("99-22", 48),
        ("22-99", 48),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("kas", 4),
        ("A2s+", 48),
        ("KTo+", 36),
        ("AT+", 64),
        ("A2s-A5s", 16),
        ("A5s-A2s", 16),
        ("76s-54s", 12),
        ("AhKh", 1),
        ("A♥10♥", 1),
        ("random", 1326),
        ("TT+,AJs+,AQo+", 30 + 12 + 24),
        (" 22 , AhKh ", 7),
        ("22,22", 6),
        ("100%", 1326),
    ],
)
def test_an_item_names_as_many_combos_as_players_count(text, combos):
    found = parse_range(text)
    assert len(found.combos) == combos
    assert set(found.weights[found.combos]) == {1.0}


def test_weights_stand_behind_an_item_or_before_a_list():
    one, two = parse_range("AKs:0.5,QQ"), parse_range("50%(AKs),QQ")
    assert one == two
    assert hash(one) == hash(two)
    assert one.share == pytest.approx((2 + 6) / 1326)
    assert parse_range("50%(AKs:0.5,QQ),22").weights.sum() == pytest.approx(1 + 3 + 6)
    assert parse_range("22+,AA:0.5").weights.sum() == pytest.approx(72 + 3)  # the later one holds


@pytest.mark.parametrize(
    ("text", "column", "part"),
    [
        ("22,A1s", 4, "A1s"),
        ("22, AKx", 5, "AKx"),
        ("AA,,KK", 4, "empty"),
        ("AAs", 1, "neither suited nor offsuit"),
        ("AKs-QJo", 1, "not both suited"),
        ("AKs-T9s,22,K9s-AJs", 12, "neither the high card nor the gap"),
        ("22,AhAh", 4, "Ah appears twice"),
        ("22,AKs:2", 4, "at most 1"),
        ("22,AKs:x", 4, "a weight is a number"),
        ("22,0%(AKs)", 4, "above 0"),
        ("22,50%(AKs", 4, "not closed"),
        ("50%(AKs)22", 9, "comma is missing"),
        ("101%", 1, "not above 0 and at most 100"),
        ("", 1, "empty"),
    ],
)
def test_a_malformed_range_is_refused_with_its_column(text, column, part):
    with pytest.raises(BadNotation, match=f"column {column} .*{part}"):
        parse_range(text)


@settings(deadline=None, max_examples=60)
@given(
    st.dictionaries(st.integers(0, CLASSES - 1), st.sampled_from([1.0, 0.5, 0.125]), min_size=1),
    st.dictionaries(st.integers(0, COMBOS - 1), st.sampled_from([1.0, 0.3, 1 / 3]), max_size=5),
)
def test_what_the_printer_writes_reads_as_the_same_range(classes, combos):
    weights = np.zeros(COMBOS)
    for place, weight in classes.items():
        weights[np.equal(CLASS_OF, place)] = weight
    for combo, weight in combos.items():
        weights[combo] = weight
    assert parse_range(str(Range(weights))) == Range(weights)


def test_the_printer_writes_runs_as_players_do():
    assert str(parse_range("AA,KK,QQ,AKs,AQs,98s,97s,72o,AhKd")) == "QQ+,AQs+,97s+,72o,AhKd"
    assert str(parse_range("55-33,A5s-A2s,AKo:0.25")) == "55-33,A5s-A2s,AKo:0.25"
    assert str(random_range()) == "random"
    assert str(Range(np.zeros(COMBOS))) == "nothing"


def test_a_percentage_takes_the_strongest_classes_and_no_more_than_needed():
    top = top_range(15)
    assert 0.15 <= top.share < 0.15 + 12 / COMBOS
    assert top.weights[np.equal(CLASS_OF, CLASS_BY_TEXT["AA"])].all()
    assert sorted(BY_STRENGTH) == sorted(CLASS_BY_TEXT)
    with pytest.raises(BadValue, match="0%"):
        top_range(0)


def test_taking_cards_out_leaves_the_combos_without_them():
    assert len(parse_range("AA").without([0]).combos) == 3
    assert len(random_range().without([0, 5]).combos) == 50 * 49 // 2
    assert random_range().is_random
    assert not random_range().without([0]).is_random


def test_the_square_shows_every_class_in_its_place():
    shares = parse_range("AKs,72o:0.5,TT").class_shares()
    assert shares @ CLASS_SIZES == pytest.approx(4 + 6 + 6)
    named = dict(zip(CLASS_TEXTS, shares.tolist(), strict=True))
    cells = square("a range", named)
    assert (len(cells.texts), len(cells.texts[0])) == (13, 13)
    assert (cells.texts[0][1], cells.rows[0][1]) == ("AKs", 1.0)
    assert (cells.texts[4][4], cells.rows[4][4]) == ("TT", 1.0)
    assert (cells.texts[12][7], cells.rows[12][7]) == ("72o", 0.5)
    assert (cells.texts[1][0], cells.rows[1][0]) == ("·", None)


@pytest.mark.parametrize("text", ["T7o9", "AKs5", "AKs0.5", "QQ3"])
def test_a_number_after_a_hand_is_no_weight_without_a_colon(text):
    with pytest.raises(BadNotation, match=text):
        parse_range(text)
