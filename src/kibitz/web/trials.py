"""Pages about tests: matches and tournaments, their games, ratings, and who computes."""

from typing import Any
from urllib.parse import quote

from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kibitz.errors import BadValue
from kibitz.web.api import attended
from kibitz.web.pages import games_of, page
from kibitz.web.workers import told_of_workers

SHOWN = 50  # pairs on a page
TOURNAMENT = "tournament"


async def tests(asked: Asked) -> Response:
    """All matches and tournaments that were begun here."""
    works = asked.app.state.lab.works.all()
    return page("tests.html", title="Tests", works=works, only="")


async def tournaments(asked: Asked) -> Response:
    """The tournaments alone."""
    works = [work for work in asked.app.state.lab.works.all() if work.verb == TOURNAMENT]
    return page("tests.html", title="Tournaments", works=works, only=TOURNAMENT)


async def new_test(asked: Asked) -> Response:
    """Choose who plays whom, and when it ends."""
    kind = asked.query_params.get("kind", "")
    return page("new_test.html", title="New test", games=await games_of(asked), kind=kind)


async def test(asked: Asked) -> Response:
    """One test; what it comes to arrives by the stream of news."""
    works = asked.app.state.lab.works
    work = works.of(asked.path_params["name"])
    works.news.tell(f"work:{work.id}", "work", work.told())
    return page("test.html", title=work.title, work=work)


async def test_file(asked: Asked) -> Response:
    """A test as one file to keep."""
    from kibitz.drawing.page import document
    from kibitz.drawing.plain import escaped

    work = asked.app.state.lab.works.of(asked.path_params["name"])
    body = f"<h1>{escaped(work.title)}</h1>{work.told()['html']}"
    name = f'attachment; filename="kibitz-test-{work.id}.html"'
    return HTMLResponse(document(work.title, body), headers={"content-disposition": name})


async def test_games(asked: Asked) -> Response:
    """The pairs of a test, each game with its review."""
    lab = asked.app.state.lab
    work, first = lab.works.of(asked.path_params["name"]), _first(asked)
    found: dict[str, Any] = {"total": 0, "pairs": []}
    if work.snapshot:
        plan = {"game": work.snapshot["game"], "seed": work.snapshot["seed"]}
        arguments = {"match": work.match, **plan, "first": first - 1, "most": SHOWN}
        found = await attended(asked, lab.players.last("match_pairs", arguments))
    later = first + SHOWN if first + SHOWN <= found["total"] else None
    earlier = max(1, first - SHOWN) if first > 1 else None
    title = f"Games of {work.title}"
    return page(
        "test_games.html", title=title, work=work, found=found, later=later, earlier=earlier
    )


def _first(asked: Asked) -> int:
    text = asked.query_params.get("from", "1")
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 10**9):
        raise BadValue(f"pair '{text[:20]}' is not a number from 1 on")
    return int(text)


async def all_ratings(asked: Asked) -> Response:
    """Choose whose ratings to see."""
    return page("ratings.html", title="Ratings", games=await games_of(asked))


async def ratings(asked: Asked) -> Response:
    """How players of a game are rated by what the archive holds."""
    return RedirectResponse(f"/ask/ratings?game={quote(asked.path_params['game'])}", 303)


async def workers(asked: Asked) -> Response:
    """Who computes."""
    return page("workers.html", title="Workers", found=told_of_workers(asked.app.state.lab))


async def workers_now(asked: Asked) -> Response:
    """The same for a page that looks again."""
    return JSONResponse(told_of_workers(asked.app.state.lab))


ROUTES = [
    Route("/tests", tests),
    Route("/tests/new", new_test),
    Route("/tests/{name}", test),
    Route("/tests/{name}/file", test_file),
    Route("/tests/{name}/games", test_games),
    Route("/tournaments", tournaments),
    Route("/tournaments/{name}", test),
    Route("/ratings", all_ratings),
    Route("/ratings/{game}", ratings),
    Route("/workers", workers),
    Route("/api/v1/workers", workers_now),
]
