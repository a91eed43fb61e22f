"""Abilities, costs and keywords of Dept. of Structure, on made-up cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from given import begun
from workshop import PLAIN, held, workshop_at

import cardlib
from cardlib.games.structure.numbers import attack, field
from cardlib.scenarios import Play

# -- abilities ---------------------------------------------------------------------------------------------------


@pytest.mark.pins("DOS-166")
def test_abilities_are_permanent_activated_or_conditional(structure: cardlib.Game) -> None:
    kinds = {"static": 0, "activated": 0, "trigger": 0, "played": 0, "option": 0}
    for number, abilities in enumerate(structure.facts.abilities):
        one_use = structure.facts.cards[number].type in ("tactic", "resource")
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
        "expect A.base-health = 1",
        "expect A.bio = 2",
        "A cannot play paper-fire because DOS-052",
        "A play burnt-bridge",
        A={
            "hand": ["burnt-bridge", "burnt-bridge", "burnt-bridge", "paper-fire", "und-shambler", "paper-fire"],
            "has": {"base-health": 4},
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


@pytest.mark.pins("DOS-Q40", "DOS-181")
def test_a_player_stays_a_target_whatever_leaves_the_battlefield(workshop: cardlib.Game) -> None:
    play = begun(
        workshop,
        "A play und-shambler",
        "A end",
        "B play grudge",
        "B player a",
        "A play und-feast-of-names",
        "expect A.discard has und-shambler",
        "expect A.base-health = 15",  # 2 for each card that is not there to be drawn
        A={"hand": ["und-shambler", "und-feast-of-names"], "deck": [], "has": {"bio": 2}},
        B={"hand": ["grudge"]},
    )
    graveyard = play.match.state.zones[play.match.facts.zone["discard"][0]]
    assert graveyard[0] == 0  # the Shambler has the number of the player who is the target
    assert play.match.rules.table.pending(play.match) == []


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
        impossible="the Equipment that gives Hunger is on a Vehicle",
        A={"battlefield": ["ash-flame-wagon", "manual-hunger on ash-flame-wagon"], "has": {"supplies": 1, "power": 1}},
        B={"battlefield": [victim]},
    )
    assert play.read("turn") == 10
    assert play.read("A.base-health") == health


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
        impossible="the Equipment that gives Hunger is on a Vehicle",
        A={
            "battlefield": ["ash-flame-wagon", "manual-hunger on ash-flame-wagon", "und-shambler"],
            "has": {"supplies": 1, "power": 1},
        },
        B={"battlefield": ["dep-enforcer-frame"]},
    )
    assert play.read("turn") == 10
    assert play.read("A.base-health") == 15


@pytest.mark.pins("DOS-135", "DOS-177")
def test_a_kill_is_seen_by_who_falls_in_a_later_pass_of_the_check(workshop: cardlib.Game) -> None:
    """The Diarist lives by the Leadership of the Captain: he sees the kill of the moment in which she falls."""
    play = begun(
        workshop,
        "A attack hld-ward-captain",
        "A attack dep-enforcer-frame",
        "A done",
        "B block und-ravener hld-ward-captain",
        "B block und-shambler dep-enforcer-frame",
        "expect A.discard has war-diarist",
        phase="battle",
        A={"battlefield": ["hld-ward-captain", {"card": "war-diarist", "damage": 1}, "dep-enforcer-frame"]},
        B={"battlefield": ["und-ravener", "und-shambler"]},
    )
    play.step("expect A.hand = 1")


@pytest.mark.pins("DOS-157", "DOS-182")
def test_an_upgrade_does_not_stay_where_its_technology_is_returned(workshop: cardlib.Game) -> None:
    """Crew and what it carries stay for themselves; an Upgrade that is on nothing can't be (DOS-154)."""
    crewed = ["ash-ditch-chopper", "und-shambler on ash-ditch-chopper", "hld-fire-axe on und-shambler"]
    play = begun(
        workshop,
        "A play writ-of-return",
        "expect B.hand has ash-ditch-chopper",
        "expect B.discard has loose-plate",
        "expect log has DOS-157",
        A={"hand": ["writ-of-return"]},
        B={"battlefield": [*crewed, "loose-plate on ash-ditch-chopper"]},
    )
    play.step("expect B.battlefield = 2")
    play.step("expect und-shambler.attack = 3")


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
def test_the_phases_of_a_round_are_named_in_their_order_and_gains_are_told(structure: cardlib.Game) -> None:
    match = structure.match(["unburied", "holdouts"], seed=5, windows="turns")
    names = []
    for pick in ("done", "done", 0, "end", "end"):
        names.append(match.rules.table.phase(match))
        match.take(pick)
    assert names == ["Set-up", "Set-up", "Regroup", "Deploy", "Deploy and Retreat"]
    assert [event.text for event in match.log if event.kind == "resources"][:2] == [
        "A: +1 Survivor (now 1)",
        "A: +1 Bio (now 1)",
    ]


@pytest.mark.pins("DOS-208")
def test_hunger_and_the_hand_limit_are_the_end_of_a_round(structure: cardlib.Game) -> None:
    """Each is asked after phase 5, in the order of the rule."""
    play = begun(
        structure, A={"battlefield": ["und-ravener", "und-shambler"], "hand": ["und-pale-choir", *5 * ["und-shambler"]]}
    )
    seen = []
    for step in ("A end", "A done", "A end", "A starve und-ravener", "A und-shambler"):
        assert play.match.decision is not None
        seen.append((play.match.rules.table.phase(play.match), play.match.decision.rule))
        play.step(step)
    end = "End of round"
    assert seen == [
        ("Deploy", "DOS-032"),
        ("Battle", "DOS-094"),
        ("Deploy and Retreat", "DOS-032"),
        (end, "DOS-194"),
        (end, "DOS-015"),
    ]


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
    assert play.read("A.base-health") == 15


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


# -- numbers that lean on others ---------------------------------------------------------------------------------


def leading(static: dict[str, Any]) -> cardlib.Game:
    """The game with a Torch Mob whose only ability is permanent."""
    return cardlib.load("structure", {"cards.hld-torch-mob.abilities": [{"static": [static]}]})


def test_who_is_led_astray_may_die_of_it() -> None:
    """A Leadership below 0 takes defense from every Unit of its side, and what has none left retires (DOS-077)."""
    game = leading({"op": "has", "keyword": {"leadership": -1}, "of": "self"})
    units = ["hld-torch-mob", "hld-torch-mob", "ash-scav-mechanic"]
    play = begun(game, A={"battlefield": [*units, "hld-stockade-wall"]}, impossible="they die of who leads them")
    assert play.read("A.discard") == units
    assert play.read("A.battlefield") == ["hld-stockade-wall"]


def test_tokens_take_defense_away_where_they_give_less_than_none() -> None:
    """A Defense Gain below 0 counts for each token, and what has no defense left retires (DOS-077)."""
    game = leading({"op": "has", "keyword": {"defense-gain": -1}, "of": "self"})
    play = begun(
        game,
        A={"battlefield": ["hld-torch-mob", {"card": "hld-torch-mob", "token": 9}]},
        impossible="its tokens take its defense",
    )
    assert play.read("A.battlefield") == ["hld-torch-mob"]


@pytest.mark.parametrize("each", ["", "unit"], ids=["one card", "all"])
def test_a_text_that_takes_defense_away_kills_what_bears_no_damage(each: str) -> None:
    """Of one card alone or of all that it is about: what has no defense left retires at the next check (DOS-077)."""
    about = {"each": each} if each else {"of": "self"}
    game = cardlib.load(
        "structure",
        {"cards.ash-scav-mechanic.abilities": [{"static": [{"op": "gets", "stats": {"defense": -9}, **about}]}]},
    )
    play = begun(game, A={"battlefield": ["ash-scav-mechanic", "hld-torch-mob"]}, impossible="it has no defense left")
    assert play.read("A.battlefield") == ([] if each else ["hld-torch-mob"])


def test_who_leads_may_depend_on_the_numbers_of_others() -> None:
    game = leading({"op": "has", "keyword": {"leadership": 1}, "each": "fortification attack>=0"})
    match = begun(game, A={"battlefield": ["hld-torch-mob", "hld-stockade-wall"]}).match
    mob, wall = field(match)
    assert (attack(match, mob), attack(match, wall)) == (4, 0)


@pytest.mark.parametrize(("stacks", "attack"), [("sum", 1 + 2 * 5), ("highest", 1 + 5), ("none", 1 + 5)])
def test_what_several_of_a_keyword_do_is_said_in_keywords_json(tmp_path: Path, stacks: str, attack: int) -> None:
    workshop_at(tmp_path / "structure")
    path = tmp_path / "structure" / "keywords.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    next(one for one in data["keywords"] if one["id"] == "rampage")["stacks"] = stacks
    path.write_text(json.dumps(data), encoding="utf-8")
    manuals = ["manual-rampage on und-shambler"] * 2
    play = begun(cardlib.load(tmp_path / "structure"), A={"battlefield": ["und-shambler", *manuals]})
    assert play.read("und-shambler.attack") == attack
