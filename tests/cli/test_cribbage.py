"""`kibitz cribbage` from the outside: answers, JSON, and one sentence for bad input."""

import json
import math

import numpy as np
import pytest

from kibitz.cli.main import run
from kibitz.core.advised import advised
from kibitz.core.cards import card_text
from kibitz.core.registry import make_game


def answer(capsys, *args):
    """The exit code, stdout and stderr of a command."""
    code = run(["cribbage", *args])
    out, err = capsys.readouterr()
    return code, out, err


def asked(capsys, *args):
    code, out, _ = answer(capsys, *args, "--json")
    assert code == 0
    return json.loads(out)


def test_the_perfect_hand_counts_29_in_parts(capsys):
    got = asked(capsys, "score", "5H 5S 5D JC", "5C")
    assert got["total"] == 29
    assert got["parts"] == {"fifteens": 16, "pairs": 12, "runs": 0, "flush": 0, "nobs": 1}
    code, out, _ = answer(capsys, "score", "5H 5S 5D JC", "5C")
    assert code == 0
    assert "29" in out


def test_cards_need_no_quotes(capsys):
    loose = asked(capsys, "score", "5H", "5S", "5D", "JC", "5C")
    assert loose == asked(capsys, "score", "5H 5S 5D JC", "5C")


def test_four_of_a_suit_are_no_flush_in_the_crib(capsys):
    assert asked(capsys, "score", "2H 5H 7H 9H", "KC")["parts"]["flush"] == 4
    assert asked(capsys, "score", "2H 5H 7H 9H", "KC", "--crib")["parts"]["flush"] == 0


SIX = "5H 5S 6D 7C KH QS"


def test_throw_gives_fifteen_options_with_parts_and_a_chance_to_win(capsys):
    got = asked(capsys, "throw", SIX, "--dealer", "--worlds", "3", "--seed", "1")
    assert len(got["options"]) == 15
    values = [option["value"] for option in got["options"]]
    assert values == sorted(values, reverse=True)
    for option in got["options"]:
        assert set(option["parts"]) == {"hand", "crib", "pegging"}
        assert option["value"] == pytest.approx(sum(option["parts"].values()))
        assert 0 <= option["win"] <= 1
    assert {option["move"] for option in got["options"][:2]} == {"QsKh", "6d7c"}


@pytest.mark.parametrize("method", ["exact", "uniform", "sample", "table", "hand"])
def test_every_method_answers_for_both_roles(capsys, method):
    for role, sign in (("--dealer", 1), ("--pone", -1)):
        extra = ("--method", method, "--samples", "20", "--worlds", "0", "--seed", "2")
        got = asked(capsys, "throw", SIX, role, *extra)
        assert got["method"] == method
        assert all(sign * option["parts"]["crib"] >= 0 for option in got["options"])
        assert got["options"][0]["win"] is None


def test_the_same_seed_prints_the_same_bytes(capsys):
    command = ("throw", SIX, "--pone", "--score", "61-70", "--worlds", "3", "--seed", "5")
    assert answer(capsys, *command) == answer(capsys, *command)
    assert "throws of the pone" in answer(capsys, *command)[1]


def test_peg_values_every_card_that_fits(capsys):
    got = asked(
        capsys, "peg", "TH AD KD", "--pile", "KH JS 5C", "--seed", "1", "--iterations", "60"
    )
    assert got["count"] == 25
    assert [option["move"] for option in got["options"]] == ["Ad"]
    code, out, _ = answer(capsys, "peg", "TH AD", "--pile", "KH JS", "--iterations", "60")
    assert code == 0
    assert "plays at 20" in out


@pytest.mark.parametrize(
    ("method", "told"),
    [("careful", "both careful"), ("search", "four cards ahead"), ("tree", "tree search")],
)
def test_peg_says_how_far_it_looks(capsys, method, told):
    command = ("peg", "TH AD", "--pile", "KH JS", "--iterations", "60", "--method", method)
    assert told in answer(capsys, *command)[1]


def test_a_bare_pair_has_a_crib_with_any_cards_known(capsys):
    bare = asked(capsys, "crib", "7H 8S", "--pone")
    assert bare["value"] == pytest.approx(7.39, abs=0.24)  # two errors of 2,600 deals of experts
    less = asked(capsys, "crib", "7H 8S", "--pone", "--seen", "7S 8H 8D 6C 6D 9S")
    assert less["value"] < bare["value"] - 0.5
    assert asked(capsys, "crib", "7H 8S", "--dealer")["value"] < bare["value"]
    assert "in the dealer's crib" in answer(capsys, "crib", "7H 8S", "--pone")[1]


SEED = ("--seed", "1")
SCORES = ["0-0", "40-85", "85-85", "86-40", "61-70", "97-103", "108-112", "118-100", "120-120"]


def coached(hand, dealer, score):
    """What the coach says of the throws of seat 0, by the two cards."""
    game = advised(make_game("cribbage"))
    hidden = "??????" if dealer else "???? thrown=/??"  # pone throws first
    line = f"phase=throw dealer={dealer} seat=0 scores={score} hands={hand}/{hidden}"
    analysis = game.analysts["counsel"].analyse(game, game.parse_position(line), 0, 1)
    return analysis, {frozenset((o.text[:2], o.text[2:])): o for o in analysis.options}


@pytest.mark.compiled
@pytest.mark.parametrize("score", SCORES)
def test_the_verb_and_the_coach_rank_throws_by_the_same(capsys, score):
    rng = np.random.default_rng(SCORES.index(score))
    for dealer, role in enumerate(("--dealer", "--pone")):
        hand = "".join(card_text(int(card)) for card in rng.permutation(52)[:6])
        got = asked(capsys, "throw", hand, role, "--score", score, "--worlds", "9000", *SEED)
        analysis, options = coached(hand, dealer, score)
        assert got["unit"] == analysis.unit
        by = "win" if got["unit"] == "wins" else "value"
        values = [option[by] for option in got["options"]]
        assert values == sorted(values, reverse=True)
        for place, said in enumerate(got["options"]):
            option = options[frozenset((said["move"][:2], said["move"][2:]))]
            # Other seeds draw other worlds: 4 sigma of what they may say.
            near = 4 * math.hypot(option.win.error, said["win_error"])
            assert said["win"] == pytest.approx(option.win.value, abs=near)
            if place == 0:
                slack = 4 * option.loss_error if by == "win" else 0.0
                assert analysis.loss(option.move) <= slack


def test_winprob_looks_the_table_up(capsys):
    dealer = asked(capsys, "winprob", "100", "100", "--dealer")["win"]
    pone = asked(capsys, "winprob", "100", "100", "--pone")["win"]
    assert dealer == pytest.approx(0.775, abs=0.01)
    assert dealer + pone == pytest.approx(1)
    assert "dealer at 100-100" in answer(capsys, "winprob", "100", "100", "--dealer")[1]


BAD = [
    (("score", "5H 5S 5D JC 2H", "5C"), "5 cards"),
    (("score", "5H 5S 5D JC", "JC"), "starter Jc is in the hand"),
    (("score", "5H 5H 5D JC", "5C"), "5h appears twice"),
    (("score", "5H 5S 5D 1X", "5C"), "not a card"),
    (("throw", "5H 5S 6D 7C KH QS 2D", "--dealer"), "7 cards"),
    (("throw", "5H 5H 6D 7C KH QS", "--dealer"), "twice"),
    (("throw", "5H 5S 6D 7C KH ZZ", "--dealer"), "ZZ"),
    (("throw", SIX), "say dealer or pone"),
    (("throw", SIX, "--dealer", "--score", "61"), "61"),
    (("throw", SIX, "--dealer", "--score", "61-130"), "130"),
    (("throw", SIX, "--dealer", "--method", "guess"), "guess"),
    (("crib", "7H 8S 9S", "--pone"), "3 cards"),
    (("crib", "7H 8S"), "say dealer or pone"),
    (("crib", "7H 8S", "--pone", "--seen", "7H"), "7h appears twice"),
    (("peg", "KD", "--pile", "KH QS 5C"), "fits under 31"),
    (("peg", "TH AD", "--pile", "KH QS JC 5D"), "passes 31"),
    (("peg", "TH AD", "--pile", "KH TH"), "twice"),
    (("winprob", "100", "121", "--dealer"), "121"),
    (("winprob", "100", "100"), "say dealer or pone"),
]


@pytest.mark.parametrize(("args", "fault"), BAD, ids=[fault for _, fault in BAD])
def test_bad_input_gets_one_sentence_and_exit_code_2(capsys, args, fault):
    code, out, err = answer(capsys, *args)
    assert code == 2
    assert out == ""
    assert fault in err
    assert err.count("\n") == 1
