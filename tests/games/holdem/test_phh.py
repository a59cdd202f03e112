"""PHH: written hands are read back, by us and by pokerkit; bad ones are refused."""

import warnings

import pytest

from kibitz.arena.table import Table
from kibitz.core.kernel import COMPILED
from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.errors import BadRecord
from kibitz.games.holdem.histories.phh import parse_phh, read_hands
from kibitz.games.holdem.histories.writing import phh_text
from kibitz.players.player import RandomPlayer

HANDS = 30 if COMPILED else 3
ONE = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = [
  "d dh p1 ????", "d dh p2 AhKh",
  "p2 cbr 6", "p1 cc", "d db 2c7d9s", "p1 cc", "p2 cbr 8 # a continuation bet", "p1 f",
]
players = ["Ann", "Bob"]
"""


def random_record(text, seed):
    game = make_game(text)
    table = Table(game, [RandomPlayer(game)] * game.seats, seed=seed)
    table.finish()
    return table.record()


@pytest.mark.parametrize(
    "text", ["holdem", "holdem(seats=6,stacks=20/30/40/50/60/70,ante=1)", "holdem(limit=true)"]
)
def test_a_written_hand_is_read_back_with_the_same_moves_and_result(text):
    for seed in range(HANDS):
        record = random_record(text, seed)
        (hand,) = parse_phh(phh_text(record))
        again = hand.record()
        assert again.moves == record.moves[1:]  # without the deal
        assert again.result == record.result
        assert Record.from_json(again.to_json()).replay().end == hand.end


@pytest.mark.parametrize("text", ["holdem", "holdem(seats=4,stacks=20/30/40/50)"])
def test_pokerkit_reads_what_we_write_and_ends_with_the_same_stacks(text):
    pokerkit = pytest.importorskip("pokerkit")
    warnings.simplefilter("ignore")
    for seed in range(HANDS):
        record = random_record(text, seed)
        theirs = pokerkit.HandHistory.loads(phh_text(record))
        *_, end = theirs
        start = theirs.starting_stacks
        ours = [chips + round(2 * won) for chips, won in zip(start, record.result, strict=True)]
        assert list(end.stacks) == ours


def test_a_hand_with_hidden_cards_has_its_moves_and_its_result_when_all_fold():
    (hand,) = parse_phh(ONE)
    assert hand.players == ("Ann", "Bob")
    assert hand.record().result == (-3.0, 3.0)
    assert [hand.game.move_text(p, move) for p, move in hand.positions()] == [
        "r6",
        "c",
        "c",
        "r8",
        "f",
    ]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("variant", "kind"), "'variant' is missing"),
        (('"NT"', '"PO"'), "'PO' is not NT or FT"),
        (("p2 cbr 6", "p1 cbr 6"), "action 3, 'p1 cbr 6'.*not the turn of p1"),
        (("p2 cbr 6", "p2 cbr 3"), "action 3.*raises go to 4"),
        (("p2 cbr 6", "p2 jump"), "not an action of hold'em"),
        (("[1, 2]", "[1, 2, 4]"), "not of as many seats"),
        (("[200, 200]", "[0, 200]"), "stack of nothing"),
        (("[200, 200]", "[200, 1e13]"), "more than 1048575"),
        (("[200, 200]", "[200, 1e999999]"), "'starting_stacks'"),
        (("p2 cbr 6", "p2 cbr 1e99999"), "not an amount"),
        (("AhKh", "AhKhQh"), "not two cards"),
        (("AhKh", "AhAh"), "the card Ah was dealt twice"),
        (("AhKh", "AhKx"), "'Kx' is not a card"),
        (("p2 cbr 6", "p2 cbr six"), "action 3.*'six' is not an amount"),
        (("p2 cbr 6", "p2 cbr"), "a raise needs an amount"),
        (("p2 cbr 6", "p2 cbr 0"), "more than nothing"),
        (("p2 cbr 6", "p2 cbr -1"), "more than nothing"),
        (('"NT"', '"FT"\nsmall_bet = 3'), "not the big blind and twice as much"),
        (("p1 f", 'p1 f", "p2 f'), "over before it"),
        (("[0, 0]", "[0, -1]"), "ante below 0"),
        (("[0, 0]", "[0, nan]"), "'antes' is missing or not"),
        (("min_bet = 2", "min_bet = 0.000000000001"), "finer than"),
        (("min_bet = 2", "min_bet = 'x'"), "'min_bet' is missing or not"),
        (("min_bet = 2", "finishing_stacks = 7\nmin_bet = -2"), "'min_bet' is missing or not"),
        (("p1 f", "p7 f"), "'p7' is not a player"),
        (("[200, 200]", "200"), "'starting_stacks'"),
        (("[1, 2]", "[inf, 2]"), "endless"),
        (("d db 2c7d9s", "d db 2c7d9sThJhQh"), "a board has 5 cards"),
        (("[", "{"), "not TOML"),
    ],
)
def test_a_file_that_is_no_hand_is_refused_with_the_place(change, why):
    with pytest.raises(BadRecord, match=why):
        parse_phh(ONE.replace(*change))


def test_a_folder_gives_all_its_hands_and_names_those_that_are_none(tmp_path):
    (tmp_path / "a.phh").write_text(ONE)
    body, bad = ONE.strip(), ONE.strip().replace("p2 cbr 6", "p2 cbr 3")
    (tmp_path / "b.phhs").write_text(f"[1]\n{body}\n[2]\n{bad}\n[3]\n{body}\n[x]\nhand = 1\n")
    (tmp_path / "c.phh").write_text("x")
    (tmp_path / "d.phh").write_text(ONE.replace('"NT"', '"PO"'))
    hands, why = read_hands(tmp_path)
    assert [hand.facts["hand"] for hand in hands] == ["1", "1", "3"]
    assert [line.split(":")[0] for line in why] == [
        "b.phhs, hand 2",
        "b.phhs, hand x",
        "c.phh, hand 1",
        "d.phh, hand 1",
    ]
    assert len(read_hands(tmp_path / "a.phh")[0]) == 1
    with pytest.raises(BadRecord, match="no file or folder"):
        read_hands(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadRecord, match="holds no"):
        read_hands(tmp_path / "empty")


def test_only_finished_hands_of_holdem_are_written():
    game = make_game("kuhn")
    with pytest.raises(BadRecord, match="not for kuhn"):
        phh_text(Record("kuhn", game.position_text(game.start()), ("a", "b"), 0, (), None))
    game = make_game("holdem")
    with pytest.raises(BadRecord, match="not over"):
        phh_text(Record("holdem", game.position_text(game.start()), ("a", "b"), 0, (), None))
