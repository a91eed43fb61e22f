"""docs/scenarios/: one page per game with everything that a scenario can set and read, and the schema of scenarios.

All is made from the data of the games and from what their rules declare.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from cardlib.catalog import bundled_paths
from cardlib.errors import NotFound
from cardlib.filters.words import listed, slug
from cardlib.game import Game, load
from cardlib.kernel import moves
from cardlib.kernel.declared import Declared, most_of, spelled
from cardlib.places import schemas_root
from cardlib.scenarios.positions import DEFAULT_DECK, SET_UP
from cardlib.scenarios.schema import schema_text
from cardlib.scenarios.values import (
    NOBODY,
    OF_HELD,
    PLACE,
    events_of,
    numbers_of_permanents,
    of_match,
    of_permanent,
    own_zones,
    shared_zones,
    zone_name,
)
from cardlib.wording.rendering import ability_text

KINDS = {
    "counter": "counter",
    "record": "record",
    "value": "worked out",
    "attribute": "as it is now",
    "keyword": "keyword",
}


def page(game: Game) -> str:
    """Return the page of a game."""
    info, rules = game.project.game, game.rules
    seats = listed([f"`{seat}`" for seat in game.facts.letters])
    phases = ", ".join(f"`{phase}`" for phase in rules.phases)
    lines = [
        f"# Scenarios of {info.name}",
        "",
        f"What a [scenario](../scenarios.md) of {info.name} can set and read. This page is made from the data and the",
        "rules of the game by `make generated`. Names are written with hyphens.",
        "",
        f"The seats are {seats}. A position begins at `{SET_UP}`, or in one of the phases {phases};",
        f"in `{rules.main_phase}` where it names none.",
        *_match(game),
        *_side(game),
        *_permanents(game),
        *_moves(game),
        *_abilities(game),
        *_events(game),
    ]
    return "\n".join(lines) + "\n"


def _table(*columns: str) -> list[str]:
    return ["", f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]


def _bounds(game: Game, declared: Declared) -> str:
    """What a value can be set to: `0 to 5`; – where it can only be read."""
    if not declared.settable:
        return "–"
    most = most_of(declared, game.facts.constants)
    least = "" if (declared.least or 0) < -LOWEST else f"{declared.least} "
    return f"{least}and more" if most is None else f"{least}to {most}" if least else f"up to {most}"


SET_OF_PERMANENT = {"owner": "a seat", "down": "seats that may look at it"}
LOWEST = 99  # what is below is as good as without a bound


def _values(game: Game, values: Mapping[str, Declared], secret: bool = False) -> Iterator[str]:
    for name, declared in values.items():
        known = "; only that player knows it" if secret and name in game.rules.secret else ""
        yield f"| `{spelled(name)}` | {_bounds(game, declared)} | {declared.about}{known} |"


def _match(game: Game) -> Iterator[str]:
    rules = game.rules
    yield from ["", "## The match"]
    if any(declared.settable for declared in rules.of_match.values()):
        yield from _table("in `has`", "set", "it is, read by that name alone")
        yield from _values(game, rules.of_match)
    yield from _table("read", "it is")
    for path, about in of_match(game.facts).items():
        if path == "chain":
            if not rules.link_kinds:
                continue
            about += ": " + ", ".join(f"`{kind}` {what}" for kind, what in rules.link_kinds.items())
        yield f"| `{path}` | {about} |"
    for zone in shared_zones(game.facts):
        yield f"| `{zone}` | the cards in the zone {zone_name(game, zone)} |"


def _side(game: Game) -> Iterator[str]:
    facts, rules = game.facts, game.rules
    seat = facts.letters[0]
    yield from ["", "## A player"]
    yield from _table("of a side", f"read as `{seat}.…`", "it is")
    filler = facts.names[facts.number[rules.filler]] if rules.filler in facts.number else "plain cards"
    for zone in own_zones(facts):
        more = (
            f", or how many; {DEFAULT_DECK} times {filler} if left out" if zone == game.facts.role.get("deck") else ""
        )
        yield f"| `{zone}` | `{zone}` | the cards in the {zone_name(game, zone)}{more} |"
    field = game.facts.field
    yield f"| `{field}` | `{field}` | the permanents that the player controls |"
    for word, about in rules.of_side.items():
        yield f"| `{word}` | – | {about} |"
    for section in facts.sections[1:]:
        if section not in own_zones(facts):
            yield f"| `{section}` | – | this part of the deck, at the set-up |"
    yield f"| – | `told` | what the player is told, as one text: `{seat}.told has …` |"
    if facts.most > 2:
        yield f"| – | `{PLACE}` | the place in which the player came in, 0 while the match runs |"
    other = facts.letters[-1]
    yield f"| – | `sees {other} hand` | a zone or value of a player as this one sees it; `hidden` for a hidden card |"
    yield from _table("in `has`", "set", f"it is, read as `{seat}.…`")
    yield from _values(game, rules.of_player, secret=True)
    for name, sealed in rules.sealed.items():
        yield f"| `{spelled(name)}` | – | the {sealed.name} of the player, `sealed` until all are opened, or `none` |"
    if facts.holders.supplies or facts.holders.slots:
        listed = ", ".join(f"`{zone}`" for zone in (field, *shared_zones(facts)))
        yield from ["", f"`{NOBODY}` has what is neutral in play, and the cards of the zones that all share: {listed}."]


def _permanents(game: Game) -> Iterator[str]:
    rules = game.rules
    yield from ["", "## A permanent"]
    yield from _table("name", "set", "kind", "it is")
    numbers = numbers_of_permanents(game)
    for word, (name, kind, about) in numbers.items():
        if kind == "keyword":
            continue
        declared = Declared(about, 0) if kind == "counter" else rules.of_object.get(name, Declared(about))
        shown = about[:1].lower() + about[1:].rstrip(".") if kind == "attribute" else about
        bare = word.removesuffix("-token")
        doubled = kind == "counter" and bare in game.facts.vocabulary.keywords
        twin = f"; not the keyword `{bare}`" if doubled else ""
        yield f"| `{word}` | {_bounds(game, declared)} | {KINDS[kind]} | {shown}{twin} |"
    for word, about in of_permanent(rules, game.facts).items():
        yield f"| `{word}` | {SET_OF_PERMANENT.get(word, '–')} | | {about} |"
    slots = game.facts.holders.in_order
    for word, (_, about) in OF_HELD.items() if slots else ():
        yield f"| `{word}` | – | | {about} |"
    for slot in slots:
        yield f"| `{slot.id}` | cards | | what lies in its {slot.name}, each as in play, without a place |"
    words = [word for word, (_, kind, _) in numbers.items() if kind == "keyword"]
    if words:
        listed = ", ".join(f"`{word}`" for word in words)
        yield from ["", f"Keywords are read as well, 0 without it, else 1 or its number: {listed}."]


def _moves(game: Game) -> Iterator[str]:
    yield from ["", "## What players do", ""]
    yield "The forms of its moves, explained in [notation.md](../notation.md):"
    yield from ["", *(f"- `{form}`" for form in dict.fromkeys(moves.forms(game.rules.moves, game.facts)))]
    for kind, words in {**game.rules.speech.words(game.facts), "REACTION": _reactions(game)}.items():
        if not words:
            continue
        listed = ", ".join(f"`{word}`" for word in words)
        yield from ["", f"{kind} is one of {listed}."]


def _reactions(game: Game) -> list[str]:
    """Return the names of the reactions that a player is asked for; what answers by itself is none."""
    every = [ability for abilities in game.facts.abilities for ability in abilities]
    asked = [ability for ability in every if ability.kind == "reaction" and not ability.automatic]
    return sorted({game.facts.reaction_name(ability) for ability in asked})


def _abilities(game: Game) -> Iterator[str]:
    """Yield the abilities that players use, by card, with the move that uses each where the card is in play."""
    facts = game.facts
    found = []
    for number, abilities in enumerate(facts.abilities):
        used = [ability for ability in abilities if ability.kind == "activated"]
        card = game.project.cards[facts.ids[number]]
        for at, ability in enumerate(used, 1):
            form = game.rules.activated_by.get(str(ability.node["activate"]), "").replace("PERMANENT", card.id)
            form = form.replace("ORDER", slug(str(ability.node.get("name", at))))
            form = form.replace(" [N]", f" {at}" if len(used) > 1 else "")
            found.append((form, card.name, ability_text(card, ability.node, game.project)))
    if found:
        where = "; behind the card comes its space" if game.rules.placed else ""
        yield from ["", "## Abilities that are used", "", f"The move that uses each{where}."]
        yield from _table("move", "card", "it says")
        for form, name, text in found:
            yield f"| `{form}` | {name} | {' '.join(text.split())} |"


def _events(game: Game) -> Iterator[str]:
    known = sorted(events_of(game.rules, game.facts))
    yield from ["", "## Events", "", "What `events` can hold: " + ", ".join(f"`{kind}`" for kind in known) + "."]


def files() -> dict[Path, str]:
    """Return every file that is made here with what it has to hold, for the bundled games that have rules."""
    games = []
    for path in bundled_paths():
        try:
            games.append(load(path.name))
        except NotFound:  # a game that is checked and printed, not played
            continue
    made = {schemas_root() / "scenario.schema.json": schema_text(games)}
    docs = schemas_root().parent / "docs"
    if docs.is_dir():
        made |= {docs / "scenarios" / f"{game.slug}.md": page(game) for game in games}
    return made
