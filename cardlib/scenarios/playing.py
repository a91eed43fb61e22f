"""Plays scenarios: steps by which players act, expectations between them, and what is told when one does not come out.

`run` plays one scenario; `Play` goes step by step. Windows in which the scenario says nothing are passed (the
catalogue's "window" means that all pass); every other choice must be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters import nearest_note
from cardlib.filters.words import listed
from cardlib.kernel import atoms, moves
from cardlib.kernel.decisions import PASS, AmbiguousOption, IllegalOption, UnknownMove
from cardlib.kernel.events import told
from cardlib.scenarios import values
from cardlib.scenarios.expecting import expect
from cardlib.scenarios.falling import falls, unrolled
from cardlib.scenarios.naming import Gone
from cardlib.scenarios.positions import lay_out, players_of
from cardlib.scenarios.questions import in_question
from cardlib.scenarios.reading import Scenario, ScenarioError, Unmet

if TYPE_CHECKING:
    from cardlib.game import Game
    from cardlib.kernel.decisions import Decision
    from cardlib.kernel.events import Event
    from cardlib.kernel.match import Match

BOUND = 600  # passes, and decisions on the way to a turn
SHOWN = 30  # options in a message
LATEST = 6  # events in a message


def run(game: Game, scenario: Scenario) -> Match:
    """Play a scenario; raises ScenarioError naming the first step that does not come out."""
    play = Play(game, scenario)
    play.run()
    return play.match


class TooLate(ScenarioError):
    """What a player is to do after the match, or while another one is asked."""


class Play:
    """A scenario in play; `step` plays one, and `run` all that it says. Tests use it too, for positions."""

    def __init__(self, game: Game, scenario: Scenario | None = None) -> None:
        self.game = game
        self.scenario = scenario or Scenario("position", "", (), {}, "")
        self.number = 0  # of the present step
        self.gone: list[Gone] = []
        self.passed: list[str] = []  # windows passed since a player last did something
        self.since = 0  # events before those passes
        self.begun = 0  # events before what a player last did
        self.marks: list[tuple[int, str]] = []  # events before each step, and the step
        self.thrown = 0  # the last step that said how dice fall
        try:
            given = self.scenario.data.get("given", {})
            self.match = lay_out(game, given, players_of(game, given, self.scenario.data.get("steps", ())))
        except CardlibError as error:
            raise ScenarioError(f"{self._where}: the position can't be laid out: {error}") from None
        self.seats = self.match.facts.letters[: self.match.facts.players]
        self.listed = self._field()

    @property
    def _where(self) -> str:
        return f"{self.scenario.file}: {self.scenario.id}" if self.scenario.file else self.scenario.id

    def run(self) -> None:
        """Play every step; raises ScenarioError naming the first one that does not come out."""
        for step in self.scenario.data.get("steps", ()):
            try:
                self.step(step)
            except CardlibError as error:
                raise ScenarioError(f"{self._where}: step {self.number} '{step}': {error}") from None
        try:
            self._rolled()
        except CardlibError as error:
            raise ScenarioError(f"{self._where}: {error}") from None
        script = self.match.state.script
        if script:
            left = ", ".join(map(str, script))
            raise ScenarioError(f"{self._where}: the script has outcomes left that chance was not asked for: {left}")

    def log(self) -> Iterator[tuple[str, list[Event]]]:
        """Yield what has been told so far, step by step; before the first step under "" what the position brought."""
        ends = [*(at for at, _ in self.marks), self._told]
        if ends[0]:
            yield "", self._events(0, ends[0])
        for (start, step), end in zip(self.marks, ends[1:], strict=True):
            yield step, self._events(start, end)

    def _events(self, start: int, end: int) -> list[Event]:
        """Events as they are told, without those that another sentence tells already."""
        silent = self.match.rules.speech.silent
        events = (self.match.events or [])[start:end]
        return [told(self.match, raw) for raw in events if raw.kind not in silent and not raw.seen.idle]

    # -- steps --------------------------------------------------------------------------------------------------

    def step(self, step: str) -> None:
        """Play one step of a scenario."""
        self.number += 1
        self.marks.append((self._told, step))
        words = step.split()
        head = words[0] if words else ""
        now = words[:2] == ["expect", "now"]
        try:
            if head == "expect":
                if not now:
                    self.pass_windows()
                    self._note_gone()
                    self._rolled()
                expect(self.game, self.match, " ".join(words[2 if now else 1 :]), self.gone)
            elif head == "to":
                self._to(words[1:])
            elif head == "dice":
                self._rolled()
                atoms.script_dice(self.match, falls(self.match.facts.dice, words[1:]))
                self.thrown = self.number
            elif head in self.seats:
                if len(words) == 1:
                    raise ScenarioError(f"say what player {head} does, such as '{head} {self.game.rules.moves[0]}'")
                self._act(self.seats.index(head), words[1:])
            elif len(head) == 1 and head.isupper():
                raise ScenarioError(f"no player is called '{head}'; they are {listed(self.seats)}")
            else:
                raise ScenarioError("a step begins with a player, 'expect', 'to' or 'dice'")
        except CardlibError as error:
            late = now or isinstance(error, TooLate)
            waiting = self._waiting() if isinstance(error, Unmet) else ""
            raise ScenarioError(f"{error}{waiting}{self._in_between(late)}") from None
        finally:
            self._note_gone()

    def _rolled(self) -> None:
        """Raise ScenarioError if a step said how dice fall that were not rolled."""
        left = [f"{die} {face}".strip() for die, face in unrolled(self.match)]
        if left:
            raise Unmet(f"step {self.thrown} says how dice fall that were not rolled: {', '.join(left)}")

    def read(self, path: str) -> int | str | Sequence[str]:
        """Return what a path of an expectation names now."""
        return values.read(self.game, self.match, path, self.gone).value

    @property
    def _told(self) -> int:
        return len(self.match.events or ())

    def _in_between(self, late: bool) -> str:
        """Say what happened since a player last did something, if windows were passed meanwhile.

        Where a step comes too `late`, also without a window: what came of it at once, as nobody could answer.
        """
        if not self.passed and not late:
            return ""
        events = self._events(self.since if self.passed else self.begun, self._told)
        happened = [*dict.fromkeys(self.passed), *(str(event) for event in events[-LATEST:])]
        return f"; in between: {'; '.join(happened)}" if happened else ""

    def _waiting(self) -> str:
        """Say what somebody has to choose before anything else comes about: nothing that may be passed or ended."""
        decision = self.match.decision
        if decision is None or PASS in decision.choices or self._free(decision):
            return ""
        return f"; player {self.seats[decision.player]} is asked '{decision.prompt}' first"

    def _free(self, decision: Decision) -> bool:
        """Whether the active player is asked what to do, also where it may not end that yet."""
        may_act = decision.rest or decision.choices[-1][0] == "end"
        return may_act and decision.player == self.match.state.vars["active"]

    def _field(self) -> dict[int, tuple[int, int]]:
        """Return the permanents with card and space."""
        s = self.match.state
        return {obj: (s.card[obj], s.space_of(obj)) for obj in self.match.in_play}

    def _note_gone(self) -> None:
        """Note what has left play in this step, and by which event."""
        now = self._field()
        start = self.marks[-1][0]
        for obj, (card, place) in self.listed.items():
            if obj in now:
                continue
            about = [raw for raw in (self.match.events or [])[start:] if raw.subject == obj]
            known = [raw for raw in about if raw.kind in self.match.rules.departures] or about
            rule = f" ({known[-1].rule})" if known and known[-1].rule else ""
            event = f"{known[-1].kind.replace('-', ' ')}{rule}" if known else "taken off"
            self.gone.append(Gone(card, place, self.number, event))
        self.listed = now

    def _act(self, player: int, words: list[str]) -> None:
        rest = " ".join(words[1:])
        if words[0] == "cannot":
            said, _, rule = rest.partition(" because ")
            self._cannot(player, said, rule.strip())
        elif words[0] == "can":
            self._reach(player, rest)
        else:
            if words == ["concede"]:
                self._concede(player)
            else:
                index = self._reach(player, " ".join(words))
                self.begun = self._told
                self.match.take(index)
            self.passed = []
            self.since = self._told

    def _reach(self, player: int, notation: str) -> int:
        """Pass windows until the player is offered the option; return its index."""
        match = self.match
        for _ in range(BOUND):
            if match.over:
                raise TooLate(f"the match is over: {self._result()}")
            if match.player == player:
                try:
                    return match.find(notation)
                except (AmbiguousOption, UnknownMove):
                    raise
                except IllegalOption as error:
                    if not self._pass():
                        raise ScenarioError(f"{error}; {self._asked()}") from None
            elif not self._pass():
                raise TooLate(f"player {self.seats[match.player]} is asked '{self._prompt()}' first")
        raise ScenarioError("windows without end")

    def _result(self) -> str:
        result = self.match.result
        if result is None:
            return ""
        who = f"{result.seat} wins" if result.seat is not None else "a draw" if result.draw else "a shared victory"
        return f"{who}: {result.reason}" + (f" ({result.rule})" if result.rule else "")

    def _prompt(self) -> str:
        return self.match.decision.prompt if self.match.decision else ""

    def _asked(self) -> str:
        options = self.match.options
        more = f"; and {len(options) - SHOWN} more" if len(options) > SHOWN else ""
        return f"asked '{self._prompt()}', offered: {'; '.join(option.notation for option in options[:SHOWN])}{more}"

    def _cannot(self, player: int, notation: str, rule: str) -> None:
        """Pass where a rule refuses what is said, and where one is named by that rule."""
        match = self.match
        rules = self.game.project.rules
        if rule and rule not in rules and rule not in self.game.facts.number:
            raise ScenarioError(f"no rule is called '{rule}'{nearest_note(rule, rules)}")
        if notation != "concede":
            self.pass_windows(until=player)
        if match.over:
            raise ScenarioError(f"the match is over: {self._result()}; that refuses everything and proves nothing")
        if notation == "concede":
            reason, found = self._refused_to_concede(player)
        elif match.player == player:
            try:
                match.find(notation)
            except UnknownMove:
                raise
            except AmbiguousOption as error:
                raise ScenarioError(f"it is offered: {error}") from None
            except IllegalOption as error:
                reason, found = error.reason, error.rule
            else:
                raise ScenarioError("it is offered")
        else:
            refused = moves.why_not(match, player, notation)
            reason, found = refused.reason, refused.rule
        went = in_question(match, player, notation, self.gone) if notation != "concede" else ""
        if found is None:
            raise ScenarioError(f"no rule refuses it: {reason}; {self._asked()}")
        if rule and found != rule:
            since = f"; {went}" if went else ""
            raise ScenarioError(f"it is not offered, but by {found}, not by {rule}: {reason}{since}")

    def _concede(self, player: int) -> None:
        """Give up, where need be after windows are passed."""
        while True:
            try:
                return self.match.concede(player)
            except IllegalOption:
                if self.match.over or self.match.player == player or not self._pass():
                    raise

    def _refused_to_concede(self, player: int) -> tuple[str, str | None]:
        try:
            self.match.fork().concede(player)
        except IllegalOption as error:
            return error.reason, error.rule
        raise ScenarioError("it is possible")

    def _pass(self) -> bool:
        decision = self.match.decision
        if decision is None or PASS not in decision.choices:
            return False
        self.passed.append(f"{self.seats[decision.player]} passes at '{decision.prompt}'")
        self.match.take(list(decision.choices).index(PASS))
        return True

    def pass_windows(self, until: int | None = None) -> None:
        """Pass every open window (up to one of a player)."""
        for _ in range(BOUND):
            if self.match.over or (until is not None and self.match.player == until) or not self._pass():
                return

    def _to(self, words: list[str]) -> None:
        """Go on to the Main Phase of a turn; what has to be chosen on the way is declined where that is possible."""
        match = self.match
        if words[:1] != ["turn"] or len(words) != 2 or not words[1].isdecimal():
            seat = self.seats[match.player] if not match.over else self.seats[0]
            hint = f"; a player ends a phase with '{seat} end'" if words[:1] == ["end"] else ""
            raise ScenarioError(f"'to' goes on to a turn by its number, such as 'to turn 11'{hint}")
        turn = int(words[1])
        declining = self.game.rules.declining
        for _ in range(BOUND):
            if match.over:
                raise ScenarioError(f"turn {turn} does not come, the match is over: {self._result()}")
            if match.state.vars["turn"] > turn:
                raise ScenarioError(f"it is turn {match.state.vars['turn']}: turn {turn} is past its first free moment")
            decision = match.decision
            assert decision is not None
            free = self._free(decision)
            if match.state.vars["turn"] == turn and free:
                self.passed = []
                self.since = self.begun = self._told
                return
            easy = [i for i, value in enumerate(decision.choices) if value[0] in declining]
            if not easy:
                raise ScenarioError(f"on the way player {self.seats[match.player]} must choose: {decision.prompt}")
            match.take(easy[0])
        raise ScenarioError(f"turn {turn} does not come")
