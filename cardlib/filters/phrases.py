"""Compiles a filter to a noun phrase for rendered card text: "each other Mecha you control with Flight".

The words come from the vocabulary (names of types and keywords, the English of relations), the order from English:
determiner, number, adjectives, noun, then what follows the noun, nearest first: who controls it and where it is,
keywords, numbers, its name, and what it is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from cardlib.filters.nodes import (
    Both,
    Compare,
    Contains,
    Either,
    FieldRef,
    Filter,
    Has,
    HasCounters,
    HasKeyword,
    InDeck,
    IsParity,
    Leaf,
    Matches,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Op,
    Related,
)
from cardlib.filters.vocabulary import Relation, Vocabulary

Number: TypeAlias = Literal["none", "each", "target", "a", "all", "the", "any", "no", "that", "plural"]

_OPPOSITE: dict[Op, Op] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def count_word(number: int, digits: bool = False) -> str:
    """Return a small count as a word, 2 as "two", 12 as "12", or, for a game that writes `digits`, as a number."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) and not (digits and number) else str(number)


def with_argument(form: str, argument: int | str) -> str:
    """Return the English of a relation with its argument.

    >>> with_argument("within {n:space|spaces}", 3), with_argument("in its {word} arc", "left-side")
    ('within 3 spaces', 'in its left side arc')
    >>> with_argument("with {a word} in hand", "axe"), with_argument("as high as your {Word} stat", "fire")
    ('with an axe in hand', 'as high as your Fire stat')
    """
    if "{" not in form:
        return form
    form = form.replace("{a word}", article(str(argument).replace("-", " ")))
    form = form.replace("{a Word}", article(_title(str(argument)))).replace("{Word}", _title(str(argument)))
    form = re.sub(r"\{n:([^|}]*)\|([^}]*)\}", lambda noun: f"{{n}} {noun[1 if argument == 1 else 2]}", form)
    return form.replace("{n}", str(argument)).replace("{word}", str(argument).replace("-", " "))


def english(
    filter_: Filter | Node,
    vocabulary: Vocabulary,
    number: Number = "a",
    *,
    count: int = 1,
    up_to: bool = False,
    noun: str = "card",
    cards: bool = False,
) -> str:
    """Return the filter as a noun phrase.

    `number` is the determiner: "each", "target", "a", "all", "the", "any", "no", "that", "none" (bare singular) or
    "plural" (bare plural). With `count` above 1 or `up_to` the phrase counts: "up to two target Mechas". `noun` stands
    where the filter names no type; `cards` adds "card" to a type ("a Tower card"), for zones where things are cards.
    """
    root = _push(filter_.root if isinstance(filter_, Filter) else filter_, False)
    if isinstance(root, Either) and not _shares_noun(root):
        parts = [
            english(item, vocabulary, number, count=count, up_to=up_to, noun=noun, cards=cards) for item in root.items
        ]
        return _join(parts, "and" if number in ("each", "all") else "or")
    phrase = _Phrase(vocabulary, noun, cards, plural=number in ("all", "plural") or count > 1)
    for item in root.items if isinstance(root, Both) else (root,):
        phrase.add(item)
    return phrase.text(number, count, up_to)


def _push(node: Node, negated: bool) -> Node:
    """Push negations down to the leaves and flatten what nests."""
    if isinstance(node, Not):
        return _push(node.item, not negated)
    if isinstance(node, Both | Either):
        joining = Both if isinstance(node, Both) != negated else Either
        items: list[Node] = []
        for item in node.items:
            pushed = _push(item, negated)
            if isinstance(pushed, joining):
                items.extend(pushed.items)
            else:
                items.append(pushed)
        return items[0] if len(items) == 1 else joining(tuple(items))
    if not negated:
        return node
    if isinstance(node, Compare):
        return Compare(node.field, _OPPOSITE[node.op], node.value, node.at)
    if isinstance(node, HasCounters):
        return HasCounters(node.id, _OPPOSITE[node.op], node.value, node.at)
    return Not(node)


def _shares_noun(node: Either) -> bool:
    """Whether the alternatives are all plain types, or none of them names one."""
    types = [isinstance(item, OfType) for item in node.items]
    return all(types) or not any(isinstance(item, OfType | Both) for item in node.items)


def _join(parts: list[str], word: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _title(word: str) -> str:
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))


def plural_of(noun: str) -> str:
    """Return several of a noun, where nothing says how they are called.

    >>> plural_of("ability"), plural_of("Turret"), plural_of("Bus"), plural_of("relay")
    ('abilities', 'Turrets', 'Buses', 'relays')
    """
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def article(phrase: str) -> str:
    """Return the phrase with "a" or "an" before it; "another" for what begins with "other"."""
    if phrase.startswith("other "):
        return f"an{phrase}"
    vowel = phrase[:1].lower() in "aeio" or (phrase[:1].lower() == "u" and not phrase.lower().startswith("uni"))
    return f"{'an' if vowel else 'a'} {phrase}"


@dataclass(slots=True)
class _Phrase:
    words: Vocabulary
    noun: str
    cards: bool
    plural: bool
    other: bool = False
    determiner: str = ""
    before: list[str] = field(default_factory=list)
    placed: set[str] = field(default_factory=set)
    types: list[OfType] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    after: dict[str, list[str]] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        if isinstance(node, Either):
            self.alternatives(node)
        elif isinstance(node, Not):
            if not isinstance(node.item, Both | Either | Not):
                self.leaf(node.item, negated=True)
        elif isinstance(node, Both):
            for item in node.items:
                self.add(item)
        else:
            self.leaf(node, negated=False)

    def alternatives(self, node: Either) -> None:
        if all(isinstance(item, OfType) for item in node.items):
            self.nouns.append(_join([self.name(item) for item in node.items if isinstance(item, OfType)], "or"))
            return
        related = [item for item in node.items if isinstance(item, Related)]
        places = [with_argument(self.words.relations[item.name].either, item.argument) for item in related]
        if len(places) == len(node.items) and all(places):
            self.put("related", _join(places, "or"))
            return
        parts = []
        for item in node.items:
            inner = _Phrase(self.words, "", False, self.plural)
            inner.add(item)
            parts.append(inner)
        if all(part.before and not part.after and not part.types for part in parts):
            self.before.append(_join([" ".join(part.before) for part in parts], "or"))
            return
        shown = []
        for part in parts:
            if part.before or part.types or part.nouns or part.other:
                shown.append(f"that {self.verb()} {part.text('none' if self.plural else 'a', 1, False)}")
            else:
                shown.append(part.tail())
        self.put("either", _join(shown, "or"))

    def put(self, slot: str, words: str) -> None:
        self.after.setdefault(slot, []).append(words)

    def verb(self) -> str:
        return "are" if self.plural else "is"

    def its(self) -> str:
        return "their" if self.plural else "its"

    def name(self, type_: OfType) -> str:
        entry = self.words.types.get(type_.id) or self.words.groups[type_.id]
        if self.cards:
            return entry.name
        return entry.many if self.plural else entry.name

    def leaf(self, leaf: Leaf, negated: bool) -> None:
        if isinstance(leaf, OfType):
            if negated:
                entry = self.words.types.get(leaf.id) or self.words.groups[leaf.id]
                self.put("not", entry.many if self.plural else article(entry.name))
            else:
                self.types.append(leaf)
        elif isinstance(leaf, OfSubtype):
            name = self.words.subtypes[leaf.id].name
            if negated:
                self.put("not", name)
            else:
                self.before.append(name)
        elif isinstance(leaf, HasKeyword):
            self.keyword(leaf, negated)
        elif isinstance(leaf, Related):
            self.relation(leaf, negated)
        elif isinstance(leaf, NameHasWord):
            self.put("word", f"{'lacks' if negated else 'contains'} “{_title(leaf.word)}”")
        elif isinstance(leaf, NameIs):
            self.put("named", f"{'not named' if negated else 'named'} “{leaf.name}”")
        else:
            self.property(leaf, negated)

    def keyword(self, leaf: HasKeyword, negated: bool) -> None:
        name = self.words.keywords[leaf.id].name
        if leaf.word:
            named = self.words.subtypes.get(leaf.word) or self.words.types.get(leaf.word)
            name = f"{name} ({named.name if named else leaf.word})"
        if leaf.op is not None:
            op = _OPPOSITE[leaf.op] if negated else leaf.op
            self.put("with", f"with {name} {_amount(op, str(leaf.value))}")
        elif negated:
            self.put("without", name)
        else:
            self.put("keywords", name)

    def relation(self, leaf: Related, negated: bool) -> None:
        name = leaf.name
        if (name == "self" and negated) or (name == "other" and not negated):
            self.other = True
            return
        words = self.words.relations.get(name, Relation())
        if words.typed and not negated:
            self.typed.append(words.typed)
        if words.noun and not negated:
            self.nouns.append((words.plural or f"{words.noun}s") if self.plural else words.noun)
        if words.determiner and not negated:
            self.determiner = words.determiner
        before, after = (words.not_before, words.not_after) if negated else (words.before, words.after)
        if negated and not before and not after:
            after = f"that is not {words.before or words.after}"
        said = words.said(leaf.argument)
        before, after = with_argument(before, said), with_argument(after, said)
        if before and words.placed:  # where something is stands before whose it is: an adjacent enemy unit
            self.before.insert(sum(word in self.placed for word in self.before), before)
            self.placed.add(before)
        elif before:
            self.before.append(before)
        if after:
            slot = "whose" if after.startswith("whose ") else "related"
            self.put(slot, after.replace("that is", "that are") if self.plural else after)

    def property(self, leaf: Leaf, negated: bool) -> None:
        if isinstance(leaf, HasCounters):
            self.put("with", self.counters(leaf))
        elif isinstance(leaf, Compare):
            self.compare(leaf)
        elif isinstance(leaf, IsParity):
            parity = {"even": "odd", "odd": "even"}[leaf.parity] if negated else leaf.parity
            self.put("of", f"{self.preposition(leaf.field)} {parity} {self.named_at(leaf.field)}")
        elif isinstance(leaf, Has):
            self.put("of", f"{'without' if negated else 'with'} {self.named_at(leaf.field)}")
        elif isinstance(leaf, Contains):
            verb = "lacks" if negated else "contains"
            shown = _title(leaf.text) if leaf.field == "name" else leaf.text
            self.put("word" if leaf.field == "name" else "text", f"{verb} “{shown}”")
        elif isinstance(leaf, Matches):
            self.put("text", f"{'does not match' if negated else 'matches'} /{leaf.pattern}/")
        elif isinstance(leaf, InDeck):
            self.put("related", f"{'not in' if negated else 'in'} {leaf.deck}")

    def field_name(self, id_: str) -> str:
        declared = self.words.field(id_)
        if declared is None:
            return id_.lower()
        return declared.said or (declared.name or id_).lower()

    def behind(self, id_: str) -> str:
        """What follows the number of a field: " at level 3"."""
        declared = self.words.field(id_)
        return f" {declared.behind}" if declared and declared.behind else ""

    def named_at(self, id_: str) -> str:
        return f"{self.field_name(id_)}{self.behind(id_)}"

    def preposition(self, id_: str) -> str:
        declared = self.words.field(id_)
        return declared.preposition if declared else "of"

    def compare(self, leaf: Compare) -> None:
        name = self.field_name(leaf.field)
        declared = self.words.field(leaf.field)
        if isinstance(leaf.value, FieldRef):
            words = {"=": "equal to", "!=": "different from", "<": "less than", "<=": "at most", ">": "greater than"}
            relation = words.get(leaf.op, "at least")
            self.put(
                "of", f"with {self.named_at(leaf.field)} {relation} {self.its()} {self.named_at(leaf.value.field)}"
            )
        elif declared is not None and declared.kind == "flag":
            self.put("not" if leaf.op == "!=" else "is", name)
        elif isinstance(leaf.value, str) and leaf.value not in (declared.variables if declared else ()):
            shown = _title(leaf.value)
            self.put("of", f"of {name} {shown}" if leaf.op == "=" else f"of a {name} other than {shown}")
        else:
            preposition, behind = self.preposition(leaf.field), self.behind(leaf.field)
            if leaf.op == "!=":
                self.put("of", f"{preposition} {article(name)} other than {leaf.value}{behind}")
            else:
                self.put("of", f"{preposition} {name} {_amount(leaf.op, str(leaf.value))}{behind}")

    def counters(self, leaf: HasCounters) -> str:
        name = self.words.counters[leaf.id].name
        names = self.words.counters[leaf.id].many
        low = {">=": leaf.value, ">": leaf.value + 1}.get(leaf.op)
        if low == 1:
            return f"with {names}" if self.plural else f"with {article(name)}"
        if low is not None:
            return f"with {self.count(low)} or more {names}"
        if (leaf.op, leaf.value) in (("=", 0), ("<", 1), ("<=", 0)):
            return f"without {names}"
        if leaf.op == "=":
            return f"with exactly {self.count(leaf.value)} {name if leaf.value == 1 else names}"
        high = leaf.value if leaf.op == "<=" else leaf.value - 1
        if leaf.op == "!=":
            return f"without exactly {self.count(leaf.value)} {names}"
        if leaf.op == "<":
            return f"with fewer than {self.count(leaf.value)} {names}"
        return f"with {self.count(high)} or fewer {names}"

    def count(self, number: int) -> str:
        return count_word(number, self.words.digits)

    def noun_text(self) -> str:
        if self.types:
            noun = self.type_text()
        elif self.nouns:
            noun = " ".join(self.nouns)
        else:
            return plural_of(self.noun) if self.plural and self.noun else self.noun
        if not self.cards or noun.lower().endswith(("card", "cards")):
            return noun
        return f"{noun} {'cards' if self.plural else 'card'}"

    def type_text(self) -> str:
        """The name of the type that the wanted ones have in common, where there is one: a Mecha Tower."""
        common = frozenset.intersection(*[type_.types for type_ in self.types])
        id_ = self.words.type_of(common)
        if id_ is not None:
            return self.name(OfType(id_, common))
        for type_ in self.types:
            if type_.types == common:
                return self.name(type_)
        return " ".join(self.name(type_) for type_ in self.types)

    def tail(self) -> str:
        after = self.after
        parts = [*after.get("related", ()), *(self.typed if self.types else ())]
        if not after:
            return " ".join(parts)
        keywords = after.get("keywords", [])
        withs = [f"with {_join(keywords, 'and')}"] if keywords else []
        withs += after.get("with", [])
        if "without" in after:
            withs.append(f"without {_join(after['without'], 'or')}")
        withs += after.get("of", [])
        if withs:
            parts.append(_join(withs, "and"))
        parts.extend(after.get("either", ()))
        parts.extend(after.get("named", ()))
        parts.extend(after.get("whose", ()))
        if "word" in after:
            parts.append(f"whose name{'s' if self.plural else ''} {self.verbs(after['word'])}")
        if "text" in after:
            parts.append(f"whose text {_join(after['text'], 'and')}")
        if "is" in after:
            parts.append(f"that {self.verb()} {_join(after['is'], 'and')}")
        if "not" in after:
            parts.append(f"that {self.verb()} not {_join(after['not'], 'or')}")
        return " ".join(parts)

    def verbs(self, contains: list[str]) -> str:
        text = _join(contains, "and").replace("and contains ", "and ")
        return text.replace("contains", "contain").replace("lacks", "lack") if self.plural else text

    def text(self, number: Number, count: int, up_to: bool) -> str:
        middle = " ".join(part for part in (*self.before, self.noun_text()) if part)
        body = f"{middle} {self.tail()}".strip()
        if self.determiner:
            return f"{self.determiner} {body}"
        other = "other " if self.other else ""
        target = "target " if number == "target" else ""
        if up_to:
            return f"up to {self.count(count)} {other}{target}{body}"
        if count > 1:
            return f"{self.count(count)} {other}{target}{body}"
        if number == "a":
            return f"another {body}" if other else article(body)
        if number == "target":
            return f"another target {body}" if other else f"target {body}"
        if number in ("none", "plural"):
            return f"{other}{body}"
        return f"{number} {other}{body}"


def _amount(op: Op, value: str) -> str:
    return {
        "=": value,
        "!=": f"other than {value}",
        "<": f"less than {value}",
        "<=": f"{value} or less",
        ">": f"more than {value}",
        ">=": f"{value} or more",
    }[op]
