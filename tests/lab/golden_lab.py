"""Golden command lines of the lab's own verbs."""

NIM = (
    '{"record": 1, "game": "nim(3,4,5)", "start": "3,4,5", "players": ["ann", "bob"], "seed": 1,'
    ' "moves": ["1:1", "2:3", "3:5", "1:2", "2:1"], "result": [1.0, -1.0]}\n'
)
FILES = {"games.jsonl": NIM + NIM.replace('"ann", "bob"', '"bob", "ann"')}

RIVER = ["--board", "KsQs9h5d2c", "--oop", "AA,KJs,76s", "--ip", "QQ,AKo,T9s"]
SOLVED = ["--pot", "20", "--stack", "40", "--iterations", "50", "--target", "0", "--threads", "1"]
BEFORE = {"holdem.look": [["holdem", "solve", *RIVER, *SOLVED, "--save", "{tmp}/river.solution"]]}
COMPILED = ("holdem.look", "holdem.solve")

COMMANDS = {
    "holdem.look": [["{tmp}/river.solution", "--line", "X"]],
    "holdem.solve": [[*RIVER, *SOLVED]],
    "analyse": [
        ["nim", "3,4,5", "--seed", "1"],
        ["tictactoe", "X../.O./...", "--analyst", "mcts", "--iterations", "300", "--seed", "7"],
        ["tictactoe", "X../.O./...", "--analyst", "alphabeta(depth=2)", "--seed", "7"],
        ["leduc", "?K:r", "--iterations", "200", "--seed", "1"],
    ],
    "games": [[], ["nim"]],
    "progress": [["--player", "ann", "{tmp}/games.jsonl"]],
    "review": [
        ["{tmp}/games.jsonl"],
        ["{tmp}/games.jsonl", "--game", "2", "--player", "1", "--budget", "fast"],
    ],
    "reviews": [["{tmp}/games.jsonl"]],
    "schema": [["progress"], ["scene/1"]],
    "show": [
        ["tictactoe", "X../.O./...", "--hint", "--seed", "1"],
        ["kuhn", "--moves", "2", "--seed", "3", "--tall"],
    ],
    "train": [["tictactoe", "--games", "60", "--seed", "1"]],
}
