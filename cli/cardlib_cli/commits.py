"""The data of a project as it was at a commit: unpacked to a folder that vanishes; git itself is asked for it."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.writing import scratch_folder, write_bytes


@contextmanager
def project_at(project: Path, commit: str) -> Iterator[Path]:
    """Give the folder of a project as it was at a commit; raises CardlibError for what git does not know."""
    if commit.startswith("-") or not commit.strip():
        raise CardlibError(f"'{commit}' is no commit; name one as git does: a hash, a tag, a branch, HEAD~3")
    packed = _git(project, "archive", "--format=tar", commit, ".")
    if len(packed) > 10 * bounds.PROJECT:
        raise CardlibError(f"{project} at {commit}: larger than {bounds.amount(10 * bounds.PROJECT)}")
    with scratch_folder() as folder, tarfile.open(fileobj=io.BytesIO(packed)) as files:
        unpacked = folder / project.name
        unpacked.mkdir()
        for member in files:
            _unpack(files, member, unpacked)
        if not (unpacked / "game.json").is_file():
            raise CardlibError(f"{project} at {commit}: found no game.json; the project was not there yet")
        yield unpacked


def _unpack(files: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Unpack a plain file of a project; links and all else that is none is left out."""
    place = Path(member.name)
    content = files.extractfile(member) if member.isfile() else None
    if content is None or place.is_absolute() or ".." in place.parts:
        return
    write_bytes(folder / place, content.read())


def _git(folder: Path, *words: str) -> bytes:
    try:
        ran = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)
    except OSError as error:
        raise CardlibError(f"comparing commits needs git: {error.strerror or error}") from None
    if ran.returncode:
        said = ran.stderr.decode(errors="replace").strip().splitlines()
        raise CardlibError(f"{folder}: git says: {said[0] if said else 'nothing'}")
    return ran.stdout
