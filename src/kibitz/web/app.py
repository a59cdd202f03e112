"""The application: which address gives which page, and how errors are told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as Asked
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kibitz.errors import BadRecord, HouseFault, IllegalMove, KibitzError, UnknownName
from kibitz.web import api, covers, pages, questions, study, trials
from kibitz.web.crew import Busy, TooLong, WebCrew
from kibitz.web.events import NewsDesk
from kibitz.web.guard import Guard, Keys, TooLarge
from kibitz.web.reviews import Reviews
from kibitz.web.tables import NoSuchTable, WebTables
from kibitz.web.works import NoSuchWork, Works

HERE = Path(__file__).parent
ANALYSES, TABLES, WAITING = 2, 2, 8  # processes for each, and tasks that may wait


@dataclass
class Lab:
    """What the pages of one server share."""

    analyses: WebCrew
    players: WebCrew
    news: NewsDesk
    tables: WebTables
    works: Works
    reviews: Reviews
    allows_programs: bool  # whether whoever is let in may run programs (exec:) as players


def make_app(
    state: Path,
    keys: Keys,
    hosts: frozenset[str],
    surroundings: dict[str, str],
    allows_programs: bool = False,
) -> Guard:
    """The application behind its guard; its processes have `surroundings` as environment."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        news, players = NewsDesk(), WebCrew(TABLES, WAITING, surroundings)
        tables = WebTables(state / "tables.json", players, news)
        works = Works(state / "works.json", news, surroundings)
        analyses = WebCrew(ANALYSES, WAITING, surroundings)
        reviews = Reviews(analyses, news)
        app.state.covers = covers.Covers()
        app.state.lab = Lab(analyses, players, news, tables, works, reviews, allows_programs)
        try:
            yield
        finally:
            await works.close()
            reviews.close()
            analyses.end()
            players.end()

    app = Starlette(
        routes=[
            Route("/", pages.home),
            Route("/style.css", pages.style),
            Route("/covers/{game}", covers.cover),
            Route("/play", pages.new_table),
            Route("/play/{name}", pages.play),
            Route("/join/{invitation}", pages.join),
            *trials.ROUTES,
            *study.ROUTES,
            Route("/api/v1/tests", api.begin_test, methods=["POST"]),
            Route("/api/v1/tests/{name}", api.change_test, methods=["POST"]),
            Route("/api/v1/openapi.json", api.openapi),
            Route("/api/v1/events", api.events),
            Route("/api/v1/ask/{verb}", api.ask),
            Route("/api/v1/tables", api.begin, methods=["POST"]),
            Route("/api/v1/tables/{name}", api.act, methods=["POST"]),
            Route("/api/v1/tables/{name}/hint", api.hint, methods=["POST"]),
            Route("/api/v1/tables/{name}/keep", api.keep, methods=["POST"]),
            Route("/api/v1/tables/{name}/forget", api.forget, methods=["POST"]),
            *questions.routes(),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        lifespan=running,
        exception_handlers={
            KibitzError: told,
            HTTPException: not_found,
            TooLarge: too_large,
            Exception: broken,
        },
    )
    return Guard(app, keys, hosts)


async def told(asked: Asked, error: Exception) -> Response:
    """An error of ours as its sentence: a page for people, JSON for programs."""
    status = _status(error)
    headers = {"retry-after": "2"} if status == 503 else None
    return await _shown(asked, status, str(error), headers)


def _status(error: Exception) -> int:
    for kind, status in _STATUSES.items():
        if isinstance(error, kind):
            return status
    return 400


_STATUSES: dict[type[Exception], int] = {
    NoSuchTable: 404,
    NoSuchWork: 404,
    UnknownName: 404,
    BadRecord: 404,
    IllegalMove: 409,
    Busy: 503,
    TooLong: 504,
    HouseFault: 500,
}


async def not_found(asked: Asked, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is no such page", 405: "this address takes another method"}
    return await _shown(asked, error.status_code, words.get(error.status_code, error.detail))


async def too_large(asked: Asked, error: Exception) -> Response:
    return await _shown(asked, 413, "this is more than the server takes")


async def broken(asked: Asked, error: Exception) -> Response:
    """A fault of ours: nothing of it is told but its kind."""
    return await _shown(asked, 500, f"Kibitz itself failed ({type(error).__name__})")


async def _shown(
    asked: Asked, status: int, sentence: str, headers: dict[str, str] | None = None
) -> Response:
    if asked.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status, headers)
    return pages.page("error.html", status, headers, title="This did not work", sentence=sentence)
