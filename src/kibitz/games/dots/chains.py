"""What a player of dots and boxes counts: chains, loops, and who wants how many.

A chain is a row of boxes of which each lacks two lines; whoever opens it gives it away. It
is long from three boxes on, where the taker can leave the last two and keep the control.
By the long-chain rule (Berlekamp, Conway and Guy) the first player wants the number of dots
and long chains together to be even, the second player odd.
"""

from dataclasses import dataclass

from kibitz.games.dots.board import DotsBoard
from kibitz.games.dots.rules import Dots
from kibitz.games.dots.settling import chain_from, settle

LONG = 3


@dataclass(frozen=True)
class Chains:
    """The chains and loops of a position, by their numbers of boxes, and its safe lines."""

    chains: tuple[int, ...]
    loops: tuple[int, ...]
    safe_lines: int
    to_take: int = 0  # boxes that the mover can take now

    @classmethod
    def of(cls, p: Dots) -> "Chains":
        """The chains of a position, once the boxes there are to take are taken."""
        board = DotsBoard(int(p.rows), int(p.columns))
        shape = board.shape()
        lines, to_take, _ = map(int, settle(int(p.lines), *shape))
        chains: list[int] = []
        loops: list[int] = []
        safe = seen = 0
        for line in range(board.lines):
            if (lines | seen) >> line & 1:
                continue
            chain, inner, count, _ = map(int, chain_from(line, lines, shape.grid))
            seen |= chain
            if count == 0:
                safe += 1
            else:
                (loops if chain == inner else chains).append(count)
        return cls(tuple(sorted(chains)), tuple(sorted(loops)), safe, to_take)

    @property
    def long_count(self) -> int:
        """How many long chains there are, loops not counted."""
        return sum(count >= LONG for count in self.chains)

    def text(self) -> str:
        """In words: `chains of 1, 3, 4; a loop of 4; 5 safe lines`."""
        taking = f"{self.to_take} box{'' if self.to_take == 1 else 'es'} to take"
        parts = [taking if self.to_take else ""]
        parts += [_listed("chain", self.chains), _listed("loop", self.loops)]
        safe = f"{self.safe_lines or 'no'} safe line{'' if self.safe_lines == 1 else 's'}"
        return "; ".join([part for part in parts if part] + [safe])


def _listed(what: str, lengths: tuple[int, ...]) -> str:
    if not lengths:
        return ""
    sizes = ", ".join(map(str, lengths))
    return f"a {what} of {sizes}" if len(lengths) == 1 else f"{what}s of {sizes}"


def wanted_chains(rows: int, columns: int) -> str:
    """The long-chain rule for a board, in words."""
    dots = (rows + 1) * (columns + 1)
    first, second = ("an even", "an odd") if dots % 2 == 0 else ("an odd", "an even")
    return f"player 1 wants {first} number of long chains, player 2 {second} one"
