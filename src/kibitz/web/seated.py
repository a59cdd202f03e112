"""Tables as a process serves them: sittings on disk, each loaded when it is asked for.

Everything that leaves here was made from the view of the player it is for. A sitting is
saved after every move, so a process that is ended loses nothing.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from kibitz.core.record import Record
from kibitz.drawing.svg import svg
from kibitz.errors import BadValue, IllegalMove, KibitzError
from kibitz.lab.analysis import analysis_answer
from kibitz.lab.encoder import plain
from kibitz.lab.show import hinted
from kibitz.lab.sitting import PERSON, Sitting, SittingPlan, SittingStore
from kibitz.lab.sitting.plan import players_around
from kibitz.players.roster import default_analyst
from kibitz.web.cube import (
    TableCube,
    demand_cube,
    forget_cube,
    keep_cube,
    news_of,
    settling,
    told_of,
    turn_cube,
)
from kibitz.web.ranked import ranked

CUBE_ACTIONS = ("roll", "double", "take", "drop")
MOST_SET_UP = 16  # moves of one seat in a row
MOST_OPEN = 64  # sittings that a process keeps in memory
_open: dict[str, Sitting] = {}
SLOW = 0.15  # seconds of thought that a person notices
_seconds: dict[str, float] = {}  # by table: how long the others took last time


def begin(
    game: str,
    players: list[str] | None,
    seed: int | None,
    start: str | None,
    hands: int | None,
    against: str | None = None,
    seat: int = 0,
    cube: bool = False,
) -> Iterator[dict[str, Any]]:
    """A new table; its name and who sits there: players as they are named, or one all around."""
    if players is None:
        game, around = players_around(game, against, seat)
        players = list(around)
    plan = SittingPlan.made(game, tuple(players), seed, start, hands)
    if cube:
        demand_cube(plan.make_game().name)
    name, sitting = SittingStore().begin(plan)
    if cube:
        keep_cube(name, TableCube())
    sitting.close()  # the process that serves the table loads it
    made = {"name": name, "players": list(plan.players), "title": sitting.game.title}
    yield {**made, "game": sitting.game.name}


def look(name: str) -> Iterator[dict[str, Any]]:
    """What every person at the table sees, after the others have moved."""
    yield from _settled(name, _sitting(name))


def act(
    name: str, player: int, ply: int, action: str, move: str | None = None
) -> Iterator[dict[str, Any]]:
    """Do something for a person; what everybody sees after it, and after the others moved."""
    sitting = _sitting(name)
    if ply != sitting.moves:
        raise IllegalMove("the game has gone on meanwhile")
    seat = sitting.plan.seat_of(player, sitting.hand)
    if sitting.plan.players[player] != PERSON:
        raise BadValue("nobody plays for a player who is not a person")
    if action == "play":
        _demand_turn(sitting, seat)
        sitting.play(move or "")
    elif action == "random":
        _demand_turn(sitting, seat)
        sitting.play(sitting.random_move())
    elif action == "set up":
        _demand_turn(sitting, seat)
        _set_up(sitting, seat, (move or "").split())
    elif action in CUBE_ACTIONS:
        turn_cube(name, sitting, player, action)
    elif action == "take back":
        sitting.take_back(seat)
    elif action == "resign":
        sitting.resign(seat)
    elif action == "next hand":
        sitting.next_hand()
    else:
        raise BadValue(f"'{action[:40]}' is not something to do at a table")
    yield from _settled(name, sitting)


def _set_up(sitting: Sitting, seat: int, moves: list[str]) -> None:
    """Play all of these for a seat, or none."""
    if len(moves) > MOST_SET_UP:
        raise BadValue(f"{len(moves)} moves are more than {MOST_SET_UP}")
    played = 0
    try:
        for text in moves:
            _demand_turn(sitting, seat)
            sitting.play(text)
            played += 1
    except KibitzError:
        for _ in range(played):
            sitting.take_back(seat)
        raise


def hint(name: str, player: int) -> Iterator[dict[str, Any]]:
    """The options of a person as the game's analyst values them, drawn on the table."""
    sitting = _sitting(name)
    seat = sitting.plan.seat_of(player, sitting.hand)
    analysis = sitting.hint(seat)
    game, known = sitting.game, sitting.known(seat)
    answer = analysis_answer(game, known, default_analyst(game), analysis, None)
    drawn = {
        shape: svg(
            hinted(game, sitting.scene(seat, tall=shape == "tall"), answer), standalone=False
        )
        for shape in ("wide", "tall")
    }
    yield {"ply": sitting.moves, "drawn": drawn, **ranked(game, known, answer)}


def keep(name: str) -> Iterator[dict[str, Any]]:
    """Put the hands that are over into the archive; their numbers there."""
    from kibitz.store.archive import Archive

    sitting = _sitting(name)
    ended: list[Record] = list(sitting.records)
    if sitting.is_over:
        last = sitting.record()
        ended.append(replace(last, tags={**last.tags, **dict(news_of(name))}))
    if not ended:
        raise BadValue("no hand is over yet")
    with Archive.open() as archive:
        yield {"games": list(archive.add(ended).ids)}


def forget(name: str) -> Iterator[dict[str, Any]]:
    """Put a table away."""
    _seconds.pop(name, None)
    if name in _open:
        _open.pop(name).close()
    SittingStore().put_away(name)
    forget_cube(name)
    yield {}


TABLE_TASKS: dict[str, Callable[..., Iterator[Any]]] = {
    "begin": begin,
    "look": look,
    "act": act,
    "hint": hint,
    "keep": keep,
    "forget": forget,
}


def _demand_turn(sitting: Sitting, seat: int) -> None:
    if sitting.seat != seat:
        raise IllegalMove("it is not your turn")


def _sitting(name: str) -> Sitting:
    if name not in _open:
        _keep(name, SittingStore().resume(name))
    return _open[name]


def _keep(name: str, sitting: Sitting) -> None:
    while len(_open) >= MOST_OPEN:
        oldest = next(iter(_open))
        _seconds.pop(oldest, None)
        _open.pop(oldest).close()
    _open[name] = sitting


def _is_another_asked(sitting: Sitting) -> bool:
    return sitting.seat is not None and sitting.seat >= 0 and not sitting.is_person(sitting.seat)


def _settled(name: str, sitting: Sitting) -> Iterator[dict[str, Any]]:
    """What everybody sees once a person is asked; where the others take long, what comes before.

    Before the first of them thinks, the table is shown if they took long last time; after that
    as often as a person would notice.
    """
    begun = time.perf_counter()
    shown = begun - _seconds.get(name, SLOW)
    for _ in chain((None,), settling(name, sitting)):
        if _is_another_asked(sitting) and time.perf_counter() - shown >= SLOW:
            yield _seen(name, sitting)
            shown = time.perf_counter()
    _seconds[name] = time.perf_counter() - begun
    yield _seen(name, sitting)


def _seen(name: str, sitting: Sitting) -> dict[str, Any]:
    """What every person sees, by player."""
    return {
        "name": name,
        "ply": sitting.moves,
        "hand": sitting.hand,
        "views": {
            str(player): _view(name, sitting, player)
            for player, text in enumerate(sitting.plan.players)
            if text == PERSON
        },
    }


def _view(name: str, sitting: Sitting, player: int) -> dict[str, Any]:
    seat = sitting.plan.seat_of(player, sitting.hand)
    scenes = {shape: sitting.scene(seat, tall=shape == "tall") for shape in ("wide", "tall")}
    drawn = {shape: svg(scene, standalone=False) for shape, scene in scenes.items()}
    return {
        "player": player,
        "ply": sitting.moves,
        "hand": sitting.hand,
        "is_over": sitting.is_over,
        "is_done": sitting.is_done,
        "drawn": drawn,
        "glimpse": plain(sitting.glimpse(seat, drawn=scenes["wide"])),
        "harbour": _harbour(sitting, seat),
        "cube": told_of(name, sitting, player),
    }


def _harbour(sitting: Sitting, seat: int) -> dict[str, Any] | None:
    """What a person has to set up, where it is their turn to."""
    found = sitting.game.harbour(sitting.known(seat), seat) if sitting.seat == seat else None
    return None if found is None else found._asdict()
