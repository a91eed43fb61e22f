"""Every common operation, limit and continuous effect is refused by the check, or does what its sentence says.

`CARDLIB_SOAK_PROBES` (200) sets how many matches each of them is in, in `make soak`.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from probes import BEARERS, Json, played, tried, written
from watching import Watch

import cardlib
from cardlib.abilities import compiling
from cardlib.abilities.honours import Honours, misdeclared
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.unhonoured import unhonoured
from cardlib.catalog import DataError, check_project, load_project, make_project
from cardlib.errors import CardlibError
from cardlib.game import Game, rules_for
from cardlib.kernel.chance import Chance
from cardlib.lab.matrix import sample_decks
from cardlib_cli.checks import EXTRA

TOGETHER = 12  # probes in the decks of one match
COUNT = int(os.environ.get("CARDLIB_SOAK_PROBES", "200"))

interpreted = pytest.mark.skipif(
    not compiling.__file__.endswith(".py"),
    reason="the watch takes the place of a method, which compiled code passes by",
)


def accepted(slug: str) -> dict[str, Json]:
    """The probes that the rules of a game carry out."""
    honours = rules_for(slug).honours
    roles = load_project(slug).game.roles
    return {name: node for name, node in tried(slug).items() if not list(unhonoured([node], 0, slug, honours, roles))}


def watched(slug: str, folder: Path, probes: dict[str, Json]) -> tuple[Game, Watch]:
    """A game with a card for each probe, and who watches them."""
    watch = Watch(written(slug, folder, probes), probes)
    with pytest.MonkeyPatch.context() as patch:
        watch.wrap(patch)
        return cardlib.load(folder), watch


def rounds(game: Game, watch: Watch, seed: int, picks: int) -> list[str]:
    """Play one match for every few probes; return what was broken, with the probes that were in it."""
    names = sorted(watch.abilities)
    Chance(seed).shuffle(names)
    wrong = []
    for at in range(0, len(names), TOGETHER):
        some = names[at : at + TOGETHER]
        wrong += [f"{one} ({', '.join(some)})" for one in played(game, watch, some, seed + at, picks)]
    return wrong


def one_of_each(probes: dict[str, Json]) -> dict[str, Json]:
    """For each operation one probe in which it happens once, and one in which it holds, where there are such."""
    chosen: dict[tuple[str, str], str] = {}
    for name, node in probes.items():
        part = "static" if "static" in node else "do"
        key = (node[part][-1]["op"], node[part][-1].get("action", part))
        chosen.setdefault(key, name)
    return {name: probes[name] for name in [*chosen.values(), "limit"] if name in probes}


@interpreted
@pytest.mark.parametrize("slug", sorted(BEARERS))
def test_what_the_check_lets_through_is_done(slug: str, tmp_path: Path) -> None:
    probes = one_of_each(accepted(slug))
    game, watch = watched(slug, tmp_path / slug, probes)
    assert rounds(game, watch, 2, 130) == []
    assert dict(watch.faults) == {}
    assert len(watch.acted) > len(probes) // 2


@interpreted
@pytest.mark.soak
@pytest.mark.parametrize("slug", sorted(BEARERS))
def test_what_the_check_lets_through_is_done_in_many_games_each(slug: str, tmp_path: Path) -> None:
    probes = accepted(slug)
    game, watch = watched(slug, tmp_path / slug, probes)
    assert check_project(tmp_path / slug, EXTRA) == []
    for seed in range(COUNT):
        assert rounds(game, watch, seed, 100_000) == []
        assert dict(watch.faults) == {}, seed
    assert set(watch.acted) == set(probes) or COUNT < 200


@pytest.mark.parametrize("slug", sorted(BEARERS))
def test_every_common_operation_is_tried(slug: str) -> None:
    def named(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (str(node["op"]) for _ in range("op" in node))
            node = list(node.values())
        for item in node if isinstance(node, list) else ():
            yield from named(item)

    common = {name for name, operation in OPERATIONS.items() if operation.game is None}
    assert {name for node in tried(slug).values() for name in named(node)} >= common
    honours = rules_for(slug).honours
    assert honours.operations <= common
    assert accepted(slug).keys() < tried(slug).keys()  # no game does everything


# -- what is refused -----------------------------------------------------------------------------------------------


def with_card(slug: str, folder: Path, *abilities: Json) -> Path:
    """A copy of a game with one more unit, that has these abilities, each on a line of its own."""
    shutil.copytree(load_project(slug).path, folder)
    card = json.dumps({**BEARERS[slug].card, "id": "novice", "name": "Novice"})[:-1]
    said = ",\n".join(json.dumps(ability) for ability in abilities)
    (folder / "cards" / "novice.json").write_text(f'{{"cards": [{card}, "abilities": [\n{said}\n]}}]}}')
    return folder


def test_an_operation_that_no_rule_carries_out_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = with_card(
        "structure",
        tmp_path / "structure",
        {"when": "deployed", "do": [{"op": "place", "choose": "unit", "from": "hand"}]},
        {"static": [{"op": "loses-abilities"}]},
        {"activate": "action", "limit": "once per turn", "do": [{"op": "draw"}]},
        {"when": "deployed", "do": [{"op": "destroy", "of": "other"}]},
        {"when": "deployed", "do": [{"op": "damage", "amount": 1, "of": "target"}]},
        {"static": [{"op": "gets", "stats": {"crew": 1}}]},
        {"static": [{"op": "has", "keyword": "resurrect"}]},
    )
    place = "cards/novice.json:{}: cards[0].abilities[{}]"
    by = "that the rules of structure carry out"
    found = [str(problem).split(", expected")[0] for problem in check_project(folder, EXTRA)]
    assert found == [
        f"{place.format(2, 0)}.do[0].op: found 'place'",
        f"{place.format(3, 1)}.static[0].op: found 'loses-abilities'",
        f"{place.format(4, 2)}.limit: found 'limit' on an ability of the kind 'action'",
        f"{place.format(5, 3)}.do[0].of: found 'other'",
        f"{place.format(6, 4)}.do[0].of: found 'target'",
        f"{place.format(7, 5)}.static[0].stats: found 'crew'",
        f"{place.format(8, 6)}.static[0].keyword: found 'resurrect'",
    ]
    with pytest.raises(DataError, match=rf"novice\.json: cards\[0\].*found 'place', expected an operation {by}"):
        cardlib.load(folder)


def test_a_limit_that_no_rule_counts_is_refused(tmp_path: Path) -> None:
    ability = {"when": "deployed", "limit": "once per turn", "do": [{"op": "draw"}]}
    folder = with_card("tyrants", tmp_path / "tyrants", ability)
    assert [str(problem) for problem in check_project(folder, EXTRA)] == [
        "cards/novice.json:2: cards[0].abilities[0].limit: found 'limit' on an ability of the kind 'trigger', "
        "expected only what the rules of tyrants heed there: may, while"
    ]


def test_what_begins_by_itself_is_no_cards_doing(tmp_path: Path) -> None:
    """A word alone stands for what the card itself does: at the beginning of a turn that would never be."""
    folder = with_card(
        "mecha",
        tmp_path / "mecha",
        {"when": "turn-begins", "do": [{"op": "draw"}]},
        {"when": {"event": "end-begins", "who": "mecha", "whose": "you"}, "do": [{"op": "draw"}]},
        {"when": {"event": "end-begins", "whose": "you"}, "do": [{"op": "draw"}]},
    )
    expected = '{{"event": "{}", "whose": "you"}}, as it is no card\'s doing'
    assert [str(problem) for problem in check_project(folder, EXTRA)] == [
        f"cards/novice.json:2: cards[0].abilities[0].when: found 'turn-begins', expected "
        f"{expected.format('turn-begins')}",
        f"cards/novice.json:3: cards[0].abilities[1].when.who: found 'mecha', expected {expected.format('end-begins')}",
    ]


def test_a_game_without_rules_may_use_every_common_operation(tmp_path: Path) -> None:
    project = make_project(tmp_path / "skirmish")
    place = {"when": "enters", "do": [{"op": "place", "choose": "unit", "from": "hand"}]}
    cannot = {"static": [{"op": "cannot", "action": "attack"}]}
    utilize = {"when": "enters", "do": [{"op": "utilize", "of": "self"}]}
    nothing = {"when": "enters", "do": [{"op": "destroy", "of": "it"}]}
    card = {"id": "novice", "name": "Novice", "type": "unit", "cost": 1, "attack": 1, "health": 1}
    cards = {"cards": [{**card, "abilities": [place, cannot, utilize, nothing]}]}
    (project.path / "cards" / "novice.json").write_text(json.dumps(cards))
    assert [str(problem).partition("abilities")[2] for problem in check_project(project.path, EXTRA)] == [
        "[2].do[0].op: found 'utilize', expected a common operation; this one is only in structure",
        "[3].do[0].of: found 'it', expected a reference to something that is there: "
        "nothing before it was chosen, searched for, returned or sacrificed",
    ]


def test_a_card_that_cannot_be_compiled_is_a_problem(tmp_path: Path) -> None:
    ability = {"when": "deployed", "do": [{"op": "damage", "amount": 1, "each": "text:draw"}]}
    folder = with_card("structure", tmp_path / "structure", ability)
    (problem,) = check_project(folder, EXTRA)
    said = "found card 'novice', ability 1: Contains has no meaning on the table"
    assert str(problem) == f"cards/novice.json:1: cards[0]: {said}, expected what the rules of structure can play"


# -- the declaration itself ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sorted(BEARERS))
def test_every_event_that_a_game_honours_is_told_by_its_rules(slug: str) -> None:
    package = Path(cardlib.__file__).parent
    told = set()
    for path in [
        *(package / "games" / slug).glob("*.py"),
        *(package / "kernel").rglob("*.py"),
        *(package / "abilities").rglob("*.py"),
    ]:
        if "emit" not in (text := path.read_text(encoding="utf-8")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit":
                told |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    assert set(rules_for(slug).honours.events) <= told


@pytest.mark.parametrize("slug", ["mecha", "tyrants", "structure", "war-rig", "analog-tactics"])
def test_every_value_that_a_game_honours_can_be_read(slug: str) -> None:
    """Of a player also one that an operation notes, before any has; of all that is in play."""
    game = cardlib.load(slug)
    match = game.match(sample_decks(game)[:2], seed=3, windows="playable")
    while not match.over and match.state.serial < 60:
        match.take(match.state.serial % len(match.options))
    honours = game.rules.honours
    assert all(match.rules.player_value(match, 0, attr) >= 0 for attr in honours.of_player)
    there = match.state.zones[match.facts.field_zone]
    assert there and all(
        isinstance(match.rules.value(match, obj, attr), int) for attr in honours.of_object for obj in there
    )


def test_a_declaration_of_what_is_not_there_stops_the_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    project, rules = load_project("tyrants"), rules_for("tyrants")
    wrong = Honours(
        operations=rules.honours.operations | {"dance"},
        only={"draw.what": frozenset()},
        triggers=frozenset({"limit"}),
        limits=frozenset({"round"}),
        until=frozenset({"end of turn", "end of round"}),
    )
    zones = {zone: role for role, zone in project.game.roles.items()}
    assert [f"{one.found} in {one.declaration}" for one in misdeclared(wrong, rules, zones)] == [
        "'dance' in honours.operations",
        "'draw.what' in honours.only",
        "'round' in honours.limits",
        "'end of round' in honours.until",
    ]
    monkeypatch.setattr(type(rules), "honours", wrong)
    with pytest.raises(CardlibError, match="tyrants"):
        Game(project, rules)
