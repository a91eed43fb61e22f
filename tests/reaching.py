"""What can be reached from an object by public names, as a plain value: attributes, properties, methods, samples.

What begins with an underscore is the kernel's own: Python keeps nobody from it, and a bot is code that its user has
chosen to run.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Set
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from cardlib.errors import CardlibError
from cardlib.kernel.visibility import View

PLAIN = (int, float, str, bytes, bool, type(None))
CODE = (FunctionType, MethodType, BuiltinFunctionType, ModuleType, type)
CALLS = 2  # how many calls after one another are followed


class Walk:
    """Everything that can be reached, as a plain value: each object once, by the number of its first place."""

    def __init__(self, *known: object) -> None:
        self.met: dict[int, int] = {}
        self.kept: list[object] = list(known)  # so that nothing new gets the place of an object in memory
        self.numbers: set[int] = set()
        self.known = {id(one) for one in known}  # what is walked elsewhere

    def of(self, found: Any, calls: int = CALLS) -> Any:
        if isinstance(found, PLAIN):
            if isinstance(found, int):
                self.numbers.add(found)
            return found
        if isinstance(found, CODE):
            return getattr(found, "__qualname__", repr(found))
        if id(found) in self.known:
            return type(found).__name__
        if id(found) in self.met:
            return f"<{self.met[id(found)]}>"
        self.met[id(found)] = len(self.met)
        self.kept.append(found)
        if isinstance(found, Mapping):
            return [(self.of(key, calls), self.of(value, calls)) for key, value in found.items()]
        if isinstance(found, Set):
            return sorted(repr(self.of(one, calls)) for one in found)
        if isinstance(found, list | tuple) and not hasattr(found, "_fields"):
            return [self.of(one, calls) for one in found]
        if not type(found).__module__.startswith("cardlib"):
            return repr(type(found))
        inner = [self.of(one, calls) for one in found] if hasattr(found, "__iter__") else []
        return [type(found).__name__, inner, {name: self.named(found, name, calls) for name in public(found)}]

    def named(self, owner: object, name: str, calls: int) -> Any:
        """What an attribute holds; what a method returns that needs nothing."""
        try:
            value = getattr(owner, name)
        except Exception as error:
            return repr(error)
        if not isinstance(value, MethodType) or isinstance(value.__self__, type):
            return self.of(value, calls)
        if not calls or not free(value):
            return None
        try:
            found = value()
        except Exception as error:
            return repr(error)
        return self.of(found, calls - 1)


def free(method: MethodType) -> bool:
    """Whether a method needs nothing; compiled ones of some classes do not tell."""
    if method.__func__ not in _FREE:
        try:
            asked = inspect.signature(method).parameters.values()
            _FREE[method.__func__] = all(one.default is not one.empty for one in asked)
        except ValueError:
            _FREE[method.__func__] = False
    return _FREE[method.__func__]


_FREE: dict[object, bool] = {}


def public(found: object) -> list[str]:
    return sorted({*of_type(type(found)), *(name for name in getattr(found, "__dict__", ()) if name[0] != "_")})


@cache
def of_type(kind: type) -> list[str]:
    return [name for name in dir(kind) if name[0] != "_"]


def difference(here: Any, there: Any, path: str = "") -> str:
    """Return the first place where two walks differ, with what is there in each; nothing if they are equal."""
    if not path and repr(here) == repr(there):  # as good as always
        return ""
    if type(here) is type(there) and isinstance(here, dict | list | tuple) and len(here) == len(there):
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if isinstance(here, dict) and keys != list(there):
            return f"{path}: {keys} and {list(there)}"
        return next((found for key in keys if (found := difference(here[key], there[key], f"{path}[{key}]"))), "")
    return "" if here == there else f"{path}: {here!r:.200} and {there!r:.200}"


def told(view: View, ask: str, *about: object) -> str:
    """What a method answers; what it has against the question, if it has."""
    try:
        answer = getattr(view, ask)(*about)
        return repr(answer)
    except (CardlibError, ValueError, KeyError, LookupError) as error:
        return repr(error)
