"""The field of a request that long work takes to a cluster by."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kibitz.core.request import PLACE, ask

if TYPE_CHECKING:
    from kibitz.core.hands import Hands


def ask_cluster() -> Any:
    """The field that names a cluster."""
    return ask(
        None,
        "Work on a cluster: tls://HOST:PORT, tcp://127.0.0.1:PORT or local:N; same result.",
        metavar="ADDRESS",
        holds=PLACE,
    )


def check_cluster(address: str | None) -> None:
    """Refuse what is not the address of a cluster."""
    if address is not None:
        from kibitz.arena.gathering import Gathering

        Gathering.of(address)


@contextmanager
def hands_at(address: str | None) -> "Iterator[Hands | None]":
    """The hands of a cluster; None where none is named."""
    if address is None:
        yield None
        return
    from kibitz.arena.cluster import ClusterHands

    with ClusterHands(address) as hands:
        yield hands
