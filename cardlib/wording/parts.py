"""Parts of rules text: whom it is about, how many, who does it, and under what condition.

A `Speaker` renders one ability of one card. It remembers what was named last, so that the next mention is "it".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from cardlib.errors import CardlibError
from cardlib.filters import (
    Both,
    Either,
    HasCounters,
    HasKeyword,
    Node,
    Not,
    OfType,
    Related,
    Relation,
    article,
    english,
)
from cardlib.filters.phrases import with_argument
from cardlib.wording.words import JSON, TextCard, Words, agreeing, joined, possessive, with_number

KINDS = ("target", "each", "choose", "of")
MINUS = "−"


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
            return self._own(own, number)
        cards = cards and self.words.card_nouns
        root = self.words.filter(filter_).root
        if isinstance(root, Related) and number == "plural" and root.name in ("theirs", "yours"):
            opponents = self.opponent() if self.words.two_players else "opponents"
            return opponents if root.name == "theirs" else "you"
        text = english(root, self.words.vocabulary, number, noun=noun, cards=cards)  # type: ignore[arg-type]
        return self._told(text, by)

    def _own(self, own: Mapping[str, str], number: str, count: int = 1, up_to: bool = False) -> str:
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
            text = self._own(own, number, options.get("count", 1), bool(node.get("up_to")))
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
        return f" {there}" if there else f" from {self.owner(node)} {self.words.zone(zone)}"

    def owner(self, node: Mapping[str, JSON]) -> str:
        """Return whose zone an operation looks at."""
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
        return f"{text} in {self.owner(value)} {self.words.zone(zone)}" if cards else text

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

    def there_are(self, amount: Mapping[str, JSON], bound: str, limit: int) -> str:
        """Return a limit on a count: "you control three or more Units", "there are no Units with Flight"."""
        one = limit == 1 and bound == "at_least"
        text = self.counted(amount, "none" if one else "plural")
        lead = "there is" if one else "there are"
        owner = re.search(r" (you control|your opponent controls|an opponent controls)\b", text)
        if owner:
            lead, text = owner[1], text.replace(owner[0], "", 1)
        if one:
            return f"{lead} {article(text)}"
        if bound == "none":
            return f"{lead} no {text}"
        return f"{lead} {self.words.count(limit)} {'or more' if bound == 'at_least' else 'or fewer'} {text}"

    # -- conditions ---------------------------------------------------------------------------------------------

    def goes_without(self, value: Mapping[str, JSON]) -> bool:
        """Whether a condition is said already by the words of the window: that an attack is one, where it "attacks"."""
        parts = value.get("all") or value.get("any")
        if parts:
            return all(map(self.goes_without, parts))
        amount = value.get("amount")
        flag = amount.get("field") if isinstance(amount, Mapping) else None
        return flag in self.implied and value.get("at_least") == 1 and "at_most" not in value

    def condition(self, value: Mapping[str, JSON], negated: bool = False) -> str:
        """Return a condition as a clause: "you have no cards in your hand"."""
        if "not" in value:
            return self.condition(value["not"], not negated)
        for word, inverse in (("all", "any"), ("any", "all")):
            if word in value:
                told = [part for part in value[word] if word == "any" or not self.goes_without(part)]
                parts = [self.condition(part, negated) for part in told]
                return joined(parts, "and" if (inverse if negated else word) == "all" else "or")
        if "is" in value:
            subject = self.reference(value.get("of", "self"))
            own = self.words.phrase(value["is"])
            if "one" in own:
                verb = agreeing("be", subject.plural) + (" not" if negated else "")
                return f"{subject.text} {verb} {self._own(own, 'plural' if subject.plural else 'a')}"
            return f"{subject.text} {self.predicate(self.words.filter(value['is']).root, subject.plural, negated)}"
        return self.within(value, negated)

    def predicate(self, node: Node, plural: bool, negated: bool) -> str:
        """Return what is said of something by a filter: "is piloted", "has no time counters"."""
        no = " not" if negated else ""
        if isinstance(node, Not):
            return self.predicate(node.item, plural, not negated)
        if isinstance(node, HasCounters) and (node.op, node.value) in (("=", 0), (">=", 1), ("<", 1), (">", 0)):
            none = (node.op in ("=", "<")) != negated
            verb = agreeing("have", plural)
            return (
                f"{verb} no {self.words.counter(node.id, True)}" if none else f"{verb} a {self.words.counter(node.id)}"
            )
        if isinstance(node, HasCounters) and not negated:
            with_ = english(node, self.words.vocabulary, "none", noun="")
            return f"{agreeing('have', plural)} {with_.removeprefix('with ')}"
        if isinstance(node, Both) and not negated and all(_said_of(item) for item in node.items):
            return joined([self.predicate(item, plural, False) for item in node.items])
        if isinstance(node, HasKeyword):
            verb = f"{agreeing('do', plural)} not have" if negated else agreeing("have", plural)
            return f"{verb} {self.words.vocabulary.keywords[node.id].name}"
        if isinstance(node, Related):
            relation = self.words.vocabulary.relations[node.name]
            if relation.before or relation.after:
                having = "" if relation.before else _having(relation, plural, negated)
                said = with_argument(having or relation.before or relation.after, relation.said(node.argument))
                return said if having else f"{agreeing('be', plural)}{no} {said}"
        number: Literal["none", "a"] = "none" if isinstance(node, Both | Either) and plural else "a"
        return f"{agreeing('be', plural)}{no} {english(node, self.words.vocabulary, number, noun=self.words.permanent)}"

    def within(self, value: Mapping[str, JSON], negated: bool) -> str:
        """Return a condition on an amount."""
        amount = value["amount"]
        least: int | None = value.get("at_least")
        most: int | None = value.get("at_most")
        if negated and (least is None or most is None):
            above, below = least, most
            least = None if below is None else below + 1
            most = None if above is None else above - 1
        own: Mapping[str, str] = {}
        if isinstance(amount, dict) and "value" in amount:
            own = self.words.wording_of("values", amount["value"])
        elif isinstance(amount, dict) and "field" in amount and "symbol" not in amount:
            own = self.words.wording_of("fields", amount["field"])
        if least is None or most is None:
            limit = (most or 0) if least is None else least
            bound = "at_least" if least is not None else "none" if most == 0 else "at_most"
            text = _worded(own, bound, limit)
            if text:
                subject = self.reference(amount["of"]).text if "of" in amount else ""
                text = text.replace("{subject}", subject).replace("{-n}", self.words.count(-limit))
                return with_number(text, self.words.count(limit), limit == 1)
            if isinstance(amount, dict) and "count" in amount:
                return self.there_are(amount, bound, limit)
            if isinstance(amount, dict) and set(amount) == {"minus"}:
                return self.compared(amount["minus"], bound, limit)
        if "is" in own:
            return own["is"].replace("{n}", self.limits(least, most, own.get("words", "")))
        if least is not None and most is not None and most - least < 2:
            return f"{self.amount(amount)} is {self.limits(least, most)}"
        limits = [f"at least {least}"] if least is not None else []
        limits += [f"at most {most}"] if most is not None else []
        return f"{self.amount(amount)} is {joined(limits)}"

    def limits(self, least: int | None, most: int | None, words: str = "") -> str:
        """Return the numbers within limits: "4", "5 or 6", "2 to 5", "3 or more"; `words` has names for 1, 2 and on."""
        names = dict(enumerate(words.split(", "), 1)) if words else {}
        low, high = (names.get(number, signless(number)) if number is not None else "" for number in (least, most))
        if least is None or most is None:
            return f"{low or high} or {'more' if most is None else 'less'}"
        return low if least == most else f"{low} {'or' if most - least == 1 else 'to'} {high}"

    def compared(self, minus: Sequence[JSON], bound: str, limit: int) -> str:
        """Return a limit on the difference of two numbers: "A is at least B", "A is at least 2 above B"."""
        one, two = (self.amount(term) for term in minus)
        if bound == "at_least":
            by = "at least" if limit == 0 else "above" if limit == 1 else f"at least {limit} above" if limit > 1 else ""
        else:
            by = "at most" if limit == 0 else "below" if limit == -1 else ""
        return f"{one} is {by} {two}" if by else f"{one} minus {two} is {bound.replace('_', ' ')} {signless(limit)}"


def _worded(own: Mapping[str, str], bound: str, limit: int) -> str:
    """Return the words that wording.json has for a limit, "" where there are none.

    Words without the number stand for one limit: that something is 1 or more, or, where words for less than 0 have none
    either, 0 or more.
    """
    text = own.get(bound, "")
    below = _plain(own.get("at_most", ""))
    meant = {"none": 0, "at_least": 0 if below else 1, "at_most": -1}
    return "" if _plain(text) and limit != meant[bound] else text


def _plain(text: str) -> bool:
    """Whether words have no place for a number."""
    return bool(text) and "{n}" not in text and "{-n}" not in text


def _said_of(node: Node) -> bool:
    """Whether a part of a filter says how something is, not what it is."""
    return isinstance(node.item if isinstance(node, Not) else node, HasCounters | HasKeyword | Related)


def signless(number: int) -> str:
    """Return a number in digits, with a true minus sign."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def signed(number: int) -> str:
    """Return a number in digits with its sign: "+2", "−1"."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def _having(relation: Relation, plural: bool, negated: bool) -> str:
    """Return what is said by "has" or by a verb of its own: "has nothing in the head", "holds this"; "" for neither."""
    form = relation.not_after if negated else relation.after
    if form.startswith(("with something", "with nothing")):
        return f"{agreeing('have', plural)} {form.removeprefix('with ')}"
    return form.removeprefix("that ") if form.startswith("that ") and relation.determiner and not plural else ""
