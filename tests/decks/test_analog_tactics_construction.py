"""Every construction rule of team sheets: a legal sheet, and the smallest one that breaks just this rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import Deck, Report, check, load_deck, load_format, parse_deck
from cardlib.decks.checking import CompiledFormat, compile_format
from cardlib.decks.facts import values_of
from cardlib.decks.files import project_decks
from cardlib.decks.kinds import kind_of
from cardlib.decks.ledgers import total
from cardlib.decks.random_documents import random_document
from cardlib.decks.working import Work
from cardlib.games.analog_tactics.kinds import CLASSES

NAMES = ("E", "C1", "C2", "C3", "C4")
ASSASSIN = ["meld", "jaunt", "rope", "shift", "cripple", "quickstep", "sabotage", "backstab", "afterimage"]
ENGINEER = ["1-repair", "1-medbay", "1-armory", "1-recycling", "1-grappling-hook"]
ENGINEER += ["2-bunker", "2-grenade", "2-sidecar", "3-extension"]


@pytest.fixture(scope="module")
def game() -> Project:
    """The bundled game."""
    return load_project("analog-tactics")


@pytest.fixture(scope="module")
def rules(game: Project) -> CompiledFormat:
    """What a team has to keep to."""
    return compile_format(game, load_format(game, "team"))


def units(*names: str) -> dict[str, Any]:
    return {name: {} for name in names or NAMES}


def sheet(of: str, round_: int = 1, **fields: Any) -> dict[str, Any]:
    """The plainest legal sheet of a class at the start of a round, with some fields in place of its own."""
    level = min(10, round_)
    made: dict[str, Any] = {"kind": "team", "name": "Test", "class": of, "round": round_, "level": level}
    made["units"] = units()
    if of == "warrior":
        made["weapons"] = {unit: armed(round_) for unit in NAMES}
        picks = [(5, "warrior-1-sprint"), (7, "warrior-1-charge")]
        made["picks"] = [{"level": at, "ability": id_} for at, id_ in picks if at <= level]
    elif of == "assassin":
        made["picks"] = [{"level": at, "ability": f"assassin-1-{ASSASSIN[at - 2]}"} for at in range(2, level + 1)]
        made |= {"houses": {"naal": 1}} if round_ > 1 else {}
    elif of == "mage":
        made |= {"attuned": ["void"] * (round_ - 1)}
    else:
        made["picks"] = [{"level": at, "ability": f"engineer-{ENGINEER[at - 2]}"} for at in range(2, level + 1)]
        made["pool"] = 3
    return made | fields


def armed(round_: int, first: str = "axe", raises: int | None = None) -> dict[str, int]:
    """Weapons of a unit of a Warrior at the start of a round, the raises put on the first ones."""
    names = [first, *(name for name in ("bow", "spear", "rapier", "katana") if name != first)]
    level = min(10, round_)
    ranks = dict.fromkeys(names[: 2 + sum(1 for at in (4, 6, 8) if at <= level)], 0)
    left = min(round_ - 1, 4) if raises is None else raises
    for name in ranks:
        ranks[name] = min(3, left)
        left -= ranks[name]
    return ranks


def armoury(round_: int, **others: dict[str, int]) -> dict[str, Any]:
    return {unit: others.get(unit, armed(round_)) for unit in NAMES}


def picked(*picks: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"level": level, "ability": ability} for level, ability in picks]


def carried(*blueprints: tuple[str, int], **more: str) -> list[dict[str, Any]]:
    return [{"name": name, "paid": paid, **more} for name, paid in blueprints]


def read(project: Project, made: dict[str, Any]) -> Deck:
    return parse_deck(json.dumps(made), project, "test.json", strict=False)


def fixes(report: Report) -> str:
    return "; ".join(one.fix for one in report.violations)


TWIN, TANK, RAILGUN = ("blueprint-twinmount", 2), ("blueprint-tank", 4), ("blueprint-railgun", 1)
ART, JETPACK = ("blueprint-state-of-the-art", 5), ("elite-blueprint-jetpack", 3)
RICH = {"earned": {"kills": 3, "decaptures": 2, "elite-deaths": 1}}  # and 3 from the opening: 9
UPDATED = picked(
    *zip(range(2, 10), [f"engineer-{name}" for name in ENGINEER[:7]] + ["engineer-3-extension"], strict=True)
)
UPDATED[-1] = {"level": 9, "ability": "engineer-4-update-version-2-0"}
CATASTROPHE, HORROR = "mage-10-elemental-catastrophe", "mage-10-summon-eldritch-horror"
BUNKERED = picked((2, "engineer-1-repair"), (3, "engineer-1-medbay"), (4, "engineer-2-bunker"))

LEGAL = [
    sheet("engineer", 4, picks=BUNKERED, buildings={"Bunker": 3, "Relay": 1}),  # abilities have these names, too
    *(sheet(of, round_) for of in CLASSES for round_ in (1, 2, 3, 5, 7, 9, 10, 13)),
    sheet("warrior", 3, units={"E": {"health": 7, "attack": 2}, **units("C1", "C2", "C3", "C4")}),
    sheet(
        "warrior",
        3,
        weaponform={"E": 4},
        upgrades={"own-events": {"C1": 1}},
        weapons=armoury(3, C1={"axe": 2, "bow": 1}),
    ),
    sheet(
        "warrior",
        3,
        upgrades={"elite-events": 4},
        weapons={unit: {"axe": 3, "bow": 3} for unit in NAMES},
        multi={unit: ["axe-bow-scattershot"] for unit in NAMES},
    ),
    sheet(
        "warrior", 5, upgrades={"elite-events": 9}, weapons={unit: {"axe": 3, "bow": 2, "spear": 2} for unit in NAMES}
    ),
    sheet(
        "assassin",
        4,
        events={"elite-kills": 1, "decaptures": 2},
        houses={"esper": 3, "conium": 1},
        **{"damage-bonus": 15},
    ),
    sheet(
        "assassin",
        9,
        events={"elite-kills": 7},
        houses={"esper": 4, "naal": 4},
        summons={"profile-kineblade": 2, "profile-spotter": 1, "profile-savant": 1},
    ),
    sheet("mage", 4, attuned=["air", "water", "earth"], units=units(*NAMES, "C5")),
    sheet(
        "mage",
        3,
        attuned=["air", "fire"],
        attunement={"air": 1, "fire": 1},
        **{"commons-bonus": {"evasion": 1, "hit": 1}},
    ),
    sheet("mage", 12, avatar={"void": 2}),
    sheet("mage", 14, attuned=["fire"] * 13, **{"rituals-used": [CATASTROPHE]}),
    sheet("mage", 14, attuned=["mana"] * 13, summons={"profile-eldritch-horror": 1}, **{"rituals-used": [HORROR]}),
    sheet("engineer", 1, pool=0, blueprints={"C1": carried(RAILGUN), "C2": carried(TWIN)}),
    sheet(
        "engineer",
        3,
        units=units("E", "C2", "C5", "C6"),
        buildings={"profile-relay": 3, "profile-medbay": 2, "profile-wall": 20},
    ),
    sheet("engineer", 5, **RICH, pool=0, blueprints={"C1": carried(TANK, ART)}),
    sheet("engineer", 9, **RICH, pool=6, blueprints={"E": carried(JETPACK)}),
    sheet("engineer", 9, picks=UPDATED, pool=2, blueprints={"C1": carried(("blueprint-twinmount", 1))}),
]
PINNED = [f"AT-D{number:02}" for number in range(1, 37)]


@pytest.mark.parametrize("made", LEGAL, ids=lambda made: f"{made['class']}-{made['round']}")
def test_a_legal_sheet(game: Project, rules: CompiledFormat, made: dict[str, Any]) -> None:
    report = rules.check(read(game, made))
    assert report.legal, [str(one) for one in report.violations]


def at(level: int, ability: str, of: str = "engineer", **fields: Any) -> dict[str, Any]:
    """A sheet whose last pick is another one."""
    made = sheet(of, level, **fields)
    return made | {"picks": [*made["picks"][:-1], {"level": level, "ability": ability}]}


ILLEGAL = [
    ("AT-D01", sheet("warrior") | {"class": "ranger"}, "write mage"),
    ("AT-D01", sheet("warrior", houses={}, pool=2), "leave out earned, pool, blueprints and buildings"),
    ("AT-D22", sheet("engineer", 3, summons={"profile-spotter": 1}), "leave it out"),
    (
        "AT-D02",
        sheet("assassin", 4) | {"round": 4, "level": 3, "picks": sheet("assassin", 3)["picks"]},
        "write level: 4",
    ),
    ("AT-D02", sheet("mage", 11) | {"level": 11}, "write level: 10"),
    ("AT-D03", sheet("warrior", units={**units(), "E2": {}}), "write E in place of E2"),
    ("AT-D03", sheet("mage", units=units("C1", "C2", "C3", "C4")), "add E to the units"),
    (
        "AT-D04",
        sheet("warrior", units=units("E", "C1", "C2", "C3"), weapons={u: armed(1) for u in NAMES[:4]}),
        "list 4 Commons in the units",
    ),
    ("AT-D04", sheet("mage", 4, attuned=["air", "water", "earth"]), "list 5 Commons in the units"),
    ("AT-D04", sheet("engineer", 3, units=units(*NAMES, "C5", "C6", "C7")), "list 6 Commons in the units"),
    ("AT-D05", sheet("assassin", units=units("E", "C1", "C2", "C3", "C5")), "call a Common C4"),
    ("AT-D06", sheet("warrior", units={**units(), "E": {"health": 6}}), "write units.E.health: 5"),
    ("AT-D06", sheet("mage", 3, units={**units(), "C1": {"hit": 2}}), "write units.C1.hit: 1"),
    ("AT-D07", at(2, "engineer-0-wall"), "pick an ability of a higher tier"),
    ("AT-D08", sheet("assassin", 3, picks=picked((2, "assassin-1-meld"))), "pick one ability at level 3"),
    ("AT-D08", sheet("engineer", 1, picks=picked((2, "engineer-1-repair"))), "leave this pick out"),
    ("AT-D09", at(2, "engineer-1-repair", "assassin"), "pick an ability of a tier of the assassin"),
    ("AT-D09", at(2, "engineer-1-repare"), "write Repair"),
    (
        "AT-D10",
        sheet("assassin", 3, picks=picked((2, "assassin-1-meld"), (3, "assassin-1-meld"))),
        "pick another ability",
    ),
    ("AT-D11", at(3, "assassin-2-blur", "assassin"), "pick it at a later level"),
    ("AT-D11", at(5, "engineer-3-extension"), "an ability of a lower tier"),
    (
        "AT-D12",
        sheet("warrior", 6, picks=picked((5, "warrior-1-sprint"), (6, "warrior-1-charge"))),
        "leave this pick out",
    ),
    ("AT-D12", sheet("warrior", 5, picks=[]), "pick one ability of Tier 1 at level 5"),
    (
        "AT-D12",
        sheet("warrior", 7, picks=picked((5, "warrior-1-sprint"), (7, "warrior-1-sprint"))),
        "pick another ability",
    ),
    ("AT-D12", sheet("warrior", 5, picks=picked((5, "assassin-1-meld"))), "of Tier 1 of the Warrior"),
    ("AT-D13", sheet("warrior", 3, weapons=armoury(3, C1={"axe": 1, "bow": 0, "spear": 1})), "give C1 2 weapons"),
    ("AT-D14", sheet("warrior", weapons=armoury(1, C1={"dagger": 0, "axe": 0})), "remove dagger"),
    (
        "AT-D15",
        sheet("warrior", 3, weapons={u: {"axe": 4, "bow": 0} for u in NAMES}, upgrades={"elite-events": 2}),
        "write weapons.E.axe: 3",
    ),
    (
        "AT-D16",
        sheet("warrior", 3, weapons=armoury(3, C2={"axe": 2, "bow": 1})),
        "lower the ranks of the weapons of C2 by 1 in all",
    ),
    (
        "AT-D16",
        sheet("warrior", 3, weapons=armoury(3, E={"axe": 1, "bow": 0})),
        "raise the ranks of the weapons of E by 1 in all",
    ),
    ("AT-D16", sheet("warrior", 3, upgrades={"own-events": {"C5": 1}}), "leave C5 out of the raises"),
    (
        "AT-D17",
        sheet(
            "warrior",
            3,
            upgrades={"elite-events": 3},
            weapons={u: {"axe": 3, "bow": 2} for u in NAMES},
            multi={"E": ["axe-bow-scattershot"]},
        ),
        "leave it out",
    ),
    (
        "AT-D17",
        sheet(
            "warrior", 4, upgrades={"own-events": {"C1": 3}}, weapons=armoury(4, C1={"axe": 3, "bow": 3, "spear": 0})
        ),
        "add it to the multi-weapon",
    ),
    (
        "AT-D17",
        sheet(
            "warrior",
            3,
            upgrades={"elite-events": 4},
            weapons={u: {"axe": 3, "bow": 3} for u in NAMES},
            multi={unit: ["axe-bow-scattershot"] * (2 if unit == "C2" else 1) for unit in NAMES},
        ),
        "leave out the second of the same",
    ),
    ("AT-D18", sheet("warrior", weaponform={"E": 2}), "write weaponform.E: 1"),
    ("AT-D18", sheet("warrior", 3, weaponform={"C5": 2}), "leave C5 out of the weaponforms"),
    ("AT-D18", sheet("warrior", 3, weaponform={"E": 5}), "write 4"),
    ("AT-D19", sheet("assassin", 9, events={"elite-kills": 4}, houses={"naal": 5}), "write houses.naal: 4"),
    ("AT-D19", sheet("assassin", 2, houses={"naal": 1, "nael": 0}), "write naal in place of nael"),
    ("AT-D20", sheet("assassin", 2, houses={"naal": 1, "esper": 1}), "lower the ranks of the houses by 1 in all"),
    ("AT-D20", sheet("assassin", 3, events={"elite-kills": 1}), "raise the ranks of the houses by 1 in all"),
    ("AT-D21", sheet("assassin", 3, **{"damage-bonus": 16}), "write damage-bonus: 15"),
    ("AT-D21", sheet("assassin", **{"damage-bonus": 1}), "write damage-bonus: 0"),
    (
        "AT-D22",
        sheet("assassin", 3, events={"elite-kills": 1}, houses={"esper": 2}, summons={"profile-kineblade": 1}),
        "raise the house",
    ),
    (
        "AT-D22",
        sheet("assassin", 4, events={"elite-kills": 2}, houses={"esper": 3}, summons={"profile-kineblade": 3}),
        "too many",
    ),
    ("AT-D23", sheet("mage", 3, attuned=["air"]), "name 2 elements, one for each round before this one"),
    ("AT-D24", sheet("mage", 3, attuned=["air", "fire"], attunement={"air": 2, "fire": 1}), "write attunement.air: 1"),
    ("AT-D25", sheet("mage", 8, avatar={"void": 1}), "leave out 1 of the raises by Elemental Avatar"),
    (
        "AT-D26",
        sheet("mage", 2, attuned=["air"], **{"commons-bonus": {"movement": 1, "evasion": 1}}),
        "write commons-bonus.movement: 0",
    ),
    (
        "AT-D26",
        sheet("mage", 3, attuned=["air", "air"], **{"commons-bonus": {"movement": 1}}),
        "write commons-bonus.evasion: 1",
    ),
    ("AT-D27", sheet("mage", 2, picks=picked((2, "air-2-nimbus"))), "leave out the picks"),
    ("AT-D28", sheet("mage", 13, attuned=["fire"] * 11 + ["void"], **{"rituals-used": [CATASTROPHE]}), "leave it out"),
    ("AT-D28", sheet("mage", 14, attuned=["fire"] * 13, **{"rituals-used": [CATASTROPHE] * 2}), "leave it out once"),
    ("AT-D28", sheet("mage", 3, summons={"profile-eldritch-horror": 1}), "add the ritual"),
    ("AT-D29", sheet("engineer", 2, pool=2, blueprints={"C1": carried(TWIN)}), "put the difference into the pool"),
    ("AT-D30", sheet("engineer", 2, pool=-1, blueprints={"C1": carried(TANK)}), "write 0"),
    ("AT-D31", sheet("engineer", 2, pool=1, blueprints={"C1": carried(RAILGUN, RAILGUN)}), "the second of the same"),
    ("AT-D32", sheet("engineer", 5, pool=0, blueprints={"E": carried(JETPACK)}), "leave E out of the Blueprints"),
    ("AT-D32", sheet("engineer", 9, pool=0, blueprints={"C1": carried(JETPACK)}), "put it on another unit"),
    (
        "AT-D33",
        sheet("engineer", 2, pool=2, blueprints={"C1": carried(("blueprint-twinmount", 1))}),
        "write blueprints.C1.1.paid: 2",
    ),
    ("AT-D34", sheet("engineer", 5, **RICH, pool=4, blueprints={"C1": carried(ART)}), "add another Blueprint to C1"),
    (
        "AT-D34",
        sheet("engineer", 5, **RICH, pool=0, blueprints={"C1": carried(TANK, ART, doubles="blueprint-railgun")}),
        "name another Blueprint",
    ),
    (
        "AT-D34",
        sheet("engineer", 5, earned={"kills": 7}, pool=0, blueprints={"C1": carried(TANK, RAILGUN, ART)}),
        "say what it doubles",
    ),
    ("AT-D35", sheet("engineer", 3, buildings={"profile-bunker": 1}), "pick its ability"),
    ("AT-D35", sheet("engineer", 3, buildings={"profile-turret": 3}), "leave out what is too many"),
    ("AT-D36", sheet("engineer", 1, buildings={"profile-relay": 1}), "leave out buildings and what was earned"),
    ("AT-D36", sheet("engineer", 1, units=units("E", "C1", "C2", "C3", "C5")), "add C4 to the units"),
]


@pytest.mark.parametrize(
    ("rule", "made", "fix"), ILLEGAL, ids=[f"{rule}-{at}" for at, (rule, _, _) in enumerate(ILLEGAL)]
)
# the ids stand here one by one, where `cardlib rules coverage` reads them
@pytest.mark.pins(
    "AT-D01",
    "AT-D02",
    "AT-D03",
    "AT-D04",
    "AT-D05",
    "AT-D06",
    "AT-D07",
    "AT-D08",
    "AT-D09",
    "AT-D10",
    "AT-D11",
    "AT-D12",
    "AT-D13",
    "AT-D14",
    "AT-D15",
    "AT-D16",
    "AT-D17",
    "AT-D18",
    "AT-D19",
    "AT-D20",
    "AT-D21",
    "AT-D22",
    "AT-D23",
    "AT-D24",
    "AT-D25",
    "AT-D26",
    "AT-D27",
    "AT-D28",
    "AT-D29",
    "AT-D30",
    "AT-D31",
    "AT-D32",
    "AT-D33",
    "AT-D34",
    "AT-D35",
    "AT-D36",
)
def test_a_sheet_that_breaks_just_this_rule(
    game: Project, rules: CompiledFormat, rule: str, made: dict[str, Any], fix: str
) -> None:
    report = rules.check(read(game, made))
    assert {one.rule for one in report.violations} == {rule}, [str(one) for one in report.violations]
    assert fix in fixes(report)


def test_every_construction_rule_of_sheets_is_broken_once(game: Project) -> None:
    assert {rule for rule, _, _ in ILLEGAL} == set(PINNED)
    assert set(load_format(game, "team").rules) == set(PINNED) - {"AT-D03"} - {"AT-D14", "AT-D30"} | {"AT-D03"}


# -- random sheets, and those of the game -----------------------------------------------------------------------------


@pytest.mark.parametrize("of", CLASSES)
@pytest.mark.parametrize("level", [1, 4, 7, 10])
def test_random_sheets_are_legal(game: Project, of: str, level: int) -> None:
    compiled = compile_format(game, load_format(game, "team"))
    made = [random_document(game, "team", seed, compiled, {"class": of, "level": level}) for seed in range(5)]
    assert all(compiled.check(one).legal for one in made)
    assert all((one.fields["class"], one.fields["level"]) == (of, level) for one in made)
    assert made[0] == random_document(game, "team", 0, compiled, {"class": of, "level": level})


def test_there_are_two_legal_sheets_of_each_class_at_levels_1_5_and_10(game: Project) -> None:
    found: dict[tuple[str, int], int] = {}
    for path in project_decks(game).values():
        deck = load_deck(path, game)
        if deck.kind == "team":
            assert check(deck, game).legal, deck.name
            key = (deck.fields["class"], deck.fields["level"])
            found[key] = found.get(key, 0) + 1
    assert all(found.get((of, level), 0) >= 2 for of in CLASSES for level in (1, 5, 10)), found


# -- the numbers of a sheet -------------------------------------------------------------------------------------------


def ledger(game: Project, made: dict[str, Any]) -> Any:
    kind = kind_of(game, "team")
    return Work(kind.naming, values_of(read(game, made), game)).ledger("stats")


def numbers(game: Project, made: dict[str, Any], unit: str) -> dict[str, int]:
    return {stat: total(parts) for stat, parts in ledger(game, made)[unit].items()}


@pytest.mark.pins("AT-D06", "AT-059", "AT-249")
def test_upgrades_without_a_weapons_name_change_the_unit(game: Project) -> None:
    """Katana+3 Evasion +2, Axe+3 Critical Damage +1, Greatsword+3 Base Damage +1; Spear+3 bears its name."""
    made = sheet("warrior", 4, upgrades={"elite-events": 3})
    made["weapons"] = {unit: {"katana": 3, "axe": 3, "spear": 0} for unit in NAMES}
    assert numbers(game, made, "C1") | {} == numbers(game, sheet("warrior", 4), "C1") | {"evasion": 2, "critical": 3}
    assert ledger(game, made)["E"]["evasion"] == (("Warrior Elite, level 4", 1), ("Katana+3", 2))
    made["weapons"] = {unit: {"greatsword": 3, "spear": 3, "bow": 0} for unit in NAMES}
    assert (numbers(game, made, "C1")["base"], numbers(game, made, "C1")["hit"]) == (1, 0)


@pytest.mark.pins("AT-D06", "AT-261", "AT-254", "AT-060")
def test_houses_and_the_damage_bonus_change_the_assassins(game: Project) -> None:
    made = sheet("assassin", 9, houses={"naal": 4, "caecus": 4, "accipiter": 3}, **{"damage-bonus": 6})
    elite, common = numbers(game, made, "E"), numbers(game, made, "C1")
    assert elite["movement"] == 4 - 1 - 1
    assert elite["special"] == max(0, 1 - 1 - 1 + 1)  # Naal twice, Accipiter 2
    assert elite["critical"] == 0 + 6
    assert elite["range"] == 1 + elite["base"] == 1 + 5 + 1
    assert elite["evasion"] == 3 + 1 + 1 - 1
    assert (common["evasion"], common["special"], common["base"]) == (2 + 1 + 1, 1 + 1, 1 + 1)
    bare = numbers(game, sheet("assassin", 3, houses={"naal": 3}), "E")
    assert bare["special"] == 0  # 1 - 2, not below 0


@pytest.mark.pins("AT-D06", "AT-276", "AT-277", "AT-278", "AT-279", "AT-280", "AT-D26")
def test_attunement_changes_the_mage(game: Project) -> None:
    made = sheet("mage", 6, attuned=["air", "mana", "mana", "fire", "void"])
    elite, common = numbers(game, made, "E"), numbers(game, made, "C1")
    assert elite["evasion"] == 1  # Air attunement in place of the table
    assert elite["range"] == 1 + 2
    assert elite["special"] == 4 + 4 // 3
    # level 2 air: Evasion; 3 mana: Health; 4 mana: Critical; 5 fire: Attack; 6 void: Movement
    assert (common["evasion"], common["health"], common["critical"]) == (1 + 1, 4 + 1, 0 + 1)
    assert (common["attack"], common["movement"]) == (1 + 1, 3 + 1)


@pytest.mark.pins("AT-D06", "AT-293", "ATA-Q113", "ATA-Q125")
def test_blueprints_change_the_unit_that_carries_them(game: Project) -> None:
    made = sheet("engineer", 5, **RICH, pool=0, blueprints={"C1": carried(TANK, ART), "C2": []})
    tank, other = numbers(game, made, "C1"), numbers(game, made, "C2")
    changed = {"movement": other["movement"] - 2, "evasion": other["evasion"] - 4, "armor": other["armor"] + 4}
    assert tank == other | changed
    upgraded = picked(*((at, f"engineer-{name}") for at, name in zip(range(2, 9), ENGINEER, strict=False)))
    upgraded.append({"level": 9, "ability": "engineer-4-blueprint-upgrade"})
    made = sheet("engineer", 9, picks=upgraded, pool=0, blueprints={"C1": carried(RAILGUN), "C2": carried(TWIN)})
    assert check(read(game, made), game).legal
    railgun, twin, plain = (numbers(game, made, unit) for unit in ("C1", "C2", "C3"))
    assert (railgun["range"] - plain["range"], railgun["critical"] - plain["critical"]) == (2, 2)
    assert (twin["attack"] - plain["attack"], twin["hit"] - plain["hit"]) == (1, 2)
