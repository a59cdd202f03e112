"""The API: the same answers as `--json`, tables, and one stream of news."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request as Asked
from starlette.responses import JSONResponse, Response, StreamingResponse

from kibitz.errors import BadValue
from kibitz.web.described import description
from kibitz.web.fields import body_of, many_texts, number_in, text_in, texts_in
from kibitz.web.policy import check_contest, check_player, check_question
from kibitz.web.tables import topic_of

MOST_TOPICS = 32  # all tabs of a browser share one stream


async def ask(asked: Asked) -> Response:
    """One answer as JSON; whoever leaves before it is there ends the work."""
    verb = asked.path_params["verb"]
    texts = texts_of(asked)
    check_question(verb, texts)
    arguments = {"verb": verb, "texts": texts, "wants": "json"}
    found = await attended(asked, asked.app.state.lab.analyses.last("ask", arguments))
    return Response(found["json"], media_type="application/json")


def texts_of(asked: Asked) -> dict[str, list[str]]:
    """The fields that an address names, each with all its values."""
    names = dict.fromkeys(asked.query_params)
    return {name: asked.query_params.getlist(name) for name in names}


async def attended(asked: Asked, work: Any) -> Any:
    """What the work gives, as long as somebody waits for it."""
    task = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_gone(asked))
    await asyncio.wait([task, watch], return_when=asyncio.FIRST_COMPLETED)
    watch.cancel()
    if not task.done():
        task.cancel()
        raise BadValue("nobody waits for this any more")
    return task.result()


async def _gone(asked: Asked) -> None:
    while not await asked.is_disconnected():
        await asyncio.sleep(0.25)


async def openapi(asked: Asked) -> Response:
    """What can be asked, described for programs."""
    return JSONResponse(description())


async def events(asked: Asked) -> Response:
    """News of the topics that a session may hear of."""
    lab, session = asked.app.state.lab, asked.state.session
    names = asked.query_params.getlist("topic")
    if not 1 <= len(names) <= MOST_TOPICS:
        raise BadValue(f"news are of 1 to {MOST_TOPICS} topics")
    heard: list[str] = []
    for name in names:
        kind, _, rest = name.partition(":")
        if kind == "work":
            heard.append(f"work:{lab.works.of(rest).id}")
            continue
        if kind == "review" and rest.isascii() and rest.isdecimal() and len(rest) <= 15:
            heard.append(f"review:{int(rest)}")
            continue
        if kind != "table":
            raise BadValue(f"there is no topic '{name[:40]}'")
        table = lab.tables.of(rest, session)
        heard += [topic_of(rest, player) for player in table.players_of(session)]
    stream: AsyncIterator[bytes] = lab.news.heard(heard)
    return StreamingResponse(stream, media_type="text/event-stream")


async def begin(asked: Asked) -> Response:
    """A new table."""
    lab, session, fields = asked.app.state.lab, asked.state.session, await body_of(asked)
    players = texts_in(fields, "players") if "players" in fields else None
    against = text_in(fields, "against", None)
    for player in [*(players or ()), against or ""]:
        check_player(player, lab.allows_programs)
    setting = {
        "game": text_in(fields, "game"),
        "players": players,
        "seed": number_in(fields, "seed"),
        "start": text_in(fields, "start", None),
        "hands": number_in(fields, "hands", 1),
        "against": against,
        "seat": number_in(fields, "seat", 0),
        "cube": fields.get("cube") is True,
    }
    table = await lab.tables.begin(session, setting, alone=bool(fields.get("alone", True)))
    return JSONResponse({"name": table.name, "invitation": table.invitation}, 201)


async def act(asked: Asked) -> Response:
    """Play, take back, resign or begin the next hand."""
    lab, session, fields = asked.app.state.lab, asked.state.session, await body_of(asked)
    table = lab.tables.of(asked.path_params["name"], session)
    player = _own(table, session, fields)
    did = {
        "ply": number_in(fields, "ply", -1),
        "action": text_in(fields, "action"),
        "move": text_in(fields, "move", None),
    }
    await lab.tables.act(table, player, did)
    return JSONResponse({"done": True})


async def hint(asked: Asked) -> Response:
    """What the options are worth to the person who is asked."""
    lab, session, fields = asked.app.state.lab, asked.state.session, await body_of(asked)
    table = lab.tables.of(asked.path_params["name"], session)
    arguments = {"name": table.name, "player": _own(table, session, fields)}
    return JSONResponse(await lab.players.last("hint", arguments, table.name))


async def keep(asked: Asked) -> Response:
    """Put the finished hands of a table into the archive."""
    lab, session = asked.app.state.lab, asked.state.session
    table = lab.tables.of(asked.path_params["name"], session)
    return JSONResponse(await lab.players.last("keep", {"name": table.name}, table.name))


async def forget(asked: Asked) -> Response:
    """Put a table away."""
    lab, session = asked.app.state.lab, asked.state.session
    table = lab.tables.of(asked.path_params["name"], session)
    await lab.players.last("forget", {"name": table.name}, table.name)
    lab.tables.put_away(table)
    return JSONResponse({"done": True})


async def begin_test(asked: Asked) -> Response:
    """Start a match or tournament."""
    fields = await body_of(asked)
    verb = text_in(fields, "verb", "match")
    texts = {name: many_texts(name, said) for name, said in fields.items() if name != "verb"}
    lab = asked.app.state.lab
    check_contest(verb, texts, lab.allows_programs)
    work = lab.works.begin(verb, texts)
    return JSONResponse({"id": work.id}, 201)


async def change_test(asked: Asked) -> Response:
    """Stop a test, or go on with it."""
    works, fields = asked.app.state.lab.works, await body_of(asked)
    work, action = works.of(asked.path_params["name"]), text_in(fields, "action")
    if action == "stop":
        await works.stop(work)
    elif action == "resume":
        works.resume(work)
    else:
        raise BadValue(f"'{action[:40]}' is not something to do with a test")
    return JSONResponse({"state": work.state})


def _own(table: Any, session: str, fields: dict[str, Any]) -> int:
    """The player that is meant, who must be one of this session's."""
    mine: list[int] = table.players_of(session)
    player = number_in(fields, "player", mine[0])
    if player not in mine:
        raise BadValue("somebody else plays for this player")
    assert player is not None
    return player
