"""What rules and cards do: draw, damage, retire, enter the battlefield, lose Base Health."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.running import working_rule
from cardlib.errors import CardlibError
from cardlib.games.structure.cards import COMBATANT, EQUIPMENT, RESOURCE, TYPES, UNIT, UPGRADE
from cardlib.games.structure.numbers import attached, field, keyword, kind, on_field, remaining, sapped
from cardlib.games.structure.paying import change
from cardlib.kernel import atoms, values
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Link, Raised

ALONG = {UNIT: "DOS-163", EQUIPMENT: "DOS-150", UPGRADE: "DOS-157"}  # crew, and what is attached, goes with its host

# -- cards -------------------------------------------------------------------------------------------------------


def draw(m: Match, player: int, rule: str = "") -> None:
    """Draw the top card; for each card that an empty Deck can't give the Base loses 2 health (DOS-031)."""
    deck = m.state.zones[m.facts.zone["deck"][player]]
    if not deck:
        m.emit("no-card", NOWHERE, NOWHERE, 0, player, "DOS-031")
        lose_base(m, player, m.facts.constants["empty_deck_damage"], NOWHERE, "DOS-031")
        return
    card = deck[0]
    atoms.move(m, card, "hand")
    m.emit("drawn", card, NOWHERE, 0, player, rule or working_rule(m, "DOS-030"))


def return_to_hand(m: Match, obj: int) -> None:
    """Return a card to its General's Hand (DOS-182); an Upgrade on it, which stays nowhere by itself, retires."""
    player = m.state.owner[obj]
    destroy(m, [other for other in attached(m).get(obj, ()) if kind(m, other) == UPGRADE], NOWHERE, "DOS-157")
    release(m, [obj])
    forget(m, [obj])
    atoms.move(m, obj, "hand")
    m.emit("returned", obj, NOWHERE, 0, player, "DOS-182")


def gain(m: Match, player: int, resource: str, number: int) -> None:
    """Gain resources of a type, or spend them (DOS-058, DOS-061)."""
    if resource not in TYPES:
        raise CardlibError(f"a player of Dept. of Structure does not gain or spend '{resource}'")
    change(m, player, resource, number, gaining(m) if number > 0 else "DOS-047")


def gaining(m: Match) -> str:
    """Return the rule by which resources are gained now: that of Resources cards, or of the ability that gives them."""
    rule = working_rule(m, "DOS-061")
    played = m.frame[2]["source"] if rule == "DOS-067" else NOWHERE
    return "DOS-061" if played != NOWHERE and kind(m, played) == RESOURCE else rule


# -- damage and retirement ---------------------------------------------------------------------------------------


def damage(m: Match, units: list[int], amount: int, source: int) -> None:
    """Mark damage on combatants; the check that follows retires them (DOS-077)."""
    if amount <= 0:
        return
    for obj in units:
        if on_field(m, obj) and kind(m, obj) & COMBATANT:
            if source != NOWHERE:
                atoms.put(m, obj, "hit_by", source + 1)  # until the check: what an ability kills feeds it (DOS-195)
            hurt(m, obj, amount, source, working_rule(m, "DOS-138"))


def hurt(m: Match, obj: int, amount: int, source: int, rule: str) -> None:
    """Mark damage on one combatant."""
    s = m.state
    atoms.put(m, obj, "damage", s.columns["damage"][obj] + amount)
    m.emit("damaged", obj, source, amount, s.controller[obj], rule)


def lose_base(m: Match, player: int, number: int, source: int, rule: str) -> None:
    """A Base loses health, and never has more than it began with (DOS-117, DOS-210, DOS-212)."""
    if number:
        left = min(m.facts.constants["base_health"], m.state.players[player]["base_health"] - number)
        atoms.note_player(m, player, "base_health", left)
        atoms.note(m, "unsettled", 1)
        m.emit("base", NOWHERE, source, number, player, rule)


def destroy(m: Match, objects: list[int], by: int, rule: str = "") -> None:
    """Retire cards together, with what hangs on them (DOS-134, DOS-150, DOS-157, DOS-163)."""
    gone = [obj for obj in objects if on_field(m, obj)]
    table = attached(m)
    for obj in gone:
        gone += [other for other in table.get(obj, ()) if other not in gone]
    s = m.state
    rule = rule or working_rule(m, "DOS-138")
    met = s.raised[:]  # conditions that were met before, with their cards there, hold (DOS-177)
    for obj in gone:
        feeder = by if by != NOWHERE else s.columns["hit_by"][obj] - 1
        enemy = feeder != NOWHERE and kind(m, obj) == UNIT and s.controller[feeder] != s.controller[obj]
        if enemy and on_field(m, feeder):
            atoms.put(m, feeder, "fed", s.vars["turn"])
        m.emit("retired", obj, by, 0, s.controller[obj], rule if obj in objects else ALONG.get(kind(m, obj), rule))
    for obj in gone:
        atoms.move(m, obj, "discard")
    release(m, gone)
    forget(m, gone)
    now = s.raised[len(met) :]
    if now:
        atoms.keep_raised(m, [*met, *(entry for entry in now if _still_meant(m, entry))])


def _still_meant(m: Match, entry: Raised) -> bool:
    """Whether a trigger's card is where it has to be, unless the trigger is about its own retirement (DOS-177)."""
    ability = m.facts.abilities[entry.card][entry.ability]
    there = m.facts.zone_kinds[m.state.zone[entry.source]] in ability.zones
    return there or (ability.event == "retired" and entry.source == entry.subject)


def release(m: Match, gone: list[int]) -> None:
    """What was attached to cards that left stays on the battlefield for itself."""
    s = m.state
    for obj in field(m):
        if s.host[obj] in gone:
            atoms.attach(m, obj, NOWHERE)


def aims(m: Match, link: Link) -> list[int]:
    """Return the things that a link is aimed at: the host of an Upgrade, targets but for players."""
    if link.kind == "card" and link.about != NOWHERE:
        return [link.about]
    ability = _announced(m, link)
    groups = zip(ability.targets, link.targets, strict=True) if ability is not None else ()
    return [one for spec, group in groups if spec.zone != "player" for one in group]


def _announced(m: Match, link: Link) -> Ability | None:
    """The ability that a link will carry out: the one that is activated, or of a card that is played."""
    card = m.state.card[link.obj]
    ability: Ability | None
    ability = m.facts.game.played[card] if link.kind == "card" else m.facts.abilities[card][link.about]
    return ability


def forget(m: Match, left: list[int]) -> None:
    """What waits on the chain no longer means cards that left: one that comes back is a fresh card (DOS-Q40)."""
    for at, link in enumerate(m.state.chain):
        meant = aims(m, link) if link.kind == "card" else [link.obj, *aims(m, link)]
        if gone := [obj for obj in left if obj in meant]:
            kept = dict(link.kept)
            kept["gone"] = (*kept.get("gone", ()), *gone)
            atoms.rechain(m, at, link._replace(kept=tuple(kept.items())))


def sacrifice(m: Match, obj: int, source: int) -> None:
    """Retire one of one's own cards (DOS-053, DOS-Q32)."""
    m.emit("sacrificed", obj, source, 0, m.state.controller[obj], "DOS-053")
    destroy(m, [obj], NOWHERE, "DOS-053")


# -- entering ----------------------------------------------------------------------------------------------------


def unique_there(m: Match, card: int, player: int) -> bool:
    """Whether a player has the unique card of that name on the battlefield (DOS-055)."""
    if not m.facts.game.unique[card]:
        return False
    s = m.state
    name = m.facts.names[card]
    return any(s.controller[obj] == player and m.facts.names[s.card[obj]] == name for obj in field(m))


def enter(m: Match, obj: int, player: int, rule: str, *, host: int = NOWHERE, utilized: bool = False) -> bool:
    """A card comes onto the battlefield ready (or utilized); a second unique one retires (DOS-054, DOS-055)."""
    s = m.state
    if unique_there(m, s.card[obj], player):
        if m.facts.zone_kinds[s.zone[obj]] != "discard":
            atoms.move(m, obj, "discard")
        m.emit("fizzled", obj, NOWHERE, 0, player, "DOS-055")
        return False
    atoms.move(m, obj, "battlefield", place=0, host=host)
    atoms.put(m, obj, "arrived", s.vars["turn"])
    if utilized:
        atoms.put(m, obj, "utilized", 1)
    m.emit("enters", obj, host, 0, player, rule)
    return True


def lethal(m: Match) -> list[int]:
    """Return the combatants whose remaining defense is 0 or less (DOS-077).

    Where nothing in force may take any away, that is looked at only of what bears damage for all of its printed one.
    """
    s = m.state
    cards, damage = s.card, s.columns["damage"]
    printed = m.facts.game.withstands
    falling = values.lowered(m, "defense")
    if falling is None or sapped(m):
        due = field(m)
    else:
        due = [obj for obj in field(m) if damage[obj] >= printed[cards[obj]] or obj in falling]
    return [obj for obj in due if kind(m, obj) & COMBATANT and remaining(m, obj) <= 0]


def hungry(m: Match, player: int) -> list[int]:
    """Return the cards of a player with Hunger that were not fed this round (DOS-194)."""
    s = m.state
    turn = s.vars["turn"]
    return [
        obj
        for obj in field(m)
        if s.controller[obj] == player and s.columns["fed"][obj] != turn and keyword(m, obj, "hunger")
    ]
