"""Lists of options: a few bets stand for hundreds, and nothing is lost but the lines."""

from dataclasses import replace

import pytest

from kibitz.core.registry import make_game
from kibitz.core.sheet import Listing, Words
from kibitz.estimate.estimate import Analysis, Estimate, Option
from kibitz.lab.analysis import AnalyseRequest, WholeAnalysisAnswer, analysis_answer
from kibitz.lab.options import option_listing
from kibitz.players.roster import default_analyst
from tests.cli.shell import kibitz

FLOP = "flop:0 6,6 Qc5s,???? Qs4hAd???? 0/2/0/0/0/6"  # 12 in the pot, 194 behind
RAISED = "flop:0 6,18 Qc5s,???? Qs4hAd???? 12/12/1/2/0/6"


def analysed(game, text, best, often=None):
    """Every move valued by how far it is from the best one."""
    known = game.parse_position(text)
    target = game.parse_move(known, best)
    options = [
        Option(
            move,
            game.move_text(known, move),
            Estimate.exact(-abs(move - target)),
            frequency=None if often is None else often.get(game.move_text(known, move), 0.0),
        )
        for move in game.legal_moves(known)
    ]
    return known, Analysis.ranked(0, options, game.unit)


def told(game, text, best, often=None):
    """The moves that a list of a hint names, and the rest in words."""
    known, analysis = analysed(game, text, best, often)
    blocks = option_listing(game, known, analysis, most=50)
    rows = next(block for block in blocks if isinstance(block, Listing)).rows
    words = [str(line) for b in blocks if isinstance(b, Words) for line in b.lines]
    return [str(row[0]) for row in rows], words[0]


def test_without_a_strategy_the_parts_of_the_pot_stand_for_all_bets():
    moves, rest = told(make_game("holdem"), FLOP, "r17")
    assert set(moves) == {"c", "r2", "r4", "r6", "r8", "r12", "r194", "r17"}
    assert moves[0] == "r17"
    assert rest == f"{194 - len(moves)} more between these"


def test_sizes_that_the_strategy_bets_are_named_instead():
    often = {"c": 0.6, "r5": 0.4, "r9": 1e-6}
    moves, _ = told(make_game("holdem"), FLOP, "r17", often)
    assert set(moves) == {"c", "r2", "r5", "r9", "r194", "r17"}


def test_a_bet_can_be_folded_to_and_called_in_every_list():
    moves, _ = told(make_game("holdem"), RAISED, "c", {"f": 1.0})
    assert {"f", "c", "r24", "r194"} <= set(moves)
    assert len(moves) < 9


@pytest.mark.parametrize("text", ["holdem(raises=few)", "holdem(limit=true)"])
def test_where_moves_are_few_all_are_named(text):
    game = make_game(text)
    known = game.parse_position(FLOP)
    moves, rest = told(game, FLOP, "c")
    assert len(moves) == len(game.legal_moves(known))
    assert "between" not in rest


def test_an_answer_holds_every_option_and_shows_a_few():
    game = make_game("holdem")
    known, analysis = analysed(game, FLOP, "r17")
    answer = analysis_answer(game, known, default_analyst(game), analysis, None)
    assert len(answer.options) == len(answer.rows()) == 194
    short, whole = (
        next(block for block in one.sheet() if isinstance(block, Listing))
        for one in (answer, WholeAnalysisAnswer(**vars(answer)))
    )
    assert len(short.rows) == 8
    assert len(whole.rows) == 194
    assert whole.most is None


def test_all_lists_every_option_and_changes_no_answer():
    asked = AnalyseRequest("holdem", FLOP, analyst="rollout(samples=2)", seed=1)
    short, whole = asked.answer(), replace(asked, all=True).answer()
    assert vars(short) == vars(whole)
    args = ("analyse", "holdem", FLOP, "--analyst", "rollout(samples=2)", "--seed", "1")
    assert "more between these, which --all lists" in kibitz(*args).out
    assert "between these" not in kibitz(*args, "--all").out
    assert "r133 " in kibitz(*args, "--all").out
