"""How a command serves a request: it watches the snapshots and shows the answer.

The answer goes to stdout, as a sheet for people or as one JSON object; the bar and notes go
to stderr. With a stream every snapshot is a line of JSON.
"""

import sys
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from operator import methodcaller
from pathlib import Path
from typing import Any

import click

from kibitz.cli import streams
from kibitz.core.files import check_writable, write_whole
from kibitz.core.request import Answer, Request
from kibitz.drawing.plain import plain, sentence

INTERRUPTED = 130


@dataclass
class Door:
    """One command's way to ask and to show."""

    as_json: bool
    is_streamed: bool = False
    files: Mapping[str, Path | None] = field(default_factory=dict)

    def serve(self, request: Request[Any]) -> int:
        """Ask, show, and return the exit code."""
        for path in filter(None, self.files.values()):
            check_writable(path)
        if self.is_streamed or self._is_logged(request):
            request = request.streamed()
        answer, is_interrupted = self._watched(request)
        if answer is None:
            raise KeyboardInterrupt
        if not self._is_told(request):
            self.show(answer)
        for aside in answer.asides:
            streams.tell(aside)
        return INTERRUPTED if is_interrupted else answer.exit_code

    def _watched(self, request: Request[Any]) -> tuple[Answer | None, bool]:
        """The last snapshot, and whether Ctrl-C came before the end."""
        from kibitz.cli.bar import Bar

        last: Answer | None = None
        is_shown = request.is_long and not self._is_told(request)
        with Bar(is_shown=is_shown) as bar:
            snapshots = request.answers()
            try:
                for last in snapshots:
                    self._tell(request, last)
                    bar.tell(last.progress)
            except KeyboardInterrupt:
                return last, True
            finally:
                if isinstance(snapshots, Generator):
                    snapshots.close()  # ends workers, keeps what can be resumed
        return last, False

    def _is_told(self, request: Request[Any]) -> bool:
        """Whether every snapshot is printed as it comes."""
        return self.is_streamed or request.is_piecewise

    def _is_logged(self, request: Request[Any]) -> bool:
        """Whether there is nobody to see a bar, but a file or a pipe that keeps lines."""
        return request.is_logged and not self.as_json and not sys.stdout.isatty()

    def _tell(self, request: Request[Any], snapshot: Answer) -> None:
        if self._is_told(request):
            self.show(snapshot)
        elif self._is_logged(request) and snapshot.progress is not None:
            click.echo(sentence(snapshot.progress.words))

    def show(self, answer: Answer) -> None:
        """Print the answer as it is wanted, and write its files."""
        for kind, path in self.files.items():
            if path is not None:
                write_whole(path, [_WRITERS[kind](answer)])
        text = answer.piped()
        if self.as_json or self.is_streamed:
            streams.echo_json(answer.to_json())
        elif text is not None:
            click.echo(plain(text) if sys.stdout.isatty() else text, nl=False)
        else:
            answer.show()


_WRITERS = {"svg": methodcaller("svg"), "html": methodcaller("page")}
