"""What a query on the pages of a gallery may ask: the words and fields of the game, and the facts of each card.

The pages have no Python: `page/query.js` reads the language of `cardlib cards` by what stands here. What it does not
know, such as regular expressions and decks, it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from cardlib.filters import fold, parse, printed
from cardlib.filters.parsing import meant
from cardlib.filters.vocabulary import ALIASES, COMMON_FIELDS, COMMON_FLAGS
from cardlib.filters.words import bare

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib.filters import Entry

_ELSEWHERE = ("in", "used", "counter")  # which ask decks, or the table


class Asked:
    """The words and fields of a game, and what each of its cards answers."""

    def __init__(self, project: Project) -> None:
        words = project.vocabulary
        kinds = {"type": {**words.groups, **words.types}, "subtype": words.subtypes, "keyword": words.keywords}
        forms = {form for entries in kinds.values() for id_, entry in entries.items() for form in _forms(id_, entry)}
        named = {form: " ".join(found) for form in sorted(forms) if (found := meant(form, words))[0]}
        flags = [*(name for name, field in words.fields.items() if field.kind == "flag"), *words.shortcuts]
        flags += [name for name in COMMON_FLAGS if name not in named]
        self._types = {id_: words.types_of(id_) for id_ in kinds["type"]}
        self._flags: dict[str, Callable[[Card], bool]] = {
            f"flag {name}": printed(parse(f"is:{name}", words)) for name in flags
        }
        fields = {name: field for name, field in COMMON_FIELDS.items() if name not in _ELSEWHERE} | dict(words.fields)
        self.vocabulary: dict[str, object] = {
            "named": named,
            "flags": {name: f"flag {name}" for name in flags},
            "written": {kind: _written(kind, kinds[kind]) for kind in ("subtype", "keyword")},
            "fields": {
                name: {
                    "kind": field.kind,
                    "variables": {fold(one): one for one in field.variables},
                    "values": {form: fold(value) for form, value in field.known_as().items()},
                }
                for name, field in fields.items()
            },
            "keywords": {
                id_: {
                    "numbered": entry.has_value,
                    "words": {
                        form: word
                        for word in reversed(entry.words)
                        for form in (fold({**words.types, **words.subtypes}[word].name), word)
                    },
                }
                for id_, entry in words.keywords.items()
            },
            "aliases": {alias: name for alias, name in ALIASES.items() if alias not in words.fields},
            "elsewhere": sorted({*_ELSEWHERE, *words.relations, *words.counters} - {*words.fields, *named}),
        }

    def facts(self, card: Card, said: Card) -> dict[str, object]:
        """Return what a card answers; `said` is the card in the language of the page."""
        of_type = [f"type {id_}" for id_, types in self._types.items() if card.type in types]
        listed = [f"subtype {id_}" for id_ in card.subtypes] + [f"keyword {id_}" for id_ in card.keywords]
        flagged = [name for name, passes in self._flags.items() if card.type and passes(card)]
        return {
            "is": [*of_type, *listed, *flagged],
            "texts": {
                "name": fold(said.name),
                "bare": bare(said.name),
                "text": fold(said.text),
                "flavour": fold(said.flavour),
                "id": fold(card.id),
                "game": fold(card.game),
                "type": card.type,
            },
            "counts": {
                "keyword": len(card.keywords),
                "subtype": len(card.subtypes),
                "abilities": len(card.abilities),
            },
            "fields": {id_: _fact(value) for id_, value in card.attributes.items()},
            "keywords": dict(card.keywords),
            "words": {id_: list(named) for id_, named in card.words.items()},
        }


def _forms(id_: str, entry: Entry) -> Iterable[str]:
    """How a type, subtype or keyword may be written: its id, its plural, its name."""
    return id_.lower(), entry.many.lower(), entry.name.lower(), fold(entry.name)


def _written(kind: str, entries: Mapping[str, Entry]) -> dict[str, str]:
    """The subtypes or keywords by name and by id; the id counts where both are the same word."""
    by_name = {fold(entry.name): f"{kind} {id_}" for id_, entry in reversed(list(entries.items()))}
    return by_name | {id_: f"{kind} {id_}" for id_ in entries}


def _fact(value: object) -> object:
    """A value of an attribute for the pages: a number (true is 1), folded words, or nothing that compares."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, list | tuple):
        return [fold(one) for one in value if isinstance(one, str)]
    return fold(value) if isinstance(value, str) else None
