"""A line on the terminal that shows the progress of a check."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def shown(title: str) -> Iterator[Callable[[str, float], None]]:
    """Yield a function that shows progress on stderr, if that is a terminal. Afterwards the line is gone."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda doing, part: progress.update(task, description=f"{title}: {doing}", completed=part)
