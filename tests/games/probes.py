"""Cards that say one thing each: every common operation, limit and continuous effect, written for one game.

`tried` says what is written, `played` plays matches with it while a `Watch` (`watching`) looks on.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from positions import Picker, asked, broken, cards_of, unsettled
from watching import Json, Watch

import cardlib
from cardlib.abilities.operations.params import UNTIL
from cardlib.catalog import load_project
from cardlib.game import rules_for


@dataclass(frozen=True)
class Bearer:
    """How a game writes a unit that carries an ability, the event of its arrival, and the decks that it is put into."""

    card: Json
    arrives: str
    decks: tuple[str, str]
    stats: tuple[str, ...]
    counters: tuple[str, ...]
    section: str = "main"


BEARERS = {
    "mecha": Bearer(
        {"type": "mecha", "cost": 0, "power": 1, "durability": 2, "keywords": []},
        "enters",
        ("graces-command", "donnas-search"),
        ("power", "durability", "attacks", "steps", "cost", "time"),
        ("armour", "damage", "time"),
    ),
    "structure": Bearer(
        {"type": "unit", "faction": "neutral", "cost": {}, "attack": 1, "defense": 2, "keywords": []},
        "deployed",
        ("holdouts", "unburied"),
        ("attack", "defense", "cost", "token"),
        ("token", "damage"),
    ),
    "tyrants": Bearer(
        {
            "type": "unit",
            "faction": "unbound",
            "subtypes": ["ship"],
            "theaters": ["space", "planetside"],
            "requirement": 0,
            "attack": 1,
            "health": 2,
            "keywords": [],
        },
        "deployed",
        ("ccn-d", "ru-a"),
        ("attack", "health", "requirement", "shield"),
        ("damage", "shield", "stealth-token", "disruption", "mark-token", "charge", "computation"),
    ),
}


# -- what is tried -------------------------------------------------------------------------------------------------


def tried(slug: str) -> dict[str, Json]:
    """Return abilities by name: every common operation and continuous effect in several forms, honoured or not."""
    bearer = BEARERS[slug]
    project = load_project(slug)
    zones = sorted(project.game.raw["zones"])
    draw = [{"op": "draw"}]
    once: dict[str, Json] = {}
    for who in ("you", "opponent", "each player", "target player", "target opponent"):
        once[f"draw {who}"] = {"op": "draw", "count": 2, "who": who}
        once[f"discard {who}"] = {"op": "discard", "who": who}
        once[f"mill {who}"] = {"op": "mill", "count": 2, "who": who, "to": "discard"}
        once[f"shuffle {who}"] = {"op": "shuffle", "who": who}
    once["discard hand"] = {"op": "discard", "whole_hand": True, "who": "opponent"}
    once["discard what"] = {"op": "discard", "what": "unit"}
    for zone in zones:
        once[f"search {zone}"] = {"op": "search", "what": "unit", "to": zone}
        once[f"mill to {zone}"] = {"op": "mill", "to": zone}
        once[f"shuffle in {zone}"] = {"op": "shuffle-into-deck", "zone": zone}
        once[f"move to {zone}"] = {"op": "move-to", "target": "unit other", "zone": zone}
        once[f"place from {zone}"] = {"op": "place", "choose": "unit", "from": zone, "up_to": True}
        once[f"return from {zone}"] = {"op": "return", "choose": "unit other", "from": zone}
    once["place home"] = {"op": "place", "choose": "unit", "from": "hand", "at": "home"}
    once["put on top"] = {"op": "put-on-top"}
    once["look at hand"] = {"op": "look-at-hand", "who": "opponent"}
    once["look at top"] = {"op": "look-at-top"}
    once["random player"] = {"op": "random-player"}
    once["play found"] = {"op": "play-found", "what": "unit"}
    forms = {"target": "unit theirs", "each": "unit theirs", "choose": "unit", "of": "self"}
    for form, whom in forms.items():
        once[f"damage {form}"] = {"op": "damage", "amount": 1, form: whom}
        once[f"destroy {form}"] = {"op": "destroy", form: whom}
        for counter in bearer.counters:
            once[f"add {counter} {form}"] = {"op": "add-counters", "counter": counter, form: whom}
            once[f"remove {counter} {form}"] = {"op": "remove-counters", "counter": counter, "amount": 1, form: whom}
    once["sacrifice"] = {"op": "sacrifice", "choose": "unit yours"}
    once["gain control"] = {"op": "gain-control", "target": "unit theirs"}
    once["cancel"] = {"op": "cancel", "target": "unit", "from": "hand"}
    for resource in sorted({"gold", *rules_for(slug).honours.only.get("gain.resource", ())}):
        once[f"gain {resource}"] = {"op": "gain", "resource": resource, "amount": 2}
        once[f"spend {resource}"] = {"op": "spend", "resource": resource}
    for name in ("raise", "lower", "make", "mark", "unmark", "replace", "prevent", "redirect", "reroll", "add-dice"):
        more = {"make": {"to": 1}, "add-dice": {"count": 1}}.get(name, {})
        whom = {"of": "self"} if name in ("replace", "redirect") else {}
        once[name] = {"op": name, "field": "damage", **more, **whom}
    once["call off"] = {"op": "call-off"}
    once["pay"] = {"op": "pay", "points": {"gold": 1}}
    once["may"] = {"op": "may", "do": draw}
    once["if"] = {"op": "if", "condition": {"amount": {"count": "unit theirs"}, "at_least": 1}, "do": draw}
    modes = [{"name": "one", "do": draw}, {"name": "two", "do": [{"op": "shuffle"}]}]
    once["choose one"] = {"op": "choose-one", "modes": modes}
    for change in ("add-symbols", "cancel-symbols"):
        once[change] = {"op": change, "field": "dice", "symbol": "hit"}
    once["hold"] = {"op": "hold", "each": "unit theirs", "slot": "arm"}
    once["lay down"] = {"op": "lay-down", "each": "unit"}
    once["gain ownership"] = {"op": "gain-ownership", "each": "unit theirs"}
    found: dict[str, Json] = {name: {"when": bearer.arrives, "do": [node]} for name, node in once.items()}
    back = [{"op": "choose", "choose": "unit other"}, {"op": "return", "of": "it"}]
    found["choose"] = {"when": bearer.arrives, "do": back}
    for name in ("if-done", "otherwise"):
        found[name] = {"when": bearer.arrives, "do": [{"op": "discard", "count": 3}, {"op": name, "do": draw}]}
    every = {"event": bearer.arrives, "who": "unit"}
    found["limit"] = {"when": every, "limit": "once per turn", "do": draw}
    for name, node in continuous(slug).items():
        found[f"static {name}"] = {"static": [node]}
        for until in UNTIL:
            found[f"{until} {name}"] = {"when": bearer.arrives, "do": [{**node, "until": until}]}
    return found


def continuous(slug: str) -> dict[str, Json]:
    """Return every continuous operation in a few forms, by name."""
    found: dict[str, Json] = {}
    keywords = load_project(slug).keywords
    for whom in ({"of": "self"}, {"each": "unit theirs"}):
        form = next(iter(whom))
        for stat in BEARERS[slug].stats:
            found[f"gets {stat} {form}"] = {"op": "gets", "stats": {stat: 1}, **whom}
            found[f"sets {stat} {form}"] = {"op": "sets", "stats": {stat: 4}, **whom}
        for word, about in keywords.items():
            if not about.word:
                given = f"{word} 2" if about.has_value else word
                found[f"has {word} {form}"] = {"op": "has", "keyword": given, **whom}
                found[f"lacks {word} {form}"] = {"op": "lacks", "keyword": word, **whom}
        for action in sorted(rules_for("mecha").honours.only["cannot.action"]):
            found[f"cannot {action} {form}"] = {"op": "cannot", "action": action, **whom}
        found[f"attacks only {form}"] = {"op": "attacks-only", "what": "unit", **whom}
        found[f"must move {form}"] = {"op": "must-move", **whom}
        found[f"loses abilities {form}"] = {"op": "loses-abilities", **whom}
        found[f"costs {form}"] = {"op": "costs", "amount": 1, **whom}
        found[f"costs zero {form}"] = {"op": "costs-zero", **whom}
    card = next(iter(load_project(slug).cards))
    found["grants"] = {"op": "grants", "ability": card, "of": "self"}
    found["scales"] = {"op": "scales", "ability": "unit", "stats": {BEARERS[slug].stats[0]: 1}, "of": "self"}
    for who in ("you", "opponent"):
        found[f"hand limit {who}"] = {"op": "hand-limit", "amount": 1, "who": who}
        found[f"reveals hand {who}"] = {"op": "reveals", "what": "hand", "who": who}
        found[f"reveals top {who}"] = {"op": "reveals", "what": "top card", "who": who}
        found[f"cannot play {who}"] = {"op": "cannot-play", "what": "unit", "who": who}
    found["may play top"] = {"op": "may-play-top", "what": "unit"}
    return found


def written(slug: str, folder: Path, abilities: Mapping[str, Json]) -> dict[str, str]:
    """Write a game with one unit for each ability; return the names of the abilities by the ids of the units."""
    shutil.copytree(load_project(slug).path, folder)
    ids = {f"probe-{number}": name for number, name in enumerate(abilities)}
    cards = [
        {**BEARERS[slug].card, "id": id_, "name": f"Probe Number{id_[6:]}", "abilities": [abilities[name]]}
        for id_, name in ids.items()
    ]
    (folder / "cards" / "probes.json").write_text(json.dumps({"cards": cards}, indent=1), encoding="utf-8")
    return ids


# -- how it is played ----------------------------------------------------------------------------------------------


def played(game: cardlib.Game, watch: Watch, names: Sequence[str], seed: int, picks: int) -> list[str]:
    """Play a random match with copies of the probes of these names in both decks; return what was broken."""
    slug = game.slug
    bearer = BEARERS[slug]
    ids = {name: id_ for id_, name in watch.names.items()}
    lists = []
    for deck in bearer.decks:
        cards = game.cards_of(deck)
        main = [card for card in cards if card < len(game.facts.cards)]
        kept = [card for at, card in enumerate(main) if at % 2]
        wanted = [game.facts.number[ids[names[at % len(names)]]] for at in range(len(main) - len(kept))]
        lists.append(sorted([*kept, *wanted, *(card for card in cards if card >= len(game.facts.cards))]))
    match = game.match_of(lists, seed, windows="playable")
    dealt, picker = cards_of(match), Picker(3 + seed)
    wrong: list[str] = []
    for at in range(picks):
        if match.over:
            break
        if at % 3 == seed % 3:
            watch.standing(match)
        if at % 5 == seed % 5:
            wrong += [*broken(match, dealt), *unsettled(match)]
        match.take(picker.pick(asked(match)))
    return wrong
