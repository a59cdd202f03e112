"""Analysts and levels of three and four: whole lists, honest parts, and nothing hidden seen."""

import pytest
from tests.games.cribbage.test_levels import decisions

from kibitz.core.game import play, turn, view, world
from kibitz.core.kernel import COMPILED
from kibitz.core.registry import make_game
from kibitz.core.seeds import stream
from kibitz.errors import BadValue
from kibitz.estimate.estimate import Kind
from kibitz.games.cribbage.advice.analyst import Counsel
from kibitz.games.cribbage.table.rules import PLAY, THROW
from kibitz.players.roster import make_player

GAMES = {players: make_game(f"cribbage(players={players})") for players in (3, 4)}
MANY = pytest.mark.parametrize("players", [3, 4])
FEW = Counsel(iterations=12, worlds=16)
LAST = {  # one card each is left, and fifteen wins
    3: "phase=play dealer=2 seat=0 scores=119-119-60 starter=2c hands=5h3s/?/? "
    "played=9dKc/AhAd4s/2h3dKh thrown=Js/?/? pile=K",
    4: "phase=play dealer=3 seat=0 scores=119-119 starter=2c hands=5h3s/?/?/? "
    "played=9dKc/AhAd4s/2h3d4h/2d3cKd thrown=Js/?/?/? pile=K",
}


def throwing(players, scores=None):
    """Seat 1, to the left of the dealer, is the first to throw."""
    hands = ["?????"] * players
    hands[1] = "5h5s6dTcKh"
    scores = scores or ("0-0-0" if players == 3 else "0-0")
    line = f"phase=throw dealer=0 seat=1 scores={scores} hands={'/'.join(hands)}"
    return GAMES[players].parse_position(line)


@MANY
def test_every_move_gets_a_value_with_an_error(players):
    game, seen = GAMES[players], set()
    for p in decisions(game, 9, 74):
        analysis = FEW.analyse(game, view(p, p.seat), p.seat, 1)
        assert sorted(o.move for o in analysis.options) == game.legal_moves(p)
        assert all(o.estimate.kind is Kind.SAMPLED for o in analysis.options)
        assert all(o.estimate.error > 0 for o in analysis.options)
        assert all(0 <= o.win.value <= 1 for o in analysis.options if o.win)
        for option in analysis.options:
            assert option.value == pytest.approx(sum(option.parts.values()))
        seen.add(p.phase)
    assert seen == {THROW, PLAY}


@MANY
def test_the_crib_of_another_side_is_a_loss_and_a_partners_is_not(players):
    game = GAMES[players]
    for dealer in range(players):
        p = play(game.start(), dealer)
        p = play(p, 12345)
        cribs = {}
        while turn(p) >= 0 and p.phase == THROW:
            best = Counsel(worlds=0).analyse(game, view(p, p.seat), p.seat, 1).best
            cribs[(p.seat - dealer) % players] = best.parts["crib"] > 0
            p = play(p, best.move)
        own = {0} if players == 3 else {0, 2}
        assert {role for role, gains in cribs.items() if gains} == own


def test_only_what_leaves_pegging_out_is_called_exact():
    v = throwing(4)
    assert Counsel(throw="uniform", worlds=0).analyse(GAMES[4], v, 1, 1).is_exact
    assert not Counsel(worlds=0).analyse(GAMES[4], v, 1, 1).is_exact
    judged = Counsel(throw="hand", worlds=0).analyse(GAMES[4], v, 1, 1)
    assert all(o.estimate.kind is Kind.JUDGED for o in judged.options)
    assert {o.text for o in judged.options} == {"5h", "5s", "6d", "Tc", "Kh"}


@MANY
def test_near_the_end_chances_to_win_decide_and_add_up_as_payoffs_do(players):
    scores = "110-100-90" if players == 3 else "110-100"
    v = throwing(players, scores=scores)
    aware = Counsel(iterations=40, worlds=16, aware=35).analyse(GAMES[players], v, 1, 1)
    assert aware.unit == "wins"
    loss = -0.5 if players == 3 else -1.0
    for option in aware.options:
        assert option.win is not None
        assert option.value == pytest.approx(loss + (1 - loss) * option.win.value)
    assert FEW.analyse(GAMES[players], v, 1, 1).unit == "points"


@MANY
def test_a_card_that_wins_the_game_is_certain_to_win(players):
    game = GAMES[players]
    v = game.parse_position(LAST[players])
    analysis = Counsel(iterations=20, aware=35).analyse(game, v, 0, 1)
    assert analysis.best.text == "5h"
    assert analysis.best.value == 1


@MANY
def test_the_last_cards_are_worth_what_they_peg(players):
    """Nobody else has cards: five on ten is two, three before it nothing; the last card is one."""
    line = LAST[players].replace("119-119", "0-0").replace("60", "0")
    line = line.replace("/?/?/? played", "/// played").replace("/?/? played", "// played")
    line = line.replace("AhAd4s", "AhAd4s7s").replace("3dKh", "3dKh7h").replace("3d4h", "3d4h7h")
    v = GAMES[players].parse_position(line.replace("3cKd", "3cKd7c"))
    analysis = Counsel(iterations=8).analyse(GAMES[players], v, 0, 1)
    assert {o.text: (o.value, o.parts["at once"]) for o in analysis.options} == {
        "5h": (3, 2),
        "3s": (1, 0),
    }


@pytest.mark.compiled
@MANY
@pytest.mark.parametrize("level", ["beginner", "intermediate", "advanced", "expert"])
def test_no_level_plays_differently_when_only_hidden_cards_differ(players, level):
    game = GAMES[players]
    player, luck = make_player(level, game), stream(71)
    for number, p in enumerate(decisions(game, 14, 72)):
        v = view(p, p.seat)
        move = player.move(v, p.seat, number)
        assert move in game.legal_moves(p)
        for _ in range(6 if COMPILED else 1):
            other = view(world(v, p.seat, luck), p.seat)
            assert player.move(other, p.seat, number) == move


def test_methods_for_two_players_are_refused():
    before, during = throwing(3), GAMES[3].parse_position(LAST[3])
    with pytest.raises(BadValue, match="throw=table is for two"):
        Counsel(throw="table", worlds=0).analyse(GAMES[3], before, 1, 1)
    with pytest.raises(BadValue, match="play=tree is for two"):
        Counsel(play="tree").analyse(GAMES[3], during, 0, 1)
