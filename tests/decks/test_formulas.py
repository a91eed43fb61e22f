"""Formulas: what they mean, and what is said of one that means nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks.formulas import LONGEST, FormulaError, parse_formula
from cardlib.decks.naming import Naming
from cardlib.decks.working import Work

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"

FIELDS: dict[str, Any] = {
    "level": 3,
    "craft": "smith",
    "strict": True,
    "slots": {"head": "glass-eye", "left-arm": "band-saw", "left-leg": "iron-foot", "right-leg": "wheel"},
    "picks": [{"level": 2, "skill": "red-heat"}, {"level": 3, "skill": "quench"}],
    "lamps": ["hand-lamp", "hand-lamp", "hand-lamp"],
    "marks": {"axe": 2, "bow": 1},
}
TABLES = {"opens": [1, 4], "named": {"smith": {"chief": "smith-chief"}}}


@pytest.fixture(scope="module")
def naming() -> Naming:
    """What the formulas of these tests may name."""
    project: Project = load_project(FOUNDRY)
    return Naming(project, frozenset({*FIELDS, "absent"}), {}, TABLES)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3),
        ("-7 + 2", -5),
        ("1 / 0", 0),
        ("min(10, level)", 3),
        ("level = 3 and not craft = 'scout'", True),
        ("level > 3 or strict", True),
        ("1 < 2 and 2 <= 2 and 3 >= 3 and 4 > 3 and 1 != 2", True),
        ("'head' in keys(slots)", True),
        ("'tail' in keys(slots)", False),
        ("level in 1..4", True),
        ("if level > 2 then 'high' else 'low'", "high"),
        ("sum(weight of slots)", 5),
        ("max(load@heavy of slots)", 8),
        ("load@light of slots", [4, 2]),
        ("health@level of named[craft].chief", 7),
        ("health@(level + 3) of 'smith-chief'", 9),
        ("health@99 of 'smith-chief'", 9),
        ("health of 'smith-chief'", 5),
        ("craft of 'smith-chief'", "smith"),
        ("type of slots.head", "arm"),
        ("name of slots.head", "Glass Eye"),
        ("count(slots)", 4),
        ("count(lamps)", 3),
        ("count(cards(slots, 'leg'))", 2),
        ("fits(slots.head, 'eye')", True),
        ("slots['left-arm']", "band-saw"),
        ("picks[2].level", 3),
        ("picks.level", [2, 3]),
        ("picks[9].level", None),
        ("count(different(type of slots))", 2),
        ("sum(p.level for p in picks where p.level > 2)", 3),
        ("all(rank of p.skill > 0 for p in picks)", True),
        ("any(p.level = 9 for p in picks)", False),
        ("sum(n * n for n in 1..4)", 30),
        ("count(p.skill = 'quench' for p in picks)", 1),
        ("opens[rank of picks[1].skill]", 1),
        ("'{craft}-chief'", "smith-chief"),
        ("sum(marks)", 3),
        ("max(marks)", 2),
        ("absent + 2", 2),
        ("has(absent)", False),
        ("has(marks.axe)", True),
        ("absent = none", False),
        ("absent != 2", True),
        ("absent < 2", False),
        ("absent.deeper[1]", None),
        ("header('budget-red') + 1", 5),
        ("header('motto')", "forward"),
        ("header('nothing')", None),
    ],
)
def test_what_a_formula_gives(naming: Naming, text: str, value: object) -> None:
    work = Work(naming, FIELDS, {"budget-red": "4", "motto": "forward"})
    assert work.of(naming.formula(text)) == value


@pytest.mark.parametrize(
    ("text", "said", "at"),
    [
        ("level +", "the formula ends where a value is expected", 7),
        ("level level", "'level' is not expected here", 6),
        ("(level", "found 'the end', expected ')'", 6),
        ("lvel + 1", "unknown name 'lvel' (nearest: level)", 0),
        ("level-1", "unknown name 'level-1' (nearest: level); a minus has spaces around it", 0),
        ("sun(marks)", "unknown function 'sun' (nearest: sum)", 0),
        ("sum()", "'sum' needs something in its parentheses", 0),
        ("keys(slots, 1)", "keys() takes one thing, found 2", 0),
        ("wieght of slots", "'wieght' is no attribute or keyword of the game (nearest: weight)", 0),
        ("weight@2 of slots", "'weight' is no table, and takes no '@'", 0),
        ("load@heavy", "found 'the end', expected 'of' and the cards", 10),
        ("load@hevy of slots", "unknown name 'hevy'", 5),
        ("cards(slots, level)", "cards() takes a field and a filter", 0),
        ("cards(slots, 'lg')", "", 0),
        ("cards(slots, 'weight>')", "a filter: a value is missing after the operator", 0),
        ("'{clas}-chief'", "unknown name 'clas'", 1),
        ("level & 2", "'&' is not expected here", 6),
        ("if level then 1", "found 'the end', expected 'else'", 15),
        ("sum(x for 2 in picks)", "found '2', expected a name", 10),
        ("1" * 12, "'1' is not expected here", 0),
        ("(" * 60 + "1" + ")" * 60, "formulas may be nested 40 deep at most", 40),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_formula_is_told(naming: Naming, text: str, said: str, at: int) -> None:
    if not said:
        assert naming.formula(text)  # a filter that nothing passes is one all the same
        return
    with pytest.raises(FormulaError) as caught:
        naming.formula(text)
    assert caught.value.problem.startswith(said), caught.value
    assert caught.value.at == at
    assert f"at character {at + 1} of" in caught.value.line


def test_a_formula_that_is_too_long_is_refused() -> None:
    with pytest.raises(FormulaError, match=f"a formula has at most {LONGEST} characters"):
        parse_formula("1" + " + 1" * LONGEST)


def test_words_are_no_numbers(naming: Naming) -> None:
    with pytest.raises(FormulaError, match="found 'smith', expected a number"):
        Work(naming, FIELDS).of(naming.formula("craft + 1"))


@pytest.mark.parametrize(
    "text",
    ["count(a for a in 1..100000000)", "sum(sum(sum(c for c in 1..999) for b in 1..999) for a in 1..999)"],
)
def test_a_formula_that_takes_too_long_is_refused(naming: Naming, text: str) -> None:
    with pytest.raises(FormulaError, match="takes more than 200,000 steps"):
        Work(naming, FIELDS).of(naming.formula(text))
