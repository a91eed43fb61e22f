"""Formulas over a document: `sum(weight of slots) <= max(load@heavy of slots)`, read into nodes.

    numbers, 'words', true, false           level = min(10, round)
    a name, a.b, a['b'], a[n]               a field, a figure, a table, a number of the rules; lists count from 1
    attribute of x, attribute@step of x     what is printed on a card, or on every card in a list or map
    + - * / (rounded down), = != < <= > >=  minus has spaces around it: `round - 1`, for names may have hyphens
    in, not, and, or, if c then a else b    `'saw' in keys(slots)`
    1..n                                    the numbers from 1 to n
    f(x, …), f(x for y in list where c)     the functions of `FUNCTIONS`

Text may hold names in braces: `'{class}-chief'`. What is not there is `none`: it counts 0, and equals nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn, TypeAlias

from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest, noted

LONGEST = 500  # characters
DEEPEST = 40  # formulas inside each other
FUNCTIONS = {
    "sum": "the sum of the numbers",
    "count": "how many entries there are, or how many of them are true",
    "min": "the lowest number",
    "max": "the highest number",
    "all": "whether all are true",
    "any": "whether one is true",
    "different": "each value once",
    "keys": "the keys of a map",
    "cards": 'the cards in a field that pass a filter: `cards(slots, "saw")`',
    "fits": "whether a card passes a filter",
    "has": "whether something is there",
    "header": "what the header of that name says",
}
_KEYWORDS = frozenset(["and", "or", "not", "in", "of", "if", "then", "else", "for", "where", "true", "false", "none"])
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,9})(?![\w])|(?P<name>[A-Za-z_]\w*(?:-[A-Za-z0-9_]+)*)|'(?P<text>[^']*)'"
    r"|(?P<sign>\.\.|<=|>=|!=|[-+*/=<>()\[\],.@]))"
)


class FormulaError(CardlibError):
    """A formula that does not parse or cannot be worked out; the message shows the place."""

    def __init__(self, problem: str, text: str, at: int = 0) -> None:
        super().__init__(f"{problem}\n  {text}\n  {' ' * at}^")
        self.problem, self.text, self.at = problem, text, at

    @property
    def line(self) -> str:
        """The message in one line."""
        return f"{self.problem}, at character {self.at + 1} of '{self.text}'"


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a text, true, false or none."""

    value: int | str | bool | None


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the document, of its kind, or of the rules."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Member:
    """An entry of a map or list: `a.b`, `a['b']`, `a[n]`."""

    whole: Node
    key: Node


@dataclass(frozen=True, slots=True)
class Printed:
    """An attribute of the cards that a formula gives, at a step where it is a table."""

    attribute: str
    step: Node | None
    cards: Node
    at: int


@dataclass(frozen=True, slots=True)
class Operation:
    """Two formulas joined by a sign: `+`, `<=`, `and`, `in`, `..`."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Not:
    """What is not true."""

    inner: Node


@dataclass(frozen=True, slots=True)
class Choice:
    """`if c then a else b`."""

    condition: Node
    then: Node
    other: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function with what it is about."""

    function: str
    arguments: tuple[Node, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Each:
    """A formula worked out for every entry of another one: `x.level for x in picks where x.level > 2`."""

    inner: Node
    name: str
    entries: Node
    condition: Node | None


Node: TypeAlias = Literal | Name | Member | Printed | Operation | Not | Choice | Call | Each


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, name, text, sign, word (a keyword), end
    text: str
    at: int


@lru_cache(maxsize=4096)  # a format is compiled for each check, and layouts say the same again and again
def parse_formula(text: str) -> Node:
    """Read a formula; raises `FormulaError` with the place of what does not fit."""
    if len(text) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST} characters, this one has {len(text)}", text[:LONGEST])
    reader = _Reader(text)
    found = reader.formula()
    if reader.now.kind != "end":
        reader.fail(f"'{reader.now.text}' is not expected here")
    return found


def _tokens(text: str) -> list[_Token]:
    found = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(f"'{text[at]}' is not expected here", text, at)
        group, word = match.lastgroup, match[match.lastgroup]
        kind = "word" if group == "name" and word in _KEYWORDS else group
        found.append(_Token(kind, word, match.start(group)))
        at = match.end()
    return [*found, _Token("end", "the end", len(text))]


class _Reader:
    """Reads the tokens of one formula from left to right, what binds least first."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.place = 0
        self.depth = 0

    @property
    def now(self) -> _Token:
        return self.tokens[self.place]

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        raise FormulaError(problem, self.text, self.now.at if at is None else at)

    def took(self, *texts: str, kind: str = "sign") -> str:
        """Go past one of these tokens and return it; "" where none of them is next."""
        token = self.now
        if token.kind == kind and token.text in texts:
            self.place += 1
            return token.text
        return ""

    def need(self, text: str, kind: str = "sign") -> None:
        if not self.took(text, kind=kind):
            self.fail(f"found '{self.now.text}', expected '{text}'")

    def name(self) -> str:
        token = self.now
        if token.kind != "name":
            self.fail(f"found '{token.text}', expected a name")
        self.place += 1
        return token.text

    def formula(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"formulas may be nested {DEEPEST} deep at most")
        left = self.both()
        while self.took("or", kind="word"):
            left = Operation("or", left, self.both())
        self.depth -= 1
        return left

    def both(self) -> Node:
        left = self.negated()
        while self.took("and", kind="word"):
            left = Operation("and", left, self.negated())
        return left

    def negated(self) -> Node:
        turns = 0
        while self.took("not", kind="word"):
            turns += 1
        found = self.compared()
        return Not(found) if turns % 2 else found

    def compared(self) -> Node:
        left = self.added()
        sign = self.took("=", "!=", "<", "<=", ">", ">=") or self.took("in", kind="word")
        return Operation(sign, left, self.added()) if sign else left

    def added(self) -> Node:
        left = self.multiplied()
        while sign := self.took("+", "-"):
            left = Operation(sign, left, self.multiplied())
        return Operation("..", left, self.added()) if self.took("..") else left

    def multiplied(self) -> Node:
        left = self.signed()
        while sign := self.took("*", "/"):
            left = Operation(sign, left, self.signed())
        return left

    def signed(self) -> Node:
        if self.took("-"):
            return Operation("-", Literal(0), self.member())
        return self.member()

    def member(self) -> Node:
        found = self.atom()
        while sign := self.took(".", "["):
            if sign == ".":
                found = Member(found, Literal(self.name()))
            else:
                found = Member(found, self.formula())
                self.need("]")
        return found

    def atom(self) -> Node:
        token = self.now
        if token.kind == "end":
            self.fail("the formula ends where a value is expected")
        self.place += 1
        if token.kind == "number":
            return Literal(int(token.text))
        if token.kind == "text":
            return Literal(token.text)
        if token.kind == "word" and token.text in ("true", "false", "none"):
            return Literal({"true": True, "false": False, "none": None}[token.text])
        if token.kind == "word" and token.text == "if":
            return self.choice()
        if token.kind == "sign" and token.text == "(":
            found = self.formula()
            self.need(")")
            return found
        if token.kind == "name":
            return self.named(token)
        raise FormulaError(f"'{token.text}' is not expected here", self.text, token.at)

    def choice(self) -> Node:
        condition = self.formula()
        self.need("then", "word")
        then = self.formula()
        self.need("else", "word")
        return Choice(condition, then, self.formula())

    def named(self, token: _Token) -> Node:
        """A function, an attribute of cards, or a name."""
        if self.took("("):
            return self.call(token)
        step: Node | None = None
        if self.took("@"):
            step = self.step()
            if not (self.now.kind == "word" and self.now.text == "of"):
                self.fail(f"found '{self.now.text}', expected 'of' and the cards")
        if self.took("of", kind="word"):
            return Printed(token.text, step, self.member(), token.at)
        return Name(token.text, token.at)

    def step(self) -> Node:
        """The step of a table: a number, a word or name, or a formula in parentheses."""
        token = self.now
        if token.kind == "name":
            self.place += 1
            return Name(token.text, token.at)
        return self.atom()

    def call(self, token: _Token) -> Node:
        if token.text not in FUNCTIONS:
            near = noted(nearest(token.text, FUNCTIONS))
            self.fail(f"unknown function '{token.text}'{near}", token.at)
        arguments = [] if self.now.text == ")" and self.now.kind == "sign" else [self.formula()]
        if arguments and self.took("for", kind="word"):
            name = self.name()
            self.need("in", "word")
            entries = self.formula()
            condition = self.formula() if self.took("where", kind="word") else None
            arguments = [Each(arguments[0], name, entries, condition)]
        else:
            while self.took(","):
                arguments.append(self.formula())
        self.need(")")
        if not arguments:
            self.fail(f"'{token.text}' needs something in its parentheses", token.at)
        return Call(token.text, tuple(arguments), token.at)
