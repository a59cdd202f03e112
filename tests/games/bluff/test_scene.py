"""What a table of bluff shows and says."""

import pytest

from kibitz.core.game import play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.shown import shown
from kibitz.games.bluff.layout import HAND, NOBODY, SIZE
from kibitz.games.bluff.notation import cards_text
from kibitz.games.bluff.rules import CHALLENGE, PASS
from kibitz.games.bluff.spoken import pile_size, turned_over
from tests.contract.walks import random_game
from tests.games.seen import backs, cards, flat, heard

GAME = shown(make_game("bluff(3)"))


def dealt(game=GAME, seed=5):
    return game.play(game.start(), seed)


def test_every_own_card_can_be_picked_and_the_others_are_backs():
    p = dealt()
    drawn = GAME.scene(view(p, 0), 0)
    picks = sorted(card.pick for card in cards(drawn) if card.pick)
    assert picks == sorted(cards_text(int(p[HAND])))
    assert backs(drawn) == p[SIZE + 1] + p[SIZE + 2]
    assert all(not card.pick for card in cards(GAME.scene(view(p, 1), 1)))


def test_a_play_is_made_up_of_its_cards():
    drawn = GAME.scene(view(dealt(), 0), 0)
    assert all("".join(play.picks) == play.move for play in drawn.plays)
    four = next(play for play in drawn.plays if len(play.picks) == 4)
    assert four.words.endswith("as 4 aces")
    assert next(play for play in drawn.plays if len(play.picks) == 1).words.endswith("as 1 ace")


def test_a_claim_is_answered_by_two_buttons():
    p = dealt()
    claimed = play(p, GAME.parse_move(p, cards_text(int(p[HAND]))[:2]))
    drawn = GAME.scene(view(claimed, 1), 1)
    assert [(mark.move, mark.label) for mark in flat(drawn) if mark.move] == [
        *(("pass", "let it stand"), ("challenge", "challenge"))
    ]
    assert "Player 1 claims 2 aces." in drawn.summary
    assert GAME.prompt(claimed, 1) == "challenge or let it stand: player 1 claims 2 aces"


def test_with_free_ranks_a_card_and_a_claim_are_picked():
    game = shown(make_game("bluff(2,free=true)"))
    p = dealt(game)
    drawn = game.scene(view(p, 0), 0)
    claims = [mark.pick for mark in flat(drawn) if mark.pick and mark.pick.startswith(":")]
    assert claims == [f":{rank}" for rank in "A23456789TJQK"]
    assert all(len(play.picks) == 2 for play in drawn.plays)
    assert len(drawn.plays) == 13 * len({*cards_text(int(p[HAND]))})


@pytest.mark.parametrize("text", ["bluff(2,turns=60)", "bluff(4,turns=60)", "bluff(3,free=true)"])
def test_a_challenge_shows_everybody_the_play_that_was_challenged(text):
    game, found = shown(make_game(text)), 0
    for seed in range(3):
        for p, move in random_game(game, seed):
            if p.asked == NOBODY or move != CHALLENGE:
                continue
            after = play(p, move)
            taker = next(s for s in range(game.seats) if after[SIZE + s] > p[SIZE + s])
            for listener in range(game.seats):
                seen = turned_over(view(p, listener), view(after, listener), taker, listener)
                assert seen == p.played
                said = heard(game, p, move, listener)
                assert ("a lie" in said) == (taker == p.actor)
                assert f"the pile of {pile_size(p)} card" in said
            found += 1
    assert found > 10


def test_a_claim_is_told_without_its_cards():
    p = dealt()
    for move in GAME.legal_moves(p)[:50]:
        count = len(GAME.move_text(p, move))
        rank = "ace" if count == 1 else "aces"
        assert heard(GAME, p, move, 1) == f"Player 1 claims {count} {rank}."
        assert heard(GAME, p, move, 0) == ""


def test_letting_it_stand_and_winning_are_told():
    game = shown(make_game("bluff(2,turns=1)"))
    p = dealt(game)
    claimed = play(p, game.legal_moves(p)[0])
    said = heard(game, claimed, PASS, 0)
    fewest = min(int(claimed[SIZE + seat]) for seat in (0, 1))
    winner = "you win" if claimed[SIZE] == fewest else "player 2 wins"
    assert said == f"Player 2 lets it stand. The turns are over: {winner} with {fewest} cards."
    assert turn(play(claimed, PASS)) < 0
