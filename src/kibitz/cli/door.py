"""How a command serves a request: it watches the snapshots and shows the answer.

The answer goes to stdout, as a sheet for people or as one JSON object; the bar and notes go
to stderr. With a stream every snapshot is a line of JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from kibitz.core.files import write_whole
from kibitz.core.request import Answer, Request
from kibitz.errors import BadValue

INTERRUPTED = 130


@dataclass
class Door:
    """One command's way to ask and to show."""

    as_json: bool
    is_streamed: bool = False
    files: Mapping[str, Path | None] = field(default_factory=dict)

    def serve(self, request: Request[Any]) -> int:
        """Ask, show, and return the exit code."""
        for path in self.files.values():
            _check_writable(path)
        answer, is_interrupted = self._watched(request)
        if answer is None:
            raise KeyboardInterrupt
        self.show(answer)
        return INTERRUPTED if is_interrupted else answer.exit_code

    def _watched(self, request: Request[Any]) -> tuple[Answer | None, bool]:
        """The last snapshot, and whether Ctrl-C came before the end."""
        from kibitz.cli.bar import Bar

        last: Answer | None = None
        with Bar(is_shown=request.is_long) as bar:
            try:
                for answer in request.answers():
                    if last is not None and self.is_streamed:
                        click.echo(last.to_json())
                    last = answer
                    bar.tell(answer.progress)
            except KeyboardInterrupt:
                return last, True
        return last, False

    def show(self, answer: Answer) -> None:
        """Print the answer as it is wanted, and write its files."""
        for kind, path in self.files.items():
            if path is not None:
                write_whole(path, [_WRITERS[kind](answer)])
        if self.as_json or self.is_streamed:
            click.echo(answer.to_json())
        else:
            answer.show()


def _check_writable(path: Path | None) -> None:
    """Refuse a file that cannot be written before the work begins."""
    if path is not None and not path.resolve().parent.is_dir():
        raise BadValue(f"{path} cannot be written: there is no folder {path.parent}")


_WRITERS = {"svg": Answer.svg, "html": Answer.page}
