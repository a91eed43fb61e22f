"""Every file that is made from declarations, in one place: schemas, pages of the documentation.

    python -m cardlib.generated            say which of them are stale; exit 1 if any is
    python -m cardlib.generated --write    write those, as `make generated` does

Pictures and numbers of the documentation are drawn and measured elsewhere: `make docs`, `make bench`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cardlib.abilities import schema
from cardlib.decks import format_schema
from cardlib.scenarios import pages
from cardlib.wording import reference
from cardlib.writing import write_whole

# Who makes which files. Games pass their check by the schemas, so these come first.
MAKERS: tuple[Callable[[], Mapping[Path, str]], ...] = (
    schema.files,
    format_schema.files,
    reference.files,
    pages.files,
)


def stale() -> Iterator[tuple[Path, str]]:
    """Yield every file that does not hold what it has to, with what that is; a maker is asked when its turn comes."""
    for make in MAKERS:
        for path, text in make().items():
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                yield path, text


def main(arguments: list[str] | None = None) -> int:
    """Say which files are stale, or write them."""
    parser = argparse.ArgumentParser(prog="python -m cardlib.generated", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="write what is stale")
    writes = parser.parse_args(arguments).write
    found = 0
    for path, text in stale():
        found += 1
        if writes:
            write_whole(path, text)
        sys.stderr.write(f"{path}: {'written' if writes else 'stale; make generated'}\n")
    return 1 if found and not writes else 0


if __name__ == "__main__":
    sys.exit(main())
