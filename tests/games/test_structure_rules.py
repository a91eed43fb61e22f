"""Rules of Dept. of Structure that no position of the published cards shows in full: decks, lots, made-up cards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.bots import Random
from cardlib.engine import atoms
from cardlib.engine.decisions import IllegalOption
from cardlib.engine.match import Match
from cardlib.engine.scenarios import Play, Scenario
from cardlib.errors import CardlibError
from cardlib.game import first_by_lot
from cardlib.games.structure import numbers, verbs

FACTIONS = ("unburied", "holdouts", "department", "ash-riders")
ADDED = {"defense-gain", "generator", "leadership", "motivator", "mounting-aggression", "rampage"}
PLAIN = {
    "crippled", "disguise", "equipment-assist", "first-strike", "hidden", "hunger", "overrun", "pacifist", "rage",
    "tech-savvy", "unblockable",
}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("structure")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> cardlib.Game:
    """The game with made-up cards: a manual for each keyword, a growth without end, costs of other kinds."""
    folder: Path = tmp_path_factory.mktemp("project") / "structure"
    shutil.copytree(cardlib.load("structure").project.path, folder)
    common = {"faction": "neutral", "cost": {}, "keywords": []}
    cards: list[dict[str, Any]] = [
        {
            **common,
            "id": f"manual-{word}",
            "name": f"Manual of {word}",
            "type": "equipment",
            "abilities": [{"static": [{"op": "has", "keyword": word, "of": "host"}]}],
        }
        for word in sorted(ADDED | PLAIN)
    ]
    grow = [{"op": "add-counters", "counter": "token", "of": "self"}]
    cards += [
        {
            **common,
            "id": "spreading-mould",
            "name": "Spreading Mould",
            "type": "fortification",
            "attack": 0,
            "defense": 1,
            "abilities": [
                {"activate": "action", "cost": [{"op": "utilize", "of": "self"}], "do": grow},
                {"when": "counters", "do": grow},
            ],
        },
        {
            **common,
            "id": "spare-battery",
            "name": "Spare Battery",
            "type": "equipment",
            "keywords": ["generator"],
            "abilities": [],
        },
        {
            **common,
            "id": "loose-plate",
            "name": "Loose Plate",
            "type": "upgrade",
            "abilities": [{"play": {"attach": "technology", "target": True}}],
        },
        {
            **common,
            "id": "lead-boots",
            "name": "Lead Boots",
            "type": "equipment",
            "abilities": [{"static": [{"op": "gets", "stats": {"attack": -3}, "of": "host"}]}],
        },
        {
            **common,
            "id": "open-grave",
            "name": "Open Grave",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "resurrect", "target": "technology", "from": "discard"}]}],
        },
        {
            **common,
            "id": "cross-fire",
            "name": "Cross Fire",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "do": [
                        {"op": "damage", "amount": 1, "target": "combatant theirs", "count": 2},
                        {"op": "gain", "resource": "power", "amount": 1},
                    ],
                }
            ],
        },
        {
            **common,
            "id": "burnt-bridge",
            "name": "Burnt Bridge",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "lose-base", "amount": 3, "who": "you"}],
                    "do": [{"op": "gain", "resource": "bio", "amount": 1}],
                }
            ],
        },
        {
            **common,
            "id": "toll-bridge",
            "name": "Toll Bridge",
            "type": "tactic",
            "cost": {"power": 1},
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "spend", "resource": "power"}, {"op": "spend-any"}],
                    "do": [{"op": "draw"}],
                }
            ],
        },
        {
            **common,
            "id": "wrecking-ball",
            "name": "Wrecking Ball",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "damage", "amount": 1, "each": "technology theirs"}]}],
        },
        {
            **common,
            "id": "leaking-tank",
            "name": "Leaking Tank",
            "type": "fortification",
            "attack": 0,
            "defense": 3,
            "abilities": [
                {
                    "activate": "action",
                    "needs": {"is": "damaged"},
                    "cost": [{"op": "utilize", "of": "self"}],
                    "do": [{"op": "gain", "resource": "bio"}],
                }
            ],
        },
        {
            **common,
            "id": "double-blame",
            "name": "Double Blame",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "do": [
                        {"op": "add-counters", "counter": "token", "target": "unit yours"},
                        {"op": "lose-base", "amount": 2, "who": "target player"},
                        {"op": "utilize", "of": "target"},
                    ],
                }
            ],
        },
        {
            **common,
            "id": "paper-fire",
            "name": "Paper Fire",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "discard", "count": 2}],
                    "do": [{"op": "gain", "resource": "bio", "amount": 1}],
                }
            ],
        },
    ]
    (folder / "cards" / "workshop.json").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    return cardlib.load(folder)


def begun(game: cardlib.Game, *steps: str, **given: Any) -> Play:
    """A position, as scenarios give it, with some steps played."""
    play = Play(game, Scenario("position", "", (), {"given": given, "steps": []}, "test"))
    for step in steps:
        play.step(step)
    return play


def held(match: Match, card: str) -> int:
    """The oldest object of a card on the battlefield."""
    return next(obj for obj in numbers.field(match) if match.facts.ids[match.state.card[obj]] == card)


# -- players, decks, lots ----------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-003")
@pytest.mark.parametrize("count", [1, 3])
def test_the_game_has_exactly_two_players(game: cardlib.Game, count: int) -> None:
    with pytest.raises(CardlibError, match="needs 2 decks"):
        game.match([FACTIONS[0]] * count)


@pytest.mark.pins("DOS-005", "DOS-Q02")
@pytest.mark.parametrize("faction", FACTIONS)
def test_both_players_may_lead_the_same_faction(game: cardlib.Game, faction: str) -> None:
    match = game.match([faction, faction], seed=3)
    assert match.setup["decks"][0] == match.setup["decks"][1]
    assert [len(match.state.zones[match.facts.zone["hand"][player]]) for player in (0, 1)] == [5, 5]


@pytest.mark.pins("DOS-006", "DOS-Q01", "DOS-D13")
def test_the_first_player_is_drawn_by_the_seed_and_is_exactly_one_of_the_two(game: cardlib.Game) -> None:
    drawn = [first_by_lot(seed) for seed in range(40)]
    assert drawn == [first_by_lot(seed) for seed in range(40)]
    assert set(drawn) == {0, 1}
    match = game.match(["unburied", "holdouts"], seed=5)
    asked = []
    while match.state.vars["turn"] == 0:
        asked.append(match.player)
        match.take("done")
    assert asked == [0, 1]
    assert (match.state.vars["turn"], match.state.vars["active"]) == (1, 0)


@pytest.mark.pins("DOS-009", "DOS-D12")
def test_there_is_one_mulligan_with_cards_of_the_first_hand(game: cardlib.Game) -> None:
    match = game.match(["unburied", "holdouts"], seed=5)
    first = set(match.state.zones[match.facts.zone["hand"][0]])
    offered = {value[1] for value in match.decision.values if value[0] == "card"} if match.decision else set()
    assert offered <= first
    match.take(0)
    match.take(0)
    match.take("done")
    assert match.player == 1
    match.take("done")
    assert match.decision is not None
    assert match.decision.rule == "DOS-023"
    with pytest.raises(IllegalOption):
        match.take(match.facts.ids[match.state.card[min(first)]])


@pytest.mark.pins("DOS-007", "DOS-165", "DOS-Q11")
def test_counter_cards_lie_open_and_are_no_target_of_anything(game: cardlib.Game) -> None:
    match = game.match(["unburied", "holdouts"], seed=5)
    for viewer in (0, 1):
        assert None not in match.view(viewer).cards("counters", 0)
        assert len(match.view(viewer).cards("counters", 1)) == 3
    reached = {target.zone for own in game.facts.abilities for ability in own for target in ability.targets}
    assert reached == {"battlefield", "discard", "pending"}


@pytest.mark.pins("DOS-008", "DOS-060")
def test_decks_and_the_other_hand_are_hidden_and_pools_are_open(game: cardlib.Game) -> None:
    match = game.match(["unburied", "holdouts"], seed=5)
    view = match.view(0)
    assert set(view.cards("deck", 0)) == set(view.cards("deck", 1)) == {None}
    assert view.cards("hand", 1) == [None] * 5
    assert None not in view.cards("hand", 0)
    assert game.rules.player_value(match, 1, "survivor") == 0


# -- abilities ---------------------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-166")
def test_abilities_are_permanent_activated_or_conditional(game: cardlib.Game) -> None:
    kinds = {"static": 0, "activated": 0, "trigger": 0, "played": 0, "option": 0}
    for number, abilities in enumerate(game.facts.abilities):
        one_use = game.facts.cards[number].type in ("tactic", "resource")
        for ability in abilities:
            kinds[ability.kind] += bool(ability.program or ability.continuous)
            assert (ability.kind == "played") == one_use
    assert kinds["option"] == 0
    assert min(kinds["static"], kinds["activated"], kinds["trigger"], kinds["played"]) > 0


@pytest.mark.pins("DOS-079", "DOS-Q36")
def test_the_same_ability_of_the_same_card_resolves_ten_times_in_one_run_of_checks(workshop: cardlib.Game) -> None:
    play = begun(workshop, "A use spreading-mould", A={"battlefield": ["spreading-mould", "spreading-mould"]})
    assert play.read("spreading-mould 1.token") == 11
    assert play.read("spreading-mould 2.token") == 0
    play.step("A use spreading-mould 2")
    assert play.read("spreading-mould 2.token") == 11
    play.step("expect prompt = deploy, equip or activate")


@pytest.mark.pins("DOS-052", "DOS-Q31")
def test_a_cost_may_be_cards_of_the_hand_or_base_health_and_may_lose_the_game(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A play paper-fire",
        "A burnt-bridge",
        "A und-shambler",
        "expect A.bio = 1",
        "expect A.discard = 3",
        "A play burnt-bridge",
        "expect A.base_health = 1",
        "expect A.bio = 2",
        "A cannot play paper-fire because DOS-052",
        "A play burnt-bridge",
        A={
            "hand": ["burnt-bridge", "burnt-bridge", "burnt-bridge", "paper-fire", "und-shambler", "paper-fire"],
            "has": {"base_health": 4},
        },
    )
    assert play.match.result is not None
    assert (play.match.result.winner, play.match.result.rule) == (1, "DOS-210")


@pytest.mark.pins("DOS-154")
def test_an_upgrade_goes_on_friendly_technology_even_if_its_text_names_no_side(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A cannot play loose-plate hld-ol-tank because DOS-154",
        "A play loose-plate neu-sandbag-line",
        "expect neu-sandbag-line.attachments has loose-plate",
        "A cannot play loose-plate loose-plate because DOS-154",
        A={"hand": ["loose-plate", "loose-plate"], "battlefield": ["neu-sandbag-line"]},
        B={"battlefield": ["hld-ol-tank"]},
    )
    assert play.read("hld-ol-tank.attachments") == []


@pytest.mark.pins("DOS-140", "DOS-141")
def test_an_attack_is_never_below_0_and_deals_nothing_then(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A attack und-shambler",
        "B block neu-sandbag-line und-shambler",
        "expect prompt = deploy, equip or activate",
        phase="battle",
        A={"battlefield": ["und-shambler", "lead-boots on und-shambler", "lead-boots on und-shambler"]},
        B={"battlefield": [{"card": "neu-sandbag-line", "damage": 2}]},
    )
    assert play.read("und-shambler.attack") == 0
    assert play.read("neu-sandbag-line.damage") == 2


@pytest.mark.pins("DOS-205", "DOS-Q72")
def test_an_upgrade_is_never_resurrected(workshop: cardlib.Game) -> None:
    given: dict[str, Any] = {"A": {"hand": ["open-grave"], "discard": ["loose-plate"]}}
    play = begun(workshop, "A play open-grave", "expect A.battlefield = 0", **given)
    assert play.read("A.discard") == ["loose-plate", "open-grave"]
    given["A"]["discard"] = ["hld-fire-axe"]
    assert begun(workshop, "A play open-grave", "expect A.battlefield = 1", **given).read("A.discard") == ["open-grave"]


@pytest.mark.pins("DOS-068", "DOS-Q28")
def test_illegal_targets_are_skipped_and_with_none_left_the_link_does_nothing(workshop: cardlib.Game) -> None:
    given: dict[str, Any] = {
        "A": {"hand": ["cross-fire"]},
        "B": {
            "battlefield": ["dep-enforcer-frame", "und-ravener"],
            "hand": ["und-feast-of-names", "und-feast-of-names"],
            "has": {"bio": 2},
        },
    }
    announced = ("A play cross-fire", "A dep-enforcer-frame", "expect now chain = 1")
    one = begun(workshop, *announced, "B play und-feast-of-names", "B und-ravener", "B pass", **given)
    assert one.read("dep-enforcer-frame.damage") == 1
    assert one.read("A.power") == 1
    none = begun(
        workshop,
        *announced,
        "B play und-feast-of-names",
        "B und-ravener",
        "B play und-feast-of-names",
        **given,
    )
    assert none.read("B.battlefield") == []
    assert none.read("A.power") == 0
    assert none.read("A.discard") == ["cross-fire"]


@pytest.mark.pins("DOS-195", "DOS-193", "DOS-Q69")
@pytest.mark.parametrize(("victim", "health"), [("dep-clerk-drone", 20), ("dep-sentry-gun", 15)])
def test_a_unit_retired_by_its_own_ability_feeds_a_hungry_card(
    workshop: cardlib.Game, victim: str, health: int
) -> None:
    play = begun(
        workshop,
        "A use ash-flame-wagon",
        f"expect B.discard has {victim}",
        "A end",
        phase="retreat",
        A={"battlefield": ["ash-flame-wagon", "manual-hunger on ash-flame-wagon"], "has": {"supplies": 1, "power": 1}},
        B={"battlefield": [victim]},
    )
    assert play.read("turn") == 10
    assert play.read("A.base_health") == health


@pytest.mark.pins("DOS-195", "DOS-Q69")
def test_what_was_only_hurt_by_a_hungry_card_and_falls_to_another_does_not_feed_it(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A use ash-flame-wagon",
        "A end",
        "A attack und-shambler",
        "B block dep-enforcer-frame und-shambler",
        "expect B.discard has dep-enforcer-frame",
        "A end",
        A={
            "battlefield": ["ash-flame-wagon", "manual-hunger on ash-flame-wagon", "und-shambler"],
            "has": {"supplies": 1, "power": 1},
        },
        B={"battlefield": ["dep-enforcer-frame"]},
    )
    assert play.read("turn") == 10
    assert play.read("A.base_health") == 15


@pytest.mark.pins("DOS-044", "DOS-052")
@pytest.mark.parametrize(
    ("has", "payable"),
    [({"power": 2, "bio": 1}, True), ({"power": 3}, True), ({"power": 2}, False), ({"power": 1, "bio": 2}, False)],
)
def test_all_parts_of_a_cost_are_paid_from_one_pool(workshop: cardlib.Game, has: dict[str, int], payable: bool) -> None:
    play = begun(workshop, A={"hand": ["toll-bridge", "und-shambler"], "has": has})
    assert ("play toll-bridge" in [option.notation for option in play.match.options]) == payable
    if payable:
        play.step("A play toll-bridge")
        play.step("expect A.hand = 2")
        assert play.read("A.any") == 0


@pytest.mark.pins("DOS-142")
def test_only_combatants_take_damage(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A play wrecking-ball",
        "expect neu-sandbag-line.damage = 1",
        A={"hand": ["wrecking-ball"]},
        B={"battlefield": ["neu-sandbag-line", "hld-fire-axe"]},
    )
    match = play.match
    assert match.state.columns["damage"][held(match, "hld-fire-axe")] == 0


@pytest.mark.pins("DOS-044")
def test_an_ability_whose_needs_do_not_hold_is_not_offered(workshop: cardlib.Game) -> None:
    for damage, offered in ((0, False), (1, True)):
        tank = {"card": "leaking-tank", "damage": damage}
        play = begun(workshop, A={"hand": ["und-shambler"], "battlefield": [tank]})
        assert ("use leaking-tank" in [option.notation for option in play.match.options]) == offered


@pytest.mark.pins("DOS-020")
def test_the_phases_of_a_round_are_named_in_their_order_and_gains_are_told(game: cardlib.Game) -> None:
    match = game.match(["unburied", "holdouts"], seed=5, windows="turns")
    names = []
    for pick in ("done", "done", 0, "end", "end"):
        names.append(match.rules.phase(match))
        match.take(pick)
    assert names == ["Set-up", "Set-up", "Regroup", "Deploy", "Deploy and Retreat"]
    assert [event.text for event in match.log if event.kind == "resources"][:2] == ["A: +1 Survivor", "A: +1 Bio"]


@pytest.mark.pins("DOS-088")
def test_unattached_equipment_gives_no_bonus_but_its_own_keywords_work(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A survivor bio",
        phase="start",
        A={"battlefield": ["spare-battery", "manual-rampage", "und-shambler"]},
    )
    assert play.read("A.power") == 1
    assert play.read("und-shambler.attack") == 1


@pytest.mark.pins("DOS-187", "DOS-191", "DOS-197", "DOS-198", "DOS-199", "DOS-203", "DOS-168", "DOS-Q41")
def test_copies_of_numeric_keywords_on_one_card_add_up(workshop: cardlib.Game) -> None:
    def two(word: str, **about: int) -> Play:
        manuals = [f"manual-{word} on dep-enforcer-frame"] * 2
        frame = {"card": "dep-enforcer-frame", **about}
        return begun(workshop, "A survivor bio", phase="start", A={"battlefield": [frame, "und-shambler", *manuals]})

    def values(play: Play) -> tuple[int, ...]:
        paths = ("dep-enforcer-frame.attack", "dep-enforcer-frame.defense", "und-shambler.attack", "A.power")
        return tuple(play.read(path) for path in paths)

    assert values(two("defense-gain", token=3)) == (3, 9, 1, 0)
    assert values(two("mounting-aggression", token=3)) == (9, 3, 1, 0)
    assert values(two("generator")) == (3, 3, 1, 2)
    assert values(two("leadership")) == (5, 5, 3, 0)
    assert values(two("motivator")) == (5, 3, 3, 0)
    assert values(two("rampage")) == (13, 3, 1, 0)


@pytest.mark.pins(
    "DOS-186",
    "DOS-188",
    "DOS-189",
    "DOS-190",
    "DOS-192",
    "DOS-194",
    "DOS-200",
    "DOS-201",
    "DOS-202",
    "DOS-206",
    "DOS-207",
)
@pytest.mark.parametrize("word", sorted(PLAIN))
def test_a_second_copy_of_a_plain_keyword_changes_nothing(workshop: cardlib.Game, word: str) -> None:
    manuals = [f"manual-{word} on dep-enforcer-frame"]
    once = begun(workshop, A={"battlefield": ["dep-enforcer-frame", *manuals]})
    twice = begun(workshop, A={"battlefield": ["dep-enforcer-frame", *manuals, *manuals]})
    for path in (word, "attack", "defense"):
        assert twice.read(f"dep-enforcer-frame.{path}") == once.read(f"dep-enforcer-frame.{path}")
    assert twice.read(f"dep-enforcer-frame.{word}") == 1


@pytest.mark.pins("DOS-194", "DOS-Q41", "DOS-Q68")
def test_two_copies_of_hunger_make_one_check(workshop: cardlib.Game) -> None:
    manuals = ["manual-hunger on und-ravener"] * 2
    play = begun(workshop, "A end", phase="retreat", A={"battlefield": ["und-ravener", *manuals]})
    assert play.read("turn") == 10
    assert play.read("A.base_health") == 15


@pytest.mark.pins("DOS-184", "DOS-Q73")
def test_both_keywords_for_tokens_count_every_token_of_the_card(workshop: cardlib.Game) -> None:
    manuals = ["manual-defense-gain on und-shambler", "manual-mounting-aggression on und-shambler"]
    play = begun(workshop, A={"battlefield": [{"card": "und-shambler", "token": 3}, *manuals]})
    assert (play.read("und-shambler.attack"), play.read("und-shambler.defense")) == (4, 4)


@pytest.mark.pins("DOS-189", "DOS-206", "DOS-Q48")
def test_a_unit_that_is_spared_by_both_keywords_is_spared_once(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A equip hld-fire-axe und-shambler",
        A={"battlefield": ["und-shambler", "manual-tech-savvy on und-shambler", "dep-assembly-gantry", "hld-fire-axe"]},
    )
    assert play.read("und-shambler.utilized") == 0
    assert play.read("hld-fire-axe.utilized") == 1


# -- Bases, control, targets -------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-212", "DOS-Q18")
def test_base_health_never_rises_above_20(game: cardlib.Game) -> None:
    match = begun(game, A={"has": {"base_health": 18}}).match
    verbs.lose_base(match, 0, -1, -1, "DOS-212")
    assert match.state.players[0]["base_health"] == 19
    verbs.lose_base(match, 0, -9, -1, "DOS-212")
    assert match.state.players[0]["base_health"] == 20


@pytest.mark.pins("DOS-182", "DOS-Q42")
@pytest.mark.parametrize("seed", range(4))
def test_every_card_is_controlled_by_its_general_all_game(game: cardlib.Game, seed: int) -> None:
    match = game.match([FACTIONS[seed], FACTIONS[(seed + 1) % 4]], seed=seed)
    bot = Random(seed)
    while not match.over:
        s = match.state
        assert s.controller == list(s.owner)
        for player in (0, 1):
            for kind in ("deck", "hand", "discard", "counters"):
                assert all(s.owner[obj] == player for obj in s.zones[match.facts.zone[kind][player]])
        match.take(bot.choose(match.view(match.player)))


@pytest.mark.pins("DOS-E24", "DOS-068", "DOS-192")
def test_a_hidden_target_that_is_ready_again_when_the_link_resolves_is_skipped(game: cardlib.Game) -> None:
    for ready, damage in ((False, 2), (True, 0)):
        play = begun(
            game,
            "A use ash-flame-wagon",
            A={"battlefield": ["ash-flame-wagon"], "has": {"supplies": 1, "power": 1}},
            B={
                "battlefield": [{"card": "ash-dust-stalker", "utilized": 1}],
                "hand": ["neu-scorched-earth"],
                "has": {"bio": 2},
            },
        )
        assert play.read("chain") == ["ability"]
        if ready:
            atoms.put(play.match, held(play.match, "ash-dust-stalker"), "utilized", 0)
        play.step("B pass")
        assert play.read("ash-dust-stalker.damage") == damage
        assert play.read("A.any") == 0
        assert play.read("ash-flame-wagon.utilized") == 1


# -- options -----------------------------------------------------------------------------------------------------


def test_equal_cards_are_offered_once_and_others_each(game: cardlib.Game) -> None:
    play = begun(
        game,
        "A play neu-field-dressing",
        "A und-shambler 2",
        "expect und-shambler 2.defense = 2",
        "A end",
        A={
            "battlefield": [
                *["und-shambler"] * 4,
                "hld-riot-shield on und-shambler 3",
                {"card": "und-shambler", "token": 1},
            ],
            "hand": ["neu-field-dressing"],
            "has": {"bio": 1},
        },
    )
    attacks = ["attack und-shambler", "attack und-shambler 2", "attack und-shambler 3", "attack und-shambler 5"]
    assert play.read("options") == [*attacks, "done"]


# -- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "rule", "told"),
    [
        ("play und-shambller", "DOS-D10", "nearest: und-shambler"),
        ("play dep-enforcer-frame", "DOS-047", "costs 2 Power; your pool: 0 Survivor, 1 Bio"),
        ("play hld-hold-the-line", "DOS-017", "Hold the Line is not in your Hand"),
        ("use und-shambler", "DOS-170", "Shambler has no activated ability"),
        ("use ash-road-rat", "DOS-044", "no 'ash-road-rat' is on the battlefield"),
        ("use und-necromender 1", "DOS-047", "Necromender costs 2 Bio; your pool has 1"),
        ("use und-necromender 3", "DOS-170", "has 2 activated abilities"),
        ("equip hld-fire-axe und-shambler", "DOS-081", "Shambler is utilized; both must be ready"),
        ("unequip hld-riot-shield", "DOS-084", "Shambler is utilized; both must be ready"),
        ("attack und-shambler", "DOS-039", "Shambler is utilized"),
        ("attack dep-sentry-gun", "DOS-093", "never attacks"),
        ("feed und-shambler und-shambler", "DOS-193", "Shambler has no Hunger"),
        ("power power", "DOS-023", "once, in the Regroup phase"),
        ("pass", "DOS-034", "say 'end' to end the phase"),
    ],
)
def test_a_refusal_names_what_was_found_and_its_rule(game: cardlib.Game, notation: str, rule: str, told: str) -> None:
    play = begun(
        game,
        A={
            "battlefield": [
                {"card": "und-shambler", "utilized": 1},
                "hld-riot-shield on und-shambler",
                "hld-fire-axe",
                "dep-sentry-gun",
                "und-necromender",
            ],
            "hand": ["dep-enforcer-frame"],
            "has": {"bio": 1},
        },
    )
    with pytest.raises(IllegalOption) as caught:
        play.match.take(notation)
    assert caught.value.rule == rule
    assert told in caught.value.reason


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_refused_has_a_reason_and_a_rule_that_exists(game: cardlib.Game, seed: int) -> None:
    match = game.match([FACTIONS[seed], FACTIONS[seed + 1]], seed=seed)
    bot = Random(seed)
    said = {"concede", "attack", "play x", "use und-wall-of-flesh 9", "equip und-shambler", "block 1 2", "base", "feed"}
    while not match.over and match.state.serial < 250:
        offered = {option.notation for option in match.options}
        said |= offered
        if match.state.serial % 10 == 0:
            for notation in sorted(said - offered):
                for player in (0, 1):
                    reason, rule = match.rules.why_not(match, player, notation.split())
                    assert reason
                    assert rule is None or rule in game.project.rules
        match.take(bot.choose(match.view(match.player)))


@pytest.mark.pins("DOS-023")
def test_resources_named_in_another_order_are_put_right(game: cardlib.Game) -> None:
    play = begun(game, phase="start")
    with pytest.raises(IllegalOption, match="say 'survivor bio'"):
        play.match.take("bio survivor")
    with pytest.raises(IllegalOption, match="name 2 different types") as caught:
        play.match.take("bio bio")
    assert caught.value.rule == "DOS-023"


def test_a_player_is_chosen_as_a_target_beside_a_card(workshop: cardlib.Game) -> None:
    for player, healths in (("a", [18, 20]), ("b", [20, 18])):
        play = begun(
            workshop,
            "A play double-blame",
            f"A player {player}",
            A={"hand": ["double-blame"], "battlefield": ["und-shambler"]},
        )
        match = play.match
        assert [one["base_health"] for one in match.state.players] == healths
        shambler = held(match, "und-shambler")
        assert [match.state.columns[name][shambler] for name in ("token", "utilized")] == [1, 1]
