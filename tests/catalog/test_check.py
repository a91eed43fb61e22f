"""Every kind of bad input is reported with file, line, path and what was expected; never a traceback.

A folder of `bad/` holds the files of a fresh project that are replaced, and `expected.txt`, the report.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.catalog import Problem, bundled_slugs, check_project, load_project, make_project, project_path
from cardlib.errors import CardlibError
from cardlib.misfits import explained
from cardlib.places import schemas_root
from cardlib.reading import read_json
from cardlib_cli.checks import EXTRA

BAD = Path(__file__).parent / "bad"


@cache
def made() -> TemporaryDirectory[str]:
    """A folder with a new project, of which each test has a copy."""
    place = TemporaryDirectory()
    make_project(Path(place.name, "skirmish"), "Skirmish at Dawn")
    return place


def fresh(folder: Path) -> Path:
    return Path(shutil.copytree(Path(made().name, "skirmish"), folder / "skirmish"))


def report(folder: Path) -> list[str]:
    return [str(problem) for problem in check_project(folder, EXTRA)]


@pytest.mark.parametrize("slug", bundled_slugs())
def test_bundled_games_are_right(slug: str) -> None:
    assert report(project_path(slug)) == []


def test_a_new_project_is_right(tmp_path: Path) -> None:
    assert report(fresh(tmp_path)) == []


@pytest.mark.parametrize("case", sorted(path.name for path in BAD.iterdir()))
def test_bad_input(case: str, tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    if not (BAD / case / "decks").exists():
        shutil.rmtree(folder / "decks")
    shutil.copytree(BAD / case, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("expected.txt"))
    expected = (BAD / case / "expected.txt").read_text(encoding="utf-8")
    assert "\n".join(report(folder)) + "\n" == expected


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("game.json", '"types": {', '"types": {,', "game.json:22: types: found ',', expected a key in quotation marks"),
        ("game.json", '"subtypes": {', '"subtyps": {', "(nearest: subtypes)"),
        ("game.json", "{", "[", "game.json:2: found ':', expected ',' or ']'"),
        ("keywords.json", "{", "nonsense", "keywords.json:1: found 'nonsense', expected a value"),
        ("rules.json", '"rules": [', '"rules": [,', "rules.json:3: rules[0]: found ',', expected a value"),
        ("wording.json", "{", "{,", "wording.json:1: found ',', expected a key in quotation marks"),
    ],
)  # fmt: skip
def test_a_broken_declaration_is_one_problem(tmp_path: Path, file: str, before: str, after: str, said: str) -> None:
    """What other files name cannot be judged as long as the file that declares it is broken."""
    folder = tmp_path / "mecha"
    shutil.copytree(project_path("mecha"), folder)
    (folder / file).write_text((folder / file).read_text().replace(before, after, 1))
    found = report(folder)
    assert len(found) == 1, found[:3]
    assert said in found[0]


@pytest.mark.parametrize(
    ("slug", "file", "before", "after", "said"),
    [
        (
            *("mecha", "standard", '"of": "singleton"', '"of": "singelton"'),
            'constraints[2].of: found "singelton", expected a filter: '
            "'singelton' is in the name of no card (nearest: singleton)",
        ),
        (
            *("structure", "variant", '"holdouts":', '"holdout":'),
            "constraints[6].values.holdout: found 'holdout', expected a value of 'faction', "
            "one of unburied, holdouts, department, ash-riders, neutral (nearest: holdouts)",
        ),
        (
            *("structure", "variant", '"section": "main"', '"section": "mian"'),
            "draws.section: found 'mian', expected one of main, counters (nearest: main)",
        ),
    ],
)
def test_a_format_with_a_misspelt_word(
    tmp_path: Path, slug: str, file: str, before: str, after: str, said: str
) -> None:
    """A filter that no card passes would make every deck legal, or none."""
    folder = tmp_path / slug
    shutil.copytree(project_path(slug), folder)
    path = folder / "formats" / f"{file}.json"
    text = path.read_text()
    path.write_text(text.replace(before, after, 1))
    line = text[: text.index(before)].count("\n") + 1
    assert report(folder)[0].splitlines()[0] == f"formats/{file}.json:{line}: {said}"


def test_a_link_that_leads_nowhere(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    (folder / "cards" / "more.json").symlink_to("elsewhere.json")
    assert report(folder) == ["cards/more.json: found a link to elsewhere.json, which is not there, expected a file"]
    with pytest.raises(CardlibError, match=r"more\.json: found a link to elsewhere\.json"):
        _ = load_project(folder).cards


def test_what_was_made_of_a_project_may_lie_in_it_but_data_in_a_folder_of_another_name_is_told(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    (folder / "tts").mkdir()
    (folder / "tts" / "skirmish.json").write_text('{"ObjectStates": []}')
    assert report(folder) == []
    (folder / "bosses").mkdir()
    shutil.copy(folder / "cards" / "units.json", folder / "bosses" / "units.json")
    (problem,) = report(folder)
    assert problem.startswith(
        "bosses/units.json: found the folder 'bosses', expected a folder that is read, one of cards"
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"cards": [{"id": "boss", "name": "Boss", "type": "unit"}]}', "cards"),
        ('{"scenarios": [{"id": "boss-wins", "title": "The Boss wins", "steps": []}]}', "scenarios"),
        ('{"id": "ring", "name": "Ring", "shape": "hex"}', "boards"),
        ('{"id": "open", "constraints": []}', "formats"),
        ('{"id": "team", "name": "Team", "fields": {}}', "documents"),
        ('{"cards": [{"Name": "Boss", "CardID": 100}]}', None),
        ('{"name": "Exported", "cards": {"boss": 2}}', None),
        ('["boss"]', None),
        ("{", None),
    ],
)
def test_data_that_names_no_schema_is_told_in_a_folder_of_any_name(
    tmp_path: Path, text: str, meant: str | None
) -> None:
    folder = fresh(tmp_path)
    (folder / "bosses").mkdir()
    (folder / "bosses" / "more.json").write_text(text)
    told = [] if meant is None else [f"found the folder 'bosses'.* \\(nearest: {meant}\\)"]
    found = report(folder)
    assert len(found) == len(told)
    assert all(re.search(wanted, said) for wanted, said in zip(told, found, strict=True))


def test_what_nothing_names_hides_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "mecha"
    shutil.copytree(project_path("mecha"), folder)
    game, pilots = folder / "game.json", folder / "cards" / "pilots.json"
    game.write_text(game.read_text().replace('"hand_size": 5', '"hand_size": "five"'))
    pilots.write_text(pilots.read_text().replace('"type": "pilot"', '"type": "pilto"', 1))
    assert len(report(folder)) == 2


def test_no_project(tmp_path: Path) -> None:
    with pytest.raises(CardlibError, match=r"has no game\.json"):
        check_project(tmp_path)
    with pytest.raises(CardlibError, match=r"\(nearest: mecha\)"):
        check_project("mehca")


def test_absurd_nesting(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    (folder / "cards" / "deep.json").write_text('{"cards": ' + "[" * 100_000 + "]" * 100_000 + "}")
    assert report(folder) == [
        "cards/deep.json:1: cards[0][0][0]: found more than 60 levels of nesting, expected at most 60"
    ]


def test_absurd_size(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    (folder / "cards" / "large.json").write_text('{"cards": [' + " " * 9_000_000 + "]}")
    assert report(folder) == ["cards/large.json: found a file of 9,000,013 bytes, expected at most 8 MB"]


def test_absurd_number(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    card = '{"id": "big", "name": "Big", "type": "event", "cost": ' + "9" * 5000 + "}"
    (folder / "cards" / "big.json").write_text(f'{{"cards": [{card}]}}')
    assert report(folder) == ["cards/big.json:1: cards[0].cost: found a number of 5000 characters, expected at most 40"]


def test_problem_reads_as_documented() -> None:
    problem = Problem("cards/a.json", 7, "cards[1].cost", '"two"', "a whole number", "2")
    assert str(problem) == 'cards/a.json:7: cards[1].cost: found "two", expected a whole number (nearest: 2)'


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.just([]),
    st.just({}),
    st.lists(st.text(max_size=3), max_size=2),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
    st.sampled_from(["mecha", "unit", "cost", "op", "damage", {"op": "damage"}, {"op": "x", "amount": {"count": "("}}]),
)


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value[:12]):
            found += paths(inner, (*path, index))
    return found


@pytest.fixture(scope="module")
def mecha(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(project_path("mecha"), tmp_path_factory.mktemp("as-is") / "mecha"))


def mutated(data: st.DataObject, folder: Path) -> None:
    """Change a few values of one JSON file."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json"))
    file = folder / data.draw(st.sampled_from(names))
    content = json.loads(file.read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 4))):
        path = data.draw(st.sampled_from(paths(content)))
        junk = deepcopy(data.draw(JUNK))  # what it is drawn from stays as it is
        if not path:
            content = junk
            continue
        target = content
        for step in path[:-1]:
            target = target[step]
        if data.draw(st.booleans()):
            target[path[-1]] = junk
        else:
            del target[path[-1]]
    file.write_text(json.dumps(content), encoding="utf-8")


def mutilated(data: st.DataObject, folder: Path) -> None:
    """Change a few bytes of one file."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.is_file())
    file = folder / data.draw(st.sampled_from(names))
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content)))
        content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=4))
    file.write_bytes(bytes(content))


def never_raises(data: st.DataObject, origin: Path) -> None:
    """Break a copy of a project in some way; the check reports, and nothing else happens."""
    with TemporaryDirectory() as place:
        folder = Path(shutil.copytree(origin, Path(place) / origin.name))
        data.draw(st.sampled_from([mutated, mutilated]))(data, folder)
        for line in report(folder):
            assert "found" in line
            assert "expected" in line


@pytest.mark.parametrize("member", ["when", "do"])
def test_an_ability_that_lacks_a_member_is_reported(member: str, tmp_path: Path) -> None:
    """The rules of a game with code look at sound cards only."""
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    file = folder / "cards" / "commands.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    number = next(at for at, card in enumerate(content["cards"]) if member in card["abilities"][0])
    del content["cards"][number]["abilities"][0][member]
    file.write_text(json.dumps(content), encoding="utf-8")
    assert any(line.startswith("cards/commands.json:1: cards[") for line in report(folder))


@pytest.mark.parametrize("blank", ["", " "])
def test_a_filter_of_an_ability_has_words(blank: str, tmp_path: Path) -> None:
    """An empty one, which finds everything in a query, could not be played."""
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    file = folder / "cards" / "commands.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    number, play = next(
        (at, card["abilities"][0]["play"]) for at, card in enumerate(content["cards"]) if "play" in card["abilities"][0]
    )
    play["attach"] = blank
    file.write_text(json.dumps(content), encoding="utf-8")
    assert any(
        f"cards[{number}].abilities[0].play.attach: found " in line and "words" in line for line in report(folder)
    )


def test_kinds_of_documents_that_lack_a_number_of_the_rules_are_reported(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(project_path("war-rig"), tmp_path / "war-rig"))
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    del game["rules"]
    (folder / "game.json").write_text(json.dumps(game), encoding="utf-8")
    found = report(folder)
    assert any(line.startswith("documents/position.json") and "domination_strength" in line for line in found)


def test_a_broken_file_whose_formulas_may_name_numbers_is_told_once(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "mecha"))
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    game["rules"]["unread"] = 3
    (folder / "game.json").write_text(json.dumps(game), encoding="utf-8")
    assert [line.split(":")[0] for line in report(folder)] == ["game.json"]
    for name in ("formats/standard.json", "keywords.json"):
        before = (folder / name).read_text(encoding="utf-8")
        for content in ("", '{"format": {}}', "[]"):
            (folder / name).write_text(content, encoding="utf-8")
            found = report(folder)
            assert any(line.startswith(name) for line in found), content
            assert not any("'unread'" in line for line in found), content
        (folder / name).write_text(before, encoding="utf-8")


@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_broken_data_is_reported_never_raised(data: st.DataObject, mecha: Path) -> None:
    never_raises(data, mecha)


@pytest.mark.soak
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_much_broken_data_is_reported_never_raised(data: st.DataObject, mecha: Path) -> None:
    never_raises(data, mecha)


@pytest.mark.parametrize("path", sorted(schemas_root().glob("*.schema.json")), ids=lambda path: path.name)
def test_schemas_describe_every_property(path: Path) -> None:
    document = read_json(path)  # which says a key that stands twice
    assert isinstance(document, dict)
    jsonschema_rs.meta.validate(document)
    assert document["$id"] == f"https://cardlib.example/schemas/{path.name}"
    assert document["title"]
    assert document["description"]
    assert undescribed(document, path.name) == []


def undescribed(schema: object, place: str) -> list[str]:
    found: list[str] = []
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ():
            if (
                isinstance(inner, dict)
                and "$ref" not in inner
                and not (inner.get("title") and inner.get("description"))
            ):
                found.append(f"{place}.{name}")
        for key, inner in schema.items():
            if key == "if":
                continue
            found += undescribed(inner, f"{place}.{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            found += undescribed(inner, f"{place}[{index}]")
    return found


# -- a new project knows its words -------------------------------------------------------------------------------


def with_ability(folder: Path, ability: object, **members: object) -> list[str]:
    """What the check says of a project with one more card, which has this ability."""
    card = {"id": "novice", "name": "Novice", "type": "unit", "cost": 1, "attack": 1, "health": 1, **members}
    (folder / "cards" / "novice.json").write_text(json.dumps({"cards": [{**card, "abilities": [ability]}]}))
    return report(folder)


@pytest.mark.parametrize(
    ("ability", "place", "found", "near"),
    [
        ({"when": "entres", "do": [{"op": "draw"}]}, "when", "entres", "enters"),
        ({"when": {"event": "destroyd", "who": "unit"}, "do": [{"op": "draw"}]}, "when.event", "destroyd", "destroyed"),
        ({"activate": "trun", "do": [{"op": "draw"}]}, "activate", "trun", "turn"),
        ({"when": "enters", "do": [{"op": "draw", "count": {"value": "hnd"}}]}, "do[0].count.value", "hnd", "hand"),
        ({"static": [{"op": "gets", "stats": {"atack": 1}}]}, "static[0].stats.atack", "atack", "attack"),
        ({"static": [{"op": "has", "keyword": "gaurd"}]}, "static[0].keyword", "gaurd", "guard"),
        ({"when": "enters", "do": [{"op": "mill", "to": "discrad"}]}, "do[0].to", "discrad", "discard"),
        (
            {"when": "enters", "do": [{"op": "add-counters", "counter": "damge", "of": "self"}]},
            "do[0].counter",
            "damge",
            "damage",
        ),
    ],
)
def test_unknown_words_in_a_new_project(tmp_path: Path, ability: object, place: str, found: str, near: str) -> None:
    (problem,) = with_ability(fresh(tmp_path), ability)
    assert problem.startswith(f'cards/novice.json:1: cards[0].abilities[0].{place}: found "{found}", expected ')
    assert problem.endswith(f"(nearest: {near})")


@pytest.mark.parametrize(
    ("ability", "found"),
    [
        ({"play": {"window": "attack"}}, '"attack", expected a window'),
        ({"play": {"space": "home"}}, '"home", expected a kind of space'),
        ({"when": "enters", "do": [{"op": "gain", "resource": "gold"}]}, '"gold", expected a counter or a resource'),
    ],
)
def test_words_of_a_kind_that_a_new_project_has_none_of(tmp_path: Path, ability: object, found: str) -> None:
    (problem,) = with_ability(fresh(tmp_path), ability)
    assert f"found {found}" in problem


def test_without_wording_no_event_and_no_value_is_known(tmp_path: Path) -> None:
    folder = fresh(tmp_path)
    (folder / "wording.json").unlink()
    ability = {"when": "attacks", "do": [{"op": "draw", "count": {"value": "hand"}}]}
    said = [line.split(": ", 1)[1] for line in with_ability(folder, ability)]
    assert said == [
        'cards[0].abilities[0].do[0].count.value: found "hand", expected an attribute, a counter or a value that '
        "wording.json explains, one of cost, attack, health, damage",
        'cards[0].abilities[0].when: found "attacks", expected an event that wording.json explains',
        'cards[1].abilities[0].when: found "enters", expected an event that wording.json explains',
    ]


def test_a_new_project_has_a_trigger_and_a_keyword_that_act(tmp_path: Path) -> None:
    cards = load_project(fresh(tmp_path)).cards
    assert cards["herald"].text == "When this Unit enters, draw a card."
    assert cards["standard-bearer"].text == "Each other Unit you control has Guard."


def test_no_pattern_of_a_schema_is_told_as_one() -> None:
    def patterns(node: Any, name: str = "") -> Iterator[dict[str, Any]]:
        if isinstance(node, dict):
            if isinstance(node.get("pattern"), str):
                yield node
            for key, below in node.items():
                yield from patterns(below, key) if key != "if" else ()
        elif isinstance(node, list):
            for below in node:
                yield from patterns(below, name)

    for path in schemas_root().glob("*.json"):
        for schema in patterns(json.loads(path.read_text(encoding="utf-8"))):
            only = {key: schema[key] for key in ("pattern", "description") if key in schema}
            (error,) = jsonschema.Draft202012Validator(only).iter_errors("?\t")
            (misfit,) = explained(error, ())
            assert schema["pattern"] not in misfit.expected, path.name


def test_dice_that_cannot_be_read_are_told_once_and_not_as_a_problem_of_the_rules(tmp_path: Path) -> None:
    folder = Path(
        shutil.copytree(project_path("war-rig"), tmp_path / "war-rig", ignore=shutil.ignore_patterns("scenarios"))
    )
    path = next((folder / "dice").glob("*.json"))
    dice = json.loads(path.read_text(encoding="utf-8"))
    dice["dice"][0]["faces"] = []
    path.write_text(json.dumps(dice), encoding="utf-8")
    found = report(folder)
    assert any("faces: found [], expected at least one item" in one for one in found)
    assert not any(one.startswith("game.json") for one in found)


@pytest.mark.parametrize(("parts", "said"), [(None, "no 'parts'"), ({}, "{}, expected at least one member")])
def test_a_sum_that_has_no_parts_is_told_once(parts: object, said: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(project_path("mecha"), tmp_path / "m", ignore=shutil.ignore_patterns("scenarios")))
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    toll = {"type": "sum", "title": "Toll", "description": "What passing costs.", "optional": True}
    game["attributes"]["toll"] = toll if parts is None else {**toll, "parts": parts}
    (folder / "game.json").write_text(json.dumps(game), encoding="utf-8")
    found = [one for one in report(folder) if "toll" in one]
    assert len(found) == 1 and f"found {said}" in found[0]
