"""What a game need not write itself: options said by their forms, refusals by verb, sentences beside their events."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from written import written

from cardlib.abilities.rules import GameRules
from cardlib.errors import EngineError
from cardlib.game import Game
from cardlib.kernel import atoms, seats
from cardlib.kernel.boards.occupants import board_of, in_the_way
from cardlib.kernel.boards.paths import reachable
from cardlib.kernel.boards.sight import sees
from cardlib.kernel.contract import back_to, procedure
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.declared import Declared, Fields
from cardlib.kernel.match import AGAIN, Match
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.speech import Speech
from cardlib.scenarios import Play
from cardlib.scenarios.reading import Scenario

Bind = dict[str, Any]
DRY = Refusal("PND-001", "{s} is no frog of yours")
FAR = Refusal("PND-002", "{n} is too far for {s}")
SELF = Refusal("PND-003", "{s} can't push {o}")


def no_hop(m: Match, player: int, frog: int, leaf: int) -> Refusal | None:
    if m.state.controller[frog] != player:
        return DRY
    return None if leaf in board_of(m).neighbours[m.state.place[frog]] else FAR


def no_push(m: Match, player: int, frog: int, other: int) -> Refusal | None:
    return DRY if m.state.controller[frog] != player else SELF if frog == other else None


def begin(m: Match, f: Bind) -> None:
    atoms.note(m, "turn", m.state.vars["turn"] + 1)
    atoms.note(m, "active", seats.next_player(m, m.state.vars["active"]))


def hop(m: Match, f: Bind) -> str | None:
    active, s = m.state.vars["active"], m.state
    frogs = s.zones[m.facts.field_zone]
    found = [("hop", frog, leaf) for frog in frogs for leaf in range(len(board_of(m)))]
    pushes = [("push", frog, other) for frog in frogs for other in frogs]
    options = [one for one in (*found, *pushes) if m.rules.forbids[one[0]](m, active, *one[1:]) is None]
    answer = m.ask(active, "one", [*options, ("face", 4), ("end",)], "hop", rule="PND-001")
    if answer[0] == "end":
        return None
    m.emit("hops", answer[1], number=answer[2] if answer[0] == "hop" else 4, player=active, rule="PND-001")
    atoms.note(m, "hops", s.vars["hops"] + 1)
    return AGAIN


class Pond(GameRules):
    """The rules of the pond."""

    slug = "pond"
    columns = ("facing", "wet")
    variables: ClassVar = {"hops": 0}
    of_match: ClassVar = {"hops": Declared("how many hops there were", 0)}
    of_object: ClassVar = {"wet": Declared("whether it is wet", 0, 1)}
    events: ClassVar = {
        "hops": Fields("frog", number="leaf", says="{player}: {frog} is off to {space}, or {direction}")
    }
    moves = ("hop PERMANENT SPACE", "push PERMANENT PERMANENT", "face DIRECTION", "end")
    forbids: ClassVar = {"hop": no_hop, "push": no_push}
    cites: ClassVar = {"hop": "PND-002"}
    phases: ClassVar = {"start": "begin", "main": "hop"}

    def __init__(self) -> None:
        super().__init__()
        self.speech = PondSpeech(self)
        self.procedures |= {"turn": procedure(begin, hop, back_to("begin"))}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        for player, deck in enumerate(decks):
            for card in deck:
                frog = m.state.add(card, player, m.facts.field_zone)
                atoms.occupy(m, frog, player)
        m.push("turn")


class PondSpeech(Speech):
    """How a push is said."""

    said: ClassVar = {"push": "{0} pushes {1}"}


@pytest.fixture
def pond(tmp_path: Path) -> Game:
    game = {
        "slug": "pond",
        "name": "Pond",
        "prefix": "PND",
        "players": {"min": 2, "max": 4},
        "types": {"frog": {"name": "Frog"}},
        "zones": {"pond": {"of": "all", "visible": "all", "role": "field", "name": "pond"}},
    }
    board = {
        "id": "pond",
        "name": "The Pond",
        "shape": "hex",
        "orientation": "pointed",
        "tags": ["reed"],
        "spaces": [[0, 0], [1, 0], {"at": [2, 0], "tags": ["reed"]}, [3, 0]],
        "blocks": {"movement": {"tag": "reed"}, "sight": [[2, 0]]},
    }
    rules = [{"id": f"PND-00{n}", "kind": "rule", "section": "1", "text": "Frogs hop."} for n in (1, 2, 3)]
    files = {
        "game": game,
        "boards/pond": board,
        "cards/frogs": {"cards": [{"id": "frog", "name": "Frog", "type": "frog"}]},
        "rules": {"rules": rules},
    }
    return Game(written(tmp_path, files), Pond())


@pytest.fixture
def match(pond: Game) -> Match:
    return pond.match([["frog"], ["frog"]], seed=1)


def test_options_are_said_by_their_forms(match: Match) -> None:
    options = {option.notation: option for option in match.options}
    assert list(options) == ["hop frog b1 a1", "hop frog b1 c1", "push frog b1 frog a1", "face west", "end"]
    assert options["hop frog b1 c1"].text == "hop Frog on b1 to c1"
    assert options["hop frog b1 c1"].rule == "PND-002"
    assert options["push frog b1 frog a1"].text == "Frog on b1 pushes Frog on a1"
    assert match.find("face west") == 3


def test_where_nothing_but_the_end_is_left_a_move_is_still_told_its_own_reason(
    pond: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pond, "forbids", {"hop": lambda m, player, frog, leaf: FAR, "push": lambda *named: SELF})
    match = pond.match([["frog"], ["frog"]], seed=1)
    assert [option.notation for option in match.options] == ["face west", "end"]
    with pytest.raises(IllegalOption) as caught:
        match.take("hop frog b1 c1")
    assert caught.value.rule == FAR.rule


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("dive", 0), r"the option \('dive', 0\) has no form in `moves`, such as 'dive PERMANENT'"),
        ("end", "'end' is no option: one is a tuple that starts with a verb"),
    ],
)
def test_an_option_that_no_form_says_is_a_defect(match: Match, option: Any, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        match.say(option)


def test_options_are_said_by_forms_that_leave_out_repeat_and_join(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = ("hop PERMANENT to SPACE [N]", "call PERMANENT...", "empty ZONE", "croak PERMANENT [N] [loudly]")
    monkeypatch.setattr(type(match.rules), "moves", forms)
    options = (("hop", 1, 2), ("hop", 1, 2, 5), ("call", 0, 1), ("empty", 0), ("croak", 0), ("croak", 0, 3))
    said = [match.say(one) for one in options]
    assert [one.notation for one in said] == [
        "hop frog b1 to c1",
        "hop frog b1 to c1 5",
        "call frog a1 frog b1",
        "empty pond",
        "croak frog a1 loudly",
        "croak frog a1 3 loudly",
    ]
    assert said[1].text == "hop Frog on b1 to c1 5"


@pytest.mark.parametrize(
    ("move", "reason", "rule"),
    [
        ("hop frog b1 d1", "d1 is too far for Frog on b1", "PND-002"),
        ("hop frog a1 d1", "Frog on a1 is no frog of yours", "PND-001"),
        ("push frog b1 frog b1", "Frog on b1 can't push Frog on b1", "PND-003"),
    ],
)
def test_a_move_is_refused_by_the_test_of_its_verb(match: Match, move: str, reason: str, rule: str) -> None:
    with pytest.raises(IllegalOption) as error:
        match.take(move)
    assert (error.value.reason, error.value.rule) == (reason, rule)


def test_an_event_says_its_own_sentence_with_space_and_direction(match: Match) -> None:
    match.take("hop frog b1 c1")
    assert str(match.log[-1]) == "B: Frog on b1 is off to c1, or south-east [PND-001]"
    match.take("end")
    assert match.player == 0 and match.state.vars["turn"] == 2  # back to the beginning of a turn


def test_spaces_block_movement_and_sight_by_themselves(match: Match) -> None:
    board = board_of(match)
    reed = board.number["c1"]
    assert board.blocks == {"movement": 1 << reed, "sight": 1 << reed}
    frog = match.state.zones[match.facts.field_zone][1]
    assert in_the_way(match, "movement", frog) == 1 << reed | 1
    assert reachable(board, 1, 5, blocked=match.rules.movement_blocked(match, frog)) == {}
    assert not sees(board, 1, board.number["d1"], match.rules.sight_blocked(match, frog))


def test_places_go_by_numbers_and_who_is_out_comes_last(pond: Game) -> None:
    m = pond.match([["frog"]] * 4, seed=1)
    atoms.put_out(m, [2], "gone", None)
    assert seats.places(m, {0: 3, 1: 5, 3: 3}) == [[1], [0, 3], [2]]
    atoms.put_out(m, [0, 1], "gone", None)
    assert seats.places(m, {3: 0}) == [[3], [0, 1], [2]]


def test_a_screen_shows_counters_and_flags_of_what_is_in_play(match: Match) -> None:
    atoms.put(match, 0, "wet", 1)
    atoms.turn(match, 0, 3)
    assert list(match.rules.table.show(match, 0).remarks) == ["wet"]


def test_scenarios_say_directions_by_name_and_read_what_the_match_declares(pond: Game) -> None:
    given = {"has": {"hops": 4}, "A": {"pond": [{"card": "frog", "at": "a1", "facing": "west"}]}}
    steps = (
        "expect hops = 4",
        "expect frog.facing = west",
        "A hop frog b1",
        "expect hops = 5",
        "expect events has hops",
    )
    play = Play(pond, Scenario("hops", "", (), {"given": given}, ""))
    for step in steps:
        play.step(step)
    with pytest.raises(Exception, match=r"no direction is called 'wets'.*nearest: west"):
        wrong = {"A": {"pond": [{"card": "frog", "at": "a1", "facing": "wets"}]}}
        Play(pond, Scenario("hops", "", (), {"given": wrong}, ""))
    with pytest.raises(Exception, match=r"can never be or hold 'wset'"):
        play.step("expect frog.facing = wset")
