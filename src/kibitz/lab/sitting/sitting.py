"""A game in progress, driven by its caller.

The caller plays for the people at the table; `settle` lets chance and the other players move
until a person is asked or the hand is over. Everything that a person is shown comes from
that person's views. A sitting can be written down after every move and taken up again: the
same plan and the same moves give the same game.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz.arena.table import Table
from kibitz.core.game import OVER, Position, payoff, view
from kibitz.core.record import Record
from kibitz.core.request import Answer
from kibitz.core.scene import Dial, Moment, Play, Scene, Trail
from kibitz.core.seeds import sealed, stream
from kibitz.core.sheet import Picture, Sheet, Words
from kibitz.core.shown import shown
from kibitz.core.stream import below
from kibitz.errors import BadRecord, BadValue, IllegalMove
from kibitz.estimate.estimate import Analysis
from kibitz.lab.sitting.plan import PERSON, SittingPlan
from kibitz.players.player import Person, Player
from kibitz.players.roster import default_analyst, make_player

RESIGNED = "resigned"
HINTS = 1 << 50  # seeds of hints and random moves stand away from those of hands


@dataclass(frozen=True)
class Outcome:
    """How a hand ended, by seat, and what every player has won so far, by player."""

    payoffs: tuple[float, ...]
    bankroll: tuple[float, ...]
    unit: str
    resigned: int | None = None  # the seat that resigned


@dataclass(frozen=True)
class Glimpse(Answer):
    """What one seat sees and may do."""

    schema: ClassVar[str] = "sitting.glimpse/1"

    game: str
    hand: int
    seat: int
    seat_name: str
    turn: int | None  # the seat that is asked, None when the hand is over
    position: str
    prompt: str
    title: str
    summary: str
    plays: tuple[Play, ...]
    dials: tuple[Dial, ...]
    told: tuple[str, ...]  # everything this seat has heard in this hand
    outcome: Outcome | None

    def sheet(self) -> Sheet:
        return [Words.of(self.title, self.summary), Words(self.told)]


class Sitting:
    """People and players at one table, for one hand or many."""

    def __init__(
        self, plan: SittingPlan, on_change: "Callable[[Sitting], None] | None" = None
    ) -> None:
        self.plan, self.game = plan, shown(plan.make_game())
        self.records: list[Record] = []  # of finished hands
        self.resigned: int | None = None  # the seat that gave the present hand up
        self._on_change = on_change
        self._players: dict[int, Player] = {}
        self._new_table()

    def close(self) -> None:
        """Let the players go."""
        for player in self._players.values():
            player.close()

    @property
    def hand(self) -> int:
        """The number of the present hand, from 0."""
        return len(self.records)

    @property
    def seat(self) -> int | None:
        """The seat to act, CHANCE included; None when the hand is over."""
        return None if self.is_over else int(self._table.seat)

    @property
    def is_over(self) -> bool:
        """Whether the present hand is over."""
        return self.resigned is not None or self._table.seat == OVER

    @property
    def is_done(self) -> bool:
        """Whether the last hand that was planned is over."""
        return self.is_over and self.plan.hands is not None and self.hand + 1 >= self.plan.hands

    @property
    def moves(self) -> int:
        """How many moves the present hand has, those of chance included."""
        return len(self._table.moves)

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there in the present hand."""
        return self.plan.players[self.plan.player_at(seat, self.hand)] == PERSON

    @property
    def persons(self) -> list[int]:
        """The seats of people in the present hand."""
        return [seat for seat in range(self.game.seats) if self.is_person(seat)]

    def settle(self) -> Iterator[Moment]:
        """Let others move until a person is asked or the hand is over.

        Yields each move with the whole positions around it, after it was made: what a person
        may hear of it is told by `told`.
        """
        while not self.is_over and not (self._table.seat >= 0 and self.is_person(self._table.seat)):
            before, seat = self._table.position, int(self._table.seat)
            self._table.step()
            self._changed()
            yield Moment(seat, before, self._table.position)

    def play(self, text: str) -> Moment:
        """Play a move for the person to act, as it is written."""
        seat = self._asked()
        move = self.game.parse_move(self.known(seat), text)
        before = self._table.position
        self._table.advance(move)
        self._changed()
        return Moment(seat, before, self._table.position)

    def random_move(self) -> str:
        """A legal move for the person to act, drawn at random; the same one when asked again."""
        seat = self._asked()
        legal = self.game.legal_moves(self.known(seat))
        luck = stream(self._own_seed())
        return self.game.move_text(self.known(seat), legal[int(below(luck, len(legal)))])

    def take_back(self, seat: int) -> bool:
        """Go back to the last decision of `seat`; False where it has made none."""
        mine = [i for i, who in enumerate(self._table.seats) if who == seat]
        if not mine:
            return False
        played = self._table.moves[: mine[-1]]
        self.resigned = None
        self._new_table()
        for move in played:
            self._table.advance(move)
        self._changed()
        return True

    def resign(self, seat: int) -> None:
        """Give the present hand up for `seat`."""
        if self.is_over:
            raise IllegalMove("the game is over: nobody can resign it")
        if self.game.seats != 2:
            raise BadValue(f"nobody can resign {self.game.name} with {self.game.seats} seats")
        self.resigned = seat
        self._changed()

    def next_hand(self) -> None:
        """Begin the next hand, everybody one seat on."""
        if not self.is_over:
            raise IllegalMove("the hand is not over yet")
        if self.is_done:
            raise IllegalMove(f"all {self.plan.hands} hands have been played")
        self.records.append(self.record())
        self.resigned = None
        self._new_table()
        self._changed()

    def hint(self, seat: int) -> Analysis:
        """What the game's analyst thinks of every option of `seat`, from what it knows."""
        if seat != self.seat:
            name = self.game.seat_name(self.game.checked_seat(seat))
            raise BadValue(f"{name} is not to move, {self.game.whose_turn(self.known(seat))}")
        known, seed = self.known(seat), self._own_seed()
        return default_analyst(self.game).analyse(self.game, known, seat, seed)

    def _own_seed(self) -> int:
        """What hints and random moves draw from now: it tells nothing of the cards."""
        return sealed(self._table.seed, HINTS, self.moves) >> 66

    def known(self, seat: int) -> Position:
        """The position as `seat` knows it."""
        return view(self._table.position, seat)

    def trail(self, seat: int) -> Trail:
        """The moves of the hand as `seat` saw them."""
        table = self._table
        seen = [view(p, seat) for p in (*table.positions, table.position)]
        return tuple(map(Moment, table.seats, seen[:-1], seen[1:]))

    def told(self, moment: Moment, listener: int) -> str:
        """What `listener` hears of a move."""
        return self.game.heard(moment, listener)

    def scene(self, seat: int, *, tall: bool = False) -> Scene:
        """What `seat` sees, drawn."""
        return self.game.scene(self.known(seat), seat, tall=tall, trail=self.trail(seat))

    def picture(self, seat: int) -> Picture:
        """What `seat` sees, in characters and drawn."""
        return Picture(self.game.show(self.known(seat), seat), self.scene(seat))

    def _repr_html_(self) -> str:
        """For a notebook: what the first person at the table sees."""
        from kibitz.drawing.page import fragment

        seat = next(iter(self.persons), 0)
        return fragment([self.picture(seat)])

    def __repr__(self) -> str:
        turn = "over" if self.is_over else self.game.whose_turn(self._table.position)
        return f"<sitting of {self.game.text}, {self.moves} moves, {turn}>"

    def glimpse(self, seat: int, *, tall: bool = False, drawn: Scene | None = None) -> Glimpse:
        """What `seat` sees and may do, as plain data; from a scene that was drawn, if there is."""
        scene, asked = drawn or self.scene(seat, tall=tall), self.seat == seat
        heard = (self.game.heard(moment, seat) for moment in self.trail(seat))
        return Glimpse(
            game=self.game.text,
            hand=self.hand,
            seat=seat,
            seat_name=self.game.seat_name(seat),
            turn=self.seat,
            position=self.game.position_text(self.known(seat)),
            prompt=self.game.prompt(self.known(seat), seat) if asked else "",
            title=scene.title,
            summary=scene.summary,
            plays=scene.plays if asked else (),
            dials=scene.dials if asked else (),
            told=tuple(line for line in heard if line),
            outcome=self.outcome() if self.is_over else None,
        )

    def record(self) -> Record:
        """The present hand as a record, finished or not."""
        record = self._table.record()
        if self.resigned is None:
            return record
        return replace(record, result=self.payoffs(), tags={**record.tags, "ended": RESIGNED})

    def payoffs(self) -> tuple[float, ...]:
        """What the finished hand gives each seat; who resigns loses one game, or all there is."""
        if self.resigned is None:
            return tuple(
                float(payoff(self._table.position, seat)) for seat in range(self.game.seats)
            )
        lost = -1.0 if self.game.unit == "wins" else self.game.least_payoff
        return tuple(lost if seat == self.resigned else -lost for seat in range(2))

    def outcome(self) -> Outcome:
        """How the hand ended and what everybody has won so far."""
        totals = [0.0] * self.game.seats
        for hand, record in enumerate([*self.records, self.record()]):
            for seat, paid in enumerate(record.result or ()):
                totals[self.plan.player_at(seat, hand)] += paid
        return Outcome(self.payoffs(), tuple(totals), self.game.unit, self.resigned)

    @classmethod
    def resumed(
        cls,
        plan: SittingPlan,
        records: list[Record],
        current: Record,
        on_change: "Callable[[Sitting], None] | None" = None,
    ) -> "Sitting":
        """The sitting that was written down as these records."""
        sitting = cls(plan)
        sitting.records = list(records)
        sitting._new_table()
        for number, text in enumerate(current.moves, 1):
            try:
                p = sitting._table.position
                sitting._table.advance(sitting.game.parse_move(p, text))
            except (IllegalMove, BadValue) as error:
                raise BadRecord(f"the sitting does not replay at move {number}: {error}") from None
        if current.tags.get("ended") == RESIGNED and current.result is not None:
            sitting.resigned = current.result.index(min(current.result))
        sitting._on_change = on_change
        return sitting

    def _asked(self) -> int:
        """The person to act."""
        seat = self.seat
        if seat is None:
            raise IllegalMove("the game is over")
        if seat < 0 or not self.is_person(seat):
            raise IllegalMove(f"no person is to move, {self.game.whose_turn(self._table.position)}")
        return seat

    def _new_table(self) -> None:
        """A table for the present hand at which nothing has been played."""
        plan = self.plan
        start = self.game.start() if plan.start is None else self.game.parse_position(plan.start)
        players = [self._player(plan.player_at(seat, self.hand)) for seat in range(self.game.seats)]
        self._table = Table(self.game, players, plan.seed_of(self.hand), start)
        self._table.greet()

    def _player(self, number: int) -> Player:
        if number not in self._players:
            text = self.plan.players[number]
            made = Person(_nobody) if text == PERSON else make_player(text, self.game)
            self._players[number] = made
        return self._players[number]

    def _changed(self) -> None:
        if self._on_change:
            self._on_change(self)


def _nobody(known: Position, seat: int) -> int:
    raise IllegalMove(f"seat {seat} is a person: the caller plays for it")
