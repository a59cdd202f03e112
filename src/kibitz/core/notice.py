"""Lines on stderr about what goes on behind an answer, each said once in a process."""

import sys

_said: set[str] = set()


def say_once(topic: str, line: str) -> None:
    """Say a line, unless something was said about its topic before."""
    if topic in _said:
        return
    _said.add(topic)
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
