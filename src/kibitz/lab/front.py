"""The front door for Python: what `import kibitz` gives.

Every function checks what it is given and raises an error of `kibitz.errors`, which is a
ValueError, with one sentence. What the command line calls an option is a keyword here.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.core.request import Answer, Request
from kibitz.core.verbs import request_named, verb_names
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.core.game import Game
    from kibitz.core.record import Record
    from kibitz.lab.analysis import AnalysisAnswer
    from kibitz.lab.catalogue import Catalogue
    from kibitz.lab.contest.match import MatchSnapshot
    from kibitz.lab.contest.tournament import TournamentSnapshot
    from kibitz.lab.progress import ProgressAnswer
    from kibitz.lab.review.answer import ReviewAnswer
    from kibitz.lab.show import SceneAnswer
    from kibitz.lab.sitting import Sitting
    from kibitz.lab.sprt.simulation import SprtSimulation
    from kibitz.lab.sprt.status import SprtStatus

A = TypeVar("A", bound=Answer)


def ask(verb: str, **fields: Any) -> Answer:
    """The answer to any registered request, by its name and its fields.

    >>> import kibitz
    >>> kibitz.ask("cribbage.score", hand="5H 5S 5D JC", starter="5C").to_json()[:26]
    '{"schema":"cribbage.score/'
    """
    answer: Answer = _asked(request_named(verb), **fields)
    return answer


def _asked(request: type[Request[A]], **fields: Any) -> A:
    """The answer to a request made of these fields."""
    try:
        made = request(**fields)
    except TypeError as error:
        told = str(error).partition("__init__() ")[2] or str(error)
        raise BadValue(f"{request.verb} does not take these arguments: {told}") from None
    return made.answer()


def verbs() -> list[str]:
    """The names of everything that can be asked."""
    return verb_names()


def game(text: str) -> "Game":
    """A game by name, with its options.

    >>> import kibitz
    >>> kibitz.game("nim(1,2,misere=true)").start()
    Nim(heaps=257, seat=0, limit=0, misere=1)
    """
    from kibitz.core.registry import make_game

    return make_game(_text("game", text))


def games(game: str | None = None) -> "Catalogue":
    """All registered games with their options and levels, or one of them."""
    from kibitz.lab.catalogue import CatalogueRequest

    return _asked(CatalogueRequest, game=game)


def analyse(
    game: str,
    position: str,
    *,
    seat: int | None = None,
    analyst: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> "AnalysisAnswer":
    """Every option of a position with its value, best first.

    >>> import kibitz
    >>> kibitz.analyse("tictactoe", "XX./OO./...").best
    'c1'
    """
    from kibitz.lab.analysis import AnalyseRequest

    return _asked(
        AnalyseRequest,
        game=game,
        position=position,
        seat=seat,
        analyst=analyst,
        iterations=iterations,
        seconds=seconds,
        seed=seed,
    )


def show(
    game: str,
    position: str | None = None,
    *,
    seat: int | None = None,
    tall: bool = False,
    hint: bool = False,
    moves: int = 0,
    seed: int | None = None,
) -> "SceneAnswer":
    """A position as one seat sees it, drawn: a notebook shows the picture.

    >>> import kibitz
    >>> kibitz.show("tictactoe", "X../.O./...").title
    'Tic-tac-toe'
    """
    from kibitz.lab.show import ShowRequest

    return _asked(
        ShowRequest,
        game=game,
        position=position,
        seat=seat,
        tall=tall,
        hint=hint,
        moves=moves,
        seed=seed,
    )


def records(path: str | Path) -> "list[Record]":
    """All records of a file of JSON lines."""
    from kibitz.core.files import text_lines
    from kibitz.core.record import read_records
    from kibitz.errors import BadValue

    if not isinstance(path, str | Path):
        raise BadValue(f"{path!r} is not the name of a file")
    return list(read_records(text_lines(path)))


def review(
    record: "Record | str | Path",
    *,
    player: str | int | None = None,
    budget: str = "coaching",
    game: int | None = None,
    seed: int = 0,
) -> "ReviewAnswer":
    """A game judged decision by decision: a record, a file of records, or an archived number.

    `player` is a name or a seat from 1; of a file the last game is taken, unless `game` says which.
    """
    from kibitz.core.record import Record
    from kibitz.lab.records import seat_of
    from kibitz.lab.review.request import ReviewRequest, reviewed

    if isinstance(record, Record):
        seat = None if player is None else seat_of(record, str(player))
        return reviewed(record, seat, budget, seed)
    named = None if player is None else str(player)
    fields = {"player": named, "budget": budget, "game": game, "seed": seed}
    return _asked(ReviewRequest, record=str(record), **fields)


def progress(player: str, *records: str, **fields: Any) -> "ProgressAnswer":
    """The loss per decision of a player over many games."""
    from kibitz.lab.progress import ProgressRequest

    return _asked(ProgressRequest, player=player, records=records, **fields)


def match(game: str, *players: str, **fields: Any) -> "MatchSnapshot":
    """Let players meet in pairs and say who is stronger.

    Keywords are the options of `kibitz match`: pairs=100, or sprt=(0, 10), seed, workers.

    >>> import kibitz
    >>> kibitz.match("nim(3,4,5)", "expert", "random", pairs=20, seed=1).pairs
    20
    """
    from kibitz.lab.contest.match import MatchRequest

    return _asked(MatchRequest, game=game, players=players, **fields)


def tournament(game: str, *players: str, **fields: Any) -> "TournamentSnapshot":
    """Let many players play and rate them; keywords are the options of `kibitz tournament`."""
    from kibitz.lab.contest.tournament import TournamentRequest

    return _asked(TournamentRequest, game=game, players=players, **fields)


def equity(*hands: str, board: str = "", **fields: Any) -> Any:
    """The equity of hold'em hands or ranges against each other.

    >>> import kibitz
    >>> found = kibitz.equity("AsAh", "KsKh")
    >>> round(found.hands[0].value, 4)
    0.8264
    """
    return ask("equity.holdem", hands=hands, board=board, **fields)


def sprt(results: Sequence[int] | str, **fields: Any) -> "SprtStatus":
    """What the counts of a sequential test say: verdict, Elo with its interval.

    `results` are five counts of pairs (or three of games); elo0, elo1, alpha, beta as keywords.

    >>> import kibitz
    >>> kibitz.sprt([10, 200, 500, 260, 30], elo0=0, elo1=10).verdict
    'H1 accepted'
    """
    from kibitz.lab.sprt.status import StatusRequest

    counts = results if isinstance(results, str) else ",".join(map(str, results))
    return _asked(StatusRequest, results=counts, **fields)


def simulate(**fields: Any) -> "SprtSimulation":
    """What a sequential test does over many simulated matches (`kibitz sprt simulate`)."""
    from kibitz.lab.sprt.simulation import SimulationRequest

    return _asked(SimulationRequest, **fields)


def throw(cards: str, **fields: Any) -> Answer:
    """Every throw of six cards of cribbage with its value (`kibitz cribbage throw`)."""
    return ask("cribbage.throw", hand=cards, **fields)


def play(
    game: str,
    *,
    against: str | None = None,
    seat: int = 0,
    players: Sequence[str] | None = None,
    hands: int | None = 1,
    start: str | None = None,
    seed: int | None = None,
) -> "Sitting":
    """A game in progress for you to drive: `settle`, `play`, `take_back`, `hint`, `glimpse`.

    You sit on `seat`; or name everybody in `players`, with "person" for people.

    >>> import kibitz
    >>> table = kibitz.play("tictactoe", against="expert", seed=1)
    >>> _ = list(table.settle()), table.play("b2"), list(table.settle())
    >>> table.glimpse(0).turn
    0
    """
    from kibitz.lab.sitting import Sitting, SittingPlan
    from kibitz.lab.sitting.plan import players_around

    if players is None:
        game, players = players_around(_text("game", game), against, seat)
    names = tuple(_text("players", name) for name in players)
    return Sitting(SittingPlan.made(_text("game", game), names, seed, start, hands))


def _text(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadValue(f"{what} takes text, not {value!r}")
    return value
