"""Where things are on disk: the bundled games and schemas, the cache of databases, and saved matches.

A checkout uses `data/` and `schemas/` at its top; a wheel carries both inside the package.
"""

from __future__ import annotations

import os
from pathlib import Path

from cardlib.errors import CardlibError
from cardlib.visible import visible

PACKAGE = Path(__file__).resolve().parent


def inside(folder: Path, name: str) -> Path:
    """Return the path of a name that comes from data, in a folder; raises `CardlibError` if it would lead out of it."""
    path = folder / name
    if "\0" in name or not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise CardlibError(f"{visible(name)}: leads out of {folder}, expected a place inside it")
    return path


def _bundled(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def data_root() -> Path:
    """The folder that holds one project folder per bundled game."""
    return _bundled("data")


def schemas_root() -> Path:
    """The folder that holds the JSON Schemas."""
    return _bundled("schemas")


def cache_root() -> Path:
    """The folder for databases built from projects; `CARDLIB_CACHE` overrides the platform's place."""
    override = os.environ.get("CARDLIB_CACHE")
    if override:
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("cardlib")


def prints_root() -> Path:
    """The folder that notes what was printed; `CARDLIB_PRINTS` overrides the platform's place for a user's data."""
    override = os.environ.get("CARDLIB_PRINTS")
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("cardlib") / "prints"


def config_root() -> Path:
    """The folder for a user's configuration, such as printers; `CARDLIB_CONFIG` overrides the platform's place."""
    override = os.environ.get("CARDLIB_CONFIG")
    if override:
        return Path(override)
    from platformdirs import user_config_path

    return user_config_path("cardlib")


def matches_root() -> Path:
    """The folder for saved matches; `CARDLIB_MATCHES` overrides the platform's place for a user's data."""
    override = os.environ.get("CARDLIB_MATCHES")
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("cardlib") / "matches"
