"""`kibitz nim grundy`."""

import pytest

from tests.cli.shell import check_refused, kibitz


def test_values_and_period_are_printed_for_programs():
    answer = kibitz("nim", "grundy", "0.77", "200", "--period", "--json")
    assert answer.json["values"][:12] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert (answer.json["period"], answer.json["last_exception"]) == (12, 70)


def test_values_and_period_are_printed_for_people():
    answer = kibitz("nim", "grundy", "kayles", "170", "--period")
    assert "period 12 after 70" in answer.out
    assert "no period is proven" in kibitz("nim", "grundy", "kayles", "30", "--period").out
    assert "code that ends" in kibitz("nim", "grundy", "lasker", "30", "--period").out
    assert "period" not in kibitz("nim", "grundy", "kayles", "30").out


@pytest.mark.compiled
def test_a_period_of_four_after_more_than_forty_thousand_exceptions_is_proven():
    answer = kibitz("nim", "grundy", ".127", "93200", "--period", "--json")
    assert (answer.json["period"], answer.json["last_exception"]) == (4, 46_577)


def test_coins_that_are_turned_have_the_values_of_their_theorems():
    def values(name):
        return kibitz("nim", "grundy", name, "64", "--json").json["values"]

    odious = [n for n in range(200) if n.bit_count() % 2]
    assert values("turning-turtles") == list(range(65))  # nim
    assert values("mock-turtles") == [0, *odious[:64]]
    assert values("ruler") == [0] + [n & -n for n in range(1, 65)]
    assert "no period is looked for" in kibitz("nim", "grundy", "ruler", "9", "--period").out
    check_refused(kibitz("nim", "grundy", "ruler", "3000"), "3000", "ruler")


def test_what_is_no_code_or_size_is_refused():
    check_refused(kibitz("nim", "grundy", "0.9", "10"), "0.9")
    check_refused(kibitz("nim", "grundy", "kayels", "10"), "kayels", "kayles")
    check_refused(kibitz("nim", "grundy", "0.77", "-1"), "-1")
    check_refused(kibitz("nim", "grundy", "0.77", "many"), "many")
