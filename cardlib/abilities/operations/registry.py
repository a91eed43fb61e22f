"""The vocabulary of operations: one Python function each.

`@operation` reads the signature for the JSON Schema and the compiler, takes the sentence template, and keeps the
function as the effect. A continuous operation (`continuous=True`) describes what it changes instead of changing it; in
a `static` ability it holds while its source is in play, in `do` it holds `until` the end that it names.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from cardlib import plugins
from cardlib.abilities.operations.params import BlockParam, Param
from cardlib.abilities.operations.paying import Payment

if TYPE_CHECKING:
    pass

Where = Literal["", "play", "chain"]
Payable = Callable[[Payment], str | None]  # what is short, in words or ""; None where a cost can be paid


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its name, its parameters (kind and default), its sentence and its function.

    `variants` are sentences for data that has a parameter ("whole_hand") or a certain value of it ("from=deck").
    `keeps` is what operations after it can name, `wants` what one before it has to keep; `on` tells where its subjects
    are: "play", "chain" (cards being played) or anywhere. `block` is the parameter that holds operations of its own,
    `roles` are those of the zones that it works on, `procedures` those of the game that it runs, `verb` the one of the
    game's verbs that it cannot do without. `change` says which
    change of a field of a record it makes, as the declaration of the record names it. `cost` says whether it can be
    paid; an operation without it is no part of a cost. With `personal` it matters which of several equal things does
    it, though no parameter says so. `brings` is the counter of which it puts `amount` on the table, or the parameter
    that names it: "{counter}". `tells` are the common events that come of it. Whoever has to choose on what
    it is done is told "what to" and the `deed`, if it has one. What `spends` takes its `cost` out of a store: who may
    begin with it, and has too little, is not asked.
    """

    name: str
    function: Callable[..., Any]
    text: str
    params: dict[str, tuple[Param, Any]]
    continuous: bool
    game: str | None
    summary: str
    variants: Mapping[str, str] = field(default_factory=dict)
    keeps: str = ""
    wants: str = ""
    on: Where = ""
    change: str = ""
    roles: tuple[str, ...] = ()
    procedures: tuple[str, ...] = ()
    verb: str = ""
    cost: Payable | None = None
    personal: bool = False
    brings: str = ""
    tells: tuple[str, ...] = ()
    deed: str = ""
    spends: bool = False
    block: str | None = field(init=False)

    def __post_init__(self) -> None:
        blocks = (name for name, (param, _) in self.params.items() if isinstance(param, BlockParam))
        object.__setattr__(self, "block", next(blocks, None))


@lru_cache
def load_operations(slug: str) -> None:
    """Register the operations that only one game has, by importing its package."""
    plugins.rules_maker(slug)


def operations_of(slug: str) -> list[Operation]:
    """Return the operations that only one game has."""
    load_operations(slug)
    return [operation for operation in OPERATIONS.values() if operation.game == slug]


def _kinds(hint: Any) -> list[Param]:
    """Return the kinds of parameter that an annotation names, also within `… | None`."""
    own = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Param)]
    return own or [kind for part in get_args(hint) for kind in _kinds(part)]


REQUIRED = inspect.Parameter.empty
OPERATIONS: dict[str, Operation] = {}


def operation(
    name: str,
    *,
    text: str,
    variants: Mapping[str, str] | None = None,
    continuous: bool = False,
    game: str | None = None,
    keeps: str = "",
    wants: str = "",
    on: Where = "",
    change: str = "",
    roles: tuple[str, ...] = (),
    procedures: tuple[str, ...] = (),
    verb: str = "",
    cost: Payable | None = None,
    personal: bool = False,
    brings: str = "",
    tells: tuple[str, ...] = (),
    deed: str = "",
    spends: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function as the operation `name`; `text` is its sentence, with the parameters in braces."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if name in OPERATIONS:
            raise ValueError(f"operation '{name}' is registered twice")
        params: dict[str, tuple[Param, Any]] = {}
        for parameter in list(inspect.signature(function).parameters.values())[1:]:
            hint = parameter.annotation
            kinds = _kinds(eval(hint, function.__globals__) if isinstance(hint, str) else hint)
            if len(kinds) != 1:
                raise TypeError(f"operation '{name}': parameter '{parameter.name}' names no kind of parameter")
            params[parameter.name] = (kinds[0], parameter.default)
        summary = inspect.getdoc(function) or ""
        OPERATIONS[name] = Operation(
            name,
            function,
            text,
            params,
            continuous,
            game,
            summary,
            variants or {},
            keeps,
            wants,
            on,
            change,
            roles,
            procedures,
            verb,
            cost,
            personal,
            brings,
            tells,
            deed,
            spends,
        )
        return function

    return register
