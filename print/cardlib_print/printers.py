"""What is known of somebody's printers: how far their backs are off, and how long 100 mm come out.

It is configuration of a user and never part of a project: `printers.json` in the folder for a user's configuration,
which `CARDLIB_CONFIG` names. A printer has trays, as paper of another weight is drawn in differently.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note
from cardlib.places import config_root
from cardlib.reading import read_json
from cardlib.writing import write_whole

FILE = "printers.json"
MEASURED = 100.0  # mm of the rulers
REMEDY = "correct it, or delete the file and calibrate anew"


@dataclass(frozen=True, slots=True)
class Printer:
    """How far backs have to be moved right and down, and what rulers of 100 mm measure across and down; all in mm."""

    offset: tuple[float, float] = (0.0, 0.0)
    measured: tuple[float, float] = (MEASURED, MEASURED)

    @property
    def scale(self) -> tuple[float, float]:
        """What pages have to be multiplied with, so that 100 mm come out as 100 mm."""
        return MEASURED / self.measured[0], MEASURED / self.measured[1]


def printers_file() -> Path:
    """Return the file with the printers of the user."""
    return config_root() / FILE


def printers() -> dict[str, Printer]:
    """Return every printer by name, one of a tray as `office/thick`. Raises `CardlibError` for a file that is none."""
    path = printers_file()
    if not path.exists():
        return {}
    raw = read_json(path)
    found: dict[str, Printer] = {}
    for name, one in raw.items() if isinstance(raw, dict) else ():
        if not isinstance(one, dict) or set(one) != {"offset", "measured"}:
            raise CardlibError(f"{path}: {name}: found {one!r}, expected an offset and what is measured; {REMEDY}")
        offset, measured = _pair(path, name, one["offset"], -20, 20), _pair(path, name, one["measured"], 90, 110)
        found[str(name)] = Printer(offset, measured)
    if not isinstance(raw, dict):
        raise CardlibError(f"{path}: expected an object with a printer by each name; {REMEDY}")
    return found


def find_printer(name: str) -> Printer:
    """Return a printer by name. Raises `NotFound` with the nearest name."""
    known = printers()
    if name not in known:
        there = f"; there are: {', '.join(known)}" if known else ""
        printer, _, tray = name.partition("/")
        given = f"--printer {printer} --tray {tray}" if tray else f"--printer {printer}"
        raise NotFound(
            f"no printer {name!r} in {printers_file()}{nearest_note(name, known)}{there}; print a calibration page "
            f"with cardlib print calibrate, then give what it shows once: {given} --offset X,Y --measured X,Y"
        )
    return known[name]


def remember(name: str, printer: Printer) -> Path:
    """Keep what is known of a printer; return the file. Raises `NotWritten` if that can't be written."""
    known = {**printers(), name: printer}
    path = printers_file()
    value = {key: {"offset": list(one.offset), "measured": list(one.measured)} for key, one in sorted(known.items())}
    write_whole(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")
    return path


def _pair(path: Path, name: object, raw: object, least: float, most: float) -> tuple[float, float]:
    if isinstance(raw, list) and len(raw) == 2:
        x, y = raw
        if isinstance(x, int | float) and isinstance(y, int | float) and least <= min(x, y) and max(x, y) <= most:
            return float(x), float(y)
    raise CardlibError(f"{path}: {name}: found {raw!r}, expected two numbers of {least:g} to {most:g} mm; {REMEDY}")
