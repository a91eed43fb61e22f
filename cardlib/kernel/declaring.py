"""What a game may declare to the kernel, as one table, and whether what it declares holds together.

The table is printed in docs/new-game.md. `contradictions` and `misnamed` are asked when a game is loaded and by
`cardlib data check`: each answer names what is missing and the nearest name that is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from cardlib.filters import nearest
from cardlib.kernel.contract import Back
from cardlib.kernel.declared import ROLES, VARIABLES, Secret, spelled
from cardlib.kernel.moves import KINDS, parts_of
from cardlib.kernel.secrets import Choosing, Opening
from cardlib.kernel.speech import COMMON, SAID_ALIKE, SENTENCE_WORDS, Speech

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules


class Contradiction(NamedTuple):
    """What the rules of a game name that is not there: which declaration, what it names, what it can name."""

    declaration: str
    found: str
    expected: str
    nearest: str | None


# What the rules of a game declare, in the order of the docs: the name in the code, and what it says.
DECLARATIONS: Mapping[str, str] = {
    "slug": "the game, as its folder and its game.json call it",
    "sections": "the parts of a deck that take part in play",
    "constants": "the numbers of game.json that the rules read, each with its least value",
    "reads": "what else of game.json they count on: zones, counters, attributes",
    "roles": "of those zones the roles that common rules find them by",
    "needs": "what they count on in the board: its shape, regions, tracks",
    "dice": "the dice that they roll",
    "columns": "counters and records that things carry",
    "kept": "those of them that stay when a thing leaves its zone; the others are cleared",
    "vital": "columns and zones that a state check looks at",
    "vital_regions": "the regions of the seats whose occupation it looks at",
    "in_play": "what the rules keep as steady of things in play alone, by its key: it stays when others change zones",
    "departures": "the events by which things leave play",
    "valued": "columns, and variables of players, that current values depend on",
    "variables": "variables of the match, each with its first value or the constant that it is",
    "player_variables": "variables of each player, likewise; a `Secret` one only its player sees",
    "sealed": "choices that several make at the same time, and that are opened together",
    "events": "what happens, and what the fields of each event are called; its sentence, if its speech has none",
    "relations": "the game's own words of the filter language",
    "related_by": "those of them that take an argument, of which the test is made",
    "honours": "what of the abilities of cards the rules carry out: operations, limits, timings, windows, references",
    "procedures": "its procedures, each a list of small steps; `set_up` runs first",
    "turn_procedure": "the procedure of a turn",
    "phases": "where in a turn a position can begin, each with the step of that procedure; the first one, unless it is "
    "the main one, counts the turn and passes it on",
    "main_phase": "the phase in which a scenario begins that names none",
    "moves": "the forms of its moves",
    "forbids": "by the verb of a move what refuses it: a test that the options are made with, too",
    "activated_by": "by the timing of an activated ability the form by which it is used",
    "declining": "the options that decline",
    "of_match": "what a scenario reads of the match, and what it can set",
    "of_player": "what it reads of a player",
    "of_object": "what it reads of a thing in play",
    "of_side": "further words of a player's side in a scenario",
    "link_kinds": "what can wait on the chain",
    "cites": "the rules of common procedures, of kinds of abilities, and of paying their costs (`cost`)",
    "spans": "the spans of time that its procedures begin and end: turn, round",
    "filler": "the card that a deck is made of where a scenario gives only its size",
    "makes_cards": "whether they bring cards into play that no deck and no supply has, and that no card names",
    "types_stay": "whether of which types a thing is follows from its printed card alone",
    "placed": "whether it matters where on the board something is",
    "endows": "whether things in play have abilities by the rules, of a class, a rank, a pick: `owned` says who",
    "weighs": "whether anything may count as more than one",
    "verbs": "what common operations need done this game's own way",
}


def contradictions(rules: Rules, zones: Mapping[str, str]) -> Iterator[Contradiction]:
    """Yield what the declarations of a game name that it does not declare; `zones` are its zones, each with its role.

    What is named by hand in the code is told where it is used: an undeclared event, variable, column or procedure
    raises `EngineError`. What a class declares under a name that is nearly one of the table would say nothing.
    """
    for name in _own(type(rules)):
        if near := get_close_matches(name, DECLARATIONS, n=1, cutoff=0.8):
            yield Contradiction("the class", f"'{name}'", "what the rules of a game declare", near[0])
    columns, events = rules.columns, rules.told
    named = {*columns, *zones}
    yield from _among("kept", rules.kept, columns, "a column of `columns`")
    yield from _among("vital", rules.vital, named, "a column or a zone of game.json")
    settable = {*columns, *rules.player_variables}
    yield from _among("valued", rules.valued, settable, "a column of `columns` or a variable of `player_variables`")
    variables = {*VARIABLES, *rules.variables}
    for name, first in {**rules.variables, **rules.player_variables}.items():
        bounds = (
            {"first value": first.first, "most": first.most} if isinstance(first, Secret) else {"first value": first}
        )
        for what, value in bounds.items():
            if isinstance(value, str):
                yield from _among(f"the {what} of '{name}'", [value], rules.constants, "a constant of `constants`")
    for procedure, (path, steps) in rules.procedures.items():
        back = [step.step for step in path if isinstance(step, Back)]
        there = [name for name, at in steps.items() if not isinstance(path[at], Back)]
        yield from _among(f"the procedure '{procedure}'", back, there, f"a step of it, one of {', '.join(there)}")
        chosen = [step.what for step in path if isinstance(step, Choosing | Opening)]
        yield from _among(f"the procedure '{procedure}'", chosen, rules.sealed, "a choice of `sealed`")
    yield from _among("of_match", rules.of_match, variables, "a variable of `variables`")
    of_player, expected = _settable(rules.of_player), "a variable of `player_variables`"
    yield from _among("of_player", of_player, rules.player_variables, expected)
    if not _says(rules, "player_value"):
        taken = {*rules.sealed, *(name for name in rules.of_player if spelled(name) in zones)}
        worked_out = rules.of_player.keys() - {*of_player, *taken}
        expected += ", or a value that `player_value` of the rules works out"
        yield from _among("of_player", worked_out, rules.player_variables, expected)
    yield from _among("of_object", _settable(rules.of_object), columns, "a column of `columns`")
    yield from _of_moves(rules)
    yield from _of_sentences(rules)
    yield from _of_names(rules, zones)
    speech = rules.speech
    for what, kinds in (
        ("speech.sentences", speech.sentences),
        ("speech.totals", speech.totals),
        ("speech.silent", speech.silent),
        ("speech.leaving", speech.leaving),
        ("speech.private", speech.private),
    ):
        yield from _among(what, kinds, events, "an event of `events`")
    yield from _among("departures", rules.departures, events, "an event of `events`")
    if rules.phases:
        yield from _among("turn_procedure", [rules.turn_procedure], rules.procedures, "a procedure of `procedures`")
        steps = rules.procedures.get(rules.turn_procedure, ((), {}))[1]
        yield from _among("phases", rules.phases.values(), steps, f"a step of the procedure '{rules.turn_procedure}'")
        yield from _among("main_phase", [rules.main_phase], rules.phases, "a phase of `phases`")
    yield from _among("activated_by", rules.activated_by.values(), rules.moves, "a form of `moves`")
    yield from _among("roles", rules.roles, rules.reads.get("zones", ()), "a zone of `reads`")
    yield from _among("roles", set(rules.roles.values()), ROLES, "a role that a zone can have")
    yield from _among("the roles of zones", zones.values(), {*ROLES, ""}, "a role that a zone can have")


def _of_names(rules: Rules, zones: Mapping[str, str]) -> Iterator[Contradiction]:
    """Yield values whose name reads something else: a choice that is sealed, a zone."""
    taken = [("of_player", name, f"'{name}' of `sealed`") for name in rules.sealed if name in rules.of_player]
    for what, values in (("of_match", rules.of_match), ("of_player", rules.of_player)):
        taken += [(what, name, f"the zone '{spelled(name)}'") for name in values if spelled(name) in zones]
    for what, name, other in taken:
        yield Contradiction(what, f"'{name}'", f"another name: {other} is read by it", None)


def _of_moves(rules: Rules) -> Iterator[Contradiction]:
    """Yield what the forms of moves name that no word is, and verbs of tests that no move has.

    A game that has words or sentences of its own for options says itself what its forms mean.
    """
    speech = type(rules.speech)
    for form in rules.moves:
        parts = parts_of(form)
        if not parts:
            yield Contradiction("moves", f"'{form}'", "a form of at least one word", None)
            continue
        if speech.words is Speech.words:
            kinds = [part.kind for part in parts if part.kind.isupper()]
            yield from _among(f"the form '{form}' of moves", kinds, KINDS, "a kind of words")
        if speech.say is Speech.say and len(parts) > 1 and parts[0].kind in SAID_ALIKE:
            expected = "another verb: with this one options of all games begin, and are said without it"
            yield Contradiction("moves", f"'{form}'", expected, None)
    verbs = {parts[0].kind for parts in map(parts_of, rules.moves) if parts}
    yield from _among("forbids", rules.forbids, verbs, "the verb of a form of `moves`")


def _of_sentences(rules: Rules) -> Iterator[Contradiction]:
    """Yield what the sentences of events name that is no field of theirs; a game that `tell_more`s has other words."""
    speech = rules.speech
    if type(speech).tell_more is not Speech.tell_more:
        return
    for event, fields in rules.told.items():
        form, where = speech.sentences.get(event), "speech.sentences"
        if form is None:
            form, where = fields.says, "events"
        try:
            named, known = _fields_of(form), {*SENTENCE_WORDS, *fields[:4], *_fields_of(COMMON.get(event, ""))}
        except ValueError as error:
            yield Contradiction(
                f"{where} of '{event}'", f"'{form}'", f"a sentence with fields in braces ({error})", None
            )
            continue
        yield from _among(f"{where} of '{event}'", named, known - {""}, "a field of the event")


def _fields_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def misnamed(rules: Rules, cited: Collection[str], cards: Collection[str]) -> Iterator[Contradiction]:
    """Yield what the declarations name that is not in the data: ids of rules and of cards."""
    yield from _among("cites", set(rules.cites.values()), cited, "the id of a rule in rules.json")
    yield from _among("filler", [rules.filler] if rules.filler else [], cards, "the id of a card")


def _own(rules: type) -> list[str]:
    """The names that a game gives its rules, and no other game has: they are its own business, or misspelt."""
    bases = [base for base in rules.__mro__ if base.__module__ in _COMMON]
    known = {*DECLARATIONS, *(name for base in bases for name in dir(base))}
    own = [vars(base) for base in rules.__mro__ if base not in bases]
    plain = {
        name
        for names in own
        for name, value in names.items()
        if not (name.startswith("_") or callable(value) or hasattr(type(value), "__get__"))
    }
    return sorted(plain - known)


def _says(rules: Rules, method: str) -> bool:
    """Whether a game says a method of the rules in its own way."""
    return any(method in vars(base) for base in type(rules).__mro__ if base.__module__ not in _COMMON)


_COMMON = ("builtins", "cardlib.kernel.contract", "cardlib.abilities.rules")


def _settable(declared: Mapping[str, object]) -> list[str]:
    return [name for name, about in declared.items() if getattr(about, "settable", False)]


def _among(declaration: str, names: Collection[str], known: Collection[str], what: str) -> Iterator[Contradiction]:
    for name in sorted(names):
        if name not in known:
            yield Contradiction(declaration, f"'{name}'", what, nearest(name, known))
