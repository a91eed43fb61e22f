"""A browser without a window, asked over two pipes in its own protocol; no library stands between."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 30.0  # seconds


class Tab:
    """An open page: scripts run in it, and what they return comes back."""

    def __init__(self, asks: int, answers: int) -> None:
        self._asks, self._answers = asks, answers
        self._rest = b""
        self._number = 0
        self._session = ""

    def open(self, url: str) -> None:
        """Open an address, and wait until the page shows something."""
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = session["sessionId"]
        self._ask("Page.navigate", {"url": url})
        self.until("document.readyState === 'complete' && document.querySelectorAll('#shown *').length > 0")

    def run(self, script: str) -> Any:
        """Return the value of an expression."""
        answer = self._ask("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def until(self, script: str) -> float:
        """Wait until an expression is true; return the seconds that it took."""
        began = time.monotonic()
        while not self.run(f"Boolean({script})"):
            if time.monotonic() - began > PATIENCE:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.05)
        return time.monotonic() - began

    def _ask(self, method: str, params: dict[str, object]) -> dict[str, Any]:
        self._number += 1
        asked: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._asks, json.dumps(asked).encode() + b"\0")
        while True:
            answer = json.loads(self._message())
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise AssertionError(answer["error"])
                found: dict[str, Any] = answer["result"]
                return found

    def _message(self) -> bytes:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], PATIENCE)
            more = os.read(self._answers, 1 << 16) if ready else b""
            if not more:
                raise AssertionError("the browser says nothing")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        return message


@contextmanager
def browser(home: Path) -> Iterator[Tab]:
    """Start a browser that keeps its things in `home`, and end it."""
    assert CHROMIUM
    asks_read, asks = os.pipe()
    answers, answers_write = os.pipe()
    command = [
        CHROMIUM,
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
        *("--remote-debugging-pipe", f"--user-data-dir={home}", "about:blank"),
    ]
    # The browser reads what it is asked from 3 and answers on 4.
    handed = f"import os, sys; os.dup2({asks_read}, 13); os.dup2({answers_write}, 14); os.dup2(13, 3); os.dup2(14, 4)"
    started = [sys.executable, "-c", f"{handed}; os.execv(sys.argv[1], sys.argv[1:])", *command]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(started, pass_fds=(asks_read, answers_write), stdout=quiet, stderr=quiet)
    os.close(asks_read)
    os.close(answers_write)
    try:
        yield Tab(asks, answers)
    finally:
        os.close(asks)
        os.close(answers)
        process.terminate()
        process.wait(20)
