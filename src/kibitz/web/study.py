"""Pages about games that were played: archive, import, review, learn, drill, players."""

import json
from typing import Any

from markupsafe import Markup
from starlette.requests import Request as Asked
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from kibitz.drawing.templates import source
from kibitz.errors import BadRecord, BadValue
from kibitz.web.api import attended
from kibitz.web.fields import body_of, number_in, text_in
from kibitz.web.pages import games_of, page
from kibitz.web.streams import stream_of, streamed

MOST_UPLOAD = 6 << 20  # characters of a file
SHOWN = 50  # games on a page
_LARGEST = 10**15


def number_of(asked: Asked) -> int:
    """The number of a game that an address names."""
    text = asked.path_params["number"]
    if not (text.isascii() and text.isdecimal() and int(text) < _LARGEST):
        raise BadRecord(f"the archive has no game {text[:40]}")
    return int(text)


async def archive(asked: Asked) -> Response:
    """The games of the archive, newest first, narrowed as the address says."""
    asks = asked.query_params
    texts = {
        name: [asks[name]] for name in ("game", "player", "before") if asks.get(name, "").strip()
    }
    question = {"verb": "archive.list", "texts": {**texts, "limit": [str(SHOWN + 1)]}}
    lab = asked.app.state.lab
    try:
        found = await attended(asked, lab.players.last("ask", question))
        games, trouble = json.loads(found["json"])["games"], ""
    except BadValue as error:
        games, trouble = [], str(error)
    older = games[SHOWN - 1]["id"] if len(games) > SHOWN else None
    asked_for = {name: asks.get(name, "").strip() for name in ("game", "player")}
    return page(
        "archive.html", title="Archive", games=games[:SHOWN], older=older, asked=asked_for,
        trouble=trouble, names=[game["name"] for game in await games_of(asked)],
    )  # fmt: skip


async def upload(asked: Asked) -> Response:
    """Bring games in."""
    return page("import.html", title="Import games")


async def take_in(asked: Asked) -> Response:
    """Take the games of an uploaded file into the archive."""
    fields = await body_of(asked)
    text, name = text_in(fields, "text"), text_in(fields, "name", "")
    if len(text) > MOST_UPLOAD:
        raise BadValue(f"a file of more than {MOST_UPLOAD >> 20} MB is too large: use the terminal")
    work = asked.app.state.lab.analyses.last("intake", {"name": name[:80], "text": text})
    return JSONResponse(await attended(asked, work))


async def review(asked: Asked) -> Response:
    """A judged game; while it is being judged, how far that is."""
    number, reviews = number_of(asked), asked.app.state.lab.reviews
    ready = reviews.ready(number)
    if ready is None:
        reviews.want(number)
        return page("judging.html", title=f"Review of game {number}", number=number)
    return page(
        "review.html", title=ready["title"], facts=ready["facts"], number=number,
        body=Markup(ready["body"]), mistakes=ready["mistakes"],
    )  # fmt: skip


async def review_file(asked: Asked) -> Response:
    """The review as one file to keep."""
    number, reviews = number_of(asked), asked.app.state.lab.reviews
    ready = reviews.ready(number)
    if ready is None:
        return RedirectResponse(f"/review/{number}", 303)
    name = f'attachment; filename="kibitz-review-{number}.html"'
    return HTMLResponse(ready["page"], headers={"content-disposition": name})


async def learn(asked: Asked) -> Response:
    """The mistakes of a game as questions."""
    number = number_of(asked)
    work = asked.app.state.lab.analyses.last("mistakes", {"number": number})
    found = await attended(asked, work)
    return page(
        "learn.html", title=f"Learn from game {number}", found=found, back=f"/review/{number}",
        is_kept=True, words="Mistakes of this game",
    )  # fmt: skip


async def drills(asked: Asked) -> Response:
    """Choose what to practise."""
    return page("drills.html", title="Drill", games=await games_of(asked))


async def drill(asked: Asked) -> Response:
    """Exercises of a game: those that are due, or fresh ones."""
    fresh = asked.query_params.get("fresh") or None
    arguments = {"game": asked.path_params["game"], "fresh": fresh, "count": 10}
    work = asked.app.state.lab.analyses.last("due", arguments)
    found = await attended(asked, work)
    deck = f"{found['due']} due of {found['deck']} in your deck, streak {found['streak']}"
    words = "Fresh positions" if fresh else deck
    return page(
        "learn.html", title=f"Drill: {arguments['game']}", found=found, back="/drill",
        is_kept=not fresh, words=words,
    )  # fmt: skip


async def exercise(asked: Asked) -> Response:
    """What an exercise looks like, what a try is worth, or how it is solved."""
    fields, lab = await body_of(asked), asked.app.state.lab
    action = text_in(fields, "action")
    arguments: dict[str, Any] = {
        "game": text_in(fields, "game"),
        "position": text_in(fields, "position"),
        "seat": number_in(fields, "seat", 0),
    }
    is_kept = fields.get("kept") is True
    if action == "tried":
        arguments |= {"move": text_in(fields, "move"), "kept": is_kept}
    elif action == "clue":
        arguments |= {"number": number_in(fields, "number", 1)}
    elif action == "solution":
        arguments |= {"played": text_in(fields, "played", ""), "kept": is_kept}
    elif action != "question":
        raise BadValue(f"'{action[:40]}' is not something to do with an exercise")
    return JSONResponse(await attended(asked, lab.players.last(action, arguments)))


async def player(asked: Asked) -> Response:
    """How a player does; what it comes to arrives by a stream."""
    name = asked.path_params["name"]
    return page("player.html", title=name, name=name)


async def progress(asked: Asked) -> Response:
    """How a player does, better with every game that is judged."""
    texts = {"player": [asked.path_params["name"]]}
    arguments = {"verb": "progress", "texts": texts, "wants": "html"}
    return stream_of(streamed(asked.app.state.lab.analyses, "ask", arguments))


async def agenda(asked: Asked) -> Response:
    """What waits to be practised, by game."""
    return JSONResponse(await asked.app.state.lab.players.last("agenda", {}))


async def review_style(asked: Asked) -> Response:
    return Response(source("review.css"), media_type="text/css")


async def review_script(asked: Asked) -> Response:
    return Response(source("review.js"), media_type="text/javascript")


ROUTES = [
    Route("/archive", archive),
    Route("/import", upload),
    Route("/api/v1/import", take_in, methods=["POST"]),
    Route("/review.css", review_style),
    Route("/review.js", review_script),
    Route("/review/{number}", review),
    Route("/review/{number}/file", review_file),
    Route("/review/{number}/learn", learn),
    Route("/api/v1/agenda", agenda),
    Route("/drill", drills),
    Route("/drill/{game}", drill),
    Route("/api/v1/exercise", exercise, methods=["POST"]),
    Route("/players/{name}", player),
    Route("/api/v1/players/{name}", progress),
]
