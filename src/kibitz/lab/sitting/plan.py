"""What is fixed when people sit down: the game, who plays, the seed, how many hands.

Players are numbered in the order they sat down. In the first hand player k has seat k; in a
game of single hands everybody moves on by one seat after each hand, so that the button (or
whoever begins) goes round.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.advised import advised
from kibitz.core.game import Game
from kibitz.core.registry import make_game
from kibitz.core.seeds import checked_seed, sealed
from kibitz.errors import BadValue
from kibitz.players.roster import make_player

PERSON = "person"
MOST_HANDS = 100_000


@dataclass(frozen=True)
class SittingPlan:
    """Who plays what; `players` are player strings, `person` for people."""

    game: str
    players: tuple[str, ...]
    seed: int
    start: str | None = None
    hands: int | None = 1  # None is for as many as people like

    @classmethod
    def made(
        cls,
        game: str,
        players: tuple[str, ...],
        seed: int | None = None,
        start: str | None = None,
        hands: int | None = 1,
    ) -> "SittingPlan":
        """A plan that can be played: everything in it is checked."""
        made = make_game(game)
        if len(players) != made.seats:
            raise BadValue(f"{made.text} has {made.seats} seats, not {len(players)}")
        if hands is not None and not 1 <= hands <= MOST_HANDS:
            raise BadValue(f"{hands} hands are not between 1 and {MOST_HANDS}")
        if hands != 1 and start is not None:
            raise BadValue("a starting position is for one hand only")
        for player in players:
            if player != PERSON:
                make_player(player, made).close()
        text = None if start is None else made.position_text(made.parse_position(start))
        return cls(made.text, players, checked_seed(seed), text, hands)

    def make_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game)

    def seat_of(self, player: int, hand: int) -> int:
        """Where a player sits in a hand, counted from 0."""
        return (player + hand) % len(self.players)

    def player_at(self, seat: int, hand: int) -> int:
        """Who sits on a seat in a hand."""
        return (seat - hand) % len(self.players)

    def seed_of(self, hand: int) -> int:
        """The seed of a hand; the first one has the plan's own."""
        return self.seed if hand == 0 else sealed(self.seed, hand)


class Seating(NamedTuple):
    """A game and who sits around its table."""

    game: str
    players: tuple[str, ...]


def players_around(game: str, against: str | None, seat: int) -> Seating:
    """One person on `seat`, and somebody else on every other."""
    made = make_game(game)
    if not isinstance(seat, int):
        raise BadValue(f"seat takes a whole number, not {seat!r}")
    players = [against or usual_opponent(made)] * made.seats
    players[made.checked_seat(seat)] = PERSON
    return Seating(made.text, tuple(players))


def usual_opponent(game: Game) -> str:
    """Who sits opposite where nobody was named."""
    return "intermediate" if "intermediate" in advised(game).levels else "mcts"
