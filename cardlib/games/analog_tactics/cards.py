"""What the rules of Analog Tactics read off the printed cards and the board once, when the game is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cardlib.games.analog_tactics.kinds import CLASSES, KINDS, OTHER, STATS, WEAPONS
from cardlib.kernel.ability import Ability

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts

LEVELS = 10
FOR_ALL = frozenset({"unit", "elite", "common", "building", "turret", "yours", "in-the-fold"})


@dataclass(frozen=True, slots=True)
class Printed:
    """By number of card: its kind and class, each stat by level (from 0), the VP that its elimination is worth."""

    kind: tuple[int, ...]
    of_class: tuple[int, ...]  # -1 for none
    stats: dict[str, tuple[tuple[int, ...], ...]]  # stat -> card -> by level
    worth: tuple[int, ...]
    lasts: tuple[str, ...]  # when what an ability has left goes, as its attribute says
    elite: tuple[int, ...]  # by class the card of its Elite
    common: tuple[int, ...]
    objective: int
    respawn: int
    obstacle: int  # that is permanent
    token: int
    kineblade: int
    relay: int
    turret: int
    link: int  # the ability of an Elite with a Kineblade
    volley: int  # the ability of a Dreadnought
    dreadnought: int
    large: int  # the bits, among those on a unit, of Blueprints with which it stands on four spaces
    doubles: int  # the Blueprint that doubles another one
    top_level: int
    elite_blueprint_level: int
    # abilities: by card the words and numbers that stand on it
    who: tuple[str, ...]
    weapon: tuple[str, ...]
    form: tuple[int, ...]
    upgrade: tuple[int, ...]  # 0 for none: a form
    rank: tuple[int, ...]
    level: tuple[int, ...]
    tier: tuple[int, ...]
    price: tuple[int, ...]  # in Blueprints
    every_unit: tuple[int, ...]
    tier_0: tuple[tuple[int, ...], ...]  # by class
    pickable: tuple[int, ...]
    tiers: tuple[dict[int, tuple[int, ...]], ...]  # by class and tier what can be picked
    tier_level: tuple[dict[int, int], ...]  # by class and tier the level from which on it may be picked
    of_weapon: dict[str, tuple[int, ...]]
    pairs: dict[int, frozenset[str]]  # ability of two weapons -> these
    arms: dict[int, tuple[str, ...]]  # ability that attacks with weapons -> its weapon, or both of its pair
    of_house: dict[str, tuple[int, ...]]
    of_element: dict[str, tuple[int, ...]]
    rituals: tuple[int, ...]
    growth: tuple[int, ...]
    blueprints: tuple[int, ...]
    elite_blueprints: tuple[int, ...]
    of_summon: dict[int, tuple[int, ...]]
    made_by: dict[int, int]  # building -> the ability without which it is not built
    used: tuple[tuple[Ability, ...], ...]  # by card what is used in the own turn
    usable: tuple[int, ...]  # the cards with such abilities
    order: dict[int, int]  # card -> its place among those
    taken_from: tuple[tuple[str, ...], ...]  # by card the pools from which each use takes points
    armed: dict[tuple[int, ...], tuple[int, ...]]  # ranks of weapons -> abilities, filled as it is asked for
    teams: dict[tuple[int, ...], Any]  # what was chosen for a team -> its abilities (`owning.Team`), filled likewise


def read(facts: Facts) -> Printed:
    """Read the printed cards of the game."""
    cards = range(len(facts.cards))
    classes = [facts.variable[card].get("class", "") for card in cards]
    return Printed(
        kind=tuple(KINDS.get(card.type, OTHER) for card in facts.cards),
        of_class=tuple(CLASSES.index(name) if name in CLASSES else -1 for name in classes),
        stats={name: tuple(_by_level(facts, name, card) for card in cards) for name in STATS},
        worth=tuple(facts.printed["vp"][card] or 0 for card in cards),
        lasts=tuple(facts.variable[card].get("lasts", "") for card in cards),
        elite=tuple(facts.number[f"{name}-elite"] for name in CLASSES),
        common=tuple(facts.number[f"{name}-common"] for name in CLASSES),
        objective=facts.number["objective"],
        respawn=facts.number["respawn-point"],
        obstacle=facts.number["permanent-obstacle"],
        **_abilities(facts),
    )


TIER_LEVEL: Final[tuple[dict[int, int], ...]] = ({1: 5}, {1: 2, 2: 5, 3: 9}, {}, {1: 2, 2: 4, 3: 6, 4: 9})
ABILITIES: Final = frozenset({"ability", "blueprint", "growth"})
# Abilities of summoned units and buildings, or that come with these.
PARTS: Final = frozenset(
    {
        "spotter-ability",
        "savant-ability",
        "kineblade-traits",
        "kineblade-link",
        "dreadnought-volley",
        "turret-fire",
        "turret-overwatch",
    }
)


def _abilities(facts: Facts) -> dict[str, Any]:
    """Read what tells abilities apart: by class, tier, weapon, house, element, and what they unlock."""
    cards = range(len(facts.cards))
    number, card_of = facts.number, facts.cards
    rows = [card for card in cards if card_of[card].type in ABILITIES]

    def word(card: int, attr: str) -> str:
        return str(facts.variable[card].get(attr, ""))

    def some(attr: str) -> tuple[int, ...]:
        column = facts.printed.get(attr)
        return tuple((column[card] or 0) if column is not None else 0 for card in cards)

    def having(attr: str, value: str) -> tuple[int, ...]:
        return tuple(card for card in rows if word(card, attr) == value)

    tier = facts.printed["tier"]
    recruits = {"profile-spotter": ("spotter-ability",), "profile-savant": ("savant-ability",)}
    recruits |= {"profile-kineblade": ("kineblade-traits",)}
    named = {number[id_] for id_ in PARTS}
    blueprints = tuple(card for card in rows if facts.ids[card].startswith("blueprint-"))
    picked = tuple(card for card in rows if tier[card] and card not in named)
    used = tuple(tuple(one for one in facts.abilities[card] if _is_used(one)) for card in cards)
    usable = tuple(card for card in cards if used[card])
    pairs = {
        card: frozenset(str(item) for item in pair)
        for card in rows
        if isinstance(pair := card_of[card].attributes.get("weapons"), tuple)
    }
    houses = ("conium", "naal", "caecus", "esper", "accipiter")
    elements = ("air", "water", "fire", "earth", "mana", "void")
    return {
        "token": number["stealth-token"],
        "kineblade": number["profile-kineblade"],
        "relay": number["profile-relay"],
        "turret": number["profile-turret"],
        "link": number["kineblade-link"],
        "volley": number["dreadnought-volley"],
        "doubles": number["blueprint-state-of-the-art"],
        "dreadnought": number["blueprint-dreadnought"],
        "large": sum(1 << at for at, card in enumerate(blueprints) if _fills_spaces(card_of[card])),
        "top_level": LEVELS,
        "elite_blueprint_level": 8,
        "who": tuple(who_has(card_of[card]) for card in cards),
        "weapon": tuple(word(card, "weapon") for card in cards),
        "form": some("form"),
        "upgrade": some("upgrade"),
        "rank": some("rank"),
        "level": some("level"),
        "tier": some("tier"),
        "price": some("blueprints"),
        "every_unit": having("class", "all"),
        "tier_0": tuple(
            tuple(card for card in having("class", name) if tier[card] == 0 and card not in named) for name in CLASSES
        ),
        "pickable": picked,
        "tiers": tuple(
            {
                at: tuple(c for c in picked if word(c, "class") == name and tier[c] == at)
                for at in sorted(TIER_LEVEL[number_])
            }
            for number_, name in enumerate(CLASSES)
        ),
        "tier_level": TIER_LEVEL,
        "of_weapon": {weapon: having("weapon", weapon) for weapon in WEAPONS},
        "pairs": pairs,
        "arms": {card: (weapon,) for card in rows if (weapon := word(card, "weapon"))}
        | {card: tuple(pair) for card, pair in pairs.items()},
        "of_house": {house: tuple(c for c in having("house", house) if c not in named) for house in houses},
        "of_element": {
            element: tuple(c for c in having("element", element) if _level(facts, c)) for element in elements
        },
        "rituals": tuple(card for card in having("class", "mage") if _level(facts, card) and not word(card, "element")),
        "growth": tuple(card for card in rows if card_of[card].type == "growth"),
        "blueprints": blueprints,
        "elite_blueprints": tuple(card for card in rows if facts.ids[card].startswith("elite-blueprint-")),
        "of_summon": {number[id_]: tuple(number[one] for one in ids) for id_, ids in recruits.items()},
        "made_by": {
            card: number[said] for card in cards if (said := str(card_of[card].attributes.get("from", ""))) in number
        },
        "used": used,
        "usable": usable,
        "order": {card: at for at, card in enumerate(usable)},
        "armed": {},
        "teams": {},
        "taken_from": tuple(_taken_from(found) for found in used),
    }


def _taken_from(found: tuple[Ability, ...]) -> tuple[str, ...]:
    """The pools from which every use of a card takes points; none where there is another way to pay."""
    return pools_of(found[0]) if len(found) == 1 and len(found[0].cost) == 1 else ()


def pools_of(ability: Ability) -> tuple[str, ...]:
    """Return the pools from which every use of an ability takes points; not those that others may stand in for."""
    paid = [one.arguments for one in ability.cost if one.operation.name == "pay"]
    return tuple(pool for given in paid if not given["instead"] for pool, _ in given["points"])


def who_has(card: Any) -> str:
    """Who has an ability: what belongs to the team as such has one holder, and the Elite builds whatever is built."""
    if card.attributes.get("shared") or (card.attributes.get("who") != "elite" and _is_for_all(card)):
        return "player"
    if "build" in card.subtypes:
        return "elite"
    return str(card.attributes.get("who", ""))


def _is_for_all(card: Any) -> bool:
    """Whether a card says nothing but what holds for things of the player, wherever who has it stands."""
    ops = [op for ability in card.abilities for op in ability.get("static", ("",))]
    return bool(ops) and all(op and set(str(op.get("each", "here")).split()) <= FOR_ALL for op in ops)


def _fills_spaces(card: Any) -> bool:
    """Whether a unit with this Blueprint stands on four spaces (AT-305)."""
    ops = [op for ability in card.abilities for op in ability.get("static", ())]
    return any(op["op"] == "can" and op["action"] == "fill-four-spaces" for op in ops)


def _is_used(ability: Ability) -> bool:
    """Whether an ability is used in the own turn between other actions."""
    return ability.kind == "activated" and ability.node["activate"] in ("action", "build")


def _level(facts: Facts, card: int) -> int:
    """The level that stands on an ability."""
    return facts.printed["level"][card] or 0


def _by_level(facts: Facts, stat: str, card: int) -> tuple[int, ...]:
    """The numbers of a stat at each level, whether it is printed as a table or once."""
    table = facts.tables.get(stat)
    row = table.rows[card] if table is not None else ()
    if not row:
        return (facts.printed[stat][card] or 0,) * LEVELS
    return tuple(row[min(level, len(row) - 1)] for level in range(LEVELS))
