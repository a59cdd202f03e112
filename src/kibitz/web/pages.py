"""The pages: what people see before any script runs."""

from typing import Any

from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kibitz.core.call import Call
from kibitz.core.verbs import verb_names
from kibitz.drawing.page import page_style
from kibitz.drawing.templates import environment
from kibitz.errors import UnknownName
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
    call = Call.parse(asked.query_params.get("game", "cribbage"))
    games, verbs = {game["name"]: game for game in await games_of(asked)}, verb_names()
    if call.name not in games:
        raise UnknownName("game", call.name, games)
    given = settings_given(call, [option["name"] for option in games[call.name]["options"]])
    data: dict[str, Any] = {
        "games": games.values(),
        "chosen": call.name,
        "given": given,
        "cubes": {name for name in games if f"{name}.cube" in verbs},
    }
    return page("new.html", title="New table", **data)


def settings_given(call: Call, options: list[str]) -> dict[str, str]:
    """What a text says of each option; one that ends in dots takes all values that are left.

    >>> settings_given(Call.parse("octal(kayles,3,4,misere=true)"), ["code", "heaps...", "misere"])
    {'code': 'kayles', 'heaps...': '3,4', 'misere': 'true'}
    """
    given, values = dict(call.named), list(call.values)
    for option in options:
        if option.endswith("...") and values:
            given[option], values = ",".join(values), []
        elif values:
            given[option] = values.pop(0)
    for name in given:
        if name not in options:
            raise UnknownName(f"option of {call.name}", name, options)
    return {option: given[option] for option in options if option in given}


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
