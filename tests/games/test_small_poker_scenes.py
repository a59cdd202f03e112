"""Kuhn and Leduc poker as a seat sees and hears them, over whole games."""

import pytest

from kibitz.core.game import CHANCE, OVER, payoff, play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.shown import shown
from tests.games.seen import backs, cards, flat, heard

KUHN, LEDUC = shown(make_game("kuhn")), shown(make_game("leduc"))


def whole_tree(game, p=None):
    """Every position of a game with every move in it."""
    p = game.start() if p is None else p
    for move in game.legal_moves(p):
        after = play(p, move)
        yield p, move, after
        yield from whole_tree(game, after)


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_cards_are_shown_at_a_showdown_and_never_after_a_fold(game):
    ends = 0
    for p, move, after in whole_tree(game):
        for seat in (0, 1):
            hidden = backs(game.scene(view(after, seat), seat))
            folded = turn(p) != CHANCE and game.move_words(p, move) == "fold"
            other = after.second if seat == 0 else after.first
            is_shown = turn(after) == OVER and not folded
            assert hidden == (1 if other and not is_shown else 0)
        ends += turn(after) == OVER
    # Leduc by ranks: 4 folds in a round, 5 ways on; 2 public ranks after a pair, else 3
    assert ends == {"kuhn": 6 * 5, "leduc": 9 * 4 + (3 * 2 + 6 * 3) * 5 * 9}[game.name]


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_the_end_is_told_with_what_the_listener_wins(game):
    for p, move, after in whole_tree(game):
        if turn(after) != OVER:
            continue
        for listener in (0, 1):
            said, gain = heard(game, p, move, listener), payoff(after, listener)
            if gain == 0:
                assert said.endswith("The pot is split.")
            else:
                verb = "win" if gain > 0 else "lose"
                unit = game.unit if abs(gain) != 1 else game.unit[:-1]
                assert said.endswith(f"You {verb} {abs(gain):g} {unit}.")


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_two_deals_that_look_alike_are_told_alike(game):
    said: dict = {}
    for p, move, after in whole_tree(game):
        for listener in (0, 1):
            sight = (turn(p), view(p, listener), view(after, listener))
            said.setdefault((listener, sight), set()).add(heard(game, p, move, listener))
    assert all(len(lines) == 1 for lines in said.values())


@pytest.mark.parametrize(
    ("game", "text", "offered"),
    [
        (KUHN, "J?:", ["check", "bet 1"]),
        (KUHN, "?J:b", ["fold", "call 1"]),
        (KUHN, "J?:pb", ["fold", "call 1"]),
        (LEDUC, "J?:", ["check", "bet 2"]),
        (LEDUC, "?J:r", ["fold", "call 2", "raise 2"]),
        (LEDUC, "J?:rr", ["fold", "call 2"]),
        (LEDUC, "J?:cc/Q:", ["check", "bet 4"]),
        (LEDUC, "?J:cc/Q:r", ["fold", "call 4", "raise 4"]),
    ],
)
def test_moves_are_buttons_in_the_words_of_poker(game, text, offered):
    p = game.parse_position(text)
    seat = int(turn(p))
    shown = game.scene(p, seat)
    assert [play.words for play in shown.plays] == offered
    assert [mark.label for mark in flat(shown) if mark.move] == offered
    for word in offered:
        assert word in game.prompt(p, seat)


def test_the_betting_and_the_chips_are_told_in_the_summary():
    shown = LEDUC.scene(LEDUC.parse_position("?J:cr"), 1)
    assert shown.summary == (
        "You hold the jack. Player 1 holds a hidden card. The pot is 4: you paid 3, player 1 "
        "paid 1. Player 1 checks and you bet 2."
    )
    assert [card.card for card in cards(shown)] == [None, "J"]


def test_the_terminal_shows_the_showdown():
    assert str(KUHN.show(KUHN.parse_position("JK:bb"))).splitlines() == [
        "  player 1       J   paid 2",
        "  player 2       K   paid 2",
        "  pot 4",
        "  player 1 bets 1 and player 2 calls 1",
        "  player 2 wins 2 chips",
    ]
