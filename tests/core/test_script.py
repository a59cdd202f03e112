"""Records as people write them, for every game: against the games they were written from.

A random game is written down whole, and once more from each seat as it saw it. Replaying the
text must give back the positions, and from a seat what that seat saw at each of its decisions.
"""

from dataclasses import replace

import pytest

from kibitz.core.game import OVER, payoff, play, sample, turn
from kibitz.core.record import Record, Replay, drawn_replay, seen_by
from kibitz.core.registry import game_names, make_game
from kibitz.core.script import is_script, parse_script, script_of, scripts, seen_from
from kibitz.core.seeds import stream
from kibitz.errors import BadRecord

VARIANTS = (
    "cribbage(3)",
    "cribbage(4,skunks=true)",
    "holdem(6)",
    "holdem(limit=true)",
    "bluff(3,turns=20)",
    "bluff(2,free=true,rounds=12)",
    "battleship(3,2,2,rows=5,cols=5,touch=false)",
    "battleship(3,2,rows=4,cols=4,announce=ship)",
    "battleship(3,2,rows=4,cols=4,announce=hit)",
    "battleship(3,2,rows=4,cols=4,salvo=true)",
)
LONG = {"bluff": "bluff(turns=24)"}  # at random it goes on and on
GAMES = (*(LONG.get(name, name) for name in game_names()), *VARIANTS)
MOST = 400  # moves of a random game


def random_record(text: str, seed: int) -> Record:
    game = make_game(text)
    p, out, luck = game.start(), game.scratch(), stream(seed)
    moves: list[str] = []
    while turn(p) != OVER and len(moves) < MOST:
        move = int(sample(p, out, luck))
        moves.append(game.move_text(p, move))
        p = play(p, move)
    result = None
    if turn(p) == OVER:
        result = tuple(float(payoff(p, seat)) for seat in range(game.seats))
    names = tuple(f"player {seat + 1}" for seat in range(game.seats))
    return Record(game.text, game.position_text(game.start()), names, 0, tuple(moves), result)


def positions(replay: Replay) -> list[object]:
    return [*(step.position for step in replay.steps), replay.end]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_written_down_whole_is_the_same_game(game: str) -> None:
    record = random_record(game, 5)
    text = script_of(record)
    again = parse_script(text)
    assert is_script(text)
    assert positions(again.replay()) == positions(record.replay())
    assert (again.players, again.result) == (record.players, record.result)
    assert script_of(again) == text


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_writes_down_what_it_saw_gets_back_what_it_saw(game: str) -> None:
    for seed in range(2):
        record = random_record(game, seed)
        for seat in range(make_game(game).seats):
            seen = seen_from(record, seat)
            again = parse_script(script_of(seen))
            assert again.moves == seen.moves
            assert Record.from_json(again.to_json()) == again
            assert seen_by(again.replay(), seat) == seen_by(record.replay(), seat)


@pytest.mark.parametrize("game", ["cribbage", "bluff(turns=24)", "battleship", "kuhn", "leduc"])
def test_what_a_seat_saw_does_not_depend_on_the_world_that_is_drawn(game: str) -> None:
    made, record = make_game(game), seen_from(random_record(game, 1), 0)
    short = replace(record, moves=record.moves[: max(4, len(record.moves) // 2)], result=None)
    drawn = [drawn_replay(short, made, made.start(), 0, draw) for draw in range(8)]
    assert all(seen_by(replay, 0) == seen_by(drawn[0], 0) for replay in drawn)
    worlds = {repr(positions(replay)) for replay in drawn}
    assert len(worlds) > 1  # though the worlds are not the same


def test_a_hand_of_cribbage_that_hides_its_crib_is_refused_when_the_game_goes_on() -> None:
    record = seen_from(random_record("cribbage", 3), 1)
    without = tuple(text for text in record.moves if not text.startswith("crib:"))
    with pytest.raises(BadRecord, match="crib of a hand is not told"):
        replace(record, moves=without).replay()


HAND = """kibitz record 1
game: cribbage
players: Ann, Bob
seat: 1
dealer:2 deal:4h6d7c8sJhKc/??????
JhKc ?? 4d
4h 4c(2) 7c(15)  ; a slip: that is 2
"""


def test_a_hand_from_one_seat_tells_who_played_and_who_said_go() -> None:
    with pytest.raises(BadRecord, match=r"line 7.*7c is '2'"):
        parse_script(HAND)
    text = HAND.replace("7c(15)", "8s Td go 5c(2) 6d Th 7c(1)")
    seats = [step.seat for step in parse_script(text).replay().steps]
    assert seats[5:] == [0, 1, 0, 1, 1, 0, 1, 0]
    assert parse_script(text.replace("go ", "")).replay().steps == parse_script(text).replay().steps


def test_the_points_of_the_crib_are_as_good_as_its_cards() -> None:
    hand = HAND.replace("7c(15)", "7c(2) Td 6d(2) Tc 8s Th(1)")
    hand += "crib:?(5) deal:??????/?????? ;"
    with pytest.raises(BadRecord, match="does not show the 6 cards"):
        parse_script(hand)
    told = hand.replace("deal:??????/", "deal:AhAsAdAc5d2s/")
    scores = {drawn_score(told, draw) for draw in range(6)}
    assert len(scores) == 1
    with pytest.raises(BadRecord, match="no crib with those cards counts 19"):
        parse_script(told.replace("?(5)", "?(19)"))


def drawn_score(text: str, draw: int) -> tuple[int, int]:
    record, game = parse_script(text), make_game("cribbage")
    end = drawn_replay(record, game, game.start(), 0, draw).end
    return int(end.score0), int(end.score1)


def test_what_was_said_is_checked() -> None:
    text = "kibitz record 1\ngame: cribbage\ndealer:1 deal:{}/{} {} {} 4d 5h 5d({})\n"
    ann, bob = "AhAsAdAc5d2s", "5h6d7c8s9hTc"
    good = text.format(ann, bob, "9hTc", "AhAs", "2")
    assert parse_script(good).replay().steps[-1].seat == 0
    with pytest.raises(BadRecord, match=r"line 3.*5d is '2'"):
        parse_script(good.replace("5d(2)", "5d(3)"))


def test_mistakes_are_named_by_their_line() -> None:
    text = "kibitz record 1\ngame: nim\nplayers: A, B\n\n1:1\n2:9\n"
    with pytest.raises(BadRecord, match=r"^line 6: "):
        parse_script(text)
    with pytest.raises(BadRecord, match=r"^line 1: this Kibitz reads version 1, not '7'"):
        parse_script(text.replace("record 1", "record 7"))
    with pytest.raises(BadRecord, match=r"^line 1: .*begins with"):
        parse_script("game: nim\n")


def test_a_file_holds_many_and_comments_are_left_out() -> None:
    one = script_of(random_record("nim", 1))
    text = "; my games\n" + one + "\n; another\n" + one
    found = list(scripts(text.splitlines()))
    assert [script.line for script in found] == [2, 2 + one.count("\n") + 2]
