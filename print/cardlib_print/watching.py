"""Waits for files of a folder to be saved, by watchdog, and tells once for all that happens at the same moment."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from pathlib import Path

from cardlib.errors import CardlibError

PAUSE = 0.03  # seconds in which nothing happens; an editor writes a file in several steps


def saves(folder: Path) -> Iterator[frozenset[Path]]:
    """Yield the files that were saved, made or taken away, again and again, without end.

    Raises `CardlibError` if watchdog is missing (the extra `watch`), or the folder can't be watched.
    """
    try:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler
        from watchdog.observers import Observer
    except ImportError:
        raise CardlibError("watching files needs watchdog: pip install watchdog") from None
    seen: queue.SimpleQueue[Path] = queue.SimpleQueue()

    class Noting(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in ("created", "modified", "moved", "deleted") and not event.is_directory:
                seen.put(Path(str(event.dest_path or event.src_path)))

    watcher = Observer()
    try:
        watcher.schedule(Noting(), str(folder), recursive=True)
        watcher.start()
    except OSError as error:
        raise CardlibError(f"{folder}: can't be watched: {error.strerror or error}") from None
    try:
        while True:
            yield _together(seen)
    finally:
        watcher.stop()
        watcher.join()


def _together(seen: queue.SimpleQueue[Path]) -> frozenset[Path]:
    """Wait for a file, and for all that follow until nothing more does."""
    found = {seen.get()}
    while True:
        time.sleep(PAUSE)
        if seen.empty():
            return frozenset(found)
        while not seen.empty():
            found.add(seen.get_nowait())
