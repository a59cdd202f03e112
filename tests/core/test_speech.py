"""What is said to a listener is grammatical, for him and for others."""

import pytest

from kibitz.core.speech import clause, listed, possessive, sentences


@pytest.mark.parametrize(
    ("verb", "others"),
    [("play", "plays"), ("pass", "passes"), ("have", "has"), ("are", "is"), ("raise", "raises")],
)
def test_a_verb_agrees_with_its_subject(verb, others):
    assert clause("you", verb, "it") == f"you {verb} it"
    assert clause("player 2", verb) == f"player 2 {others}"


def test_sentences_begin_with_a_capital_and_end_with_a_stop():
    assert sentences(["", "you fold", "player 2 wins 4"]) == "You fold. Player 2 wins 4."
    assert sentences([]) == ""


def test_lists_and_owners_are_named_as_people_name_them():
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert [possessive("you"), possessive("player 2")] == ["your", "player 2's"]
