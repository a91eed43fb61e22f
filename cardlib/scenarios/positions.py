"""Positions of scenarios: what is given becomes a match, at the beginning of a phase or at the set-up.

Every word of it has to be known and every number possible: a position that no play leads to is refused unless the
scenario says why it is meant ("impossible"). Then the check that follows every action is carried out once, so that
whoever has lost in it has lost before the first step.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.filters import nearest_note, parse, printed
from cardlib.filters.words import slug
from cardlib.kernel import atoms, holding, spans
from cardlib.kernel.boards.occupants import FACING, facing_of, fits, occupants, slots_for, spaces_at
from cardlib.kernel.declared import Declared, most_of, spelled
from cardlib.kernel.match import WINDOWS, Match
from cardlib.kernel.state import NOWHERE
from cardlib.scenarios.bringing import brought, in_slots, seated
from cardlib.scenarios.naming import card_named, permanent, space_named
from cardlib.scenarios.reading import ScenarioError
from cardlib.scenarios.values import NOBODY, own_zones, shared_zones, sides_of, zone_name

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.contract import Rules

SET_UP = "set-up"  # the phase before the first turn, which every game has
DEFAULT_DECK = 10
TURN = 9  # of the first seat, where a position names none
ALWAYS = ("players", "phase", "seed", "script", "shuffle", "windows", "documents")
LATER = (
    "active",
    "order",
    "out",
    "actors",
    NOBODY,
    "turn",
    "has",
    "impossible",
)  # of positions that do not begin at the set-up
ENTRY = ("card", "at", "owner", "controller", "used", "down", "document")  # of a permanent, beside numbers and slots

Given = Mapping[str, Any]


def players_of(game: Game, given: Given, steps: Iterable[str] = ()) -> int:
    """Return how many players a scenario has: as it says, or the documents of its table, else as few as it names."""
    facts = game.facts
    around = seated(game, given) if "players" not in given else None
    if around is not None:
        return around
    if "players" in given:
        if not facts.least <= given["players"] <= facts.most:
            raise ScenarioError(f"players: found {given['players']}, expected {facts.how_many}")
        return int(given["players"])
    named = {*given, *given.get("documents", ()), given.get("active"), *(step.partition(" ")[0] for step in steps)}
    last = max((at for at, letter in enumerate(facts.letters) if letter in named), default=0)
    return max(facts.least, last + 1)


def lay_out(game: Game, given: Given, players: int | None = None) -> Match:
    """Return a match in the position that a scenario gives; raises ScenarioError for one that cannot be laid out.

    It is one of as many players as the position names (`players_of`), unless told otherwise.
    """
    rules = game.rules
    letters = game.facts.letters[: players_of(game, given) if players is None else players]
    phase = given.get("phase", SET_UP if _begun_from_documents(given, letters) else rules.main_phase)
    _known(phase, (SET_UP, *rules.phases), "no phase is called")
    begins = phase == SET_UP
    _known_keys(given, (*ALWAYS, *(() if begins else LATER), *letters), "given", (*ALWAYS, *LATER, *letters))
    _known(given.get("windows", "turns"), WINDOWS, "no windows are called")
    sides = [given.get(seat, {}) for seat in letters]
    for seat, side in zip(letters, sides, strict=True):
        _known_side(game, seat, side, begins)
    decks = [_deck(game, side) for side in sides]
    made = brought(game, given, letters)
    whole = [
        list(cards) if cards else _parts(game, side, deck)
        for side, deck, cards in zip(sides, decks, made.lists, strict=True)
    ]
    match = game.match_of(
        whole if begins else [[] for _ in sides],
        int(given.get("seed", 1)),
        orderly=not given.get("shuffle", False),
        windows=given.get("windows", "turns"),
        run=False,
        documents=made.documents,
        table=made.table,
    )
    match.state.script = tuple(_outcome(outcome) for outcome in given.get("script", ()))
    if not begins:
        match.state.stack.clear()
        _clear_table(match)
        _fill(match, game, given, sides, decks)
        rules.lay_out(match, given)
        match.changed()
        _refuse_impossible(game, match, given)
        match.state.vars["unsettled"] = 0
        _begin_at(match, phase)
        rules.settle_position(match)
    match.run()
    return match


def _begun_from_documents(given: Given, letters: Sequence[str]) -> bool:
    """Whether a scenario brings documents and says nothing else of a position, so that they are what it begins from."""
    return bool(given.get("documents")) and not any(word in given for word in (*LATER, *letters))


def _clear_table(match: Match) -> None:
    """Take away what the set-up has laid out for all players: a position says what is there."""
    s = match.state
    s.card, s.owner, s.controller, s.zone, s.place, s.host = [], [], [], [], [], []
    s.columns = {name: [] for name in s.columns}
    s.zones = [[] for _ in s.zones]
    s.board = [NOWHERE] * len(s.board)
    s.listeners = {}


def _begin_at(match: Match, phase: str) -> None:
    """Go to the step of a phase; the first one, unless it is the main one, counts the turn and passes it on."""
    s, rules = match.state, match.rules
    if phase == next(iter(rules.phases)) and phase != rules.main_phase:
        s.vars.update(turn=s.vars["turn"] - 1, active=s.order[s.order.index(s.vars["active"]) - 1])
    match.push(rules.turn_procedure)
    s.stack[-1][1] = rules.procedures[rules.turn_procedure][1][rules.phases[phase]]


# -- words ------------------------------------------------------------------------------------------------------------


def _known(word: str, known: Iterable[str], what: str) -> None:
    listed = list(known)
    if word not in listed:
        raise ScenarioError(f"{what} '{word}'; expected one of {', '.join(listed)}{nearest_note(str(word), listed)}")


def _known_keys(found: Iterable[str], known: Iterable[str], where: str, elsewhere: Iterable[str] = ()) -> None:
    """Every word of an object has to be known; `elsewhere` are those that would be, in another phase."""
    listed = list(known)
    for word in found:
        if word in listed:
            continue
        if word in elsewhere:
            when = "begins at the set-up" if word not in LATER else "does not begin at the set-up"
            raise ScenarioError(f"{where}: '{word}' is for a position that {when}")
        raise ScenarioError(f"{where}: no '{word}'; expected one of {', '.join(listed)}{nearest_note(word, listed)}")


def side_words(game: Game, begins: bool) -> list[str]:
    """Return what a side can say: its zones, the permanents, its values; at the set-up the parts of its deck."""
    facts = game.facts
    if begins:
        return [facts.role.get("deck", facts.sections[0]), *facts.sections[1:]]
    return [*own_zones(facts), facts.field, "has", *game.rules.of_side]


def _known_side(game: Game, seat: str, side: Mapping[str, Any], begins: bool) -> None:
    known, other = side_words(game, begins), side_words(game, not begins)
    for word in side:
        if word not in known and word in other:
            when = "does not begin at the set-up" if begins else "begins at the set-up"
            raise ScenarioError(f"{seat}: '{word}' is for a position that {when}")
    _known_keys(side, known, seat)


def _outcome(outcome: object) -> int:
    if not isinstance(outcome, int) or isinstance(outcome, bool) or outcome < 0:
        raise ScenarioError(f"script: found {outcome!r}, expected outcomes of chance as numbers from 0, such as [0, 2]")
    return outcome


def settable(values: Mapping[str, Declared]) -> dict[str, str]:
    """Return the names of values that a position can set, as they are written, with those of the code."""
    return {spelled(name): name for name, declared in values.items() if declared.settable}


def number(match: Match, values: Mapping[str, Declared], word: str, value: object, where: str) -> tuple[str, int]:
    """Return the name of the code and the number of a value that a position sets; it has to be one that can be."""
    names = settable(values)
    if word not in names:
        known = nearest_note(word, names) or f"; expected one of {', '.join(names) or 'none'}"
        read_only = {spelled(name) for name, declared in values.items() if not declared.settable}
        if spelled(word) in names:
            known = f": it is spelled '{spelled(word)}'"
        elif word in read_only:
            known = ": it is worked out from the position"
        raise ScenarioError(f"{where} '{word}' cannot be set{known}")
    declared = values[names[word]]
    most = most_of(declared, match.facts.constants)
    found = int(value) if isinstance(value, int) and (declared.flag or not isinstance(value, bool)) else None
    if found is None or found < (declared.least or 0) or (most is not None and found > most):
        upto = "" if most is None else f" to {most}"
        raise ScenarioError(f"{where} '{word}' is {json.dumps(value)}, expected a number from {declared.least}{upto}")
    return names[word], found


# -- laying out -------------------------------------------------------------------------------------------------------


def _deck(game: Game, side: Mapping[str, Any]) -> list[int]:
    if "deck" not in game.facts.role or game.facts.zone_owner[game.facts.zone_with("deck", 0)] == NOWHERE:
        return []  # a deck that all share is nobody's
    deck = side.get(game.facts.role["deck"], DEFAULT_DECK)
    if isinstance(deck, int) and deck and not game.rules.filler:
        raise ScenarioError(
            f"the rules declare no 'filler', the card that a deck of a number, such as {deck}, is made of: "
            "list its cards, or declare one"
        )
    names = [game.rules.filler] * deck if isinstance(deck, int) else deck
    return [card_named(game.facts, name) for name in names]


def _parts(game: Game, side: Mapping[str, Any], deck: list[int]) -> list[int]:
    """Return a whole deck: beside the cards of the first section those that a side names for the others."""
    facts = game.facts
    more = []
    for at, section in enumerate(facts.sections[1:], 1):
        more += [at * len(facts.cards) + card_named(facts, name) for name in side.get(section, ())]
    return [*deck, *more]


def _actor_deck(game: Game, side: Mapping[str, Any]) -> list[int]:
    """An actor has the cards that a position gives it, and no others."""
    return _deck(game, side) if "deck" in side else []


def _side(names: Sequence[str], name: str, what: str) -> int:
    _known(name, names, what)
    return names.index(name)


def _numbered(names: Sequence[str], name: str, what: str) -> int:
    """Return the number of a side, NOWHERE for nobody."""
    return NOWHERE if name == NOBODY else _side(names, name, what)


def _fill(match: Match, game: Game, given: Given, sides: list[Mapping[str, Any]], decks: list[list[int]]) -> None:
    s, facts, rules = match.state, match.facts, match.rules
    names = sides_of(facts)
    active = _side(names, given.get("active", names[0]), "active: no player is called")
    if "order" in given:
        atoms.set_order(match, [_side(names, name, "order: no player is called") for name in given["order"]])
    for name in given.get("out", ()):
        atoms.put_out(match, [_side(names, name, "out: no player is called")], "out from the start", None)
    sides = [*sides, *(given.get("actors", {}).get(actor, {}) for actor in facts.actors)]
    _known_keys(given.get("actors", {}), facts.actors, "actors")
    for actor, side in given.get("actors", {}).items():
        _known_side(game, actor, side, False)
    decks = [*decks, *(_actor_deck(game, side) for side in sides[len(decks) :])]
    s.vars.update(turn=int(given.get("turn", TURN + active)), active=active)
    for word, value in given.get("has", {}).items():
        name, found = number(match, rules.of_match, word, value, "has:")
        s.vars[name] = found
    for player, side in enumerate(sides):
        for card in decks[player]:
            s.add(card, player, facts.zone_with("deck", player))
        for zone, numbers in facts.zone.items():
            if zone != facts.role.get("deck") and facts.zone_owner[numbers[player]] == player:
                for name in side.get(zone, ()):
                    atoms.listen(match, s.add(card_named(facts, name), player, numbers[player]))
        for word, value in side.get("has", {}).items():
            name, found = number(match, rules.of_player, word, value, f"{names[player]} has:")
            s.players[player][name] = found
    attached: list[tuple[int, str]] = []
    entered: list[tuple[int, set[str]]] = []
    for player, side in (*enumerate(sides), (NOWHERE, _of_nobody(match, given))):
        for entry in side.get(facts.field, ()):
            _put(match, game, player, entry, attached, entered)
    match.changed()
    for crowded in holding.crowded(match):
        raise ScenarioError(crowded)
    for obj, host in attached:
        s.host[obj] = permanent(match, host)
        at = obj
        for _ in s.card:
            at = s.host[at]
            if at == NOWHERE:
                break
        else:
            raise ScenarioError(f"{facts.ids[s.card[obj]]} is attached to itself")
    match.changed()
    for obj, said in entered:  # what raises a number may have been laid out after it
        for column, found in rules.columns_on_entry(match, obj).items():
            if column not in said:
                s.columns[column][obj] = found


def _of_nobody(match: Match, given: Given) -> Mapping[str, Any]:
    """Return what nobody owns and controls, its cards in the zones of all laid out."""
    facts, side = match.facts, given.get(NOBODY, {})
    zones = shared_zones(facts)
    _known_keys(side, [facts.field, *zones], NOBODY)
    for zone in zones:
        for name in side.get(zone, ()):
            atoms.make(match, card_named(facts, name), NOWHERE, facts.zone[zone][0])
    return dict(side)


def _put(
    match: Match,
    game: Game,
    player: int,
    entry: str | Mapping[str, Any],
    attached: list[tuple[int, str]],
    entered: list[tuple[int, set[str]]],
    host: int = NOWHERE,
    slot: str = "",
) -> None:
    """Put a permanent into play; on what it stands is found when all of them are there.

    What lies in a slot of another one has no place of its own, and may be controlled by somebody else.
    """
    s, facts, rules = match.state, match.facts, match.rules
    about: dict[str, Any] = dict(entry) if isinstance(entry, Mapping) else {}
    if isinstance(entry, str):
        about["card"], _, about["at"] = entry.partition(" ")
    name, place = about["card"], about.get("at", "")
    whose = (*sides_of(facts), NOBODY)
    if "controller" in about:
        if not slot:
            raise ScenarioError(f"{name}: what a side has in play it controls; '{NOBODY}' has what is neutral")
        player = _numbered(whose, about["controller"], f"{name}: no controller is called")
    owner = player
    if "owner" in about:
        owner = _numbered(whose, about["owner"], f"{name}: no owner is called")
    if slot and place:
        raise ScenarioError(f"'{name}' lies in a slot, and has no place of its own")
    obj = s.add(card_named(facts, name), owner, facts.field_zone)
    s.controller[obj] = player
    if not rules.placed and not slot:
        s.place[obj] = 0
    if place.startswith("on "):
        attached.append((obj, place[3:]))
    elif not place and rules.placed and not slot:
        spaces = facts.board.names if facts.board else ("",)
        usual = name if name in spaces else spaces[0]  # an area that is a thing stands on itself
        raise ScenarioError(f"'{name}' needs a space, such as '{name} {usual}'")
    said: set[str] = set()
    entered.append((obj, said))
    if slot:
        atoms.put_with(match, obj, host, facts.holders.slots[slot].number)
    for word, value in about.items():
        if word == FACING and isinstance(value, str):
            known = facts.board.directions if facts.board is not None and FACING in rules.columns else ()
            _known(value, known, f"{name}: no direction is called")
            s.columns[FACING][obj] = known.index(value)
            said.add(FACING)
        elif word not in (*ENTRY, *facts.holders.slots):
            column, found = number(match, counters_and_records(rules, match), word, value, f"{name}:")
            s.columns[column][obj] = found
            said.add(column)
    if place and not place.startswith("on "):
        _stand(match, obj, name, place)
    for word in facts.holders.slots:
        for inner in about.get(word, ()):
            _put(match, game, player, inner, attached, entered, obj, word)
    for word, inner in in_slots(game, about["document"]) if "document" in about else ():
        if word not in about:
            _put(match, game, player, inner, attached, entered, obj, word)
    atoms.listen(match, obj)
    if "down" in about:
        looking = [
            _side(facts.letters[: facts.players], seat, f"{name}: no player is called") for seat in about["down"]
        ]
        atoms.turn_down(match, obj, sum(1 << one for one in set(looking)))
    _use_up(match, obj, name, about.get("used", ()))


def _use_up(match: Match, obj: int, card: str, names: Iterable[str]) -> None:
    """Let abilities with a limit be used up, by their names or their numbers from 1."""
    limited: dict[str, Ability] = {}
    for ability in match.facts.abilities[match.state.card[obj]]:
        if ability.limit is not None and ability.limit.per not in spans.IN_FLIGHT:
            called = str(ability.node.get("name", ""))
            limited[slug(called) if called else str(ability.number + 1)] = ability
    for name in names:
        if not limited:
            raise ScenarioError(f"{card}: '{name}' cannot be used up: the card has no ability with a limit")
        _known(name, limited, f"{card}: no ability with a limit is called")
        for _ in range(limited[name].limit.times):  # type: ignore[union-attr]
            spans.use(match, limited[name], obj, match.state.controller[obj])


def _stand(match: Match, obj: int, name: str, place: str) -> None:
    s = match.state
    try:
        space = s.place[obj] = space_named(match, place)
    except ScenarioError as error:
        raise ScenarioError(f"'{name}': {error}") from None
    layer, spaces = match.rules.layer(match, obj), spaces_at(match, obj, space, facing_of(match, obj))
    if spaces is None:
        raise ScenarioError(f"'{name}' cannot stand on {place}, from where it would reach beyond the board")
    if not fits(match, obj, space, facing_of(match, obj)):
        taken = next(other for part in spaces for other in occupants(match, part, layer) if other != obj)
        raise ScenarioError(f"'{name}' cannot stand on {place}, where {match.facts.names[s.card[taken]]} stands")
    for slot in slots_for(match, obj, spaces, layer):
        s.board[slot] = obj


def counters_and_records(rules: Rules, match: Match) -> dict[str, Declared]:
    """Return what an object carries that a position can set: the counters of the game's data, its records."""
    known = {id_: Declared(about.name, 0) for id_, about in match.facts.vocabulary.counters.items()}
    return {name: known[name] for name in rules.columns if name in known} | {
        name: declared for name, declared in rules.of_object.items() if name in rules.columns
    }


def _astray(game: Game, match: Match) -> Iterator[str]:
    """Yield what lies in a zone that never holds such cards."""
    s, facts, project = match.state, match.facts, game.project
    for zone, about in facts.zones.items():
        if "cards" not in about:
            continue
        fits = printed(parse(str(about["cards"]), project.vocabulary))
        cards = [s.card[obj] for number in facts.zone[zone] for obj in s.zones[number]]
        for id_ in dict.fromkeys(facts.ids[card] for card in cards):
            if not fits(project.cards[id_]):
                yield f"{project.cards[id_].name} cannot lie in the {zone_name(game, zone)}"


def _refuse_impossible(game: Game, match: Match, given: Given) -> None:
    """Refuse a position that no play leads to, unless the scenario says why it is meant."""
    found = [*match.rules.cannot_be(match), *_astray(game, match)]
    why = given.get("impossible")
    if found and not why:
        raise ScenarioError(f'{"; ".join(found)}; say why in "impossible" if it is meant')
    if why and not found:
        raise ScenarioError(f"\"impossible\" says '{why}', but nothing in the position is")
