"""Where the games of a series are played: one small interface, for the cores of this machine and for clusters.

An engine is given games by their numbers and yields them as they end, in any order. What a game is depends on its
number and the setting alone, so all engines give the same report.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import Protocol, TypeAlias

from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note
from cardlib.lab.work import Done, Task, Work

LOCAL, DASK, RAY = KINDS = "local", "dask", "ray"
_PORTS = 65_535
_ADDRESS = re.compile(r"(?:\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+):[0-9]{1,5}")


class Engine(Protocol):
    """Plays games somewhere. It may be used for several series; `close` ends what it has begun."""

    def play(self, work: Work, tasks: Sequence[Task]) -> Generator[Done, None, None]:
        """Yield the games as they end; what a lost worker had is played by another one.

        Closing the generator gives up what is not finished. Raises LabError for a game that broke, and where no one
        can play.
        """
        ...

    def close(self) -> None:
        """End what was begun for this engine."""
        ...


Jobs: TypeAlias = int | Engine | None  # so many processes, None for one on each core, or an engine


def engine_of(name: str, jobs: int | None = None) -> Jobs:
    """Return the engine of a name: "local", "dask", "dask://HOST:PORT" or "ray".

    `jobs` is the number of processes where they are begun here. Raises CardlibError for another name, and where its
    library is not installed.
    """
    kind, mark, place = name.partition("://")
    if kind not in KINDS or (mark and kind != DASK):
        more = nearest_note(kind, KINDS)
        raise CardlibError(f"no engine is called '{name}'{more}; expected local, dask, dask://HOST:PORT or ray")
    if kind == LOCAL:
        return jobs
    if mark and not (_ADDRESS.fullmatch(place) and 0 < int(place.rpartition(":")[2]) <= _PORTS):
        raise CardlibError(f"engine {name}: found '{place}', expected HOST:PORT of a scheduler, such as node1:8786")
    if mark and jobs is not None:
        raise CardlibError(f"{name} has workers of its own; leave out the number of processes (--jobs)")
    if kind == DASK:
        from cardlib.lab.dask_engine import Dask

        return Dask(f"tcp://{place}" if mark else None, jobs)
    from cardlib.lab.ray_engine import Ray

    return Ray(jobs)
