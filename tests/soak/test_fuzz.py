"""A long run of the fuzz driver with a seed that neither `make fuzz` nor `make test` has. `make soak`.

`CARDLIB_SOAK_FUZZ` (1) is a factor for the number of cases, `CARDLIB_SOAK_SEED` (12) another seed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBER = max(1, round(6_000 * float(os.environ.get("CARDLIB_SOAK_FUZZ", "1"))))
SEED = os.environ.get("CARDLIB_SOAK_SEED", "12")


@pytest.mark.soak
def test_nothing_hostile_gets_through() -> None:
    words = ["-m", "fuzz", "--number", str(NUMBER), "--seed", SEED]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, f"{ran.stdout[-12000:]}{ran.stderr[-2000:]}"
