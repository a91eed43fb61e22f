"""What Against All Tyrants answers to somebody who tries what is not possible: what was found, the rule, what to do."""

from __future__ import annotations

import pytest
from given import position

import cardlib
from cardlib.engine.decisions import IllegalOption
from cardlib.engine.match import Match


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


def refused(match: Match, notation: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalOption) as caught:
        match.take(notation)
    return caught.value.reason, caught.value.rule


COMBAT = {
    "D": {
        "battlefield": [
            "fln-line-destroyer space",
            {"card": "ff-gun-buggy", "at": "planetside", "disruption": 1},
            "mnd-security-detail planetside",
            "cheid-director-of-acquisitions planetside",
        ]
    },
    "A": {"battlefield": ["ru-needle-swarm space", "mnd-checkpoint space", "cheid-franchise-outlet planetside"]},
}


@pytest.mark.parametrize(
    ("notation", "reason", "rule"),
    [
        ("attack gunbuggi", "'gunbuggi' is no card in play (nearest: gun-buggy)", None),
        ("attack ff-militia-cell ru-needle-swarm", "no Militia Cell is in play", "AAT-045"),
        ("attack mnd-security-detail space 2 ru-needle-swarm", "no Security Detail (2) is in play in Space", "AAT-045"),
        ("attack mnd-checkpoint space fln-line-destroyer", "Checkpoint in Space is the enemy's", "AAT-045"),
        ("delegate", "'delegate' is not all: delegate CARD N", None),
        (
            "attack fln-line-destroyer space ru-needle-swarm",
            "Line Destroyer in Space is a Capital unit without Point-Defense; Needle Swarm in Space is a Fighter",
            "AAT-116",
        ),
        (
            "attack fln-line-destroyer space unb-asteroid-haven",
            "a unit with Defender in Space protects Asteroid Haven",
            "AAT-114",
        ),
        (
            "attack mnd-security-detail planetside mnd-checkpoint",
            "Checkpoint in Space is not Planetside, where Security Detail Planetside is",
            "AAT-053",
        ),
        (
            "attack ff-gun-buggy planetside cheid-franchise-outlet",
            "disrupted and can only remove a Disruption token: clear",
            "AAT-143",
        ),
        (
            "order cheid-director-of-acquisitions planetside sing",
            "'sing' is no order or number",
            None,
        ),
        (
            "order cheid-director-of-acquisitions planetside freeze-assets",
            "what Freeze Assets of Director of Acquisitions Planetside spends is not there in full",
            "AAT-079",
        ),
        ("move mnd-security-detail planetside", "does not show the other theater", "AAT-080"),
        ("clear mnd-security-detail planetside", "has no Disruption token", "AAT-049"),
        ("delegate cheid-director-of-acquisitions 1", "when an attack damages the own base by 2 or more", "AAT-072"),
        ("name trooper", "a type is named of which you have at least 3 non-objective units", "AAT-163"),
        ("name troper", "'troper' is no type (nearest: trooper)", None),
        ("play ff-militia-cell", "Militia Cell is not in your hand", "AAT-029"),
        ("put ff-militia-cell planetside", "no trait, order or effect places Militia Cell now", "AAT-038"),
        ("dance", "'dance' is no move, card or answer", None),
    ],
)
def test_in_combat(game: cardlib.Game, notation: str, reason: str, rule: str | None) -> None:
    found, cited = refused(position(game, **COMBAT), notation)
    assert reason in found
    assert cited == rule


@pytest.mark.parametrize(
    ("notation", "reason", "rule"),
    [
        ("play ff-gun-buggy space", "Gun Buggy goes Planetside: play ff-gun-buggy planetside", "AAT-033"),
        ("play ff-saboteur-team planetside", "Saboteur Team requires level 2; the Escalation level is 1", "AAT-030"),
        ("play fln-political-officer space", "goes next to your base: play fln-political-officer", "AAT-034"),
        ("play cheid-bribed-crews", "what Bribed Crews needs is not there", "AAT-079"),
        ("play unb-mole-network", "in your Special Forces deck; only traits bring it into play", "AAT-044"),
        ("play ff-rogue-transport", "placed in phase three: put ff-rogue-transport", "AAT-086"),
        ("play unb-shared-cache space", "Shared Cache goes to no theater: play unb-shared-cache", "AAT-032"),
        ("put ff-rogue-transport space", "placed in the theater of the own base: planetside", "AAT-086"),
        ("put ff-rogue-transport planetside", "placed in phase three of your turn", "AAT-086"),
        ("put fln-transmitter-beacon planetside", "Transmitter Beacon is not in your Objective zone", "AAT-086"),
        ("put unb-mole-network planetside", "only by a trait that places or deploys it", "AAT-044"),
        ("move ff-gun-buggy", "no Gun Buggy is in play", "AAT-045"),
    ],
)
def test_in_deployment(game: cardlib.Game, notation: str, reason: str, rule: str | None) -> None:
    hand = ["ff-gun-buggy", "ff-saboteur-team", "fln-political-officer", "cheid-bribed-crews", "unb-shared-cache"]
    match = position(
        game,
        phase="deployment",
        has={"level": 1},
        D={"hand": hand, "special-forces": ["unb-mole-network"], "objectives": ["ff-rogue-transport"]},
    )
    found, cited = refused(match, notation)
    assert reason in found
    assert cited == rule


def test_a_choice_in_the_middle_of_something_else_names_what_is_asked(game: cardlib.Game) -> None:
    match = position(
        game,
        "D attack fln-shock-regiment planetside cheid-franchise-outlet",
        D={"battlefield": ["fln-shock-regiment planetside", "unb-partisan-band planetside", "ff-gun-buggy planetside"]},
        A={"battlefield": ["cheid-franchise-outlet planetside", "ac-elder-titan planetside"]},
    )
    assert refused(match, "attack ff-gun-buggy planetside ac-elder-titan") == (
        "Gun Buggy Planetside is none of the units that may be instructed now",
        "AAT-110",
    )
    assert refused(match, "order unb-canyon-redoubt planetside dig-in")[1] == "AAT-082"
    match.take("done")
    match.take("end")


def test_a_placement_names_the_theaters_of_the_card(game: cardlib.Game) -> None:
    match = position(
        game,
        "D play ff-smuggler-shuttle space",
        phase="deployment",
        has={"level": 1},
        D={"hand": ["ff-smuggler-shuttle"], "special-forces": ["ff-militia-cell", "ff-gun-buggy"]},
    )
    assert refused(match, "put ff-militia-cell space") == ("Militia Cell may only be Planetside", "AAT-039")
    assert refused(match, "put ff-gun-buggy planetside")[1] == "AAT-131"


def test_the_placement_condition_is_quoted(game: cardlib.Game) -> None:
    match = position(
        game,
        phase="end",
        active="A",
        has={"level": 3},
        A={"objectives": ["fln-finality-planet-cracker", "ff-rogue-transport"]},
    )
    assert refused(match, "put fln-finality-planet-cracker space") == (
        "Finality Planet Cracker cannot be placed now: Placement needs Escalation level 4 or higher",
        "AAT-087",
    )


def test_an_order_without_a_possible_choice(game: cardlib.Game) -> None:
    match = position(game, D={"battlefield": [{"card": "ccn-holy-mount", "at": "planetside", "shield": 2}]})
    assert refused(match, "order ccn-holy-mount planetside vigil") == (
        "none of what Vigil of Holy Mount Planetside lets you choose is possible",
        "AAT-079",
    )


def test_delegation_says_how_much_can_be_moved(game: cardlib.Game) -> None:
    match = position(
        game,
        "A attack ff-gun-buggy planetside unb-canyon-redoubt",
        active="A",
        A={"battlefield": ["ff-gun-buggy planetside"]},
        D={"battlefield": ["cheid-chair-of-the-board planetside", "ff-smuggler-shuttle space"]},
    )
    chair = "Chair of the Board"
    assert refused(match, "delegate cheid-chair-of-the-board 3") == (
        f"1 to 2 damage can be moved to {chair}, not 3",
        "AAT-073",
    )
    assert refused(match, "delegate ff-smuggler-shuttle 1") == (
        "Smuggler Shuttle is no leader of yours in play",
        "AAT-072",
    )
