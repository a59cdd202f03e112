"""`kibitz dicechess` as a person types it."""

import pytest

from kibitz.core.record import Record
from kibitz.store.archive import Archive
from tests.cli.shell import check_refused, kibitz
from tests.games.dicechess.bad_dfens import BAD_DFENS

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_turns_counts_paths_captures_positions_and_first_moves():
    answer = kibitz("dicechess", "turns", "8/3k1P2/2P5/8/5K2/8/8/8 w - - 0 1 PPN", "--json")
    assert answer.code == 0
    said = answer.json
    # c6xd7; f7f8 to any of four and c6xd7; f8n and Nxd7; f8n, N to e6, g6 or h7, and c6xd7;
    # c6c7 and f7f8n in either order and Nxd7
    assert said["captures"] == 1 + 4 + 1 + 3 + 2
    assert said["dice_spent"] == 3
    assert set(said["first_moves"]) == {"c6c7", "c6d7", "f7f8n", "f7f8q", "f7f8r", "f7f8b"}
    assert said["paths"] > said["captures"]
    assert len(said["turns"]) == min(40, said["paths"])


def test_turns_lists_every_turn_in_uci():
    answer = kibitz("dicechess", "turns", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 RK", "--json", "--list")
    turns = answer.json["turns"]
    assert ["e1g1"] in turns
    assert len(turns) == answer.json["paths"]
    assert answer.json["captures"] == 0


def test_a_roll_without_a_move_is_shown_as_a_pass():
    answer = kibitz("dicechess", "turns", f"{START} RRQ", "--json")
    assert (answer.json["paths"], answer.json["is_pass"]) == (0, True)
    assert "pass" in kibitz("dicechess", "turns", f"{START} RRQ").out


def test_turns_draws_the_board():
    answer = kibitz("dicechess", "turns", f"{START} PNB")
    assert "♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in answer.out
    assert "First moves:" in answer.out


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (START, "no dice"),
        (f"{START} PNX", "field 7 (dice)"),
        ("8/8 w - -", "field 1 (placement)"),
        (START.replace(" w ", " x "), "field 2 (side)"),
        (START.replace("KQkq", "KQkz"), "field 3 (castling)"),
        (START.replace("- 0", "e3 0"), "field 4 (en passant)"),
        (START.replace("0 1", "200 1"), "field 5 (halfmove)"),
        (START.replace("0 1", "0 0"), "field 6 (fullmove)"),
    ],
)
def test_a_bad_position_is_one_sentence(position, words):
    check_refused(kibitz("dicechess", "turns", position), words)


@pytest.mark.parametrize("command", [("dicechess", "capture"), ("equity", "dicechess")])
def test_every_kind_of_bad_position_is_one_sentence_that_names_the_field(command):
    for position, words in BAD_DFENS:
        check_refused(kibitz(*command, position), words)


def test_capture_counts_the_rolls_against_both_kings():
    position = "rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
    answer = kibitz("dicechess", "capture", position, "--json")
    assert answer.json["black_king"] == 91  # the bishop: 216 - 125 rolls show one
    assert answer.json["white_king"] == 0
    shown = kibitz("dicechess", "capture", position, "--queens").out
    assert "black queen" in shown
    assert "Black's king falls to:" in shown


def test_equity_gives_chances_that_sum_to_one_and_the_same_bytes_for_the_same_seed():
    args = ("equity", "dicechess", "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", "--rollouts", "9")
    answer = kibitz(*args, "--seed", "5", "--json")
    said = answer.json
    assert said["white_win"] + said["black_win"] + said["undecided"] == pytest.approx(1)
    assert said["rollouts"] == 9
    assert said["error"] > 0
    assert kibitz(*args, "--seed", "5", "--json", "--threads", "2").out == answer.out
    assert "White wins" in kibitz(*args, "--seed", "5").out


def test_equity_of_a_decided_roll_is_exact_and_has_no_variance_ratio():
    answer = kibitz("equity", "dicechess", "8/4R3/5K2/Q3k3/3P4/5N2/7B/8 w - - 0 1", "--json")
    assert (answer.json["white_win"], answer.json["variance_ratio"]) == (1.0, None)
    assert answer.json["exact"] is True


def test_equity_refuses_what_makes_no_sense():
    check_refused(kibitz("equity", "dicechess", f"{START} PNB"), "rolled dice")
    check_refused(kibitz("equity", "dicechess", START, "--rollouts", "0"), "rollouts 0")
    check_refused(kibitz("equity", "dicechess", START, "--target-error", "-1"), "target_error")
    check_refused(kibitz("equity", "dicechess", "nonsense"), "1 fields")
    check_refused(kibitz("equity", "dicechest", START), "did you mean 'dicechess'?")


@pytest.mark.parametrize("verb", [("equity", "dicechess"), ("dicechess", "cube")])
def test_rollouts_refuse_workers_that_cannot_be(verb):
    command = (*verb, START, "--rollouts", "2")
    check_refused(kibitz(*command, "--cluster", "tcp://10.0.0.7:8786"), "use tls://")
    check_refused(kibitz(*command, "--cluster", "here"), "'here' is not the address of a cluster")
    both = kibitz(*command, "--cluster", "local:2", "--workers", "2")
    check_refused(both, "--cluster and --workers exclude each other")
    check_refused(kibitz(*command, "--workers", "0"), "workers 0")


def test_equity_is_shared_among_threads_processes_or_a_cluster():
    command = ("equity", "dicechess", START, "--threads", "2")
    check_refused(kibitz(*command, "--workers", "2"), "--threads excludes --workers")
    check_refused(kibitz(*command, "--cluster", "local:2"), "--threads excludes --cluster")


def test_cube_advises_with_points_and_values_of_the_stake():
    position = "8/4R3/5K2/Q3k3/3P4/5N2/7B/8 w - - 0 1"
    said = kibitz("dicechess", "cube", position, "--stake", "4", "--json").json
    assert (said["advice"], said["chance"], said["error"]) == ("double, pass", 1.0, 0.0)
    assert said["double_pass"] == 4
    assert said["take_point"] == {"cubeless": 0.25, "used": 0.5 / 2.34, "live": 0.2}
    assert said["cash_point"]["used"] == 1 - 0.5 / 2.34
    shown = kibitz("dicechess", "cube", position, "--owner", "black").out
    assert "nothing to decide" in shown
    centred = kibitz("dicechess", "cube", position).out
    for point in ("68.3%", "78.6%", "21.4%"):  # Janowski's, at an efficiency of 0.68
        assert point in centred
    assert "exact" in centred


@pytest.mark.compiled
def test_cube_advice_may_rest_on_a_players_turns_and_says_on_what_it_rests():
    position = "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1"
    said = kibitz("dicechess", "cube", position, "--analyst", "greedy", "--rollouts", "6",
                  "--seed", "1", "--json").json  # fmt: skip
    assert (said["player"], said["rollouts"]) == ("greedy", 6)
    assert 0.5 < said["chance"] <= 1
    random = kibitz("dicechess", "cube", position, "--analyst", "random", "--seed", "1").out
    assert "4,000 rollouts of random play" in random
    usual = kibitz("dicechess", "cube", position, "--rollouts", "2", "--seed", "1").out
    assert "2 rollouts of the learned judge" in usual
    check_refused(kibitz("dicechess", "cube", position, "--analyst", "gredy"), "gredy")


def test_cube_refuses_owners_and_stakes_that_do_not_exist():
    check_refused(kibitz("dicechess", "cube", START, "--owner", "red"), "'red'")
    check_refused(kibitz("dicechess", "cube", START, "--stake", "0"), "stake 0")
    check_refused(kibitz("dicechess", "cube", START, "--efficiency", "2"), "efficiency")
    check_refused(kibitz("dicechess", "cube", f"{START} PNB"), "rolled dice")


ROOK = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"


@pytest.fixture
def own_games(tmp_path):
    """An archive of four games from one endgame: White lifts the rook thrice, once sideways."""
    path = str(tmp_path / "archive.sqlite")
    with Archive.open(path) as archive:
        archive.add(rook_games())
    return path


def rook_games():
    lift, side = "h1h2 h2h3 h3h4", "h1g1 g1f1 f1g1"
    games = []
    for seed, (turn, end, white) in enumerate(
        [
            (lift, "QQQ pass RRR h4e4 e4e8", 1.0),
            (lift, "PPP pass RRR h4e4 e4e8", 1.0),
            (lift, "KKK e8e7 e7e6 e6e5 RRR h4e4 e4e5", 1.0),
            (side, "KKK e8e7 e7e6 e6e5 NNN pass KKK e5e4 e4e3 e3e2 NNN pass KKK e2e1", -1.0),
        ]
    ):
        moves = tuple(f"RRR {turn} {end}".split())
        players = ("me", "you") if seed % 2 == 0 else ("you", "me")
        games.append(Record("dicechess", ROOK, players, seed, moves, (white, -white)))
    return games


@pytest.mark.compiled
def test_the_book_ranks_the_turns_of_ones_own_games_by_what_they_win_at_least(own_games):
    answer = kibitz("dicechess", "book", f"{ROOK} RRR", "--least", "1", "--db", own_games, "--json")
    first, second = answer.json["turns"]
    assert (first["n"], first["wins"], second["wins"], second["losses"]) == (3, 3, 0, 1)
    assert first["lower_bound"] > second["lower_bound"]
    assert first["lower_bound"] < first["rate"] == 1.0
    assert first["rollout"] < first["shrunk"] < first["rate"]
    swapped = "4k2r/8/8/8/8/8/8/4K3 b - - 0 1 RRR"
    black = kibitz("dicechess", "book", swapped, "--db", own_games, "--rollouts", "0", "--json")
    assert [turn["n"] for turn in black.json["turns"]] == [3]
    assert black.json["turns"][0]["shrunk"] is None
    assert "at least" in kibitz("dicechess", "book", f"{ROOK} RRR", "--db", own_games).out


@pytest.mark.compiled
def test_the_book_gives_every_rate_the_interval_of_its_own_law(own_games):
    book = kibitz("dicechess", "book", f"{ROOK} RRR", "--least", "1", "--db", own_games, "--json")
    for turn in book.json["turns"]:
        low, high = turn["shrunk_interval"]
        assert low < turn["shrunk"] < high
        assert turn["interval"][0] <= turn["rate"] <= turn["interval"][1]
        narrower = turn["interval"][1] - turn["interval"][0]
        assert high - low < narrower  # the rollouts count as games


@pytest.mark.compiled
def test_cube_advice_counts_the_games_of_the_archive(own_games):
    common = ("--analyst", "random", "--rollouts", "400", "--seed", "1", "--json")
    alone = kibitz("dicechess", "cube", ROOK, *common).json
    known = kibitz("dicechess", "cube", ROOK, *common, "--db", own_games).json
    assert (alone["games"], known["games"] > 0) == (0, True)
    assert known["chance"] != alone["chance"]
    shown = kibitz("dicechess", "cube", ROOK, *common[:-1], "--db", own_games).out
    assert "games of the archive" in shown
    gone = kibitz("dicechess", "cube", ROOK, "--db", "no/such.sqlite")
    check_refused(gone, "no/such.sqlite")


@pytest.mark.compiled
def test_the_book_of_a_player_counts_his_turns_alone_and_can_be_written(own_games, tmp_path):
    common = ("--db", own_games, "--player", "me", "--least", "1", "--json")
    (turn,) = kibitz("dicechess", "book", f"{ROOK} RRR", *common).json["turns"]
    assert (turn["n"], turn["wins"]) == (2, 2)
    whole = kibitz("dicechess", "book", ROOK, "--db", own_games, "--least", "1", "--json").json
    counted = whole["counted"]
    assert (counted["n"], counted["wins"], counted["losses"]) == (4, 3, 1)
    assert whole["rolls"]["RRR"]["wins"] == whole["rolls"]["PPR"]["wins"] == 3  # by h1h4
    file = tmp_path / "book.tsv"
    report = kibitz("dicechess", "book", *common, "--output", str(file)).json["file"]
    assert (report["games"], report["positions"]) == (4, len(file.read_text().splitlines()))
    lines = dict(line.split("\t") for line in file.read_text().splitlines())
    canonical = kibitz("dicechess", "book", f"{ROOK} RRR", *common).json["canonical"]
    assert canonical in ("4k3/8/8/8/8/8/8/4K2R w - - RRR", "3k4/8/8/8/8/8/8/R2K4 w - - RRR")
    assert lines[canonical].count(",") == 2


def test_a_book_without_games_says_so(tmp_path):
    empty = str(tmp_path / "none.sqlite")
    check_refused(kibitz("dicechess", "book", "--db", empty), "none.sqlite")
