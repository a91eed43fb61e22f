"""What a player sees, as plain JSON: for bots that are no Python, for observations of learners, for whoever writes one.

All of it comes from a `View`, so nothing of it depends on what is hidden from that player. Numbers that are 0 are left
out, and so are cards whose faces are hidden: `count` says how many there are. Names are those that scenarios read.
docs/bots.md shows what it looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlib.kernel.declared import spelled
from cardlib.kernel.dice import told
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.visibility import View

Json = dict[str, Any]
SEALED = "sealed"  # what somebody has chosen and nobody else may see yet


class Number(NamedTuple):
    """A number that can be read of a thing: as it is written, its name in the code, and whether it is a keyword."""

    spelled: str
    name: str
    keyword: bool


def numbers(facts: Facts, rules: Rules) -> list[Number]:
    """Return the numbers of things: counters, then what the rules declare, attributes, keywords, each name once."""
    found: dict[str, Number] = {}

    def add(name: str, keyword: bool = False) -> None:
        found.setdefault(spelled(name), Number(spelled(name), name, keyword))

    for name in facts.vocabulary.counters:
        if name in rules.columns:
            add(name)
    for name in rules.of_object:
        add(name)
    for name, column in facts.printed.items():
        # The cells of a table (`attack@3`) are read by its name, and what has no numbers is no number.
        if "@" not in name and (name in facts.tables or any(value is not None for value in column)):
            add(name)
    for name in facts.vocabulary.keywords:
        add(name, keyword=True)
    return list(found.values())


def value_of(view: View, obj: int, number: Number) -> int:
    """Return one of the `numbers` of a thing that the player sees."""
    return view.keyword(obj, number.name) if number.keyword else view.value(obj, number.name)


def zones(view: View) -> Iterator[tuple[str, int]]:
    """Yield every zone as `View.cards` takes it; what all share has the player who looks."""
    facts = view.facts
    for kind, of in facts.zone.items():
        if facts.zone_owner[of[0]] == NOWHERE:
            yield kind, view.player
        else:
            for player in range(facts.sides):
                yield kind, player


def seen(view: View, known: list[Number] | None = None) -> Json:
    """Return the position as the player of a view sees it; `known` are the `numbers` of things, worked out once."""
    facts, rules = view.facts, view.rules
    return {
        "seat": view.called(view.player),
        "turn": view.turn,
        "picks": view.picks,
        "active": view.called(view.active),
        "order": [view.called(player) for player in view.order],
        "values": {spelled(name): view.match_value(name) for name in rules.of_match if view.match_value(name)},
        "players": [_player(view, player) for player in range(facts.sides)],
        "zones": [_zone(view, kind, player) for kind, player in zones(view)],
        "things": _things(view, numbers(facts, rules) if known is None else known),
        "records": [{"kind": kind, **_record(view, kind, fields)} for kind, fields in view.records],
    }


def asked(view: View) -> Json:
    """Return what the player is asked: kind, prompt, rule, and the card that asks, where one does."""
    decision = view.decision
    assert decision is not None
    source = view.card(decision.source) if decision.source != NOWHERE else None
    return {"kind": decision.kind, "prompt": decision.prompt, "rule": decision.rule, "card": source}


def offered(view: View) -> list[Json]:
    """Return the options, in order: index, notation, text and rule of each."""
    return [
        {"index": option.index, "notation": option.said.notation, "text": option.said.text, "rule": option.said.rule}
        for option in view.options
    ]


def _player(view: View, player: int) -> Json:
    """What is known of a player, or of one who acts by rules; a value that only another one knows is None."""
    values: dict[str, int | None] = {}
    for name in view.rules.of_player:
        try:
            value: int | None = view.player_value(player, name)
        except ValueError:
            value = None
        if value != 0:
            values[spelled(name)] = value
    found: Json = {"seat": view.called(player), "out": view.is_out(player), "values": values}
    chosen = {}
    for what in view.rules.sealed:
        made = view.chosen(what)
        if player in made:
            chosen[spelled(what)] = _chosen(view, made[player])
    if chosen:
        found["chosen"] = chosen
    return found


def _chosen(view: View, choice: Choice | None) -> str:
    return SEALED if choice is None else view.said(choice)


def _zone(view: View, kind: str, player: int) -> Json:
    """A zone: how many cards lie there, and those that the player knows; what is hidden behind the last one is cut."""
    facts = view.facts
    cards = view.cards(kind, player)
    while cards and cards[-1] is None:
        cards.pop()
    shared = facts.zone_owner[facts.zone[kind][player]] == NOWHERE
    return {
        "zone": kind,
        "of": None if shared else view.called(player),
        "count": view.count(kind, player),
        "cards": cards,
    }


def _things(view: View, known: list[Number]) -> list[Json]:
    """What is in play. Its number is its own as long as it is there."""
    return [_thing(view, obj, known) for obj in view.objects()] if view.facts.field else []


def _thing(view: View, obj: int, known: list[Number]) -> Json:
    facts = view.facts
    card, owner, controller = view.card(obj), view.owner(obj), view.controller(obj)
    place, lies = view.place(obj), view.holder(obj)
    found: Json = {
        "id": obj,
        "card": card,
        "owner": None if owner is None else view.called(owner),
        "controller": None if controller == NOWHERE else view.called(controller),
    }
    if place is not None and facts.board is not None and view.rules.placed:
        found["at"] = facts.board.names[place]
    if lies.kind == "thing":
        found["with"] = lies.number
        if lies.slot:
            found["slot"] = lies.slot
    if view.is_down(obj):
        found["down"] = True
        found["back"] = view.back(obj)
    if card is not None:
        found["values"] = {one.spelled: value for one in known if (value := value_of(view, obj, one))}
    return found


def _record(view: View, kind: str, fields: Mapping[str, Any]) -> Json:
    """The fields of an action in flight; None for one that is hidden from the player."""
    facts = view.facts
    declared = facts.windows.records[kind].fields
    board = facts.board
    words: dict[str, Callable[[Any], Any]] = {
        "object": lambda value: None if value == NOWHERE else value,
        "player": lambda value: None if value == NOWHERE else view.called(value),
        "space": lambda value: None if value == NOWHERE or board is None else board.names[value],
        "flag": bool,
        "dice": lambda value: told(facts.dice, value) if value else None,
    }
    return {
        name: words.get(declared[name].type, _plain)(value) if value is not None else None
        for name, value in fields.items()
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
