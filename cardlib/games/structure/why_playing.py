"""Why a card cannot be played, an ability not be used, a target not be chosen now; and what the words name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import enough
from cardlib.filters import nearest_note
from cardlib.games.structure.cards import COUNTER, RESOURCE, TACTIC, TECHNOLOGY, TYPES, UNIT, UPGRADE
from cardlib.games.structure.deploying import upgradable, usable
from cardlib.games.structure.numbers import field, keyword, kind, pool
from cardlib.games.structure.paying import payable
from cardlib.games.structure.verbs import unique_there

if TYPE_CHECKING:
    from cardlib.engine.abilities import Ability
    from cardlib.engine.match import Match

Why = tuple[str, str | None]

# The rules by which the decisions of the game are asked.
CHAIN, MAIN, WINDOW, ATTACK, BLOCK, TACTICS, HUNGER = (
    "DOS-064",
    "DOS-032",
    "DOS-073",
    "DOS-094",
    "DOS-107",
    "DOS-112",
    "DOS-194",
)
BATTLE = 3  # the number of phase 4


# -- what is asked, what the words name --------------------------------------------------------------------------


def asked_by(m: Match, player: int) -> str | None:
    """Return the rule of the decision that the player has before him; None where another one is asked."""
    return m.decision.rule if m.decision is not None and m.decision.player == player else None


def find(m: Match, words: list[str], player: int) -> tuple[int, list[str]]:
    """Find a card on the battlefield by its notation, of several copies one of the player; NOWHERE if there is none."""
    s = m.state
    card = m.facts.number.get(words[0]) if words else None
    rest = words[1:]
    copies = [obj for obj in field(m) if s.card[obj] == card]
    if rest and rest[0].isdigit():
        at, rest = int(rest[0]), rest[1:]
        return (copies[at - 1] if 0 < at <= len(copies) else NOWHERE), rest
    copies.sort(key=lambda obj: s.controller[obj] != player)
    return (copies[0] if copies else NOWHERE), rest


def absent(m: Match, words: list[str]) -> Why:
    """Say that no such card is on the battlefield."""
    if not words:
        return "say which card", None
    if words[0] not in m.facts.number:
        return unknown(m, words[0])
    return f"no '{' '.join(words[:2])}' is on the battlefield", "DOS-044"


def unknown(m: Match, id_: str) -> Why:
    """Say that there is no such card."""
    return f"no card has the id '{id_}'{nearest_note(id_, m.facts.ids)}", None


# -- playing and using -------------------------------------------------------------------------------------------


def why_not_play(m: Match, player: int, words: list[str]) -> Why:
    """Say why a card cannot be played now: where it is, the moment, unique, cost, targets (DOS-044)."""
    s = m.state
    if not words:
        return "say which card", None
    card = m.facts.number.get(words[0])
    if card is None:
        return unknown(m, words[0])
    name, kind_ = m.facts.names[card], m.facts.game.kind[card]
    if kind_ == COUNTER:
        return f"{name} only keeps count and is never deployed", "DOS-007"
    held = [obj for obj in s.zones[m.facts.zone["hand"][player]] if s.card[obj] == card]
    if not held:
        return f"{name} is not in your Hand", "DOS-017"
    moment = _moment_of_tactic(m, player, name) if kind_ == TACTIC else _moment_of_card(m, player, name, kind_)
    if moment is not None:
        return moment
    if unique_there(m, card, player):
        return f"{name} is unique, and one is on your side of the battlefield", "DOS-055"
    if not payable(m, player, m.facts.game.cost[card]):
        return _too_dear(m, player, card)
    if kind_ == UPGRADE:
        return _host(m, player, held[0], words[1:])
    ability = m.facts.game.played[card]
    if ability is not None and not usable(m, ability, held[0], player):
        return _unusable(m, player, ability, held[0])
    return f"{name} is played as 'play {words[0]}'; what else there is to choose is asked then", None


def _moment_of_tactic(m: Match, player: int, name: str) -> Why | None:
    asked = asked_by(m, player)
    if asked in (MAIN, WINDOW, CHAIN, TACTICS):
        return None
    if m.state.vars["phase"] == BATTLE:
        return f"{name} waits: in the Battle phase Tactics are played in step 4.3", "DOS-071"
    return f"{name} is played in a window for Tactics", "DOS-070"


def _moment_of_card(m: Match, player: int, name: str, kind_: int) -> Why | None:
    asked = asked_by(m, player)
    if asked == MAIN:
        return None
    if m.state.chain:
        return f"only Tactics are added to a chain, and {name} is none", "DOS-065"
    if m.state.vars["phase"] == BATTLE:
        return f"{name} is not deployed in the Battle phase", "DOS-114"
    if kind_ == RESOURCE:
        return f"{name} is deployed by the attacker, in phases 3 and 5", "DOS-062"
    if m.state.vars["active"] != player:
        return f"{name} is deployed by the attacker of the round; the defender only plays Tactics", "DOS-021"
    return f"{name} is deployed in phases 3 and 5", "DOS-032"


def _too_dear(m: Match, player: int, card: int) -> Why:
    """Say which resources are missing for the deployment cost of a card."""
    cost, have = m.facts.game.cost[card], pool(m, player)
    short = [
        f"{need} {type_.capitalize()}" for type_, need, there in zip(TYPES, cost, have, strict=False) if there < need
    ]
    there = ", ".join(f"{number} {type_.capitalize()}" for type_, number in zip(TYPES, have, strict=True))
    if short:
        return f"{m.facts.names[card]} costs {' and '.join(short)}; your pool: {there}", "DOS-047"
    return f"{m.facts.names[card]} costs {sum(cost)} resources in all; your pool: {there}", "DOS-048"


def _host(m: Match, player: int, upgrade: int, words: list[str]) -> Why:
    name = m.rules.name(m, upgrade)
    host, _ = find(m, words, player)
    if host == NOWHERE:
        hosts = ", ".join(m.rules.label(m, obj) for obj in upgradable(m, upgrade, player))
        return f"{name} goes on a friendly Technology that its text allows; there is {hosts or 'none'}", "DOS-154"
    title = m.rules.title(m, host)
    if m.state.controller[host] != player:
        return f"{title} is not friendly", "DOS-154"
    if not kind(m, host) & TECHNOLOGY:
        return f"{title} is no Technology", "DOS-154"
    if kind(m, host) == UPGRADE:
        return f"{title} is an Upgrade, and no Upgrade goes on another", "DOS-154"
    return f"the text of {name} does not allow {title}", "DOS-154"


def why_not_use(m: Match, player: int, words: list[str]) -> Why:
    """Say why an ability cannot be activated now: whose, the moment, a new Unit, cost, targets (DOS-170 to 173)."""
    s = m.state
    words, at = _ability_named(m, words)
    obj, _ = find(m, words, player)
    if obj == NOWHERE:
        return absent(m, words)
    title = m.rules.title(m, obj)
    if s.controller[obj] != player:
        return f"{title} is controlled by its General, your opponent", "DOS-182"
    abilities = m.facts.game.activated[s.card[obj]]
    if not abilities:
        return f"{title} has no activated ability", "DOS-170"
    if s.chain:
        return "only Tactics are added to a chain, and no abilities", "DOS-065"
    if asked_by(m, player) not in (MAIN, TACTICS):
        own = s.vars["active"] == player
        when = "in phases 3 and 5 and in step 4.3 of a battle" if own else "as defender only in step 4.3 of a battle"
        return f"abilities are activated {when}", "DOS-173"
    if kind(m, obj) == UNIT and s.columns["arrived"][obj] == s.vars["turn"]:
        return f"{title} arrived this round; it activates abilities from the next round on", "DOS-172"
    if not 0 <= at < len(abilities):
        return f"{title} has {len(abilities)} activated abilities", "DOS-170"
    if not usable(m, abilities[at], obj, player):
        return _unusable(m, player, abilities[at], obj)
    return f"the same is offered as another copy of {m.rules.name(m, obj)}", None


def _ability_named(m: Match, words: list[str]) -> tuple[list[str], int]:
    """Take the number of the ability off the words, where the card has several; return the words and its index."""
    card = m.facts.number.get(words[0]) if words else None
    several = card is not None and len(m.facts.game.activated[card]) > 1
    if several and len(words) > 1 and words[-1].isdigit():
        return words[:-1], int(words[-1]) - 1
    return words, 0


def _unusable(m: Match, player: int, ability: Ability, obj: int) -> Why:
    """Say which part of the cost, or which target, an ability lacks."""
    title = m.rules.title(m, obj)
    for instruction in ability.cost:
        operation, arguments = instruction.operation.name, instruction.arguments
        if operation == "spend":
            resource = arguments["resource"]
            need, have = arguments["amount"](m, obj, player, {}), m.rules.player_value(m, player, resource)
            if have < need:
                return f"{title} costs {need} {resource.capitalize()}; your pool has {have}", "DOS-047"
        elif operation == "utilize" and m.state.columns["utilized"][obj]:
            return f"{title} is utilized, and its cost is to utilize it", "DOS-039"
    if ability.targets and not enough(m, ability, obj, player):
        for spec in ability.targets:
            for hidden in field(m) if spec.zone == "battlefield" else ():
                if spec.test(m, hidden, obj, player) and _is_hidden(m, hidden):
                    return f"{title} has no target: {m.rules.title(m, hidden)} is Hidden while it is ready", "DOS-192"
        return f"{title} has no legal target", "DOS-044"
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return f"{title} can't be used as things are", "DOS-044"
    return f"the whole cost of {title} can't be paid", "DOS-052"


def _is_hidden(m: Match, obj: int) -> bool:
    return not m.state.columns["utilized"][obj] and bool(keyword(m, obj, "hidden"))


def why_not_target(m: Match, player: int, words: list[str]) -> Why:
    """Say why something cannot be chosen as a target (DOS-180, DOS-192)."""
    if words[0] in ("player", "base"):
        return "a Base is affected only by effects that name a Base or a player", "DOS-181"
    obj, _ = find(m, words, 1 - player)
    if obj == NOWHERE:
        return f"'{' '.join(words)}' is no legal target", "DOS-044"
    title = m.rules.title(m, obj)
    if _is_hidden(m, obj):
        return f"{title} is Hidden and can't be targeted while it is ready", "DOS-192"
    return f"{title} is no legal target", "DOS-044"
