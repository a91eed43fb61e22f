"""What Dept. of Structure says of what is not possible, by rule."""

from __future__ import annotations

import pytest
from given import begun
from workshop import FACTIONS

import cardlib
from cardlib.bots import Random
from cardlib.engine import moves
from cardlib.engine.decisions import IllegalOption

# -- refusals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "rule", "told"),
    [
        ("play und-shambller", None, "nearest: und-shambler"),
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
    with pytest.raises(IllegalOption, match="name 2 different types") as caught:
        play.match.take("bio bio")
    assert caught.value.rule == "DOS-023"
