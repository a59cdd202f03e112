"""The fields of a request by which long work goes to several processes, or to a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kibitz.core.request import PLACE, ask
from kibitz.errors import BadValue

if TYPE_CHECKING:
    from kibitz.core.hands import Hands

MOST_WORKERS = 256


def ask_cluster() -> Any:
    """The field that names a cluster."""
    return ask(
        None,
        "Work on a cluster: tls://HOST:PORT, tcp://127.0.0.1:PORT or local:N; same result.",
        metavar="ADDRESS",
        holds=PLACE,
    )


def ask_workers() -> Any:
    """The field that says how many processes work at once."""
    return ask(
        None,
        "How many processes work at once (1); same result.",
        low=1,
        high=MOST_WORKERS,
        metavar="N",
    )


def check_cluster(address: str | None, workers: int | None = None) -> None:
    """Refuse what is not the address of a cluster, and workers of two kinds."""
    if address is None:
        return
    if workers is not None:
        raise BadValue("--cluster and --workers exclude each other")
    from kibitz.arena.gathering import Gathering

    Gathering.of(address)


@contextmanager
def hands_at(address: str | None, workers: int | None = None) -> "Iterator[Hands | None]":
    """The hands of a cluster or of some processes; None where one process is enough."""
    if address is not None:
        from kibitz.arena.cluster import ClusterHands

        with ClusterHands(address) as hands:
            yield hands
    elif workers is not None and workers > 1:
        from kibitz.arena.hands import ProcessHands

        with ProcessHands(workers) as processes:
            yield processes
    else:
        yield None
