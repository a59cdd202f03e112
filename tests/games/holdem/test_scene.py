"""What a hold'em table shows and says in known positions."""

import random
from collections import Counter

import pytest

from kibitz.core.cards import parse_cards
from kibitz.core.game import OVER, payoff, play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.shown import shown
from kibitz.games.holdem.cards.evaluator import evaluate, value_name
from kibitz.games.holdem.table.hands import best_five, hand_words
from kibitz.games.holdem.table.position import CALL, FOLD, paid
from kibitz.games.holdem.table.spoken import uncalled, winnings
from tests.contract.walks import random_game
from tests.games.seen import backs, cards, flat, heard, seen_by_all, words

GAME = shown(make_game("holdem(2,stack=100)"))
FLOP = "flop:0 4,4 AhKh,???? 2c7d9s???? 0/2/0/0/0/4"


def dealt(game, seed=5):
    return game.play(game.start(), seed)


def played(game, *texts, seed=5):
    p = dealt(game, seed)
    for text in texts:
        p = play(p, game.parse_move(p, text))
    return p


def test_two_own_cards_two_backs_and_three_of_the_board_are_seen_on_the_flop():
    drawn = GAME.scene(GAME.parse_position(FLOP), 0)
    assert [card.card for card in cards(drawn) if card.card] == ["2c", "7d", "9s", "Ah", "Kh"]
    assert backs(drawn) == 2
    assert len([mark for mark in flat(drawn) if mark.role == "empty"]) == 2
    assert "pot 8" in words(drawn)


def test_bets_are_a_dial_with_named_stops():
    drawn = GAME.scene(GAME.parse_position(FLOP), 0)
    assert [(play.move, play.words) for play in drawn.plays] == [("c", "check")]
    (dial,) = drawn.dials
    assert (dial.words, dial.least, dial.most) == ("bet", 2, 96)
    assert [tuple(stop) for stop in dial.stops] == [
        *(("least", 2), ("half pot", 4), ("two thirds", 5), ("pot", 8), ("all in", 96))
    ]


def test_a_move_is_said_with_its_price_and_its_size():
    flop = GAME.parse_position(FLOP)
    assert [GAME.move_words(flop, CALL + n) for n in (3, 4, 8, 96)] == [
        *("bet 3", "bet 4, half the pot", "bet 8, the pot", "bet 96, all in")
    ]
    raised = play(flop, CALL + 4)
    assert [GAME.move_words(raised, m) for m in (FOLD, CALL, CALL + 12)] == [
        *("fold", "call 4", "raise to 12, half the pot")
    ]


def test_the_prompt_names_what_can_be_done():
    assert GAME.prompt(GAME.parse_position(FLOP), 0) == "check, bet 2 to 95 or all in for 96"
    limit = shown(make_game("holdem(2,limit=true)"))
    assert limit.prompt(played(limit), 1) == "fold, call 1 or raise to 4"


@pytest.mark.parametrize("seats", range(2, 10))
def test_every_seat_has_a_place_of_its_own(seats):
    game = shown(make_game(f"holdem({seats})"))
    for tall in (False, True):
        drawn = game.scene(view(dealt(game), 0), 0, tall=tall)
        assert backs(drawn) == 2 * (seats - 1)
        boxes = [(card.x, card.y, card.width) for card in cards(drawn)]
        for i, (x, y, width) in enumerate(boxes):
            for other_x, other_y, other in boxes[:i]:
                beside = x >= other_x + other or other_x >= x + width
                assert beside or abs(y - other_y) >= 1.4 * min(width, other)
        assert sum(mark.label == "the dealer button" for mark in flat(drawn)) == 1


def test_who_has_folded_is_dim():
    game = shown(make_game("holdem(3)"))
    p = played(game, "f")
    drawn = game.scene(view(p, 0), 0)
    dim = [card for card in cards(drawn) if card.role == "quiet"]
    assert len(dim) == 2
    assert all(card.label == "button: folded, a face-down card" for card in dim)


def test_the_board_of_a_hand_that_ended_by_a_fold_is_still_seen():
    p = played(GAME, "c", "c", "r2")
    trail = seen_by_all(GAME, p, FOLD)
    end = play(p, FOLD)
    drawn = GAME.scene(view(end, 0), 0, trail=trail[0])
    flop = [card.card for card in cards(GAME.scene(view(p, 0), 0)) if "board" in card.label]
    assert len(flop) == 3
    assert [card.card for card in cards(drawn) if "board" in card.label] == flop


def test_the_flop_is_told_to_both_and_a_move_to_the_other_alone():
    p = played(GAME, "c")
    lines = [heard(GAME, p, CALL, listener) for listener in (0, 1)]
    assert lines[0].startswith("The flop is ")
    assert lines[1] == f"The big blind checks. {lines[0]}"


def test_the_deal_tells_each_his_own_cards():
    for seat in (0, 1):
        said = heard(GAME, GAME.start(), 5, seat)
        assert "The blinds are 1 and 2." in said
        assert "You hold " in said
    assert heard(GAME, GAME.start(), 5, 0) != heard(GAME, GAME.start(), 5, 1)


def test_a_showdown_names_hands_and_winners():
    p = played(GAME, "r100")
    lines = [heard(GAME, p, CALL, listener) for listener in (0, 1)]
    end = play(p, CALL)
    winners = [seat for seat in (0, 1) if payoff(end, seat) > 0]
    for listener, said in enumerate(lines):
        assert "The board runs out" in said
        assert said.count("show") == 2
        if winners:
            verb = "You win 200 with" if listener in winners else "wins 200 with"
            assert verb in said


def test_winners_take_what_was_called_and_the_rest_goes_back():
    for text in ("holdem(6,stacks=20/50/90/100/200/7)", "holdem(3,stack=40)"):
        game = make_game(text)
        for seed in range(30):
            end = [p for p, _ in random_game(game, seed)][-1]
            assert turn(end) == OVER
            back = sum(uncalled(end, seat) for seat in range(game.seats))
            total = sum(int(paid(end, seat)) for seat in range(game.seats))
            assert sum(winnings(end).values()) + back == total


KEYWORDS = {
    "high card": "high",
    "pair": "pair of",
    "two pair": "two pair,",
    "three of a kind": "three",
    "straight": "straight",
    "flush": "flush",
    "full house": "full house",
    "four of a kind": "four",
    "straight flush": "straight flush",
}


def test_a_hand_is_called_by_its_category_and_its_best_five_are_worth_as_much():
    luck = random.Random(4)
    seen: Counter[str] = Counter()
    for _ in range(4000):
        hand = luck.sample(range(52), 7)
        value = evaluate(hand)
        assert evaluate(best_five(hand)) == value
        assert KEYWORDS[value_name(value)] in hand_words(hand)
        seen[value_name(value)] += 1
    assert len(seen) >= 8


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Ah Kd 9s 7c 2h 3d Jc", "ace high"),
        ("6h 6d 9s 7c 2h 3d Jc", "pair of sixes"),
        ("Kh Kd 5s 5c 2h 2d Jc", "two pair, kings and fives"),
        ("7h 7d 7s 5c 2h 3d Jc", "three sevens"),
        ("Ah 2d 3s 4c 5h Kd Jc", "five-high straight"),
        ("Th Jd Qs Kc Ah 3d 3c", "ace-high straight"),
        ("2h 9h 5h 7h Qh Kd Jc", "queen-high flush"),
        ("Kh Kd 5s 5c 5h 2d Jc", "full house, fives over kings"),
        ("Qh Qd Qs Qc 5h 2d Jc", "four queens"),
        ("9h Th Jh Qh Kh 2d Jc", "king-high straight flush"),
        ("Ah Th Jh Qh Kh 2d Jc", "royal flush"),
    ],
)
def test_hands_have_the_names_that_players_give_them(hand, name):
    assert hand_words(parse_cards(hand)) == name
