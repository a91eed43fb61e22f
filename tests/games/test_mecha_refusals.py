"""What Mecha refuses, and by which rule: what is told is true in the position, and nothing legal is refused.

For each rule that a refusal may name there is an oracle here, which tests the rule's own condition on the position
with nothing but spaces, printed facts and counters, apart from the functions that decide what is offered.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from given import position
from matrices import seldom
from refusing import Tried, hold, positions, refusal_of, refusals

import cardlib
from cardlib.games.mecha import aiming, moving, playing, why
from cardlib.games.mecha.kinds import MECHA
from cardlib.games.mecha.numbers import bandwidth, kind, total_cost
from cardlib.kernel import values
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

DECKS = ("graces-command", "donnas-search", "fire-from-above", "assembly-line", "clockwork-kennel", "empty-hands")


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


# -- what a position says ----------------------------------------------------------------------------------------


def rank(m: Match, obj: int) -> int:
    return m.facts.board.at[m.state.place[obj]][1]


def steps(m: Match, one: int, other: int) -> int:
    board = m.facts.board
    return abs(board.at[one][0] - board.at[other][0]) + abs(board.at[one][1] - board.at[other][1])


def fixed(m: Match, obj: int, word: str) -> int:
    return m.rules.keyword(m, obj, word)


def shortest(m: Match, unit: int, target: int | None) -> int:
    """The steps of the shortest path that no enemy blocks, to a unit or (None) to the opponent; 99 if there is none."""
    s = m.state
    player = s.controller[unit]
    far_row = 4 if player == 0 else 0
    distance = {s.place[unit]: 0}
    edge = [s.place[unit]]
    while edge:
        here = edge.pop(0)
        for space in m.facts.board.neighbours[here]:
            there = s.board[space]
            if target is not None and there == target:
                return distance[here] + 1
            if space not in distance and (there == NOWHERE or s.controller[there] == player):
                distance[space] = distance[here] + 1
                edge.append(space)
    if target is not None:
        return 99
    return min((n + 1 for space, n in distance.items() if m.facts.board.at[space][1] == far_row), default=99)


def straight(m: Match, unit: int, target: int | None) -> int:
    """The steps if nothing stood in the way."""
    if target is not None:
        return steps(m, m.state.place[unit], m.state.place[target])
    return abs(rank(m, unit) - (4 if m.state.controller[unit] == 0 else 0)) + 1


def no_unit(m: Match, obj: int) -> bool:
    """What is attached, or a Command that stands beside whatever unit is there."""
    return m.state.host[obj] != NOWHERE or "mecha" not in m.facts.cards[m.state.card[obj]].types | {
        word.replace("tower", "mecha") for word in m.facts.cards[m.state.card[obj]].types
    }


class Attempt(Tried):
    """What Mecha's oracles ask besides."""

    def entered(self) -> bool:
        return self.columns["entered"][self.unit] == self.m.state.vars["turn"]

    def path(self) -> list[int]:
        return [self.m.state.place[self.unit], *self.spaces]

    def onto(self) -> int:
        return self.m.state.board[self.spaces[0]] if self.spaces else self.move.things[1].object

    def host(self) -> int:
        """What a Pilot is played on: named as a permanent, or by its space."""
        if self.other is not None:
            return self.other
        return self.m.state.board[self.spaces[0]] if self.spaces else NOWHERE

    def free(self) -> bool:
        return self.asked == "MIW-037"


ORACLES: dict[str, Callable[[Attempt], bool]] = {
    "MIW-001": lambda t: bool(values.effects(t.m, "cannot:play")),
    "MIW-031": lambda t: not any(value[0] == "skip" for value in t.m.decision.choices),
    "MIW-037": lambda t: not t.free() or not t.move.verb,
    "MIW-038": lambda t: bool(values.effects(t.m, "must:move")),
    "MIW-046": lambda t: t.m.decision.player != t.player or t.m.decision.rule not in ("MIW-037", *why.WINDOWS),
    "MIW-048": lambda t: t.m.decision.rule == "MIW-048",
    "MIW-053": lambda t: t.m.decision.rule == "MIW-053",
    "MIW-072": lambda t: t.m.decision.rule == "MIW-072",
    "MIW-055": lambda t: t.m.decision.rule in ("MIW-055", None) or "target" in t.text(),
    "MIW-058": lambda t: "target" not in t.text() and "attach" not in t.text() and "stand" not in t.text(),
    "MIW-056": lambda t: t.printed is None or "target" in t.text(),
    "MIW-059": lambda t: not any(
        link.kind == "card" and (len(t.move.things) == 1 or t.m.state.card[link.obj] in t.move.things[1].numbers)
        for link in t.m.state.chain
    ),
    "MIW-073": lambda t: t.printed.id == "reparations" and t.m.state.stack[-1][2].get("mask", 0) >> t.player & 1 == 0,
    "MIW-075": lambda t: t.m.state.controller[t.unit] != t.player,
    "MIW-081": lambda t: t.card not in t.hand(),
    "MIW-090": lambda t: True,
    "MIW-093": lambda t: not t.free() and t.printed.type != "command",
    "MIW-094": lambda t: t.m.facts.board.at[t.spaces[0]][1] != 4 * t.player,
    "MIW-095": lambda t: t.onto() != NOWHERE,
    "MIW-097": lambda t: total_cost(t.m, t.player) + t.printed.attributes["cost"] > bandwidth(t.m, t.player)
    or bool(values.effects(t.m, "cost")),
    "MIW-099": lambda t: total_cost(t.m, t.player) > bandwidth(t.m, t.player),
    "MIW-105": lambda t: t.m.facts.board.at[t.spaces[0]][1] != 4 * t.player
    and not any(
        t.m.state.board[space] != NOWHERE
        and "tower" in t.m.facts.cards[t.m.state.card[t.m.state.board[space]]].type
        and t.m.state.controller[t.m.state.board[space]] == t.player
        for space in t.m.facts.board.neighbours[t.spaces[0]]
    ),
    "MIW-107": lambda t: t.m.state.players[t.player]["towers_played"] >= 1,
    "MIW-110": lambda t: "opponent's entry zone" in t.text(),
    "MIW-111": lambda t: t.printed.id == "radio-relay",
    "MIW-117": lambda t: "stand" in t.text(),
    "MIW-123": lambda t: "never" in t.text(),
    "MIW-124": lambda t: t.printed.type == "pilot"
    and not (
        t.host() != NOWHERE
        and t.m.state.controller[t.host()] == t.player
        and rank(t.m, t.host()) == 4 * t.player
        and bool(kind(t.m, t.host()) & MECHA)
    ),
    "MIW-129": lambda t: t.printed.type == "pilot" and t.host() in t.m.state.host,
    "MIW-134": lambda t: t.printed.type == "pilot" and not kind(t.m, t.host()) & MECHA,
    "MIW-136": lambda t: "attach" in t.text(),
    "MIW-143": lambda t: t.unit == NOWHERE
    or t.m.state.controller[t.unit] != t.player
    or t.m.state.vars["active"] != t.player
    or bool(t.columns["move_used"][t.unit])
    or no_unit(t.m, t.unit),
    "MIW-144": lambda t: t.entered() and not fixed(t.m, t.unit, "haste"),
    "MIW-145": lambda t: t.m.facts.cards[t.m.state.card[t.unit]].type == "tower",
    "MIW-146": lambda t: "cannot" in str(t.m.facts.cards[t.m.state.card[t.unit]].abilities),
    "MIW-147": lambda t: any(steps(t.m, a, b) != 1 for a, b in zip(t.path(), t.spaces, strict=False)),
    "MIW-148": lambda t: len(t.spaces) > t.m.rules.value(t.m, t.unit, "speed"),
    "MIW-150": lambda t: (
        any(t.m.state.board[space] != NOWHERE for space in t.spaces)
        or all(t.m.state.board[space] != NOWHERE for space in t.m.facts.board.neighbours[t.path()[0]])
    ),
    "MIW-151": lambda t: not t.spaces,
    "MIW-156": lambda t: t.move.verb == "forfeit" or t.m.decision.rule == "MIW-156",
    "MIW-157": lambda t: t.columns["forfeited"][t.unit] > 0,
    "MIW-158": lambda t: t.columns["attacks_made"][t.unit] > 0,
    "MIW-159": lambda t: t.m.decision is None or t.m.decision.rule not in ("MIW-037", "MIW-156"),
    "MIW-160": lambda t: t.columns["moves"][t.unit] > 0,
    "MIW-162": lambda t: bool(values.effects(t.m, "cannot:move")),
    "MIW-163": lambda t: bool(values.effects(t.m, "must:move")),
    "MIW-164": lambda t: t.m.facts.cards[t.m.state.card[t.unit]].type == "tower",
    "MIW-165": lambda t: t.columns["attacks_made"][t.unit] > 0,
    "MIW-166": lambda t: t.other is None
    or t.other == NOWHERE
    or all(t.m.state.controller[obj] == t.player or no_unit(t.m, obj) for obj in t.move.things[1].objects),
    "MIW-167": lambda t: not fixed(t.m, t.unit, "range") and straight(t.m, t.unit, t.other) > 1,
    "MIW-168": lambda t: not fixed(t.m, t.unit, "range") and straight(t.m, t.unit, None) > 1,
    "MIW-169": lambda t: straight(t.m, t.unit, t.other) > fixed(t.m, t.unit, "range") > 0,
    "MIW-172": lambda t: (
        straight(t.m, t.unit, t.other) <= max(1, fixed(t.m, t.unit, "range")) < shortest(t.m, t.unit, t.other)
    ),
    "MIW-174": lambda t: straight(t.m, t.unit, None) > fixed(t.m, t.unit, "range") > 0,
    "MIW-175": lambda t: bool(fixed(t.m, t.other, "flight"))
    and not fixed(t.m, t.unit, "flight")
    and not fixed(t.m, t.unit, "reach"),
    "MIW-177": lambda t: bool(values.effects(t.m, "cannot:attack") or values.effects(t.m, "cannot:be attacked")),
    "MIW-178": lambda t: t.move.form.endswith("player") and bool(values.effects(t.m, "cannot:attack directly")),
    "MIW-214": lambda t: t.move.verb == "use",
    "MIW-215": lambda t: t.move.verb == "use" and "response" in str(t.m.facts.cards[t.m.state.card[t.unit]].abilities),
    "MIW-022": lambda t: t.m.decision.rule == "MIW-022",
    "MIW-040": lambda t: t.m.decision.rule == "MIW-040",
    "MIW-Q12": lambda t: t.m.state.vars["announcements"] >= t.m.facts.constants["announcement_limit"],
    "MIW-Q69": lambda t: t.m.state.stack[-1][0] == "play_found",
    "MIW-Q62": lambda t: bool(values.effects(t.m, "cannot:be targeted")),
    "MIW-Q63": lambda t: not values.effects(t.m, "play:top") or t.card != t.m.state.card[
        t.m.state.zones[t.m.facts.zone["deck"][t.player]][0]
    ],
    "MIW-Q65": lambda t: "stand-in" in t.text()
    and not any(link.kind == "attack" and link.about == t.other for link in t.m.state.chain),
    "MIW-Q80": lambda t: bool(values.effects(t.m, "cannot:play")),
}  # fmt: skip


def tries(m: Match) -> set[str]:
    """Every attack, many moves and every play that the cards there admit, legal or not."""
    s, facts, rules = m.state, m.facts, m.rules
    names = facts.board.names
    units = [obj for obj in s.board if obj != NOWHERE]
    said = {f"attack {rules.speech.label(m, a)} {rules.speech.label(m, b)}" for a, b in product(units, units) if a != b}
    said |= {f"attack {rules.speech.label(m, a)} player" for a in units}
    said |= {f"use {rules.speech.label(m, obj)}" for obj in s.zones[facts.zone["battlefield"][0]]}
    for unit in units:
        here = s.place[unit]
        said |= {f"move {rules.speech.label(m, unit)} {name}" for name in names}
        said |= {
            f"move {rules.speech.label(m, unit)} {names[i]} {names[j]}"
            for i in facts.board.neighbours[here]
            for j in facts.board.neighbours[i]
        }
    cards = {s.card[obj] for player in (0, 1) for obj in s.zones[facts.zone["hand"][player]]}
    for card in sorted(cards):
        said |= {f"play {facts.ids[card]} {name}" for name in (*names[:14], *names[21:])}
        said |= {f"play {facts.ids[card]} {rules.speech.label(m, unit)}" for unit in units}
        said.add(f"play {facts.ids[card]}")
        said |= {f"play top {facts.ids[card]} {name}" for name in names[:2]}
    return said


@pytest.mark.parametrize("windows", ["playable", *seldom("hand")])
def test_a_refusal_names_a_rule_whose_own_condition_holds(game: cardlib.Game, windows: str) -> None:
    """Whatever two units, a unit and a space, or a card and a place are tried: offered, or refused by a true rule."""
    cited = hold(ORACLES, positions(game, DECKS, range(4), 53, windows), tries, 14, Attempt)
    assert len(cited) > 20


def test_the_other_player_is_refused_by_a_true_rule_too(game: cardlib.Game) -> None:
    hold(ORACLES, positions(game, DECKS, range(20, 23), 71), tries, 12, Attempt, other=True)


def test_every_rule_of_a_refusal_exists_and_has_an_oracle(game: cardlib.Game) -> None:
    for name, refusal in refusals(moving, aiming, playing, why).items():
        assert refusal.rule in game.project.rules, name
        assert refusal.rule in ORACLES, name


# -- single faults -----------------------------------------------------------------------------------------------


@pytest.mark.pins("MIW-171", "MIW-172", "MIW-173")
def test_an_enemy_blocks_a_path_and_an_own_unit_does_not(game: cardlib.Game) -> None:
    match = position(
        game,
        A={"battlefield": ["shortbow d2", "skipper d1"]},
        B={"battlefield": ["turtle d3", "turtle d4", "cruiser f2"]},
    )
    with pytest.raises(IllegalOption) as caught:
        match.find("attack shortbow d2 turtle d4")
    assert caught.value.rule == "MIW-172"
    assert "block every path of at most 2 steps from Shortbow on d2 to Turtle on d4" in caught.value.reason
    assert match.options[match.find("attack shortbow cruiser")].notation == "attack shortbow d2 cruiser f2"
    own = position(game, A={"battlefield": ["shortbow d2", "skipper d3"]}, B={"battlefield": ["turtle d4"]})
    assert own.options[own.find("attack shortbow d4")].notation == "attack shortbow d2 turtle d4"


@pytest.mark.pins("MIW-056")
def test_a_target_that_is_none_is_told_from_there_being_none(game: cardlib.Game) -> None:
    for own, says in ((["skipper d1"], "can't be played on that"), ([], "has no legal target")):
        match = position(game, A={"battlefield": own, "hand": ["attack-orders"]}, B={"battlefield": ["turtle d4"]})
        refused = refusal_of(match, "play attack-orders turtle d4")
        assert refused is not None and (refused.rule, refused.reason) == ("MIW-056", f"Attack Orders {says}")


@pytest.mark.pins("MIW-156")
def test_after_a_move_no_other_unit_comes_between(game: cardlib.Game) -> None:
    match = position(
        game,
        "A move cruiser d3 c3",
        A={"battlefield": ["cruiser d3", "cap-gun e3"]},
        B={"battlefield": ["turtle c4", "turtle e4"]},
    )
    assert match.decision.rule == "MIW-156"
    with pytest.raises(IllegalOption, match="Cruiser on c3 has just moved") as caught:
        match.find("attack cap-gun e3 turtle e4")
    assert caught.value.rule == "MIW-156"


@pytest.mark.parametrize(
    ("typed", "rule", "says"),
    [
        ("move skipper a2", "MIW-156", "Cruiser on c3 has just moved"),
        ("play radio-tower b1", "MIW-156", "Cruiser on c3 has just moved"),
        ("play weapons-cache", "MIW-156", "Cruiser on c3 has just moved"),
        ("use bot-a-pult g2", "MIW-156", "Cruiser on c3 has just moved"),
    ],
)
def test_after_a_move_nothing_else_comes_between(game: cardlib.Game, typed: str, rule: str, says: str) -> None:
    match = position(
        game,
        "A move cruiser d3 c3",
        "A can forfeit cruiser c3",
        A={"battlefield": ["cruiser d3", "skipper a1", "bot-a-pult g2"], "hand": ["radio-tower", "weapons-cache"]},
        B={"battlefield": ["turtle c4"]},
    )
    refused = refusal_of(match, typed)
    assert refused is not None and refused.rule == rule and says in refused.reason


@pytest.mark.parametrize(
    ("typed", "rule", "says"),
    [
        ("attack shortbow mineshaft", "MIW-166", "Mineshaft on b2 is no unit"),
        ("attack shortbow admiral-grace", "MIW-166", "Admiral Grace on d5 is no unit"),
        ("attack donna-the-swift player", "MIW-143", "Donna, The Swift on c1 is no unit"),
        ("move donna-the-swift c2", "MIW-143", "Donna, The Swift on c1 is no unit"),
        ("play bear-the-unbreakable c1", "MIW-129", "Turtle on c1 already has a Pilot"),
        ("play bear-the-unbreakable turtle c1", "MIW-129", "Turtle on c1 already has a Pilot"),
        ("play bear-the-unbreakable g1", "MIW-134", "Radio Tower on g1 is no Mecha"),
        ("move skipper e4 e5", "MIW-148", "Skipper on e3 moves at most 1 space"),
        ("attack skipper turtle d5", "MIW-167", "Turtle on d5 is not adjacent to Skipper on e3"),
    ],
)
def test_what_is_tried_is_judged_for_what_it_is(game: cardlib.Game, typed: str, rule: str, says: str) -> None:
    match = position(
        game,
        A={
            "battlefield": [
                "shortbow a3",
                "turtle c1",
                "donna-the-swift on turtle c1",
                "radio-tower g1",
                {"card": "skipper", "at": "f2", "attacks-made": 1},
                "skipper e3",
            ],
            "hand": ["bear-the-unbreakable"],
        },
        B={"battlefield": ["mineshaft b2", "turtle d5", "admiral-grace on turtle d5"]},
    )
    refused = refusal_of(match, typed)
    assert refused is not None and refused.rule == rule and says in refused.reason


@pytest.mark.parametrize(
    ("typed", "rule", "says"),
    [
        ("play wind-up-mouse", "MIW-094", "Wind-Up Mouse has no legal space"),
        ("play siege-tower", "MIW-110", "Siege Tower has no legal space"),
        ("play siege-tower d5", "MIW-110", "d5 is not in the opponent's entry zone next to a Tower that you control"),
        ("play radio-tower player A", "MIW-105", "Radio Tower is played on a space"),
        ("play radio-tower c3", "MIW-105", "c3 is neither in your entry zone nor next to a Tower that you control"),
    ],
)
def test_spaces_of_units_are_refused_by_the_rule_that_says_which_are_legal(
    game: cardlib.Game, typed: str, rule: str, says: str
) -> None:
    full = [f"wind-up-mouse {column}1" for column in "abcdefg"]
    match = position(
        game, A={"battlefield": [*full, "siege-tower g3"], "hand": ["wind-up-mouse", "siege-tower", "radio-tower"]}
    )
    refused = refusal_of(match, typed)
    assert refused is not None and refused.rule == rule and refused.reason == says
