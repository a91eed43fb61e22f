"""Positions of Dept. of Structure: what can be set and read, what cannot be, how a position is settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.games.structure import settle, verbs
from cardlib.games.structure.cards import EQUIPMENT, STAYS, TYPES, UNIT, UPGRADE, VEHICLE
from cardlib.games.structure.numbers import crew, defense, field, kind
from cardlib.kernel import atoms
from cardlib.kernel.declared import Declared
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES = {
    "start": "begin",
    "regroup": "income",
    "draw": "draw_card",
    "deploy": "deploy_begins",
    "battle": "fight",
    "retreat": "deploy_again_begins",
    "end": "hunger",
}
OF_PLAYER = {
    **{type_: Declared(f"{type_.capitalize()} in the pool", 0, "pool_limit") for type_ in TYPES},
    "any": Declared("all resources in the pool together"),
    "base_health": Declared("the health of the Base; who has none left has lost", -1000, "base_health"),
}
OF_OBJECT = {
    "remaining": Declared("its defense less its damage"),
    "crew_now": Declared("how many Units are in the Vehicle"),
    "utilized": Declared("1 while it is utilized, 0 while it is ready", 0, 1),
    "arrived": Declared("the round in which it came", 0),
    "attacking": Declared("1 while it attacks"),
    "blocks": Declared("1 while it blocks"),
    "was_blocked": Declared("1 where it attacks and was blocked"),
    "fed": Declared("the round in which it was fed last", 0),
}
LINK_KINDS = {"card": "a card that is being deployed or played", "ability": "an ability that is activated"}


def cannot_be(m: Match) -> Iterator[str]:
    """Yield what no check leaves on the battlefield: the defeated, what hangs on nothing fit, a second unique card."""
    s = m.state
    title = m.rules.speech.title
    for obj in verbs.lethal(m):
        yield f"{title(m, obj)} has {s.columns['damage'][obj]} damage with defense {defense(m, obj)} (DOS-138)"
    seen: set[tuple[int, str]] = set()
    for obj in field(m):
        card, host, player, own = s.card[obj], s.host[obj], s.controller[obj], kind(m, obj)
        hosted = 0 if host == NOWHERE else kind(m, host)
        if not own & (STAYS | UPGRADE):
            yield f"{title(m, obj)} does not stay on the battlefield (DOS-164)"
        elif own == UPGRADE and host == NOWHERE:
            yield f"{title(m, obj)} is on no Technology (DOS-154)"
        elif (own == EQUIPMENT and host != NOWHERE and hosted != UNIT) or (
            own == UNIT and host != NOWHERE and hosted != VEHICLE
        ):
            yield f"{title(m, obj)} cannot be on {title(m, host)} (DOS-083)"
        room = m.facts.game.crew[card]
        if len(crew(m, obj)) > room:
            yield f"{title(m, obj)} has {len(crew(m, obj))} Units as crew with room for {room} (DOS-083)"
        unique = (player, m.facts.names[card])
        if m.facts.game.unique[card] and unique in seen:
            yield f"player {m.facts.seats[player]} has {title(m, obj)} twice, which is unique (DOS-055)"
        seen.add(unique)
        if s.columns["arrived"][obj] > s.vars["turn"]:
            yield f"{title(m, obj)} arrives in round {s.columns['arrived'][obj]}, and it is round {s.vars['turn']}"


def settle_position(m: Match) -> None:
    """Carry out the check: what is defeated retires, a Base without health has lost (DOS-077, DOS-210)."""
    atoms.note(m, "unsettled", 1)
    settle.settle(m)
