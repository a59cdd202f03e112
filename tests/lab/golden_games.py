"""Golden command lines of the games' own verbs."""

from tests.cli.test_dicechess import ROOK, rook_games
from tests.cli.test_holdem import HAND

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DECIDED = "8/4R3/5K2/Q3k3/3P4/5N2/7B/8 w - - 0 1"
TWO_KINGS = "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1"
SIX = "5H 5S 6D 7C KH QS"
SMALL = ["--game", "battleship(3,2,rows=4,cols=5)", "--seed", "1"]
ONE = ["--seed", "1"]

FILES = {
    "rook.jsonl": "".join(f"{record.to_json()}\n" for record in rook_games()),
    **{f"{number}.phh": HAND for number in range(4)},
}

COMMANDS = {
    "battleship.map": [
        ["A1/B2/", *SMALL],
        ["A1/B2/", *SMALL, "--budget", "0", "--samples", "50"],
    ],
    "battleship.placement": [["--games", "4", *SMALL]],
    "bluff.belief": [["2", "--hand", "10", "--unseen", "35", "--hold", "1", "--lies", "1"]],
    "bluff.calibration": [["honest", "naive", "modelling", "--rounds", "3", *ONE]],
    "bluff.companies": [["--players", "2", "--rounds", "3", *ONE]],
    "cribbage.crib": [
        ["7H 8S", "--pone"],
        ["JH JS", "--dealer", "--seen", "5H 5S 6D 7C"],
    ],
    "cribbage.peg": [
        ["TH AD KD", "--pile", "KH JS 5C", "--iterations", "60", *ONE],
        ["TH AD", "--pile", "KH JS", "--method", "greedy", "--dealer", *ONE],
    ],
    "cribbage.score": [["5H 5S 5D JC", "5C"], ["2H 5H 7H 9H", "KC", "--crib"]],
    "cribbage.throw": [
        [SIX, "--dealer", "--score", "61-70", "--worlds", "3", *ONE],
        [SIX, "--pone", "--method", "sample", "--samples", "20", "--worlds", "0", *ONE],
    ],
    "cribbage.winprob": [["100", "100", "--dealer"]],
    "dicechess.book": [
        [f"{ROOK} RRR", "--least", "1", "--rollouts", "20", *ONE],
        [ROOK, "--least", "1", "--rollouts", "0", *ONE],
        [f"{ROOK} RRR", "--least", "1", "--player", "me", "--rollouts", "0", *ONE],
        ["--least", "1", "--output", "{tmp}/book.tsv"],
    ],
    "dicechess.capture": [[KIWIPETE], [KIWIPETE, "--queens"]],
    "dicechess.cube": [
        [DECIDED, "--stake", "4", *ONE],
        [TWO_KINGS, "--owner", "black", "--rollouts", "20", "--analyst", "random", *ONE],
    ],
    "dicechess.turns": [[f"{START} RRQ"], ["4k3/8/8/8/8/8/8/4K2R w K - 0 1 RK", "--list"]],
    "dots.solve": [
        ["2x2", "--megabytes", "1"],
        ["1x1", "--position", "x/x./x@1", "--megabytes", "1"],
    ],
    "equity.dicechess": [
        [TWO_KINGS, "--rollouts", "9", *ONE],
        [DECIDED, *ONE],
        [TWO_KINGS, "--analyst", "greedy", "--rollouts", "4", *ONE],
    ],
    "equity.holdem": [
        ["7c7d", "AhKh", "--board", "7h2h9s5c", "--categories", "--runouts"],
        ["AhKh", "--opponents", "4", "--samples", "50", *ONE],
    ],
    "holdem.duel": [
        ["balanced", "always-all-in", "--blinds", "10", "--pairs", "3", *ONE],
        ["advanced", "beginner", "--seats", "3", "--blinds", "20", "--pairs", "3", *ONE],
    ],
    "holdem.exploit": [["--hands", "4", "--pairs", "2", "--base-pairs", "2", "--deals", "9", *ONE]],
    "holdem.lbr": [["balanced", "--blinds", "10", "--hands", "4", *ONE]],
    "holdem.opponents": [
        ["{tmp}"],
        ["{tmp}", "--half-life", "50"],
        ["{tmp}", "--player", "Bob", "--spot", "flop:4/10"],
    ],
    "holdem.pushfold": [["--stack", "8"]],
    "holdem.range": [["22+,AKs:0.5"]],
    "leduc.solve": [
        ["--iterations", "3", "--strategy"],
        ["--iterations", "20", "--slips", "0.3", "--hands", "20", "--seed", "1"],
    ],
    "nim.grundy": [["0.77", "200", "--period"], ["ruler", "9"], ["lasker", "9", "--period"]],
    "perft": [["tictactoe", "3"], ["dots(1,1)", "2", "--position", "x/x./x@1"]],
}

BEFORE = {"dicechess.book": [["archive", "import", "{tmp}/rook.jsonl"]]}

COMPILED = {
    "battleship.placement",
    "bluff.calibration",
    "bluff.companies",
    "holdem.duel",
    "holdem.exploit",
    "holdem.lbr",
    "holdem.pushfold",
}
