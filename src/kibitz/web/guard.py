"""Who may come in, and what may go out.

A browser comes in by the token of the launch and keeps a signed cookie from then on; a
request with another host, another origin or no cookie is turned away in one sentence. What
goes out may fetch and run nothing but what this server serves.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "kibitz"
YEAR = 365 * 24 * 3600
MOST_BODY = 8 << 20
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True)
class Keys:
    """The secrets of one server: the token that lets in, the key that signs cookies."""

    token: str
    signing: bytes

    @classmethod
    def fresh(cls, signing: bytes) -> "Keys":
        return cls(secrets.token_urlsafe(24), signing)

    def cookie(self, session: str) -> str:
        """The signed name of a session."""
        return f"{session}.{self._mark(session)}"

    def session(self, cookie: str) -> str | None:
        """The session that a cookie names, if we signed it."""
        session, _, mark = cookie.partition(".")
        return session if hmac.compare_digest(mark, self._mark(session)) else None

    def _mark(self, session: str) -> str:
        return hashlib.blake2b(session.encode(), key=self.signing, digest_size=20).hexdigest()


class Guard:
    """An ASGI application in front of ours."""

    def __init__(self, app: App, keys: Keys, hosts: frozenset[str]) -> None:
        self.app, self.keys, self.hosts = app, keys, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = _headers(scope)
        refusal = self._refusal(scope, headers)
        if refusal:
            await _answer(send, *refusal)
            return
        session = self._session(headers)
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token")
        if token:
            await self._let_in(scope, token[-1], session, send)
            return
        if session is None:
            told = "open the address that kibitz web printed, with its token"
            await _answer(send, 403, told)
            return
        scope.setdefault("state", {})["session"] = session
        await self.app(scope, _limited(receive), _guarded(send))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Why nobody may ask this, whoever he is."""
        if headers.get("host") not in self.hosts:
            return 421, "this address is not that of this server"
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] not in self.hosts:
            return 403, "another site may not change anything here"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "another site may not change anything here"
        kind = headers.get("content-type", "").partition(";")[0].strip()
        if kind not in ("application/json", "application/octet-stream"):
            return 415, "changes are asked for in JSON"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            return 413, f"more than {MOST_BODY >> 20} MB are too much"
        return None

    def _session(self, headers: dict[str, str]) -> str | None:
        try:
            found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return None
        return None if found is None else self.keys.session(found.value)

    async def _let_in(self, scope: Scope, token: str, session: str | None, send: Send) -> None:
        """Turn the token into a cookie, and lead to the same address without it."""
        if not hmac.compare_digest(token.encode(), self.keys.token.encode()):
            await _answer(send, 403, "this token is not that of this server")
            return
        named = session or secrets.token_hex(16)
        asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        rest = {name: values for name, values in asked.items() if name != "token"}
        path = "/" + scope["path"].lstrip("/")  # never another host
        place = path + (f"?{urlencode(rest, doseq=True)}" if rest else "")
        cookie = f"{COOKIE}={self.keys.cookie(named)}; HttpOnly; SameSite=Strict; Path=/"
        more = {"location": place, "set-cookie": f"{cookie}; Max-Age={YEAR}"}
        await _answer(send, 303, "", more)


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): v.decode("latin-1") for name, v in scope["headers"]}


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


async def _answer(
    send: Send, status: int, sentence: str, more: dict[str, str] | None = None
) -> None:
    body = json.dumps({"error": sentence}).encode() if sentence else b""
    headers = {**HEADERS, **(more or {}), "content-type": "application/json"}
    start = {"type": "http.response.start", "status": status, "headers": _raw(headers)}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def _guarded(send: Send) -> Send:
    """What is sent, with the headers that every answer has."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *(pair for pair in _raw(HEADERS) if pair[0] not in known),
            ]
        await send(message)

    return guarded


class TooLarge(Exception):
    """A body that grew beyond what it said."""


def _limited(receive: Receive) -> Receive:
    """What comes in, as long as it is not too much."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BODY:
            raise TooLarge
        return message

    return limited
