"""A small vocabulary, as the catalogue would make it."""

from __future__ import annotations

import pytest

from cardlib.filters import COMMON_RELATIONS, Entry, Field, Relation, Vocabulary


@pytest.fixture(scope="session")
def words() -> Vocabulary:
    return Vocabulary(
        types={
            "mecha": Entry("Mecha", "Mechas"),
            "tower": Entry("Tower", "Towers"),
            "mecha-tower": Entry("Mecha Tower", "Mecha Towers", is_=("mecha", "tower")),
            "command": Entry("Command", "Commands"),
            "pilot": Entry("Pilot", "Pilots"),
        },
        groups={"unit": Entry("unit", "units", is_=("mecha", "tower"))},
        subtypes={"basic": Entry("Basic"), "singleton": Entry("Singleton")},
        keywords={"flight": Entry("Flight"), "haste": Entry("Haste"), "armour": Entry("Armour", has_value=True)},
        fields={
            "cost": Field("number", "Cost", ("X",)),
            "power": Field("number", "Power", preposition="with"),
            "durability": Field("number", "Durability", preposition="with"),
            "faction": Field("word", "Faction", values=("red", "blue")),
            "traits": Field("words", "Traits"),
            "unique": Field("flag", "Unique"),
        },
        counters={"damage": Entry("damage counter"), "armour": Entry("armour counter")},
        shortcuts={"flyer": "keyword:flight", "loop": "is:loop"},
        relations={
            **COMMON_RELATIONS,
            "entry": Relation(after="in your entry zone"),
            "piloted": Relation(before="piloted", not_after="without a Pilot"),
        },
    )
