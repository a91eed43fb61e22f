"""The queue of triggers: put in order as they are raised, resolved one after another, first in first out.

Steps for a game's own procedures: `order` and `next_trigger` (which goes on at the step `check`), and the procedure
`trigger` that they push.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import can_begin, choose_targets
from cardlib.kernel import atoms, moments, seats, spans
from cardlib.kernel.match import END
from cardlib.kernel.questions import ask_yes

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Raised


def order(m: Match, f: dict[str, Any]) -> str | None:
    """Queue the triggers of this moment: by the game's stages, in each of them the active player's first.

    The triggers of a player are put in an order of that player's choice; those that go in one go stay together.
    """
    s = m.state
    raised = s.raised
    if not raised:
        return None
    if len(raised) == 1:
        atoms.enqueue(m, [raised[0]])
        return None
    active = s.vars["active"]
    ordered: list[Raised] = []
    after = {side: at for at, side in enumerate(seats.around(m, active))}
    last = len(after)  # those of who is out come last
    groups = sorted({(m.rules.stage(m, entry), after.get(entry.you, last), entry.you) for entry in raised})
    for stage, _, player in groups:
        own = [entry for entry in raised if entry.you == player and m.rules.stage(m, entry) == stage]
        if len(own) == 1:
            ordered.extend(own)
            continue
        heaps = m.rules.heaps(m, own)
        kinds = [_same(m, heap[0]) for heap in heaps] if len(heaps) > 1 else []
        while len(set(kinds)) > 1:
            values = [("trigger", i, *heap[0][:5]) for i, heap in enumerate(heaps)]
            picked = m.ask(player, "order", values, "which ability first", rule=m.rules.cites.get("order"))
            ordered.extend(heaps.pop(picked[1]))
            del kinds[picked[1]]
        for heap in heaps:
            ordered.extend(heap)
    if m.arrange is not None:
        ordered = m.arrange(m, ordered)
    atoms.enqueue(m, ordered)
    return None


def is_open(m: Match, one: Raised, other: Raised) -> bool:
    """Whether a player chooses which of two triggers of one moment goes first; else the rules of the game say it."""
    if one.you != other.you or m.rules.stage(m, one) != m.rules.stage(m, other):
        return False
    return len(m.rules.heaps(m, [one, other])) > 1


def alike(m: Match, one: Raised, other: Raised) -> bool:
    """Whether two triggers of one moment do the same, so that their order is nobody's question."""
    return one.you == other.you and _same(m, one) == _same(m, other)


def _same(m: Match, entry: Raised) -> tuple[Any, ...]:
    """What tells triggers of a player apart; those that do the same need no order."""
    ability = m.facts.abilities[entry.card][entry.ability]
    about = m.steady.get(ability)
    if about is None:
        about = m.steady[ability] = (ability.impersonal, ability.names_event)
    impersonal, names_event = about
    if impersonal:
        return (entry.card, entry.ability)
    event = (entry.subject, entry.other) if names_event else ()
    return (entry.card, entry.ability, m.state.place[entry.source], m.state.host[entry.source], *event)


def next_trigger(m: Match, f: dict[str, Any]) -> str | None:
    """Take the first trigger of the queue; it can't be responded to.

    So many as the frame has `kept` wait for a trigger further below in the stack, which is not at its end yet.
    """
    kept = f.get("kept", 0)
    if len(m.state.queue) <= kept:
        return None
    first = atoms.dequeue(m, kept)
    m.push(
        "trigger",
        ability=(first.card, first.ability),
        source=first.source,
        you=first.you,
        that=first.subject,
        other=first.other,
        number=first.number,
        player=first.player,
    )
    return "check"


def trigger_targets(m: Match, f: dict[str, Any]) -> str | None:
    """Decide on "may" and choose targets as the trigger resolves; without a legal one it does nothing."""
    card, number = f["ability"]
    ability = m.facts.abilities[card][number]
    rule = ability.rule or m.rules.cites.get("trigger")
    said = m.telling or ability.optional
    called = m.rules.speech.ability_called(m, f["source"], ability) if said else ""
    if ability.optional:
        if spans.used_up(m, ability, f["source"], f["you"]) or not can_begin(m, ability, f["source"], f["you"], f):
            return END
        prompt = f"use {called or m.rules.name(m, f['source'])}"
        if not ask_yes(m, f["you"], prompt, rule=rule, source=f["source"], ability=ability):
            return END
    if ability.targets:
        cited = m.rules.cites.get("trigger-target")
        targets = choose_targets(m, ability, f["source"], f["you"], {}, rule=cited)
        if targets is None:
            return END
        f["targets"] = targets
    if ability.optional:
        spans.use(m, ability, f["source"], f["you"])
    moments.foretell(m, "trigger", f["source"], f["that"], f["you"], rule, total=called)
    return None


def trigger_effect(m: Match, f: dict[str, Any]) -> str | None:
    """Carry the trigger out."""
    card, number = f["ability"]
    keys = ("that", "other", "number", "player", "targets")
    bind: dict[str, Any] = {key: f[key] for key in keys if key in f}
    bind["space"] = m.state.place[f["source"]]
    begin_effect(m, m.facts.abilities[card][number], f["source"], f["you"], **bind)
    return None


def trigger_ends(m: Match, f: dict[str, Any]) -> None:
    """Of a trigger that did nothing there is nothing to tell."""
    moments.told_out(m)


TRIGGER = (
    (trigger_targets, trigger_effect, trigger_ends),
    {"trigger_targets": 0, "trigger_effect": 1, "trigger_ends": 2},
)
