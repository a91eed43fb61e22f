"""What operations may be made of beside the common kinds: shares of amounts, several windows, kinds of a game's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fray import Fray, begun, card, damage, fray_at, offered, unit, write_fray

from cardlib.catalog import load_project
from cardlib.game import Game
from cardlib.kernel.match import Match
from cardlib.unfit import unfit_abilities
from cardlib.wording.rendering import card_text

EVADE = {
    "react": {"window": "declared", "also": ["damaging"], "where": {"target": "self"}},
    "name": "Evade",
    "limit": "once per action",
    "do": [{"op": "raise", "field": "hit", "amount": 1}],
}


def test_a_reaction_to_several_windows_is_asked_for_in_each_and_counted_over_all(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [EVADE]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    assert offered(m) == ["pass", "react keeper evade"]
    m.take("pass")
    assert offered(m) == ["pass", "react keeper evade"] and m.state.stack[-1][2]["window"] == "damaging"
    m.take("react keeper evade")
    assert m.state.stack[-1][0] == "turn"
    m.take("attack raider keeper")
    m.take("react keeper evade")
    assert m.state.stack[-1][0] == "turn"  # not asked again while damage is dealt


def test_a_reaction_to_every_window_of_a_record_is_asked_for_in_all_of_them(tmp_path: Path) -> None:
    anywhere = {**EVADE, "react": {"window": "declared", "also": "every", "where": {"target": "self"}}}
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [anywhere]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    met = []
    while m.state.stack[-1][0] != "turn":
        assert offered(m) == ["pass", "react keeper evade"]
        met.append(m.state.stack[-1][2]["window"])
        m.take("pass")
    assert met == ["declared", "rolled", "damaging"]
    text = card_text(game.project.cards["keeper"], game.project)
    assert text.startswith("Evade: When a Unit would attack this Unit, at any moment of the attack, you may raise")


def test_the_text_names_every_window(tmp_path: Path) -> None:
    write_fray(tmp_path / "g", unit("keeper", [EVADE]))
    project = load_project(tmp_path / "g")
    text = card_text(project.cards["keeper"], project)
    assert text.startswith("Evade: When a Unit would attack this Unit or it would be damaged by a Unit, you may raise")


def test_another_window_shows_the_same_record(tmp_path: Path) -> None:
    wrong = {**EVADE, "react": {"window": "declared", "also": ["reacted"], "where": {"target": "self"}}}
    write_fray(tmp_path / "g", unit("keeper", [wrong]))
    found = list(unfit_abilities(load_project(tmp_path / "g"), Fray()))
    assert any("another window of the record 'attack'" in str(one) for one in found), found


def test_an_amount_is_divided_and_rounded_down(tmp_path: Path) -> None:
    half = {"over": [{"field": "damage"}, 2]}
    block = {
        "react": {"window": "damaging", "where": {"target": "self"}},
        "name": "Block",
        "limit": "once per action",
        "do": [{"op": "prevent", "field": "damage", "amount": half}],
    }
    game = fray_at(tmp_path / "g", unit("raider", might=5), unit("keeper", [block]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react keeper block")
    assert damage(m, "keeper") == 3
    project = load_project(tmp_path / "g")
    assert "prevent half of the damage, rounded down." in card_text(project.cards["keeper"], project)


def test_a_record_may_have_a_field_that_is_called_target(tmp_path: Path) -> None:
    """`the target` is the field of the record, not the target that the ability has chosen."""
    shove = {
        "react": {"window": "declared", "where": {"attacker": "self"}},
        "name": "Shove",
        "limit": "once per action",
        "do": [{"op": "add-counters", "counter": "damage", "of": "the target"}],
    }
    game = fray_at(tmp_path / "g", unit("raider", [shove]), unit("keeper"))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react raider shove")
    assert damage(m, "keeper") == 3


class Ranked(Fray):
    """Fray in which every unit has a skill by the rules."""

    def owned(self, m: Match) -> list[tuple[int, tuple[int, ...]]]:
        skill = m.facts.number["toughness"]
        field = m.state.zones[m.facts.zone["battlefield"][0]]
        return [(obj, (skill,)) for obj in field if "unit" in m.facts.types[m.state.card[obj]]]

    def surcharge(self, m: Match, ability: Any, obj: int, pool: str, bind: Any) -> int:
        return int(pool == "reaction")


def ranked_at(folder: Path, *cards: Any) -> Game:
    write_fray(folder, *cards)
    return Game(load_project(folder), Ranked())


def test_what_a_thing_has_by_the_rules_is_in_force_and_costs_what_they_say(tmp_path: Path) -> None:
    guard = {
        "react": {"window": "damaging", "where": {"target": "self"}},
        "cost": [{"op": "pay", "points": {"reaction": 1}}],
        "limit": "once per action",
        "do": [{"op": "prevent", "field": "damage", "amount": 1}],
    }
    tough = card("toughness", "skill", [{"static": [{"op": "gets", "stats": {"might": 1}}]}, guard])
    other = card("banner", "gear", [{"static": [{"op": "grants", "ability": "toughness", "each": "gear"}]}])
    game = ranked_at(tmp_path / "g", unit("raider"), unit("keeper"), tough, other)
    m = begun(game, "raider", "keeper")
    assert m.rules.value(m, 0, "might") == 3
    m.take("attack raider keeper")
    assert offered(m) == ["pass", "react keeper toughness"]
    m.take("react keeper toughness")
    assert m.state.columns["reaction"][1] == 0 and damage(m, "keeper") == 2
    m.take("attack raider keeper")  # with no points left nobody is asked
    assert damage(m, "keeper") == 5


class Sharing(Fray):
    """Fray in which the last unit on the battlefield lends its Reaction points to all of its side."""

    def lender(self, m: Match, you: int) -> int:
        return max(obj for obj in m.state.zones[m.facts.zone["battlefield"][0]] if m.state.controller[obj] == you)

    def points_there(self, m: Match, pool: str, obj: int, you: int) -> int:
        own = super().points_there(m, pool, obj, you)
        lender = self.lender(m, you)
        return own if obj == lender else own + super().points_there(m, pool, lender, you)

    def take_points(self, m: Match, pool: str, obj: int, you: int, number: int) -> None:
        own = min(number, super().points_there(m, pool, obj, you))
        super().take_points(m, pool, obj, you, own)
        super().take_points(m, pool, self.lender(m, you), you, number - own)


def test_one_unit_pays_for_another_where_the_rules_say_so(tmp_path: Path) -> None:
    ward = {**EVADE, "cost": [{"op": "pay", "points": {"reaction": 3}}], "do": [{"op": "call-off"}], "name": "Ward"}
    write_fray(tmp_path / "g", unit("raider"), unit("keeper", [ward]), unit("squire"))
    project = load_project(tmp_path / "g")
    m = begun(Game(project, Sharing()), "raider", "keeper squire")
    m.take("attack raider keeper")
    assert m.state.columns["reaction"] == [2, 2, 2] and offered(m) == ["pass", "react keeper ward"]
    m.take("react keeper ward")
    assert m.state.columns["reaction"] == [2, 0, 1] and damage(m, "keeper") == 0
    m.take("attack raider keeper")  # one point is left of the three that it takes
    assert damage(m, "keeper") == 2
    alone = begun(Game(project, Fray()), "raider", "keeper squire")
    alone.take("attack raider keeper")
    assert damage(alone, "keeper") == 2
