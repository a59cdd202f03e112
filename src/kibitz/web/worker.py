"""What runs in the processes behind the server: requests answered, tables served.

A process takes one task after another from its pipe and sends back parts as they come. It
holds nothing that cannot be lost: whoever ends it in the midst of a task starts another.
"""

import os
import signal
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from kibitz.errors import KibitzError


class Sent(NamedTuple):
    """One message of a process: a part of the answer, its end, a refusal or a fault."""

    kind: str  # part, done, refused, failed
    value: Any = None


Task = Callable[..., Iterator[Any]]


def work(pipe: Connection, surroundings: dict[str, str], is_long: bool = False) -> None:
    """Serve tasks until the pipe closes, with the variables that the server was started with."""
    os.environ.clear()
    os.environ.update(surroundings)
    if not is_long:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    while True:
        try:
            name, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            for message in _served(name, arguments):
                pipe.send(message)
        except (BrokenPipeError, OSError):
            return


def _served(name: str, arguments: dict[str, Any]) -> Iterator[Sent]:
    try:
        for part in _task(name)(**arguments):
            yield Sent("part", part)
    except KeyboardInterrupt:
        yield Sent("done")
    except KibitzError as error:
        yield Sent("refused" if error.exit_code == 2 else "failed", str(error))
    except MemoryError:
        yield Sent("failed", "there is not enough memory for this")
    except Exception as error:
        traceback.print_exc()  # for whoever runs the server: a message may name hidden cards
        yield Sent("failed", f"Kibitz itself failed ({type(error).__name__})")
    else:
        yield Sent("done")


def _task(name: str) -> Task:
    """Tasks are imported where they run: the server itself stays small."""
    if name in ("ask", "check"):
        from kibitz.web.asking import answered, checked

        return answered if name == "ask" else checked
    if name in ("looked", "analysed"):
        from kibitz.web.positions import POSITION_TASKS

        return POSITION_TASKS[name]
    if name == "match_pairs":
        from kibitz.web.contests import CONTEST_TASKS

        return CONTEST_TASKS[name]
    from kibitz.web.judged import JUDGED_TASKS

    if name in JUDGED_TASKS:
        return JUDGED_TASKS[name]
    from kibitz.web.seated import TABLE_TASKS

    return TABLE_TASKS[name]
