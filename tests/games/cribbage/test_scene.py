"""What a cribbage table shows and says in known positions."""

import random
import re

import pytest
from tests.contract.walks import random_game
from tests.games.seen import backs, cards, flat, heard, sightings

from kibitz.core.cards import card_text, parse_card, parse_cards
from kibitz.core.game import play, turn, view
from kibitz.core.registry import make_game
from kibitz.core.scene import Disc, Rect, Text, Track
from kibitz.core.shown import shown
from kibitz.games.cribbage.table.counting import scoring_cards
from kibitz.games.cribbage.table.memory import card_played
from kibitz.games.cribbage.table.rules import DEAL, PLAY, SCORE, THROW, side_of
from kibitz.games.cribbage.table.score import score

GAME = shown(make_game("cribbage"))
THROWING = "phase=throw dealer=1 seat=0 scores=71-66 hands=AdTh5d6c9c2h/??????"
PLAYING = "phase=play dealer=1 seat=0 scores=61-70 starter=5c"


def scene(line, seat=0, game=GAME, **more):
    return game.scene(view(game.parse_position(line), seat), seat, **more)


def test_a_throw_is_picked_card_by_card_from_six():
    drawn = scene(THROWING)
    assert [card.card for card in cards(drawn) if card.pick] == ["Ad", "2h", "5d", "6c", "9c", "Th"]
    assert len(drawn.plays) == 15
    assert ("Ad2h", ("Ad", "2h")) in [(play.move, play.picks) for play in drawn.plays]
    assert "throw A♦ 2♥" in [play.words for play in drawn.plays]


def test_the_hands_of_others_are_backs_and_the_crib_has_empty_places():
    drawn = scene(THROWING)
    assert backs(drawn) == 6 + 1  # a hand and the deck
    assert sum(isinstance(mark, Rect) and mark.role == "empty" for mark in flat(drawn)) == 4


def test_after_the_first_throw_two_places_of_the_crib_are_taken_by_backs():
    line = "phase=throw dealer=1 seat=1 scores=0-0 hands=????/AdTh5d6c9c2h thrown=??/"
    drawn = scene(line, 1)
    assert backs(drawn) == 4 + 1 + 2
    assert sum(isinstance(mark, Rect) and mark.role == "empty" for mark in flat(drawn)) == 2


def test_where_three_play_a_card_from_the_deck_lies_in_the_crib():
    game = make_game("cribbage(3)")
    line = "phase=throw dealer=2 seat=0 scores=0-0-0 hands=AdTh5d6c9c/?????/????? kitty=?"
    drawn = scene(line, 0, game)
    assert backs(drawn) == 5 + 5 + 1 + 1
    assert [play.move for play in drawn.plays] == ["Ad", "5d", "6c", "9c", "Th"]
    assert {card.move for card in cards(drawn) if card.move} == {"Ad", "5d", "6c", "9c", "Th"}


def test_the_tracks_have_pegs_at_the_scores_and_the_skunk_line():
    drawn = scene(THROWING)
    tracks = [mark for mark in flat(drawn) if isinstance(mark, Track)]
    assert [(track.holes, track.filled, track.ticks) for track in tracks] == [
        *((60, 71, (60,)), (61, 11, (30,))),
        *((60, 66, (60,)), (61, 6, (30,))),
    ]
    texts = [mark.text for mark in flat(drawn) if isinstance(mark, Text)]
    assert "71" in texts
    assert "66" in texts


def test_a_peg_stays_where_the_side_stood_before_it_last_scored():
    for p, seat, trail in sightings(GAME, range(1), 60):
        tracks = [
            mark
            for mark in flat(GAME.scene(view(p, seat), seat, trail=trail))
            if isinstance(mark, Track)
        ]
        for side in (0, 1):
            stands = [moment.before[SCORE + side] for moment in trail] + [p[SCORE + side]]
            before = max((s for s in stands if s < p[SCORE + side]), default=0)
            assert [t.back for t in tracks[2 * side : 2 * side + 2]] == [
                before if before <= 60 else 0,
                max(0, before - 60),
            ]


def test_a_card_that_does_not_fit_under_31_cannot_be_clicked():
    line = f"{PLAYING} hands=9sAs/?? played=Kc4c/Ks6s thrown=AhAd/?? pile=KK4"
    drawn = scene(line)
    assert [card.card for card in cards(drawn) if card.move] == ["As"]
    assert next(card for card in cards(drawn) if card.card == "9s").role == "quiet"
    disc = next(mark for mark in flat(drawn) if isinstance(mark, Disc))
    assert disc.label == "the count is 24"
    assert GAME.prompt(GAME.parse_position(line), 0) == "play a card, the count is 24"


def test_without_a_trail_the_pile_has_the_suits_that_can_only_be_those():
    line = f"{PLAYING} hands=9sAs/?? played=Kc4c/Ks6s thrown=AhAd/?? pile=KK4"
    drawn = [card.card for card in cards(scene(line)) if card.label.startswith("on the pile")]
    assert drawn == ["K", "K", "4c"]


def test_with_a_trail_the_pile_has_the_cards_that_were_played():
    for p, seat, trail in sightings(GAME, range(2), 80):
        if p.phase != PLAY or not p.pile:
            continue
        drawn = GAME.scene(view(p, seat), seat, trail=trail)
        pile = [card.card for card in cards(drawn) if card.label.startswith("on the pile")]
        down = [card_text(card) for m in trail if (card := card_played(m)) is not None]
        assert pile == down[-len(pile) :]
        assert len(pile) == len(hex(p.pile)) - 2


def test_the_prompt_says_whose_crib_it_is():
    p = GAME.parse_position(THROWING)
    assert GAME.prompt(p, 0) == "throw two cards to player 2's crib"
    own = GAME.parse_position(THROWING.replace("dealer=1 seat=0", "dealer=0 seat=0 thrown=/??"))
    assert GAME.prompt(own._replace(seat=0), 0) == "throw two cards to your crib"


@pytest.mark.parametrize(
    ("hand", "starter", "counting"),
    [
        ("5h Td Jc 2s", "8d", "5h Td Jc 2s 8d"),  # 5-10, 5-J and 8-5-2
        ("5h Td Jc 4s", "9d", "5h Td Jc 9d"),  # 5-10, 5-J and a run from the 9
        ("Ah 2d 3c Ks", "Qd", "Ah 2d 3c Ks Qd"),  # a run, and 2-3-10 twice
        ("2h 4h 6h 8h", "Ks", "2h 4h 6h 8h"),  # a flush of four
        ("2h 4d 6h Jd", "Qd", "Jd Qd"),  # his nobs
        ("2h 4s 6h 8c", "Qd", ""),
        ("7h 8s 8d 9c", "Kd", "7h 8s 8d 9c"),  # a double run, and 7-8 twice
    ],
)
def test_the_cards_that_count_are_those_in_a_combination(hand, starter, counting):
    found = scoring_cards(parse_cards(hand), parse_card(starter), False)
    assert found == set(parse_cards(counting))


def test_a_flush_of_four_counts_in_a_hand_and_not_in_a_crib():
    cards_, starter = parse_cards("2h 4h 6h 8h"), parse_card("Ks")
    assert scoring_cards(cards_, starter, True) == set()
    assert scoring_cards(cards_, parse_card("Kh"), True) == {*cards_, parse_card("Kh")}


def test_a_hand_has_points_exactly_if_a_card_counts():
    luck = random.Random(3)
    for _ in range(3000):
        *hand, starter = luck.sample(range(52), 5)
        is_crib = luck.random() < 0.5
        assert bool(scoring_cards(hand, starter, is_crib)) == (
            score(hand, starter, is_crib).total > 0
        )


def test_the_show_raises_what_counted_and_says_the_points():
    hands = "played=5h6d7sKc/9h9dAs2s thrown=KdQs/3h4h deals=1"
    drawn = scene(f"phase=deal dealer=0 scores=20-20 starter=5c {hands}")
    rows = [cards(drawn)[i : i + 5] for i in (0, 5, 10)]
    # player 2 dealt: player 1 shows first, then player 2, then the crib, each with the starter
    assert [[card.card for card in row if card.is_raised] for row in rows] == [
        ["5h", "6d", "7s", "Kc", "5c"],
        ["As", "9h", "9d", "5c"],
        ["3h", "4h", "Qs", "Kd", "5c"],
    ]
    texts = [mark.text for mark in flat(drawn) if isinstance(mark, Text)]
    assert "fifteens 4, pairs 2, runs 6" in texts
    assert backs(drawn) == 0


def said_points(text):
    """The points that a line of news gives the one who plays, and those of each show."""
    first = text.split(". ")[0]
    pegged = sum(
        int(n) for n in re.findall(r"(?:fifteen|thirty one|pairs|run|go|last card) (\d+)", first)
    )
    return pegged, [int(n) for n in re.findall(r"counts? (\d+) with", text)]


@pytest.mark.parametrize("text", ["cribbage", "cribbage(3)", "cribbage(4)"])
def test_the_points_that_are_told_are_the_points_that_are_pegged(text):
    game = shown(make_game(text))
    for seed in range(3):
        for p, move in random_game(game, seed):
            if move is None or p.phase != PLAY:
                continue
            after, listener = play(p, move), (turn(p) + 1) % game.seats
            pegged, counts = said_points(heard(game, p, move, listener))
            gained = sum(after[SCORE + side] - p[SCORE + side] for side in range(3))
            if max(after[SCORE : SCORE + 3]) < 121:
                assert gained == pegged + sum(counts)
                assert len(counts) == (game.seats + 1 if after.phase == DEAL else 0)
            else:
                assert gained <= pegged + sum(counts)


def after(line, *texts):
    p = GAME.parse_position(line)
    for text in texts:
        p = play(p, GAME.parse_move(p, text))
    return p


def test_pairs_and_a_go_are_told():
    p = after(f"{PLAYING} hands=KhKd9s9d/KsQsJs8h thrown=AhAd/AsAc", "Kh", "Ks")
    assert heard(GAME, p, parse_card("Kd"), 1) == "Player 1 plays K♦ for 30: pairs 6, go 1."
    assert heard(GAME, p, parse_card("Kd"), 0) == "You play K♦ for 30: pairs 6, go 1."


def test_the_last_card_is_told_even_when_it_wins():
    line = (
        "phase=play dealer=1 seat=1 scores=60-{} starter=5c hands=/2d played=KcQcJc9c/Ks9s8s pile=9"
    )
    p = GAME.parse_position(line.format(120) + " thrown=AhAd/AsAc")
    assert heard(GAME, p, parse_card("2d"), 0) == (
        "Player 2 plays 2♦ for 11: last card 1. Player 2 wins 121 to 60."
    )


def test_who_cannot_play_says_go():
    p = after(f"{PLAYING} hands=KhKd2s3d/KsQsJs8h thrown=AhAd/AsAc", "Kh", "Ks")
    assert heard(GAME, p, parse_card("2s"), 1) == "Player 1 plays 2♠ for 22."
    p = after(f"{PLAYING} hands=KhKd2s3d/KsQsJsTh thrown=AhAd/AsAc", "Kh", "Ks")
    assert heard(GAME, p, parse_card("2s"), 1) == "Player 1 plays 2♠ for 22. You say go."


def test_a_go_is_said_once_on_a_pile():
    p = after(f"{PLAYING} hands=KhAd2s3d/KsQsJsTh thrown=AhAc/AsQc", "Kh", "Ks", "2s")
    assert heard(GAME, p, parse_card("3d"), 1) == "Player 1 plays 3♦ for 25."


def test_the_deal_the_throws_and_the_cut_are_told():
    steps = random_game(GAME, 30)
    for p, move in steps:
        if move is None:
            break
        lines = [heard(GAME, p, move, listener) for listener in (0, 1)]
        if p.phase == THROW:
            assert lines[p.seat] == ""
            assert "throws two cards to " in lines[1 - p.seat]
            assert ("their own crib" in lines[1 - p.seat]) == (p.seat == p.dealer)
        elif p.phase == DEAL:
            assert "deal" in lines[0]
            assert lines[0] != lines[1]  # each hears of his own cards
    cut = GAME.parse_position(
        "phase=cut dealer=1 seat=0 scores=0-0 hands=2d3d4d6d/???? thrown=AhAd/??"
    )
    assert heard(GAME, cut, parse_card("Jc"), 1) == "The starter is J♣: his heels, 2 for you."


def test_sides_are_named_where_four_play():
    game = shown(make_game("cribbage(4)"))
    p = next(p for p, _ in random_game(game, 1) if p.phase == PLAY)
    drawn = game.scene(view(p, 2), 2)
    texts = [mark.text for mark in flat(drawn) if isinstance(mark, Text)]
    assert {"your side", "their side"} <= set(texts)
    assert side_of(p, 2) == 0
