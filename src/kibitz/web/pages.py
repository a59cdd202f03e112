"""The pages: what people see before any script runs."""

from typing import Any

from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kibitz.core.verbs import verb_names
from kibitz.drawing.page import page_style
from kibitz.drawing.templates import environment
from kibitz.web.works import PLAYING


def page(
    template: str, status: int = 200, headers: dict[str, str] | None = None, **data: Any
) -> HTMLResponse:
    """A template filled with data, all of it text unless it was drawn."""
    made = environment("kibitz.web").get_template(template)
    section = _SECTIONS.get(template.partition(".")[0], "")
    return HTMLResponse(made.render(section=section, **data), status, headers)


# of a template: the part of the site that it belongs to
_SECTIONS = {
    "new": "play", "play": "play", "archive": "review", "import": "review", "judging": "review",
    "review": "review", "player": "review", "learn": "drill", "drills": "drill", "ask": "ask",
    "questions": "ask", "analyse": "analyse", "analyse_games": "analyse", "tests": "tests",
    "test": "tests", "new_test": "tests", "test_games": "tests", "workers": "tests",
    "ratings": "tests",
}  # fmt: skip


async def style(asked: Asked) -> Response:
    """The style of everything that is drawn."""
    return Response(page_style(), media_type="text/css", headers={"cache-control": "max-age=60"})


async def home(asked: Asked) -> Response:
    """What there is to do today."""
    tables = asked.app.state.lab.tables.all_of(asked.state.session)
    running = [work for work in asked.app.state.lab.works.all() if work.state == PLAYING]
    games = await games_of(asked)
    return page("home.html", title="Kibitz", tables=tables, works=running, games=games)


async def games_of(asked: Asked) -> list[dict[str, Any]]:
    """The games, asked once."""
    state = asked.app.state
    if not hasattr(state, "games"):
        import json

        found = await state.lab.players.last("ask", {"verb": "games", "texts": {}})
        state.games = json.loads(found["json"])["games"]
    games: list[dict[str, Any]] = state.games
    return games


async def new_table(asked: Asked) -> Response:
    """Choose a game and who sits there."""
    chosen = asked.query_params.get("game", "cribbage")
    games, verbs = await games_of(asked), verb_names()
    cubes = {game["name"] for game in games if f"{game['name']}.cube" in verbs}
    return page("new.html", title="New table", games=games, chosen=chosen, cubes=cubes)


async def play(asked: Asked) -> Response:
    """A table; the newest state comes by the stream of news."""
    lab, session = asked.app.state.lab, asked.state.session
    table = lab.tables.of(asked.path_params["name"], session)
    await lab.tables.look(table)
    return page("play.html", title=table.title, table=table, players=table.players_of(session))


async def join(asked: Asked) -> Response:
    """Sit down by an invitation."""
    lab, session = asked.app.state.lab, asked.state.session
    table = lab.tables.join(asked.path_params["invitation"], session)
    return RedirectResponse(f"/play/{table.name}", 303)
