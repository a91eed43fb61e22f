"""Limits and durations: counted anew and over by what the procedures of a game say of turns and rounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fray import Fray, begun, card, damage, fray_at, offered, unit, write_fray

from cardlib.abilities.honours import Honours, misdeclared
from cardlib.catalog import load_project
from cardlib.errors import CardlibError
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import Match
from cardlib.kernel.spans import ending
from cardlib.scenarios.replays import load_match
from cardlib.unfit import unfit_abilities
from cardlib.wording.rendering import card_text

BLOCK: dict[str, Any] = {
    "react": {"window": "damaging", "where": {"target": "self"}},
    "name": "Block",
    "do": [{"op": "make", "field": "damage", "to": 0}],
}


def blocked(m: Match, id_: str = "keeper") -> bool:
    """Attack, and block if that is offered."""
    before = damage(m, id_)
    m.take(f"attack raider {id_}")
    if m.decision is not None and m.decision.prompt == "react or pass":
        m.take(next(said for said in offered(m) if said != "pass"))
    while m.decision is not None and m.decision.prompt == "react or pass":
        m.take("pass")
    return damage(m, id_) == before


def rounds(m: Match, number: int = 1) -> None:
    """Let turns pass."""
    for _ in range(2 * number):
        m.take("end")


@pytest.mark.parametrize(
    ("limit", "turn", "later", "match"),
    [
        ("once per window", [True, True, True], True, True),
        ("once per action", [True, True, True], True, True),
        ("once per turn", [True, False, False], True, True),
        ("once per round", [True, False, False], True, True),
        ("once per match", [True, False, False], False, False),
        ({"times": 2, "per": "turn"}, [True, True, False], True, True),
        ({"times": 2, "per": "match"}, [True, True, False], False, False),
    ],
)
def test_limits(tmp_path: Path, limit: object, turn: list[bool], later: bool, match: bool) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [{**BLOCK, "limit": limit}]))
    m = begun(game, "raider", "keeper")
    assert [blocked(m) for _ in range(3)] == turn
    rounds(m)
    assert blocked(m) is later
    rounds(m, 3)
    assert blocked(m) is match


def test_a_round_is_longer_than_a_turn(tmp_path: Path) -> None:
    shared = {"react": "declared", "name": "Call", "do": [{"op": "mark", "field": "piercing"}]}
    for per, again in (("turn", True), ("round", False)):
        game = fray_at(tmp_path / per, unit("raider"), unit("keeper", [{**shared, "limit": f"once per {per}"}]))
        m = begun(game, "raider", "keeper")
        m.take("attack raider keeper")
        m.take("react keeper call")
        m.take("end")
        m.take("attack keeper raider")
        assert ("react keeper call" in offered(m)) is again


def test_a_limit_of_all_together(tmp_path: Path) -> None:
    ability = {**BLOCK, "react": {"window": "damaging", "where": {"target": "yours"}}}
    for by, again in (("object", True), ("player", False)):
        limited = {**ability, "limit": {"per": "turn", "by": by}}
        skill = card("wall", "skill", [limited])
        grants = {"static": [{"op": "grants", "ability": "wall", "each": "unit yours"}], "from": "skills"}
        game = fray_at(
            tmp_path / by, unit("raider"), unit("keeper"), unit("other"), skill, card("all", "skill", [grants])
        )
        m = begun(game, "raider", "keeper other all")
        assert blocked(m)
        m.take("attack raider keeper")
        assert (m.decision is not None and m.decision.prompt == "react or pass") is again


@pytest.mark.parametrize(("of", "again"), [("ability", True), ("card", False)])
def test_a_limit_of_all_abilities_of_a_card(tmp_path: Path, of: str, again: bool) -> None:
    limit = {"per": "turn", "of": of}
    call = {"react": "declared", "name": "Call", "do": [{"op": "mark", "field": "piercing"}], "limit": limit}
    game = fray_at(tmp_path / "g", unit("raider", [call, {**call, "name": "Cry"}]), unit("keeper"))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react raider call")
    assert any("cry" in said for said in offered(m)) is again


def test_what_leaves_play_begins_anew(tmp_path: Path) -> None:
    from cardlib.kernel import atoms

    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [{**BLOCK, "limit": "once per match"}]))
    m = begun(game, "raider", "keeper")
    assert blocked(m) and not blocked(m)
    fork = m.fork()
    atoms.move(fork, 1, "hand")
    assert fork.state.uses == [] and len(m.state.uses) == 1


# -- how long something holds ------------------------------------------------------------------------------------


def strong(until: str, **more: Any) -> dict[str, Any]:
    """A reaction by which the reacting unit becomes stronger for a while."""
    gets = {"op": "gets", "stats": {"might": 5}, "of": "self", "until": until, **more}
    return {"react": "declared", "name": "Rise", "limit": "once per match", "do": [gets]}


@pytest.mark.parametrize(
    ("until", "held"),
    [
        ("end of window", [False, False, False, False, False]),
        ("end of action", [True, False, False, False, False]),
        ("end of turn", [True, True, False, False, False]),
        ("your next turn", [True, True, False, False, False]),
        ("end of round", [True, True, True, False, False]),
        ("end of game", [True, True, True, True, True]),
    ],
)
def test_until(tmp_path: Path, until: str, held: list[bool]) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [strong(until), BLOCK]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react keeper rise")

    def now() -> bool:
        return m.rules.value(m, 1, "might") == 7

    found = [now()]  # while the damage of this attack is dealt
    m.take("pass")
    found.append(now())  # in the same turn
    m.take("end")
    found.append(now())  # in the own turn
    m.take("end")
    found.append(now())  # in the next round
    m.take("end")
    found.append(now())
    assert found == held


def test_until_your_next_turn_outlasts_the_turn_of_another(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider", [strong("your next turn")]), unit("keeper"))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("react raider rise")
    assert m.rules.value(m, 0, "might") == 7
    m.take("end")
    assert m.rules.value(m, 0, "might") == 7
    m.take("end")
    assert m.rules.value(m, 0, "might") == 2


def test_while_something_is_true(tmp_path: Path) -> None:
    healthy = {"amount": {"value": "damage", "of": "self"}, "at_most": 0}
    ability = strong("end of game", **{"while": healthy})
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [ability]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    fork = m.fork()
    m.take("react keeper rise")
    assert damage(m, "keeper") == 2 and m.rules.value(m, 1, "might") == 2
    from cardlib.kernel import atoms

    atoms.put(m, 1, "damage", 0)
    assert m.rules.value(m, 1, "might") == 7
    fork.take("pass")
    assert fork.rules.value(fork, 1, "might") == 2


def test_limits_and_durations_are_said(tmp_path: Path) -> None:
    abilities = [
        strong("your next turn"),
        strong("end of round"),
        {**BLOCK, "limit": {"times": 2, "per": "round", "by": "player"}},
        {**BLOCK, "limit": "once per action"},
        {
            "when": "hurt",
            "limit": "once per round",
            "do": [{"op": "gets", "stats": {"might": 1}, "until": "end of round"}],
        },
        {
            "when": "hurt",
            "do": [
                {
                    "op": "gets",
                    "stats": {"might": 1},
                    "while": {"amount": {"value": "damage", "of": "self"}, "at_most": 3},
                }
            ],
        },
    ]
    game = fray_at(tmp_path / "g", unit("keeper", abilities))
    assert card_text(game.project.cards["keeper"], game.project).split("\n") == [
        "Rise: When a Unit would attack a Unit, if you wish, this Unit gets +5 might until your next turn. "
        "Use this only once in the game.",
        "Rise: When a Unit would attack a Unit, if you wish, this Unit gets +5 might until end of round. "
        "Use this only once in the game.",
        "Block: When this Unit would be damaged by a Unit, you may make the damage 0. "
        "Use this only twice each round with all of yours together.",
        "Block: When this Unit would be damaged by a Unit, you may make the damage 0. Use this only once per attack.",
        "The first time each round that this Unit is damaged, it gets +1 might until end of round.",
        "When this Unit is damaged, it gets +1 might while the number of damage counters on it is at most 3.",
    ]


# -- what is declared --------------------------------------------------------------------------------------------


def test_a_game_honours_only_spans_that_it_has(tmp_path: Path) -> None:
    class Short(Fray):
        spans = ("turn",)

    with pytest.raises(CardlibError, match=r"'round' in honours.limits of the rules, expected a span of `spans`"):
        fray_at(tmp_path / "g", unit("raider"), rules=Short())
    missing = list(misdeclared(Honours(until=frozenset({"end of round"})), Short(), {}))
    assert [(one.found, one.expected) for one in missing][:1] == [("'end of round'", "the span 'round' in `spans`")]


def test_a_step_of_a_span_that_is_not_declared_stops_the_loading(tmp_path: Path) -> None:
    class Odd(Fray):
        def __init__(self) -> None:
            super().__init__()
            self.procedures["campaign"] = procedure(ending("campaign"))

    with pytest.raises(CardlibError, match="names the span 'campaign'"):
        fray_at(tmp_path / "g", unit("raider"), rules=Odd())


def test_what_holds_for_an_action_belongs_to_reactions(tmp_path: Path) -> None:
    abilities = [
        {"when": "hurt", "do": [{"op": "gets", "stats": {"might": 1}, "until": "end of action"}]},
        {"when": "hurt", "limit": "once per window", "do": [{"op": "gets", "stats": {"might": 1}}]},
    ]
    project = load_project(write_fray(tmp_path / "g", unit("keeper", abilities)))
    assert [f"{one.path}: {one.found}" for one in unfit_abilities(project, Fray())] == [
        "cards[0].abilities[0].do[0].until: 'end of action' outside a reaction",
        "cards[0].abilities[1].limit: a limit per window",
    ]


def test_uses_of_a_saved_match_are_looked_at(tmp_path: Path) -> None:
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [{**BLOCK, "limit": "once per match"}]))
    m = begun(game, "raider", "keeper")
    assert blocked(m)
    saved = json.loads(json.dumps(m.state.to_json()))
    assert load_match(game, saved).state.fingerprint() == m.state.fingerprint()
    for at, value in ((0, "year"), (2, 9), (3, 99), (4, 7), (6, "two")):
        wrong = json.loads(json.dumps(saved))
        wrong["uses"][0][at] = value
        with pytest.raises(CardlibError, match=r"uses\[0\]"):
            load_match(game, wrong)


@pytest.mark.parametrize(("may", "raised"), [(False, 1), (True, 2)])
def test_a_trigger_that_may_be_declined_is_not_counted_as_it_is_raised(tmp_path: Path, may: bool, raised: int) -> None:
    anger = {
        "when": "hurt",
        "limit": "once per turn",
        "do": [{"op": "gets", "stats": {"might": 1}, "until": "end of game"}],
    }
    game = fray_at(tmp_path / "g", unit("raider"), unit("keeper", [anger | ({"may": True} if may else {})]))
    m = begun(game, "raider", "keeper")
    m.take("attack raider keeper")
    m.take("attack raider keeper")
    assert len(m.state.raised) == raised


@pytest.mark.parametrize(("answers", "might"), [(["yes"], 1), (["no", "yes"], 1), (["no", "no"], 0)])
def test_of_two_triggers_that_wait_one_is_used_up_as_the_other_is_used(
    tmp_path: Path, answers: list[str], might: int
) -> None:
    gain = {"op": "gets", "stats": {"might": 1}, "until": "end of game"}
    anger = {"when": "hurt", "limit": "once per turn", "may": True, "do": [gain]}
    m = begun(fray_at(tmp_path / "g", unit("raider"), unit("keeper", [anger])), "raider", "keeper")
    before = m.rules.value(m, 1, "might")
    m.take("attack raider keeper")
    m.take("attack raider keeper")
    for one in m.state.raised:
        m.push("trigger", ability=(one.card, one.ability), source=one.source, you=one.you, that=one.subject)
    m.decision = None
    for answer in answers:
        assert m.options and m.decision is not None and m.decision.prompt.startswith("use ")
        m.take(answer)
    assert m.decision is not None and not m.decision.prompt.startswith("use ")
    assert m.rules.value(m, 1, "might") == before + might
