"""Reactions: who may react in a window, who is asked before whom, and how a reaction is carried out.

Two procedures, `window` and `react`, for the windows that `cardlib.kernel.windows` opens. In a window first happens
what is automatic, then those who can do something are asked until all pass. A reaction is paid for, may be answered
itself where the window says so (last in, first out), and takes effect on the record before anybody is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import can_begin, choose_targets, cost_can_be_paid, enough, short_of
from cardlib.kernel import atoms, grants, refusals, spans, values
from cardlib.kernel.ability import Ability
from cardlib.kernel.decisions import PASS
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Why
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import WindowKind, open_window, record_of

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

Rank = tuple[int, ...]
NAME: Final = "{name}"  # what a reaction is called, in what keeps it from being used


class Obstacle(NamedTuple):
    """What keeps a reaction from being used: under which name the game cites a rule for it, and a sentence about it."""

    cites: str
    text: str


UNPAID: Final = Obstacle("reaction-cost", f"what {NAME} costs can't be paid")
UNANSWERED: Final = Obstacle("reaction-condition", f"{NAME} does not answer to this")
UNMET: Final = Obstacle("reaction-condition", f"what {NAME} needs is not so")
UNTARGETED: Final = Obstacle("reaction-target", f"{NAME} has no legal target")
USELESS: Final = Obstacle("reaction-target", f"there is nothing that {NAME} could do")


class Candidate(NamedTuple):
    """A reaction that could be used: of which object and player."""

    obj: int
    ability: Ability
    you: int


class Group(NamedTuple):
    """Who is asked at one time: a player with all reactions of one rank; whether passing could tell something."""

    rank: Rank
    player: int
    options: list[tuple[Any, ...]]
    veiled: bool


# -- who may react -----------------------------------------------------------------------------------------------


def listening(m: Match, window: str) -> Iterator[Candidate]:
    """Yield every reaction to a window that somebody has now, found through the index of listeners."""
    s, facts = m.state, m.facts
    for obj in s.listeners.get(f"react:{window}", ()):
        zone = facts.zone_kinds[s.zone[obj]]
        you = m.rules.controller(m, obj)
        for ability in facts.reactions[s.card[obj]].get(window, ()):
            if zone in ability.zones and not (zone == m.facts.field and values.lost(m, obj)):
                yield Candidate(obj, ability, you)
    if facts.granting:
        for obj, ability in grants.reactions(m, window):
            yield Candidate(obj, ability, m.rules.controller(m, obj))


class Listener(NamedTuple):
    """Who could react: an object with its reactions; `floor` is what each of them takes at least of a pool."""

    obj: int
    abilities: tuple[Ability, ...]
    floor: tuple[tuple[str, int], ...]


def listeners(m: Match, window: str, automatic: bool = False) -> Iterator[Listener]:
    """Yield by object the reactions to a window, those that are asked for or those that happen by themselves."""
    s, facts = m.state, m.facts
    for obj in s.listeners.get(f"react:{window}", ()):
        zone = facts.zone_kinds[s.zone[obj]]
        if not (zone == facts.field and values.lost(m, obj)):
            found = facts.reactions[s.card[obj]].get(window, ())
            yield _listener(obj, tuple(one for one in found if zone in one.zones), automatic)
    if facts.granting:
        known = values.in_force(m).listening
        key = "listeners", window, automatic
        granted: list[Listener] | None = known.get(key)
        if granted is None:
            by_object: dict[int, tuple[Ability, ...]] = {}
            for obj, ability in grants.reactions(m, window):
                by_object[obj] = (*by_object.get(obj, ()), ability)
            there = (_listener(obj, abilities, automatic) for obj, abilities in by_object.items())
            granted = known[key] = [one for one in there if one.abilities]
        yield from granted


def _listener(obj: int, abilities: tuple[Ability, ...], automatic: bool) -> Listener:
    meant = tuple(one for one in abilities if one.automatic == automatic)
    prices = [dict(one.price or ()) for one in meant]
    pools = prices[0] if prices else {}
    floor = {pool: min(price.get(pool, 0) for price in prices) for pool in pools}
    return Listener(obj, meant, tuple((pool, number) for pool, number in floor.items() if number))


def can_afford_any(m: Match, one: Listener, you: int) -> bool:
    """Whether an object has the points that each of its reactions takes at least."""
    for pool, number in one.floor:  # noqa: SIM110 (a generator costs twice as much)
        if m.rules.points_there(m, pool, one.obj, you) < number:
            return False
    return True


def usable(m: Match, one: Candidate, action: int) -> bool:
    """Whether a reaction can be used on the record of an action now."""
    return _obstacle(m, one, action, told=False) is None


def why_not(m: Match, one: Candidate, action: int) -> Why | None:
    """Say why a reaction can't be used on the record of an action now, by which rule; None if it can."""
    obstacle = _obstacle(m, one, action, told=True)
    return _told(m, one, obstacle) if obstacle is not None else None


def _told(m: Match, one: Candidate, obstacle: Obstacle) -> Why:
    """What keeps a reaction from being used in words, with the rule."""
    if obstacle.cites == UNPAID.cites and (kept := m.rules.kept_back(m, one.ability, one.obj)) is not None:
        return refusals.told(m, kept, one.obj)
    cites = m.rules.cites
    rule = cites.get(obstacle.cites) or one.ability.rule or cites.get("reaction")
    return obstacle.text.replace(NAME, called(m, one.ability)), rule


def _obstacle(m: Match, one: Candidate, action: int, told: bool) -> Obstacle | None:
    """What keeps a reaction from being used, in full where it is told; None if nothing does."""
    obj, ability, you = one
    bind: dict[str, Any] = {"action": action}
    priced = not told and ability.price is not None  # points run short more often than anything else
    if priced and not cost_can_be_paid(m, ability, obj, you, bind):
        return UNPAID
    record = m.state.stack[action][2]
    for field, test in ability.where:
        there = record.get(field, NOWHERE)
        if there == NOWHERE or not test(m, there, obj, you):
            return UNANSWERED
    for condition in (ability.condition, ability.needs):
        if condition is not None and not condition(m, obj, you, bind):
            return UNMET
    limit = ability.limit
    if limit is not None and spans.used_up(m, ability, obj, you):
        if not told:
            return UNMET  # which one it is nobody reads
        often = spans.how_often(limit)
        of = f"in {record_of(m, action)[0].name}" if limit.per == "action" else f"per {limit.per}"
        cites = "reaction-limit" if limit.per in spans.IN_FLIGHT else f"{limit.per}-limit"
        return Obstacle(cites, f"{NAME} can be used only {often} {of}")
    short = None if priced else short_of(m, ability, obj, you, bind, told)
    if short is not None:
        return Obstacle(UNPAID.cites, f"{NAME} can't be paid: {short}") if short else UNPAID
    if not enough(m, ability, obj, you):
        return UNTARGETED
    return None if can_begin(m, ability, obj, you, bind) else USELESS


def groups(m: Match, f: dict[str, Any]) -> list[Group]:
    """Return whom to ask, in order: the reactions that can be used now, by rank and player.

    Where cards are asked for so that not being asked tells nothing, also those who could hold one.
    """
    kind = m.facts.windows.kinds[f["window"]]
    players = m.rules.players_named(m, "each player", NOWHERE, {})
    found: dict[Rank, list[tuple[Any, ...]]] = {}
    whose: dict[Rank, int] = {}
    spared = m.state.vars["active"] if f["asks"] == "others" else NOWHERE
    for one in listeners(m, kind.id):
        obj = one.obj
        you = m.rules.controller(m, obj)
        if you == spared or you not in players or not can_afford_any(m, one, you):
            continue
        offers = [
            ("react", obj, ability.card, ability.number)
            for ability in one.abilities
            if usable(m, Candidate(obj, ability, you), f["action"])
        ]
        if offers:
            rank = rank_of(m, kind, f["action"], obj, you, players)
            whose[rank] = you
            found.setdefault(rank, []).extend(offers)
    veiled = set()
    if m.windows == "hand":
        for player in _veiled(m, kind.id, players):
            rank = rank_of(m, kind, f["action"], NOWHERE, player, players)
            whose[rank] = player
            veiled.add(rank)
    asked = [Group(rank, whose[rank], found.get(rank, []), rank in veiled) for rank in sorted(whose)]
    if kind.again == "top" and len(asked) > len(set(whose.values())):
        asked = _in_a_row(asked)
    after = f["after"]
    if not after or kind.again == "top":
        return asked
    later = [group for group in asked if group.rank > after]
    return later if kind.again == "once" else [*later, *(group for group in asked if group.rank <= after)]


def _asked(m: Match, f: dict[str, Any]) -> list[Group]:
    """Whom to ask, worked out once for the question and for its answer: nothing happens between them."""
    m.hold_still()
    still = m.recall()
    key = ("groups", len(m.state.stack))
    found: list[Group] | None = still.get(key) if still is not None else None
    if found is None:
        found = groups(m, f)
        if still is not None:
            still[key] = found
    return found


def _in_a_row(asked: list[Group]) -> list[Group]:
    """Ask a player once for what comes one after another anyway, where a reaction lets the asking begin again."""
    found: list[Group] = []
    for group in asked:
        last = found[-1] if found else None
        if last is not None and last.player == group.player:
            found[-1] = Group(last.rank, last.player, last.options + group.options, last.veiled or group.veiled)
        else:
            found.append(group)
    return found


def _veiled(m: Match, window: str, players: list[int]) -> Iterator[int]:
    """Yield the players who hold hidden cards where something could react from."""
    s, facts = m.state, m.facts
    kinds = [kind for kind in sorted(facts.reacting.get(window, ())) if facts.visible.get(kind, "all") != "all"]
    for player in players:
        if any(s.zones[facts.zone[kind][player]] for kind in kinds):
            yield player


def rank_of(m: Match, kind: WindowKind, action: int, obj: int, player: int, players: list[int]) -> Rank:
    """Return when an object of a player is asked, the lowest rank first; hidden things count as having no values."""
    at = players.index(player)
    record = m.state.stack[action][2]
    fields = m.facts.windows.records[kind.record].fields
    hidden = obj == NOWHERE or m.facts.visible[m.facts.zone_kinds[m.state.zone[obj]]] != "all"
    parts: list[int] = []
    for word in kind.order:
        if word == "turn order":
            parts.append(at)
        elif word == "others first":
            parts.append(at or len(players))
        elif word.startswith(("highest ", "lowest ")):
            end, _, attr = word.partition(" ")
            value = 0 if hidden else m.rules.value(m, obj, attr)
            parts.append(-value if end == "highest" else value)
        else:
            name, _, end = word.rpartition(" ")
            party = record.get(name, NOWHERE)
            if fields[name].type == "object" and party != NOWHERE:
                party = m.state.controller[party]
            parts.append(int((party == player) != (end == "first")))
    return (*parts, at)


def called(m: Match, ability: Ability) -> str:
    """Return what a reaction is called: by its name, else by that of its card."""
    return str(ability.node.get("name") or m.facts.names[ability.card])


# -- the window --------------------------------------------------------------------------------------------------


def window_automatic(m: Match, f: dict[str, Any]) -> str | None:
    """What reacts by itself does so once each, in the order of the window."""
    if m.state.stack[f["action"]][2].get("cancelled"):
        return "window_closes"
    kind = m.facts.windows.kinds[f["window"]]
    if kind.id not in m.facts.automatic:
        return None
    players = m.rules.players_named(m, "each player", NOWHERE, {})
    due: list[tuple[Rank, int, Candidate]] = []
    for one in listeners(m, kind.id, automatic=True):
        you = m.rules.controller(m, one.obj)
        if you not in players or not can_afford_any(m, one, you):
            continue
        for ability in one.abilities:
            candidate = Candidate(one.obj, ability, you)
            if (one.obj, ability.card, ability.number) not in f["done"] and usable(m, candidate, f["action"]):
                due.append((rank_of(m, kind, f["action"], one.obj, you, players), len(due), candidate))
    if not due:
        return None
    first = min(due, key=lambda item: item[:2])[2]
    m.touched = True
    f["done"] = (*f["done"], (first.obj, first.ability.card, first.ability.number))
    _react(m, f, first.obj, first.ability.card, first.ability.number)
    return AGAIN


def window_asks(m: Match, f: dict[str, Any]) -> str | None:
    """Those who can react are asked until all pass; after a reaction the asking goes on as the window says."""
    if m.passed_over or f["asks"] == "nobody":
        return None
    kind = m.facts.windows.kinds[f["window"]]
    for group in _asked(m, f):
        answer = m.ask(
            group.player,
            "one",
            [PASS, *group.options],
            "react or pass",
            rule=kind.rule or m.rules.cites.get("reaction"),
            offer=group.veiled,
            default=PASS,
        )
        if answer != PASS:
            m.touched = True
            f["after"] = group.rank
            _react(m, f, answer[1], answer[2], answer[3])
            return "window_automatic"
    return None


def window_closes(m: Match, f: dict[str, Any]) -> None:
    """What lasted until the window closes ends; an action that was called off goes on where it says, or ends."""
    s = m.state
    spans.close(m, "window", len(s.stack) - 1)
    procedure, _, bind, _ = s.stack[f["action"]]
    if bind.get("cancelled"):
        steps, names = m.rules.procedures[procedure]
        atoms.go_on_at(m, f["action"], names[f["exit"]] if f["exit"] else len(steps))


WINDOW = (
    (window_automatic, window_asks, window_closes),
    {"window_automatic": 0, "window_asks": 1, "window_closes": 2},
)


# -- a reaction --------------------------------------------------------------------------------------------------


def _react(m: Match, f: dict[str, Any], obj: int, card: int, number: int) -> None:
    """Put a reaction on the stack; where it can be answered it is a record itself."""
    answers = m.facts.windows.kinds[f["window"]].answers
    record = {"record": m.facts.windows.kinds[answers].record} if answers else {}
    you = m.rules.controller(m, obj)
    m.push("react", ability=(card, number), source=obj, you=you, action=f["action"], answers=answers, **record)


def at_will(m: Match, window: str, player: int, action: int) -> list[tuple[Any, ...]]:
    """Return the reactions that a player could use in a window, as options; for a window that asks only others."""
    return [
        ("react", one.obj, ability.card, ability.number)
        for one in listeners(m, window)
        if m.rules.controller(m, one.obj) == player and can_afford_any(m, one, player)
        for ability in one.abilities
        if usable(m, Candidate(one.obj, ability, player), action)
    ]


def use_at_will(m: Match, window: str, obj: int, card: int, number: int) -> None:
    """Let a reaction be used without asking anybody: on the record of the running procedure, as in a window."""
    action = len(m.state.stack) - 1
    m.push("window", window=window, action=action, exit="", after=(), done=(), used=(), asks="")
    atoms.go_on_at(m, action + 1, WINDOW[1]["window_closes"])
    _react(m, m.state.stack[action + 1][2], obj, card, number)


def react_targets(m: Match, f: dict[str, Any]) -> str | None:
    """Targets are chosen; without a legal one nothing happens."""
    card, number = f["ability"]
    ability = m.facts.abilities[card][number]
    targets = choose_targets(m, ability, f["source"], f["you"], {"action": f["action"]})
    if targets is None:
        return END
    f["targets"] = targets
    return None


def react_cost(m: Match, f: dict[str, Any]) -> None:
    """The use is counted, and the cost paid."""
    card, number = f["ability"]
    ability = m.facts.abilities[card][number]
    spans.use(m, ability, f["source"], f["you"])
    f["kept"] = ()
    rule = ability.rule or m.rules.cites.get("trigger" if ability.automatic else "reaction")
    called = m.rules.speech.ability_called(m, f["source"], ability) if m.telling else ""
    if ability.automatic:
        m.emit("trigger", f["source"], NOWHERE, 0, f["you"], rule, total=called)
    else:
        m.emit("reacted", f["source"], NOWHERE, number, f["you"], rule, total=called)
    if ability.cost:
        begin_effect(m, ability, f["source"], f["you"], part="cost", action=f["action"])


def react_answered(m: Match, f: dict[str, Any]) -> None:
    """The reaction may be answered before it takes effect, where the window says so."""
    if f["answers"]:
        open_window(m, f["answers"])


def react_effect(m: Match, f: dict[str, Any]) -> str | None:
    """The reaction takes effect, unless an answer called it off."""
    card, number = f["ability"]
    ability = m.facts.abilities[card][number]
    begin_effect(
        m,
        ability,
        f["source"],
        f["you"],
        targets=f["targets"],
        action=f["action"],
        **dict(f["kept"]),
    )
    return None


REACT = (
    (react_targets, react_cost, react_answered, react_effect),
    {"react_targets": 0, "react_cost": 1, "react_answered": 2, "react_effect": 3},
)


# -- what refuses one --------------------------------------------------------------------------------------------


def _at_rest(m: Match, player: int) -> dict[str, Any] | None:
    """Return the window whose reactions the player who has the turn uses at will, between two actions; else None."""
    acts = player == m.state.vars["active"] == m.player and len(m.state.stack) == 1
    kinds = (kind.id for kind in m.facts.windows.kinds.values() if kind.asks == "others")
    kind = next(kinds, None) if acts else None
    return {"window": kind, "action": 0} if kind is not None else None


def refused(m: Match, player: int, move: Move) -> Why | None:
    """Say why a reaction that somebody names is not offered; None where that is for the game to say.

    Of several of one name the reason is that of one which answers to this, of those of one that says to what. What is
    used in a window that asks for it by name is told of also when that has closed.
    """
    if move.verb != "react" or not move.things:
        return None
    window = next((frame[2] for frame in m.state.stack[::-1] if frame[0] == "window"), None) or _at_rest(m, player)
    rule = m.rules.cites.get("reaction")
    if window is None:
        return "nobody is asked for reactions now", rule
    thing, named = move.things[0], move.named("REACTION")
    kinds = m.facts.windows.kinds
    here = kinds[window["window"]]
    by_name = [kind for kind in kinds.values() if kind.asks == "named" and kind.record == here.record]
    reasons: list[tuple[bool, bool, Why]] = []
    for kind in dict.fromkeys((here, *by_name)):
        for one in listening(m, kind.id) if not reasons else ():
            in_play = thing.objects and m.facts.zone_kinds[m.state.zone[one.obj]] == m.facts.field
            fits = one.obj in thing.objects if in_play else m.state.card[one.obj] in thing.numbers
            if one.you == player and fits and (named is None or named.words == m.facts.reaction_name(one.ability)):
                obstacle = _obstacle(m, one, window["action"], told=True)
                answers = obstacle is None or obstacle.cites != UNANSWERED.cites
                if obstacle is not None:
                    reasons.append((not answers, not one.ability.where, _told(m, one, obstacle)))
                elif kind is not here:
                    late = f"{called(m, one.ability)} is used before this"
                    reasons.append((not answers, not one.ability.where, (late, kind.rule or rule)))
    if reasons:
        return min(reasons, key=lambda found: found[:2])[2]
    return f"{move.said.partition(' ')[2]} has nothing to react {'with' if named is None else 'to'} here", rule
