"""Compiles the code that plays, for those who simulate: with `CARDLIB_COMPILE=1` in the environment of the build.

The kernel, abilities, games and bots become one group of C extensions (mypyc), beside their sources in the wheel. Pure
Python is the default and gives the same picks. What compiled modules must not do is tested in
tests/packaging/test_compilable.py, without compiling.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "CARDLIB_COMPILE"
NEEDED = ["mypy[mypyc]==2.4.1", "setuptools>=70"]  # for the build alone; mypyc comes with mypy
ROOMS = ("kernel", "abilities", "games", "bots", "filters/predicates.py")
# What of these rooms stays interpreted, by its reason; so does every module with operations: their signatures are read.
INTERPRETED = {
    "a protocol that is asked for at run time": ("bots/protocol.py",),
    "waits for programs of others, with threads": ("bots/pipe.py", "bots/programs.py"),
    "reads or checks data and saves; no match comes by": (
        "abilities/honours.py",
        "abilities/schema.py",
        "abilities/schema_values.py",
        "games/*/honours.py",
        "kernel/boards/places.py",
        "kernel/boards/reading.py",
        "kernel/declaring.py",
        "kernel/shapes.py",
        "kernel/soundness.py",
    ),
}


def modules(package: Path) -> Iterator[Path]:
    """Yield the files of the package that are compiled, relative to it, in order."""
    interpreted = [left for paths in INTERPRETED.values() for left in paths]
    for room in ROOMS:
        for file in [package / room] if room.endswith(".py") else sorted((package / room).rglob("*.py")):
            source, path = file.read_text(encoding="utf-8"), file.relative_to(package)
            if source.strip() and "\n@operation(" not in source and not any(path.match(left) for left in interpreted):
                yield path


def translate(package: Path, work: Path) -> list[Any]:
    """Translate the group to C in an empty folder, and return its extensions. Ends the process where that is refused.

    Errors in what is not compiled are passed over: what it imports may not be there. setuptools would read a
    pyproject.toml; so the folder has none.
    """
    from mypyc.build import mypycify

    shutil.copytree(package, work / package.name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    files = [str(Path(package.name, path)) for path in modules(package)]
    options = ["--config-file=", "--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent"]
    with chdir(work):
        return list(
            mypycify(
                [*options, *files],
                only_compile_paths=files,
                opt_level="2",
                debug_level="0",
                multi_file=True,
                group_name=package.name,
            )
        )


def compile_group(package: Path, work: Path) -> Path:
    """Compile the group in an empty folder; return the folder where its extensions lie, each beside its module."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class Parallel(build_ext):  # type: ignore[misc]
        """Compiles the files of the group, which are one extension, on all cores."""

        def build_extensions(self) -> None:
            compiler = self.compiler
            if compiler.compiler_type == "unix":
                compiler.compile = partial(_compile, compiler)
            super().build_extensions()

    extensions = translate(package, work)
    with chdir(work):
        build = Parallel(Distribution({"name": package.name, "ext_modules": extensions}))
        build.build_lib, build.build_temp = "lib", "objects"
        build.ensure_finalized()
        build.run()
    return work / "lib"


def _compile(compiler: Any, sources: list[str], output_dir: str, **how: Any) -> list[str]:
    """Compile files as `CCompiler.compile` does, several at a time."""
    each = type(compiler).compile
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = pool.map(lambda source: each(compiler, [source], output_dir, **how), sources)
        return [path for paths in done for path in paths]


class CompileHook(BuildHookInterface[Any]):
    """What hatchling asks before it builds a wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling."""
        return NEEDED if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the extensions into the wheel; nothing in a checkout, where they would hide the sources that change."""
        if version != "standard" or not self._wanted():
            return
        self._work = tempfile.TemporaryDirectory(prefix="cardlib-compiled-")
        made = compile_group(Path(self.root, "cardlib"), Path(self._work.name))
        for path in sorted(file for file in made.rglob("*") if file.is_file()):
            build_data["force_include"][str(path)] = path.relative_to(made).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled, once it lies in the wheel."""
        if hasattr(self, "_work"):
            self._work.cleanup()

    def _wanted(self) -> bool:
        return os.environ.get(SWITCH, "0") not in ("", "0") and self.target_name == "wheel"


if __name__ == "__main__":  # `python hatch_build.py` translates and goes no further: what the compiler refuses shows
    with tempfile.TemporaryDirectory() as folder:
        translate(Path(__file__).parent / "cardlib", Path(folder))
