"""What a player is asked: a decision and its options, one protocol for everything from an attack to a discard.

A decision is taken by naming one option. "Some of" and "order" are asked one pick after another, with `done` among
the options as soon as enough were picked, so every decision has a plain list of options and a bot needs no more.
Inside, an option is a tuple such as `("move", 12, 9, 16)`; notation and text are made only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

Kind = Literal["one", "some", "number", "order", "yesno"]
Choice = tuple[Any, ...]

DONE: Choice = ("done",)
YES: Choice = ("yes",)
NO: Choice = ("no",)
PASS: Choice = ("pass",)


class IllegalOption(CardlibError):
    """A pick that is not among the options; `rule` is the id of the rule that forbids it, where that is known."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message + (f" ({rule})" if rule else ""))
        self.reason = message
        self.rule = rule


class UnknownMove(IllegalOption):
    """What is no move at all: an unknown verb, a misspelt name or space, a word too many. No rule refuses it."""


class AmbiguousOption(CardlibError):
    """A notation that may mean several of the options, which are in `options`; the message lists them."""

    def __init__(self, message: str, options: Sequence[Option]) -> None:
        super().__init__(message)
        self.options = options


class Said(NamedTuple):
    """How an option is said: short and stable, as a sentence, and by which rule."""

    notation: str
    text: str
    rule: str | None


class Option:
    """One thing that the player may do. `notation`, `text` and `rule` are worked out when they are read."""

    __slots__ = ("_match", "_said", "choice", "index")

    def __init__(self, match: Match, index: int, choice: Choice) -> None:
        self._match = match
        self._said: Said | None = None
        self.index = index
        self.choice = choice

    @property
    def said(self) -> Said:
        if self._said is None:
            self._said = self._match.say(self.choice)
        return self._said

    @property
    def notation(self) -> str:
        """Short and stable, such as `move scout d1 d2`."""
        return self.said.notation

    @property
    def text(self) -> str:
        """A sentence for people."""
        return self.said.text

    @property
    def rule(self) -> str | None:
        """The id of the rule that offers this option."""
        return self.said.rule

    def __repr__(self) -> str:
        return f"<Option {self.index}: {self.notation}>"


class Options(Sequence[Option]):
    """The options of a decision: as long as it is, indexed and iterated like a list, made on reading."""

    __slots__ = ("_choices", "_match")

    def __init__(self, match: Match, choices: Sequence[Choice]) -> None:
        self._match = match
        self._choices = choices

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> list[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | list[Option]:
        if isinstance(index, slice):
            return [Option(self._match, i, self._choices[i]) for i in range(len(self._choices))[index]]
        return Option(self._match, range(len(self._choices))[index], self._choices[index])

    def __iter__(self) -> Iterator[Option]:
        return (Option(self._match, i, choice) for i, choice in enumerate(self._choices))


class Decision:
    """What is asked now: of whom, of which kind, for which card and ability, and by which rule.

    At `rest` nothing is in flight: who is asked does what it likes.
    """

    __slots__ = ("ability", "choices", "kind", "player", "prompt", "rest", "rule", "source")

    def __init__(
        self,
        player: int,
        kind: Kind,
        choices: Sequence[Choice],
        prompt: str,
        rule: str | None,
        source: int,
        ability: Ability | None = None,
        rest: bool = False,
    ) -> None:
        self.player = player
        self.kind = kind
        self.choices = choices
        self.prompt = prompt
        self.rule = rule
        self.source = source
        self.ability = ability
        self.rest = rest

    def __len__(self) -> int:
        return len(self.choices)


class Pending(Exception):
    """Raised by a step that needs an answer; the run loop stops there and the step runs again with the answer."""


Choices = Sequence[Choice] | Callable[[], Sequence[Choice]]


@lru_cache(maxsize=256)
def cards_in(moves: tuple[str, ...], verb: str, length: int) -> tuple[int, ...]:
    """Where in an option of a verb, with so many parts, objects stand that are cards by the form of the move."""
    if verb == "card":
        return (1,)
    kinds = next((form.split() for form in moves if form.split()[:1] == [verb] and len(form.split()) == length), [])
    return tuple(at for at, kind in enumerate(kinds) if kind == "CARD")
