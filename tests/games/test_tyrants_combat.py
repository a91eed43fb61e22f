"""Combat in Against All Tyrants that no published card shows: traits printed twice or given, made-up orders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from given import begun

import cardlib
from cardlib.decks import check, load_deck
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario

PLACES = ["space", "planetside"]


def unit(id_: str, attack: int, health: int, *keywords: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "name": id_.replace("-", " ").title(),
        "type": "unit",
        "subtypes": ["trooper"],
        "faction": "unbound",
        "theaters": PLACES,
        "requirement": 0,
        "attack": attack,
        "health": health,
        "keywords": list(keywords),
        "abilities": [],
        **more,
    }


def order(name: str, *do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"activate": "order", "name": name, "do": list(do), **more}


CARDS = [
    unit("armored-twice", 1, 20, "armor 1", "armor 2", "capital"),
    unit("pierced-twice", 4, 9, "pierce 1", "pierce 2"),
    unit("all-piercing", 4, 9, "pierce", "pierce 1"),
    unit("armored-to-the-teeth", 0, 20, "armor 9"),
    unit("torpedoed-twice", 1, 9, "torpedo 1", "torpedo 2"),
    unit("bomber-twice", 1, 9, "fighter", "bomber 1", "bomber 2", "armor 1"),
    unit("flak-twice", 7, 20, "point-defense 1", "point-defense 2"),
    unit("repeats-twice", 1, 9, "repeater 1", "repeater 2"),
    unit("marked-twice", 1, 9, "mark 1", "mark 2"),
    unit("funded-twice", 1, 9, "funds 1", "funds 3"),
    unit("supplied-twice", 1, 9, "supply 1", "supply 2"),
    unit("computes-twice", 1, 9, "mainframe", "compute 1", "compute 2"),
    unit("backed-up-twice", 1, 1, "mainframe", "backup 1", "backup 2"),
    unit("mourned-twice", 1, 1, "fighter", "sympathized 1", "sympathized 2"),
    unit("carries-twice", 1, 9, "transport 1 civilian", "transport 1 trooper"),
    unit("carries-three", 1, 9, "transport 3 trooper"),
    unit("commands-twice", 1, 9, "command 1 trooper", "command 1 vehicle"),
    unit("frail-repeater", 1, 1, "fighter", "repeater 1"),
    unit("frail-commander", 1, 1, "fighter", "command 1 trooper"),
    unit("all-one", 1, 9, "armor 1", "bomber 1", "pierce 1", "point-defense 1", "repeater 1", "torpedo 1", "fighter"),
    unit(
        "giver",
        0,
        9,
        abilities=[
            {"static": [{"op": "has", "keyword": f"{trait} 2", "each": "unit yours"}]}
            for trait in ("armor", "bomber", "pierce", "point-defense", "repeater", "torpedo")
        ]
        + [{"static": [{"op": "has", "keyword": "fighter", "each": "unit yours"}]}],
    ),
    unit("bodyguard", 0, 9, "defended", "defender"),
    unit(
        "quartermaster",
        0,
        9,
        abilities=[{"static": [{"op": "has", "keyword": "armor 1", "each": "yours unit damaged"}]}],
    ),
    unit(
        "armory",
        0,
        9,
        abilities=[
            {"static": [{"op": "has", "keyword": "armor 2", "each": "unit yours"}]},
            {"static": [{"op": "has", "keyword": "fighter", "each": "unit yours"}]},
            {"static": [{"op": "gets", "stats": {"attack": 2}, "each": "unit yours"}]},
        ],
    ),
    unit(
        "gunner",
        0,
        9,
        abilities=[
            order("Shell", {"op": "damage", "amount": 2, "target": "unit theirs"}),
            order("Barrage", {"op": "damage", "amount": 3, "each": "unit theirs"}),
            order("Graze", {"op": "damage", "amount": 0, "target": "unit theirs"}),
        ],
    ),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """Against All Tyrants with units that print a trait twice, give traits, or deal effect damage."""
    folder: Path = tmp_path_factory.mktemp("project") / "tyrants"
    shutil.copytree(cardlib.load("tyrants").project.path, folder)
    (folder / "cards" / "made-up.json").write_text(json.dumps({"cards": CARDS}), encoding="utf-8")
    return cardlib.load(folder)


def played(game: cardlib.Game, *steps: str, **given: Any) -> Match:
    play = Play(game, Scenario("position", "", (), {"given": given, "steps": []}, "test"))
    for step in steps:
        play.step(step)
    return play.match


@pytest.mark.pins("AAT-105", "AAT-122", "AAT-Q39", "AAT-Q40")
def test_armor_and_pierce_add_up_and_pierce_without_a_number_takes_all(game: cardlib.Game) -> None:
    played(
        game,
        "expect armored-twice.armor = 3",
        "D attack cheid-acquisition-carrier space armored-twice",
        "expect armored-twice.damage = 2",
        "D attack pierced-twice space armored-twice",
        "expect armored-twice.damage = 6",
        "D attack all-piercing space armored-to-the-teeth",
        "expect armored-to-the-teeth.damage = 4",
        "D attack fln-sovereign-battleship space armored-to-the-teeth",
        "expect armored-to-the-teeth.damage = 4",
        D={
            "battlefield": [
                "cheid-acquisition-carrier space",
                "pierced-twice space",
                "all-piercing space",
                "fln-sovereign-battleship space",
            ]
        },
        A={"battlefield": ["armored-twice space", "armored-to-the-teeth space"]},
    )


@pytest.mark.pins("AAT-108", "AAT-130", "AAT-056", "AAT-Q39")
def test_torpedo_and_bomber_add_up(game: cardlib.Game) -> None:
    played(
        game,
        "D attack torpedoed-twice space fln-obedience",
        "expect fln-obedience.damage = 3",
        "D attack bomber-twice planetside ac-elder-titan",
        "expect ac-elder-titan.damage = 3",
        D={"battlefield": ["torpedoed-twice space", "bomber-twice planetside"]},
        A={"battlefield": ["fln-obedience space", "ac-elder-titan planetside"]},
    )


@pytest.mark.pins("AAT-055", "AAT-123", "AAT-124", "AAT-068", "AAT-Q38", "AAT-Q39", "AAT-Q43")
def test_point_defense_adds_up_and_its_answer_ignores_armor(game: cardlib.Game) -> None:
    played(
        game,
        "D attack bomber-twice space flak-twice",
        "expect flak-twice.damage = 1",
        "expect bomber-twice.damage = 3",
        "to turn 10",
        "A end",
        "A attack flak-twice space bomber-twice",
        "expect bomber-twice.damage = 5",
        D={"battlefield": ["bomber-twice space"]},
        A={"battlefield": ["flak-twice space"]},
    )


@pytest.mark.pins("AAT-055", "AAT-Q43", "AAT-105", "AAT-Q39")
def test_given_traits_add_up_and_attack_modifiers_do_not_count_for_point_defense(game: cardlib.Game) -> None:
    played(
        game,
        "expect armored-twice.armor = 5",
        "expect mnd-picket-drone.fighter = 1",
        "expect mnd-customs-cutter.attack = 4",
        "expect gunner.fighter = 0",
        "D attack mnd-customs-cutter space ru-needle-swarm",
        "expect ru-needle-swarm.damage = 0",
        "expect ru-needle-swarm.shield = 1",
        "D attack mnd-picket-drone space gunner",
        "expect gunner.damage = 3",
        D={
            "battlefield": ["armory space", "armored-twice space", "mnd-picket-drone space", "mnd-customs-cutter space"]
        },
        A={"battlefield": [{"card": "ru-needle-swarm", "at": "space", "shield": 2}, "gunner space"]},
    )


@pytest.mark.pins("AAT-126", "AAT-120", "AAT-065", "AAT-Q45")
def test_repeater_adds_up_and_each_attack_may_spend_a_mark_token(game: cardlib.Game) -> None:
    played(
        game,
        "D attack repeats-twice space cheid-orbital-exchange",
        "expect repeats-twice.mark-token = 1",
        "D attack repeats-twice space cheid-orbital-exchange",
        "D cannot attack repeats-twice space cheid-orbital-exchange because AAT-113",
        "D attack repeats-twice space fln-escort-boat",
        "D attack repeats-twice space fln-escort-boat",
        "expect A.discard has fln-escort-boat",
        "expect cheid-orbital-exchange.damage = 2",
        "expect prompt = take an action",
        "D cannot attack repeats-twice space cheid-orbital-exchange because AAT-045",
        D={"battlefield": [{"card": "repeats-twice", "at": "space", "mark-token": 2}]},
        A={"battlefield": ["cheid-orbital-exchange space", "fln-escort-boat space"]},
    )


@pytest.mark.pins("AAT-126", "AAT-110", "AAT-124", "AAT-Q45")
@pytest.mark.parametrize("attacker", ["frail-repeater", "frail-commander"])
def test_a_unit_that_leaves_play_neither_attacks_again_nor_commands(game: cardlib.Game, attacker: str) -> None:
    played(
        game,
        f"D attack {attacker} space flak-twice",
        f"expect D.discard has {attacker}",
        "expect player = D",
        "expect prompt = take an action",
        D={"battlefield": [f"{attacker} space", "unb-partisan-band planetside"]},
        A={"battlefield": ["flak-twice space", "ac-elder-titan planetside"]},
    )


@pytest.mark.pins("AAT-105", "AAT-108", "AAT-122", "AAT-123", "AAT-126", "AAT-130", "AAT-116", "AAT-Q39")
def test_numbers_of_given_traits_add_up_and_plain_ones_do_not(game: cardlib.Game) -> None:
    numbered = ("armor", "bomber", "pierce", "point-defense", "repeater", "torpedo")
    played(
        game,
        *(f"expect all-one.{trait} = 3" for trait in numbered),
        "expect all-one.fighter = 1",
        D={"battlefield": ["giver space", "all-one space"]},
    )


@pytest.mark.pins("AAT-120", "AAT-117", "AAT-128", "AAT-112", "AAT-Q39")
def test_traits_of_entering_add_up(game: cardlib.Game) -> None:
    given = {"phase": "deployment"}
    deck = ["ff-gun-buggy", "ff-militia-cell", "unb-salvage-tug", "unb-partisan-band"]
    played(
        game,
        "D play marked-twice space",
        "expect marked-twice.mark-token = 3",
        "D play funded-twice space",
        "expect D.funds-token = 4",
        D={"hand": ["marked-twice", "funded-twice"]},
        **given,
    )
    played(
        game,
        "D play supplied-twice space",
        "expect D.deck = 1",
        "expect D.hand = 4",
        "D play computes-twice space",
        "expect computes-twice.computation = 3",
        D={"hand": ["supplied-twice", "computes-twice"], "deck": deck},
        **given,
    )


@pytest.mark.pins("AAT-107", "AAT-Q39")
def test_backup_adds_up(game: cardlib.Game) -> None:
    played(
        game,
        "D attack ff-gun-buggy planetside backed-up-twice",
        "A asc-reliquary-processor space",
        "A asc-reliquary-processor space",
        "A asc-reliquary-processor space",
        "expect asc-reliquary-processor.computation = 3",
        "expect player = D",
        D={"battlefield": ["ff-gun-buggy planetside"]},
        A={
            "battlefield": [
                {"card": "backed-up-twice", "at": "planetside", "computation": 3},
                "asc-reliquary-processor space",
            ]
        },
    )


@pytest.mark.pins("AAT-047", "AAT-129", "AAT-Q29", "AAT-Q39")
def test_units_placed_in_phase_two_do_not_act_in_it_not_even_by_command(game: cardlib.Game) -> None:
    played(
        game,
        "D attack mourned-twice space mnd-customs-cutter",
        "expect D.discard has mourned-twice",
        "D put ff-militia-cell planetside",
        "D put ac-skarn-hatchlings planetside",
        "D put ccn-flagellants planetside",
        "expect player = D",
        "expect D.special-forces = 1",
        "D cannot attack ff-militia-cell planetside ac-elder-titan because AAT-047",
        "D attack fln-shock-regiment planetside ac-elder-titan",
        "D cannot attack ac-skarn-hatchlings planetside ac-elder-titan because AAT-047",
        "D attack unb-partisan-band planetside ac-elder-titan",
        "D end",
        "to turn 11",
        "D end",
        "D attack ff-militia-cell planetside ac-elder-titan",
        D={
            "battlefield": ["mourned-twice space", "fln-shock-regiment planetside", "unb-partisan-band planetside"],
            "special-forces": ["ff-militia-cell", "ac-skarn-hatchlings", "ccn-flagellants", "ac-champion-of-the-pits"],
        },
        A={"battlefield": ["mnd-customs-cutter space", "ac-elder-titan planetside"]},
    )


@pytest.mark.pins("AAT-131")
def test_each_transport_brings_units_of_its_own_type(game: cardlib.Game) -> None:
    played(
        game,
        "D play carries-twice space",
        "D first carries-twice space 1",
        "D cannot put unb-partisan-band planetside because AAT-131",
        "D put asc-pilgrim-automata planetside",
        "D put unb-partisan-band planetside",
        "expect D.special-forces = 2",
        phase="deployment",
        D={
            "hand": ["carries-twice"],
            "special-forces": [
                "asc-pilgrim-automata",
                "asc-pilgrim-automata",
                "unb-partisan-band",
                "unb-partisan-band",
            ],
        },
    )


@pytest.mark.pins("AAT-110", "AAT-Q53")
def test_each_command_of_a_card_works_once_per_action(game: cardlib.Game) -> None:
    played(
        game,
        "D attack commands-twice planetside ac-elder-titan",
        "D cannot attack ff-gun-buggy planetside ac-elder-titan because AAT-110",
        "D attack unb-partisan-band planetside ac-elder-titan",
        "D cannot attack unb-partisan-band planetside 2 ac-elder-titan because AAT-110",
        "D attack ff-gun-buggy planetside ac-elder-titan",
        "expect prompt = take an action",
        "expect ac-elder-titan.damage = 2",
        D={
            "battlefield": [
                "commands-twice planetside",
                "unb-partisan-band planetside",
                "unb-partisan-band planetside",
                "ff-gun-buggy planetside",
            ]
        },
        A={"battlefield": ["ac-elder-titan planetside"]},
    )


@pytest.mark.pins("AAT-113", "AAT-Q46")
def test_a_unit_does_not_defend_itself(game: cardlib.Game) -> None:
    given = {"D": {"battlefield": ["ff-gun-buggy planetside"]}}
    played(
        game,
        "D attack ff-gun-buggy planetside bodyguard",
        "expect bodyguard.damage = 3",
        A={"battlefield": ["bodyguard planetside"]},
        **given,
    )
    played(
        game,
        "D cannot attack ff-gun-buggy planetside bodyguard because AAT-113",
        A={"battlefield": ["bodyguard planetside", "mnd-checkpoint planetside"]},
        **given,
    )


@pytest.mark.pins("AAT-068", "AAT-141", "AAT-140", "AAT-Q37", "AAT-Q38")
def test_effect_damage_ignores_armor_and_meets_stealth_and_shield(game: cardlib.Game) -> None:
    position: dict[str, Any] = {
        "D": {"battlefield": ["gunner space"]},
        "A": {"battlefield": [{"card": "armored-twice", "at": "planetside", "stealth-token": 1, "shield": 1}]},
    }
    played(
        game,
        "D order gunner space graze",
        "expect armored-twice.stealth-token = 1",
        "to turn 11",
        "D end",
        "D order gunner space shell",
        "expect armored-twice.stealth-token = 0",
        "expect armored-twice.shield = 1",
        "to turn 13",
        "D end",
        "D order gunner space shell",
        "expect armored-twice.shield = 0",
        "expect armored-twice.damage = 1",
        **position,
    )


@pytest.mark.pins("AAT-093", "AAT-092")
def test_units_of_one_effect_are_destroyed_together_and_back_nothing_up_to_each_other(game: cardlib.Game) -> None:
    played(
        game,
        "D order gunner space barrage",
        "expect A.discard = 2",
        "expect D.incidents = 2",
        "expect player = D",
        D={"battlefield": ["gunner space"]},
        A={
            "battlefield": [
                {"card": "backed-up-twice", "at": "space", "computation": 2},
                {"card": "backed-up-twice", "at": "planetside", "computation": 2},
            ]
        },
    )


@pytest.mark.pins("AAT-025", "AAT-Q32", "AAT-079")
def test_an_order_without_its_target_is_not_usable(game: cardlib.Game) -> None:
    played(
        game,
        "D cannot order gunner space shell because AAT-025",
        "D cannot order gunner space load because AAT-078",
        "D order gunner space barrage",
        "D cannot order gunner space barrage because AAT-045",
        D={"battlefield": ["gunner space"]},
    )


@pytest.mark.pins("AAT-131", "AAT-104")
def test_a_unit_replaced_while_others_are_placed_is_not_placed_again(game: cardlib.Game) -> None:
    played(
        game,
        "D play carries-three space",
        "D put unb-mole-network planetside special-forces",
        "D put unb-mole-network planetside",
        "expect D.discard has unb-mole-network",
        "expect D.battlefield has unb-mole-network",
        "expect prompt = take an action",
        phase="deployment",
        D={"hand": ["carries-three", "unb-mole-network"], "special-forces": ["unb-mole-network"]},
    )


@pytest.mark.pins("AAT-121")
def test_the_copy_limit_does_not_hold_for_cards_with_mass() -> None:
    project = cardlib.load("tyrants").project
    deck = load_deck("ff-d", project)
    main = {**deck.counts("main"), "ff-street-barricade": 0}
    five_bands = deck.with_counts({**main, "unb-partisan-band": 5}, "main")
    assert check(five_bands, project, "standard").legal
    six_cells = deck.with_counts({**main, "ff-militia-cell": 6}, "main")
    assert "AAT-D07" in check(six_cells, project, "standard").rules


@pytest.mark.pins("AAT-134", "AAT-137", "AAT-139", "AAT-146")
def test_each_of_the_eleven_kinds_of_token_lives_where_its_rule_says(game: cardlib.Game) -> None:
    on_units = {"charge", "computation", "damage", "disruption", "mark-token", "shield", "stealth-token"}
    of_players = {"funds-token", "objective-token"}
    of_the_match = {"escalation": "level", "incident": "incidents"}
    assert set(game.project.vocabulary.counters) == on_units | of_players | set(of_the_match)
    match = played(game, D={"battlefield": ["ff-gun-buggy planetside"]})
    s = match.state
    assert on_units <= set(s.columns)
    assert not (of_players | set(of_the_match) | set(of_the_match.values())) & set(s.columns)
    assert all(of_players <= set(variables) for variables in s.players)
    assert set(of_the_match.values()) <= set(s.vars)


def test_a_trait_that_hangs_on_tokens_comes_and_goes_with_them(game: cardlib.Game) -> None:
    played(
        game,
        "expect quartermaster.armor = 0",
        "D attack pierced-twice space quartermaster",
        "expect quartermaster.damage = 4",
        "expect quartermaster.armor = 1",
        "expect bodyguard.armor = 0",
        D={"battlefield": ["pierced-twice space"]},
        A={"battlefield": ["quartermaster space", "bodyguard planetside"]},
    )


@pytest.mark.pins("AAT-091")
def test_a_destroyed_unit_leaves_all_its_tokens_behind(game: cardlib.Game) -> None:
    tokens = {"mark-token": 1, "charge": 2}
    enemy = {"card": "ff-ridge-sharpshooters", "at": "planetside", **tokens}
    play = begun(
        game,
        "D attack ff-captured-siege-gun planetside ff-ridge-sharpshooters",
        "expect A.discard has ff-ridge-sharpshooters",
        D={"battlefield": ["ff-captured-siege-gun planetside"]},
        A={"battlefield": [enemy]},
    )
    state, facts = play.match.state, play.match.facts
    (fallen,) = state.zones[facts.zone["discard"][1]]
    assert {name: column[fallen] for name, column in state.columns.items()} == dict.fromkeys(state.columns, 0)
