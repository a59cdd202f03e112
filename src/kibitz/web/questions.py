"""Questions in a browser: their list, a page for each, answers that improve, positions tried out.

A short question is answered in the page itself, so its address works without a script; a long
one by a stream that ends when nobody listens any more.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.datastructures import QueryParams
from starlette.requests import Request as Asked
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kibitz.core.request import fields_of
from kibitz.core.verbs import request_named
from kibitz.errors import BadValue, UnknownName
from kibitz.web import streams
from kibitz.web.api import attended, texts_of
from kibitz.web.asking import Texts
from kibitz.web.editors import edited
from kibitz.web.forms import (
    FormField,
    fault_of,
    form_of,
    paged_verbs,
    question_title,
    question_words,
)
from kibitz.web.guide import GROUP_TITLES, GUIDES, games_known, group_of, guide_of, path_of
from kibitz.web.pages import games_of, page
from kibitz.web.policy import check_player, check_question

RANGE_VERB = "holdem.range"  # which reads what people write into a range
GAP = 0.25  # seconds between two states of an answer that are worth showing


async def questions(asked: Asked) -> Response:
    """Everything that can be asked: what most come for, then the rest by its group."""
    verbs = paged_verbs()
    flagships = [verb for verb, guide in GUIDES.items() if guide.is_flagship and verb in verbs]
    groups: dict[str, list[dict[str, str]]] = {}
    for verb in sorted(set(verbs) - set(flagships), key=lambda v: (group_of(v), v)):
        title = GROUP_TITLES.get(group_of(verb), "More") if "." in verb else "Any game"
        groups.setdefault(title, []).append(_entry(verb))
    first = [_entry(verb) for verb in flagships]
    return page("questions.html", title="Ask", flagships=first, groups=_ordered(groups))


def _entry(verb: str) -> dict[str, str]:
    return {"path": path_of(verb), "title": question_title(verb), "words": question_words(verb)}


def _ordered(groups: dict[str, Any]) -> dict[str, Any]:
    """Games in the order of the guide; what belongs to none at the end."""
    order = [*GROUP_TITLES.values(), "Any game", "More"]
    return {title: groups[title] for title in order if title in groups}


async def ask(asked: Asked) -> Response:
    """The page of a question that its address names."""
    return await _asked(asked, asked.path_params["verb"])


def _page_of(verb: str) -> Callable[[Asked], Awaitable[Response]]:
    async def asks(asked: Asked) -> Response:
        return await _asked(asked, verb)

    return asks


async def _asked(asked: Asked, verb: str) -> Response:
    """A form, and below it the answer to what the address asks."""
    texts = texts_of(asked)
    if verb not in paged_verbs():
        raise UnknownName("request", verb, paged_verbs())
    form, answer, sentence = form_of(verb, texts), None, ""
    is_long = request_named(verb).is_long
    try:
        check_question(verb, texts)
        _check_names(verb, texts)
        if texts:
            answer = await (_checked if is_long else _answered)(asked, verb, texts)
    except BadValue as error:
        sentence = str(error)
    return page(
        "ask.html",
        400 if sentence else 200,
        title=question_title(verb),
        words=question_words(verb),
        verb=verb,
        path=path_of(verb),
        form=form,
        examples=_examples(verb),
        answer=answer,
        is_live=bool(texts) and is_long and not sentence,
        sentence=sentence,
        fault=fault_of(form, sentence) if sentence else "",
        query=asked.url.query,
        games=games_known(),
    )


async def _answered(asked: Asked, verb: str, texts: Texts) -> Markup:
    arguments = {"verb": verb, "texts": texts, "wants": "html"}
    found = await attended(asked, asked.app.state.lab.analyses.last("ask", arguments))
    return Markup(found["html"])


async def _checked(asked: Asked, verb: str, texts: Texts) -> None:
    """Refuse what a stream would refuse at once."""
    arguments = {"verb": verb, "texts": texts}
    await attended(asked, asked.app.state.lab.players.last("check", arguments))


def _check_names(verb: str, texts: Texts) -> None:
    names = {field.name for field in fields_of(request_named(verb))}
    for name in texts:
        if name not in names:
            raise BadValue(f"{verb} has no field '{name[:40]}'")


def _examples(verb: str) -> list[dict[str, str]]:
    guide = guide_of(verb)
    return [
        {"words": words, "address": f"{path_of(verb)}?{urlencode(fields, doseq=True)}"}
        for words, fields in (guide.examples if guide else ())
    ]


async def stream(asked: Asked) -> Response:
    """The answer to a question as it improves: events part, done and refused."""
    verb, texts = asked.path_params["verb"], texts_of(asked)
    form: list[FormField] = []

    def refusal(sentence: str) -> dict[str, Any]:
        return {"sentence": sentence, "field": fault_of(form, sentence)}

    try:
        check_question(verb, texts)
        form = form_of(verb, texts)
    except (BadValue, UnknownName) as error:
        return streams.stream_of(streams.one_event("refused", refusal(str(error))))
    if any(field.name == "looks" for field in fields_of(request_named(verb))):
        texts = {"looks": ["yes"], **texts}
    arguments = {"verb": verb, "texts": texts, "wants": "html", "gap": GAP}
    crew = asked.app.state.lab.analyses
    return streams.stream_of(streams.streamed(crew, "ask", arguments, refusal))


async def edit(asked: Asked) -> Response:
    """What is being picked, after a click, drawn; a text that says nothing yet is told so."""
    what, query = asked.path_params["what"], asked.query_params
    lab = asked.app.state.lab
    try:
        if what == "position":
            arguments = _place(query.get("game", ""), query)
            arguments["luck"] = query.get("luck") == "yes"
            return JSONResponse(await attended(asked, lab.players.last("looked", arguments)))
        if what == "range":
            arguments = {"verb": RANGE_VERB, "texts": {"text": [query.get("text", "")]}}
            found = await attended(asked, lab.players.last("ask", arguments))
            return Response(found["json"], media_type="application/json")
        return JSONResponse(edited(what, query))
    except BadValue as error:
        return JSONResponse({"error": str(error)})  # half a text is no fault of its reader


async def position(asked: Asked) -> Response:
    """A position drawn, with what can be played in it."""
    place = _place(asked.path_params["game"], asked.query_params)
    arguments = place | {"luck": asked.query_params.get("luck") == "yes"}
    crew = asked.app.state.lab.players
    return JSONResponse(await attended(asked, crew.last("looked", arguments)))


async def analysis(asked: Asked) -> Response:
    """Every option of a position as it improves."""
    crew = asked.app.state.lab.analyses
    place = _place(asked.path_params["game"], asked.query_params)
    return streams.stream_of(streams.streamed(crew, "analysed", place))


async def analyse(asked: Asked) -> Response:
    """A position to try moves in; without one, a position to begin with."""
    place = _place(asked.path_params["game"], asked.query_params)
    crew = asked.app.state.lab.players
    if not place["position"]:
        found = await attended(asked, crew.last("looked", place | {"luck": True}))
        fields = {"position": found["position"]}
        return RedirectResponse(f"{asked.url.path}?{urlencode(fields)}", 303)
    found = await attended(asked, crew.last("looked", place))
    drawn = {shape: Markup(text) for shape, text in found["drawn"].items()}
    title = f"Analyse {found['title']}"
    return page("analyse.html", title=title, found=found, drawn=drawn, place=place)


async def games(asked: Asked) -> Response:
    """The games whose positions can be analysed."""
    return page("analyse_games.html", title="Analyse", games=await games_of(asked))


def _place(game: str, query: QueryParams) -> dict[str, Any]:
    """The position that an address holds: a game, a text, moves from there, a seat."""
    for text in (game, query.get("position", ""), *query.getlist("move")):
        check_player(text)
    seat = query.get("seat", "")
    if seat and not (seat.isascii() and seat.isdecimal() and len(seat) < 3):
        raise BadValue(f"seat '{seat[:20]}' is not a whole number")
    return {
        "game": game,
        "position": query.get("position", ""),
        "moves": query.getlist("move"),
        "seat": int(seat) if seat else None,
    }


def routes() -> list[Route]:
    """The addresses of everything here; each question of two words has one of its own."""
    own = [Route(path_of(verb), _page_of(verb)) for verb in paged_verbs() if "." in verb]
    return [
        Route("/ask", questions),
        Route("/ask/{verb}", ask),
        Route("/analyse", games),
        Route("/analyse/{game}", analyse),
        Route("/api/v1/stream/{verb}", stream),
        Route("/api/v1/edit/{what}", edit),
        Route("/api/v1/positions/{game}", position),
        Route("/api/v1/analyse/{game}", analysis),
        *own,
    ]
