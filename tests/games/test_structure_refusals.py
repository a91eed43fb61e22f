"""What Dept. of Structure refuses, and by which rule: what is told is true in the position.

For each rule that a refusal may name there is an oracle here, which tests the rule's own condition with printed facts,
pools and counters, apart from the functions that decide what is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from given import Play, begun
from matrices import seldom
from refusing import Tried, hold, positions, refusals
from workshop import FACTIONS

import cardlib
from cardlib.games.structure import acting, battle, why
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

RESOURCES = ("survivor", "bio", "power", "supplies")
MAIN, TACTICS = "DOS-032", ("DOS-032", "DOS-064", "DOS-073", "DOS-112")
BATTLE = 3


class Attempt(Tried):
    """What the oracles of Dept. of Structure ask besides."""

    def type(self, obj: int | None) -> str:
        return "" if obj is None or obj == NOWHERE else self.m.facts.cards[self.m.state.card[obj]].type

    def is_unit(self, obj: int | None) -> bool:
        return self.type(obj) == "unit"

    def any_copy(self, holds: Callable[[int], bool], at: int = 0) -> bool:
        return at < len(self.move.things) and any(holds(obj) for obj in self.move.things[at].objects)

    def new(self, obj: int) -> bool:
        return self.columns["arrived"][obj] == self.m.state.vars["turn"] and self.is_unit(obj)

    def used(self, obj: int) -> bool:
        return bool(self.columns["utilized"][obj])

    def has(self, obj: int, word: str) -> bool:
        return bool(self.m.rules.keyword(self.m, obj, word))

    def crew(self, obj: int) -> bool:
        return self.is_unit(obj) and self.m.state.host[obj] != NOWHERE

    def pool(self) -> dict[str, int]:
        return {name: self.m.state.players[self.player][name] for name in RESOURCES}

    def cost(self) -> dict[str, int]:
        printed = self.m.facts.game.cost[self.card]
        return dict(zip((*RESOURCES, "any"), printed, strict=True))

    def phase(self) -> int:
        return self.m.state.vars["phase"]

    def deploys(self) -> bool:
        """Whether it is phase 3 or 5 of a round in which the player attacks."""
        return self.active and self.phase() in (2, 4)


def short(t: Attempt) -> bool:
    """A pool that lacks a type that a card, or the ability that is used, costs."""
    if any(t.pool()[name] < t.cost()[name] for name in RESOURCES):
        return True
    return any(
        instruction.operation.name == "spend" and t.pool().get(instruction.arguments["resource"], 0) < 9
        for ability in t.m.facts.abilities[t.card]
        for instruction in ability.cost
    )


ORACLES: dict[str, Callable[[Attempt], bool]] = {
    "DOS-007": lambda t: t.printed.type == "counter",
    "DOS-009": lambda t: t.asked == "DOS-009" or t.m.decision.rule == "DOS-009",
    "DOS-015": lambda t: t.m.decision.rule == "DOS-015",
    "DOS-017": lambda t: t.card not in t.hand(),
    "DOS-021": lambda t: not t.active,
    "DOS-023": lambda t: t.asked != "DOS-023" or len({thing.words for thing in t.move.things}) != 2,
    "DOS-024": lambda t: not t.active,
    "DOS-032": lambda t: not t.deploys() or t.m.decision.rule == MAIN,
    "DOS-034": lambda t: t.asked == MAIN,
    "DOS-039": lambda t: t.any_copy(t.used),
    "DOS-043": lambda t: t.m.decision.rule in ("DOS-043", None) or "target" in t.text(),
    "DOS-044": lambda t: t.move.verb in ("play", "use") or any(thing.object == NOWHERE for thing in t.move.things)
    or t.asked == "DOS-043",
    "DOS-047": short,
    "DOS-048": lambda t: t.m.decision.rule == "DOS-048" or sum(t.pool().values()) < sum(t.cost().values()),
    "DOS-052": lambda t: bool([a for a in t.m.facts.abilities[t.card] if a.cost]),
    "DOS-055": lambda t: "unique" in str(t.printed.attributes) + str(t.printed.keywords)
    and any(
        t.m.state.card[obj] == t.card and t.owns(obj) for obj in t.m.state.zones[t.m.facts.zone["battlefield"][0]]
    ),
    "DOS-062": lambda t: t.printed.type == "resource" and not t.deploys(),
    "DOS-064": lambda t: t.m.decision.rule == "DOS-064",
    "DOS-065": lambda t: bool(t.m.state.chain) and (t.move.verb == "use" or t.printed.type != "tactic"),
    "DOS-067": lambda t: t.m.decision.rule == "DOS-067",
    "DOS-070": lambda t: t.printed.type == "tactic" and t.asked not in TACTICS,
    "DOS-071": lambda t: t.printed.type == "tactic" and t.phase() == BATTLE and t.m.decision.rule != "DOS-112",
    "DOS-073": lambda t: t.m.decision.rule == "DOS-073",
    "DOS-080": lambda t: not t.deploys() or not t.owns(t.unit) or not t.owns(t.other),
    "DOS-081": lambda t: t.any_copy(t.used) or t.any_copy(t.used, 1),
    "DOS-083": lambda t: t.type(t.unit) not in ("equipment", "vehicle")
    or not t.is_unit(t.other)
    or t.m.state.host[t.unit] != NOWHERE
    or t.type(t.unit) == "vehicle",
    "DOS-084": lambda t: t.any_copy(
        lambda obj: t.m.state.host[obj] == NOWHERE or t.used(obj) or t.used(t.m.state.host[obj])
    ),
    "DOS-089": lambda t: t.asked != "DOS-094",
    "DOS-093": lambda t: t.any_copy(lambda obj: t.type(obj) not in ("unit", "vehicle")),
    "DOS-094": lambda t: t.asked == "DOS-094" or t.m.decision.rule == "DOS-094",
    "DOS-098": lambda t: t.any_copy(lambda obj: bool(t.columns["attacking"][obj])),
    "DOS-100": lambda t: t.active
    or t.any_copy(lambda obj: t.type(obj) not in ("unit", "vehicle", "fortification"))
    or t.any_copy(lambda obj: not t.columns["attacking"][obj], 1),
    "DOS-101": lambda t: any(value[0] == "block" for value in t.m.state.stack[-1][3]),
    "DOS-107": lambda t: t.asked != "DOS-107" or not t.move.verb,
    "DOS-108": lambda t: t.any_copy(lambda obj: bool(t.columns["blocks"][obj])),
    "DOS-112": lambda t: t.m.decision.rule == "DOS-112",
    "DOS-114": lambda t: t.phase() == BATTLE,
    "DOS-145": lambda t: t.any_copy(t.new),
    "DOS-149": lambda t: t.printed.type == "equipment",
    "DOS-154": lambda t: t.move.verb == "play",
    "DOS-156": lambda t: t.any_copy(lambda obj: t.type(obj) == "upgrade"),
    "DOS-162": lambda t: t.any_copy(t.crew) or t.any_copy(t.crew, 1),
    "DOS-170": lambda t: t.move.verb == "use",
    "DOS-172": lambda t: t.any_copy(t.new),
    "DOS-173": lambda t: not t.deploys() and t.m.decision.rule != "DOS-112",
    "DOS-181": lambda t: t.move.things[0].kind == "PLAYER",
    "DOS-182": lambda t: t.any_copy(lambda obj: not t.owns(obj)),
    "DOS-186": lambda t: t.any_copy(lambda obj: t.has(obj, "crippled")),
    "DOS-188": lambda t: t.any_copy(lambda obj: t.has(obj, "disguise"), 1) and t.pool()["survivor"] >= 2,
    "DOS-192": lambda t: any(
        t.has(obj, "hidden") and not t.used(obj) for obj in t.m.state.zones[t.m.facts.zone["battlefield"][0]]
    ),
    "DOS-193": lambda t: t.any_copy(lambda obj: not t.has(obj, "hunger")),
    "DOS-194": lambda t: t.asked != "DOS-194" or t.any_copy(lambda obj: not t.owns(obj) or bool(t.columns["fed"][obj])),
    "DOS-196": lambda t: t.other is None or not t.is_unit(t.other) or not t.owns(t.other) or t.other == t.unit,
    "DOS-201": lambda t: t.any_copy(lambda obj: t.has(obj, "pacifist")),
    "DOS-207": lambda t: t.any_copy(lambda obj: t.has(obj, "unblockable"), 1),
}  # fmt: skip


def tries(m: Match) -> set[str]:
    """Every attack, block, pair, use and play that the cards there admit, legal or not."""
    s, facts, rules = m.state, m.facts, m.rules
    there = [rules.speech.label(m, obj) for obj in s.zones[facts.zone["battlefield"][0]]]
    said = {f"{verb} {label}" for verb in ("attack", "use", "unequip", "starve") for label in there}
    said |= {f"{verb} {a} {b}" for verb in ("block", "equip", "feed") for a, b in product(there, there) if a != b}
    cards = {s.card[obj] for player in (0, 1) for obj in s.zones[facts.zone["hand"][player]]}
    said |= {f"play {facts.ids[card]}" for card in cards}
    said |= {f"play {facts.ids[card]} {label}" for card in cards for label in there}
    said |= {"survivor bio", "bio bio", "end", "pass", "done", "power"}
    return said


@pytest.mark.parametrize("windows", ["hand", *seldom("playable")])
def test_a_refusal_names_a_rule_whose_own_condition_holds(structure: cardlib.Game, windows: str) -> None:
    """Whatever is tried with the cards in play and in hand: offered, or refused by a true rule."""
    matches = positions(structure, FACTIONS, range(6), 23, windows, last=500)
    assert len(hold(ORACLES, matches, tries, 7, Attempt)) > 20


def test_the_other_player_is_refused_by_a_true_rule_too(structure: cardlib.Game) -> None:
    matches = positions(structure, FACTIONS, range(20, 24), 41, last=500)
    assert len(hold(ORACLES, matches, tries, 7, Attempt, other=True)) > 10


def test_every_rule_of_a_refusal_exists_and_has_an_oracle(structure: cardlib.Game) -> None:
    for name, refusal in refusals(acting, battle, why).items():
        assert refusal.rule in structure.project.rules, name
        assert refusal.rule in ORACLES, name


# -- equal cards -------------------------------------------------------------------------------------------------


def test_of_equal_cards_any_may_be_named(structure: cardlib.Game) -> None:
    """Three equal Units are offered once; naming the third attacks with one of them, and with the next one then."""
    play = begun(structure, phase="battle", A={"battlefield": ["und-shambler"] * 3})
    match = play.match
    assert [option.notation for option in match.options] == ["attack und-shambler", "done"]
    match.take("attack und-shambler 3")
    assert [option.notation for option in match.options] == ["attack und-shambler 2", "done"]
    with pytest.raises(IllegalOption, match="is among the attacking cards") as caught:
        match.find("attack und-shambler 1")
    assert caught.value.rule == "DOS-094"
    match.take("attack und-shambler 3")
    assert len(match.picked) == 2


def test_a_card_that_differs_is_not_taken_for_another(structure: cardlib.Game) -> None:
    play = begun(
        structure,
        phase="battle",
        A={"battlefield": [{"card": "und-shambler", "utilized": 1}, "und-shambler", "und-pale-choir"]},
    )
    with pytest.raises(IllegalOption) as caught:
        play.match.find("attack und-shambler 1")
    assert caught.value.rule == "DOS-039"


def blocked(structure: cardlib.Game, first: str, second: str) -> Play:
    """Two cards attack, and of three Clerk Drones one blocks the first of them."""
    return begun(
        structure,
        f"A attack {first}",
        f"A attack {second}",
        f"B block dep-clerk-drone {first}",
        phase="battle",
        A={"battlefield": [first, second.removesuffix(" 2")]},
        B={"battlefield": ["dep-clerk-drone"] * 3},
    )


def test_what_is_blocked_may_be_named_again(structure: cardlib.Game) -> None:
    play = blocked(structure, "hld-scrap-tinker", "hld-watch-volunteer")
    play.match.take("block clerk drone scrap tinker")
    assert play.match.picked[-1].notation == "block dep-clerk-drone 2 hld-scrap-tinker"
    with pytest.raises(IllegalOption) as caught:
        play.match.find("block dep-clerk-drone 2 hld-watch-volunteer")
    assert caught.value.rule == "DOS-101"


def test_what_is_blocked_is_the_card_that_is_named_and_not_one_like_it(structure: cardlib.Game) -> None:
    play = blocked(structure, "hld-scrap-tinker", "hld-scrap-tinker 2")
    play.match.take("block clerk drone scrap tinker 2")
    assert play.match.picked[-1].notation == "block dep-clerk-drone 2 hld-scrap-tinker 2"


def test_of_several_hungry_copies_the_one_that_is_due_is_spoken_of(structure: cardlib.Game) -> None:
    """One copy was fed by a kill, the other one was not: what that can't eat is the point."""
    play = begun(structure, phase="retreat", A={"battlefield": ["und-ravener", "und-ravener", "hld-ol-tank"]})
    state = play.match.state
    first = state.card.index(play.match.facts.number["und-ravener"])
    state.columns["fed"][first] = state.vars["turn"]
    play.match.take("end")
    with pytest.raises(IllegalOption) as caught:
        play.match.find("feed und-ravener hld-ol-tank")
    assert caught.value.rule == "DOS-196"
