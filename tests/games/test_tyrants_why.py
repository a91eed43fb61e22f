"""What Against All Tyrants answers to somebody who tries what is not possible: what was found, the rule, what to do."""

from __future__ import annotations

import re
import textwrap
from types import ModuleType
from typing import Any

import pytest
from given import position

import cardlib
from cardlib.games.tyrants import acting, attack, numbers, playing, turn
from cardlib.games.tyrants.board import END_OF_TURN
from cardlib.kernel import moves
from cardlib.kernel.decisions import IllegalOption, UnknownMove
from cardlib.kernel.match import Match
from cardlib.kernel.refusals import Refusal
from cardlib.scenarios import ScenarioError


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("tyrants")


def refused(match: Match, notation: str) -> str:
    with pytest.raises(IllegalOption) as caught:
        match.take(notation)
    return str(caught.value)


COMBAT: dict[str, Any] = {
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
FIGHT: dict[str, Any] = {
    "D": {
        "battlefield": [
            "ff-patchwork-interceptor space",
            "unb-salvaged-frigate space",
            "ac-uluri-gliders space",
            "mnd-security-detail planetside",
            "cheid-chair-of-the-board planetside",
        ]
    },
    "A": {
        "battlefield": [
            "fln-line-destroyer space",
            "ac-uluri-gliders space",
            "fln-fleet-marshal space",
            "mnd-checkpoint planetside",
            "cheid-franchise-outlet planetside",
        ]
    },
}
ORDERS: dict[str, Any] = {
    "D": {
        "battlefield": [
            "ff-rogue-transport planetside",
            "cheid-director-of-acquisitions planetside",
        ]
    },
}
DEPLOYMENT: dict[str, Any] = {
    "phase": "deployment",
    "has": {"level": 1},
    "D": {
        "hand": ["ff-gun-buggy", "ff-saboteur-team", "fln-political-officer", "cheid-bribed-crews", "unb-shared-cache"],
        "special-forces": ["unb-mole-network"],
        "objectives": ["ff-rogue-transport"],
    },
}
PACT: dict[str, Any] = {
    "D": {
        "battlefield": [
            *["ac-concord-embassy planetside", "ac-concord-embassy planetside"],
            *["ru-needle-swarm space", "ru-needle-swarm space", "ru-needle-swarm space"],
        ]
    },
    "has": {"level": 2},
}

INSTRUCTED: dict[str, Any] = {
    "D": {
        "battlefield": [
            *["fln-shock-regiment planetside", "unb-partisan-band planetside", "ff-gun-buggy planetside"],
            {"card": "ff-militia-cell", "at": "planetside", "instructed": 1},
        ]
    },
    "A": {"battlefield": ["cheid-franchise-outlet planetside", "ac-elder-titan planetside"]},
}
DELEGATION: dict[str, Any] = {
    "active": "A",
    "A": {"battlefield": ["ff-gun-buggy planetside"]},
    "D": {
        "battlefield": ["cheid-chair-of-the-board planetside", "ff-smuggler-shuttle space"],
        "hand": ["ff-militia-cell"],
    },
}
SET_UP: dict[str, Any] = {
    "phase": "set-up",
    "D": {
        "deck": 6,
        "bases": ["ff-free-port", "ff-undercity-warren"],
        "special-forces": ["asc-silent-witness", "mnd-sleeper-agent", "unb-partisan-band"],
    },
    "A": {"deck": 6, "bases": ["fln-citadel-station", "fln-admiralty-fortress"]},
}

# A position, what is done in it, and moves with what is answered to each; `!` is before those of who is not asked.
CASES: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    (
        COMBAT,
        (),
        """
        attack ff-militia-cell ru-needle-swarm -> no Militia Cell is in play (AAT-045)
        attack mnd-security-detail space 2 ru-needle-swarm -> no Security Detail (2) is in play in Space (AAT-045)
        attack mnd-checkpoint space fln-line-destroyer -> Checkpoint in Space is the enemy's; only own units act
            (AAT-045)
        attack mnd-security-detail ff-militia-cell -> there is no Militia Cell to attack (AAT-053)
        attack mnd-security-detail planetside mnd-checkpoint -> Checkpoint in Space is not Planetside, where Security
            Detail Planetside is (AAT-053)
        attack mnd-security-detail fln-line-destroyer -> Line Destroyer in Space is not an enemy (AAT-053)
        attack line-destroyer unb-canyon-redoubt -> Canyon Redoubt Planetside is not in Space, where Line Destroyer
            in Space is (AAT-160)
        attack mnd-security-detail unb-canyon-redoubt -> Canyon Redoubt Planetside carries no Computation token that
            an own unit could take off (AAT-160)
        attack fln-line-destroyer space ru-needle-swarm -> Line Destroyer in Space is a Capital unit without
            Point-Defense; Needle Swarm in Space is a Fighter (AAT-116)
        attack fln-line-destroyer space unb-asteroid-haven -> a unit with Defender in Space protects Asteroid Haven
            in Space (AAT-114)
        attack unb-canyon-redoubt mnd-checkpoint -> Canyon Redoubt Planetside is a base, and never attacks or moves
            (AAT-050)
        move unb-canyon-redoubt -> Canyon Redoubt Planetside is a base, and never attacks or moves (AAT-050)
        attack director-of-acquisitions franchise-outlet -> Director of Acquisitions Planetside is a leader, lies
            next to its base and has no action (AAT-051)
        attack ff-gun-buggy planetside cheid-franchise-outlet -> Gun Buggy Planetside is disrupted and can only
            remove a Disruption token: clear (AAT-143)
        clear unb-canyon-redoubt -> Canyon Redoubt Planetside is no unit and cannot be disrupted (AAT-Q60)
        clear mnd-security-detail planetside -> Security Detail Planetside has no Disruption token (AAT-049)
        move mnd-security-detail planetside -> the card of Security Detail Planetside does not show the other theater
            (AAT-080)
        order mnd-security-detail 1 -> Security Detail Planetside has no order (AAT-078)
        order unb-canyon-redoubt 1 -> Canyon Redoubt Planetside has no such order; its orders: Dig In (AAT-078)
        delegate cheid-director-of-acquisitions 1 -> damage is moved to a leader when an attack damages the own base
            by 2 or more (AAT-072)
        name trooper -> a type is named of which you have at least 3 non-objective units (AAT-163)
        play ff-militia-cell -> Militia Cell is not in your hand (AAT-029)
        put ff-militia-cell planetside -> no trait, order or effect places Militia Cell now; cards are played in
            phase one (AAT-038)
        done -> 'done' is not offered now; say 'end' (AAT-049)
        """,
    ),
    (
        FIGHT,
        (),
        """
        attack ff-patchwork-interceptor fln-line-destroyer -> Patchwork Interceptor in Space is a Fighter without
            Bomber or Torpedo; Line Destroyer in Space is a Capital unit (AAT-109)
        attack ff-patchwork-interceptor unb-asteroid-haven -> Patchwork Interceptor in Space is a Fighter, and an
            enemy Fighter is in Space (AAT-116)
        attack unb-salvaged-frigate unb-asteroid-haven -> Salvaged Frigate in Space is a Capital unit, and an enemy
            Capital unit is in Space (AAT-109)
        attack salvaged-frigate space uluri-gliders -> Salvaged Frigate in Space is a Capital unit without
            Point-Defense; Uluri Gliders in Space (2) is a Fighter (AAT-116)
        attack mnd-security-detail franchise-outlet -> a unit with Defender protects Franchise Outlet Planetside, and
            Security Detail Planetside has no Mark token (AAT-113)
        attack security-detail fleet-marshal -> Fleet Marshal in Space can be attacked only from the theater of its
            base (AAT-075)
        attack uluri-gliders fleet-marshal -> Uluri Gliders in Space has no Mark token to spend on a leader (AAT-074)
        """,
    ),
    (
        FIGHT,
        (
            "D attack mnd-security-detail planetside mnd-checkpoint",
            "D order chair-of-the-board dividend",
        ),
        """
        attack mnd-security-detail mnd-checkpoint -> Security Detail Planetside has used its action of this turn
            (AAT-045)
        order unb-canyon-redoubt dig-in -> the one action of the base is spent; orders of leaders spend it too (AAT-050)
        """,
    ),
    (
        ORDERS,
        (),
        """
        order rogue-transport escape -> what Escape of Rogue Transport Planetside needs does not hold (AAT-079)
        order director-of-acquisitions freeze-assets -> what Freeze Assets of Director of Acquisitions Planetside
            spends is not there in full (AAT-079)
        """,
    ),
    (
        {"active": "A", "A": {"battlefield": ["ff-free-port space"]}},
        (),
        """
        order free-port launch -> Launch of Free Port in Space has no target, and an order needs all of its targets
            (AAT-025)
        """,
    ),
    (
        {"D": {"battlefield": [{"card": "ccn-holy-mount", "at": "planetside", "shield": 2}]}},
        (),
        """
        order holy-mount vigil -> none of what Vigil of Holy Mount Planetside lets you choose is possible (AAT-079)
        """,
    ),
    (
        DEPLOYMENT,
        (),
        """
        play ff-gun-buggy space -> Gun Buggy goes Planetside: play ff-gun-buggy planetside (AAT-033)
        play ff-saboteur-team planetside -> Saboteur Team requires level 2; the Escalation level is 1 (AAT-030)
        play fln-political-officer space -> Political Officer goes next to your base: play fln-political-officer
            (AAT-034)
        play cheid-bribed-crews -> what Bribed Crews needs is not there (AAT-079)
        play unb-mole-network -> Mole Network is in your Special Forces deck; only traits bring it into play (AAT-044)
        play ff-rogue-transport -> Rogue Transport is an objective card, placed in phase three: put
            ff-rogue-transport (AAT-086)
        play unb-shared-cache space -> Shared Cache goes to no theater: play unb-shared-cache (AAT-032)
        put ff-rogue-transport space -> objective cards are placed in the theater of the own base: planetside (AAT-086)
        put ff-rogue-transport -> Rogue Transport is placed in phase three of your turn (AAT-086)
        put fln-transmitter-beacon planetside -> Transmitter Beacon is not in your Objective zone (AAT-086)
        put unb-mole-network planetside -> Mole Network comes into play only by a trait that places or deploys it
            (AAT-044)
        order unb-canyon-redoubt dig-in -> units and the base act in phase two (AAT-023)
        """,
    ),
    (
        DEPLOYMENT,
        (
            "D play ff-gun-buggy",
            "D play unb-shared-cache",
        ),
        """
        play fln-political-officer -> 2 cards have been played this turn (AAT-029)
        """,
    ),
    (
        {
            "phase": "deployment",
            "has": {"level": 1},
            "D": {"hand": ["ff-smuggler-shuttle"], "special-forces": ["ff-militia-cell", "ff-gun-buggy"]},
        },
        ("D play ff-smuggler-shuttle space",),
        """
        put ff-militia-cell space -> Militia Cell may only be Planetside (AAT-039)
        put ff-gun-buggy planetside -> Gun Buggy is none of the cards that may be put into play now (AAT-131)
        put partisan-band -> Partisan Band is none of the cards that may be put into play now (AAT-131)
        """,
    ),
    (
        {
            "phase": "end",
            "D": {"hand": ["ff-gun-buggy"], "objectives": ["ff-rogue-transport", "ac-breaching-shuttle"]},
            "has": {"level": 1},
        },
        (),
        """
        put ac-breaching-shuttle -> Breaching Shuttle is for the Attacker only (AAT-106)
        play gun-buggy -> Gun Buggy is played in phase one, one card after the other (AAT-029)
        """,
    ),
    (
        {
            "phase": "end",
            "active": "A",
            "has": {"level": 3},
            "A": {"objectives": ["fln-transmitter-beacon", "fln-finality-planet-cracker", "ff-rogue-transport"]},
        },
        (),
        """
        put fln-transmitter-beacon -> Transmitter Beacon is for the Defender only (AAT-115)
        put fln-finality-planet-cracker space -> Finality Planet Cracker cannot be placed now: Placement needs
            Escalation level 4 or higher (AAT-087)
        """,
    ),
    (
        {"active": "A", "A": {"battlefield": ["ff-free-port space"], "hand": ["ff-patchwork-interceptor"]}},
        ("A order ff-free-port space launch",),
        """
        attack ff-patchwork-interceptor asteroid-haven -> Patchwork Interceptor in Space entered in phase two of this
            turn and acts from the next turn on (AAT-047)
        """,
    ),
    (
        INSTRUCTED,
        ("D attack fln-shock-regiment planetside cheid-franchise-outlet",),
        """
        attack ff-gun-buggy planetside ac-elder-titan -> Gun Buggy Planetside is none of the units that may be
            instructed now (AAT-110)
        attack militia-cell elder-titan -> Militia Cell Planetside has received an instruction this turn (AAT-082)
        order unb-canyon-redoubt planetside dig-in -> only units are instructed, neither bases nor leaders (AAT-082)
        end -> 'end' is not offered now; say 'done' (AAT-110)
        """,
    ),
    (
        {
            "phase": "deployment",
            "has": {"level": 5},
            "D": {"hand": ["unb-all-out-assault"], "battlefield": ["ff-rogue-transport planetside"]},
            "A": {"battlefield": ["mnd-checkpoint planetside"]},
        },
        ("D play unb-all-out-assault",),
        """
        move rogue-transport -> the additional action is an attack (AAT-085)
        """,
    ),
    (
        {
            "D": {"battlefield": ["cheid-leased-gun-platform space", "ff-patchwork-interceptor space"]},
            "A": {"battlefield": ["mnd-checkpoint space", "ru-needle-swarm space"]},
        },
        ("D attack cheid-leased-gun-platform mnd-checkpoint",),
        """
        attack ff-patchwork-interceptor needle-swarm -> Leased Gun Platform in Space may attack again first; say done
            if it shall not (AAT-126)
        """,
    ),
    (
        DELEGATION,
        ("A attack ff-gun-buggy planetside unb-canyon-redoubt",),
        """
        delegate cheid-chair-of-the-board 3 -> 1 to 2 damage can be moved to Chair of the Board, not 3 (AAT-073)
        delegate ff-smuggler-shuttle 1 -> Smuggler Shuttle is no leader of yours in play (AAT-072)
        """,
    ),
    (
        DELEGATION,
        (
            "A attack ff-gun-buggy planetside unb-canyon-redoubt",
            "D no",
        ),
        """
        !attack smuggler-shuttle space asteroid-haven -> Smuggler Shuttle in Space acts in its player's turn (AAT-024)
        !play militia-cell -> Militia Cell is played in your own turn; nothing is played in answer (AAT-024)
        !concede -> a player gives up in a turn of the player's own (AAT-170)
        !end -> player A is asked now: take an action (AAT-049)
        """,
    ),
    (
        PACT,
        (),
        """
        name trooper -> a type is named of which you have at least 3 non-objective units (AAT-163)
        name drone -> a type is named by the order Forge Pact (AAT-163)
        """,
    ),
    (
        PACT,
        ("D order concord-embassy planetside forge-pact",),
        """
        name trooper -> a type is named of which you have at least 3 non-objective units (AAT-163)
        move needle-swarm -> the card of Needle Swarm in Space does not show the other theater (AAT-080)
        clear needle-swarm -> Needle Swarm in Space has no Disruption token (AAT-049)
        attack needle-swarm asteroid-haven -> something else is asked first: name a type (AAT-163)
        """,
    ),
    (
        PACT,
        (
            "D order concord-embassy planetside forge-pact",
            "D name drone",
            "D order concord-embassy planetside 2 forge-pact",
        ),
        """
        name drone -> drone has been named before (AAT-163)
        """,
    ),
    (
        SET_UP,
        (
            "D done",
            "A done",
        ),
        """
        put partisan-band -> Partisan Band is no card with Infiltrate in your Special Forces deck (AAT-118)
        play partisan-band -> something else is asked first: deploy by Infiltrate (AAT-118)
        """,
    ),
]


def answers(block: str) -> list[tuple[str, str]]:
    """Return the moves of a block, each with what is answered; a line that is set in deeper goes on."""
    lines = textwrap.dedent(block).strip().replace("\n    ", " ").splitlines()
    return [(move, answer) for move, _, answer in (line.partition(" -> ") for line in lines)]


@pytest.mark.parametrize(("given", "steps", "block"), CASES)
def test_refusals(game: cardlib.Game, given: dict[str, Any], steps: tuple[str, ...], block: str) -> None:
    match = position(game, *steps, **given)
    for move, answer in answers(block):
        if move.startswith("!"):
            assert str(moves.why_not(match, 1 - match.player, move[1:])) == answer
        else:
            assert refused(match, move) == answer


def refusals(*modules: ModuleType) -> set[Refusal]:
    """Return the refusals that modules hold."""
    return {value for module in modules for value in vars(module).values() if isinstance(value, Refusal)}


def test_every_refusal_has_a_case() -> None:
    said = [answer for _, _, block in CASES for _, answer in answers(block)]
    known = refusals(acting, attack, numbers, playing, turn) - BY_HAND
    assert len(known) > 50
    for refusal in known:
        form = re.sub(r"\\{\w+\\}", ".*", re.escape(f"{refusal.text} ({refusal.rule})"))
        assert any(re.fullmatch(form, answer) for answer in said), refusal


# What no deck of the prototype comes upon.
BY_HAND = {turn.NEVER_HOME, turn.PLACED}


def test_an_objective_card_that_never_goes_to_the_own_base(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = position(game, phase="end", has={"level": 1}, D={"objectives": ["ff-rogue-transport"]})
    only_space = list(game.facts.game.theaters)
    only_space[game.facts.number["ff-rogue-transport"]] = (0,)
    monkeypatch.setattr(game.facts.game, "theaters", only_space)
    assert refused(match, "put ff-rogue-transport space") == (
        "Rogue Transport cannot be Planetside, where your base is (AAT-087)"
    )


def test_a_second_objective_card_in_one_turn(game: cardlib.Game) -> None:
    match = position(game, D={"objectives": ["ff-rogue-transport"]}, has={"level": 1})
    match.state.vars.update(combat=END_OF_TURN, plays=1)
    assert refused(match, "put ff-rogue-transport planetside") == (
        "one objective card has been placed this turn (AAT-086)"
    )


@pytest.mark.parametrize(
    ("notation", "reason"),
    [
        ("attack gunbuggi", "'gunbuggi' is no card in play (nearest: gun-buggy)"),
        ("delegate", "'delegate' is not all: delegate CARD N"),
        ("order cheid-director-of-acquisitions planetside sing", "'sing' is no order or number"),
        ("name troper", "'troper' is no type (nearest: trooper)"),
        ("dance", "'dance' is no move, card or answer"),
    ],
)
def test_what_is_no_move_has_no_rule(game: cardlib.Game, notation: str, reason: str) -> None:
    with pytest.raises(UnknownMove, match=re.escape(reason)) as caught:
        position(game, **COMBAT).take(notation)
    assert caught.value.rule is None


@pytest.mark.parametrize(
    ("notation", "offered"),
    [
        ("attack line destroyer checkpoint space", "attack fln-line-destroyer space mnd-checkpoint"),
        ("attack line destroyer space 1 checkpoint 1", "attack fln-line-destroyer space mnd-checkpoint"),
        ("attack security detail", "attack mnd-security-detail planetside cheid-franchise-outlet"),
        ("clear gun buggy 1", "clear ff-gun-buggy planetside"),
        ("order canyon redoubt", "order unb-canyon-redoubt planetside dig-in"),
    ],
)
def test_a_move_may_say_less_or_more_than_its_notation(game: cardlib.Game, notation: str, offered: str) -> None:
    match = position(game, **COMBAT)
    assert match.options[match.find(notation)].notation == offered


def test_a_torpedo_reaches_a_capital_unit_and_a_fighter_the_other_base_in_few_words(game: cardlib.Game) -> None:
    """Both were answered as refused: by AAT-109, which Torpedo lifts, and by AAT-053 (AAT-069, AAT-130)."""
    match = position(
        game,
        D={"battlefield": ["asc-null-lancer space", "ru-needle-swarm space"]},
        A={"battlefield": ["ccn-thurible-battlecruiser space", "cheid-exchange-station space"]},
    )
    match.take("attack asc-null-lancer ccn-thurible-battlecruiser")
    match.take("attack needle-swarm exchange-station")
    assert [event.rule for event in match.log if event.kind == "attacks"] == ["AAT-052", "AAT-052"]


def test_a_move_that_is_offered_is_no_cannot(game: cardlib.Game) -> None:
    given = {
        "D": {"battlefield": ["asc-null-lancer space"]},
        "A": {"battlefield": ["ccn-thurible-battlecruiser space"]},
    }
    with pytest.raises(ScenarioError, match="it is offered"):
        position(game, "D cannot attack asc-null-lancer ccn-thurible-battlecruiser because AAT-109", **given)
