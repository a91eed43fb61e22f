"""War Rig in play: random games of two, three and four come to an end, and what must hold holds after every pick."""

from __future__ import annotations

from collections import Counter

import pytest

import cardlib
from cardlib.bots import bot
from cardlib.decks import check, parse_deck
from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.kinds import PART, SUPPLY_OF, TITLES, TOKENS, store
from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE, State
from cardlib.scenarios import Play, Scenario
from cardlib.scenarios.falling import falls
from cardlib.scenarios.positions import lay_out

SPENDING = {"swap", "construct", "number", "refine", "refuel", "ionise", "exchange", "card"}  # tokens go or come


@pytest.fixture(scope="module")
def war_rig() -> cardlib.Game:
    return cardlib.load("war-rig")


def random_match(game: cardlib.Game, players: int, seed: int) -> Match:
    """A match in which nothing is decided by documents; its log is not kept."""
    match = game.match([{}] * players, seed=seed)
    match.events = None
    return match


def tokens(m: Match) -> dict[str, int]:
    """All tokens outside the general supply: aboard, loose, in supplies, in home stocks and as fuel."""
    columns, players = m.state.columns, m.state.players
    return {
        token: sum(columns[token]) + sum(columns[SUPPLY_OF[token]]) + sum(player[token] for player in players)
        for token in TOKENS
    }


def where(m: Match, squad: int) -> list[str]:
    """Every way in which a squad is somewhere; there has to be one."""
    s, columns = m.state, m.state.columns
    ways = {
        "free": squads.is_free(m, squad),
        "captured": s.host[squad] != NOWHERE,
        "cell": columns["locked"][squad] > 0,
        "holding": columns["holding"][squad] > 0,
    }
    return [way for way, holds in ways.items() if holds]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_random_games_finish_and_keep_what_must_hold(war_rig: cardlib.Game, players: int, seed: int) -> None:
    m, chance = random_match(war_rig, players, seed), Chance(seed)
    before = tokens(m)
    while not m.over:
        decision = m.decision
        assert decision is not None and len(decision.choices) > 1
        pick = chance.below(len(decision.choices))
        verb = decision.choices[pick][0]
        m.take(pick)
        now = tokens(m)
        if verb not in SPENDING and not m.state.out:
            assert now == before, verb
        before = now
        for squad in squads.all_squads(m):
            assert len(where(m, squad)) == 1, where(m, squad)
            assert squads.cargo(m, squad) <= squads.spaces(m, squad)
            assert len(squads.titles(m, squad)) <= m.facts.constants["equipment_titles"]
        for player in range(players):
            locked = [one for one in squads.all_squads(m) if m.state.columns["locked"][one]]
            assert sum(m.state.place[one] == squads.home(m, player) for one in locked) <= 1
            assert min(m.state.players[player].values()) >= 0
    assert m.result is not None and m.result.turns <= war_rig.facts.constants["turn_limit"]


def test_equipment_is_neither_made_nor_lost_by_moving_it(war_rig: cardlib.Game) -> None:
    m, chance = random_match(war_rig, 2, 5), Chance(5)
    moves = {"equip", "stow", "keep", "move", "gather", "encamp", "decamp", "claim", "end"}

    def units(match: Match) -> Counter[str]:
        columns, players = match.state.columns, match.state.players
        return Counter({t: sum(columns[t]) + sum(player[store(t)] for player in players) for t in TITLES})

    for _ in range(400):
        if m.over:
            break
        choices = m.decision.choices if m.decision is not None else ()
        pick, before = chance.below(len(choices)), units(m)
        verb = choices[pick][0]
        m.take(pick)
        if verb in moves:
            assert units(m) == before, verb


@pytest.mark.parametrize("players", [2, 4])
def test_a_position_is_the_same_after_a_file(war_rig: cardlib.Game, players: int) -> None:
    m, chance = random_match(war_rig, players, 7), Chance(7)
    for _ in range(150):
        m.take(chance.below(len(m.options)))
    assert State.from_json(m.state.to_json()).fingerprint() == m.state.fingerprint()
    again, chance = random_match(war_rig, players, 7), Chance(7)
    for _ in range(150):
        again.take(chance.below(len(again.options)))
    assert again.state.fingerprint() == m.state.fingerprint()


def test_a_sample_tells_nothing_of_face_down_cards(war_rig: cardlib.Game) -> None:
    """A rival's face-down cards and the tech deck may be any of the tech cards that nobody has seen."""
    m, chance = random_match(war_rig, 2, 11), Chance(11)
    inventory = m.facts.zone["inventory"][1]
    while not m.state.zones[inventory]:
        m.take(chance.below(len(m.options)))
    view = m.view(0)
    assert view.cards("inventory", 1) == [None] * len(m.state.zones[inventory])
    assert set(view.cards("deck", 0)) == {None}
    hidden = m.state.zones[inventory][0]
    other = next(obj for obj in m.state.zones[m.facts.zone["deck"][0]] if m.state.card[obj] != m.state.card[hidden])
    twin = m.fork()
    cards = list(twin.state.card)
    cards[hidden], cards[other] = cards[other], cards[hidden]
    twin.state.card = cards
    for seed in range(3):
        mine, theirs = view.sample(seed), twin.view(0).sample(seed)
        assert mine.state.fingerprint() == theirs.state.fingerprint()
        assert Counter(mine.state.card) == Counter(m.state.card)


def test_parts_are_in_one_slot_each(war_rig: cardlib.Game) -> None:
    """However a rig is fitted, its weight is that of its parts, and no slot holds two."""
    for seed in range(3):
        m, chance = random_match(war_rig, 2, 20 + seed), Chance(20 + seed)
        for player in range(2):  # both have what parts cost
            for token in TOKENS:
                m.state.players[player][token] = 30
        while not m.over and m.state.vars["turn"] < 12:
            m.take(chance.below(len(m.options)))
            for rig in sites.rigs(m):
                parts = sites.parts(m, rig)
                slots = [m.state.columns["slot"][part] for part in parts]
                assert len(set(slots)) == len(slots) and 0 not in slots
                assert rigs.weight(m, rig) == sum(m.facts.game.weight[m.state.card[part]] for part in parts)
                assert all(sites.kind_of(m, part) == PART for part in parts)


@pytest.mark.pins("WR-284")
def test_others_are_asked_only_in_the_windows_of_the_catalogue(war_rig: cardlib.Game) -> None:
    """What is asked of a player outside the own slot, by the rule of each of those windows."""
    windows = {"WR-045", "WR-121", "WR-122", "WR-123", "WR-177", "WR-210", "WR-222", "WR-227", "WR-257"}
    asked = set()
    for seed in range(3):
        m, chance = random_match(war_rig, 3, 40 + seed), Chance(40 + seed)
        while not m.over:
            if m.state.vars["turn"] and m.decision is not None and m.player != m.state.vars["active"]:
                asked.add(m.decision.rule)
            m.take(chance.below(len(m.options)))
    assert "WR-045" in asked and asked <= windows


@pytest.mark.pins("WR-Q91")
def test_no_rule_reads_the_printed_power() -> None:
    """With other numbers the same picks lead to the same position."""
    positions = []
    for changes in ({}, {f"cards.{card}.power": 9 for card in ("mass-driver", "id-scanner", "ion-canon")}):
        m, chance = random_match(cardlib.load("war-rig", changes), 2, 3), Chance(3)
        for _ in range(200):
            m.take(chance.below(len(m.options)))
        positions.append(m.state.fingerprint())
    assert positions[0] == positions[1]


@pytest.mark.pins("WR-Q48", "WR-Q92")
def test_there_are_no_defences_and_no_missions(war_rig: cardlib.Game) -> None:
    """Nothing is constructed but equipment, parts and facilities, and every tech card is one of them."""
    kinds = {card.type for card in war_rig.project.cards.values() if card.attributes.get("copies")}
    assert kinds == {"equipment", "weapon", "cockpit", "drive", "facility"}


@pytest.mark.pins("WR-Q01")
def test_symbols_are_read_as_the_key_has_them(war_rig: cardlib.Game) -> None:
    """A double cross is two hits, a double shield two dodges; lightning is one symbol on red and black dice."""
    dice = war_rig.facts.dice
    assert dice["red"].faces[dice["red"].named("double-hit")].count("hit") == 2
    assert dice["brown"].faces[dice["brown"].named("double-dodge")].count("dodge") == 2
    assert {die.id for die in dice if "lightning" in die.shows} == {"red", "black"}
    assert [die.sides for die in dice if die.id in ("white", "brown")] == [6, 6]
    assert [dice[id_].sides for id_ in ("red", "blue", "black", "green")] == [8, 12, 20, 12]


def test_documents_say_what_is_decided_before_the_first_turn(war_rig: cardlib.Game) -> None:
    """What a faction says is not asked; a base that is taken by then is."""
    m = war_rig.match(["builders", "raiders"], seed=1)
    assert m.state.vars["turn"] == 1 and m.player == 0
    columns, ids = m.state.columns, m.facts.ids
    by_name = {ids[m.state.card[squad]]: squad for squad in squads.all_squads(m)}
    assert columns["workshop_tools"][by_name["purple-3"]] == 1
    assert columns["id_scanner"][by_name["red-1"]] == columns["assault_rifles"][by_name["red-1"]] == 1
    board = m.facts.board
    assert board is not None
    assert board.names[m.state.place[by_name["purple-4"]]] == "base-5"
    asked = war_rig.match(["builders", "builders"], seed=1)
    assert asked.player == 1 and [option.notation for option in asked.options] == ["base-3", "base-4", "base-6"]


def test_a_set_up_of_the_table_says_it_for_all_seats(war_rig: cardlib.Game) -> None:
    """Every authored set-up is what a match begins with: nothing is asked, whatever the factions say."""
    for name, players in (("duel-near", 2), ("duel-far", 2), ("three-in-a-ring", 3), ("four-crossed", 4)):
        m = war_rig.match(["scouts"] * players, table=name, seed=1)
        assert m.state.vars["turn"] == 1
        by_name = {m.facts.ids[m.state.card[squad]]: squad for squad in squads.all_squads(m)}
        board = m.facts.board
        assert board is not None
        for at, said in m.table_document("setup")["seats"].items():
            colour = ("purple", "red", "orange", "yellow")[int(at) - 1]
            for number, base in said.get("lesser", {}).items():
                assert board.names[m.state.place[by_name[f"{colour}-{number}"]]] == f"base-{base}"
            for number, squad in said["squads"].items():
                carried = squads.titles(m, by_name[f"{colour}-{number}"])
                assert {title.replace("_", "-") for title in carried} == set(squad.get("equipment", ()))


def test_a_match_takes_no_document_that_it_would_not_play(war_rig: cardlib.Game) -> None:
    """Rigs are checked and shown, not brought; a set-up is for its number of players."""
    with pytest.raises(cardlib.CardlibError, match=r"is a Rig build, .*which no"):
        war_rig.match(["scouts", "raiders"], table="gnat", seed=1)
    assert war_rig.match([{}, []], seed=1).player == 0, "who brings nothing is asked everything"
    with pytest.raises(cardlib.CardlibError, match="is a deck, from which no match of War Rig is set up"):
        war_rig.match([{"id-scanner": 1}, {}], seed=1)
    with pytest.raises(cardlib.CardlibError, match="the table is set up for 2 players, found 3"):
        war_rig.match(["scouts"] * 3, table="duel-near", seed=1)


def test_three_units_are_too_many_for_a_squad(war_rig: cardlib.Game) -> None:
    """WR-D23: two titles at most."""
    text = "kind: faction\nname: Test\n\n[units]\nid-scanner: 1\nassault-rifles: 1\nworkshop-tools: {}\n"
    assert check(parse_deck(text.format(2), war_rig.project), war_rig.project).legal
    report = check(parse_deck(text.format(1), war_rig.project), war_rig.project)
    assert [violation.rule for violation in report.violations] == ["WR-D23"]


@pytest.mark.parametrize(
    ("board", "best"),
    [
        (["purple-1 barren-wastes", "red-2 on purple-1"], "move purple-1 base-1"),
        ([{"card": "purple-1", "at": "barren-wastes", "red": 4}], "move purple-1 base-1"),
        ([{"card": "purple-1", "at": "low-orbit", "camp": 1}], "gather purple-1 tech tech"),
    ],
)
def test_a_bot_brings_home_what_it_has(war_rig: cardlib.Game, board: list[object], best: str) -> None:
    own = [one for one in board if not str(one).startswith("red")]
    theirs = ["red-3 oil-sands", *(one for one in board if str(one).startswith("red"))]
    given = {
        "P": {"board": own},
        "R": {"board": [*theirs, "red-1 base-2", "red-4 base-2", "red-5 base-2"]},
        "nobody": {"deck": ["mass-driver", "linked-lasers", "flight-boosters"]},
    }
    play = Play(war_rig, Scenario("position", "", (), {"given": given}, ""))
    assert bot("greedy", seed=1).choose(play.match.view(0)).notation == best


def test_the_numbers_of_facilities_are_those_of_their_cards() -> None:
    """WR-133, WR-241: what a centre takes off and what a refinery takes are keywords with numbers."""
    changed = {
        "cards.resource-refinery.keywords": ["refining 3"],
        "cards.re-education-centre.keywords": ["re-education 2"],
    }
    given = {
        "P": {
            "board": ["resource-refinery base-1", "re-education-centre base-1", "purple-1 base-1"],
            "has": {"red": 2, "blue": 2},
        },
        "R": {"board": [{"card": "red-1", "at": "base-1", "locked": 3}, "red-2 base-2"]},
    }
    play = Play(cardlib.load("war-rig", changed), Scenario("numbers", "", (), {"given": given}, ""))
    for step in (
        "P cannot refine red blue green because WR-241",
        "P refine blue red red green",
        "expect P.green = 1",
        "expect P.red = 0",
        "expect P.blue = 1",
        "P cannot refine blue blue blue green because WR-241",
        "P coerce purple-1",
        "expect red-1.controller = P",
    ):
        play.step(step)


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ("move purple-rig barren-wastes", "WR-202"),
        ("move purple-1 barren-wastes", "WR-036"),
        ("douse purple-rig linked-lasers base-1", "WR-201"),
        ("douse purple-1 linked-lasers base-1", "WR-160"),
        ("douse orange-1 linked-lasers base-1", "WR-161"),
    ],
)
def test_an_option_names_the_rule_of_whoever_takes_it(war_rig: cardlib.Game, option: str, rule: str) -> None:
    """Rigs move and fight fires by rules of their own, and so do squads with drones."""
    parts = {"head": ["co2-dispersal-system"], "left-arm": [{"card": "linked-lasers", "fire": 1}]}
    rig = {"card": "purple-rig", "at": "base-1", "left-leg": ["flight-boosters"], **parts}
    spy = {"card": "orange-1", "at": "base-1", "fire-control-drones": 1}
    given = {"P": {"board": ["purple-1 base-1", rig]}, "O": {"board": [spy]}, "R": {"board": ["red-1 base-2"]}}
    match = lay_out(war_rig, {**given, "active": option.split()[1][0].upper()})
    assert match.options[match.find(option)].rule == rule


@pytest.mark.parametrize(
    ("pick", "dice", "said", "rule"),
    [
        ("attack purple-1 red-1", ["double-hit", "blank"], "Red 1 surrenders", "WR-126"),
        ("shoot linked-lasers red-1", ["hit", "blank"], "Red 1 is destroyed", "WR-219"),
    ],
)
def test_to_surrender_is_to_be_destroyed_where_a_weapon_has_hit(
    war_rig: cardlib.Game, pick: str, dice: list[str], said: str, rule: str
) -> None:
    """WR-126, WR-219: to a squad who gives nothing up surrenders, to a rig it is out of the game."""
    rig = {"card": "purple-rig", "at": "oil-sands", "head": ["utility-cockpit"], "left-arm": ["linked-lasers"]}
    squad = {"card": "purple-1", "at": "oil-sands", "assault-rifles": 1}
    friend = {"card": "purple-2", "at": "oil-sands", "assault-rifles": 1}
    hit = {"card": "red-1", "at": "oil-sands", "red": 1}
    match = lay_out(war_rig, {"P": {"board": [rig, squad, friend]}, "R": {"board": ["red-3 base-2", hit]}})
    atoms.script_dice(match, falls(match.facts.dice, ["red", *dice]))
    match.take(pick)
    option = match.options[match.find("surrender")]
    assert (option.text, option.rule) == (said, rule)


def test_a_ship_more_than_there_are_locations_does_not_land() -> None:
    """WR-249: the next location without a ship, as long as there is one."""
    game = cardlib.load("war-rig", {"rules.drop_ships": 7})
    given = {"P": {"board": ["purple-1 base-1", "empire-portal deep-space"]}, "R": {"board": ["red-1 base-2"]}}
    match = lay_out(game, given)
    match.take("summon")
    assert sum(event.kind == "lands" for event in match.log) == 6
