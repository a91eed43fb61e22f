"""Parts of rules text: whom it is about, how many, who does it, and under what condition.

A `Speaker` renders one ability of one card. It remembers what was named last, so that the next mention is "it".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardlib.errors import CardlibError
from cardlib.filters import (
    OfType,
    Related,
    article,
    english,
)
from cardlib.wording.words import JSON, TextCard, Words, joined, possessive, signed, signless

KINDS = ("target", "each", "choose", "of")


class Noun(NamedTuple):
    """A noun phrase, and whether a verb after it is plural."""

    text: str
    plural: bool = False


class Quantity(NamedTuple):
    """A counted noun ("two cards"), what has to follow later (" equal to …"), and whether it is plural."""

    text: str
    rest: str = ""
    plural: bool = False


@dataclass(slots=True)
class Speaker:
    """Renders the parts of one ability.

    `zone` is where the card is while the ability works, "" in play; `focus` is the reference that "it" would mean now;
    `names` says what "that", "other" and "it" are called; `asked` is the player who was last asked whether to do
    something.
    """

    words: Words
    card: TextCard
    zone: str = ""
    focus: str = ""
    names: dict[str, Noun] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    subject_plural: bool = False
    counted_plural: bool = False
    asked: str = ""
    paying: bool = False  # whether what is said is a cost
    record: Mapping[str, JSON] = field(default_factory=dict)  # what lies open in the window of a reaction
    implied: frozenset[str] = frozenset()  # flags of the record that the words of the window say already

    # -- things -------------------------------------------------------------------------------------------------

    def myself(self) -> str:
        """Return what the card calls itself: "this Unit", or "this card" where it is not in play."""
        if self.words.off_field(self.zone):
            return "this card"
        return self.words.this(self.card.type)

    def host(self) -> str:
        """Return what the card calls the permanent that it is attached to."""
        own = self.words.wording_of("hosts", self.card.type).get("text")
        if own:
            return own
        for ability in self.card.abilities:
            attach = ability.get("play", {}).get("attach")
            if attach:
                return f"the {self.type_noun(attach)} this is attached to"
        return "the permanent this is attached to"

    def reference(self, of: str) -> Noun:
        """Return what a reference is called; "it" when it was the last thing named."""
        key = self.same.get(of, of)
        named = self._full(key)
        if self.focus == key:
            return Noun("them", True) if named.plural else Noun("it")
        self.focus = key
        return named

    def _full(self, key: str) -> Noun:
        if key in self.names:
            return self.names[key]
        if key.startswith("the "):
            return Noun(self.field(key[4:]))
        if key == "self":
            return Noun(self.myself())
        if key == "host":
            return Noun(self.host())
        if key == "its host":
            return Noun("what it is attached to")
        return {
            "that": Noun("that card"),
            "other": Noun("the other one"),
            "it": Noun("it"),
            "first target": Noun("the first target"),
            "second target": Noun("the second target"),
        }.get(key, Noun("that target"))

    def field(self, name: str) -> str:
        """Return what a field of the record is called: "the damage"."""
        own = self.words.wording_of("fields", name).get("name", "")
        if "{target's}" in own:
            target = self.myself() if self.same.get("the target") == "self" else "the target"
            own = own.replace("{target's}", possessive(target))
        return own or str(self.record.get("fields", {}).get(name, {}).get("name", f"the {name}"))

    def type_id(self, filter_: str) -> str:
        """Return the id of the type that a filter asks for, or nothing."""
        return next((leaf.id for leaf in self.words.filter(filter_).leaves() if isinstance(leaf, OfType)), "")

    def type_noun(self, filter_: str) -> str:
        """Return the type that a filter asks for: "Unit", "Leader"; the word of the style if it asks for none."""
        found = next((leaf for leaf in self.words.filter(filter_).leaves() if isinstance(leaf, OfType)), None)
        return self.words.permanent if found is None else self.words.type_noun(found)

    def noun(self, filter_: str, number: str = "a", *, cards: bool = False, noun: str = "card", by: str = "you") -> str:
        """Return a filter as a noun phrase, seen by the player `by`."""
        own = self.words.phrase(filter_)
        if own:
            return self.own(own, number)
        cards = cards and self.words.card_nouns
        root = self.words.filter(filter_).root
        if isinstance(root, Related) and number == "plural" and root.name in ("theirs", "yours"):
            opponents = self.opponent() if self.words.two_players else "opponents"
            return opponents if root.name == "theirs" else "you"
        text = english(root, self.words.vocabulary, number, noun=noun, cards=cards)  # type: ignore[arg-type]
        return self._told(text, by)

    def own(self, own: Mapping[str, str], number: str, count: int = 1, up_to: bool = False) -> str:
        """Return a phrase of wording.json with the determiner that is due; `the` has its own."""
        one = own.get("one", "")
        many = own.get("many", f"{one}s")
        if "the" in own:
            return own["the"]
        if count > 1:
            return f"{'up to ' if up_to else ''}{self.words.count(count)} {many}"
        if number in ("none", "plural"):
            return many if number == "plural" else one
        return article(one) if number == "a" else f"{number} {one}"

    def _told(self, text: str, by: str) -> str:
        """Say "your opponent" where there is but one, "this Unit" for "this one", and "they" where others choose."""
        text = text.replace("this one", self.myself() if self.card.type else "this one")
        if self.words.two_players:
            text = text.replace("an opponent ", "your opponent ")
        if by == "you":
            return text
        mine = "you control" if by == "opponent" and self.words.two_players else "another player controls"
        for own, theirs in (("you control", "they control"), ("you own", "they own")):
            text = text.replace(own, theirs)
        return re.sub("(your|an) opponent controls", mine, text).replace("your ", "their ")

    def subjects(self, node: Mapping[str, JSON], verb: str = "") -> Noun:
        """Return whom an operation is about."""
        kind = next((kind for kind in KINDS if kind in node), None)
        if kind is None or node.get("of") == "self":
            return self.reference("self")
        if kind == "of":
            return self.reference(node["of"])
        by, zone = node.get("by", "you"), node.get("from", "")
        cards = self.words.off_field(zone)
        count = node.get("count", 1)
        number: str = {"target": self.words.target, "each": "each", "choose": "a"}[kind]
        if kind == "each" and verb == "can't":
            number = "plural"
        many = isinstance(count, int) and count > 1
        options: dict[str, Any] = {
            "cards": cards and self.words.card_nouns,
            "noun": "card" if cards else self.words.permanent,
        }
        if kind != "each" and many:
            options |= {"count": count, "up_to": bool(node.get("up_to"))}
        own = self.words.phrase(node[kind])
        if own:
            text = self.own(own, number, options.get("count", 1), bool(node.get("up_to")))
        else:
            root = self.words.filter(node[kind]).root
            text = self._told(english(root, self.words.vocabulary, number, **options), by)  # type: ignore[arg-type]
        if node.get("among"):
            among = self._full(node["among"])
            text = f"one of {among.text}" if among.plural else among.text
        if node.get("distinct"):
            text += " with different names"
        if verb != "found":
            text += self.origin(node)
        plural = number == "plural" or (kind != "each" and many)
        self.focus = "it"
        if kind == "target":
            self.same.setdefault("target", "it")
        self.names["it"] = Noun(f"{'those' if plural else 'that'} {self.type_noun(node[kind])}", plural)
        return Noun(text, plural)

    def origin(self, node: Mapping[str, JSON]) -> str:
        """Return where the cards of an operation are looked for, " from your hand"; nothing for what is in play."""
        zone = node.get("from", "")
        if not self.words.off_field(zone):
            return ""
        there = self.words.wording_of("zones", zone).get("text")
        return f" {there}" if there else f" from {self.owner(node, zone)} {self.words.zone(zone)}"

    def owner(self, node: Mapping[str, JSON], zone: str = "") -> str:
        """Return whose zone an operation looks at: "your", and "the" of one that all share."""
        if self.words.shared(zone):
            return "the"
        return {"you": "your", "opponent": self.opponent("'s"), "each player": "any player's"}[node.get("whose", "you")]

    # -- players ------------------------------------------------------------------------------------------------

    def opponent(self, ending: str = "") -> str:
        """Return the opponent of "you": the only one, or each of them."""
        return ("your opponent" if self.words.two_players else "each opponent") + ending

    def player(self, who: str) -> str:
        """Return who does something; "you" stays "you"."""
        if who == "opponent":
            return self.opponent()
        return {"chosen player": "that player", "next player": "the next player"}.get(who, who)

    def their(self, who: str) -> str:
        """Return the possessive that goes with a player named before."""
        return "your" if who == "you" else "their"

    # -- amounts ------------------------------------------------------------------------------------------------

    def factor(self, value: JSON) -> tuple[int, str] | None:
        """Return a plain number, or a number for each of something: (2, ""), (-1, "card in your hand")."""
        if isinstance(value, int):
            return value, ""
        if "least" in value or "most" in value:
            return None
        if value.get("of") == "ability":
            printed = self.card.attributes.get(value["value"], 0)
            return (printed, "") if isinstance(printed, int) else None
        if "count" in value:
            return 1, self.counted(value, "none")
        if "value" in value and "of" not in value:
            each = self.words.wording_of("values", value["value"]).get("each")
            return (1, each) if each else None
        if "times" in value and isinstance(value["times"][0], int):
            inner = self.factor(value["times"][1])
            return (value["times"][0] * inner[0], inner[1]) if inner and inner[1] else None
        return None

    def counted(self, value: Mapping[str, JSON], number: str) -> str:
        """Return what a count counts: "Unit you control", "Units you control"."""
        zone = value.get("in", "")
        cards = self.words.off_field(zone)
        text = self.noun(value["count"], number, cards=cards, noun="card" if cards else self.words.permanent)
        if "beside" in value:
            text += f" in {possessive(self.reference(value['beside']).text)} {self.words.space}"
        return f"{text} in {self.owner(value, zone)} {self.words.zone(zone)}" if cards else text

    def amount(self, value: JSON) -> str:
        """Return an amount as a phrase: "2", "the number of Units you control"."""
        if isinstance(value, int):
            return signless(value)
        least = f", but at least {value['least']}" if "least" in value else ""
        most = f", at most {value['most']}" if "most" in value else ""
        return self._amount(value) + least + most

    def _amount(self, value: Mapping[str, JSON]) -> str:
        if "symbol" in value:
            return f"the {self.words.symbol(value['symbol'])[1]} of {self.field(value['field'])}"
        if "field" in value:
            return self.field(value["field"])
        if value.get("of") == "ability":
            return str(self.card.attributes.get(value["value"], 0))
        if "count" in value:
            return f"the number of {self.counted(value, 'plural')}"
        if "value" in value:
            attr, of = value["value"], value.get("of")
            if of is None:
                own = self.words.wording_of("values", attr).get("name")
                return own or f"your {self.words.attribute(attr)}"
            name = self.reference(of).text
            if attr in self.words.vocabulary.counters:
                return f"the number of {self.words.counter(attr, True)} on {name}"
            return f"{possessive(name)} {self.words.attribute(attr)}"
        if "sum" in value:
            return " plus ".join(self.amount(term) for term in value["sum"])
        if "minus" in value:
            whole, less = value["minus"]
            if isinstance(less, Mapping) and "over" in less and less["over"] == [whole, 2]:
                return f"{self._share(less['over'])}, rounded up"
            return f"{self.amount(whole)} minus {self.amount(less)}"
        if "times" in value:
            one, two = value["times"]
            return f"twice {self.amount(two)}" if one == 2 else f"{self.amount(one)} times {self.amount(two)}"
        if "over" in value:
            return f"{self._share(value['over'])}, rounded down"
        raise CardlibError(f"card '{self.card.id}': {value!r} is no amount")

    def _share(self, over: Sequence[JSON]) -> str:
        """Return a part of a number: "half of the damage", "a third of the sum of …"."""
        whole, parts = over
        share = {2: "half", 3: "a third", 4: "a quarter"}.get(parts, f"one part in {parts}")
        if isinstance(whole, Mapping) and "sum" in whole:
            return f"{share} of the sum of {joined([self.amount(term) for term in whole['sum']])}"
        return f"{share} of {self.amount(whole)}"

    def quantity(self, value: JSON, one: str, many: str) -> Quantity:
        """Return a counted noun: "a card", "two cards", "all damage counters", "a card … for each …"."""
        if value is None:
            return Quantity(f"all {many}", plural=True)
        found = self.factor(value)
        if found is None and one == many:  # what has no plural is counted one for each
            added = self._one_for_each(value, one)
            if added is not None:
                return added
        if found is None:
            least = "" if value.get("least") == 0 else value.get("least")
            return Quantity(
                f"a number of {many}",
                f" equal to {self._amount(value)}{f', but at least {least}' if least else ''}"
                + (f", at most {value['most']}" if "most" in value else ""),
                True,
            )
        number, each = found
        return Quantity(self.words.counted(number, one, many), f" for each {each}" if each else "", number != 1)

    def _one_for_each(self, value: Mapping[str, JSON], one: str) -> Quantity | None:
        """Return "1 Bio for each …, at least 1, at most 3", "1 Power plus 1 Power for each …"; else nothing."""
        limits = [f"at {key} {value[key]}" for key in ("least", "most") if value.get(key)]
        limit = "".join(f", {each}" for each in limits)
        inner = {key: part for key, part in value.items() if key not in ("least", "most")}
        terms = inner.get("sum", [inner])
        number, each = self.factor(terms[-1]) or (0, "")
        if not each or len(terms) > 2 or (len(terms) == 2 and not isinstance(terms[0], int)):
            return None
        if len(terms) == 1:
            return Quantity(self.words.counted(number, one, one), f" for each {each}{limit}", number != 1)
        more = self.words.counted(number, one, one)
        return Quantity(self.words.counted(terms[0], one, one), f" plus {more} for each {each}{limit}", True)

    def change(self, value: JSON) -> tuple[str, str]:
        """Return a change of a number: ("+2", ""), ("−1", " for each card in your hand"), ("+X", ", where X is …")."""
        found = self.factor(value)
        if found is None:
            return "+X", f", where X is {self.amount(value)}"
        return signed(found[0]), f" for each {found[1]}" if found[1] else ""
