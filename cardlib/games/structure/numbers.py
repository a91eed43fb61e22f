"""Current values: attack, defense, keywords, attachments, pools (DOS-137 to DOS-142, DOS-168, DOS-186 to DOS-207)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardlib.games.structure.cards import DEFENDING, TYPES, UNIT, Printed
from cardlib.kernel import values
from cardlib.kernel.effects import NOTHING
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

_GIVEN = frozenset("keyword:" + word for word in DEFENDING)


def kind(m: Match, obj: int) -> int:
    """Return the kind of a card as a bit."""
    game: Printed = m.facts.game
    return game.kind[m.state.card[obj]]


def field(m: Match) -> list[int]:
    """Return everything on the battlefield, oldest first, attached and crewing cards too."""
    return m.state.zones[m.facts.zone["battlefield"][0]]


def on_field(m: Match, obj: int) -> bool:
    """Whether a card is on the battlefield."""
    return m.state.zone[obj] == m.facts.zone["battlefield"][0]


def attached(m: Match) -> dict[int, list[int]]:
    """Return what hangs on what: Equipment on Units, Upgrades on Technology, crew in Vehicles."""
    table: dict[int, list[int]] | None = m.steady.get("attached")
    if table is None:
        table = {}
        host = m.state.host
        if max(host, default=NOWHERE) != NOWHERE:
            for obj in field(m):
                if host[obj] != NOWHERE:
                    table.setdefault(host[obj], []).append(obj)
        m.steady["attached"] = table
    return table


def likeness(m: Match, obj: int) -> tuple[int, ...]:
    """Return what cards on the battlefield share that differ in nothing; of those only the first is offered."""
    singular: set[int] | None = m.cache.get("singular")
    s = m.state
    if singular is None:
        singular = {host for host in s.host if host != NOWHERE}
        singular.update(obj for entry in s.modifiers for obj in entry.objects or ())
        m.cache["singular"] = singular
    if obj in singular:
        return (obj,)
    return (s.card[obj], s.host[obj], s.controller[obj], *[column[obj] for column in s.columns.values()])


def distinct(m: Match, objects: list[int]) -> list[int]:
    """Leave out cards that differ in nothing from one before them."""
    if len(objects) < 2:
        return objects
    first: dict[tuple[int, ...], int] = {}
    for obj in objects:
        first.setdefault(likeness(m, obj), obj)
    return list(first.values())


def crew(m: Match, vehicle: int) -> list[int]:
    """Return the Units in a Vehicle."""
    return [obj for obj in attached(m).get(vehicle, ()) if kind(m, obj) == UNIT]


def crewing(m: Match, obj: int) -> bool:
    """Whether a Unit is crew; it then takes no part in battle (DOS-162)."""
    return m.state.host[obj] != NOWHERE and kind(m, obj) == UNIT


def keyword(m: Match, obj: int, word: str) -> int:
    """Return the value of a keyword now; amounts add up, of giving and taking the latest decides (DOS-168, DOS-179)."""
    table = (values.in_force(m) if m.effects is None else m.effects).rows
    if word not in m.facts.keywords[m.state.card[obj]] and "keyword:" + word not in table:
        return 0
    lost = table.get("without:" + word)
    if lost and any(values.covers(m, row, obj) for row in lost):
        return int(_latest(m, obj, word))
    return values.keyword(m, obj, word)


def _latest(m: Match, obj: int, word: str) -> bool:
    """Whether the last effect that gave or took a keyword gave it."""
    facts = m.facts
    for lasting in m.state.modifiers[::-1]:
        effect = facts.abilities[lasting.card][lasting.ability].continuous[lasting.node]
        if effect.attr not in ("keyword:" + word, "without:" + word):
            continue
        row = (effect, lasting.source, lasting.you, lasting.objects, lasting.number)
        if values.covers(m, row, obj):
            return effect.attr.startswith("keyword:")
    return False


def leading(m: Match) -> list[tuple[int, int]]:
    """Return by player how many copies of Leadership and of Motivator are on the battlefield (DOS-197, DOS-198)."""
    found: list[tuple[int, int]] | None = m.cache.get("leading")
    if found is None:
        s = m.state
        sums = [[0, 0], [0, 0]]
        game: Printed = m.facts.game
        named = game.named
        table = (values.in_force(m) if m.effects is None else m.effects).rows
        given = "keyword:leadership" in table or "keyword:motivator" in table
        for obj in field(m):
            words = named[s.card[obj]]
            if given or "leadership" in words or "motivator" in words:
                sums[s.controller[obj]][0] += keyword(m, obj, "leadership")
                sums[s.controller[obj]][1] += keyword(m, obj, "motivator")
        found = m.cache["leading"] = [(first, second) for first, second in sums]
    return found


def sapped(m: Match) -> bool:
    """Whether a keyword that adds to defense may take some away now; what is printed of one counts 1."""
    table = values.in_force(m)
    return not table.silent(_GIVEN) and any(values.lowered(m, attr) != NOTHING for attr in _GIVEN)


def attack(m: Match, obj: int) -> int:
    """Return the attack of a combatant, at least 0; Crippled sets it to 0 after all additions (DOS-139, DOS-140)."""
    known: dict[int, int] | None = m.cache.get("attack")
    if known is None or obj not in known:
        known = _attacks(m, (obj,))
    return known[obj]


def defense(m: Match, obj: int) -> int:
    """Return the defense of a combatant, damage not counted."""
    known: dict[int, int] | None = m.cache.get("defense")
    if known is None or obj not in known:
        known = _defenses(m, (obj,))
    return known[obj]


def strengths(m: Match) -> tuple[dict[int, int], dict[int, int]]:
    """Return attack and defense of everything on the battlefield, for who asks for most of it."""
    objects = field(m)
    return _attacks(m, objects), _defenses(m, objects)


def _attacks(m: Match, objects: Iterable[int]) -> dict[int, int]:
    """Work out the attack of objects, kept with that of others until something changes; return all that is kept."""
    known: dict[int, int] = m.cache.setdefault("attack", {})
    s, facts = m.state, m.facts
    cards, controllers, tokens = s.card, s.controller, s.columns["token"]
    game: Printed = facts.game
    kinds, named, printed = game.kind, game.named, facts.printed["attack"]
    table = values.in_force(m).rows
    changed, crippling, rampaging = values.reached(m, "attack"), "keyword:crippled" in table, "keyword:rampage" in table
    leaders: list[tuple[int, int]] = []
    for obj in objects:
        if obj in known:
            continue
        card = cards[obj]
        words = named[card]
        if (crippling or "crippled" in words) and keyword(m, obj, "crippled"):
            known[obj] = 0
            continue
        number = printed[card] or 0
        if changed is None or obj in changed:
            number = values.modified(m, obj, "attack", number)
        if rampaging or "rampage" in words:
            number += facts.constants["rampage_attack"] * keyword(m, obj, "rampage")
        if tokens[obj]:
            number += tokens[obj] * keyword(m, obj, "mounting-aggression")
        if kinds[card] == UNIT:
            leaders = leaders or leading(m)  # asked for units alone: who leads may depend on other attacks
            number += sum(leaders[controllers[obj]])
        known[obj] = number if number > 0 else 0
    return known


def _defenses(m: Match, objects: Iterable[int]) -> dict[int, int]:
    """Work out the defense of objects, kept as their attack is."""
    known: dict[int, int] = m.cache.setdefault("defense", {})
    s, facts = m.state, m.facts
    cards, controllers, tokens = s.card, s.controller, s.columns["token"]
    game: Printed = facts.game
    kinds, printed = game.kind, facts.printed["defense"]
    changed = values.reached(m, "defense")
    leaders: list[tuple[int, int]] = []
    for obj in objects:
        if obj in known:
            continue
        card = cards[obj]
        number = printed[card] or 0
        if changed is None or obj in changed:
            number = values.modified(m, obj, "defense", number)
        if tokens[obj]:
            number += tokens[obj] * keyword(m, obj, "defense-gain")
        if kinds[card] == UNIT:
            leaders = leaders or leading(m)
            number += leaders[controllers[obj]][0]
        known[obj] = number
    return known


def remaining(m: Match, obj: int) -> int:
    """Return effective defense less damage; at 0 a combatant retires (DOS-138)."""
    return defense(m, obj) - m.state.columns["damage"][obj]


def pool(m: Match, player: int) -> list[int]:
    """Return the resources of a player, by type in the order of `TYPES`."""
    variables = m.state.players[player]
    return [variables[type_] for type_ in TYPES]


def player_value(m: Match, player: int, attr: str) -> int | None:
    """Return a value that is worked out for a player, or has another name there; None for any other."""
    if attr == "hand":
        return len(m.state.zones[m.facts.zone["hand"][player]])
    if attr == "any":
        return sum(pool(m, player))
    return m.state.players[player]["base_health"] if attr == "base-health" else None
