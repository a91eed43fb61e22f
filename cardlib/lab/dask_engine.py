"""The engine on Dask: workers of a scheduler that runs somewhere, or of a small cluster that is begun for it here."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from cardlib.bots.ahead import cores
from cardlib.errors import CardlibError
from cardlib.lab.games import LabError
from cardlib.lab.processes import deaf, safe_path
from cardlib.lab.work import Done, Parcel, Task, Unit, Work, check_no_replays, play_unit, portions, told

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

PATIENCE = 30.0  # seconds for a scheduler to answer, and for its first worker to join
AHEAD = 2  # units that a worker has before it


class Dask:
    """Plays on the workers of a scheduler at `address`, such as "tcp://node1:8786"; on a cluster of its own without.

    A cluster of its own has `jobs` processes on this machine, on the loopback alone, and ends with `close`.
    """

    def __init__(self, address: str | None = None, jobs: int | None = None) -> None:
        try:
            import distributed
        except ImportError as error:
            raise CardlibError(
                "Dask is not installed; install it with: pip install 'cardlib-tabletop[dask]'"
            ) from error
        self._distributed = distributed
        self.address = address
        self.jobs = jobs
        self._cluster: LocalCluster | None = None
        self._client: Client | None = None

    def __enter__(self) -> Dask:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def play(self, work: Work, tasks: Sequence[Task]) -> Generator[Done, None, None]:
        """Yield the games as they end.

        Units of a worker that is lost are given to another one by the scheduler. Raises LabError for a game that
        broke, for one that several workers were lost with, and where the scheduler or all workers cannot be reached.
        """
        check_no_replays(work)
        client = self._connected()
        # A task, not scattered data: what lay on a lost worker alone is made again.
        parcel = client.submit(_itself, work.parcel(elsewhere=True), pure=False)
        waiting = portions(tasks, self._workers(client))
        arriving = self._distributed.as_completed(loop=client.loop)
        given: dict[str, tuple[Future, Unit]] = {}
        try:
            while True:
                for unit in self._more(client, waiting, given):
                    future = client.submit(play_unit, parcel, unit, pure=False)
                    given[future.key] = future, unit
                    arriving.add(future)
                if not given:
                    return
                future = next(arriving)
                _, unit = given.pop(future.key)
                yield from self._games(future, unit, work)
        finally:
            with suppress(Exception):  # a scheduler that is gone has nothing left to give up
                client.cancel([future for future, _ in given.values()])

    def close(self) -> None:
        """Leave the scheduler; end the cluster that was begun here."""
        client, cluster = self._client, self._cluster
        self._client = self._cluster = None
        if client is not None:
            client.close()
        if cluster is not None:
            cluster.close()

    def _connected(self) -> Client:
        if self._client is not None:
            return self._client
        for name in [*logging.root.manager.loggerDict]:  # what matters is raised here; each has a level of its own
            if name.partition(".")[0] in ("distributed", "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        if self.address is None:
            with safe_path(), deaf():
                self._cluster = self._distributed.LocalCluster(
                    n_workers=self.jobs or cores(),
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",  # else 8787 of every interface
                    silence_logs=logging.CRITICAL,
                )
        where = self.address or self._cluster
        try:
            self._client = self._distributed.Client(where, timeout=PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            self.close()
            raise LabError(
                f"{self.address}: no scheduler with a worker answered in {PATIENCE:g} seconds; start them with: "
                "dask scheduler, and on each machine: dask worker HOST:PORT"
            ) from error
        except OSError as error:
            self.close()
            raise LabError(
                f"{self.address}: no scheduler answers there ({error}); start one with: dask scheduler"
            ) from error
        return self._client

    def _workers(self, client: Client) -> int:
        return max(1, len(client.nthreads()))

    def _more(self, client: Client, waiting: Iterator[Unit], given: dict[str, tuple[Future, Unit]]) -> Iterator[Unit]:
        """Yield what is given out now; the workers are counted anew, as more may have joined."""
        room = AHEAD * self._workers(client) - len(given)
        for _ in range(room):
            unit = next(waiting, None)
            if unit is None:
                return
            yield unit

    def _games(self, future: Future, unit: Unit, work: Work) -> list[Done]:
        try:
            games: list[Done] = future.result()
            return games
        except self._distributed.KilledWorker as error:
            raise LabError(
                f"{told(unit, work.settings)}: each worker that played them was lost, perhaps for want of memory"
            ) from error
        except (self._distributed.CancelledError, OSError) as error:
            raise LabError(f"{self.address}: the scheduler was lost; what is finished is kept (--out)") from error


def _itself(parcel: Parcel) -> Parcel:
    return parcel
