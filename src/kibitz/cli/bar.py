"""A progress bar on stderr with the estimate so far, where somebody is looking."""

from types import TracebackType
from typing import TYPE_CHECKING

from kibitz.core.request import Progress
from kibitz.drawing.plain import sentence

if TYPE_CHECKING:
    from rich import progress as rich_progress


class Bar:
    """Appears with the first snapshot that says how far the work is; goes when it is done."""

    def __init__(self, is_shown: bool = True) -> None:
        import sys

        self._is_shown = is_shown and sys.stderr.isatty()
        self._bar: rich_progress.Progress | None = None
        self._task: rich_progress.TaskID | None = None

    def __enter__(self) -> "Bar":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, progress: Progress | None) -> None:
        """Move the bar and change its words."""
        if progress is None or not self._is_shown:
            return
        if self._bar is None:
            self._bar = _new_bar()
            self._bar.start()
            self._task = self._bar.add_task("", total=progress.total)
        assert self._task is not None
        self._bar.update(
            self._task,
            completed=progress.done,
            total=progress.total,
            description=sentence(progress.words),
        )


def _new_bar() -> "rich_progress.Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True, highlight=False, emoji=False)
    words = TextColumn("{task.description}", markup=False)
    columns = (BarColumn(24), TimeElapsedColumn(), TimeRemainingColumn(), words)
    return Progress(*columns, console=console, transient=True)
