"""Random games as material for the laws: every position on the way, with its move.

Each is walked once, and all laws look at the same positions.
"""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from functools import cache

from kibitz.core.game import CHANCE, OVER, Game, Position, key, payoff, play, sample, turn
from kibitz.core.registry import game_names, make_game
from kibitz.core.seeds import stream

# More than the plain form of a game: options that change its rules.
VARIANTS = {
    "battleship": (
        "battleship",
        "battleship(3,2,2,rows=5,cols=6,touch=false,salvo=true)",
        "battleship(3,2,2,rows=5,cols=5,announce=ship)",
    ),
    "bluff": ("bluff(2,turns=12)", "bluff(turns=12)", "bluff(3,free=true,decks=2,rounds=4)"),
    "holdem": ("holdem", "holdem(seats=3,stack=60,ante=1)"),
    "nim": ("nim(1,2,3)", "nim(4,4,4,misere=true,limit=3)"),
    "moore": ("moore(2,1,3)", "moore(1,3,2,1,most=3,misere=true)"),
    "octal": ("octal", "octal(lasker,4,6)", "octal(0.07,9,misere=true)"),
    "wythoff": ("wythoff(4,6)", "wythoff(5,3,misere=true)"),
    "northcott": ("northcott", "northcott(3,2,misere=true)"),
    "dots": ("dots(2,2)", "dots(2,3)"),
    "ultimate": ("ultimate", "ultimate(count=true)"),
}
_walks: dict[tuple[str, int], list[tuple[Position, int | None]]] = {}


def all_games() -> list[str]:
    """The text of every game that the laws are run on."""
    return [text for name in game_names() for text in VARIANTS.get(name, (name,))]


@cache
def game_of(text: str) -> Game:
    """The game of that text, one for all laws."""
    return make_game(text)


def random_game(game: Game, seed: int) -> Sequence[tuple[Position, int | None]]:
    """The positions of one random game with the move played in each; None at the end."""
    known = game.text, seed
    if known not in _walks:
        _walks[known] = _walked(game, seed)
    return _walks[known]


def _walked(game: Game, seed: int) -> list[tuple[Position, int | None]]:
    luck, out, p = stream(seed), game.scratch(), game.start()
    walk: list[tuple[Position, int | None]] = []
    for _ in range(game.most_plies + 1):
        if turn(p) == OVER:
            return [*walk, (p, None)]
        move = int(sample(p, out, luck))
        walk.append((p, move))
        p = play(p, move)
    raise AssertionError(f"a game of {game.text} lasted more than {game.most_plies} plies")


def decisions(game: Game, games: int, most: int = 200) -> Iterator[tuple[Position, int]]:
    """Positions of random games in which a seat decides, with that seat."""
    found = 0
    for seed in range(games):
        for p, _ in random_game(game, seed):
            if turn(p) not in (CHANCE, OVER):
                yield p, int(turn(p))
                found += 1
                if found == most:
                    return


def trace(text: str, games: int) -> str:
    """A digest of everything the rules say during a few random games."""
    game, digest = game_of(text), hashlib.sha256()
    for seed in range(games):
        for p, move in random_game(game, seed):
            seat, legal = int(turn(p)), game.legal_moves(p)
            facts = [tuple(int(field) for field in p), int(key(p)), seat, legal, move]
            if move is None:
                facts += [round(float(payoff(p, s)), 9) for s in range(game.seats)]
            digest.update(repr(facts).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    for name in sys.argv[2:]:
        sys.stdout.write(f"{name} {trace(name, int(sys.argv[1]))}\n")
