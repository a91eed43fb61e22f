"""Owner, controller and holder are three facts: slots, what becomes of what they hold, sides that change, supplies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from carters import GAME, Carters, begun, carters_at, write_carters
from toll import Toll, write_project

from cardlib.bots import bot
from cardlib.catalog import DataError, check_project, load_project
from cardlib.errors import CardlibError, EngineError
from cardlib.game import Game
from cardlib.kernel import atoms, holding
from cardlib.kernel.holding import Holder
from cardlib.kernel.match import Match
from cardlib.kernel.soundness import UnsoundError, check_position
from cardlib.kernel.state import NOWHERE, State
from cardlib.scenarios.replays import Recorder, replay_steps
from cardlib.unfit import unfit_declarations

MILL, FORD, INN = 0, 1, 2


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return carters_at(tmp_path_factory.mktemp("project"))


@pytest.fixture
def match(game: Game) -> Match:
    return begun(game, "anna engine", "bert")


def thing(m: Match, id_: str, number: int = 0) -> int:
    """An object of a card, the first one of several."""
    return [obj for obj, card in enumerate(m.state.card) if m.facts.ids[card] == id_][number]


def token(m: Match, id_: str = "wood") -> int:
    """A token of the supply."""
    found = holding.one_of(m, "goods", m.facts.number[id_])
    assert found is not None
    return found


def ids(m: Match, objects: Any) -> list[str]:
    return [m.facts.ids[m.state.card[obj]] for obj in objects]


# -- where a thing lies -----------------------------------------------------------------------------------------------


def test_a_thing_lies_with_another_on_a_space_with_a_player_or_in_a_pool_of_all(match: Match) -> None:
    anna, ore, view = thing(match, "anna"), thing(match, "ore"), match.view(0)
    assert view.holder(anna) == Holder("space", MILL)
    assert view.holder(ore) == Holder("space", FORD)
    wood = token(match)
    supply = match.facts.zone["supply"][0]
    assert view.holder(wood) == Holder("pool", supply, "supply")
    assert view.owner(wood) is None and view.controller(wood) == NOWHERE
    holding.hold(match, wood, anna, "cargo")
    assert view.holder(wood) == Holder("thing", anna, "cargo")
    assert view.held(anna) == view.held(anna, "cargo") == (wood,) and not view.held(anna, "gear")
    atoms.move(match, wood, "store", player=1)
    assert view.holder(wood) == Holder("player", 1, "store")
    assert (view.owner(wood), view.controller(wood)) == (None, 1), "three facts"


def test_what_is_held_goes_where_its_holder_goes(match: Match) -> None:
    anna, wood = thing(match, "anna"), token(match)
    holding.hold(match, wood, anna, "cargo", player=0, rule="CAR-001")
    atoms.occupy(match, anna, FORD)
    assert match.state.space_of(wood) == FORD and match.state.place[wood] == NOWHERE
    holding.drop(match, wood)
    atoms.occupy(match, anna, INN)
    assert match.view(0).holder(wood) == Holder("space", FORD)
    told = [str(event) for event in match.log[-2:]]
    assert told == ["Wood lies with Anna (cargo space) [CAR-001]", "Wood lies on ford"]


@pytest.mark.parametrize(
    ("what", "by", "slot", "why"),
    [
        ("claw", "anna", "cargo", "Claw does not fit in a cargo space"),
        ("wood", "engine", "cargo", "Engine has no cargo space"),
        ("wood", "bert", "cargo", "Bert has no free cargo space"),
        ("bert", "bert", "captives", "Bert cannot lie with what it holds itself"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(match: Match, what: str, by: str, slot: str, why: str) -> None:
    holder = thing(match, by)
    if what == "wood":
        holding.hold(match, token(match, "ore"), thing(match, "bert"), "cargo")
    obj = token(match) if what == "wood" else atoms.make(match, match.facts.number[what], 0, match.facts.field_zone)
    if what == by:
        obj = holder
    assert holding.unfit(match, obj, holder, slot) == why
    with pytest.raises(CardlibError, match=why):
        holding.hold(match, obj, holder, slot)


def test_a_slot_may_hold_what_a_current_value_of_its_holder_says(game: Game) -> None:
    plain, geared = begun(game, "anna", "bert"), begun(game, "anna harness", "bert")
    assert holding.room(plain, thing(plain, "anna"), "cargo") == 2
    anna = thing(geared, "anna")
    assert holding.room(geared, anna, "cargo") == 3 == geared.rules.value(geared, anna, "spaces")
    holding.hold(geared, token(geared), anna, "cargo")
    assert holding.room(geared, anna, "cargo") == 2
    assert holding.room(geared, anna, "captives") is None


def test_a_thing_that_is_taken_from_another_leaves_that_one(match: Match) -> None:
    anna, bert, wood = thing(match, "anna"), thing(match, "bert"), token(match)
    holding.hold(match, wood, anna, "cargo")
    holding.hold(match, wood, bert, "cargo")
    assert (holding.held(match, anna), holding.held(match, bert)) == ((), (wood,))
    atoms.move(match, wood, "store", player=0)
    assert not holding.held(match, bert) and match.state.columns["slot"][wood] == 0


# -- when the holder leaves -------------------------------------------------------------------------------------------


def test_what_lies_in_a_slot_drops_goes_along_or_goes_to_a_zone(game: Game) -> None:
    m = begun(game, "anna harness engine", "bert")
    s, anna, harness, engine, bert = m.state, *(thing(m, id_) for id_ in ("anna", "harness", "engine", "bert"))
    wood, claw = token(m), atoms.make(m, m.facts.number["claw"], 0, m.facts.field_zone)
    holding.hold(m, wood, anna, "cargo")
    holding.hold(m, bert, anna, "captives")
    holding.hold(m, claw, engine, "arm")
    atoms.occupy(m, anna, FORD)
    atoms.move(m, anna, "cell", player=1)
    assert m.view(0).holder(wood) == m.view(0).holder(bert) == Holder("space", FORD), "they drop"
    assert s.controller[bert] == 1 and s.controller[wood] == NOWHERE
    assert m.view(0).holder(harness) == Holder("thing", anna, "gear"), "it goes along"
    assert s.zone[harness] == s.zone[anna] == m.facts.zone["cell"][1]
    atoms.move(m, engine, "discard")
    assert m.view(0).holder(claw) == Holder("player", 0, "store")
    assert [event.kind for event in m.log[-3:]] == ["laid", "laid", "moved"]


def test_what_is_attached_without_a_slot_stays_behind(match: Match) -> None:
    anna, claw = thing(match, "anna"), atoms.make(match, match.facts.number["claw"], 0, match.facts.field_zone)
    atoms.attach(match, claw, anna)
    atoms.move(match, anna, "discard")
    assert match.state.host[claw] == anna and match.state.zone[claw] == match.facts.field_zone


# -- owners and controllers -------------------------------------------------------------------------------------------


def test_an_owner_changes_with_its_event_and_forks_keep_theirs(match: Match) -> None:
    anna = thing(match, "anna")
    fork = match.fork()
    holding.own(match, anna, 1, rule="CAR-002")
    assert (match.state.owner[anna], match.state.controller[anna], fork.state.owner[anna]) == (1, 0, 0)
    event = match.log[-1]
    assert (event.kind, event.subject, event.player, str(event)) == (
        "owner",
        anna,
        1,
        "Player B owns Anna [CAR-002]",
    )
    atoms.move(match, anna, "discard")
    assert match.state.zone[anna] == match.facts.zone["discard"][1], "it goes to the zones of its owner"
    assert match.state.controller[anna] == 1


def test_what_nobody_owns_has_no_zone_of_its_own_but_a_supply(match: Match) -> None:
    wood, anna = token(match), thing(match, "anna")
    holding.hold(match, wood, anna, "cargo")
    atoms.move(match, wood, "discard")
    assert match.view(0).holder(wood).slot == "supply"
    holding.own(match, anna, NOWHERE)
    assert str(match.log[-1]) == "Nobody owns Anna"
    with pytest.raises(EngineError, match="nobody owns Anna, so that it has no zone 'discard' to go to"):
        atoms.move(match, anna, "discard")


def test_who_changes_sides_takes_along_what_follows(game: Game) -> None:
    m = begun(game, "anna harness", "bert")
    anna, harness, bert = (thing(m, id_) for id_ in ("anna", "harness", "bert"))
    holding.hold(m, bert, anna, "captives")
    atoms.control(m, anna, 1)
    assert (m.state.controller[harness], m.state.owner[harness]) == (1, 0)
    atoms.control(m, anna, 0)
    assert m.state.controller[bert] == 1, "captives do not follow"
    assert m.rules.value(m, anna, "spaces") == 3


def test_neutral_things_are_nobodys_friend_and_nobodys_enemy(match: Match) -> None:
    ore, anna, bert = thing(match, "ore"), thing(match, "anna"), thing(match, "bert")
    words = ("yours", "theirs", "neutral", "-yours", "-theirs")
    found = {word: [match.rules.compiled(word)(match, obj, anna, 0) for obj in (anna, bert, ore)] for word in words}
    assert found["yours"] == [True, False, False]
    assert found["theirs"] == [False, True, False]
    assert found["neutral"] == [False, False, True]
    assert match.rules.players_named(match, "you", NOWHERE, {}) == []
    assert match.rules.players_named(match, "its owner", 0, {"that": ore}) == []


# -- shared pools -----------------------------------------------------------------------------------------------------


def test_a_supply_without_end_makes_what_is_not_there_and_takes_back(match: Match) -> None:
    first = holding.draw_on(match, "goods", match.facts.number["wood"], 0, "store")
    other = holding.draw_on(match, "goods", match.facts.number["wood"], 1, "store")
    assert first is not None and other is not None and first != other
    holding.own(match, first, 0)
    holding.give_back(match, first)
    assert (match.state.owner[first], match.view(0).holder(first).slot) == (NOWHERE, "supply")
    assert holding.draw_on(match, "goods", match.facts.number["wood"], 1, "store") == first, "before another is made"


def test_a_supply_may_run_out(match: Match) -> None:
    plan = match.facts.number["plan-3"]
    drawn = holding.draw_on(match, "plans", plan, 1, "hand")
    assert drawn is not None and holding.draw_on(match, "plans", plan, 0, "hand") is None
    assert match.view(1).card(drawn) == "plan-3" and match.view(0).card(drawn) is None, "whose hand it is sees it"


def test_what_lies_face_down_of_a_shared_pool_is_dealt_among_all_that_it_can_hold(game: Game) -> None:
    """A plan in a rival's hand may be any plan that this player has not seen, those of the deck too."""
    m = begun(game, "anna", "bert", "bert", seed=4)
    for player in (0, 1, 1, 2):
        m.state.vars["active"] = player
        top = m.state.zones[m.facts.zone["plans"][0]][0]
        atoms.move(m, top, "hand", player=player)
    own = m.view(0).cards("hand", 0)[0]
    seen: set[str] = set()
    for seed in range(60):
        other = m.view(0).sample(seed)
        hands = [ids(other, other.state.zones[other.facts.zone["hand"][player]]) for player in (0, 1, 2)]
        assert hands[0] == [own] and [len(hand) for hand in hands] == [1, 2, 1]
        seen.update(hands[1])
        plans = [*hands[0], *hands[1], *hands[2], *ids(other, other.state.zones[other.facts.zone["plans"][0]])]
        assert sorted(plans) == [f"plan-{n}" for n in range(1, 9)]
        for player in (1, 2):
            for obj in other.state.zones[other.facts.zone["hand"][player]]:
                assert (other.state.controller[obj], other.state.owner[obj]) == (player, NOWHERE)
        check_position(json.loads(json.dumps(other.state.to_json())), other.rules, other.facts)
    assert seen == {f"plan-{n}" for n in range(1, 9)} - {own}


def test_samples_are_the_same_however_hidden_plans_lie(game: Game) -> None:
    m = begun(game, "anna", "bert", seed=4)
    for player in (0, 1, 1):
        atoms.move(m, m.state.zones[m.facts.zone["plans"][0]][0], "hand", player=player)
    other = m.fork()
    hidden = [*m.state.zones[m.facts.zone["hand"][1]], *m.state.zones[m.facts.zone["plans"][0]]]
    cards = list(other.state.card)
    for one, two in zip(hidden, hidden[::-1], strict=True):
        cards[one] = m.state.card[two]
    other.state.card = cards
    for seed in range(5):
        assert m.view(0).sample(seed).state.to_json() == other.view(0).sample(seed).state.to_json()


# -- in filters, positions, files -------------------------------------------------------------------------------------


def test_filters_ask_what_lies_with_what(game: Game) -> None:
    m = begun(game, "anna harness engine", "bert")
    anna, harness, bert, ore = (thing(m, id_) for id_ in ("anna", "harness", "bert", "ore"))
    holding.hold(m, bert, anna, "captives")

    def fitting(text: str, source: int = anna, you: int = 0) -> list[str]:
        test = m.rules.compiled(text)
        return ids(m, [obj for obj in m.state.zones[m.facts.field_zone] if test(m, obj, source, you)])

    assert fitting("held") == ["harness", "bert"]
    assert fitting("held-by:self") == ["harness", "bert"] and not fitting("held-by:self", bert)
    assert fitting("held-by:carter") == ["harness", "bert"] and not fitting("held-by:engine")
    assert fitting("held-by:yours gear") == ["harness"] and not fitting("held-by:theirs")
    assert fitting("held-by:theirs", bert, 1) == ["harness", "bert"]
    assert fitting("in-slot:captives") == ["bert"] and fitting("carter -in-slot:captives") == ["anna"]
    assert fitting("holding:gear") == ["anna"] and fitting("carter holding!=gear") == ["bert"]
    assert fitting("holder", harness) == ["anna"]
    assert ids(m, [ore]) == ["ore"] and fitting("token -held") == ["ore"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"slots": {**GAME["slots"], "arm": {**GAME["slots"]["arm"], "leaving": "stor"}}}, "'stor'"),
        ({"slots": {**GAME["slots"], "arm": {**GAME["slots"]["arm"], "holds": "space"}}}, "nearest: spaces"),
        ({"slots": {**GAME["slots"], "arm": {**GAME["slots"]["arm"], "takes": "prat"}}}, "prat"),
        ({"supplies": {"goods": {"name": "supply", "cards": "token", "zone": "store"}}}, "zone that all players share"),
    ],
)
def test_what_slots_and_supplies_name_is_checked(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    project = write_carters(tmp_path, changes=change)
    told = [str(problem) for problem in check_project(project)]
    try:
        told += [str(problem) for problem in unfit_declarations(load_project(project), Carters())]
        carters_at(tmp_path / "again", changes=change)
    except (DataError, CardlibError) as error:
        told.append(str(error))
    assert any(said in one for one in told), told


def test_slots_need_their_column(tmp_path: Path) -> None:
    class Bare(Carters):
        columns = ("damage",)

    with pytest.raises(DataError, match=r"slots: found columns damage, expected the column 'slot' in `columns`"):
        Game(load_project(write_carters(tmp_path)), Bare())

    class Beyond(Toll):
        columns = ("slot",)

    with pytest.raises(DataError, match=r"slots: found none, expected at least one: the rules have the column 'slot'"):
        Game(load_project(write_project(tmp_path)), Beyond())


def test_a_position_with_a_slot_that_is_none_is_no_position(match: Match) -> None:
    holding.hold(match, token(match), thing(match, "anna"), "cargo")
    data = json.loads(json.dumps(match.state.to_json()))
    check_position(data, match.rules, match.facts)
    at = data["columns"]["slot"].index(1)
    data["columns"]["slot"][at] = 9
    with pytest.raises(UnsoundError, match="expected the number of a slot, or 0, below 6"):
        check_position(data, match.rules, match.facts)
    data["columns"]["slot"][at], data["host"][at] = 1, NOWHERE
    with pytest.raises(UnsoundError, match="expected 0, as the object lies with nothing"):
        check_position(data, match.rules, match.facts)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_games_end_and_every_position_is_sound(game: Game, players: int, bots: str) -> None:
    kinds: set[str] = set()
    for seed in range(3 if bots == "random" else 1):
        m = begun(game, *["anna harness engine", "bert anna", "bert bert"][:players], seed=seed)
        choosers = [bot(bots, seed=seed + number) for number in range(players)]
        while not m.over:
            data = json.loads(json.dumps(m.state.to_json()))
            check_position(data, m.rules, m.facts)
            assert State.from_json(data).to_json() == m.state.to_json() == m.fork().state.to_json()
            assert not list(holding.crowded(m))
            for obj, slot in enumerate(m.state.columns["slot"]):
                assert not slot or m.state.zone[obj] == m.state.zone[m.state.host[obj]]
            m.take(choosers[m.player].choose(m.view(m.player)))
        kinds.update(event.kind for event in m.log)
    assert "held" in kinds


def test_a_replay_gives_the_same_things_in_the_same_hands(game: Game) -> None:
    m = begun(game, "anna harness", "bert", seed=2)
    chooser = bot("random", seed=5)
    recorder = Recorder(m)
    while not m.over:
        recorder.take(chooser.choose(m.view(m.player)).index)
    *_, (again, _) = replay_steps(game, json.loads(json.dumps(recorder.to_json())))
    assert again.state.to_json() == m.state.to_json()


def test_what_nobody_owns_is_told_to_go_to_its_supply_where_a_slot_names_a_zone(tmp_path: Path) -> None:
    slots = {**GAME["slots"], "cargo": {**GAME["slots"]["cargo"], "leaving": "store"}}
    m = begun(carters_at(tmp_path, changes={"slots": slots}), "anna", "bert")
    anna, wood = thing(m, "anna"), token(m)
    holding.hold(m, wood, anna, "cargo")
    atoms.move(m, anna, "discard")
    assert m.view(0).holder(wood).slot == "supply"
    assert m.log[-1].kind == "moved" and m.facts.zone_kinds[m.log[-1].number] == "supply"
