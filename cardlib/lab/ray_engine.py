"""The engine on Ray: the cluster that RAY_ADDRESS names, or processes of this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cardlib.bots.ahead import cores
from cardlib.errors import CardlibError
from cardlib.lab.games import LabError
from cardlib.lab.work import Done, Task, Unit, Work, check_no_replays, play_unit, portions, told

if TYPE_CHECKING:
    from ray import ObjectRef

ADDRESS = "RAY_ADDRESS"  # read by Ray's own programs, too
TRIES = 3  # how often Ray gives a unit of a lost worker to another one
AHEAD = 2  # units that a core has before it


class Ray:
    """Plays on the cluster that RAY_ADDRESS names; without, in `jobs` processes of this machine, until `close`."""

    def __init__(self, jobs: int | None = None) -> None:
        # Read when Ray is imported: it tells nobody that it is used, and processes of this machine alone keep to the
        # loopback (the switch has the name of the systems where that goes without saying).
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if not os.environ.get(ADDRESS):
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        try:
            import ray
        except ImportError as error:
            raise CardlibError("Ray is not installed; install it with: pip install 'cardlib-tabletop[ray]'") from error
        self._ray = ray
        self.jobs = jobs
        self._begun = False

    def __enter__(self) -> Ray:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def play(self, work: Work, tasks: Sequence[Task]) -> Generator[Done, None, None]:
        """Yield the games as they end.

        Units of a worker that is lost are given to another one by Ray. Raises LabError for a game that broke, for one
        that several workers were lost with, and where the cluster cannot be reached.
        """
        check_no_replays(work)
        self._connect()
        ray = self._ray
        parcel = ray.put(work.parcel(elsewhere=True))
        remote: Any = ray.remote(num_cpus=1, max_retries=TRIES)(play_unit)
        waiting = portions(tasks, self._cores())
        given: dict[ObjectRef[list[Done]], Unit] = {}
        try:
            while True:
                for _ in range(AHEAD * self._cores() - len(given)):
                    unit = next(waiting, None)
                    if unit is None:
                        break
                    given[remote.remote(parcel, unit)] = unit
                if not given:
                    return
                for ready in ray.wait(list(given), num_returns=1)[0]:
                    yield from self._games(ready, given.pop(ready), work)
        finally:
            for left in given:
                with suppress(Exception):  # a cluster that is gone has nothing left to give up
                    ray.cancel(left, force=True)

    def close(self) -> None:
        """Leave the cluster, or end the processes that were begun here."""
        if self._begun:
            self._begun = False
            self._ray.shutdown()

    def _connect(self) -> None:
        if self._ray.is_initialized():
            return
        address = os.environ.get(ADDRESS)
        if address:
            about: dict[str, Any] = {"address": address}
        else:
            about = {
                "address": "local",
                "num_cpus": self.jobs or cores(),
                "include_dashboard": False,
                "_node_ip_address": "127.0.0.1",
            }
        try:
            self._ray.init(**about, logging_level=logging.CRITICAL, log_to_driver=False)
        except (OSError, RuntimeError, ValueError) as error:
            raise LabError(f"Ray could not begin ({ADDRESS}={address or ''}): {error}") from error
        self._begun = True

    def _cores(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def _games(self, ready: ObjectRef[list[Done]], unit: Unit, work: Work) -> list[Done]:
        errors = self._ray.exceptions
        try:
            games: list[Done] = self._ray.get(ready)
            return games
        except errors.RayTaskError as error:
            if isinstance(error.cause, CardlibError):
                raise error.cause from None
            raise
        except (errors.WorkerCrashedError, errors.OutOfMemoryError, errors.NodeDiedError) as error:
            raise LabError(
                f"{told(unit, work.settings)}: each worker that played them was lost, perhaps for want of memory"
            ) from error
