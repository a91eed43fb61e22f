"""The few operations that only Mecha has: renaming, what Pilots give their Mecha, Balloon Army, Kamin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cardlib.abilities.operations.lasting import Stats
from cardlib.abilities.operations.params import About, CardId, FilterTest, Flag, Literally, Text
from cardlib.abilities.operations.registry import operation
from cardlib.games.mecha.numbers import PILOT, kind, name_code, pilot_limit
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import return_to_hand, shuffle_deck

if TYPE_CHECKING:
    from typing import Any

    from cardlib.abilities.compiling import Effect
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

PREFIXES: list[str] = ["Wind-Up "]
Whole = Annotated[int, Literally("integer")]


@operation("gives-host", text="{about:give} the Mecha it is attached to {stats}", continuous=True, game="mecha")
def gives_host(effect: Effect, stats: Stats, about: About) -> None:
    """Each Pilot that fits adds numbers to the Mecha that carries it (MIW-Q114)."""
    for attr, number in stats.items():
        effect.add(f"host:{attr}", number)


@operation(
    "named",
    text="{about:be} named “{prefix}” followed by its printed name",
    variants={"chosen": "{about:have} the chosen name"},
    continuous=True,
    game="mecha",
)
def named(effect: Effect, about: About, prefix: Text = "", chosen: Flag = False) -> None:
    """The name is the chosen one, or the printed one with words before it (MIW-205)."""
    if chosen:
        effect.set("name", _chosen)
        return
    if prefix not in PREFIXES:
        PREFIXES.append(prefix)
    number = -1 - PREFIXES.index(prefix)
    effect.set("name", lambda m, source, you, bind: number)


def _chosen(m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
    return m.state.columns["chosen"][source]


@operation("choose-name", text="choose the name of {among:a} on the battlefield", game="mecha")
def choose_name(run: Run, among: FilterTest) -> None:
    """Pick the current name of a permanent on the battlefield; it is fixed from then on (MIW-Q66)."""
    m = run.match
    names = sorted({name_code(m, obj) for obj in run.matching(among)})
    if not names:
        return
    answer = m.ask(
        run.you, "one", [("name", code) for code in names], "choose a name", rule="MIW-Q66", source=run.source
    )
    atoms.put(m, run.source, "chosen", answer[1] + 1)
    atoms.attach(m, run.source, m.state.host[run.source])
    m.emit("named", run.source, NOWHERE, answer[1], run.you, "MIW-Q66")


@operation(
    "stand-in",
    text="you may return the attacked Mecha to its owner's hand. If you do, put this Command on the space where that "
    "Mecha stood: it is a {power}/{durability} Mecha of cost 0 now, and the attack goes on against it",
    game="mecha",
)
def stand_in(run: Run, power: Whole, durability: Whole) -> None:
    """Take the place of an attacked Mecha, which goes to hand; the attack goes on against this (MIW-Q65, MIW-188).

    power: its power.
    durability: its durability.
    """
    from cardlib.games.mecha import verbs

    m = run.match
    s = m.state
    attacked = run.bind["that"]
    if s.place[attacked] == NOWHERE or s.controller[attacked] != run.you:
        return
    if not run.yes(run.you, f"return {m.rules.speech.title(m, attacked)} to hand"):
        return
    space = s.place[attacked]
    return_to_hand(m, attacked)
    verbs.enter(m, run.source, space, run.you, "MIW-Q65")
    for at, item in enumerate(s.chain):
        if item[0] == "attack" and item[3] == attacked:
            atoms.rechain(m, at, (*item[:3], run.source, 1))
            m.emit("redirected", run.source, item[1], 0, run.you, "MIW-188")


@operation(
    "combine",
    text="search your hand, deck and discard pile for a card named “{into}”, put it onto the space where this Mecha "
    "stood, attach to it up to two of your Pilots that were attached to the sacrificed Mechas, then shuffle your deck",
    game="mecha",
)
def combine(run: Run, into: CardId) -> None:
    """Place the combined Mecha where the source stood, with the Pilots of both (MIW-Q76)."""
    from cardlib.games.mecha import verbs

    m = run.match
    s = m.state
    card = m.facts.number[into]
    zones = [m.facts.zone[zone][run.you] for zone in ("hand", "deck", "discard")]
    found = [obj for zone in zones for obj in s.zones[zone] if s.card[obj] == card]
    space = run.bind.get("space", NOWHERE)
    if space != NOWHERE and s.board[space] != NOWHERE:
        found = []
    picked = run.pick(run.you, found, 1, up_to=True, prompt="search for the combined Mecha")
    riders: list[int] = []
    if picked:
        discard = m.facts.zone["discard"][run.you]
        carried = run.bind.get("carried", ())
        riders = [obj for obj in carried if s.zone[obj] == discard and kind(m, obj) == PILOT]
        verbs.enter(m, picked[0], space, run.you, "MIW-Q76")
        for rider in riders[: pilot_limit(m, picked[0])]:
            verbs.attach(m, rider, picked[0], run.you, "MIW-Q76")
    shuffle_deck(m, run.you)
