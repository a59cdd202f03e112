"""Random games as each seat saw them, and the marks of a scene laid flat."""

from collections.abc import Iterator

from kibitz.core.game import Game, Position, play, turn, view
from kibitz.core.scene import Card, Group, Scene, Shape, Text, Trail
from kibitz.core.shown import Shown
from tests.contract.walks import random_game


def sightings(game: Game, seeds: range, most: int) -> Iterator[tuple[Position, int, Trail]]:
    """Positions of random games with each seat and the moments that it saw."""
    for seed in seeds:
        trails: dict[int, Trail] = dict.fromkeys(range(game.seats), ())
        for number, (p, move) in enumerate(random_game(game, seed)):
            if number == most:
                break
            yield from ((p, seat, trail) for seat, trail in trails.items())
            if move is not None:
                trails = seen_by_all(game, p, move, trails)


def seen_by_all(
    game: Game, p: Position, move: int, trails: dict[int, Trail] | None = None
) -> dict[int, Trail]:
    """The trail of each seat after one more move."""
    from kibitz.core.scene import Moment

    after = play(p, move)
    trails = trails or dict.fromkeys(range(game.seats), ())
    return {
        seat: (*trail, Moment(int(turn(p)), view(p, seat), view(after, seat)))
        for seat, trail in trails.items()
    }


def heard(game: Shown, p: Position, move: int, listener: int) -> str:
    """What a listener is told of a move."""
    return game.told(seen_by_all(game, p, move)[listener][-1], listener)


def flat(scene: Scene) -> list[Shape]:
    """Every mark, those in groups included."""
    marks: list[Shape] = []
    waiting = list(scene.marks)
    while waiting:
        mark = waiting.pop(0)
        marks.append(mark)
        waiting += mark.marks if isinstance(mark, Group) else ()
    return marks


def cards(scene: Scene) -> list[Card]:
    return [mark for mark in flat(scene) if isinstance(mark, Card)]


def backs(scene: Scene) -> int:
    return sum(card.card is None for card in cards(scene))


def words(scene: Scene) -> str:
    """Everything in a scene that can be read or heard."""
    texts = [mark.text for mark in flat(scene) if isinstance(mark, Text)]
    labels = [mark.label for mark in flat(scene)]
    plays = [f"{play.move} {play.words}" for play in scene.plays]
    return "\n".join([scene.title, scene.summary, *texts, *labels, *plays])
