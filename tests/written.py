"""Projects that tests write to a folder, file by file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardlib.catalog import Project, load_project


def written(folder: Path, files: Mapping[str, Any]) -> Project:
    """Write a project, by the names of its files without `.json`, and load it."""
    for name, content in files.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")
    return load_project(folder)
