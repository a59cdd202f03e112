"""Golden command lines about matches, statistics and the archive."""

GAMES = "first,second,score\n" + "a,b,1-0\nb,a,0.5\na,c,1\nc,a,0\nb,c,1\nc,b,1/2\n" * 9

FILES = {
    "pairs.txt": "0.5 1 0.75 0.5 1 0.25 0.75 1 0.3\n" * 4,
    "games.csv": GAMES,
}

NIM = ["nim(3,4)", "expert", "beginner"]
LEVELS = ["nim(2,3)", "expert", "beginner", "random", "random"]
ONE = ["--seed", "1", "--workers", "1"]
KEPT = ["match", "nim", "expert", "random", "--pairs", "3", "--store", *ONE]

COMMANDS = {
    "bench.levels": [["kuhn", "--pairs", "40", "--seed", "1"]],
    "match": [
        [*NIM, "--pairs", "12", *ONE],
        [*NIM, "--sprt", "0", "80", *ONE],
        ["tictactoe", "random", "playout", "--error", "150", *ONE],
        ["nim(3,4)", "random", "random", "--sprt", "0", "5", "--max-pairs", "9", *ONE],
    ],
    "tournament": [
        [*LEVELS, "--pairs", "4", *ONE],
        [*LEVELS, "--pairs", "3", "--format", "swiss", "--anchor", "random=500", *ONE],
        [*LEVELS, "--pairs", "3", "--format", "knockout", *ONE],
    ],
    "sprt.plan": [
        ["--elo1", "5", "--elo", "0,2.5,5"],
        ["--elo1", "200", "--elo", "0,200", "--simulate", "50", "--seed", "1"],
    ],
    "sprt.simulate": [["--elo1", "200", "--elo", "100", "--truncate", "60", "--seed", "3"]],
    "sprt.status": [
        ["--results", "150,900,2000,1010,190"],
        ["--results", "591,2163,716", "--elo-model", "normalized"],
    ],
    "stats.bootstrap": [["{tmp}/pairs.txt", "--seed", "1"]],
    "stats.convergence": [["--sigma", "4", "--rate", "1000"]],
    "stats.elo": [["55%", "--games", "1000", "--draw-ratio", "0.5"], ["1"]],
    "stats.ratings": [["{tmp}/games.csv", "--paired", "--anchor", "c"]],
    "stats.size": [["--margin", "0.01"], ["--games", "1000"]],
    "stats.ztest": [["540", "1000"], ["60", "100", "--versus", "45", "100"]],
    "archive.list": [["games", "--limit", "2"], ["matches"]],
    "archive.show": [["1"], ["1", "--match"]],
    "archive.stats": [[], ["nim"], ["nim", "3,4,5"]],
    "archive.export": [["--output", "{tmp}/out.jsonl"], ["--format", "jsonl"]],
    "export": [["--format", "text"]],
    "archive.import": [["{tmp}/kept.jsonl"]],
    "import": [["{tmp}/kept.jsonl"]],
    "archive.check": [[], ["--repair"]],
    "archive.copy": [["{tmp}/kibitz.sqlite", "{tmp}/copy.sqlite"]],
    "archive.tidy": [[], ["--remove", "--days", "0"]],
    "ratings": [["nim"]],
}

BEFORE = {  # what is done first, in the same archive
    "archive.check": [KEPT],
    "archive.copy": [KEPT],
    "archive.list": [KEPT],
    "archive.show": [KEPT],
    "archive.stats": [KEPT],
    "archive.export": [KEPT],
    "export": [KEPT],
    "archive.import": [KEPT, ["archive", "export", "--output", "{tmp}/kept.jsonl"]],
    "import": [KEPT, ["archive", "export", "--output", "{tmp}/kept.jsonl"]],
    "ratings": [KEPT],
}
