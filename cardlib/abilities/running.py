"""What an operation sees while it runs: the match, its source, its player, what was chosen, and how to ask.

A `Run` lives for one operation only and is never stored; what has to last stands in the frame's bindings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.kernel.decisions import Choice
from cardlib.kernel.narrowing import may_fit
from cardlib.kernel.questions import ask_yes

if TYPE_CHECKING:
    from cardlib.abilities.operations.params import Subjects
    from cardlib.kernel.ability import Ability, Instruction
    from cardlib.kernel.effects import Number, Test
    from cardlib.kernel.match import Match


class Run:
    """The surroundings of one operation: `match`, `bind`, `source` (object), `you` (player), `ability`."""

    __slots__ = ("ability", "bind", "match", "source", "you")

    def __init__(self, match: Match, bind: dict[str, Any], ability: Ability) -> None:
        self.match = match
        self.bind = bind
        self.ability = ability
        self.source: int = bind["source"]
        self.you: int = bind["you"]

    @property
    def rule(self) -> str | None:
        """The rule by which the ability works: its own, or the game's for abilities of its kind, or for costs."""
        return _rule(self.match, self.ability, self.bind)

    @property
    def gone(self) -> tuple[int, ...]:
        """What was named or used as the ability was announced, and has left play since, also where it has come back."""
        gone: tuple[int, ...] = self.bind.get("gone", ())
        return gone

    def following(self) -> Instruction | None:
        """Return the operation after the present one: the first of its block, if it has one."""
        at = self.bind["pc"] + 1
        return self.program[at] if at < len(self.program) else None

    @property
    def program(self) -> tuple[Instruction, ...]:
        """The operations among which the present one stands: those of the cost, or of what the ability does."""
        return self.ability.cost if self.bind["part"] == "cost" else self.ability.program

    def number(self, amount: Number) -> int:
        """Work out an amount."""
        return amount(self.match, self.source, self.you, self.bind)

    def players(self, who: str) -> list[int]:
        """Return the players that `who` names, the active player first; none for a target that was not chosen."""
        if who.startswith("target "):
            groups = zip(self.ability.targets, self.bind.get("targets", ()), strict=False)
            return [group[0] for target, group in groups if target.zone == "player" and group][:1]
        return self.match.rules.players_named(self.match, who, self.you, self.bind)

    def player(self, who: str) -> int:
        """Return the one player that `who` names."""
        return self.players(who)[0]

    def matching(self, test: Test, zone: str = "", whose: str = "you", viewer: int | None = None) -> list[int]:
        """Return the objects of a zone that pass a test, seen by a player ("you" if none is given)."""
        m = self.match
        source, you = self.source, self.you if viewer is None else viewer
        return [
            obj
            for number in m.rules.zones_of(m, zone or m.facts.field, whose, you)
            for obj in may_fit(m, test, number, source, you)
            if test(m, obj, source, you)
        ]

    def legal_targets(self, group: int) -> list[int]:
        """Return the chosen targets of a group that are still legal, and note whether all of them are."""
        m = self.match
        targets = self.bind.get("targets", ())
        chosen = targets[group] if group < len(targets) else ()
        spec = self.ability.targets[group]
        gone = self.gone if spec.zone == m.facts.field else ()
        legal = [obj for obj in chosen if obj not in gone and m.rules.legal_target(m, spec, obj, self.source, self.you)]
        if len(legal) < len(chosen):
            self.bind["done"] = False
        return legal

    def choose(self, about: Subjects) -> list[int]:
        """Let the player that `by` names choose among what matches, seen by that player; fewer when there are fewer."""
        m = self.match
        chooser = self.player(about.by)
        found = self.matching(about.test, about.zone, about.whose, chooser)
        if about.among:
            named = about.named(self, about.among)
            found = [obj for obj in found if obj in named]
        wanted = self.number(about.count) if about.count else 1
        prompt = m.rules.speech.prompt(m, self.ability)
        return self.pick(
            chooser,
            found,
            wanted,
            up_to=about.up_to,
            distinct=about.distinct,
            prompt=f"{prompt} what to {about.deed}" if about.deed else prompt,
        )

    def pick(
        self,
        player: int,
        objects: list[int],
        count: int,
        *,
        up_to: bool = False,
        distinct: bool = False,
        prompt: str = "",
    ) -> list[int]:
        """Let a player pick `count` of the objects, or up to as many; `done` is false if there were fewer."""
        m = self.match
        picked: list[int] = []
        while len(picked) < count:
            left = [obj for obj in objects if obj not in picked]
            if distinct:
                taken = {m.state.card[obj] for obj in picked}
                left = [obj for obj in left if m.state.card[obj] not in taken]
            if not left:
                break
            choices: list[Choice] = m.rules.distinct(m, [("card", obj) for obj in left])
            if up_to:
                choices = [*choices, ("done",)]
            answer = m.ask(
                player,
                "some" if count > 1 or up_to else "one",
                choices,
                prompt or m.rules.speech.prompt(m, self.ability),
                rule=self.rule,
                source=self.source,
                ability=self.ability,
                offer=up_to,
            )
            if answer[0] == "done":
                break
            picked.append(answer[1])
        if len(picked) < count and not up_to:
            self.bind["done"] = False
        return picked

    def yes(self, player: int, prompt: str) -> bool:
        """Ask a player a question."""
        return ask_yes(self.match, player, prompt, rule=self.rule, source=self.source, ability=self.ability)

    def keep(self, name: str, objects: list[int]) -> None:
        """Remember objects under a name, for the operations that follow ("it")."""
        self.bind[name] = tuple(objects)

    def note(self, name: str, number: int) -> None:
        """Remember a number, which the operations that follow read as the value of that name."""
        self.bind[f"noted:{name}"] = number


def working_rule(m: Match, otherwise: str) -> str:
    """Return the rule by which the ability works that is being carried out, for verbs; `otherwise` where none is."""
    if not m.frame or m.frame[0] != "effect":
        return otherwise
    bind = m.frame[2]
    card, number = bind["ability"]
    return _rule(m, m.facts.abilities[card][number], bind) or otherwise


def _rule(m: Match, ability: Ability, bind: dict[str, Any]) -> str | None:
    cites = m.rules.cites
    if "cost" in cites and bind["part"] == "cost":
        return cites["cost"]
    kind = "trigger" if ability.automatic else ability.kind  # what happens by itself is no reaction
    return ability.rule or cites.get(kind)
