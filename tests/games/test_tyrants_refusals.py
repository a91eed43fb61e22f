"""Legality in Against All Tyrants is told once: what is not offered is refused, by a rule whose own condition holds.

The oracles below know the rules a second time, on purpose: each reads off the position whether its rule forbids a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from positions import begun, walk

import cardlib
from cardlib.abilities.targets import cost_can_be_paid
from cardlib.filters.words import slug
from cardlib.games.tyrants import playing, why
from cardlib.games.tyrants.acting import NOT_CALLED
from cardlib.games.tyrants.board import HOME, THEATERS
from cardlib.games.tyrants.cards import order_name
from cardlib.kernel import moves
from cardlib.kernel.decisions import AmbiguousOption, Choice, Option, UnknownMove
from cardlib.kernel.match import Match
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

MOVES = (*why.STAGES, "type")

Oracle = Callable[[Match, int, Choice], bool]


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


def positions(game: cardlib.Game, seeds: range) -> Iterator[Match]:
    """Yield positions of random games: now and then one of a free choice, and everything rarer that is asked."""
    for seed in seeds:
        for number, match in enumerate(walk(begun(game, seed), seed)):
            usual = match.state.stack[-1][0] in ("turn", "set_up")
            if number % (9 if usual else 2) == seed % 2:
                yield match


# -- every move that might be thought of -------------------------------------------------------------------------


def candidates(m: Match, player: int) -> Iterator[Choice]:
    """Yield every move of every kind with everything that is in play, and every card that a player has in reserve."""
    s, facts = m.state, m.facts
    field = s.zones[facts.zone["battlefield"][0]]
    for obj in field:
        yield from (("attack", obj, other) for other in field)
        yield from (("order", obj, ability.number) for ability in facts.game.orders[s.card[obj]] or ())
        yield from (("move", obj), ("clear", obj))
        yield from (("delegate", obj, number) for number in range(9))
    for zone in ("hand", "special-forces", "objectives"):
        for obj in s.zones[facts.zone[zone][player]]:
            yield from (("play", obj, theater) for theater in (NOWHERE, 0, 1))
            yield from (("put", obj, theater) for theater in (0, 1))
    yield from (("type", number) for number in range(len(facts.game.subtypes)))


def refusal(m: Match, player: int, choice: Choice) -> Refusal | None:
    """What refuses a move: the first of its stages that does."""
    stages = why.STAGES["name" if choice[0] == "type" else choice[0]]
    return next((found for stage in stages if (found := stage(m, player, choice)) is not None), None)


def key(m: Match, choice: Choice) -> Choice:
    """Cards of one name in one zone are the same to whoever plays or places them."""
    s = m.state
    return (choice[0], s.zone[choice[1]], s.card[choice[1]], choice[2]) if choice[0] in ("play", "put") else choice


def test_what_is_not_refused_is_offered_and_what_is_offered_is_not_refused(game: cardlib.Game) -> None:
    asked: set[str] = set()
    for m in positions(game, range(8)):
        assert m.decision is not None
        asked.add(m.state.stack[-1][0])
        for player in (0, 1):
            values = m.decision.choices if player == m.player else ()
            offered = {key(m, value) for value in values if value[0] in MOVES}
            legal = {key(m, value) for value in candidates(m, player) if refusal(m, player, value) is None}
            assert legal == offered, (m.state.stack[-1], player)
    assert asked >= {"turn", "instruct", "repeat", "placing", "delegate", "effect", "order", "set_up"}


# -- what the rules say, read off the position -------------------------------------------------------------------


def keyword(m: Match, obj: int, word: str) -> bool:
    return m.rules.keyword(m, obj, word) > 0


def printed(m: Match, obj: int, word: str) -> bool:
    return word in m.facts.cards[m.state.card[obj]].keywords


def type_of(m: Match, obj: int) -> str:
    return m.facts.cards[m.state.card[obj]].type


def shows(m: Match, obj: int, theater: int) -> bool:
    where = m.facts.cards[m.state.card[obj]].attributes.get("theaters") or ()
    return theater != NOWHERE and THEATERS[theater] in where


def lies(m: Match, obj: int, zone: str, player: int) -> bool:
    return obj in m.state.zones[m.facts.zone[zone][player]]


def is_unit(m: Match, obj: int) -> bool:
    return type_of(m, obj) in ("unit", "objective")


def enemies(m: Match, player: int, theater: int, word: str) -> list[int]:
    """The enemy units with a working trait in a theater."""
    s = m.state
    field = s.zones[m.facts.zone["battlefield"][0]]
    return [
        obj
        for obj in field
        if is_unit(m, obj) and s.controller[obj] != player and s.place[obj] == theater and keyword(m, obj, word)
    ]


def frame(m: Match, name: str) -> dict[str, object]:
    """What the procedure that asks has bound; nothing if it is another one."""
    top = m.state.stack[-1]
    return top[2] if top[0] == name else {}


def asks_for(m: Match, player: int, verb: str) -> bool:
    """Whether a player is asked for such a move now."""
    return m.decision is not None and m.decision.player == player and verb in {v[0] for v in m.decision.choices}


def holds_back(m: Match, obj: int, number: int | None) -> bool:
    """Whether what an order, or a one-time card, needs or costs is not there, or nothing of its choices is open."""
    player = m.state.controller[obj]
    abilities = m.facts.abilities[m.state.card[obj]]
    asked = [a for a in abilities if a.number == number or (number is None and a.kind in ("played", "option"))]
    for ability in asked:
        if ability.needs is not None and not ability.needs(m, obj, player, {}):
            return True
        if ability.cost and not cost_can_be_paid(m, ability, obj, player):
            return True
        modes = ability.program[0].arguments.get("modes", ()) if ability.program else ()
        if modes and not any(needs is None or needs(m, obj, player, {}) for _, needs in modes):
            return True
    return False


def misses_a_target(m: Match, obj: int, number: int) -> bool:
    player = m.state.controller[obj]
    for target in m.facts.abilities[m.state.card[obj]][number].targets:
        there = [other for other in range(len(m.state.card)) if m.rules.legal_target(m, target, other, obj, player)]
        if not target.up_to and len(there) < target.count(m, obj, player, {}):
            return True
    return False


def not_among(m: Match, player: int, choice: Choice) -> bool:
    """What brings or calls cards now does not bring or call this one, or brings it elsewhere."""
    bound = m.state.stack[-1][2]
    cards = bound.get("cards", ())
    there = isinstance(cards, tuple) and choice[1] in cards
    return not there or (choice[0] == "put" and bound.get("at") not in ("legal", THEATERS[choice[2]]))


def aat_045(m: Match, player: int, choice: Choice) -> bool:
    return m.state.controller[choice[1]] != player or not m.state.columns["ready"][choice[1]]


def aat_050(m: Match, player: int, choice: Choice) -> bool:
    own = m.state.players[player]["base"]
    if choice[0] in ("attack", "move"):
        return type_of(m, choice[1]) == "base"
    return type_of(m, choice[1]) in ("base", "leader") and not m.state.columns["ready"][own]


def aat_053(m: Match, player: int, choice: Choice) -> bool:
    _, unit, target = choice
    s = m.state
    if s.controller[target] == player:
        return type_of(m, target) != "base"
    return type_of(m, target) != "leader" and s.place[unit] != s.place[target]


def aat_086(m: Match, player: int, choice: Choice) -> bool:
    s = m.state
    if choice[0] == "play":
        return type_of(m, choice[1]) == "objective"
    late = s.vars["active"] == player and m.rules.table.phase(m) == "End of turn" and not s.vars["plays"]
    return not lies(m, choice[1], "objectives", player) or choice[2] != HOME[player] or not late


def aat_109(m: Match, player: int, choice: Choice) -> bool:
    _, unit, target = choice
    if is_unit(m, target):
        lifted = keyword(m, unit, "bomber") or keyword(m, unit, "torpedo")
        return keyword(m, unit, "fighter") and keyword(m, target, "capital") and not lifted
    there = enemies(m, player, m.state.place[unit], "capital")
    return type_of(m, target) == "base" and keyword(m, unit, "capital") and bool(there)


def aat_113(m: Match, player: int, choice: Choice) -> bool:
    _, unit, target = choice
    defenders = enemies(m, player, m.state.place[target], "defender")
    unmarked = not m.state.columns["mark-token"][unit]
    return keyword(m, target, "defended") and unmarked and any(obj != target for obj in defenders)


def aat_114(m: Match, player: int, choice: Choice) -> bool:
    return type_of(m, choice[2]) == "base" and bool(enemies(m, player, m.state.place[choice[2]], "defender"))


def aat_116(m: Match, player: int, choice: Choice) -> bool:
    _, unit, target = choice
    if is_unit(m, target):
        lifted = keyword(m, unit, "point-defense")
        return keyword(m, unit, "capital") and keyword(m, target, "fighter") and not lifted
    there = enemies(m, player, m.state.place[unit], "fighter")
    return type_of(m, target) == "base" and keyword(m, unit, "fighter") and bool(there)


def aat_160(m: Match, player: int, choice: Choice) -> bool:
    _, unit, target = choice
    s = m.state
    own = target == s.players[player]["base"]
    return own and (s.place[unit] != s.place[target] or not s.columns["computation"][target])


def aat_163(m: Match, player: int, choice: Choice) -> bool:
    s, facts = m.state, m.facts
    type_ = facts.game.subtypes[choice[1]]
    field = s.zones[facts.zone["battlefield"][0]]
    own = [obj for obj in field if s.controller[obj] == player and type_of(m, obj) == "unit"]
    few = sum(type_ in facts.cards[s.card[obj]].subtypes for obj in own) < 3
    return few or bool(s.players[player]["pacts"] >> choice[1] & 1) or not asks_for(m, player, "type")


def aat_073(m: Match, player: int, choice: Choice) -> bool:
    _, leader, number = choice
    damage = frame(m, "delegate")["damage"]
    left = m.rules.value(m, leader, "health") - m.state.columns["damage"][leader]
    return isinstance(damage, int) and not 1 <= number <= min(damage - 1, left)


def aat_082(m: Match, player: int, choice: Choice) -> bool:
    instructs = bool(frame(m, "instruct"))
    return instructs and (not is_unit(m, choice[1]) or m.state.columns["instructed"][choice[1]] > 0)


ORACLES: dict[str, Oracle] = {
    "AAT-023": lambda m, player, value: m.rules.table.phase(m) != "Combat",
    "AAT-024": lambda m, player, value: m.state.vars["active"] != player,
    "AAT-025": lambda m, player, value: misses_a_target(m, value[1], value[2]),
    "AAT-029": lambda m, player, value: (
        not lies(m, value[1], "hand", player) or m.rules.table.phase(m) != "Deployment" or m.state.vars["plays"] >= 2
    ),
    "AAT-030": lambda m, player, value: m.rules.value(m, value[1], "requirement") > m.state.vars["level"],
    "AAT-032": lambda m, player, value: type_of(m, value[1]) == "one-time" and value[2] != NOWHERE,
    "AAT-033": lambda m, player, value: type_of(m, value[1]) == "unit" and not shows(m, value[1], value[2]),
    "AAT-034": lambda m, player, value: type_of(m, value[1]) == "leader" and value[2] != NOWHERE,
    "AAT-038": lambda m, player, value: not asks_for(m, player, "put") or m.decision.rule == "AAT-086",
    "AAT-039": lambda m, player, value: not shows(m, value[1], value[2]),
    "AAT-044": lambda m, player, value: lies(m, value[1], "special-forces", player),
    "AAT-045": aat_045,
    "AAT-047": lambda m, player, value: m.state.columns["barred"][value[1]] > 0,
    "AAT-049": lambda m, player, value: not m.state.columns["disruption"][value[1]],
    "AAT-050": aat_050,
    "AAT-051": lambda m, player, value: type_of(m, value[1]) == "leader",
    "AAT-053": aat_053,
    "AAT-072": lambda m, player, value: (
        not asks_for(m, player, "delegate")
        or type_of(m, value[1]) != "leader"
        or m.state.controller[value[1]] != player
    ),
    "AAT-073": aat_073,
    "AAT-074": lambda m, player, value: (
        type_of(m, value[2]) == "leader" and not m.state.columns["mark-token"][value[1]]
    ),
    "AAT-075": lambda m, player, value: (
        type_of(m, value[2]) == "leader" and m.state.place[value[1]] != HOME[1 - player]
    ),
    "AAT-079": lambda m, player, value: holds_back(m, value[1], value[2] if value[0] == "order" else None),
    "AAT-080": lambda m, player, value: not shows(m, value[1], 1 - m.state.place[value[1]]),
    "AAT-082": aat_082,
    "AAT-085": lambda m, player, value: bool(frame(m, "instruct").get("attacks_only")) and value[0] != "attack",
    "AAT-086": aat_086,
    "AAT-087": lambda m, player, value: not shows(m, value[1], HOME[player]) or holds_back(m, value[1], None),
    "AAT-106": lambda m, player, value: printed(m, value[1], "attacker-objective") and player == 0,
    "AAT-109": aat_109,
    "AAT-113": aat_113,
    "AAT-114": aat_114,
    "AAT-115": lambda m, player, value: printed(m, value[1], "defender-objective") and player == 1,
    "AAT-116": aat_116,
    "AAT-118": lambda m, player, value: (
        not printed(m, value[1], "infiltrate") or not lies(m, value[1], "special-forces", player)
    ),
    "AAT-126": lambda m, player, value: frame(m, "repeat").get("unit") != value[1] or value[0] != "attack",
    "AAT-143": lambda m, player, value: value[0] != "clear" and m.state.columns["disruption"][value[1]] > 0,
    "AAT-160": aat_160,
    "AAT-163": aat_163,
    "AAT-Q60": lambda m, player, value: not is_unit(m, value[1]),
}


def test_the_rule_that_is_named_forbids_the_move(game: cardlib.Game) -> None:
    named: set[str] = set()
    for m in positions(game, range(8, 14)):
        assert m.decision is not None
        for player in (0, 1):
            for value in candidates(m, player):
                found = refusal(m, player, value)
                if found is None:
                    continue
                if found.text == why.ASKED_FIRST:
                    assert found.rule == m.decision.rule
                    assert not asks_for(m, player, value[0])
                elif found.text in (NOT_CALLED, playing.NOT_BROUGHT, playing.ONLY_THERE):
                    assert found.rule == m.decision.rule
                    assert not_among(m, player, value)
                else:
                    named.add(found.rule)
                    assert ORACLES[found.rule](m, player, value), (found, m.say(value), m.state.stack[-1])
    assert named == set(ORACLES) - {"AAT-118"}  # no deck of the prototype chooses between two of its cards


# -- as it is typed ----------------------------------------------------------------------------------------------


def typed(m: Match, choice: Choice) -> str:
    """Write a move down with the places of all that is in play, whether it is possible or not."""
    verb, subject, *more = choice
    label, facts = m.rules.speech.label, m.facts
    if verb == "type":
        return f"name {facts.game.subtypes[subject]}"
    card = m.state.card[subject]
    if verb in ("play", "put"):
        return " ".join([verb, facts.ids[card], *(THEATERS[theater] for theater in more if theater != NOWHERE)])
    if verb == "delegate":
        return f"delegate {facts.ids[card]} {more[0]}"
    rest = [label(m, more[0])] if verb == "attack" else []
    if verb == "order":
        rest = [slug(order_name(facts.abilities[card][more[0]]))]
    return " ".join([verb, label(m, subject), *rest])


def spellings(m: Match, option: Option) -> Iterator[str]:
    """Yield what an option may be typed as: with names, with the places of all that is in play, with less."""
    names = {id_: m.facts.names[number].lower() for id_, number in m.facts.number.items()}
    words = option.notation.split()
    yield " ".join(names.get(word, word) for word in words)
    if option.choice[0] in MOVES:
        yield typed(m, option.choice)
    if len(words) > 2:
        yield " ".join(words[:-1])
    yield " ".join(word for word in words if word not in THEATERS)


def test_an_option_is_never_refused_however_it_is_typed(game: cardlib.Game) -> None:
    for m in islice(positions(game, range(18, 21)), None, None, 5):
        for option in islice(m.options, None, None, 4):
            for text in spellings(m, option):
                try:
                    found = m.options[m.find(text)]
                    assert found.index == option.index or found.notation == text
                except AmbiguousOption as several:
                    assert option.notation in [one.notation for one in several.options], text
        with pytest.raises(UnknownMove):
            m.find(f"{m.options[0].notation} banana")


def test_every_refused_move_names_a_rule_of_the_game(game: cardlib.Game) -> None:
    for m in islice(positions(game, range(21, 24)), None, None, 3):
        for player in (0, 1):
            for value in islice(candidates(m, player), None, None, 31):
                if refusal(m, player, value) is not None:
                    said = moves.why_not(m, player, typed(m, value))
                    assert said.rule in game.project.rules
                    assert "{" not in said.reason
