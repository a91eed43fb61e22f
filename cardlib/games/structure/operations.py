"""The operations that only Dept. of Structure has: ready and utilize, Resurrect, resources of choice, Base Health."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import ONE, About, Amount, Who
from cardlib.abilities.operations.paying import always
from cardlib.abilities.operations.registry import operation
from cardlib.games.structure import verbs
from cardlib.games.structure.cards import STAYS, TYPES
from cardlib.games.structure.numbers import kind, on_field
from cardlib.games.structure.paying import any_in_store, change, pay, ready_to_utilize
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run


@operation("utilize", text="utilize {about}", game="structure", on="play", cost=ready_to_utilize)
def utilize(run: Run, about: About) -> None:
    """Cards become utilized; those that are so already stay as they are, and it is not done."""
    m = run.match
    for obj in about.find(run):
        if not on_field(m, obj) or m.state.columns["utilized"][obj]:
            run.bind["done"] = False
            continue
        atoms.put(m, obj, "utilized", 1)
        m.changed(vital=False)
        m.emit("utilized", obj, run.source, 0, run.you, run.rule)


@operation("ready", text="{about:become} ready", game="structure", on="play")
def ready(run: Run, about: About) -> None:
    """Cards become ready."""
    m = run.match
    for obj in about.find(run):
        if on_field(m, obj):
            atoms.put(m, obj, "utilized", 0)
            m.changed(vital=False)
            m.emit("readied", obj, run.source, 0, run.you, run.rule)


@operation("resurrect", text="Resurrect {about}", game="structure")
def resurrect(run: Run, about: About) -> None:
    """Cards come from the Graveyard onto the battlefield utilized, as newly arrived (DOS-204, DOS-205)."""
    m = run.match
    for obj in about.find(run):
        if kind(m, obj) & STAYS and verbs.enter(m, obj, run.you, "DOS-204", utilized=True):
            m.emit("resurrected", obj, run.source, 0, run.you, "DOS-204")


@operation("gain-any", text="gain {amount:resource} of a type of your choice", game="structure")
def gain_any(run: Run, amount: Amount = ONE) -> None:
    """Gain resources of one type of your choice."""
    m = run.match
    choices: list[Choice] = [("resource", number) for number in range(len(TYPES))]
    answer = m.ask(run.you, "one", choices, "gain a resource", rule=run.rule, source=run.source, ability=run.ability)
    change(m, run.you, TYPES[answer[1]], run.number(amount), verbs.gaining(m))


@operation("gain-different", text="gain 1 resource each of {count} different types of your choice", game="structure")
def gain_different(run: Run, count: Amount) -> None:
    """Gain one resource each of several different types of your choice."""
    m = run.match
    number = min(run.number(count), len(TYPES))
    choices: list[Choice] = [("income", *chosen) for chosen in combinations(range(len(TYPES)), number)]
    answer = m.ask(
        run.you,
        "one",
        choices,
        "gain different resources",
        rule=run.rule,
        source=run.source,
        ability=run.ability,
    )
    for chosen in answer[1:]:
        change(m, run.you, TYPES[chosen], 1, verbs.gaining(m))


@operation("spend-any", text="pay {amount:resource} of any type", game="structure", cost=any_in_store, spends=True)
def spend_any(run: Run, amount: Amount = ONE) -> None:
    """You pay resources of any types; not done, and nothing is paid, when there are too few."""
    m = run.match
    number = run.number(amount)
    if m.rules.player_value(m, run.you, "any") < number:
        run.bind["done"] = False
        return
    pay(m, run.you, (0, 0, 0, 0, number), run.source)


@operation("name-resource", text="name a resource type", game="structure", keeps="named", cost=always)
def name_resource(run: Run) -> None:
    """Name one of the four types, for `plunder`; as a cost it is named on announcement (DOS-043)."""
    m = run.match
    rule = "DOS-043" if run.bind["part"] == "cost" else run.rule
    choices: list[Choice] = [("resource", number) for number in range(len(TYPES))]
    answer = m.ask(run.you, "one", choices, "name a resource type", rule=rule, source=run.source, ability=run.ability)
    run.bind["named"] = answer[1]
    m.emit("names", NOWHERE, run.source, answer[1], run.you, rule)


@operation(
    "plunder",
    text="your opponent loses up to {amount} of it, and you gain as many as were lost",
    game="structure",
    wants="named",
)
def plunder(run: Run, amount: Amount) -> None:
    """The opponent loses resources of the named type, and you gain as many as were lost."""
    m = run.match
    type_ = TYPES[run.bind["named"]]
    lost = -change(m, 1 - run.you, type_, -run.number(amount), verbs.gaining(m))
    if lost:
        change(m, run.you, type_, lost, verbs.gaining(m))


@operation(
    "lose-base",
    text="{who:'s} Base loses {amount} health",
    variants={"who=each player": "each Base loses {amount} health at the same time"},
    game="structure",
    cost=always,
)
def lose_base(run: Run, amount: Amount, who: Who = "opponent") -> None:
    """Bases lose health, at the same time (DOS-181)."""
    number = run.number(amount)
    for player in run.players(who):
        verbs.lose_base(run.match, player, number, run.source, run.ability.rule or "DOS-181")
