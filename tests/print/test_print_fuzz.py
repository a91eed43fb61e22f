"""Whatever stands in a layout, a symbol file or a sheet: it prints, or it is refused with a reason."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harbour import harbour_at, write
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from cardlib_print import layouts, print_cards, sheets

SHIPPED = Path(layouts.__file__).parent
FILES = {
    "card": json.loads((SHIPPED / "layouts" / "plain.json").read_text()),
    "symbols": {"symbols": {"star": {"path": "M0 0H100V100Z", "size": [100, 100], "colour": "#ff0000"}}},
    "sheets/a4-3x3": json.loads((SHIPPED / "sheets" / "a4-3x3.json").read_text()),
}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**12),
    st.floats(allow_nan=False),
    st.sampled_from(
        ["", "x", "{name}", "{", "<b>", "symbols", "base", "plain", "card", "#12", "ship", "(", "\x00", "{star}"]
    ),
    st.lists(st.integers(-1, 5), max_size=5),
    st.dictionaries(st.sampled_from(["id", "box", "when", "text", "width"]), st.integers(-1, 5), max_size=3),
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a JSON value."""
    yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))


def changed(value: Any, path: tuple[str | int, ...], odd: object) -> Any:
    """The value with something else at a place."""
    if not path:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], odd)  # type: ignore[index]
    return copy


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_odd_values_anywhere_never_give_a_traceback(data: st.DataObject):
    never_raises(data)


@pytest.mark.soak
@settings(max_examples=800, deadline=None)
@given(st.data())
def test_many_odd_values_anywhere_never_give_a_traceback(data: st.DataObject):
    never_raises(data)


def never_raises(data: st.DataObject):
    name = data.draw(st.sampled_from(sorted(FILES)))
    value = FILES[name]
    for _ in range(data.draw(st.integers(1, 3))):
        value = changed(value, data.draw(st.sampled_from(list(places(value)))), data.draw(ODD))
    with tempfile.TemporaryDirectory() as place:
        folder = harbour_at(Path(place) / "game")
        for other, content in FILES.items():
            write(folder / "print" / f"{other}.json", value if other == name else content)
        project = load_project(folder)
        try:
            sheets(project)
            print_cards(project, [(card, 1) for card in project.cards.values()], Path(place) / "out.pdf")
        except CardlibError as error:
            assert str(error)
            assert not (Path(place) / "out.pdf").exists()
