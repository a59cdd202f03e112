"""Laws of the scenes of all card games: what can be played, what is hidden, what fits."""

import itertools
from collections import Counter
from functools import cache

import pytest

from kibitz.core.cards import card_symbol, card_text, card_words
from kibitz.core.game import CHANCE, turn, view
from kibitz.core.registry import make_game
from kibitz.core.scene import Card, Disc, Rect, Text, Track
from kibitz.core.shown import shown
from kibitz.games.cribbage.table.rules import HAND, THROWN
from kibitz.games.cribbage.table.text import cards_of
from kibitz.games.holdem.table.position import UNKNOWN, board_card, hole
from tests.contract.walks import random_game
from tests.games.seen import cards, flat, seen_by_all, sightings, words

GAMES = (
    *("cribbage", "cribbage(3)", "cribbage(4)", "kuhn", "leduc"),
    *("holdem", "holdem(9)", "holdem(6,stacks=20/50/90/100/200/7)", "holdem(3,limit=true)"),
    *("holdem(4,raises=few,stack=60)", "holdem(2,stack=5,ante=1)"),
    *("bluff(2,turns=12)", "bluff(6,turns=40)", "bluff(3,free=true,decks=2,rounds=4)"),
)


@pytest.fixture(params=GAMES)
def game(request):
    return make_game(request.param)


@cache
def scenes(text):
    """Scenes of a random game, wide and tall, each with its position and seat."""
    game = shown(make_game(text))
    return [
        (p, seat, tall, game.scene(view(p, seat), seat, tall=tall, trail=trail))
        for p, seat, trail in sightings(game, range(1 if game.seats > 4 else 2), 40)
        for tall in (False, True)
    ]


def test_plays_and_dials_are_exactly_the_legal_moves_of_the_seat_to_act(game):
    for p, seat, _, scene in scenes(game.text):
        offered = [play.move for play in scene.plays]
        offered += [move for dial in scene.dials for move in dial.moves()]
        legal = [game.move_text(p, m) for m in game.legal_moves(p)] if turn(p) == seat else []
        assert Counter(offered) == Counter(legal)


def test_every_stop_of_a_dial_is_on_the_dial(game):
    for _, _, _, scene in scenes(game.text):
        for dial in scene.dials:
            amounts = [stop.amount for stop in dial.stops]
            assert amounts == sorted(set(amounts))
            assert amounts[0] == dial.least
            assert amounts[-1] == dial.most


def test_every_move_and_pick_of_a_mark_is_part_of_a_play_and_has_a_label(game):
    for _, _, _, scene in scenes(game.text):
        marks = flat(scene)
        there = Counter(mark.pick for mark in marks if mark.pick is not None)
        assert all(mark.label for mark in marks if mark.move is not None or mark.pick is not None)
        assert {mark.move for mark in marks if mark.move} <= {play.move for play in scene.plays}
        assert all(Counter(play.picks) <= there for play in scene.plays)
        assert set(there) == {pick for play in scene.plays for pick in play.picks}


def test_nothing_is_drawn_outside_the_scene(game):
    for _, _, tall, scene in scenes(game.text):
        assert (scene.width == 390.0) == tall
        for mark in flat(scene):
            x, y, right, bottom = box(mark)
            assert -0.5 <= x <= right <= scene.width + 0.5, mark
            assert -0.5 <= y <= bottom <= scene.height + 0.5, mark


def box(mark):
    """What a mark surely covers."""
    match mark:
        case Card():
            return mark.x, mark.y, mark.x + mark.width, mark.y + 1.4 * mark.width
        case Rect():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            r = mark.radius
            return mark.x - r, mark.y - r, mark.x + r, mark.y + r
        case Track():
            return mark.x, mark.y, mark.x + mark.width, mark.y
        case Text():
            long = 0.55 * mark.size * len(mark.text)
            left = mark.x - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
            return left, mark.y - mark.size / 2, left + long, mark.y + mark.size / 2
    x, y = getattr(mark, "x", 0.0), getattr(mark, "y", 0.0)
    return x, y, x, y


def test_cards_to_click_are_wide_enough_for_a_finger_and_not_under_each_other(game):
    for _, _, _, scene in scenes(game.text):
        live = [card for card in cards(scene) if card.move or card.pick]
        assert all(card.width >= 44.0 for card in live)
        corners = sorted((card.x, card.y) for card in live)
        for (x, y), (right, below) in itertools.pairwise(corners):
            assert right - x >= 44.0 or below - y >= 24.0


def test_what_is_wanted_and_every_move_have_words(game):
    for p, seat, _, scene in scenes(game.text):
        if turn(p) == seat:
            assert game.prompt(view(p, seat), seat)
            assert all(play.words for play in scene.plays)
        assert scene.title
        assert scene.summary.endswith(".")


def test_a_move_is_seen_as_it_was_made_or_not_at_all(game):
    for p, move in list(random_game(game, 1))[:60]:
        if move is None:
            continue
        trails = seen_by_all(game, p, move)
        for listener in range(game.seats):
            found = game.seen_move(trails[listener][-1])
            is_open = game.name not in ("cribbage", "bluff") or listener == turn(p)
            assert found in (None, move)
            assert turn(p) == CHANCE or not is_open or found == move


def hidden_cards(game, p, seat):
    """The cards of `p` that `seat` cannot see."""
    known = view(p, seat)
    if game.name == "cribbage":
        slots = [*range(HAND, HAND + 4), *range(THROWN, THROWN + 4)]
        return [card for slot in slots if not known[slot] for card in cards_of(p[slot])]
    if turn(p) == -1:
        return []
    unseen = [
        int(hole(p, s, i)) for s in range(p.seats) for i in range(2) if hole(known, s, i) == UNKNOWN
    ]
    return unseen + [int(board_card(p, i)) for i in range(5) if board_card(known, i) == UNKNOWN]


@pytest.mark.parametrize("text", ["cribbage", "cribbage(3)", "cribbage(4)", "holdem", "holdem(6)"])
def test_a_hidden_card_is_nowhere_in_scene_talk_or_picture(text):
    game = shown(make_game(text))
    found = 0
    for p, seat, trail in sightings(game, range(2), 40):
        scene = game.scene(view(p, seat), seat, trail=trail)
        said = words(scene) + str(game.show(view(p, seat), seat))
        said += game.told(trail[-1], seat) if trail else ""
        drawn = {card.card for card in cards(scene)}
        for card in hidden_cards(game, p, seat):
            folded_after_seeing = card_text(card) in drawn and any(
                card_symbol(card) in str(game.show(moment.before, seat)) for moment in trail
            )
            if folded_after_seeing:  # a board that the view forgets when everybody folds
                continue
            found += 1
            assert card_words(card) not in said
            assert card_symbol(card) not in said
            assert card_text(card) not in drawn
    assert found > 100
