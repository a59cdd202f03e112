"""The laws of scenes and words, over every registered game, for each seat, wide and tall."""

from collections import Counter
from functools import cache

import pytest

from kibitz.core.game import turn, view
from kibitz.core.kernel import COMPILED
from kibitz.core.scene import Card, Line
from kibitz.core.shown import shown
from tests.contract.scenes import (
    CARD,
    MARKUP,
    extent,
    flat,
    moment_of,
    offered,
    sights,
    texts_of,
)
from tests.contract.walks import all_games, decisions, game_of, random_game

GAMES = 3 if COMPILED else 1
MOST = 12  # positions of a game, or a few more
FINGER = 32.0  # what can be clicked is at least so large on a phone
PHONE = 390.0
SLACK = 0.5  # strokes and rounding
CARD_GAMES = {"bluff", "cribbage", "holdem", "kuhn", "leduc"}


@pytest.fixture(params=all_games())
def game(request):
    return game_of(request.param)


@pytest.fixture(params=[t for t in all_games() if t.split("(")[0] in CARD_GAMES])
def card_game(request):
    return game_of(request.param)


@pytest.fixture(params=[t for t in all_games() if t.split("(")[0] not in CARD_GAMES])
def board_game(request):
    return game_of(request.param)


def test_plays_and_dials_name_exactly_the_legal_moves_of_the_seat_to_act(game):
    for s, scene in _scenes(game):
        legal = game.legal_moves(s.known) if turn(s.known) == s.seat else []
        texts = [game.move_text(s.known, move) for move in legal]
        assert sorted(offered(scene)) == sorted(texts)
        words = [play.words for play in scene.plays]
        assert len(set(words)) == len(words)
        assert all(words)


def test_what_can_be_clicked_is_a_legal_move_or_a_part_of_one(game):
    for _, scene in _scenes(game):
        moves, parts = set(offered(scene)), {x for play in scene.plays for x in play.picks}
        clicked = {mark.move for mark in flat(scene.marks) if mark.move is not None}
        picked = Counter(mark.pick for mark in flat(scene.marks) if mark.pick is not None)
        assert clicked <= moves
        assert set(picked) == parts
        assert all(Counter(play.picks) <= picked for play in scene.plays)


def test_no_two_plays_have_the_same_picks(game):
    """Equal parts count: two queens are another play than one."""
    for _, scene in _scenes(game):
        chosen = [tuple(sorted(play.picks)) for play in scene.plays if play.picks]
        assert len(set(chosen)) == len(chosen)


def test_every_mark_that_can_be_clicked_has_a_label(game):
    for s, scene in _scenes(game):
        assert scene.title
        assert scene.summary
        for mark in flat(scene.marks):
            if mark.move is not None or mark.pick is not None:
                assert mark.label, f"{mark} in {game.position_text(s.known)}"


def test_marks_lie_inside_the_scene(game):
    for s, scene in _scenes(game):
        for mark in flat(scene.marks):
            left, top, right, bottom = extent(mark)
            inside = left >= -SLACK and top >= -SLACK
            inside &= right <= scene.width + SLACK and bottom <= scene.height + SLACK
            assert inside, (
                f"{mark} in {scene.width} x {scene.height}: {game.position_text(s.known)}"
            )


def test_only_cards_that_the_seat_has_seen_are_drawn(card_game):
    drawn = 0
    for s, scene in _scenes(card_game):
        seen = [s.known, *(p for moment in s.trail for p in (moment.before, moment.after))]
        known = {card for p in seen for card in CARD.findall(card_game.position_text(p))}
        faces = [m.card for m in flat(scene.marks) if isinstance(m, Card) and m.card is not None]
        assert {card for card in faces if len(card) == 2} <= known
        drawn += len(faces)
    assert drawn > 10


def test_no_markup_leaves_a_game(game):
    for s, scene in _scenes(game):
        said = [str(game.show(s.known, s.seat)), *texts_of(scene)]
        if turn(s.known) == s.seat:
            said.append(game.prompt(s.known, s.seat))
        for text in said:
            assert not MARKUP.search(text), text


def test_every_move_can_be_told_to_every_seat_without_markup(game):
    for p, move in random_game(game, 2):
        if move is None:
            break
        for listener in range(game.seats):
            told = game.told(moment_of(p, move, listener), listener)
            assert not MARKUP.search(told), told


def test_every_play_of_a_board_can_be_clicked(board_game):
    for _, scene in _scenes(board_game):
        clicked = {mark.move for mark in flat(scene.marks)}
        assert all(play.picks or play.move in clicked for play in scene.plays)


def test_a_board_fits_a_phone_and_its_targets_a_finger(board_game):
    for _, scene in _scenes(board_game, (True,)):
        shrunk = min(1.0, PHONE / scene.width)
        for mark in flat(scene.marks):
            if mark.move is not None or mark.pick is not None:
                left, top, right, bottom = extent(mark)
                sides = [shrunk * (right - left), shrunk * (bottom - top)]
                # a thin stroke is made broad to a finger where it is drawn
                assert (max(sides) if isinstance(mark, Line) else min(sides)) >= FINGER


def test_the_example_of_a_prompt_is_a_legal_move(board_game):
    for p, seat in decisions(board_game, GAMES, most=40):
        known = view(p, seat)
        _, found, example = board_game.prompt(known, seat).partition("e.g. ")
        if found:
            assert board_game.parse_move(known, example) in board_game.legal_moves(known)


def test_the_seen_move_is_the_move_that_was_made(board_game):
    for p, move in random_game(board_game, 3):
        if move is not None:
            for seat in range(board_game.seats):
                moment = moment_of(p, move, seat)
                assert board_game.seen_move(moment) in (move, None)
                if not board_game.has_secrets:
                    assert board_game.seen_move(moment) == move


def _scenes(game, shapes=(False, True)):
    return [(s, scene) for s, tall, scene in _drawn(game.text) if tall in shapes]


@cache
def _drawn(text):
    """Every sight of a game's seats, wide and tall: drawn once, and all laws look at the same."""
    game = game_of(text)
    return [
        (s, tall, shown(game).scene(s.known, s.seat, tall=tall, trail=s.trail))
        for s in sights(game, GAMES, MOST)
        for tall in (False, True)
    ]


@pytest.fixture(scope="module", autouse=True)
def scenes_are_forgotten():
    yield
    _drawn.cache_clear()
