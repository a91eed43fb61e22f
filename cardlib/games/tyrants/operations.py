"""The operations that only Against All Tyrants has: placing by traits, deploying, Compute, instructions, scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cardlib.abilities.operations.params import ONE, About, Amount, FilterTest, Flag, Literally
from cardlib.abilities.operations.registry import operation
from cardlib.games.tyrants.board import THEATERS, base, units
from cardlib.games.tyrants.escalation import add_incidents, score
from cardlib.games.tyrants.numbers import hosts, pact_types, room, working
from cardlib.kernel import atoms
from cardlib.kernel.decisions import DONE, Choice
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run


@operation("bring", text="place {count:up to what} from your hand or Special Forces deck", game="tyrants")
def bring(run: Run, what: FilterTest, count: Amount = ONE) -> None:
    """Units come into play out of the hand or the Special Forces deck: the traits Transport and Sympathized.

    what: which units.
    """
    m = run.match
    s = m.state
    zones = [m.facts.zone[zone][run.you] for zone in ("hand", "special-forces")]
    found = [obj for zone in zones for obj in s.zones[zone] if what(m, obj, run.source, run.you)]
    m.touched = True
    # In the turn of the other player it would tell something not to be asked.
    veiled = m.windows == "hand" and run.you != s.vars["active"] and any(s.zones[zone] for zone in zones)
    if found or veiled:
        _placing(run, found, run.number(count), deployed=False, veiled=veiled)


Theater = Annotated[str, Literally("string", THEATERS)]


@operation("deploy", text="deploy {about}", game="tyrants")
def deploy(run: Run, about: About, at: Theater | None = None) -> None:
    """Units come into play as deployed ones, without counting as played (AAT-038, AAT-042).

    at: the only theater for them; any that is printed on them if left out.
    """
    found = about.find(run)
    run.match.touched = True
    if found:
        _placing(run, found, len(found), deployed=True, at=at or "legal")


def _placing(run: Run, cards: list[int], left: int, *, deployed: bool, at: str = "legal", veiled: bool = False) -> None:
    run.match.push(
        "placing",
        player=run.you,
        cards=tuple(cards),
        left=left,
        up_to=not deployed,
        deployed=deployed,
        at=at,
        veiled=veiled,
        source=run.source,
        rule=run.rule or ("AAT-038" if deployed else "AAT-043"),
    )


@operation("compute", text="Compute {amount}", game="tyrants", brings="computation")
def compute(run: Run, amount: Amount) -> None:
    """Make Computation tokens and distribute them over units with a working Mainframe, as far as there is room."""
    _distribute(run, run.number(amount), NOWHERE, up_to=False)


@operation(
    "back-up", text="move up to {amount} of its Computation tokens to other units with Mainframe", game="tyrants"
)
def back_up(run: Run, amount: Amount) -> None:
    """Save Computation tokens of a destroyed unit on other units with a working Mainframe (AAT-107)."""
    _distribute(run, min(run.number(amount), run.bind.get("number", 0)), run.source, up_to=True)


def _distribute(run: Run, number: int, but: int, *, up_to: bool) -> None:
    """Put tokens on units with room, one pick for each as long as there is a choice; fewer of them if `up_to`."""
    m = run.match
    free = {unit: room(m, unit) for unit in hosts(m, run.you) if unit != but}
    plan: dict[int, int] = {}
    for _ in range(number):
        open_ = [unit for unit in free if free[unit] > plan.get(unit, 0)]
        if not open_:
            break
        if number >= sum(free.values()) and not up_to:
            unit = open_[0]  # every host is filled, whatever the order
        else:
            choices: list[Choice] = [("card", unit) for unit in open_]
            choices += [DONE] if up_to else []
            rule = run.ability.rule or "AAT-112"
            answer = m.ask(
                run.you,
                "some",
                choices,
                "put a Computation token on",
                rule=rule,
                source=run.source,
                ability=run.ability,
            )
            if answer == DONE:
                break
            unit = answer[1]
        plan[unit] = plan.get(unit, 0) + 1
    for unit, tokens in plan.items():
        atoms.put(m, unit, "computation", m.state.columns["computation"][unit] + tokens)
        m.emit("computed", unit, run.source, tokens, run.you, run.ability.rule or "AAT-112")
    m.touched = True


@operation(
    "upload",
    text="move up to {amount:Computation token} from allied units with a working Mainframe trait to the enemy base; "
    "this is an objective step",
    game="tyrants",
)
def upload(run: Run, amount: Amount) -> None:
    """Move Computation tokens from units with a working Mainframe to the enemy base: one objective step (AAT-159)."""
    m = run.match
    plan = _drawn_off(run, run.number(amount), 1, "AAT-159")
    moved = sum(plan.values())
    _take_off(run, plan)
    enemy = base(m, 1 - run.you)
    if enemy != NOWHERE:
        atoms.put(m, enemy, "computation", m.state.columns["computation"][enemy] + moved)
    m.emit("uploaded", enemy, run.source, moved, run.you, "AAT-159")
    add_incidents(m, m.facts.constants["incidents_per_step"], "AAT-159")


@operation(
    "spend-computation",
    text="remove up to {amount:Computation token} from allied units",
    game="tyrants",
    keeps="computation_spent",
)
def spend_computation(run: Run, amount: Amount) -> None:
    """Remove Computation tokens from units with a working Mainframe; `computation_spent` is how many (AAT-Q56).

    amount: how many at most.
    """
    plan = _drawn_off(run, run.number(amount), 0, run.ability.rule or "AAT-Q56")
    _take_off(run, plan)
    run.note("computation_spent", sum(plan.values()))


def _drawn_off(run: Run, most: int, least: int, rule: str) -> dict[int, int]:
    """Ask, token by token, from which units with a working Mainframe the player takes Computation tokens."""
    m = run.match
    column = m.state.columns["computation"]
    there = {unit: column[unit] for unit in units(m, run.you) if working(m, unit, "mainframe")}
    plan: dict[int, int] = {}
    for taken in range(most):
        open_ = [unit for unit in there if there[unit] > plan.get(unit, 0)]
        if not open_:
            break
        choices: list[Choice] = [("card", unit) for unit in open_]
        choices += [DONE] if taken >= least else []
        answer = m.ask(
            run.you, "some", choices, "take a Computation token from", rule=rule, source=run.source, ability=run.ability
        )
        if answer == DONE:
            break
        plan[answer[1]] = plan.get(answer[1], 0) + 1
    return plan


def _take_off(run: Run, plan: dict[int, int]) -> None:
    m = run.match
    for unit, tokens in plan.items():
        atoms.put(m, unit, "computation", m.state.columns["computation"][unit] - tokens)
        m.emit("computed", unit, run.source, -tokens, run.you, run.rule)


@operation("inspire", text="{about} may take one additional action", game="tyrants")
def inspire(run: Run, about: About) -> None:
    """Units may each take an additional action, as instructions: of a choice always up to so many (AAT-084)."""
    _instruct(run, about, attacks_only=False)


@operation("assault", text="{about} may take one additional Attack action", game="tyrants")
def assault(run: Run, about: About) -> None:
    """Units may each take an additional attack, as instructions: of a choice always up to so many (AAT-085)."""
    _instruct(run, about, attacks_only=True)


def _instruct(run: Run, about: About, *, attacks_only: bool) -> None:
    found = run.matching(about.test, about.zone, about.whose) if about.kind == "choose" else about.find(run)
    run.match.touched = True
    run.match.push(
        "instruct",
        player=run.you,
        cards=tuple(found),
        left=run.number(about.count) if about.count else len(found),
        attacks_only=attacks_only,
        source=run.source,
        rule="AAT-085" if attacks_only else "AAT-084",
    )


@operation("score", text="score {amount:Objective token}", game="tyrants")
def score_(run: Run, amount: Amount = ONE) -> None:
    """Score Objective tokens: a step towards the alternate objective, with its Incident (AAT-151)."""
    score(run.match, run.you, run.source, run.number(amount))


@operation(
    "add-incidents",
    text="add {amount:Incident}",
    variants={"step": "this is an objective step (add {amount:Incident})"},
    game="tyrants",
)
def add_incidents_(run: Run, amount: Amount = ONE, step: Flag = False) -> None:
    """Add Incidents.

    step: whether this is a step of an alternate objective.
    """
    add_incidents(run.match, run.number(amount), "AAT-098" if step else run.rule)


@operation("name-type", text="name that type", game="tyrants")
def name_type(run: Run) -> None:
    """Name a type for Forge Pact: one not named before, of which you have enough non-objective units (AAT-163)."""
    m = run.match
    found = pact_types(m, run.you)
    if not found:
        run.bind["done"] = False
        return
    choices: list[Choice] = [("type", number) for number in found]
    number = m.ask(run.you, "one", choices, "name a type", rule="AAT-163", source=run.source, ability=run.ability)[1]
    atoms.note_player(m, run.you, "pacts", m.state.players[run.you]["pacts"] | 1 << number)
    m.emit("named", NOWHERE, run.source, number, run.you, "AAT-163")
