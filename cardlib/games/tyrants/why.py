"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play.

A message names what was found and, where one is plain, what to do instead. What is asked is left to `m.decision`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import cost_can_be_paid, enough
from cardlib.filters import nearest
from cardlib.filters.words import slug
from cardlib.games.tyrants.acting import can_be_instructed
from cardlib.games.tyrants.attack import front
from cardlib.games.tyrants.board import ATTACKER, HOME, THEATERS, base
from cardlib.games.tyrants.cards import BASE, IN_THEATER, LEADER, OBJECTIVE, ONE_TIME, UNIT
from cardlib.games.tyrants.numbers import pact_types, remaining, working
from cardlib.games.tyrants.saying import WHERE
from cardlib.games.tyrants.turn import payable
from cardlib.games.tyrants.verbs import kind

if TYPE_CHECKING:
    from cardlib.engine.match import Match
    from cardlib.engine.moves import Move

Why = tuple[str, str | None]

COMBAT, END_OF_TURN = 1, 2


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why the words are no option now, and by which rule."""
    words = move.said.split()
    verb, rest = words[0], words[1:]
    reasons = {
        "attack": _attack,
        "order": _order,
        "move": _move,
        "clear": _clear,
        "play": _play,
        "put": _put,
        "delegate": _delegate,
        "name": _name,
    }
    if verb in reasons:
        return reasons[verb](m, player, rest) if rest else (f"say what to {verb}", None)
    decision = m.decision
    if decision is not None and decision.player == player and verb in m.facts.number:
        return f"{_called(m, words)} does not fit: {decision.prompt}", decision.rule
    return m.rules.not_offered(m, player, move)


# -- what the words name -----------------------------------------------------------------------------------------


def _called(m: Match, words: list[str]) -> str:
    """Return the name of the card that the first word is the id of."""
    return m.facts.names[m.facts.number[words[0]]]


def _unknown(m: Match, word: str) -> Why:
    hint = nearest(word, m.facts.ids)
    return f"no card has the id '{word}'" + (f"; nearest: {hint}" if hint else ""), None


def _find(m: Match, words: list[str], theater: int = NOWHERE) -> tuple[int, list[str]]:
    """Find the object in play that the first words name; return it (or NOWHERE) and the words after it.

    Without a theater among the words, one in `theater` is preferred.
    """
    s = m.state
    card = m.facts.number.get(words[0])
    rest = words[1:]
    found = [obj for obj in s.zones[m.facts.zone["battlefield"][0]] if s.card[obj] == card]
    if rest and rest[0] in THEATERS:
        theater, rest = THEATERS.index(rest[0]), rest[1:]
        found = [obj for obj in found if s.space_of(obj) == theater]
    else:
        found = [obj for obj in found if s.space_of(obj) == theater] or found
    number = 1
    if rest and rest[0].isdigit():
        number, rest = int(rest[0]), rest[1:]
    return (found[number - 1] if 0 < number <= len(found) else NOWHERE), rest


def _own(m: Match, player: int, words: list[str]) -> tuple[int, list[str], Why | None]:
    """Find one's own object that is to act now; say what is wrong if there is none."""
    if words[0] not in m.facts.number:
        return NOWHERE, [], _unknown(m, words[0])
    obj, rest = _find(m, words)
    if obj == NOWHERE:
        copy = "".join(f" ({word})" for word in words[1:3] if word.isdigit())
        where = "".join(f" {WHERE[THEATERS.index(word)]}" for word in words[1:2] if word in THEATERS)
        return obj, rest, (f"no {_called(m, words)}{copy} is in play{where}", None)
    s = m.state
    if s.controller[obj] != player:
        return obj, rest, (f"{m.rules.title(m, obj)} is the enemy's; only own units act", "AAT-045")
    if s.vars["active"] != player:
        return obj, rest, (f"{m.rules.title(m, obj)} acts in its player's turn", "AAT-024")
    return obj, rest, None


# -- actions -----------------------------------------------------------------------------------------------------


def _unable(m: Match, unit: int, verb: str) -> Why | None:
    """Say why a unit can take no such action at all now: Disruption, no action left, not the one who is asked."""
    s = m.state
    title = m.rules.title(m, unit)
    procedure, _, bind, _ = s.stack[-1]
    if s.columns["disruption"][unit] and verb != "clear":
        return f"{title} is disrupted and can only remove a Disruption token: clear", "AAT-143"
    if s.columns["barred"][unit]:
        return f"{title} entered in phase two of this turn and acts from the next turn on", "AAT-047"
    if procedure == "instruct":
        if not can_be_instructed(m, unit):
            return f"{title} has received an instruction this turn", "AAT-082"
        if unit not in bind["cards"]:
            return f"{title} is none of the units that may be instructed now", bind["rule"]
        if bind["attacks_only"] and verb != "attack":
            return "the additional action is an attack", "AAT-085"
        return None
    if procedure == "repeat":
        if unit != bind["unit"] or verb != "attack":
            return f"{m.rules.title(m, bind['unit'])} may attack again first; say done if it shall not", "AAT-126"
        return None
    if s.vars["combat"] != COMBAT:
        return "units act in phase two", "AAT-023"
    if procedure != "turn":
        return _asked_first(m)
    if not s.columns["ready"][unit]:
        return f"{title} has used its action of this turn", "AAT-045"
    return None


def _asked_first(m: Match) -> Why:
    """Say what has to be answered before the next action."""
    return f"something else is asked first: {m.decision.prompt if m.decision else 'a choice'}", "AAT-048"


def _attack(m: Match, player: int, words: list[str]) -> Why:
    unit, rest, problem = _own(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, unit)
    if kind(m, unit) == BASE:
        return f"{title} is a base and never attacks", "AAT-050"
    if kind(m, unit) == LEADER:
        return f"{title} is a leader and has no action", "AAT-051"
    if problem := _unable(m, unit, "attack"):
        return problem
    if not rest:
        return "say whom to attack", None
    if rest[0] not in m.facts.number:
        return _unknown(m, rest[0])
    target, _ = _find(m, rest, m.state.place[unit])
    if target == NOWHERE:
        return f"no {_called(m, rest)} is in play", "AAT-053"
    return _no_target(m, player, unit, target)


def _no_target(m: Match, player: int, unit: int, target: int) -> Why:
    """Say why a unit that may attack cannot attack this target (AAT-069)."""
    s = m.state
    title, other = m.rules.title(m, unit), m.rules.title(m, target)
    theater = s.place[unit]
    here = WHERE[theater]
    what = kind(m, target)
    facing = front(m, player, theater)
    if s.controller[target] == player:
        if what != BASE:
            return f"{other} is not an enemy", "AAT-053"
        if s.place[target] != theater:
            return f"{other} is not {here}, where {title} is", "AAT-160"
        return f"{other} carries no Computation token that an own unit could take off", "AAT-160"
    if what == LEADER:
        if s.place[base(m, 1 - player)] != theater:
            return f"{other} can be attacked only from the theater of its base", "AAT-075"
        return f"{title} has no Mark token to spend on a leader", "AAT-074"
    if s.place[target] != theater:
        return f"{other} is not {here}, where {title} is", "AAT-053"
    fighter, capital = working(m, unit, "fighter"), working(m, unit, "capital")
    if what == BASE:
        if facing.guarded:
            return f"a unit with Defender {here} protects {other}", "AAT-114"
        if fighter and facing.fighters:
            return f"{title} is a Fighter, and an enemy Fighter is {here}", "AAT-116"
        if capital and facing.capitals:
            return f"{title} is a Capital unit, and an enemy Capital unit is {here}", "AAT-109"
    elif fighter and target in facing.capitals:
        return f"{title} is a Fighter without Bomber or Torpedo; {other} is a Capital unit", "AAT-109"
    elif capital and target in facing.fighters:
        return f"{title} is a Capital unit without Point-Defense; {other} is a Fighter", "AAT-116"
    elif target in facing.defended:
        return f"a unit with Defender protects {other}, and {title} has no Mark token", "AAT-113"
    return f"{title} can't attack {other} now", "AAT-053"


def _order(m: Match, player: int, words: list[str]) -> Why:
    offered = [option.notation for option in m.options if option.notation.split()[0] == "order"]
    named = [notation for notation in offered if notation.split()[-1] == words[-1]]
    if words[0] not in m.facts.number and named:
        return f"name the card before its order: {named[0]}", None
    obj, rest, problem = _own(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, obj)
    orders = m.facts.game.orders[m.state.card[obj]]
    names = {str(ability.node.get("name", ability.number + 1)): ability for ability in orders}
    ability = next((found for name, found in names.items() if rest[:1] == [slug(name)]), None)
    if ability is None:
        if not names:
            return f"{title} has no order", "AAT-078"
        return f"{title} has no such order; its orders: {', '.join(names)}", "AAT-078"
    if kind(m, obj) & IN_THEATER:
        if problem := _unable(m, obj, "order"):
            return problem
    elif problem := _no_base_action(m, player):
        return problem
    name = ability.node.get("name")
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return f"what {name} of {title} needs does not hold", "AAT-079"
    if ability.cost and not cost_can_be_paid(m, ability, obj, player):
        return f"what {name} of {title} spends is not there in full", "AAT-079"
    if not enough(m, ability, obj, player):
        return f"{name} of {title} has no target, and an order needs all of its targets", "AAT-025"
    return f"none of what {name} of {title} lets you choose is possible", "AAT-079"


def _no_base_action(m: Match, player: int) -> Why | None:
    """Say why the base, or a leader through it, can carry out no order now."""
    s = m.state
    if s.stack[-1][0] == "instruct":
        return "only units are instructed, neither bases nor leaders", "AAT-082"
    if s.vars["combat"] != COMBAT:
        return "the base acts in phase two", "AAT-023"
    if s.stack[-1][0] != "turn":
        return _asked_first(m)
    own = base(m, player)
    if own == NOWHERE or not s.columns["ready"][own]:
        return "the one action of the base is spent; orders of leaders spend it too", "AAT-050"
    return None


def _move(m: Match, player: int, words: list[str]) -> Why:
    unit, _, problem = _own(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, unit)
    if kind(m, unit) == BASE:
        return f"{title} is a base and never moves", "AAT-050"
    if kind(m, unit) == LEADER:
        return f"{title} is a leader, lies next to its base and has no action", "AAT-051"
    if not m.facts.game.mover[m.state.card[unit]]:
        return f"the card of {title} does not show the other theater", "AAT-080"
    return _unable(m, unit, "move") or (f"{title} can't change theaters now", "AAT-080")


def _clear(m: Match, player: int, words: list[str]) -> Why:
    unit, _, problem = _own(m, player, words)
    if problem:
        return problem
    title = m.rules.title(m, unit)
    if not kind(m, unit) & IN_THEATER:
        return f"{title} is no unit and cannot be disrupted", "AAT-Q60"
    if not m.state.columns["disruption"][unit]:
        return f"{title} has no Disruption token", "AAT-049"
    return _unable(m, unit, "clear") or (f"{title} can't act now", "AAT-049")


# -- cards -------------------------------------------------------------------------------------------------------


def _play(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    facts = m.facts
    card = facts.number.get(words[0])
    if card is None:
        return _unknown(m, words[0])
    name = facts.names[card]
    what = facts.game.kind[card]
    if what == OBJECTIVE:
        return f"{name} is an objective card, placed in phase three: put {words[0]}", "AAT-086"
    held = [obj for obj in s.zones[facts.zone["hand"][player]] if s.card[obj] == card]
    if not held:
        if any(s.card[obj] == card for obj in s.zones[facts.zone["special-forces"][player]]):
            return f"{name} is in your Special Forces deck; only traits bring it into play", "AAT-044"
        return f"{name} is not in your hand", "AAT-029"
    if s.vars["active"] != player:
        return f"{name} is played in your own turn; nothing is played in answer", "AAT-024"
    limit = facts.constants["plays_per_turn"]
    if s.vars["combat"] != END_OF_TURN and s.vars["plays"] >= limit:
        return f"{limit} cards have been played this turn", "AAT-029"
    if s.vars["combat"] or s.stack[-1][0] != "turn":
        return f"{name} is played in phase one, one card after the other", "AAT-029"
    requirement, level = facts.printed["requirement"][card] or 0, s.vars["level"]
    if requirement > level:
        return f"{name} requires level {requirement}; the Escalation level is {level}", "AAT-030"
    if what == UNIT:
        return f"{name} goes {_printed_theaters(m, card)}: play {words[0]} {_named_theaters(m, card)}", "AAT-033"
    if what == LEADER:
        return f"{name} goes next to your base: play {words[0]}", "AAT-034"
    if what == ONE_TIME and not payable(m, held[0], player):
        return f"what {name} needs is not there", "AAT-079"
    return f"{name} goes to no theater: play {words[0]}", "AAT-032"


def _printed_theaters(m: Match, card: int) -> str:
    return " or ".join(WHERE[theater] for theater in m.facts.game.theaters[card])


def _named_theaters(m: Match, card: int) -> str:
    return " or ".join(THEATERS[theater] for theater in m.facts.game.theaters[card])


def _put(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    facts = m.facts
    card = facts.number.get(words[0])
    if card is None:
        return _unknown(m, words[0])
    name = facts.names[card]
    if facts.game.kind[card] == OBJECTIVE:
        return _put_objective(m, player, card, words)
    decision = m.decision
    asked = decision is not None and decision.player == player and any(v[0] == "put" for v in decision.values)
    if not asked:
        if any(s.card[obj] == card for obj in s.zones[facts.zone["special-forces"][player]]):
            return f"{name} comes into play only by a trait that places or deploys it", "AAT-044"
        return f"no trait, order or effect places {name} now; cards are played in phase one", "AAT-038"
    assert decision is not None
    offered = [v for v in decision.values if v[0] == "put" and s.card[v[1]] == card]
    if not offered:
        return f"{name} is none of the cards that may be put into play now", decision.rule
    if words[1:2] and words[1] in THEATERS and THEATERS.index(words[1]) not in facts.game.theaters[card]:
        return f"{name} may only be {_printed_theaters(m, card)}", "AAT-039"
    return f"say where {name} goes: put {words[0]} {_named_theaters(m, card)}", "AAT-039"


def _put_objective(m: Match, player: int, card: int, words: list[str]) -> Why:
    s = m.state
    facts = m.facts
    name = facts.names[card]
    lying = [obj for obj in s.zones[facts.zone["objectives"][player]] if s.card[obj] == card]
    if not lying:
        return f"{name} is not in your Objective zone", "AAT-086"
    if player == ATTACKER and "defender-objective" in facts.keywords[card]:
        return f"{name} is for the Defender only", "AAT-115"
    if player != ATTACKER and "attacker-objective" in facts.keywords[card]:
        return f"{name} is for the Attacker only", "AAT-106"
    home = HOME[player]
    if home not in facts.game.theaters[card]:
        return f"{name} cannot be {WHERE[home]}, where your base is", "AAT-087"
    if words[1:2] and words[1] in THEATERS and THEATERS.index(words[1]) != home:
        return f"objective cards are placed in the theater of the own base: {THEATERS[home]}", "AAT-086"
    needs = facts.game.needs[card]
    if needs is not None and not needs(m, lying[0], player, {}):
        return f"{name} cannot be placed now: {_first_sentence(m, card)}", "AAT-087"
    if s.vars["active"] != player or s.vars["combat"] != END_OF_TURN:
        return f"{name} is placed in phase three of your turn", "AAT-086"
    return "one objective card has been placed this turn", "AAT-086"


def _first_sentence(m: Match, card: int) -> str:
    """Return what a card says first: of an objective card, its placement condition."""
    return m.facts.cards[card].text.split(".", 1)[0].strip()


# -- other choices -----------------------------------------------------------------------------------------------


def _delegate(m: Match, player: int, words: list[str]) -> Why:
    s = m.state
    procedure, _, bind, _ = s.stack[-1]
    if procedure != "delegate" or s.controller[bind["base"]] != player:
        return "damage is moved to a leader when an attack damages the own base by 2 or more", "AAT-072"
    if words[0] not in m.facts.number:
        return _unknown(m, words[0])
    leader, _ = _find(m, words[:1], s.place[bind["base"]])
    if leader == NOWHERE or kind(m, leader) != LEADER or s.controller[leader] != player:
        return f"{_called(m, words)} is no leader of yours in play", "AAT-072"
    most = min(bind["damage"] - 1, remaining(m, leader))
    return f"1 to {most} damage can be moved to {m.rules.name(m, leader)}, not {' '.join(words[1:])}", "AAT-073"


def _name(m: Match, player: int, words: list[str]) -> Why:
    game = m.facts.game
    if words[0] not in game.subtypes:
        hint = nearest(words[0], game.subtypes)
        return f"'{words[0]}' is no type" + (f"; nearest: {hint}" if hint else ""), "AAT-163"
    number = game.subtypes.index(words[0])
    if m.state.players[player]["pacts"] >> number & 1:
        return f"{words[0]} has been named before", "AAT-163"
    if number not in pact_types(m, player):
        least = m.facts.constants["pact_units"]
        return f"a type is named of which you have at least {least} non-objective units", "AAT-163"
    return "a type is named by the order Forge Pact", "AAT-163"
