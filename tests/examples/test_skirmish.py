"""The example game of docs/new-game.md: complete, small, and somebody else's package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from example import DATA, ROOT, WARBANDS
from matrices import seldom

import cardlib
from cardlib.bots import bot
from cardlib.decks import CompiledFormat, compile_format, load_deck, load_format
from cardlib.decks.documents import read_document
from cardlib.decks.kinds import kind_of
from cardlib.decks.random_documents import random_document
from cardlib.kernel import atoms, seats
from cardlib.kernel.boards.board import spaces_in
from cardlib.kernel.chance import Chance
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.match import Match
from cardlib.scenarios import run, scenarios_in
from cardlib.scenarios.replays import Recorder, replay_steps
from cardlib.wording.rendering import ability_text

LINES = 500


def test_it_has_no_more_lines_than_it_may() -> None:
    counts = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in ROOT.rglob("*.py")}
    assert sum(counts.values()) <= LINES, counts


# -- rulings ---------------------------------------------------------------------------------------------------------


def test_every_scenario_passes(skirmish: cardlib.Game) -> None:
    found = list(scenarios_in(skirmish.project))
    assert len(found) >= 20
    for scenario in found:
        run(skirmish, scenario)


def test_every_rule_of_play_is_pinned(skirmish: cardlib.Game) -> None:
    pinned = {id_ for scenario in scenarios_in(skirmish.project) for id_ in scenario.pins}
    rules = {rule.id for rule in skirmish.project.rules.values() if rule.kind == "rule"}
    assert rules <= pinned
    assert skirmish.project.cards.keys() <= pinned


# -- games -----------------------------------------------------------------------------------------------------------


def sound(m: Match) -> Iterator[str]:
    """Yield what may never be."""
    s, facts, board = m.state, m.facts, m.facts.board
    assert board is not None
    field = s.zones[facts.field_zone]
    units = [obj for obj in field if "unit" in facts.types[s.card[obj]]]
    if len({s.place[unit] for unit in units}) < len(units) or any(s.board[s.place[unit]] != unit for unit in units):
        yield "two units on a hex"
    if any(s.place[unit] in spaces_in(board.blocks["movement"]) for unit in units):
        yield "a unit on rocks"
    if any(s.columns["wounds"][unit] >= m.rules.value(m, unit, "health") for unit in units):
        yield "a unit with no health"
    if any(s.host[obj] not in units for obj in field if obj not in units):
        yield "gear without a unit"
    if any(not 0 <= one["resolve"] <= facts.constants["resolve_limit"] for one in s.players):
        yield "too much Resolve"
    if not m.over and {s.controller[unit] for unit in units} != set(seats.players_in(m)):
        yield "a player without units"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seeds", [range(2), *seldom(range(2, 9))])
def test_random_games_end_and_replay(skirmish: cardlib.Game, seeds: range, players: int) -> None:
    for seed in seeds:
        m, chance = skirmish.match(WARBANDS[:players], seed=seed), Chance(seed)
        recorder = Recorder(m)
        while not m.over:
            pick = chance.below(len(m.options))
            fork = m.fork()
            recorder.take(pick)
            assert list(sound(m)) == [], m.log[-1]
            if chance.below(20) == 0:
                fork.take(pick)
                assert fork.state.fingerprint() == m.state.fingerprint()
        assert m.result is not None and len(m.result.ranking) == players
        assert m.state.vars["round"] <= 6
        again = m
        for again, _ in replay_steps(skirmish, recorder.to_json()):  # noqa: B007
            pass
        assert again is not m
        assert again.state.fingerprint() == m.state.fingerprint()
        assert [str(event) for event in again.log] == [str(event) for event in m.log]


def test_what_is_offered_is_what_nothing_forbids(skirmish: cardlib.Game) -> None:
    """Of all units, hexes and targets: offered, or refused with a rule of the game."""
    seen = set()
    for seed in range(2):
        m, chance = skirmish.match(WARBANDS[:2], seed=seed), Chance(seed)
        while not m.over:
            if m.options[0].choice[0] in m.rules.forbids and chance.below(6) == 0:
                offered = {option.choice for option in m.options}
                for verb, things in every_move(m):
                    refusal = m.rules.forbids[verb](m, m.player, *things)
                    assert ((verb, *things) in offered) == (refusal is None), (verb, things, refusal)
                    if refusal is not None:
                        seen.add(refusal.rule)
            m.take(chance.below(len(m.options)))
    assert seen == {"SK-023", "SK-024", "SK-030", "SK-031", "SK-040", "SK-041"}


def every_move(m: Match) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield moves of every unit, whoever has it."""
    s, board = m.state, m.facts.board
    assert board is not None
    units = [obj for obj in s.zones[m.facts.field_zone] if s.place[obj] >= 0]
    for unit in units:
        yield "turn", (unit,)
        yield "brace", (unit,)
        yield from (("attack", (unit, target)) for target in units)
        yield from (("move", (unit, space)) for space in range(len(board)) if space != s.place[unit])


def test_a_refusal_says_the_rule(skirmish: cardlib.Game) -> None:
    m = skirmish.match(["old-guard", "old-guard"], seed=1)
    while m.options[0].choice[0] not in m.rules.forbids:
        m.take(0)
    there = "g4" if m.player == 0 else "a4"
    with pytest.raises(IllegalOption, match=r"is too far for Warden .* \(SK-030\)|can't enter .* \(SK-031\)"):
        m.take(f"move warden {'b3' if m.player == 0 else 'g2'} {there}")


def test_greedy_beats_random(skirmish: cardlib.Game) -> None:
    won = 0
    for seed in range(10):
        m = skirmish.match(["hill-clan", "sworn-blades"], seed=seed)
        bots = [bot("greedy", seed=seed), bot("random", seed=seed)] if seed % 2 else [bot("random"), bot("greedy")]
        while not m.over:
            m.take(bots[m.player].choose(m.view(m.player)))
        assert m.result is not None
        won += m.result.winner == 1 - seed % 2
    assert won >= 8


def test_a_search_comes_to_an_end_that_leaves_no_choice(skirmish: cardlib.Game) -> None:
    """When the last unit of the last round has done everything, its only option is to end its turn and so the match."""
    match = skirmish.match(list(WARBANDS[:2]), seed=1)
    while match.view(match.player).prompt != "a unit acts":
        match.take(0)
    s, unit = match.state, next(option.choice[1] for option in match.options if option.choice[0] == "brace")
    atoms.note(match, "round", skirmish.facts.constants["rounds"])
    for other in (obj for obj in range(len(s.card)) if obj != unit):
        atoms.put(match, other, "spent", 1)
    atoms.ask_anew(match)
    while not match.over:
        match.take(bot("search:8", seed=1).choose(match.view(match.player)))
    assert match.result.rule == "SK-004"


def test_search_plays_and_sees_nothing_hidden(skirmish: cardlib.Game) -> None:
    m = skirmish.match(["long-riders", "old-guard"], seed=2)
    searching = bot("search:8", seed=1)
    for _ in range(5):
        m.take(searching.choose(m.view(m.player)))
    assert not m.over


# -- documents -------------------------------------------------------------------------------------------------------


def format_of(game: cardlib.Game) -> CompiledFormat:
    return compile_format(game.project, load_format(game.project, "warband"))


def broken(game: cardlib.Game, units: list[dict[str, object]]) -> set[str]:
    """Return the rules that a warband of these units breaks."""
    written = {"kind": "warband", "name": "Trial", "game": "beacon-hill", "units": units}
    deck = read_document(written, kind_of(game.project, "warband"), game.project, strict=False)
    return set(format_of(game).check(deck).rules)


@pytest.mark.parametrize(
    ("rule", "units"),
    [
        ("SK-011", [("captain", 3, None), ("warden", 2, "buckler")]),
        ("SK-012", [("captain", 3, None)]),
        ("SK-013", [("runner", 4, None), ("runner", 1, None)]),
        ("SK-014", [("runner", 1, "saddle"), ("runner", 1, "saddle")]),
        ("SK-015", [("runner", 1, None), ("runner", 1, None), ("runner", 1, None)]),
    ],
)
def test_warbands_that_are_refused(skirmish: cardlib.Game, rule: str, units: list[tuple[str, int, str | None]]) -> None:
    entries = [{"unit": unit, "level": level, **({"gear": gear} if gear else {})} for unit, level, gear in units]
    assert broken(skirmish, entries) == {rule}


def test_the_warbands_that_come_with_it_and_random_ones_are_legal(skirmish: cardlib.Game) -> None:
    project, compiled = skirmish.project, format_of(skirmish)
    own = [load_deck(path, project) for path in project.files("decks", "*.txt")]
    assert len(own) >= 4
    made = [random_document(project, "warband", seed, compiled) for seed in range(3)]
    for deck in (*own, *made):
        assert compiled.check(deck).legal, deck.name
    m = skirmish.match(made, seed=1)
    assert len(m.state.zones[0]) == sum(deck.size for deck in made)


# -- words -----------------------------------------------------------------------------------------------------------


def test_skills_are_told_in_words(skirmish: cardlib.Game) -> None:
    cards = skirmish.project.cards

    def text(id_: str) -> str:
        return " ".join(ability_text(cards[id_], ability, skirmish.project) for ability in cards[id_].abilities)

    assert text("wheel") == (
        "When a Unit that is not in its front arc would attack who has this, 1 Resolve: turn to face the attacker. "
        "Use this only once per attack."
    )
    assert text("warden") == "This Unit has Stand Before and Wheel."
    assert text("buckler") == "The bearer has Parry."


def test_the_numbers_of_the_rules_are_those_of_their_text(skirmish: cardlib.Game) -> None:
    numbers, rules = skirmish.project.game.constants, skirmish.project.rules
    for name, rule in (("rounds", 1), ("points", 11), ("income", 20), ("resolve_limit", 20), ("beacon", 6)):
        assert str(numbers[name]) in rules[f"SK-{rule:03}"].text


def test_the_boards_are_for_two_three_and_four() -> None:
    boards = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(DATA, "boards").glob("*.json"))]
    assert sorted(board["players"] for board in boards) == [[2], [3], [4]]
    assert all(len(board["seats"]) == board["players"][0] for board in boards)
