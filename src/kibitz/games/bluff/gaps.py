"""How much better one option of a decision truly is than another: measured in sequels.

The decisions are those of games at tables of all levels. Beside the best option by play-outs stand
the move that was made and one drawn from the shortlist. All are played on from the true position by
the levels that sit there, with the same luck (`sequel`). What a player cannot see is as it truly
was, so over many decisions the mean is over all that it can be.

The loss of a decision is what it costs whoever plays on well: later errors are charged to later
decisions. So the seat itself goes on like the expert; beside that stands what it costs the seat as
it is, which is nothing for somebody who loses anyway.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kibitz.core.game import OVER, Position, turn, view
from kibitz.core.seeds import child, stream
from kibitz.games.bluff.analysts import USUAL_PLAYOUTS, looked_at, shortlist
from kibitz.games.bluff.game import BluffGame
from kibitz.games.bluff.layout import ASKED, NOBODY, Ints, opened
from kibitz.games.bluff.scale import SeatPlace, place_of, wins_at_once
from kibitz.games.bluff.sequel import sequels

MADE, DRAWN = "made", "drawn"


class TableDecision(NamedTuple):
    """A decision of a game, the move that was made, and the position that it led to."""

    ply: int
    position: Position
    seat: int
    move: int
    after: Position


class MeasuredGap(NamedTuple):
    """An option that is not the best by play-outs, and what it truly loses, in chances to win."""

    game: int
    ply: int
    level: str  # whose decision it is
    kind: str  # MADE or DRAWN
    is_answer: bool
    place: SeatPlace
    best_share: float
    share: float
    came: float  # lost if the seat plays on like the expert
    came_to_it: float  # lost if it plays on as it is; the same if nobody asked


def mixed(game: BluffGame, number: int) -> list[str]:
    """A table of all levels, in other seats each time; of two, twelve in a row have each pair."""
    levels = list(game.levels)
    apart = 1 + number // len(levels) % (len(levels) - 1) if game.seats == 2 else 1
    return [levels[(number + apart * seat) % len(levels)] for seat in range(game.seats)]


def playing_well(names: list[str], seat: int) -> list[str]:
    """The same table with the expert in one seat."""
    return [*names[:seat], "expert", *names[seat + 1 :]]


def decisions_of(game: BluffGame, names: list[str], seed: int) -> Iterator[TableDecision]:
    """Play a game of these levels, decision by decision."""
    levels, luck = [game.levels[name] for name in names], stream(seed)
    p, ply = game.play(game.start(), child(seed, 0)), 0
    while turn(p) != OVER:
        seat, ply = int(turn(p)), ply + 1
        level, known = levels[seat], view(p, seat)
        move = level.choice.choose(level.analyst, game, known, seat, child(seed, 2, ply), luck)
        after = game.play(p, move)
        yield TableDecision(ply, p, seat, move, after)
        p = after


def gaps_of(
    players: int, number: int, root: int, noted: float, count: int, is_own: bool = False
) -> Iterator[MeasuredGap]:
    """The gaps in a share of the decisions of one game, by so many sequels.

    With `is_own` the seat also plays on as it is.
    """
    game = BluffGame(players)
    names, seed = mixed(game, number), child(root, players, number)
    drawn = np.random.default_rng(seed)
    for d in decisions_of(game, names, seed):
        if drawn.random() < noted:
            pick, key = float(drawn.random()), child(seed, 1, d.ply)
            found = PlayedOut(game, d, pick, key)
            yield from found.gaps(number, names, count, is_own)


class PlayedOut:
    """The options of a decision as a review looks at them, each in turn as the one asked about."""

    def __init__(self, game: BluffGame, d: TableDecision, pick: float, seed: int) -> None:
        known = view(d.position, d.seat)
        self.v, self.short, self.d, self.seed = opened(known), shortlist(game, known), d, seed
        others = {d.move: MADE}
        others.setdefault(self.short[int(pick * len(self.short))], DRAWN)
        is_open = len(self.short) > 1 and not any(
            wins_at_once(self.v, d.seat, move) for move in self.short
        )
        self.looks = [(kind, move, *self._look(move)) for move, kind in others.items() if is_open]

    def _look(self, move: int) -> tuple[int, float, float]:
        """The best move by play-outs, how much it wins, and how much this one does."""
        listed = sorted({*self.short, move})
        shares = looked_at(self.v, self.d.seat, listed, move, USUAL_PLAYOUTS, self.seed).shares()
        best = max(range(len(listed)), key=shares.__getitem__)
        return listed[best], shares[best], shares[listed.index(move)]

    def gaps(
        self, number: int, names: list[str], count: int, is_own: bool
    ) -> Iterator[MeasuredGap]:
        """What each option truly loses against the best."""
        d, worse = self.d, [look for look in self.looks if look[1] != look[2]]
        if not worse:
            return
        moves = sorted({move for look in worse for move in look[1:3]})
        well, a = playing_well(names, d.seat), opened(d.position)
        won = _means(a, d.seat, moves, well, count, self.seed)
        won_by_it = won
        if is_own and well != names:
            won_by_it = _means(a, d.seat, moves, names, count, self.seed)
        place, is_answer = place_of(self.v, d.seat), bool(self.v[ASKED] != NOBODY)
        for kind, move, best, best_share, share in worse:
            came, came_to_it = won[best] - won[move], won_by_it[best] - won_by_it[move]
            spot = (number, d.ply, names[d.seat], kind, is_answer, place)
            yield MeasuredGap(*spot, best_share, share, came, came_to_it)


def _means(
    a: Ints, seat: int, moves: list[int], names: list[str], count: int, seed: int
) -> dict[int, float]:
    """What a seat wins after each move on average."""
    won = sequels(a, seat, moves, names, count, child(seed, 1)).mean(axis=0)
    return dict(zip(moves, won.tolist(), strict=True))
