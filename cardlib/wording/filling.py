"""Fills in the templates that operations carry.

A template names parameters in braces; a word after a colon says how: `{who:draw}` agrees with the player ("draw",
"each player draws"), `{about:lose}` with the subject, `{record:gain}` with the record, `{count:card}` counts a noun,
`{count:rest}` is what follows later (" equal to …"), `{amount:of field}` is a share of a number ("2 of the damage"),
`{what:a}` is one of what fits, `{do:then}` one thing after the other. `{their}`, `{them}`, `{may}`, `{home}`,
`{ground}`, `{done}` and `{until}` follow from the rest. What stands in square brackets is left out when its parameter
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from cardlib.abilities.operations.params import (
    AbilitiesParam,
    ActionParam,
    AmountParam,
    BlockParam,
    CardParam,
    ConditionParam,
    CounterParam,
    FieldParam,
    FilterParam,
    KeywordIdParam,
    KeywordParam,
    ModesParam,
    PointsParam,
    ReferenceParam,
    ResourceParam,
    ShownParam,
    SlotParam,
    SubjectsParam,
)
from cardlib.abilities.operations.registry import REQUIRED, Operation
from cardlib.errors import CardlibError
from cardlib.filters import Compare, article, nearest_note
from cardlib.filters.phrases import plural_of
from cardlib.wording.conditions import condition
from cardlib.wording.parts import KINDS, Quantity, Speaker
from cardlib.wording.words import JSON, MODALS, Words, agreeing, joined, possessive, uncapital, with_number

_SLOT = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
END = "\x1f"  # stands after the subject of a sentence


class Filling:
    """Fills one template for one operation node."""

    def __init__(
        self,
        speaker: Speaker,
        operation: Operation,
        node: Mapping[str, JSON],
        block: Callable[[Speaker, Sequence[Mapping[str, JSON]], str], str],
    ) -> None:
        self.speaker = speaker
        self.operation = operation
        self.node = node
        self.block = block
        self.rest: dict[str, str] = {}

    def value(self, name: str) -> JSON:
        """The value of a parameter: what the data says, else its default."""
        if name in self.node:
            return self.node[name]
        default = self.operation.params[name][1] if name in self.operation.params else None
        return None if default is REQUIRED else default

    def given(self, name: str) -> bool:
        """Whether the data, or a default, has something for a parameter."""
        if isinstance(self.operation.params.get(name, (None,))[0], SubjectsParam):
            return any(kind in self.node for kind in KINDS)
        return self.value(name) is not None

    def template(self) -> str:
        """The sentence, or the variant of it that fits the data; wording.json may have its own for the game."""
        own = self.speaker.words.wording_of("operations", self.operation.name)
        variants = {**self.operation.variants, **own}
        cost, _ = variants.pop("cost", ""), variants.pop("it", "")
        if self.speaker.paying and cost:
            return cost
        said = self.speaker.words.wording_of("fields", str(self.node.get("field", ""))).get(self.operation.name)
        if said:
            return said
        for fits, text in variants.items():
            name, found, wanted = fits.partition("=")
            value = self.node.get(name)
            if fits != "text" and ((found and wanted in (str(value), self.role(value))) or (not found and value)):
                return text
        return own.get("text", self.operation.text)

    def role(self, value: JSON) -> str | None:
        """Return the role of a zone that a parameter names."""
        return self.speaker.words.roles.get(value) if isinstance(value, str) else None

    def text(self) -> str:
        """Return the filled sentence."""

        def part(match: re.Match[str]) -> str:
            inner = match[1]
            names = [slot[1] for slot in _SLOT.finditer(inner)]
            return inner if all(self.given(name) for name in names) else ""

        self.speaker.counted_plural = False
        return _SLOT.sub(self.slot, _OPTIONAL.sub(part, self.template()))

    def slot(self, match: re.Match[str]) -> str:
        """Fill one slot."""
        name, how = match[1], match[2]
        if name == "record" and how:
            return f"{self.speaker.record.get('name', 'it')}{END} {agreeing(how, False)}"
        following = _FOLLOWING.get(name)
        if following is not None:
            return following(self)
        if name in ("who", "by"):
            return self.player(self.node.get(name) or self.value(name) or "you", how)
        if name not in self.operation.params:
            slots = [*self.operation.params, "record", "who", "by", *_FOLLOWING]
            said = f"the sentence of '{self.operation.name}' names {{{name}}}, which is none of its parameters"
            raise CardlibError(f"{said}{nearest_note(name, slots)}")
        try:
            return self.parameter(name, how)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            if self.given(name):
                raise
            raise CardlibError(f"'{self.operation.name}' without '{name}'") from error

    def parameter(self, name: str, how: str | None) -> str:
        """Return how a parameter of the operation reads."""
        param = self.operation.params[name][0]
        if isinstance(param, SubjectsParam):
            return self.subject(how)
        if isinstance(param, AmountParam):
            return self.amount(name, how or "")
        value = self.value(name)
        own = param.reads(value, self.speaker) if value is not None else None
        if own is not None:
            if how == "and":
                return f", {own}" if " and " in own else f" and {own}"
            return own.replace("free ", "") if how == "any" else own
        if isinstance(param, FieldParam):
            return self.speaker.field(value)
        if isinstance(param, ShownParam):
            return self.speaker.words.symbol(value)[0]
        if isinstance(param, PointsParam):
            return self.points(value)
        if isinstance(param, ReferenceParam):
            return self.speaker.reference(value).text
        if isinstance(param, SlotParam):
            return self.speaker.words.slot(value)
        if isinstance(param, AbilitiesParam):
            return self.abilities(value)
        if isinstance(param, ActionParam):
            return self.outright().partition(" ")[2] or self.speaker.words.action(value)[0]
        if isinstance(param, FilterParam) and name == "against":
            whom = self.speaker.noun(value, "plural", noun=self._noun(name))
            return f"{self.speaker.words.action(str(self.node.get('action')))[1]} {whom}".lstrip()
        if isinstance(param, FilterParam):
            singular = how == "a"
            return self.speaker.noun(
                value, "a" if singular else "plural", cards=singular and name == "what", noun=self._noun(name)
            )
        if isinstance(param, KeywordParam):
            return self.keyword(value, how or "have")
        if isinstance(param, KeywordIdParam):
            return self.speaker.words.project.keywords[value].name
        if isinstance(param, ConditionParam):
            return condition(self.speaker, value)
        if isinstance(param, BlockParam):
            asked = self.speaker.asked
            text = self.block(self.speaker, value, ", then" if how == "then" else "and")
            self.speaker.asked = asked
            return text
        if isinstance(param, ModesParam):
            return "; or ".join(self.mode(mode) for mode in value)
        if isinstance(param, CardParam):
            name = self.speaker.words.card_name(value)
            if how == "up to":
                count = self.node.get("count", 1)
                most = self.speaker.words.counted(count, name, plural_of(name))
                return article(name) if count == 1 else f"up to {most}"
            return article(name) if how == "a" else f"“{name}”" if ":" in name else name
        if isinstance(param, ResourceParam) and how == "letter":
            return self.speaker.words.letter(value)
        if name == "stats":
            return self.stats(value, how or "")
        if name in ("to", "zone"):
            return self.speaker.words.zone(value)
        return str(value).strip()

    def mode(self, mode: Mapping[str, JSON]) -> str:
        """One way to go on, with what it needs unless that is only that there is what it is about."""
        self.speaker.focus = ""
        text = self.block(self.speaker, mode["do"], ", then")
        about = mode["do"][0].get("choose", mode["do"][0].get("target"))
        if "needs" not in mode or mode["needs"] == {"amount": {"count": about}, "at_least": 1}:
            return text
        return f"{text}, if {condition(self.speaker, mode['needs'])}"

    # -- who and what -------------------------------------------------------------------------------------------

    def player(self, who: str, how: str | None) -> str:
        named = self.speaker.player(who)
        if how == "'s":
            return possessive(named)
        if how is None:
            return named
        if named == "you":
            return f"you{END} {how}" if how in MODALS else how
        return f"{named}{END} {agreeing(how, named.startswith('players'))}"

    def subject(self, how: str | None) -> str:
        if how is None or how == "found":
            noun = self.speaker.subjects(self.node, how or "")
            self.speaker.counted_plural = noun.plural
            by = self.node.get("by", "you")
            if by != "you" and "{by:" not in self.operation.text:
                return f"{noun.text} of {possessive(self.speaker.player(by))} choice"
            return noun.text
        if how == "each":
            noun = self.speaker.subjects(self.node)
            return f"each of {noun.text}" if noun.plural and "each" not in self.node else noun.text
        how = self.outright().partition(" ")[0] or how
        noun = self.speaker.subjects(self.node, how)
        self.speaker.subject_plural = noun.plural
        text = "they" if noun.text == "them" else noun.text
        return f"{text}{END} {agreeing(how, noun.plural)}" if how else f"{text}{END} "

    def outright(self) -> str:
        """Return what something does that can, or can't, do something, where wording.json has words for that."""
        key = {"can": "always", "cannot": "never"}.get(self.operation.name, "")
        return self.speaker.words.wording_of("actions", str(self.node.get("action"))).get(key, "") if key else ""

    def abilities(self, value: str) -> str:
        """Return the cards of abilities that a filter means: by name where it asks for one, else as a noun."""
        root = self.speaker.words.filter(value).root
        if isinstance(root, Compare) and (root.field, root.op) == ("id", "="):
            name = self.speaker.words.card_name(str(root.value))
            return f"“{name}”" if ":" in name else name
        return self.speaker.noun(value, "plural", cards=True, noun="ability")

    def may(self) -> str:
        return "you may " if self.node.get("up_to") and self.node.get("count", 1) == 1 else ""

    def owner(self) -> str:
        """Return whose zone cards go to: their owners', and "the" one that all share."""
        if self.speaker.words.shared(str(self.node.get("zone", ""))):
            return "the"
        return "their owners'" if self.speaker.counted_plural else "its owner's"

    def home(self) -> str:
        outside = self.node.get("from", self.speaker.zone if self.node.get("of") == "self" else "")
        if self.speaker.words.off_field(outside):
            return f"{self.speaker.owner(self.node)} hand"
        return "their owners' hands" if self.speaker.counted_plural else "its owner's hand"

    def points(self, value: Mapping[str, JSON]) -> str:
        """Return points of several pools: "1 Reaction point and 1 Movement point"."""
        words = self.speaker.words
        return joined([words.points(pool, number, self.speaker.amount(number)) for pool, number in value.items()])

    def done(self) -> str:
        return "they do" if self.speaker.asked not in ("", "you") else "you do"

    def undone(self) -> str:
        return {"": "you can't", "you": "you do not"}.get(self.speaker.asked, "they do not")

    # -- how many -----------------------------------------------------------------------------------------------

    def amount(self, name: str, how: str) -> str:
        if how == "rest":
            return self.rest.get(name, "")
        value = self.value(name)
        if how.startswith("of "):
            return self.share(value, self.speaker.field(self.value(how[3:])))
        if not how:
            return self.speaker.amount(value)
        if "|" in how:
            up, _, down = how.partition("|")
            found = self.speaker.factor(value)
            if found is None:
                return f"{self.speaker.amount(value)} {up}"
            each = f" for each {found[1]}" if found[1] else ""
            return f"{abs(found[0])} {up if found[0] >= 0 else down}{each}"
        if how.endswith(("damage", "Health")):
            return self.damage(name, value, how)
        return self.counted(name, value, how)

    def share(self, value: JSON, whole: str) -> str:
        """Return how much of a number is meant: all of it, "2 of the damage", "half of the damage, rounded down"."""
        if value is None:
            return whole
        amount = self.speaker.amount(value)
        if self.speaker.factor(value):
            return f"{amount} of {whole}"
        return amount if whole in amount else f"as much of {whole} as {amount}"

    def _noun(self, name: str) -> str:
        """What a filter is about that names no type."""
        words = self.speaker.words
        return {"against": words.against, "among": words.permanent}.get(name, "card")

    def damage(self, name: str, value: JSON, how: str) -> str:
        """Return an amount of damage; a formula follows at once, or at `rest` where the damage is of a kind.

        A word that is a parameter stands for what that says: `keywords damage`.
        """
        first, _, second = how.partition(" ")
        if first in self.operation.params:
            how = f"{self.slot(_slot(first))} {second}"
        found = self.speaker.factor(value)
        if found is not None:
            self.rest[name] = f" for each {found[1]}" if found[1] else ""
            return f"{found[0]} {how}"
        equal = f" equal to {self.speaker.amount(value)}"
        if how in ("damage", "Health"):
            return f"{how}{equal}{',' if ', ' in equal else ''}"
        self.rest[name] = equal
        return how

    def counted(self, name: str, value: JSON, how: str) -> str:
        speaker = self.speaker
        top, up_to = how.startswith("top "), how.startswith("up to ")
        one, many = self.nouns(how.removeprefix("top ").removeprefix("up to "))
        if top and value == 1:
            return f"top {one}"
        found: Quantity = speaker.quantity(value, one, many)
        self.rest[name] = found.rest
        speaker.counted_plural = found.plural
        if up_to and found.text == f"a number of {many}":
            self.rest[name] = f", where X is {speaker.amount(value)}"
            return f"up to X {many}"
        text = f"{'top ' if top else ''}{'up to ' if up_to and found.plural else ''}{found.text}"
        return f"{text} with different names" if self.node.get("distinct") else text

    def nouns(self, name: str) -> tuple[str, str]:
        """Return singular and plural of what is counted: a word, or a parameter that says it."""
        first, _, noun = name.partition(" ")
        param = self.operation.params.get(first, (None,))[0]
        if param is None:
            return name, plural_of(name)
        value = self.value(first)
        words = self.speaker.words
        if isinstance(param, CardParam):
            card = f"{words.card_name(value)} {noun}".strip()
            return card, plural_of(card)
        if isinstance(param, FilterParam):
            if value is None:
                return "card", "cards"
            return self.speaker.noun(value, "none", cards=True), self.speaker.noun(value, "plural", cards=True)
        if isinstance(param, ResourceParam) and value not in words.vocabulary.counters:
            return words.resource(value), words.resource(value)
        if isinstance(param, CounterParam | ResourceParam):
            return words.counter(value), words.counter(value, True)
        if isinstance(param, ShownParam):
            return words.symbol(value)
        return str(value), f"{value}s"

    # -- numbers and keywords -----------------------------------------------------------------------------------

    def stats(self, stats: Mapping[str, JSON], how: str) -> str:
        own: list[str] = []
        words, apostrophe = self.speaker.words, "'s"
        changes: dict[str, list[str]] = {}
        stats = dict(stats)
        key = {"get": "gets", "be": "sets"}.get(how, how)
        said: list[
            tuple[JSON, tuple[str, str]]
        ] = []  # amounts that were said, so that the same one is said the same way
        if how == "get":
            for rest, pair in self.pairs(stats):
                changes.setdefault(rest, []).append(pair)
        for attr, value in stats.items():
            phrase = words.wording_of("values", attr).get(key)
            if phrase and isinstance(value, int):
                if "{ability}" in phrase:
                    phrase = phrase.replace("{ability}", self.abilities(self.value("ability")))
                own.append(with_number(phrase, self.speaker.words.count(value), value == 1))
            elif how == "be":
                own.append(f"{'its' if own else apostrophe} {words.attribute(attr)} is {self.speaker.amount(value)}")
            else:
                change, rest = next((found for seen, found in said if seen == value), ("", ""))
                if not change:
                    change, rest = self.speaker.change(value)
                    said.append((value, (change, rest)))
                changes.setdefault(rest, []).append(f"{change} {words.attribute(attr)}")
        if changes:
            gets = joined([joined(parts) + rest for rest, parts in changes.items()])
            own.insert(0, f"{agreeing('get', self.speaker.subject_plural)} {gets}" if how == "get" else gets)
        return joined(own)

    def pairs(self, stats: dict[str, JSON]) -> Iterator[tuple[str, str]]:
        """Take out attributes that the game writes together, also where only one of them changes: "+2/+0"."""
        for names, form in self.speaker.words.wording.get("pairs", {}).items():
            together = names.split()
            given = {attr: self.speaker.change(stats[attr]) for attr in together if attr in stats}
            rests = {rest for _, rest in given.values()}
            if len(rests) != 1:
                continue
            text = str(form)
            for attr in together:
                stats.pop(attr, None)
                text = text.replace(f"{{{attr}}}", given[attr][0] if attr in given else "+0")
            yield rests.pop(), text

    def short(self) -> str:
        """Return what a bonus adds, without a verb: "+2/+0", "Rage"."""
        if "keyword" in self.operation.params:
            return self.keyword(self.value("keyword"), "have").removeprefix("has ")
        return self.stats(self.value("stats"), "get").removeprefix("gets ")

    def keyword(self, value: JSON, have: str) -> str:
        word, number = next(iter(value.items())) if isinstance(value, dict) else (value, None)
        rest = ""
        if number is None:
            word, _, digits = value.partition(" ")
            shown = self.speaker.words.project.keywords[word].printed(int(digits) if digits else True)
        else:
            found = self.speaker.factor(number)
            if found is None:
                shown, rest = "X", f", where X is {self.speaker.amount(number)}"
                shown = self.speaker.words.project.keywords[word].printed(0).replace("0", "X")
            else:
                shown = self.speaker.words.project.keywords[word].printed(found[0])
                rest = f" for each {found[1]}" if found[1] else ""
        plural = self.speaker.subject_plural
        keyword = self.speaker.words.project.keywords[word]
        if keyword.format and not keyword.format.startswith(f"{keyword.name} "):
            verb, _, more = uncapital(shown).partition(" ")
            return f"{verb.removesuffix('s') if plural else verb} {more}{rest}"
        return f"{agreeing(have, plural)} {shown}{rest}"


def until_when(node: Mapping[str, JSON], text: str, words: Words) -> str:
    """Return how long a lasting effect holds, whatever it is while a condition is true."""
    until = node.get("until", "end of turn")
    named = words.wording_of("durations", until).get("text")
    if named:
        return f" {named}"
    if until in _SPANS:
        forms = _SPANS[until]
        return forms[int(text.split(" ", 1)[0] in MODALS)].replace("turn", words.turn)
    if until == "end of game":
        return " for the rest of the game"
    if until == "next turn":
        own = node.get("of", "self") == "self" and not any(kind in node for kind in KINDS[:3])
        return f" in your next {words.turn}" if own else f" in its controller's next {words.turn}"
    return f" this {words.turn}" if text.split(" ", 1)[0] in MODALS else f" until end of {words.turn}"


# Until when something holds, and for what can't or must be.
_SPANS: Mapping[str, tuple[str, str]] = {
    "your next turn": (" until your next turn", " until your next turn"),
    "end of round": (" until end of round", " this round"),
    "end of action": (" until this is over", " until this is over"),
    "end of window": (" for now", " for now"),
}


def _slot(name: str) -> re.Match[str]:
    """The slot of a parameter, as a template has it."""
    found = _SLOT.fullmatch(f"{{{name}}}")
    assert found is not None
    return found


_FOLLOWING: Mapping[str, Callable[[Filling], str]] = {
    "their": lambda filling: filling.speaker.their(filling.node.get("who", "you")),
    "them": lambda filling: "them" if filling.speaker.counted_plural else "it",
    "may": Filling.may,
    "home": Filling.home,
    "origin": lambda filling: filling.speaker.origin(filling.node),
    "ground": lambda filling: filling.speaker.words.zone("field"),
    "owner": lambda filling: filling.owner(),
    "each": lambda filling: "each " if filling.speaker.subject_plural else "",
    "done": Filling.done,
    "undone": Filling.undone,
    "record": lambda filling: str(filling.speaker.record.get("name", "it")),
    "until": lambda filling: until_when(filling.node, "must", filling.speaker.words),
}
