"""A match: the state, the rules that move it, and the loop between two decisions.

The stack in the state holds frames `[procedure, step, bind, answers]`. The loop runs the next step of the top frame.
A step is a small function `(match, bind) -> None | AGAIN | END | name of a step`; it may change the state through
atoms, push a frame, or ask. A step that asks is run again from its beginning when the answer is there, so it must
not change the state before its last question; that is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardlib.compiled import mypyc_attr
from cardlib.errors import EngineError
from cardlib.filters import nearest_note
from cardlib.kernel import moments, moves, results, seats, spans
from cardlib.kernel.decisions import Choice, Choices, Decision, IllegalOption, Kind, Option, Options, Pending, Said
from cardlib.kernel.events import Event, told
from cardlib.kernel.memory import Memory
from cardlib.kernel.records import UNSEEN, Raised, Raw
from cardlib.kernel.runaways import runaway
from cardlib.kernel.state import NOWHERE, Frame, State

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.dice import Roll
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.results import Result
    from cardlib.kernel.visibility import View

AGAIN: Final = "again"
END: Final = "end"

STEPS_PER_PICK: Final = 20_000
WINDOWS = ("hand", "turns", "playable")  # who is asked for responses: see `Match.windows`


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` makes one without `__init__`
class Match(Memory):
    """One match in progress. Fork it, take options, read `view(player)`, `log` and `result`."""

    __slots__ = (
        "arrange",
        "counts",
        "cursor",
        "decision",
        "events",
        "facts",
        "foretold",
        "frame",
        "judgement",
        "marks",
        "moments",
        "picks",
        "quiet",
        "rules",
        "setup",
        "state",
        "windows",
        "wordless",
    )

    rules: Rules
    facts: Facts
    state: State

    def __init__(self, rules: Rules, facts: Facts, state: State, *, windows: str = "hand") -> None:
        super().__init__()
        self.rules = rules
        self.judgement = rules.judgement  # bots may judge the forks that they try by weights of their own
        self.facts = facts
        self.state = state
        # "playable": ask only who can do something; "turns": ask for the end of one's own turn all the same;
        # "hand": ask for a response whenever a player holds cards, so that not being asked tells nothing.
        self.windows = windows
        self.decision: Decision | None = None
        self.events: list[Raw] | None = []
        self.moments: list[int] = []  # per pick: events before it
        self.foretold: tuple[int, State] | None = None  # see `moments.foretell`
        # How the board tells copies apart, with the space of each: as whoever picked saw it, and what came since.
        self.marks: dict[int, tuple[int, str]] = {}
        self.picks: list[Choice] | None = []
        # Whoever counts events and reads no log of them spares the words, which are made as things happen.
        self.wordless = False
        self.setup: dict[str, Any] = {}
        self.frame: Frame = []
        self.cursor = 0
        self.counts = [0, 0, 0]  # events, trigger probes, forks: for the benchmarks
        # Who tries another order gets the triggers of a moment as they are queued, and says in which order they are.
        self.arrange: Callable[[Match, list[Raised]], list[Raised]] | None = None
        # For search on forks: questions with a default answer themselves, and play stops at rest, options unlisted.
        self.quiet = False

    def judge_by(self, weights: Mapping[str, float]) -> None:
        """Value positions from here on with parts of the evaluation weighed; see `Judgement.weighed`."""
        if weights:
            self.judgement = self.rules.judgement.weighed(weights)
            self.still = None

    # -- what callers see ---------------------------------------------------------------------------------------

    def document(self, player: int, kind: str = "") -> dict[str, Any]:
        """Return the fields of a document that a seat brought, of the kind that is named; none of a deck."""
        said = self.setup.get("documents", ())
        own = said[player] if player < len(said) else ()
        return _fields((own,) if isinstance(own, dict) else own, kind)

    def table_document(self, kind: str = "") -> dict[str, Any]:
        """Return the fields of the document of the table, of the kind that is named; none where it has none."""
        return _fields(self.setup.get("table", ()), kind)

    @property
    def telling(self) -> bool:
        """Whether the words of the log are made as things happen."""
        return self.events is not None and not self.wordless

    @property
    def in_play(self) -> list[int]:
        """The things in play, the oldest first; none in a game without a zone for them."""
        return self.state.zones[self.facts.field_zone] if self.facts.field else []

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.result is not None

    @property
    def player(self) -> int:
        """The player who is asked now."""
        return self._asked().player

    @property
    def options(self) -> Options:
        """What that player may do; never empty while the match runs."""
        return Options(self, self._asked().choices)

    @property
    def result(self) -> Result | None:
        """Ranking, winner (None is a draw), reason, rule id and turns; None while the match runs."""
        return results.result(self)

    @property
    def log(self) -> list[Event]:
        """Everything that happened, in order, seen by an onlooker who may see all."""
        return [told(self, raw) for raw in self.events or () if not raw.seen.idle]

    def view(self, player: int) -> View:
        """Return what that player may see."""
        from cardlib.kernel.visibility import View

        return View(self, player)

    def take(self, pick: object) -> None:
        """Take an option, named by its index (an int), its notation (a str) or itself.

        Raises IllegalOption with the rule that forbids it, UnknownMove for what is no move at all, or AmbiguousOption.
        """
        decision = self._asked()
        if not isinstance(pick, int):
            pick = self.find(pick)
        elif not 0 <= pick < len(decision.choices):
            raise IllegalOption(f"there is no option {pick}; there are {len(decision.choices)}")
        value = decision.choices[pick]
        state = self.state
        frame = state.stack[-1]
        frame[3] = (*frame[3], value)
        state.serial += 1
        if self.picks is not None:
            self.picks.append(value)
            if self.events is not None:
                self.moments.append(len(self.events))
                if not self.wordless:
                    self.marks = moments.marks(self)
        self.run()

    def concede(self, player: int) -> None:
        """Give up; the result names the game's rule. With more than two players the match may go on without this one.

        Raises IllegalOption where the match is over or the player is out of it, or where the game's rule keeps that
        player from giving up now.
        """
        if self.over:
            raise IllegalOption("the match is over")
        if not 0 <= player < self.facts.players or seats.is_out(self, player):
            raise IllegalOption(f"player {self.facts.seats[player]} is out of the match")
        self.rules.concede(self, player)
        state = self.state
        state.serial += 1
        if self.picks is not None:
            self.picks.append(("concede", player))
            if self.events is not None and state.result is None:
                self.moments.append(len(self.events))
        self.decision = None
        if state.result is None:
            state.stack[-1][3] = ()  # what was answered of the question that is due was answered in another position
            self.run()

    def find(self, pick: object) -> int:
        """Return the index of an option, or of the one that a notation means, as `cardlib.kernel.moves.find` does."""
        if isinstance(pick, Option):
            values = self._asked().choices
            if pick.index < len(values) and values[pick.index] == pick.choice:
                return pick.index
            raise IllegalOption(f"{pick.notation} is not offered now")
        if not isinstance(pick, str):
            raise IllegalOption(f"{pick!r} is no option; take one of match.options, its number or its notation")
        return moves.find(self, pick)

    @property
    def picked(self) -> list[Said]:
        """What was picked so far of a decision that takes several picks, one after another."""
        if self.decision is None or self.decision.kind != "some":
            return []
        return [self.say(value) for value in self.state.stack[-1][3]]

    def say(self, choice: Choice) -> Said:
        """Return notation, text and rule of an option."""
        if not isinstance(choice, tuple):
            raise EngineError(f"{choice!r} is no option: one is a tuple that starts with a verb, such as ('end',)")
        return self.rules.speech.say(self, choice)

    def fork(self) -> Match:
        """Return an independent match in the same position, without the log; it costs microseconds."""
        new = Match.__new__(Match)
        new.rules = self.rules
        new.judgement = self.judgement
        new.facts = self.facts
        new.state = self.state.fork()
        new.windows = self.windows
        new.quiet = self.quiet
        new.arrange = None
        new.decision = self.decision
        new.events = None
        new.moments = []
        new.foretold = None
        new.marks = {}
        new.wordless = False
        new.picks = None
        new.setup = self.setup
        new.frame = []
        new.cursor = 0
        new.touched = False
        new.cache = self.cache
        new.steady = self.steady
        new.still = None if self.touched else self.still
        new.occupied = self.occupied
        new.effects = self.effects
        new.former = self.former
        new.counts = self.counts
        self.counts[2] += 1
        return new

    # -- the loop -----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run to the next decision that is a real one, or to the end of the match."""
        state = self.state
        stack = state.stack
        procedures = self.rules.procedures
        records = bool(self.facts.windows.records)
        self.decision = None
        budget = STEPS_PER_PICK
        try:
            while not self.over:
                if not stack:
                    raise EngineError(f"the last procedure of {self.rules.slug} is over, and the match has not ended")
                frame = self.frame = stack[-1]
                steps, names = procedures[frame[0]]
                bind = frame[2]
                at = frame[1]
                number = len(steps)
                while at < number:
                    self.cursor = 0
                    if self.touched or not frame[3]:  # else the step runs again in the position in which it asked
                        self.still = None
                        self.touched = False
                    following = steps[at](self, bind)
                    if following is None:
                        at += 1
                    elif following is not AGAIN:
                        at = number if following is END else names.get(following, NOWHERE)
                        if at == NOWHERE:
                            raise self._no_step(frame[0], following)
                    frame[1] = at
                    if frame[3]:
                        frame[3] = ()
                    budget -= 1
                    if not budget:
                        raise runaway(self, STEPS_PER_PICK)
                    if stack[-1] is not frame or state.result is not None:
                        break
                else:
                    if records and "record" in bind:
                        spans.close(self, "action", len(stack) - 1)
                    stack.pop()
        except Pending:
            pass

    def _no_step(self, procedure: str, step: str) -> EngineError:
        near = nearest_note(step, self.rules.procedures[procedure][1])
        return EngineError(f"'{step}' is no step of the procedure '{procedure}' of {self.rules.slug}{near}")

    @property
    def passed_over(self) -> bool:
        """Whether the step that runs need not work out who could respond with what: in a quiet match all pass.

        It does where it runs again with an answer: that is an option which is tried.
        """
        return self.quiet and not self.frame[3]

    def push(self, procedure: str, **bind: Any) -> None:
        """Put a procedure on top of the stack; it runs before the present one goes on."""
        if procedure not in self.rules.procedures:
            near = nearest_note(procedure, self.rules.procedures)
            raise EngineError(f"'{procedure}' is no procedure of the rules of {self.rules.slug}{near}")
        if "record" in bind and bind["record"] not in self.facts.windows.records:
            near = nearest_note(bind["record"], self.facts.windows.records)
            raise EngineError(f"'{bind['record']}' is no record that game.json of {self.rules.slug} declares{near}")
        self.still = None
        self.state.stack.append([procedure, 0, bind, ()])

    def ask(
        self,
        player: int,
        kind: Kind,
        choices: Choices,
        prompt: str,
        *,
        rule: str | None = None,
        source: int = NOWHERE,
        ability: Ability | None = None,
        offer: bool = False,
        default: Choice | Callable[[], Choice | None] | None = None,
        rest: bool = False,
    ) -> Choice:
        """Return the player's answer, or stop here until it is given.

        `source` is the object that the question is about, `ability` the ability that asks it.

        Who is out of the match, or acts by rules, is never asked: the game's `answer_for` says the answer.

        `choices` may be a function, called only when the answer is not there yet. A single option is taken by itself
        unless `offer` says that taking it silently would give something away. In a quiet match `default`, or what it
        returns, is the answer without asking, and at a decision at `rest` play stops with the options unlisted.
        """
        frame = self.frame
        answers = frame[3]
        at = self.cursor
        self.cursor = at + 1
        if at < len(answers):
            self.still = None
            answer: Choice = answers[at]
            return answer
        if player >= self.facts.players or (self.state.out and seats.is_out(self, player)):
            if player >= len(self.facts.seats):
                raise EngineError(f"{frame[0]}: nobody has the number {player}, who is to be asked '{prompt}'")
            offered = choices() if callable(choices) else choices
            if not offered:
                raise EngineError(f"{frame[0]}: nothing to choose for '{prompt}'")
            answer = self.rules.answer_for(self, player, kind, offered, prompt)
            frame[3] = (*answers, answer)
            return answer
        if self.quiet:
            assumed = default() if callable(default) else default
            if assumed is not None:
                frame[3] = (*answers, assumed)
                return assumed
            if rest:
                self.decision = Decision(player, kind, (), prompt, rule, source, ability, rest)
                raise Pending
        if callable(choices):
            self.hold_still()
            values = choices()
        else:
            values = choices
        if values is None:
            raise EngineError(f"{frame[0]}: no options for '{prompt}': what lists them returned nothing")
        if len(values) == 1 and not offer:
            self.still = None
            frame[3] = (*answers, values[0])
            return values[0]
        if self.touched:
            raise EngineError(f"{frame[0]}: a step changed the state before it asked '{prompt}'")
        if not values:
            raise EngineError(f"{frame[0]}: nothing to choose for '{prompt}'")
        if player < 0:
            raise EngineError(f"{frame[0]}: nobody is named who is to be asked '{prompt}'")
        self.decision = Decision(player, kind, values, prompt, rule, source, ability, rest)
        raise Pending

    def emit(
        self,
        kind: str,
        subject: int = NOWHERE,
        other: int = NOWHERE,
        number: int = 0,
        player: int = NOWHERE,
        rule: str | None = None,
        *,
        total: str = "",
        roll: Roll | None = None,
        choices: tuple[tuple[int, Choice], ...] = (),
    ) -> None:
        """Record an event and raise the triggers that listen to it. Only atoms and procedures emit.

        `total` is what its sentence says of the outcome, where the game's `totals` cannot work that out; `roll` are
        the dice of an event about dice, `choices` who had chosen what where that is opened.
        """
        self.touched = True
        self.counts[0] += 1
        if self.events is not None:
            if self.foretold is not None and kind not in self.rules.speech.silent:
                moments.came_true(self)
            if kind not in self.rules.told:
                near = nearest_note(kind, self.rules.told)
                raise EngineError(f"'{kind}' is no event that the rules of {self.rules.slug} declare{near}")
            seen = UNSEEN
            if not self.wordless:
                seen = moments.seen(self, kind, subject, other, number, player, total)
                if roll is not None:
                    seen = seen._replace(roll=roll)
                if choices:
                    seen = seen._replace(choices=choices, total=self.rules.speech.choices(self, choices))
            self.events.append(Raw(kind, subject, other, number, player, rule, seen))
        if kind in self.facts.heard:
            self.rules.raise_triggers(self, kind, subject, other, number, player)

    def changed(self, vital: bool = True, sources: bool = True, board: bool = True, moved: bool = False) -> None:
        """Say that current values may have changed: cached ones are forgotten.

        With `vital` false it is nothing that a state check looks at by itself; with `sources` false everything that
        was in force is still in force, only what it covers may differ; with `board` false nothing in play
        has changed, so that values there can differ only by what is in force, and what is steady of it is kept. With
        `moved` true things only stand elsewhere on the board than they did: all that is `steady` is kept.
        """
        self.touched = True
        if vital or self.rules.delicate(self):
            self.state.vars["unsettled"] = 1
        if not moved:  # forks may share what there was, so that there is a new one even where it is empty
            known = self.steady
            self.steady = {}
            if known and not (board or sources):
                self.steady = {name: known[name] for name in self.rules.in_play if name in known}
            self.occupied = NOWHERE
        effects = self.effects
        if board or effects is None or effects.rows:
            self.cache = {}
        if sources or (effects is not None and effects.rows and ("lose" in effects.rows or effects.shifting)):
            self.effects = None

    def end(self, winner: int, reason: str, rule: str | None) -> None:
        """End the match. `winner` NOWHERE is a draw of those who are in it; others come after them (see `results`)."""
        self.state.result = (winner, reason, rule)
        self.emit("ended", NOWHERE, NOWHERE, 0, winner, rule)

    def end_ranked(self, ranking: Sequence[Sequence[int]], reason: str, rule: str | None) -> None:
        """End the match with all players by place, best first; those who share a place together."""
        places = tuple(tuple(group) for group in ranking if group)
        if sorted(player for group in places for player in group) != list(range(self.facts.players)):
            raise EngineError(f"a ranking has every player once, found {places}")
        winner = places[0][0] if len(places[0]) == 1 else NOWHERE
        self.state.result = (winner, reason, rule, places)
        self.emit("ended", NOWHERE, NOWHERE, 0, winner, rule)

    def _asked(self) -> Decision:
        decision = self.decision
        if decision is None:
            if self.state.result is not None:
                raise IllegalOption("the match is over")
            self.run()
            decision = self.decision
            if decision is None:
                raise IllegalOption("the match is over")
        return decision


def _fields(documents: Sequence[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The fields of the first document, of those of a kind where one is named."""
    for one in documents:
        if kind in ("", one.get("kind")):
            fields: dict[str, Any] = one.get("fields", {})
            return fields
    return {}
