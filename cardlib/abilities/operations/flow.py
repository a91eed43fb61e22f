"""Operations that decide what is done: may, if, if you do, otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cardlib.abilities import targets
from cardlib.abilities.operations.params import JSON, About, Block, Condition, Modes, Param, Text, Who
from cardlib.abilities.operations.permanents import can_spend
from cardlib.abilities.operations.registry import operation
from cardlib.kernel.decisions import Choice

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.abilities.running import Run
    from cardlib.kernel.ability import Instruction


class OftenParam(Param):
    """How often something is done, a plain number, since a program is compiled with so many turns of it."""

    def schema(self) -> JSON:
        return {"type": "integer", "minimum": 2, "maximum": 20}

    def compile(self, value: JSON, compiler: Compiler) -> int:
        return int(value)  # 2.0 is a whole number in JSON

    def reads(self, value: JSON, speaker: Any) -> str | None:
        return "twice" if value == 2 else f"{speaker.words.count(int(value))} times"


Often = Annotated[int, OftenParam()]


@operation("may", text="{who:may} {do}")
def may(run: Run, do: Block, who: Who = "you", prompt: Text = "") -> bool:
    """A player decides whether the block is carried out; "if you do" can follow.

    Who would have to spend more than there is in store is not asked, nor is anyone about what is no longer there.

    prompt: what the player is asked; made from the text if left out.
    """
    first = run.following()
    if first is not None and not _could_begin(run, first):
        run.bind["done"] = False
        return False
    player = run.player(who)
    wanted = run.yes(player, prompt or run.match.rules.speech.prompt(run.match, run.ability))
    run.bind["done"] = wanted
    return wanted


def _could_begin(run: Run, first: Instruction) -> bool:
    """Whether there is what the first operation of a block would spend, and what it would act on."""
    if first.operation.name == "spend":
        return can_spend(run, **first.arguments)
    about = first.arguments.get("about")
    return about is None or about.kind != "of" or bool(about.named(run, about.of))


@operation("if", text="if {condition}, {do}")
def if_(run: Run, condition: Condition, do: Block) -> bool:
    """The block is carried out if something is true now."""
    return condition(run.match, run.source, run.you, run.bind)


@operation("choose-one", text="choose one: {modes}", variants={"times": "{times}, choose one: {modes}"})
def choose_one(run: Run, modes: Modes, times: Often = 1) -> None:
    """You choose one of several ways to go on, among those whose needs are met and that can begin; none, if none can.

    modes: the ways to go on.
    times: how often, the same or another one each time.
    """
    m = run.match
    found = targets.open_modes(m, run.ability, run.program, run.bind["pc"], run.source, run.you, run.bind)
    open_: list[Choice] = [("mode", number, name) for number, name in found]
    if not open_:
        run.bind["mode"] = -1
        run.bind["done"] = False
        return
    prompt, rule = m.rules.speech.prompt(m, run.ability), run.rule
    answer = m.ask(run.you, "one", open_, prompt, rule=rule, source=run.source, ability=run.ability)
    run.bind["mode"] = answer[1]


@operation("choose", text="choose {about}", keeps="it")
def choose(run: Run, about: About) -> None:
    """Name permanents or cards for what follows: "it" and "its host" mean them."""
    run.keep("it", about.find(run))


@operation("if-done", text="if {done}, {do}")
def if_done(run: Run, do: Block) -> bool:
    """The block is carried out if what came before was carried out in full."""
    return bool(run.bind["done"])


@operation("otherwise", text="if {undone}, {do}")
def otherwise(run: Run, do: Block) -> bool:
    """The block is carried out if what came before was not carried out in full."""
    return not run.bind["done"]
