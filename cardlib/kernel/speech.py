"""How a game speaks: the notation and sentence of an option, the names of things, the sentences of events.

What most games say alike is said here; a game's `speech.py` makes a subclass and says the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cardlib.compiled import mypyc_attr
from cardlib.errors import EngineError
from cardlib.filters.phrases import article
from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.filters.words import listed
from cardlib.kernel import moments
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.declared import Fields
from cardlib.kernel.dice import rolled, told
from cardlib.kernel.moves import own_words, parts_of
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move
    from cardlib.kernel.records import Raw

# The sentences of dice: {dice} are rolled for {for}, and lie and come to {roll}.
DICE: Mapping[str, str] = {
    "rolled": "{p} rolls {dice} for {for}: {roll}",
    "rerolled": "{p} has {n:die|dice} of the {for} rolled again: {roll}",
    "dice-added": "{p} rolls {n:die|dice} more for the {for}: {roll}",
    "roll-changed": "The {for} is changed: {roll}",
}

Total = Callable[["Match", int, int, int, int], str]  # of the match and subject, other, number and player of an event

_NAMELESS = Fields(player="")  # of an event that the rules do not declare


# Verbs of the options of all games that `Speech.say` says without their verb.
SAID_ALIKE: Final = frozenset({"card", "trigger", "space", "number", "mode", "name"})
# What the sentence of any event may name beside its fields; {space} and {direction} where the game has a board.
SENTENCE_WORDS: Final = frozenset((
    "s", "name", "o", "n", "p", "q", "signed", "on", "hidden", "total", "for", "dice", "roll", "space", "direction",
))  # fmt: skip

# Sentences of events that the kernel emits itself; a game may have its own.
COMMON: Mapping[str, str] = {
    "reacted": "{p} reacts with {s}",
    "record-changed": "{s} changes what is going on",
    "called-off": "{s} calls it off",
    "paid": "{p} pays for {s}",
    "sealed": "{p} has chosen {a_choice}",
    "opened": "Each {choice} is opened",
    "turned-down": "{p} turns {s} face down",
    "turned-up": "{p} turns {s} up",
    "held": "{s} lies with {o}{in_slot}",
    "laid": "{s} lies {where}",
    "owner": "{owner} owns {s}",
    "cancelled": "{s} is cancelled by {o}",
    "chosen": "{o} picks player {p}",
    "control": "{p} gains control of {s}",
    "counters": "{s}: {counters}",
    "discarded": "{p} discards {s}",
    "drawn": "{p} draws {hidden}",
    "lasting": "{o} takes effect{on}",
    "looked": "{o} shows {p}'s hand",
    "looked-at-top": "{p} looks at the top card of the deck",
    "milled": "{s} leaves {p}'s deck",
    "moved": "{s} goes to {zone}",
    "put-on-top": "{p} puts {hidden} on top of the deck",
    "put-under": "{p} puts {hidden} on the bottom of the deck",
    "returned": "{s} goes to {p}'s hand",
    "searched": "{p} takes {s}",
    "shuffled": "{p} shuffles the deck",
    "trigger": "The ability of {s} takes effect",
    "used": "{p} uses {s}",
    **DICE,
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Speech:
    """What the rules of one game say, and how its moves are written."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """Return the kinds of words in the game's forms beside those that every game has, with the words of each."""
        return {}

    def meant(self, m: Match, player: int, move: Move) -> Sequence[Choice]:
        """Return the options that a well-formed move means, offered or not, for one that says more than notations do.

        Here those of a card that is named with its place or its zone.
        """
        if move.verb or not move.things:
            return ()
        card, zone, owner = move.named("CARD"), move.named("ZONE"), move.named("PLAYER")
        if card is None or zone is None:
            return [("card", obj) for obj in move.things[0].objects]
        owners = m.facts.zone_owner
        zones = [number for number in zone.numbers if owner is None or owners[number] == owner.number]
        lying = [obj for number in zones for obj in m.state.zones[number]]
        return [("card", obj) for obj in lying if m.state.card[obj] in card.numbers]

    def say(self, m: Match, choice: Choice) -> Said:
        """Return notation, sentence and rule of an option; the common ones are said here."""
        verb = choice[0]
        if verb == "card":
            label, title = self.label(m, choice[1]), self.title(m, choice[1])
            zone = self.zone_if_in_doubt(m, choice[1])
            return Said(f"{label} {zone}", f"{title} ({zone})", None) if zone else Said(label, title, None)
        if verb == "trigger":
            notation = f"first {self.label(m, choice[4])} {choice[1] + 1}"
            called = self.ability_called(m, choice[4], m.facts.abilities[choice[2]][choice[3]])
            which = f" ({called})" if called else ""
            return Said(notation, f"{self.title(m, choice[4])}{which} first", self.rules.cites.get("order"))
        if verb == "react":
            return self._say_reaction(m, choice)
        if verb == "space" and m.facts.board:
            return Said(m.facts.board.names[choice[1]], f"space {m.facts.board.names[choice[1]]}", None)
        if verb == "reroll":
            return Said(f"reroll {choice[1]} {choice[2]}", f"roll the {choice[1]} die with {choice[2]} again", None)
        if verb == "number":
            return Said(str(choice[1]), str(choice[1]), None)
        if verb == "mode":
            return Said(str(choice[2]), str(choice[2]).replace("-", " "), None)
        if verb == "name":
            return Said(m.facts.ids[choice[1]], m.facts.names[choice[1]], None)
        if verb == "player":
            return Said(f"player {m.facts.seats[choice[1]].lower()}", f"player {m.facts.seats[choice[1]]}", None)
        form = next((form for form in self.rules.moves if _is_of(choice, form)), "")
        if form and len(choice) > 1:
            return self._say_by_form(m, choice, form)
        if len(choice) > 1 and type(self).say is Speech.say:
            kinds = " ".join("PERMANENT" for _ in choice[1:])
            raise EngineError(f"the option {choice!r} has no form in `moves`, such as '{verb} {kinds}'")
        words = {"done": "no more", "pass": "pass", "yes": "yes", "no": "no"}
        return Said(str(verb), words.get(str(verb), str(verb)), None)

    changes: ClassVar[Mapping[str, str]] = {}  # by attribute what a lasting change of it is in words, with {n}
    said: ClassVar[Mapping[str, str]] = {}  # by verb an option as a sentence, with {0}, {1} for what it names

    def _say_by_form(self, m: Match, choice: Choice, form: str) -> Said:
        """An option that names things for the words of its form: `("move", 3, 17)` by `move PERMANENT SPACE`."""
        verb, *things = choice
        board = m.facts.board
        short: list[str] = []
        long: list[str] = []
        usual = [verb]
        for kind in _kinds(form, len(things)):
            if kind.islower():
                short.append(kind)
                usual.append(kind)
                continue
            thing = things[len(long)]
            usual.append(f"{{{len(long)}}}")
            if kind in ("CARD", "PERMANENT"):
                short.append(self.label(m, thing))
                long.append(self.title(m, thing))
                continue
            if kind == "SPACE" and board is not None:
                short.append(board.names[thing])
                long.append(f"to {board.names[thing]}" if long and usual[-2] != "to" else board.names[thing])
                continue
            if kind == "PLAYER":
                word = m.facts.seats[thing].lower()
            elif kind == "ZONE":
                word = m.facts.zone_kinds[thing]
            else:
                word = str(thing) if kind == "N" else own_words(m, kind)[thing]
            short.append(word)
            long.append(word)
        sentence = self.said.get(verb, " ".join(usual))
        return Said(" ".join([verb, *short]), sentence.format(*long), self.rules.cites.get(verb))

    def _say_reaction(self, m: Match, value: tuple[Any, ...]) -> Said:
        """An object with the reaction that it uses; the card's own only one needs no name."""
        _, obj, card, number = value
        ability = m.facts.abilities[card][number]
        label, title = self.label(m, obj), self.title(m, obj)
        called, rule = self.ability_called(m, obj, ability), ability.rule or self.rules.cites.get("reaction")
        if not called:
            return Said(f"react {label}", f"{title} reacts", rule)
        return Said(f"react {label} {m.facts.reaction_name(ability)}", f"{title} reacts: {called}", rule)

    def ability_called(self, m: Match, obj: int, ability: Ability) -> str:
        """Return what an ability of an object is called; "" for the own one of a card that has no name for it."""
        if ability.card == m.state.card[obj] and "name" not in ability.node:
            return ""
        return str(ability.node.get("name") or m.facts.names[ability.card])

    # Sentences of events. Besides what `tell_more` adds there are the fields of the event by their names (`events` of
    # the rules), or {s} and {o} for subject and other, {p} and {q} for the player and the next one, {n} and {signed}
    # for the number, and {hidden} for a card that only its player knows. {n:card|cards} is the number with its noun,
    # {counters} a change of counters with theirs; {dice}, {for} and {roll} the dice of a roll, what they are rolled
    # for, and how they lie; {space} and {direction} are what the board calls the one of that number.
    sentences: ClassVar[Mapping[str, str]] = {}

    def tell(self, m: Match, raw: Raw, viewer: int | None) -> str:
        """Return the sentence of an event, without what `viewer` may not see."""
        kind, subject, other, number, player, _, seen = raw
        if kind == "ended":
            return self._ending(m, player)
        fields = self.rules.told.get(kind, _NAMELESS)
        form = self.sentences.get(kind) or fields.says or COMMON.get(kind)
        if form is None and kind == "out":
            return capital(f"{self.called(m, player, start=True)} is out: {seen.total}")
        if form is None:
            return kind.replace("-", " ")
        names, card = m.facts.names, m.state.card
        subject_name = names[card[subject]] if subject >= 0 else ""
        if viewer is not None and seen.unseen >> viewer & 1:
            subject_name = self.face_down(m, subject)
        untold = viewer not in (None, player) and kind in self.private
        words = {
            "s": subject_name + seen.subject,
            "name": subject_name,
            "o": "",
            "n": Untold() if untold else Counted(number),
            "p": self.called(m, player) if player >= 0 else "",
            "q": self.called(m, (player + 1) % m.facts.players) if player >= 0 else "",
            "signed": "some" if untold else f"{number:+d}",
            "counters": counters(m, other, number) if kind == "counters" else "",
            "on": moments.lasting_on(kind, subject, other, number, subject_name + seen.subject),
            "hidden": subject_name if viewer in (None, player) and subject >= 0 else "a card",
            "total": seen.total,
        }
        if seen.roll is not None:
            words["for"] = seen.roll.name
            words["dice"] = rolled(seen.roll)
            words["roll"] = told(m.facts.dice, seen.roll)
        if kind in ("held", "laid", "owner"):
            words |= self._of_holders(m, kind, number, player)
        if kind == "moved":
            words["zone"] = self._zone_of(m, number)
        board = m.facts.board
        if board is not None and "{space}" in form:
            words["space"] = board.names[number]
        if board is not None and "{direction}" in form:
            words["direction"] = board.directions[number]
        words |= self.tell_more(m, raw)
        if kind in ("sealed", "opened"):
            called = list(self.rules.sealed.values())[number].name
            words |= {"choice": called, "a_choice": article(called)}
        named = fields.other not in words and f"{{{fields.other}}}" in form  # by the name of the field alone
        if not words["o"] and other >= 0 and ("{o}" in form or named):
            veiled = viewer is not None and seen.unseen_other >> viewer & 1
            words["o"] = self.face_down(m, other) if veiled else names[card[other]] + seen.other
        for name, short in zip(fields[:4], "sonp", strict=True):
            words.setdefault(name, words[short])
        total = f" ({seen.total})" if seen.total and not untold and "{total}" not in form else ""
        return capital(form.format(**words) + total)

    def _of_holders(self, m: Match, kind: str, number: int, player: int) -> dict[str, str]:
        """Return what sentences about owners and holders say beside their things: the slot, the space, the owner."""
        if kind == "held":
            return {"in_slot": f" ({m.facts.holders.in_order[number - 1].name})" if number else ""}
        if kind == "laid":
            return {"where": self.where(m, number) if number != NOWHERE else "with nobody"}
        return {"owner": self.called(m, player, start=True) if player != NOWHERE else "nobody"}

    # What a number has become, told behind the sentence of its event: from the match at that moment, and the event.
    totals: ClassVar[Mapping[str, Total]] = {}
    # Events told after a thing has left its space, which call it as it stood there.
    leaving: ClassVar[frozenset[str]] = frozenset()

    def _zone_of(self, m: Match, zone: int) -> str:
        kind, owner = m.facts.zone_kinds[zone], m.facts.zone_owner[zone]
        name = m.facts.zones[kind].get("name", kind)
        return f"the {name}" if owner == NOWHERE else f"{self.called(m, owner)}'s {name}"

    def where(self, m: Match, place: int) -> str:
        """Return in words where on the board a space is."""
        return f"on {m.facts.board.names[place]}" if m.facts.board is not None and self.rules.placed else ""

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for the sentence of an event."""
        return {}

    def called(self, m: Match, player: int, *, start: bool = False) -> str:
        """Return what sentences call a player, at the start of one or within it; who has no seat by its name."""
        seat = m.facts.seats[player]
        return f"Player {seat}" if start and player < m.facts.players else seat

    def _ending(self, m: Match, winner: int) -> str:
        """Return who has won, alone or together."""
        if winner != NOWHERE:
            return capital(f"{self.called(m, winner, start=True)} wins")
        ended = m.result
        if ended is None or ended.draw:
            return "The game is a draw"
        return f"{listed([self.called(m, player) for player in ended.winners])} win together"

    # events whose card only their player knows
    veiled: ClassVar[frozenset[str]] = frozenset({"drawn", "put-on-top", "put-under"})
    # events whose number only their player knows
    private: ClassVar[frozenset[str]] = frozenset()
    silent: ClassVar[frozenset[str]] = frozenset()  # events that another sentence tells already

    def choices(self, m: Match, chosen: Sequence[tuple[int, Choice]]) -> str:
        """Return who had chosen what, where that is opened."""
        return ", ".join(f"{self.called(m, player)}: {self.say(m, choice).text}" for player, choice in chosen)

    def face_down(self, m: Match, obj: int) -> str:
        """Return what is said of a thing that lies face down, to who may not look at it."""
        return f"a {FACE_DOWN} {m.facts.backs[m.state.card[obj]] or 'card'}"

    def prompt(self, m: Match, ability: Ability) -> str:
        """Return what a player is asked in the middle of an ability."""
        return f"{m.facts.names[ability.card]}: choose"

    def label(self, m: Match, obj: int) -> str:
        """Return the notation of an object: its id, where it stands, and from the second of its kind there a number."""
        name = FACE_DOWN if self.veils(m, obj) else m.facts.ids[m.state.card[obj]]
        place = m.state.space_of(obj)
        where = f" {m.facts.board.names[place]}" if place != NOWHERE and m.facts.board and self.rules.placed else ""
        number = self.number_there(m, obj)
        return f"{name}{where} {number}" if number > 1 else f"{name}{where}"

    def title(self, m: Match, obj: int) -> str:
        """Return an object in words: its name, where it stands, and from the second of its kind there a number."""
        place = m.state.space_of(obj)
        where = self.where(m, place) if place != NOWHERE else ""
        number = self.number_there(m, obj)
        name = self.rules.name(m, obj)
        if m.state.down and obj in m.state.down:
            name = self.face_down(m, obj) if self.veils(m, obj) else f"{m.facts.names[m.state.card[obj]]} (face down)"
        return name + (f" {where}" if where else "") + (f" ({number})" if number > 1 else "")

    def number_there(self, m: Match, obj: int) -> int:
        """Return which copy of its card an object is, from 1, where it lies: on a space, or in a zone of all players.

        The oldest one there is the first; in the zones of a player every card is.
        """
        s = m.state
        zone = s.zone[obj]
        if m.facts.zone_owner[zone] != NOWHERE:
            return 1
        card, place = s.card[obj], s.space_of(obj)
        if self.veils(m, obj):
            copies = [other for other in s.zones[zone] if self.veils(m, other) and s.space_of(other) == place]
        else:
            copies = [other for other in s.zones[zone] if s.card[other] == card and s.space_of(other) == place]
            if s.down:
                copies = [other for other in copies if not self.veils(m, other)]
        return copies.index(obj) + 1

    def veils(self, m: Match, obj: int) -> bool:
        """Whether a thing lies face down for who is asked, so that options may not say what it is."""
        s = m.state
        if not s.down or obj not in s.down:
            return False
        return m.decision is None or not s.shown_to.get(str(obj), 0) >> m.decision.player & 1

    def zone_if_in_doubt(self, m: Match, obj: int) -> str:
        """Return the zone of a card that is offered from several zones at once, with the player's letter if need be."""
        s = m.state
        if m.decision is None or m.facts.zone_owner[s.zone[obj]] == NOWHERE:
            return ""
        card = s.card[obj]
        zones = {s.zone[v[1]] for v in m.decision.choices if v[0] == "card" and s.card[v[1]] == card}
        if len(zones) < 2:
            return ""
        kind, owner = m.facts.zone_kinds[s.zone[obj]], m.facts.zone_owner[s.zone[obj]]
        owners = {m.facts.zone_owner[zone] for zone in zones}
        return f"{kind} {m.facts.seats[owner].lower()}" if len(owners) > 1 else kind


class Untold:
    """A number that whoever is told does not know: `{n:coin|coins}` says "some coins"."""

    def __format__(self, form: str) -> str:
        _, _, many = form.partition("|")
        return f"some {many}".rstrip()


def _is_of(choice: Choice, form: str) -> bool:
    """Whether an option has the verb of a form, and numbers for the words behind it that name something."""
    verb, *parts = parts_of(form)
    things = choice[1:]
    if choice[0] != verb.kind or not all(isinstance(thing, int) for thing in things):
        return False
    kinds = [part for part in parts if part.kind.isupper()]
    least, many = sum(not part.free for part in kinds), any(part.many for part in kinds)
    return least <= len(things) and (many or len(things) <= len(kinds))


def _kinds(form: str, things: int) -> list[str]:
    """Return the words of a form behind its verb for so many things: what may be left out goes, the last one first."""
    parts = list(parts_of(form)[1:])
    beyond = sum(part.kind.isupper() for part in parts) - things
    for part in [part for part in parts[::-1] if part.free and part.kind.isupper()][: max(0, beyond)]:
        parts.remove(part)
    return [kind for part in parts for kind in [part.kind] * (1 + max(0, -beyond) * part.many)]


class Counted:
    """A number in a sentence, which `{n:card|cards}` says with its noun."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __format__(self, form: str) -> str:
        one, several, many = form.partition("|")
        if not several:
            return format(self.number, form)
        return f"{self.number} {one if self.number == 1 else many}"


def counters(m: Match, kind: int, number: int) -> str:
    """Return a change of counters of a kind with its sign: "+1 Charge token", "-2 armour counters"."""
    about = list(m.facts.vocabulary.counters.values())[kind]
    return f"{number:+d} {about.name if abs(number) == 1 else about.many}"


def capital(text: str) -> str:
    """Return a sentence with its first letter large."""
    return text[:1].upper() + text[1:]
