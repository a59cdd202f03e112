"""What a page does, without a browser: post JSON, read the stream of news."""

import json
from contextlib import contextmanager


def posted(browser, path, **fields):
    return browser.post(path, json=fields)


@contextmanager
def news(browser, *topics):
    """The events of some topics, as pairs of a kind and a state."""
    with browser.stream("GET", "/api/v1/events", params={"topic": list(topics)}) as reply:
        assert reply.status_code == 200
        yield events_of(reply)


def events_of(reply):
    """The events of a stream, as pairs of a kind and what it says."""
    kind = ""
    for line in reply.iter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


def seated(browser, game, *players, **more):
    """A new table; its name and invitation."""
    reply = posted(browser, "/api/v1/tables", game=game, players=list(players), **more)
    assert reply.status_code == 201, reply.text
    return reply.json()
