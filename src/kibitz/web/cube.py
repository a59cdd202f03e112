"""The doubling cube at a table: stakes beside the game, which itself knows nothing of them.

Before a roll the side to move may double, if the cube is in the middle or theirs; the other
side takes and owns the cube, or drops and loses the present stake. A game has a cube where it
registers the question `<game>.cube`; players who are no people ask it. What
was turned stays turned: a move that is taken back brings back neither stake nor decision.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from kibitz.core.files import write_whole
from kibitz.core.game import CHANCE
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import BadValue, IllegalMove
from kibitz.lab.sitting import PERSON, Sitting, SittingStore

SIDES = ("white", "black")
MOST_STAKE = 1 << 20


@dataclass(frozen=True)
class TableCube:
    """Where the cube is and what waits to be decided; players are numbered as they sat down."""

    stake: int = 1
    owner: int | None = None  # None is the middle
    offered_by: int | None = None  # who has doubled and waits for an answer
    decided: int = -1  # the last ply before which somebody has chosen to roll or to double
    dropped_by: int | None = None

    def may_double(self, player: int, ply: int) -> bool:
        return (
            self.owner in (None, player)
            and self.offered_by is None
            and ply > self.decided
            and self.stake < MOST_STAKE
        )


def demand_cube(game: str) -> None:
    """Refuse a cube where a game has none."""
    if f"{game}.cube" not in verb_names():
        raise BadValue(f"there is no cube in {game}")


def cube_of(name: str) -> TableCube | None:
    """The cube of a table, if it is played with one."""
    try:
        return TableCube(**json.loads(_file(name).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None


def keep_cube(name: str, cube: TableCube) -> None:
    """Write the cube of a table down."""
    _file(name).parent.mkdir(parents=True, exist_ok=True)
    write_whole(_file(name), [json.dumps(asdict(cube))])


def forget_cube(name: str) -> None:
    _file(name).unlink(missing_ok=True)


def _file(name: str) -> Path:
    return SittingStore().folder / f"{name}.cube"


def roller(sitting: Sitting) -> int | None:
    """The player who is about to roll; None where nobody is."""
    if sitting.seat != CHANCE:
        return None
    seat = "wb".index(sitting.game.position_text(sitting.known(0)).split()[1])
    return sitting.plan.player_at(seat, sitting.hand)


def asked_of(cube: TableCube, sitting: Sitting) -> tuple[int, str] | None:
    """Who has to decide about the cube now, and what: roll (or double), or take (or drop)."""
    if sitting.is_over:
        return None
    if cube.offered_by is not None:
        return 1 - cube.offered_by, "take"
    player = roller(sitting)
    if player is None or not cube.may_double(player, sitting.moves):
        return None
    return player, "roll"


def settling(name: str, sitting: Sitting) -> Iterator[None]:
    """Let chance and the other players act, one by one, until a person is asked for something."""
    while not sitting.is_over:
        cube = cube_of(name)
        asked = None if cube is None else asked_of(cube, sitting)
        if cube is not None and asked is not None:
            player, what = asked
            if sitting.plan.players[player] == PERSON:
                return
            turn_cube(name, sitting, player, _chosen(cube, sitting, player, what))
        elif next(sitting.settle(), None) is None:
            return
        yield


def turn_cube(name: str, sitting: Sitting, player: int, action: str) -> None:
    """Roll, double, take or drop for a player."""
    cube = cube_of(name)
    asked = None if cube is None else asked_of(cube, sitting)
    wanted = {"roll": "roll", "double": "roll", "take": "take", "drop": "take"}[action]
    if cube is None or asked != (player, wanted):
        raise IllegalMove(f"there is nothing to {action} now")
    ply = sitting.moves
    if action == "roll":
        keep_cube(name, replace(cube, decided=ply))
    elif action == "double":
        keep_cube(name, replace(cube, decided=ply, offered_by=player))
    elif action == "take":
        keep_cube(name, replace(cube, stake=2 * cube.stake, owner=player, offered_by=None))
    else:
        keep_cube(name, replace(cube, offered_by=None, dropped_by=player))
        sitting.resign(sitting.plan.seat_of(player, sitting.hand))


def _chosen(cube: TableCube, sitting: Sitting, player: int, what: str) -> str:
    """What a player who is no person does with the cube, by what the game's question says."""
    doubler = player if what == "roll" else 1 - player
    seat = sitting.plan.seat_of(doubler, sitting.hand)
    owner = "centre" if cube.owner is None else SIDES[seat]  # only whose it is may double
    asks: Any = request_named(f"{sitting.game.name}.cube")
    advice = asks(
        position=sitting.game.position_text(sitting.known(seat)),
        owner=owner,
        stake=cube.stake,
        seed=sitting.moves,
    ).answer()
    if what == "take":
        return "drop" if advice.double_take > advice.double_pass else "take"
    return "roll" if advice.advice == "no double" else "double"


def told_of(name: str, sitting: Sitting, player: int) -> dict[str, Any] | None:
    """What a person at the table sees of the cube and may do with it."""
    cube = cube_of(name)
    if cube is None:
        return None
    asked = asked_of(cube, sitting)
    return {
        "stake": cube.stake,
        "owner": None if cube.owner is None else sitting.plan.seat_of(cube.owner, sitting.hand),
        "asks": asked[1] if asked and asked[0] == player else "",
        "waits": asked is not None and asked[0] != player,
        "dropped": cube.dropped_by is not None,
    }


def news_of(name: str) -> Iterator[tuple[str, str]]:
    """What a record says of the cube: tags."""
    cube = cube_of(name)
    if cube is not None:
        yield "stake", str(cube.stake)
        if cube.dropped_by is not None:
            yield "cube", "dropped"
