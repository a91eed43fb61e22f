"""What an expectation can read: `A.hand`, `turtle d3.damage`, `winner`, each with what it can be compared with.

What cannot be read is an error with the nearest name. Names are written with hyphens; of a counter and a keyword of the
same name the plain name is the counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cardlib.abilities.honours import carried_out
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.rules import GameRules
from cardlib.filters import nearest_note
from cardlib.kernel import holding, secrets
from cardlib.kernel.boards.occupants import FACING, facing_of
from cardlib.kernel.declared import spelled
from cardlib.kernel.speech import DICE
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.naming import Gone, permanent
from cardlib.scenarios.reading import ScenarioError

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

# What a value can be; it says with what it can be compared.
Domain = Literal[
    "number",
    "player",
    "seats",
    "outcome",
    "space",
    "name",
    "text",
    "choice",
    "rule",
    "cards",
    "rules",
    "events",
    "links",
    "options",
    "slot",
    "direction",
]
LISTS = ("cards", "rules", "events", "links", "options")
COUNTED = ("cards", "rules", "events", "links")  # lists of which so many can be asked for
OF_MATCH: Mapping[str, tuple[Domain, str]] = {
    "winner": ("outcome", "the player who has won, `draw`, or `none` while the match runs"),
    "result": ("rule", "the rule by which it ended, or `none`"),
    "winners": ("seats", "all who came first, in the order of their seats, or `none`"),
    "out": ("seats", "who is out of the match, in the order in which they went, or `none`"),
    "order": ("seats", "the turn order"),
    "turn": ("number", "the number of the turn"),
    "active": ("player", "whose turn it is"),
    "player": ("player", "who is asked, or `none`"),
    "prompt": ("text", "what is asked"),
    "options": ("options", "the notations of what is offered"),
    "chain": ("links", "what waits to be carried out, the last one first to go"),
    "log": ("rules", "the rules by which something has happened so far"),
    "events": ("events", "the kinds of events so far"),
}
NOBODY = "nobody"  # who owns what belongs to all, and controls what is neutral
OF_HELD: Mapping[str, tuple[Domain, str]] = {
    "holder": ("text", "the id of what it lies with; `nobody` for what lies with nothing"),
    "slot": ("slot", "the slot of that in which it lies, or `none`"),
}  # of a permanent of a game with slots
OF_MANY = ("winners", "out", "order")  # what says nothing where two play
OF_PERMANENT: Mapping[str, tuple[Domain, str]] = {
    "name": ("name", "its name now"),
    "at": ("space", "its space"),
    "controller": ("player", "who controls it"),
    "owner": ("player", "whose card it is"),
    "attachments": ("cards", "the cards attached to it"),
    "down": ("number", "1 where it lies face down, 0 where it does not"),
}
HIDDEN = "hidden"
PLACE = "place"  # in which a player came in, where several play
SEALED = "sealed"


class Reading(NamedTuple):
    """What a path reads: the value, what it can be, and what else of the same name may be meant."""

    value: int | str | Sequence[str]
    domain: Domain
    hint: str = ""


def read(game: Game, match: Match, path: str, gone: Sequence[Gone] = ()) -> Reading:
    """Return what a path names: `A.hand`, `A.bandwidth`, `cap-gun c4.power`, `winner`, `turn`, `log`, `options`."""
    head, _, attr = path.rpartition(".")
    if not head:
        return _of_match(match, path)
    if head in sides_of(match.facts):
        return _of_player(match, head, attr)
    if len(head) == 1 and head.isupper():
        raise ScenarioError(f"no player is called '{head}'; they are {', '.join(sides_of(match.facts))}")
    return _of_permanent(game, match, permanent(match, head, gone), path, attr)


def _of_match(match: Match, path: str) -> Reading:
    s, rules, facts, result = match.state, match.rules, match.facts, match.result
    seats = sides_of(facts)
    events = match.events or ()
    value: int | str | list[str]
    match path:
        case "winner":
            value = "none" if result is None else "draw" if result.draw else "several"
            if s.result is not None and s.result[0] != NOWHERE:
                value = seats[s.result[0]]
        case "winners":
            value = " ".join(seats[player] for player in sorted(result.winners)) if result is not None else ""
            value = value or "none"
        case "out":
            value = " ".join(seats[entry[0]] for entry in s.out) or "none"
        case "order":
            value = " ".join(seats[side] for side in s.order)
        case "result":
            value = "none" if result is None or result.rule is None else result.rule
        case "turn":
            value = s.vars["turn"]
        case "active":
            value = seats[s.vars["active"]]
        case "player":
            value = "none" if match.over else seats[match.player]
        case "prompt":
            value = match.decision.prompt if match.decision else ""
        case "options":
            value = [] if match.over else [option.notation for option in match.options]
        case "chain":
            value = [link.kind for link in s.chain]
        case "log":
            value = [raw.rule for raw in events if raw.rule]
        case "events":
            value = [raw.kind for raw in events]
        case _:
            if path in shared_zones(match.facts):
                return Reading([facts.ids[s.card[obj]] for obj in s.zones[facts.zone[path][0]]], "cards")
            named = {spelled(name): name for name in rules.of_match if name in s.vars}
            if path in named:
                return Reading(s.vars[named[path]], "number")
            if path in (own := [*own_zones(facts), facts.field, "told", *map(spelled, rules.of_player)]):
                of_players = " or ".join(f"{seat}.{path}" for seat in seats)
                raise ScenarioError(f"'{path}' cannot be read by itself; of a player it can: {of_players}")
            known = [*of_match(facts), *named, *shared_zones(match.facts), *own]
            raise ScenarioError(f"'{path}' cannot be read{_near(path, known)}")
    return Reading(value, OF_MATCH[path][0])


def of_match(facts: Facts) -> dict[str, str]:
    """Return what every game reads of a match, each with what it is; what says nothing where two play is left out."""
    several = facts.most > 2 or bool(facts.actors)
    return {path: about for path, (_, about) in OF_MATCH.items() if several or path not in OF_MANY}


def of_permanent(rules: Rules, facts: Facts) -> dict[str, str]:
    """Return what is read of a permanent beside its numbers, each with what it is."""
    without = {*(() if rules.placed else ["at"]), *(() if any(facts.backs) else ["down"])}
    return {word: about for word, (_, about) in OF_PERMANENT.items() if word not in without}


def sides_of(facts: Facts) -> tuple[str, ...]:
    """Return what scenarios call players and actors: the letters of the seats, the ids of who has none."""
    return (*facts.letters[: facts.players], *facts.actors)


def shared_zones(facts: Facts) -> list[str]:
    """Return the zones that all players share, beside those in play, and those named like what is read otherwise."""
    return [kind for kind in facts.zone if kind not in (*own_zones(facts), facts.field, *OF_MATCH)]


def events_of(rules: Rules, facts: Facts) -> set[str]:
    """Return the events that a game tells, of the common ones those that can come."""
    found = {*rules.speech.sentences, *rules.speech.silent, "ended"}
    found |= {kind for kind, fields in rules.told.items() if fields.says}
    if isinstance(rules, GameRules):
        for operation in (OPERATIONS[name] for name in carried_out(rules.honours, rules.slug)):
            found.update(operation.tells, ["lasting"] if operation.continuous else [])
        if rules.honours.events:
            found.add("trigger")
    if facts.windows.kinds:
        found |= {"reacted", "record-changed", "called-off", "paid"}
    if len(facts.dice):
        found |= DICE.keys()
    if rules.sealed:
        found |= {"sealed", "opened"}
    if any(facts.backs):
        found |= {"turned-down", "turned-up"}
    return found


def own_zones(facts: Facts) -> list[str]:
    """Return the zones that every player has."""
    return [kind for kind, numbers in facts.zone.items() if facts.zone_owner[numbers[0]] != NOWHERE]


def zone_name(game: Game, zone: str) -> str:
    """Return what the game calls a zone."""
    zones: Any = game.project.game.raw["zones"]
    return str(zones[zone].get("name", zone))


def _of_player(match: Match, seat: str, attr: str) -> Reading:
    s, facts, rules = match.state, match.facts, match.rules
    player = sides_of(facts).index(seat)
    if attr == PLACE and facts.most > 2:
        places = match.result.ranking if match.result is not None else ()
        return Reading(next((place.place for place in places if place.player == player), 0), "number")
    if attr == "told":
        return Reading("; ".join(str(event) for event in match.view(player).log), "text")
    if attr.startswith("sees "):
        return _seen(match, player, attr[5:])
    if attr in own_zones(match.facts):
        return Reading([facts.ids[s.card[obj]] for obj in s.zones[facts.zone[attr][player]]], "cards")
    if attr == facts.field:
        field = match.in_play
        return Reading([facts.ids[s.card[obj]] for obj in field if s.controller[obj] == player], "cards")
    name = _declared_name(rules, attr)
    if name is None and (what := _sealed_name(rules, attr)) is not None:
        return _chosen(match, player, secrets.seen_choices(match, NOWHERE, what))
    if name is None:
        known = [*own_zones(facts), facts.field, "told", *map(spelled, (*rules.of_player, *rules.sealed))]
        known += [PLACE] if facts.most > 2 else []
        raise ScenarioError(f"'{seat}.{attr}' cannot be read{_near(attr, known)}")
    return Reading(rules.player_value(match, player, name), "number")


def _declared_name(rules: Rules, word: str) -> str | None:
    """Return the name in the code of a value of a player."""
    return next((name for name in rules.of_player if spelled(name) == word), None)


def _sealed_name(rules: Rules, word: str) -> str | None:
    """Return the name in the code of a choice that several make at the same time."""
    return next((name for name in rules.sealed if spelled(name) == word), None)


def _chosen(match: Match, player: int, seen: Mapping[int, Choice | None]) -> Reading:
    """What a player has chosen: a number or the notation of an option, `sealed` before it is opened, or `none`."""
    if player not in seen:
        return Reading("none", "choice")
    choice = seen[player]
    if choice is None:
        return Reading(SEALED, "choice")
    if choice[0] == "number":
        return Reading(int(choice[1]), "number")
    return Reading(match.say(choice).notation, "choice")


def _seen(match: Match, viewer: int, path: str) -> Reading:
    """What a player sees: `B hand`, `B bio`, or a zone that all share."""
    rules = match.rules
    view = match.view(viewer)
    if path in shared_zones(match.facts):
        return Reading([card or HIDDEN for card in view.cards(path, viewer)], "cards")
    seat, _, what = path.partition(" ")
    seats = sides_of(match.facts)
    if seat in seats and what in own_zones(match.facts):
        return Reading([card or HIDDEN for card in view.cards(what, seats.index(seat))], "cards")
    name = _declared_name(rules, what)
    if seat in seats and name is not None:
        if not secrets.may_know(match, viewer, seats.index(seat), name):
            return Reading(HIDDEN, "choice")
        return Reading(view.player_value(seats.index(seat), name), "number")
    sealed = _sealed_name(rules, what)
    if seat in seats and sealed is not None:
        return _chosen(match, seats.index(seat), view.chosen(sealed))
    words = [*own_zones(match.facts), *map(spelled, (*rules.of_player, *rules.sealed))]
    known = [f"{seat} {word}" for seat in seats for word in words]
    raise ScenarioError(f"'sees {path}' cannot be read{_near(path, [*known, *shared_zones(match.facts)])}")


def _of_permanent(game: Game, match: Match, obj: int, path: str, attr: str) -> Reading:
    s, facts, rules = match.state, match.facts, match.rules
    match attr:
        case "name":
            return Reading(rules.name(match, obj), "name")
        case "controller" | "owner":
            whose = getattr(s, attr)[obj]
            return Reading(sides_of(facts)[whose] if whose != NOWHERE else NOBODY, "player")
        case "holder" if facts.holders.slots:
            by = s.host[obj]
            return Reading(facts.ids[s.card[by]] if by != NOWHERE else NOBODY, "text")
        case "slot" if facts.holders.slots:
            slot = holding.slot_of(match, obj)
            return Reading(slot.id if slot is not None else "none", "slot")
        case _ if attr in facts.holders.slots:
            return Reading([facts.ids[s.card[other]] for other in holding.held(match, obj, attr)], "cards")
        case "attachments":
            field = match.in_play
            return Reading([facts.ids[s.card[other]] for other in field if s.host[other] == obj], "cards")
        case "down":
            return Reading(int(secrets.is_down(match, obj)), "number")
        case "at" if facts.board is not None and rules.placed:
            space = s.space_of(obj)
            return Reading(facts.board.names[space] if space != NOWHERE else "none", "space")
    numbers = numbers_of_permanents(game)
    if attr not in numbers:
        known = [*numbers, *of_permanent(rules, facts)]
        if facts.holders.slots:
            known += [*OF_HELD, *facts.holders.slots]
        raise ScenarioError(f"'{path}' cannot be read{_near(attr, known)}")
    name, kind, _ = numbers[attr]
    if name == FACING and facts.board is not None and facts.board.directions:
        return Reading(facts.board.directions[facing_of(match, obj)], "direction")
    value = rules.keyword(match, obj, name) if kind == "keyword" else rules.value(match, obj, name)
    if kind == "attribute" and not value and facts.printed[name][s.card[obj]] is None:
        about = game.project.game.attributes[name]
        if about.of and not any(_is_of_type(match, obj, type_) for type_ in about.of):
            raise ScenarioError(f"'{path}' cannot be read: {facts.names[s.card[obj]]} has no {about.title}")
    return Reading(value, "number", _beside(game, match, obj, path, attr))


def _is_of_type(match: Match, obj: int, type_: str) -> bool:
    """Whether a permanent is of a type now, which what is printed on it need not say."""
    cards = frozenset(card for card, types in enumerate(match.facts.types) if type_ in types)
    return match.rules.type_test(type_, cards)(match, obj, obj, match.state.controller[obj])


def numbers_of_permanents(game: Game) -> dict[str, tuple[str, str, str]]:
    """Return the numbers that can be read of a permanent: the name in the code, its kind, and what it is.

    A counter goes before a current value, that before an attribute, that before a keyword of the same name.
    """
    rules, facts, info = game.rules, game.facts, game.project.game
    found: dict[str, tuple[str, str, str]] = {}
    for name, entry in facts.vocabulary.counters.items():
        if name in rules.columns:
            found[name] = (name, "counter", f"{entry.name}s on it" if not entry.plural else f"{entry.plural} on it")
    if FACING in rules.columns:
        found[FACING] = (FACING, "record", "the direction in which it faces, by its name on the board")
    for name, declared in rules.of_object.items():
        kind = "record" if name in rules.columns else "value"
        found.setdefault(spelled(name), (name, kind, declared.about))
    for name, attribute in info.attributes.items():
        if attribute.type in ("integer", "sum", "table", "boolean") and not attribute.part_of and name in facts.printed:
            found.setdefault(spelled(name), (name, "attribute", attribute.description))
    for name in facts.vocabulary.keywords:
        found.setdefault(name, (name, "keyword", "0 without it, else 1 or its number"))
    return found


def _beside(game: Game, match: Match, obj: int, path: str, attr: str) -> str:
    """Say what else a name may mean: the keyword beside its tokens, and the other way round."""
    numbers = numbers_of_permanents(game)
    bare, token = attr.removesuffix("-token"), f"{attr.removesuffix('-token')}-token"
    if bare not in numbers or token not in numbers:
        return ""
    other = token if attr == bare else bare
    name, kind, _ = numbers[other]
    rules = match.rules
    value = rules.keyword(match, obj, name) if kind == "keyword" else rules.value(match, obj, name)
    what = "its tokens" if other == token else "the keyword"
    return f"; {what}, {path.rpartition('.')[0]}.{other}, {'are' if other == token else 'is'} {value}"


def _near(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: how it is spelled, the nearest one, or all of them."""
    listed = list(known)
    if spelled(word) in listed:
        return f": it is spelled '{spelled(word)}'"
    return nearest_note(word, listed, f"; what can be: {', '.join(listed)}")
