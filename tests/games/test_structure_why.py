"""What Dept. of Structure says of what is not possible, by rule."""

from __future__ import annotations

import pytest
from given import Play, begun
from matrices import seldom
from workshop import FACTIONS

import cardlib
from cardlib.bots import Random
from cardlib.kernel import moves
from cardlib.kernel.decisions import IllegalOption
from cardlib.scenarios import ScenarioError


def refused(play: Play, notation: str, rule: str | None, told: str) -> None:
    """What is tried is refused by this rule, with these words."""
    with pytest.raises(IllegalOption) as caught:
        play.match.take(notation)
    assert caught.value.rule == rule
    assert told in caught.value.reason


# -- refusals ----------------------------------------------------------------------------------------------------


def test_the_type_of_a_resource_is_asked_for_and_refused_by_the_rule_that_asks(structure: cardlib.Game) -> None:
    play = begun(
        structure,
        A={
            "battlefield": ["und-shambler", "und-pale-choir", "hld-watch-volunteer"],
            "hand": ["ash-smash-and-grab", "neu-salvage-heap", "hld-convoy-call"],
            "has": {"supplies": 1},
        },
        B={"battlefield": ["und-ravener"]},
    )
    play.match.take("play ash-smash-and-grab")
    assert [option.rule for option in play.match.options] == ["DOS-043"] * 4
    refused(play, "survivor bio", "DOS-043", "name one type")
    refused(play, "und-ravener", "DOS-043", "not offered now: name a resource type")
    play.match.take("bio")
    play.match.take("play neu-salvage-heap")
    assert {option.rule for option in play.match.options} == {"DOS-067"}
    refused(play, "bio bio", "DOS-067", "name 2 different types, in the order survivor, bio, power, supplies")
    refused(play, "supplies", "DOS-067", "name 2 different types")
    refused(play, "bio survivor", None, "say 'survivor bio'")
    play.match.take("survivor bio")
    play.match.take("play hld-convoy-call")
    assert {option.rule for option in play.match.options} == {"DOS-067"}
    refused(play, "survivor bio", "DOS-067", "name one type")


def test_what_is_named_too_early_is_asked_for_later(structure: cardlib.Game) -> None:
    play = begun(
        structure,
        A={
            "battlefield": ["und-shambler"],
            "hand": ["und-grasping-hands", "hld-fire-axe", "und-raging-dead"],
            "has": {"bio": 3, "supplies": 1},
        },
        B={"battlefield": ["und-ravener"]},
    )
    refused(play, "play und-grasping-hands und-ravener", "DOS-043", "announced by itself; its target is asked for then")
    refused(play, "play hld-fire-axe und-shambler", "DOS-149", "deployed by itself, and equipped to a Unit afterwards")
    refused(play, "play und-raging-dead und-shambler", "DOS-154", "Raging Dead is no Upgrade and goes on no card")


def test_what_is_no_target_is_told_of_the_copy_that_is_named(structure: cardlib.Game) -> None:
    sniper = {"card": "hld-rooftop-sniper", "utilized": 1}
    play = begun(
        structure,
        A={"battlefield": ["hld-rooftop-sniper", sniper], "hand": ["und-grasping-hands"], "has": {"bio": 2}},
        B={"battlefield": ["hld-rooftop-sniper", sniper, "und-shambler"]},
    )
    play.match.take("play und-grasping-hands")
    refused(play, "hld-rooftop-sniper 2", "DOS-044", "Rooftop Sniper (2) is no legal target")
    refused(play, "hld-rooftop-sniper 3", "DOS-192", "Rooftop Sniper (3) is Hidden")
    refused(play, "dep-substation", "DOS-044", "'dep-substation' is no legal target")
    refused(play, "player b", "DOS-181", "a Base is affected only by effects that name a Base")
    refused(play, "3", "DOS-043", "'3' is not offered now: choose a target")
    refused(play, "first und-shambler", "DOS-043", "not offered now: choose a target")


@pytest.mark.parametrize(
    ("notation", "rule", "told"),
    [
        ("play und-shambller", None, "nearest: und-shambler"),
        ("play dep-enforcer-frame", "DOS-047", "costs 2 Power; your pool: 0 Survivor, 1 Bio"),
        ("play hld-hold-the-line", "DOS-017", "Hold the Line is not in your Hand"),
        ("use und-shambler", "DOS-170", "Shambler has no activated ability"),
        ("use ash-road-rat", None, "no 'ash-road-rat' is on the battlefield"),
        ("attack ash-road-rat", None, "no 'ash-road-rat' is on the battlefield"),
        ("use dep-compliance-officer 2", "DOS-170", "Compliance Officer has 1 activated ability"),
        ("equip und-necromender", "DOS-083", "Necromender is no Equipment and no Vehicle"),
        ("equip hld-fire-axe dep-sentry-gun", "DOS-083", "Sentry Gun is no Unit"),
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
def test_a_refusal_names_what_was_found_and_its_rule(
    structure: cardlib.Game, notation: str, rule: str, told: str
) -> None:
    play = begun(
        structure,
        A={
            "battlefield": [
                {"card": "und-shambler", "utilized": 1},
                "hld-riot-shield on und-shambler",
                "hld-fire-axe",
                "dep-sentry-gun",
                "und-necromender",
                "dep-compliance-officer",
            ],
            "hand": ["dep-enforcer-frame"],
            "has": {"bio": 1},
        },
    )
    refused(play, notation, rule, told)


@pytest.mark.parametrize("move", ["attack und-shambler", "use und-necromender 1", "unequip hld-fire-axe"])
def test_what_is_not_there_is_refused_by_no_rule(structure: cardlib.Game, move: str) -> None:
    """A scenario that names a card by mistake does not pass for the rule on announcing."""
    play = begun(structure, A={"battlefield": ["und-pale-choir"]})
    with pytest.raises(ScenarioError, match="is in play"):
        play.step(f"A cannot {move} because DOS-044")


@pytest.mark.parametrize("seed", [0, *seldom(1, 2)])
def test_whatever_is_refused_has_a_reason_and_a_rule_that_exists(structure: cardlib.Game, seed: int) -> None:
    match = structure.match([FACTIONS[seed], FACTIONS[seed + 1]], seed=seed)
    bot = Random(seed)
    said = {"concede", "use und-wall-of-flesh 9", "equip und-shambler", "survivor survivor", "block und-shambler"}
    while not match.over and match.state.serial < 250:
        offered = {option.notation for option in match.options}
        said |= offered
        if match.state.serial % 10 == 0:
            for notation in sorted(said - offered):
                for player in (0, 1):
                    refused = moves.why_not(match, player, notation)
                    assert refused.reason
                    assert refused.rule is None or refused.rule in structure.project.rules
        match.take(bot.choose(match.view(match.player)))


@pytest.mark.pins("DOS-023")
def test_resources_named_in_another_order_are_put_right(structure: cardlib.Game) -> None:
    play = begun(structure, phase="start")
    with pytest.raises(IllegalOption, match="say 'survivor bio'"):
        play.match.take("bio survivor")
    refused(play, "bio bio", "DOS-023", "name 2 different types")


@pytest.mark.parametrize(
    ("player", "notation", "told"),
    [
        (0, "pass", "say 'done' to go on"),
        (0, "end", "'end' is not offered now; say 'done'"),
        (0, "no", "'no' is not offered now; say 'done'"),
        (1, "pass", "player A is asked now: shuffle in and draw anew"),
        (1, "end", "player A is asked now: shuffle in and draw anew"),
    ],
)
def test_who_has_nothing_to_change_at_the_mulligan_is_told_how_to_go_on(
    structure: cardlib.Game, player: int, notation: str, told: str
) -> None:
    """There is no phase yet that anybody could end or pass in."""
    match = structure.match(["unburied", "holdouts"], seed=1)
    refusal = moves.why_not(match, player, notation)
    assert (refusal.rule, refusal.reason) == ("DOS-009", told)


def test_only_who_is_asked_may_pass(structure: cardlib.Game) -> None:
    """The defender ends no phase, and passes in a window of the own."""
    given = {"hand": ["neu-scorched-earth"], "has": {"bio": 2}}
    play = begun(structure, A=given, B=given)
    refusal = moves.why_not(play.match, 1, "end")
    assert (refusal.rule, refusal.reason) == ("DOS-021", "the attacker ends phases 3 and 5")
    play.step("A end")
    refused(play, "end", "DOS-021", "the attacker ends phases 3 and 5; you may pass")


# -- while a choice is made --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "rule", "told"),
    [
        ("survivor bio", "DOS-048", "name one type: each * is paid by itself"),
        ("bio power survivor", "DOS-048", "name one type"),
        ("supplies bio", "DOS-048", "your pool has no Supplies left to pay with"),
        ("play und-ravener", "DOS-048", "pay * with"),
        ("play neu-ration-crates", "DOS-048", "pay * with"),
        ("equip hld-fire-axe und-shambler", "DOS-048", "pay * with"),
        ("unequip hld-riot-shield", "DOS-048", "pay * with"),
        ("use hld-street-medic", "DOS-048", "pay * with"),
        ("end", "DOS-048", "pay * with"),
    ],
)
def test_while_a_cost_is_paid_the_payment_is_what_is_asked(
    structure: cardlib.Game, notation: str, rule: str, told: str
) -> None:
    """It is phase 3 all the same: no moment is named that has come already."""
    play = begun(
        structure,
        "A play dep-enforcer-frame",
        A={
            "battlefield": ["und-shambler", "hld-fire-axe", "hld-riot-shield on und-shambler", "hld-street-medic"],
            "hand": ["dep-enforcer-frame", "und-ravener", "neu-ration-crates"],
            "has": {"survivor": 5, "bio": 5, "power": 5},
        },
    )
    refused(play, notation, rule, told)


@pytest.mark.parametrize("notation", ["play und-ravener", "play dep-power-cut", "use hld-street-medic"])
def test_while_a_target_is_chosen_the_choice_is_what_is_asked(structure: cardlib.Game, notation: str) -> None:
    play = begun(
        structure,
        "A play neu-field-dressing",
        A={
            "battlefield": ["und-shambler", "und-pale-choir", "hld-street-medic"],
            "hand": ["neu-field-dressing", "und-ravener", "dep-power-cut"],
            "has": {"survivor": 5, "bio": 5, "power": 5, "supplies": 5},
        },
    )
    refused(play, notation, "DOS-043", "choose a target")


def test_in_the_step_for_tactics_none_is_told_to_wait_for_it(structure: cardlib.Game) -> None:
    """The attacker is asked first in step 4.3; in step 4.1 a Tactic does wait."""
    given = {
        "A": {"battlefield": ["und-shambler", "und-pale-choir"], "hand": ["dep-power-cut"], "has": {"power": 5}},
        "B": {"battlefield": ["und-shambler"], "hand": ["dep-power-cut"], "has": {"power": 5}},
    }
    play = begun(structure, phase="battle", **given)
    assert moves.why_not(play.match, 1, "play dep-power-cut").rule == "DOS-071"
    play.step("A attack und-shambler")
    play.step("A done")
    play.step("B done")
    assert play.match.decision is not None
    assert play.match.decision.rule == "DOS-112"
    assert moves.why_not(play.match, 1, "play dep-power-cut").rule == "DOS-112"


# -- copies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "rule", "told"),
    [
        ("equip hld-fire-axe und-pale-choir", "DOS-081", "Fire Axe (2) is utilized; both must be ready"),
        ("equip dep-arc-lance und-shambler", "DOS-081", "Shambler (2) is utilized; both must be ready"),
        ("equip hld-ol-tank und-shambler", "DOS-083", "has no free place for crew"),
        ("unequip hld-riot-shield", "DOS-084", "Shambler (2) is utilized; both must be ready"),
    ],
)
def test_of_several_copies_the_one_that_is_nearest_to_it_is_told_of(
    structure: cardlib.Game, notation: str, rule: str, told: str
) -> None:
    """The oldest Fire Axe is attached, the oldest Riot Shield is not, the oldest Shambler is crew."""
    play = begun(
        structure,
        A={
            "battlefield": [
                "hld-ol-tank",
                "und-shambler on hld-ol-tank",
                "und-pale-choir",
                "hld-fire-axe on und-pale-choir",
                {"card": "hld-fire-axe", "utilized": 1},
                "dep-arc-lance",
                "hld-riot-shield",
                {"card": "und-shambler", "utilized": 1},
                "hld-riot-shield on und-shambler 2",
            ],
        },
    )
    refused(play, notation, rule, told)
