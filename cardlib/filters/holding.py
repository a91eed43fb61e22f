"""The words that slots bring to filters: `held`, `held-by:squad`, `in-slot:cargo`, `holding:cargo`, `holder`.

They are there in every game that declares slots. What they mean on the table stands in `cardlib.kernel.filtering`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.filters.vocabulary import Entry, Relation

# Whose thing it is that holds another one, beside its type; and how each reads.
WHOSE: Mapping[str, str] = {
    "self": "this",
    "yours": "something you control",
    "theirs": "something an opponent controls",
}


def holding_relations(
    slots: Mapping[str, tuple[str, bool]], types: Mapping[str, Entry], groups: Mapping[str, Entry]
) -> dict[str, Relation]:
    """Return the relations that slots bring, by name; `slots` are their names by id, and whether each holds one."""
    if not slots:
        return {}
    from cardlib.filters.phrases import article  # what only reads cards pays for no English

    by = {**WHOSE, **{id_: article(entry.name) for id_, entry in (*groups.items(), *types.items()) if id_ not in WHOSE}}
    called = tuple(f"the {name}" if single else article(name) for name, single in slots.values())
    return {
        "held": Relation(before="held", not_after="that nothing holds"),
        "holder": Relation(determiner="the", after="that holds this", not_after="that does not hold this"),
        "held-by": Relation(
            after="held by {word}",
            not_after="not held by {word}",
            takes="word",
            words=tuple(by),
            printed=tuple(by.values()),
        ),
        "in-slot": Relation(
            after="in {word}", not_after="not in {word}", takes="word", words=tuple(slots), printed=called
        ),
        "holding": Relation(
            after="with something in {word}",
            not_after="with nothing in {word}",
            takes="word",
            words=tuple(slots),
            printed=called,
        ),
    }
