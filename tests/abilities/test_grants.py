"""Grants: abilities by class, gear, rank and aura, lost with their source; their numbers; costs of several pools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fray import begun, card, damage, fray_at, offered, unit, write_fray

from cardlib.catalog import check_project, load_project
from cardlib.kernel import atoms, grants, pools, values
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.wording.rendering import card_text

COVER: dict[str, Any] = {
    "react": {"window": "damaging", "where": {"target": "self"}, "automatic": True},
    "do": [{"op": "prevent", "field": "damage", "amount": {"value": "bonus", "of": "ability"}}],
}
SKILL = card("cover", "skill", [COVER], bonus=1)


def granting(about: dict[str, Any], ability: str = "cover", **more: Any) -> dict[str, Any]:
    """A static ability that grants one."""
    return {"static": [{"op": "grants", "ability": ability, **about}], **more}


def hurt(m: Match, id_: str = "keeper", by: str = "raider") -> int:
    """Attack, and say how much damage came of it."""
    before = damage(m, id_)
    m.take(f"attack {by} {id_}")
    return damage(m, id_) - before


def test_a_class_grants_to_all_of_its_player(tmp_path: Path) -> None:
    warden = card("warden", "class", [granting({"each": "unit yours"})])
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), SKILL, warden)
    assert hurt(begun(game, "raider", "keeper")) == 2
    m = begun(game, "raider", "keeper warden")
    assert hurt(m) == 1
    assert grants.granted(m) == {1: ((game.facts.number["cover"], 2),)}
    assert m.view(0).abilities(1) == [("cover", 2)]
    m.take("end")
    assert hurt(m, "raider", "keeper") == 2


def test_gear_grants_to_its_host_as_long_as_it_is_attached(tmp_path: Path) -> None:
    shield = card("shield", "gear", [granting({"of": "host"})])
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), unit("other"), SKILL, shield)
    m = begun(game, "raider", "other keeper shield")
    assert (hurt(m), hurt(m, "other")) == (1, 2)
    atoms.move(m, 3, "discard")
    assert hurt(m) == 2


def test_what_is_granted_follows_control_hosts_and_who_comes(tmp_path: Path) -> None:
    """Whatever was worked out before: each of these leaves all rows that are in force by themselves as they were."""
    shield = card("shield", "gear", [granting({"of": "host"})])
    mirror = unit("mirror", [granting({"of": "self"})])
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), unit("other"), SKILL, shield, mirror)
    m = begun(game, "raider", "keeper other shield mirror")
    cover = game.facts.number["cover"]
    assert grants.granted(m) == {2: ((cover, 3),), 4: ((cover, 4),)}
    atoms.attach(m, 3, 1)
    assert grants.granted(m) == {1: ((cover, 3),), 4: ((cover, 4),)}
    fork = m.fork()
    come = atoms.make(fork, game.facts.number["mirror"], 0, m.facts.field_zone)
    assert grants.granted(fork) == {1: ((cover, 3),), 4: ((cover, 4),), come: ((cover, come),)}
    assert grants.granted(m) == {1: ((cover, 3),), 4: ((cover, 4),)}
    atoms.control(m, 4, 0)
    assert {row[2] for row in values.effects(m, f"ability:{cover}") if row[1] == 4} == {0}
    atoms.move(m, 4, "discard")
    assert grants.granted(m) == {1: ((cover, 3),)}
    atoms.move(m, 1, "discard")
    m.changed()
    assert grants.granted(m) == {}


def test_an_ability_card_belongs_to_a_unit_a_team_or_a_space_by_where_it_lies(tmp_path: Path) -> None:
    abouts = [{"of": "host"}, {"each": "unit yours"}, {"each": "unit here"}]
    for number, about in enumerate(abouts):
        skill = card("cover", "skill", [COVER, granting(about, **{"from": "skills"})], bonus=1)
        game = fray_at(tmp_path / str(number), unit("raider"), unit("keeper"), unit("other"), skill)
        m = begun(game, "raider", "keeper other cover")
        m.state.host[3] = 1 if number == 0 else -1
        m.state.place[1] = m.state.place[3] = 0 if number == 2 else -1
        m.changed()
        assert sorted(grants.granted(m)) == ([1, 2] if number == 1 else [1])


def test_an_aura_by_a_condition_of_rank_comes_and_goes(tmp_path: Path) -> None:
    hale = {"amount": {"value": "damage", "of": "self"}, "at_most": 1}
    banner = unit("banner", [granting({"each": "unit yours other"}, **{"while": hale})])
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), SKILL, banner)
    m = begun(game, "raider", "keeper banner")
    assert hurt(m) == 1
    assert hurt(m, "banner") == 2
    assert hurt(m) == 2


def test_a_grant_for_a_while(tmp_path: Path) -> None:
    teach = {
        "react": "declared",
        "name": "Teach",
        "limit": "once per match",
        "do": [{"op": "grants", "ability": "cover", "each": "unit yours", "until": "end of turn"}],
    }
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [teach]), SKILL)
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react keeper teach")
    assert damage(m, "keeper") == 1
    m.take("end")
    m.take("end")
    assert hurt(m) == 2


def test_who_has_it_is_its_source_pays_for_it_and_is_counted(tmp_path: Path) -> None:
    step = {
        "react": {"window": "declared", "where": {"target": "self"}},
        "cost": [{"op": "pay", "points": {"reaction": 2}}],
        "limit": "once per turn",
        "do": [{"op": "call-off"}],
    }
    warden = card("warden", "class", [granting({"each": "unit yours"}, "sidestep")])
    game = fray_at(
        tmp_path / "g", unit("raider"), unit("keeper"), unit("other"), card("sidestep", "skill", [step]), warden
    )
    m = begun(game, "raider", "keeper other warden")
    for id_ in ("keeper", "other"):
        m.take(f"attack raider {id_}")
        assert offered(m) == ["pass", f"react {id_} sidestep"]
        m.take(f"react {id_} sidestep")
    assert m.state.columns["reaction"] == [2, 0, 0, 2]
    assert (damage(m, "keeper"), damage(m, "other")) == (0, 0)


def test_granted_triggers_and_granted_statics_work_and_grant_on(tmp_path: Path) -> None:
    anger = card(
        "anger", "skill", [{"when": "hurt", "do": [{"op": "gets", "stats": {"might": 1}, "until": "end of game"}]}]
    )
    lore = card(
        "lore", "skill", [{"static": [{"op": "gets", "stats": {"might": 3}}]}, granting({"of": "self"}, "anger")]
    )
    warden = card("warden", "class", [granting({"each": "unit yours"}, "lore")])
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper"), anger, lore, warden)
    m = begun(game, "raider", "keeper warden")
    assert m.rules.value(m, 1, "might") == 5 and m.rules.value(m, 0, "might") == 2
    m.take("attack raider keeper")
    assert [(entry[0], entry[2]) for entry in m.state.raised] == [(game.facts.number["anger"], 1)]
    atoms.move(m, 2, "discard")
    assert m.rules.value(m, 1, "might") == 2


# -- numbers -----------------------------------------------------------------------------------------------------


def test_the_number_of_an_ability_is_scaled_for_whom_it_concerns(tmp_path: Path) -> None:
    warden = card("warden", "class", [granting({"each": "unit yours"})])
    study = {"op": "scales", "ability": "skill bonus=1", "stats": {"bonus": 1}, "each": "unit yours other"}
    game = fray_at(
        tmp_path / "g", unit("raider", might=5), unit("keeper"), unit("scholar", [{"static": [study]}]), SKILL, warden
    )
    m = begun(game, "raider", "keeper scholar warden")
    cover = game.facts.number["cover"]
    assert [grants.number(m, obj, cover, "bonus") for obj in (1, 2)] == [2, 1]
    assert (hurt(m), hurt(m, "scholar")) == (3, 4)
    atoms.move(m, 2, "discard")
    assert hurt(m) == 4


def test_grants_and_numbers_are_said(tmp_path: Path) -> None:
    warden = card("warden", "class", [granting({"each": "unit yours"})])
    study = {"op": "scales", "ability": "skill", "stats": {"bonus": 1}, "each": "unit yours"}
    game = fray_at(tmp_path / "g", unit("scholar", [{"static": [study]}]), SKILL, warden)
    said = {id_: card_text(game.project.cards[id_], game.project) for id_ in ("warden", "cover", "scholar")}
    assert said == {
        "warden": "Each Unit you control has Cover.",
        "cover": "When this Skill would be damaged by a Unit, prevent 1 of the damage.",
        "scholar": "Each Unit you control has +1 bonus for Skill cards.",
    }


# -- costs -------------------------------------------------------------------------------------------------------


def paying(cost: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "react": {"window": "declared", "where": {"target": "self"}},
        "name": "Ward",
        "cost": cost,
        "do": [{"op": "call-off"}],
    }


def test_several_pools_are_paid_as_one_or_not_at_all(tmp_path: Path) -> None:
    cost = [{"op": "pay", "points": {"reaction": 1, "focus": 1}}, {"op": "pay", "points": {"focus": 1}}]
    look = {"react": "declared", "name": "Look", "do": [{"op": "mark", "field": "piercing"}]}
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [paying(cost), look]))
    m = begun(game, "raider", "keeper")
    atoms.note_player(m, 1, "focus", 1)
    m.take("attack raider keeper")
    with pytest.raises(IllegalOption, match="Ward can't be paid: it takes 2 Focus, and 1 is there"):
        m.take("react keeper ward")
    assert pools.there(m, "reaction", 1, 1) == 2
    atoms.note_player(m, 1, "focus", 2)
    m.run()
    m.take("react keeper ward")
    assert (pools.there(m, "reaction", 1, 1), pools.there(m, "focus", 1, 1)) == (1, 0)


def test_one_way_or_another(tmp_path: Path) -> None:
    cost = [{"op": "pay", "points": {"movement": 1}, "instead": {"reaction": 2}}]
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [paying(cost)]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react keeper ward")
    assert offered(m) == ["1-movement", "2-reaction"]
    m.take("2-reaction")
    assert m.state.columns["reaction"][1] == 0
    m.take("attack raider keeper")
    m.take("react keeper ward")  # one way is left, and taken by itself
    assert m.state.columns["movement"][1] == 0
    m.take("attack raider keeper")
    assert damage(m, "keeper") == 2
    said = card_text(game.project.cards["keeper"], game.project)
    assert (
        said == "Ward: When a Unit would attack this Unit, 1 Movement point or 2 Reaction points: call off the attack."
    )


def test_words_that_nobody_declared_are_refused(tmp_path: Path) -> None:
    cost = [{"op": "pay", "points": {"movment": 1}}]
    keeper = unit("keeper", [paying(cost), {"react": "rolled", "do": [{"op": "raise", "field": "hits"}]}])
    folder = write_fray(tmp_path / "g", unit("raider", [granting({"of": "self"}, "coverr")]), keeper, SKILL)
    found = [f"{one.path}: {one.found}, {one.hint}" for one in check_project(folder)]
    assert found == [
        'cards[0].abilities[0].static[0].ability: "coverr", cover',
        'cards[1].abilities[0].cost[0].points.movment: "movment", movement',
        'cards[1].abilities[1].do[0].field: "hits", hit',
    ]


def test_the_pool_of_an_object_is_a_column_of_the_rules(tmp_path: Path) -> None:
    from cardlib.errors import CardlibError

    made = {"reaction": {"of": "object", "name": "Reaction point"}, "zeal": {"of": "object", "name": "Zeal"}}
    with pytest.raises(CardlibError, match=r"pools\.zeal\.of"):
        fray_at(tmp_path / "g", unit("raider"), pools=made)
    assert load_project(tmp_path / "g").game.raw["pools"]["zeal"]["of"] == "object"
