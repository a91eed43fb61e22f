"""An interrupt that comes while Python calls back a weak reference ends a command without a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, weakref
from cardlib_cli import interrupts
interrupts.watch()
class Thing: pass
def gone(ref): {raised}
thing = Thing()
ref = weakref.ref(thing, gone)
del thing
print(interrupts.interrupted())
"""


@pytest.mark.parametrize(
    ("raised", "noted", "told"),
    [("os.kill(os.getpid(), signal.SIGINT)", "True\n", ""), ("1 / 0", "False\n", "ZeroDivisionError")],
)
def test_only_an_interrupt_is_swallowed_in_silence(raised: str, noted: str, told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(raised=raised)], capture_output=True, text=True, check=True
    )
    assert done.stdout == noted
    assert told in done.stderr
    assert told or not done.stderr
