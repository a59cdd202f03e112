"""The web lab under load: pages while analyses run, moves, many listeners, a large archive.

Each figure stands beside a baseline of the same run: the same page of an idle server.
"""

import asyncio
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from kibitz.core.record import Record
from kibitz.core.registry import make_game
from kibitz.store.archive import Archive
from kibitz.web.server import LabServer

LISTENERS = 1_000
GAMES = 100_000
PAGES = ("/", "/play", "/ask", "/tests", "/archive")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _fill(place / "games.sqlite")
        server = LabServer(state=place / "web", db=str(place / "games.sqlite"))
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        while not server.server.started:
            time.sleep(0.01)
        try:
            asyncio.run(_measure(server))
        finally:
            server.server.should_exit = True
            thread.join(30)


async def _measure(server: LabServer) -> None:
    origin = server.link.partition("/?")[0]
    async with httpx.AsyncClient(base_url=origin, timeout=120) as client:
        await client.get(server.link)
        idle = await _pages(client, "idle")
        work = [asyncio.create_task(_busy(client)) for _ in range(2)]
        await asyncio.sleep(5)
        busy = await _pages(client, "while two analyses run")
        for task in work:
            task.cancel()
        print(f"ratio busy to idle: {busy / idle:.1f}")
        await _moves(client)
        await _archive(client)
        await _listeners(client, origin)


async def _pages(client: httpx.AsyncClient, words: str) -> float:
    """The time of pages, each asked five times after once in vain."""
    worst = 0.0
    for path in PAGES:
        await client.get(path)
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            assert (await client.get(path)).status_code == 200
            times.append(1000 * (time.perf_counter() - begun))
        worst = max(worst, statistics.median(times))
        print(
            f"{path:10} {words}: median {statistics.median(times):6.1f} ms, max {max(times):6.1f}"
        )
    return worst


async def _busy(client: httpx.AsyncClient) -> None:
    """An analysis that takes longer than we measure."""
    asks = {"game": "ultimate", "position": "/".join(["." * 9] * 9), "iterations": "1000000"}
    while True:
        await client.get("/api/v1/ask/analyse", params={**asks, "analyst": "mcts", "seconds": "30"})


async def _moves(client: httpx.AsyncClient) -> None:
    """A move in cribbage until the answer of the opponent is told."""
    for level in ("beginner", "intermediate", "advanced"):
        times = await _game(client, level)
        late = sorted(times)[int(0.9 * len(times))]
        middle = statistics.median(times)
        print(f"cribbage, {level}: move answered in {middle:.0f} ms, 90 % in {late:.0f}")


async def _game(client: httpx.AsyncClient, level: str) -> list[float]:
    fields = {"game": "cribbage", "against": level, "seat": 0, "seed": 5}
    name = (await client.post("/api/v1/tables", json=fields)).json()["name"]
    await client.get(f"/play/{name}")
    ply, times = await _ply(client, name), []
    for _ in range(40):
        begun = time.perf_counter()
        reply = await client.post(
            f"/api/v1/tables/{name}", json={"action": "random", "ply": ply, "player": 0}
        )
        if reply.status_code != 200:
            break
        times.append(1000 * (time.perf_counter() - begun))
        ply = await _ply(client, name)
    return times[2:]  # the first load what they need


async def _ply(client: httpx.AsyncClient, name: str) -> int:
    state = await _state(client, f"table:{name}")
    return int(state["ply"])


async def _state(client: httpx.AsyncClient, topic: str) -> dict[str, Any]:
    async with client.stream("GET", "/api/v1/events", params={"topic": topic}) as reply:
        async for line in reply.aiter_lines():
            if line.startswith("data: "):
                import json

                state: dict[str, Any] = json.loads(line[6:])
                return state
    raise AssertionError("the stream ended")


async def _archive(client: httpx.AsyncClient) -> None:
    """Pages over a large archive."""
    for path in ("/archive", "/archive?player=ann", "/archive?game=nim&before=50000"):
        await client.get(path)
        begun = time.perf_counter()
        assert (await client.get(path)).status_code == 200
        taken = 1000 * (time.perf_counter() - begun)
        print(f"{path} over {GAMES:,} games: {taken:.0f} ms")


async def _listeners(client: httpx.AsyncClient, origin: str) -> None:
    """One table, many who listen: memory, and how long an event takes to reach all."""
    fields = {"game": "tictactoe", "against": "random", "seat": 0, "seed": 5}
    name = (await client.post("/api/v1/tables", json=fields)).json()["name"]
    await client.get(f"/play/{name}")
    before, told = _megabytes(), asyncio.Semaphore(0)
    limits = httpx.Limits(max_connections=LISTENERS + 10)
    async with httpx.AsyncClient(
        base_url=origin, timeout=120, limits=limits, cookies=client.cookies
    ) as many:
        topic = {"topic": f"table:{name}"}
        tasks = [asyncio.create_task(_listen(many, topic, told)) for _ in range(LISTENERS)]
        for _ in range(LISTENERS):
            await told.acquire()
        grown = _megabytes() - before
        begun = time.perf_counter()
        await client.post(
            f"/api/v1/tables/{name}", json={"action": "resign", "ply": 0, "player": 0}
        )
        for _ in range(LISTENERS):
            await told.acquire()
        taken = time.perf_counter() - begun
        print(f"{LISTENERS:,} listeners, who are in this process, too:")
        print(f"{grown:.0f} MB more, an event told to all in {taken:.2f} s")
        for task in tasks:
            task.cancel()


async def _listen(many: httpx.AsyncClient, topic: dict[str, str], told: asyncio.Semaphore) -> None:
    async with many.stream("GET", "/api/v1/events", params=topic) as reply:
        async for line in reply.aiter_lines():
            if line.startswith("event: "):
                told.release()


def _megabytes() -> float:
    """Resident memory of this process, which holds the server and its listeners."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def _fill(file: Path) -> None:
    """An archive of many small games."""
    game = make_game("nim(1)")
    start = game.start()
    move = game.move_text(start, game.legal_moves(start)[0])
    players = (("ann", "bob"), ("bob", "cat"), ("cat", "ann"), ("dan", "eve"))
    with Archive.open(str(file)) as archive:
        for first in range(0, GAMES, 5_000):
            archive.add(
                Record("nim(1)", game.position_text(start), players[n % 4], n, (move,), (1.0, -1.0))
                for n in range(first, first + 5_000)
            )


if __name__ == "__main__":
    main()
