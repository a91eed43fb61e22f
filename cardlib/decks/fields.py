"""Reads the fields of a JSON object one by one, with a message that names the place where one is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn, overload

from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note


class FormatError(CardlibError):
    """A format file that does not say what it means; the message names file and place."""


class Fields:
    """A JSON object being read; `done` refuses fields that nobody asked for.

    `constants` are the numbers of the game's rules, for fields that may name one of them.
    """

    __slots__ = ("_asked", "_constants", "_data", "_where")

    def __init__(self, data: object, where: str, constants: Mapping[str, int] | None = None) -> None:
        if not isinstance(data, Mapping):
            raise FormatError(f"{where}: found {_shown(data)}, expected an object")
        self._data: Mapping[str, object] = data
        self._where = where
        self._asked: set[str] = set()
        self._constants = constants or {}

    def wrong(self, key: str, found: object, expected: str) -> NoReturn:
        """Raise `FormatError` for a field."""
        raise FormatError(f"{self._where}.{key}: found {_shown(found)}, expected {expected}")

    def done(self, *also: str) -> None:
        """Raise `FormatError` if a field is left that nobody asked for."""
        left = [key for key in self._data if key not in self._asked and key not in also]
        if left:
            self.unknown(left[0], self._asked)

    def unknown(self, key: str, known: Iterable[str]) -> NoReturn:
        """Raise `FormatError` for a field that there is not."""
        near = nearest_note(key, known)
        raise FormatError(f"{self._where}: found the field {key[:40]!r}, expected a known one{near}")

    def names(self) -> list[str]:
        """The names of the fields that are there."""
        return list(self._data)

    def has(self, key: str) -> bool:
        """Whether the field is there and not empty."""
        return bool(self._data.get(key))

    def _value(self, key: str) -> object:
        self._asked.add(key)
        return self._data.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it has to be there."""
        value = self._value(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self.wrong(key, value, "text")
        return value

    def choice(self, key: str, known: tuple[str, ...]) -> str:
        """One of a few words, the first unless given."""
        value = self._value(key)
        if value is None and key != "kind":
            return known[0]
        if value not in known:
            self.wrong(key, value, f"one of {', '.join(known)}")
        return str(value)

    @overload
    def number(self, key: str) -> int | None: ...
    @overload
    def number(self, key: str, default: int) -> int: ...
    def number(self, key: str, default: int | None = None) -> int | None:
        """A whole number of at least 0, or the name of a number of the game's rules."""
        value = self._value(key)
        if isinstance(value, str):
            if value not in self._constants:
                near = nearest_note(value, self._constants)
                self.wrong(key, value, f"a whole number, or the name of a number under 'rules' in game.json{near}")
            return self._constants[value]
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.wrong(key, value, "a whole number of at least 0")
        return value

    def amount(self, key: str) -> int | Mapping[str, str] | None:
        """A number, or where to find it: `{"attribute": …}` or `{"header": …}`."""
        value = self._value(key)
        if isinstance(value, dict):
            for where, name in value.items():
                if len(value) == 1 and where in ("attribute", "header") and isinstance(name, str):
                    return {where: name}
            self.wrong(key, value, '{"attribute": name} or {"header": name}')
        return self.number(key)

    def formula(self, key: str) -> str:
        """A number or a formula, as text; "" if it is not there."""
        value = self._value(key)
        if value is None or isinstance(value, str):
            return value or ""
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(key, value, "a whole number or a formula")
        return str(value)

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self._value(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.wrong(key, value, "true or false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty unless given."""
        value = self._value(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            self.wrong(key, value, "a list of texts")
        return tuple(value)

    def object(self, key: str) -> Fields:
        """An object; empty unless given."""
        value = self._value(key)
        return Fields({} if value is None else value, f"{self._where}.{key}", self._constants)

    def objects(self, key: str) -> list[Fields]:
        """A list of objects; empty unless given."""
        value = self._value(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.wrong(key, value, "a list of objects")
        return [Fields(item, f"{self._where}.{key}[{i}]", self._constants) for i, item in enumerate(value)]


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return repr(value)[:60]
