"""Players: what they must see, and that looking further is never worse where truth is known."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.coach.explain import explain
from kibitz.core.game import heuristic, policy
from kibitz.core.kernel import COMPILED
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.estimate import Advice
from kibitz.games.dicechess import analysts, experts
from kibitz.games.dicechess.analysts import (
    BOUND,
    Aggressive,
    Greedy,
    MonteCarlo,
    StandingAnalyst,
    TwoPlies,
)
from kibitz.games.dicechess.board import FIELDS
from kibitz.games.dicechess.chance import king_risk, king_rolls_against
from kibitz.games.dicechess.clock import turn_seconds
from kibitz.games.dicechess.cube import NO_DOUBLE
from kibitz.games.dicechess.dice import ORDERED, ROLLS, WEIGHTS
from kibitz.games.dicechess.experts import JudgeAhead, JudgeAnalyst, glimpse, sight
from kibitz.games.dicechess.game import DiceChessGame
from kibitz.games.dicechess.lookahead import FEW, averaged_row
from kibitz.games.dicechess.notation import START, parse_dfen
from kibitz.games.dicechess.rules import PASS
from kibitz.games.dicechess.turnlist import TurnList, position_in
from kibitz.games.dicechess.turns import CODE, new_walk
from kibitz.players.roster import make_analyst

GAME = DiceChessGame()
ANALYSTS = [
    Greedy(),
    Aggressive(),
    StandingAnalyst(),
    TwoPlies(width=2),
    JudgeAnalyst(),
    JudgeAhead(width=2),
    MonteCarlo(samples=2, width=2),
]
if not COMPILED:
    ANALYSTS = [Greedy(), Aggressive(), StandingAnalyst()]


def analysed(analyst, text, seed=1):
    p = parse_dfen(text)
    return analyst.analyse(GAME, p, p.seat, seed)


@pytest.mark.parametrize("analyst", ANALYSTS, ids=lambda analyst: analyst.name)
def test_every_player_takes_the_king(analyst):
    analysis = analysed(analyst, "8/3k1P2/2P5/8/5K2/8/8/8 w - - 0 1 PPN")
    assert analysis.best.value == 1.0
    assert analysis.best.estimate.is_exact
    # five first moves begin a capture, and c6c7 with f7f8n and Nxd7 does too
    assert {o.text for o in analysis.options if o.value == 1.0} == {
        "c6d7", "f7f8q", "f7f8r", "f7f8b", "f7f8n", "c6c7",
    }  # fmt: skip


@pytest.mark.parametrize("analyst", ANALYSTS, ids=lambda analyst: analyst.name)
def test_every_player_values_every_legal_move_and_a_pass(analyst):
    text = "4k3/8/8/8/8/3n4/8/R3K3 w Q - 0 1 RK"
    p = parse_dfen(text)
    assert sorted(o.move for o in analysed(analyst, text).options) == GAME.legal_moves(p)
    only = analysed(analyst, START + " RRQ").options
    assert [option.text for option in only] == ["pass"]


def test_greed_takes_the_queen_and_caution_saves_the_king():
    # the rook may take a queen, but the king stands beside two black rooks' files
    text = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1 R"
    assert analysed(Greedy(), text).best.text == "d1d8"
    # with the king die, only one step leaves the rook's file and the knight's reach
    walk = analysed(StandingAnalyst(), "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 K")
    assert walk.best.text in {"e1d1", "e1d2", "e1f1", "e1f2"}
    assert walk.options[-1].text == "e1e2"


def test_beside_an_option_stand_the_exact_chances_after_its_best_turn():
    p = parse_dfen("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 K")
    analysis = StandingAnalyst().analyse(GAME, p, 0, 1)
    for option in analysis.options:
        after = GAME.play(p, option.move)
        assert option.facts["danger"] == king_risk(after, 0) / ORDERED
        assert option.facts["threat"] == king_risk(after, 1) / ORDERED


def test_the_coach_counts_the_rolls_that_a_better_move_saves_or_gains():
    text = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1 K"
    analysis = analysed(StandingAnalyst(), text)
    best, worst = analysis.best, analysis.options[-1]
    p = parse_dfen(text)
    risks = [king_risk(GAME.play(p, option.move), 0) for option in (worst, best)]
    said = explain(GAME, analysis, worst.move)
    assert f"; {risks[0] - risks[1]} fewer of the 216 next rolls take its king" in said
    assert said.startswith(f"{best.text} scores {50 * (1 + best.value):.1f} %, e1e2 ")


def test_the_coach_says_that_the_king_could_have_been_taken():
    text = "rn2kb1r/p1pp1ppp/6q1/1bpnp3/3PN3/8/PPP1PPPP/RK3BNR w q - 0 5 NNB"
    analysis = analysed(StandingAnalyst(), text)
    slow = next(option for option in analysis.options if option.text == "g1f3")
    assert explain(GAME, analysis, slow.move) == (
        f"after e4d6 the king can be taken this turn; g1f3 scores {50 * (1 + slow.value):.1f} %"
    )


@pytest.mark.compiled
def test_two_plies_know_that_every_reply_loses_or_not():
    # after Qxe8 nothing of Black is left but the king far away: White cannot be taken soon
    analysis = analysed(TwoPlies(width=0), "q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1 Q")
    assert analysis.best.text == "a1a8"
    assert all(-1 <= option.value <= 1 for option in analysis.options)


@pytest.mark.compiled
def test_monte_carlo_gives_equal_boards_equal_values_and_repeats_itself():
    text = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 RK"
    analyst = MonteCarlo(samples=30, width=0)
    first, again = analysed(analyst, text, 5), analysed(analyst, text, 5)
    assert first == again
    assert all(o.estimate.samples == 30 and o.loss_error is not None for o in first.options)
    # castling short and moving king and rook there apart are one board where rights are gone
    assert first.samples == 30


@pytest.mark.compiled
def test_the_coach_says_what_to_do_with_the_cube_before_the_roll():
    analysis = analysed(GAME.analysts["foresight"], "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 KRR")
    rook = analysis.advice
    assert rook is not None
    assert rook.topic == "cube"
    assert str(rook).startswith("cube before the roll: double, pass (9")
    assert all("cube" not in option.reason for option in analysis.options)
    later = analysed(GAME.analysts["foresight"], "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 KR")
    assert later.advice is None
    hold = Advice("cube", "no double (50 % ± 1)", {"action": NO_DOUBLE})
    remarks = GAME.remarks({2: (0, rook), 5: (1, hold)})
    basis = "by rollouts of the learned judge a centred cube was worth turning before"
    assert remarks[0] == f"{basis} 1 of 2 turns:"
    assert remarks[1].startswith("  before move 2, White: double, pass (9")
    assert GAME.remarks({}) == []


def test_a_play_out_takes_the_king_and_rolls_by_weight():
    p = parse_dfen("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 PPP")
    out = GAME.scratch()
    assert {GAME.move_text(p, int(policy(p, out, stream(s)))) for s in range(5)} == {"d7e8"}
    rolls = np.bincount(
        [int(policy(GAME.start(), out, stream(s))) for s in range(200)], minlength=56
    )
    assert rolls.sum() == 200


def test_the_heuristic_is_one_sides_gain_and_the_others_loss():
    for text in (START, START + " PNB", "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"):
        p = parse_dfen(text)
        assert heuristic(p, 0) == -heuristic(p, 1)
    assert heuristic(parse_dfen("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"), 0) > 0.3


def test_the_heuristic_of_a_roll_is_won_exactly_if_the_roll_takes_the_king():
    """So the mean over all rolls is at least the chance of those that take it."""
    for text in ("4k3/2N5/8/8/8/8/2n5/4K3 w - - 0 1", "4k3/8/8/8/8/8/3q4/R3K3 w - - 0 1"):
        p = parse_dfen(text)
        rolls = king_rolls_against(p, 1)
        for roll in range(ROLLS):
            is_won = int(rolls) >> roll & 1 == 1
            assert (heuristic(GAME.play(p, roll), 0) == 1.0) == is_won
        mean = sum(WEIGHTS[roll] * heuristic(GAME.play(p, roll), 0) for roll in range(ROLLS))
        assert heuristic(p, 0) == pytest.approx(mean / ORDERED)  # what luck is measured by


def test_the_heuristic_of_a_game_that_is_over_is_its_payoff():
    p = parse_dfen("4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 PPP")
    over = GAME.play(p, GAME.parse_move(p, "d7e8"))
    assert (heuristic(over, 0), heuristic(over, 1)) == (1.0, -1.0)


def test_two_plies_are_the_plain_average_over_all_rolls():
    """With room for all replies it is what a few lines of Python say."""
    p = parse_dfen(f"4k3/8/8/8/8/8/{'r7' if COMPILED else '8'}/4K3 b - - 0 1")
    boards = np.array([[int(field) for field in p[:FIELDS]]], np.uint64)
    kept, ranks = np.zeros((200, FIELDS), np.uint64), np.zeros(200)
    found = averaged_row(boards, 0, -2.0, new_walk(), kept, ranks)
    total = 0.0
    for roll in range(ROLLS):
        rolled = GAME.play(p, roll)
        turns = TurnList.of(rolled)
        ends = [position_in(turns.boards, int(row), 1 - p.seat) for row in turns.distinct]
        if turns.is_pass:
            ends = [GAME.play(rolled, PASS)]
        best = 1.0 if len(turns.captures) else max(heuristic(end, p.seat) for end in ends)
        total -= WEIGHTS[roll] * best
    assert found == pytest.approx(total / ORDERED, abs=1e-12)


def counting(function, calls):
    """The function, which notes each of its calls."""

    def counted(*args):
        calls.append(args)
        return function(*args)

    return counted


class Ticking:
    """A clock that is a second on at every look."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        self.now += 1.0
        return self.now


@pytest.mark.compiled
@pytest.mark.parametrize(("seconds", "looks"), [(0.5, 1), (1.5, 2), (None, 4), (60.0, 4)])
def test_a_player_with_seconds_looks_at_what_it_has_time_for(monkeypatch, seconds, looks):
    done: list[object] = []
    monkeypatch.setattr(analysts, "time", Ticking())
    monkeypatch.setattr(analysts, "averaged_row", counting(averaged_row, done))
    p = parse_dfen(f"{START} PPN")
    options = TwoPlies(width=4, seconds=seconds).analyse(GAME, p, 0, 1).options
    assert len(done) == looks
    assert sorted(option.move for option in options) == GAME.legal_moves(p)
    monkeypatch.setattr("kibitz.estimate.sampling.perf_counter", Ticking().perf_counter)
    one_look = MonteCarlo(width=2, samples=60, seconds=seconds).analyse(GAME, p, 0, 1)
    assert one_look.samples == {1: 25, 2: 37, 4: 60}[looks]
    assert one_look.stopped_by == ("samples" if looks == 4 else "seconds")


@pytest.mark.compiled
@pytest.mark.parametrize(("seconds", "looks"), [(0.5, 1), (1.5, 2), (None, 4), (60.0, 4)])
def test_the_expert_with_seconds_glimpses_at_what_it_has_time_for(monkeypatch, seconds, looks):
    done: list[object] = []
    p = parse_dfen(f"{START} PPN")
    monkeypatch.setattr(experts, "time", Ticking())
    monkeypatch.setattr(experts, "glimpse", counting(glimpse, done))
    options = JudgeAhead(width=4, close=4, seconds=seconds).analyse(GAME, p, 0, 1).options
    assert len(done) == looks
    assert sorted(option.move for option in options) == GAME.legal_moves(p)


def sources(analysis):
    """The first micro-moves that were told apart by a third turn."""
    return {o.text for o in analysis.options if o.estimate.by == "3 turns ahead"}


@pytest.mark.compiled
def test_a_third_turn_tells_close_boards_apart_and_leaves_their_mean():
    text = f"{START} PNB"
    two, three = (analysed(JudgeAhead(width=0, close=close), text) for close in (0, 4))
    values = {o.text: o.value for o in two.options}
    again = {o.text: o.value for o in three.options}
    close = sources(three)
    assert 1 < len(close) <= 8  # two first micro-moves may begin turns to one board
    assert any(again[name] != values[name] for name in close)
    assert all(values[name] > max(values.values()) - experts.CLOSE for name in close)
    assert all(again[name] == values[name] for name in values if name not in close)
    boards = {(values[name], again[name]) for name in close}
    assert sum(v for v, _ in boards) == pytest.approx(sum(a for _, a in boards), abs=1e-9)


@pytest.mark.compiled
def test_a_third_turn_that_time_cuts_short_changes_nothing(monkeypatch):
    looks: list[object] = []
    text = f"{START} PNB"
    monkeypatch.setattr(experts, "sight", counting(sight, looks))
    coach = JudgeAhead(width=0, close=4)
    assert sources(analysed(coach, text))
    monkeypatch.setattr(experts, "time", Ticking())
    assert not sources(analysed(replace(coach, seconds=len(looks) + 0.5), text))
    assert sources(analysed(replace(coach, seconds=len(looks) + 4.5), text))


@pytest.mark.compiled
def test_the_expert_says_the_same_whatever_it_has_looked_at_before():
    p = parse_dfen("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9 PNK")
    expert = GAME.levels["expert"].analyst
    fresh = expert.analyse(GAME, p, 0, 1)
    assert expert.analyse(GAME, p, 0, 1) == fresh
    for remembered in (experts._first_answers, experts._other_answers):
        remembered.cache_clear()
    experts.change_by_third_turn.cache_clear()
    assert expert.analyse(GAME, p, 0, 1) == fresh


def test_a_search_takes_seconds_by_name():
    assert "seconds=0.5" in make_analyst("expectimax(seconds=0.5)", GAME).text
    with pytest.raises(BadValue, match="not positive"):
        make_analyst("expectimax(seconds=0)", GAME)


def test_a_clock_is_shared_out_and_never_used_up():
    assert turn_seconds(60, 0, 0) == pytest.approx(60 / 22)
    assert turn_seconds(60, 0, 100) == pytest.approx(60 / 8)
    assert turn_seconds(1, 10, 0) == 0.25
    left = 10.0
    for played in range(200):
        left -= turn_seconds(left, 0, played)
    assert left > 0
    with pytest.raises(BadValue, match="negative"):
        turn_seconds(-1, 0, 0)


@pytest.mark.parametrize(
    "make", [lambda: TwoPlies(few=0), lambda: JudgeAhead(few=0), lambda: MonteCarlo(samples=0)]
)
def test_settings_that_make_no_sense_are_refused(make):
    with pytest.raises(BadValue, match="not positive"):
        make()


def looked_at(text, value):
    """For each first micro-move the values of all boards that turns with it lead to."""
    turns = TurnList.of(parse_dfen(text))
    worth = {int(row): value(turns.boards, int(row)) for row in turns.distinct}
    found: dict[int, set[float]] = {}
    for path, row in zip(turns.paths, turns.first_equal, strict=True):
        found.setdefault(int(path) & CODE, set()).add(worth[int(row)])
    return found


@pytest.mark.compiled
def test_who_is_asked_about_every_option_lists_values_and_no_bounds():
    """Each option has the value of a board that it leads to, looked at by itself."""
    text = "r3k3/ppp5/8/8/8/2N5/PPP5/R3K2B w Q - 0 1 NBK"
    kept, ranks, walk = np.zeros((FEW, FIELDS), np.uint64), np.zeros(FEW), new_walk()
    plain = {
        JudgeAhead(width=4): lambda boards, row: sight(boards[row].tobytes(), FEW),
        TwoPlies(width=4): lambda boards, row: averaged_row(
            boards, row, analysts.NO_FLOOR, walk, kept, ranks
        ),
    }
    for analyst, value in plain.items():
        found = looked_at(text, value)
        options = analysed(analyst.of_every_option, text).options
        assert len(options) == len(found) > 10
        assert [o.text for o in options if o.value not in found[o.move]] == []
        assert {o.estimate.by for o in options} == {"2 turns ahead"}
        chosen = analysed(analyst, text)
        assert chosen.best.move == analysed(analyst.of_every_option, text).best.move
        assert any(o.estimate.by == BOUND for o in chosen.options)


def test_levels_and_players_by_name_are_asked_about_every_option():
    for name in ("expert", "expectimax(width=6)", "montecarlo"):
        assert "every=true" in make_analyst(name, GAME).text
    assert "every" not in make_analyst("foresight", GAME).text  # which looks at no others
    assert "every" not in GAME.level("expert").analyst.text
