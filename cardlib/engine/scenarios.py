"""Scenarios: rulings as executable data. A starting position, what players do and cannot do, what is expected.

`run` plays one scenario and returns the failures as sentences. Windows in which the scenario says nothing are passed
(the catalogue's "window" means that all pass); every other choice must be said. `docs/scenarios.md` is the manual.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms, moves
from cardlib.engine.decisions import PASS, AmbiguousOption, IllegalOption
from cardlib.engine.match import Match
from cardlib.engine.state import NOWHERE
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.game import Game

DEFAULT_DECK = 10
TURN = 9  # of the first seat, where a scenario names none
BOUND = 600


class ScenarioError(CardlibError):
    """A scenario that says something impossible, or whose expectation fails; the message names the step."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: id, title, the ids that it pins, and its data."""

    id: str
    title: str
    pins: tuple[str, ...]
    data: Mapping[str, Any]
    file: str


def scenarios_in(folder: Path) -> Iterator[Scenario]:
    """Read every scenario of a project's `scenarios` folder, in the order of files and entries."""
    for path in sorted(folder.glob("*.json")):
        yield from read_scenarios(path)


def read_scenarios(path: Path) -> Iterator[Scenario]:
    """Read the scenarios of one file; raises ScenarioError naming the file for anything that is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        entries = data.get("scenarios") if isinstance(data, dict) else None
        if not isinstance(entries, list):
            raise ScenarioError(f"{path}: no file of scenarios; it needs a list 'scenarios'")
        for entry in entries:
            yield Scenario(str(entry["id"]), str(entry["title"]), tuple(entry["pins"]), entry, path.name)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ScenarioError(f"{path}: {error}") from None
    except (KeyError, TypeError) as error:
        raise ScenarioError(f"{path}: a scenario needs id, title, pins and steps ({error})") from None


def run(game: Game, scenario: Scenario) -> Match:
    """Play a scenario; raises ScenarioError naming the first step that does not come out."""
    where = f"{scenario.file}: {scenario.id}"
    try:
        play = Play(game, scenario)
    except (CardlibError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise ScenarioError(f"{where}: the position can't be laid out: {error}") from None
    for number, step in enumerate(scenario.data.get("steps", ()), 1):
        try:
            play.step(step)
        except CardlibError as error:
            raise ScenarioError(f"{where}: step {number} '{step}': {error}") from None
    return play.match


class Play:
    """A scenario in play; tests use it too: `place`, `play`, `match`."""

    def __init__(self, game: Game, scenario: Scenario | None = None) -> None:
        self.game = game
        given: Mapping[str, Any] = scenario.data.get("given", {}) if scenario else {}
        self.seats = game.rules.seats
        self.match = self._begin(given)

    # -- the position -------------------------------------------------------------------------------------------

    def _begin(self, given: Mapping[str, Any]) -> Match:
        game = self.game
        facts, rules = game.facts, game.rules
        phase = given.get("phase", rules.main_phase)
        decks = []
        for seat in self.seats:
            side = given.get(seat, {})
            deck = side.get("deck", DEFAULT_DECK)
            names = [rules.filler] * deck if isinstance(deck, int) else deck
            decks.append([self._card(name) for name in names])
        match = game.match_of(
            self._lists(given, decks) if phase == "set-up" else [[] for _ in self.seats],
            int(given.get("seed", 1)),
            orderly=not given.get("shuffle", False),
            windows=given.get("windows", "turns"),
            run=phase == "set-up",
        )
        match.state.script = tuple(given.get("script", ()))
        if phase == "set-up":
            return match
        s = match.state
        s.stack.clear()
        active = self.seats.index(given.get("active", self.seats[0]))
        s.vars.update(turn=int(given.get("turn", TURN + active)), active=active)
        s.vars.update({name: int(value) for name, value in given.get("has", {}).items()})
        attached: list[tuple[int, str]] = []
        for player, seat in enumerate(self.seats):
            side = given.get(seat, {})
            for card in decks[player]:
                s.add(card, player, facts.zone["deck"][player])
            for zone in facts.zone:
                if zone == "deck" or facts.zone_owner[facts.zone[zone][player]] != player:
                    continue
                for name in side.get(zone, ()):
                    obj = s.add(self._card(name), player, facts.zone[zone][player])
                    atoms.listen(match, obj)
            for name, value in side.get("has", {}).items():
                s.players[player][name] = int(value)
        for player, seat in enumerate(self.seats):
            for entry in given.get(seat, {}).get("battlefield", ()):
                self._put(match, player, entry, attached)
        for obj, host in attached:
            s.host[obj] = self._object(match, host)
        rules.lay_out(match, given)
        match.changed()
        s.vars["unsettled"] = 0
        rules.start_at(match, phase)
        match.run()
        match.events = []
        return match

    def _put(self, match: Match, player: int, entry: str | Mapping[str, Any], attached: list[tuple[int, str]]) -> None:
        about: dict[str, Any] = dict(entry) if isinstance(entry, Mapping) else {}
        if isinstance(entry, str):
            card, _, place = entry.partition(" ")
            about = {"card": card, "at": place}
        s = match.state
        facts, rules = match.facts, match.rules
        owner = self.seats.index(about["owner"]) if "owner" in about else player
        number = self._card(about["card"])
        obj = s.add(number, owner, facts.zone["battlefield"][0])
        s.controller[obj] = player
        place = about.get("at", "")
        if not rules.placed:
            s.place[obj] = 0
        if place.startswith("on "):
            attached.append((obj, place[3:]))
        elif place or rules.placed:
            assert facts.board is not None
            if place not in facts.board.number:
                raise ScenarioError(f"'{about['card']}' needs a space, found '{place}'")
            s.place[obj] = facts.board.number[place]
            if rules.occupies(match, obj):
                if s.board[s.place[obj]] != NOWHERE:
                    raise ScenarioError(f"{place} holds two units")
                s.board[s.place[obj]] = obj
        if "arrivals" in s.vars:
            s.vars["arrivals"] = s.columns["arrived"][obj] = s.vars["arrivals"] + 1
        for column, value in {**rules.columns_on_entry(match, obj), **about}.items():
            if column in s.columns:
                s.columns[column][obj] = int(value)
            elif column not in ("card", "at", "owner"):
                raise ScenarioError(f"'{about['card']}' has no counter or record '{column}'")
        atoms.listen(match, obj)

    def _lists(self, given: Mapping[str, Any], decks: list[list[int]]) -> list[list[int]]:
        """Return whole decks: beside the cards of the first section, those that a side names for the others."""
        facts = self.game.facts
        found = []
        for seat, deck in zip(self.seats, decks, strict=True):
            side = given.get(seat, {})
            more = [f"{section}/{card}" for section in facts.sections[1:] for card in side.get(section, ())]
            found.append([*deck, *facts.unlisted(more)])
        return found

    def _card(self, name: str) -> int:
        number = self.game.facts.number.get(name)
        if number is None:
            from cardlib.filters import nearest_note

            raise ScenarioError(f"no card has the id '{name}'{nearest_note(name, self.game.facts.ids)}")
        return number

    # -- steps --------------------------------------------------------------------------------------------------

    def step(self, step: str) -> None:
        """Play one step of a scenario."""
        words = step.split()
        head = words[0]
        if head == "expect":
            now = words[1:2] == ["now"]
            if not now:
                self.pass_windows()
            self._expect(" ".join(words[2 if now else 1 :]))
        elif head == "to":
            self._to(words[1:])
        elif head in self.seats and len(head) == 1 and len(words) > 1:
            self._act(self.seats.index(head), words[1:])
        else:
            raise ScenarioError("a step begins with a player, 'expect' or 'to'")

    def _act(self, player: int, words: list[str]) -> None:
        if words[0] == "cannot":
            rest, rule = " ".join(words[1:]), ""
            if " because " in rest:
                rest, rule = rest.split(" because ")
            self._cannot(player, rest, rule.strip())
        elif words[0] == "can":
            self._reach(player, " ".join(words[1:]))
        elif words == ["concede"]:
            self.pass_windows(until=player)
            self.match.concede(player)
        else:
            self.match.take(self._reach(player, " ".join(words)))

    def _reach(self, player: int, notation: str) -> int:
        """Pass windows until the player is offered the option; return its index."""
        match = self.match
        for _ in range(BOUND):
            if match.over:
                raise ScenarioError(f"the match is over: {match.result}")
            if match.player == player:
                try:
                    return match.find(notation)
                except AmbiguousOption:
                    raise
                except IllegalOption as error:
                    if not self._pass():
                        asked = match.decision.prompt if match.decision else ""
                        offered = "; ".join(option.notation for option in match.options[:30])
                        raise ScenarioError(f"{error}; asked '{asked}', offered: {offered}") from None
            elif not self._pass():
                asked = match.decision.prompt if match.decision else ""
                raise ScenarioError(f"player {self.seats[match.player]} is asked '{asked}' first")
        raise ScenarioError("windows without end")

    def _cannot(self, player: int, notation: str, rule: str) -> None:
        match = self.match
        self.pass_windows(until=player)
        if match.over:
            return
        if match.player == player:
            try:
                match.find(notation)
            except AmbiguousOption as error:
                raise ScenarioError(f"it is offered: {error}") from None
            except IllegalOption as error:
                found = error.rule
            else:
                raise ScenarioError("it is offered")
        else:
            found = moves.why_not(match, player, notation).rule
        if rule and found != rule:
            raise ScenarioError(f"it is not offered, but by {found}, not by {rule}")

    def _pass(self) -> bool:
        decision = self.match.decision
        if decision is None or PASS not in decision.values:
            return False
        self.match.take(list(decision.values).index(PASS))
        return True

    def pass_windows(self, until: int | None = None) -> None:
        """Pass every open window (up to one of a player)."""
        for _ in range(BOUND):
            if self.match.over or (until is not None and self.match.player == until) or not self._pass():
                return

    def _to(self, words: list[str]) -> None:
        """Go on to the Main Phase of a turn; what has to be chosen on the way is declined where that is possible."""
        match = self.match
        turn = int(words[1])
        declining = self.game.rules.declining
        for _ in range(BOUND):
            if match.over:
                return
            decision = match.decision
            assert decision is not None
            if (
                match.state.vars["turn"] >= turn
                and decision.values[-1][0] == "end"
                and decision.player == match.state.vars["active"]
            ):
                return
            easy = [i for i, value in enumerate(decision.values) if value[0] in declining]
            if not easy:
                raise ScenarioError(f"on the way player {self.seats[match.player]} must choose: {decision.prompt}")
            match.take(easy[0])
        raise ScenarioError(f"turn {turn} does not come")

    # -- expectations -------------------------------------------------------------------------------------------

    def _expect(self, text: str) -> None:
        found = re.fullmatch(r"(.+?)\s+(=|!=|<=|>=|<|>|has|lacks)\s+(.*)", text)
        if not found:
            raise ScenarioError("an expectation is 'path = value', 'zone has card', 'zone lacks card'")
        path, op, wanted = found.groups()
        actual = self.read(path)
        if op in ("has", "lacks"):
            names = list(actual) if isinstance(actual, Sequence) and not isinstance(actual, str) else [str(actual)]
            counted = re.fullmatch(r"(\d+) (.+)", wanted)
            least, name = (int(counted[1]), counted[2]) if counted else (1, wanted)
            there = names.count(name) >= least
            if there != (op == "has"):
                raise ScenarioError(f"{path} is {names}")
            return
        if isinstance(actual, list):
            actual = len(actual)
        number = isinstance(actual, int) and re.fullmatch(r"-?\d+", wanted)
        left: Any = actual if number else str(actual).lower()
        right: Any = int(wanted) if number else wanted.strip().lower()
        good = {
            "=": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[op]
        if not good:
            raise ScenarioError(f"{path} is {actual}")

    def read(self, path: str) -> Any:
        """Return what a path names: `A.hand`, `A.bandwidth`, `cap-gun c4.power`, `winner`, `turn`, `log`, `options`."""
        match = self.match
        s, facts, rules = match.state, match.facts, match.rules
        result = match.result
        if path == "winner":
            return "none" if result is None else "draw" if result.winner is None else self.seats[result.winner]
        if path == "result":
            return "none" if result is None else result.rule
        if path == "turn":
            return s.vars["turn"]
        if path == "active":
            return self.seats[s.vars["active"]]
        if path == "player":
            return "none" if match.over else self.seats[match.player]
        if path == "prompt":
            return match.decision.prompt if match.decision else ""
        if path == "chain":
            return [str(item[0]) for item in s.chain]
        if path == "log":
            return [raw[5] for raw in match.events or () if raw[5]]
        if path == "events":
            return [raw[0] for raw in match.events or ()]
        if path == "options":
            return [] if match.over else [option.notation for option in match.options]
        head, _, attr = path.rpartition(".")
        if not head:
            raise ScenarioError(f"'{path}' names nothing that can be read")
        if head in self.seats:
            player = self.seats.index(head)
            if attr.startswith("sees "):
                return self._seen(player, attr[5:])
            if attr in facts.zone and facts.zone_owner[facts.zone[attr][player]] == player:
                return [facts.ids[s.card[obj]] for obj in s.zones[facts.zone[attr][player]]]
            if attr == "battlefield":
                field = s.zones[facts.zone["battlefield"][0]]
                return [facts.ids[s.card[obj]] for obj in field if s.controller[obj] == player]
            return rules.player_value(match, player, attr)
        obj = self._object(match, head)
        if attr == "name":
            return rules.name(match, obj)
        if attr in ("controller", "owner"):
            return self.seats[getattr(s, attr)[obj]]
        if attr == "at":
            place = s.space_of(obj)
            return facts.board.names[place] if facts.board else ""
        if attr == "attachments":
            field = s.zones[facts.zone["battlefield"][0]]
            return [facts.ids[s.card[other]] for other in field if s.host[other] == obj]
        if attr in s.columns or attr in facts.printed or attr in rules.attributes:
            return rules.value(match, obj, attr)
        if attr in facts.vocabulary.keywords:
            return rules.keyword(match, obj, attr)
        raise ScenarioError(f"'{attr}' is no value of a permanent")

    def _seen(self, viewer: int, path: str) -> list[str]:
        seat, _, zone = path.partition(" ")
        view = self.match.view(viewer)
        return [card or "hidden" for card in view.cards(zone, self.seats.index(seat))]

    def _object(self, match: Match, words: str) -> int:
        """Find a permanent: `cap-gun c4`, or `cap-gun` where there is only one, or a space with a unit.

        A number at the end says which of several copies there, the oldest one being 1.
        """
        s, facts = match.state, match.facts
        counted = re.fullmatch(r"(.+) (\d+)", words)
        said, copy = (counted[1], int(counted[2])) if counted else (words, 0)
        card, _, place = said.partition(" ")
        assert facts.board is not None
        if card in facts.board.number:
            obj = s.board[facts.board.number[card]]
            if obj == NOWHERE:
                raise ScenarioError(f"no unit stands on {card}")
            return obj
        number = self._card(card)
        found = [obj for obj in s.zones[facts.zone["battlefield"][0]] if s.card[obj] == number]
        if place:
            space = facts.board.number.get(place, NOWHERE)
            found = [
                obj
                for obj in found
                if s.place[obj] == space or (s.host[obj] != NOWHERE and s.place[s.host[obj]] == space)
            ]
        if 0 < copy <= len(found):
            return found[copy - 1]
        if len(found) != 1 or copy:
            raise ScenarioError(f"'{words}' names {len(found)} permanents")
        return found[0]
