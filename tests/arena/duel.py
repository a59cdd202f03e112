"""A duel of hidden dice for the tests: chance before and between decisions, and secrets.

Each seat has a die that only it sees; each in turn keeps it or rolls again, which is one
more chance event; then the higher die wins. So what the players do decides which event
is the k-th.
"""

from typing import NamedTuple

from kibitz.core.game import CHANCE, OVER, Game, Moves, rule

KEEP, ROLL = 0, 1


class Duel(NamedTuple):
    first: int  # die of seat 0; 0 is not rolled, or hidden
    second: int
    step: int  # 0, 1 rolls; 2 seat 0 chooses; 3 rolls again; 4 seat 1; 5 rolls again; 6 over


@rule
def turn(p: Duel) -> int:
    if p.step == 6:
        return OVER
    return CHANCE if p.step in (0, 1, 3, 5) else p.step // 2 - 1


@rule
def moves(p: Duel, out: Moves) -> int:
    chance = p.step in (0, 1, 3, 5)
    count = 6 if chance else 2
    for i in range(count):
        out[i] = i + 1 if chance else i
    return count


@rule
def play(p: Duel, move: int) -> Duel:
    if p.step in (0, 3):
        return Duel(move, p.second, p.step + 1)
    if p.step in (1, 5):
        return Duel(p.first, move, p.step + 1)
    return Duel(p.first, p.second, p.step + (1 if move == ROLL else 2))


@rule
def payoff(p: Duel, seat: int) -> float:
    gap = p.first - p.second
    return float(gap if seat == 0 else -gap)


@rule
def view(p: Duel, seat: int) -> Duel:
    return Duel(p.first, 0, p.step) if seat == 0 else Duel(0, p.second, p.step)


class DuelGame(Game):
    name = "duel"
    title = "Duel"
    summary = "Hidden dice."
    position_type = Duel
    most_moves, most_plies, has_chance, has_secrets = 6, 6, True, True
    least_payoff, greatest_payoff = -5.0, 5.0

    def start(self):
        return Duel(0, 0, 0)

    def position_text(self, p):
        return f"{p.first},{p.second},{p.step}"

    def parse_position(self, text):
        return Duel(*map(int, text.split(",")))

    def move_text(self, p, move):
        return str(move)

    def show(self, p, seat=None):
        return self.position_text(p)
