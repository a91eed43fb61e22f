"""The operations that only Mecha has: names, what Pilots give, duties to move and attack, costs, plays from a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cardlib.abilities.operations.lasting import Stats
from cardlib.abilities.operations.params import About, Amount, CardId, FilterTest, Flag, Literally, Text, Who
from cardlib.abilities.operations.registry import operation
from cardlib.games.mecha.aiming import attacked
from cardlib.games.mecha.kinds import PILOT, REDIRECTED
from cardlib.games.mecha.numbers import arrival, kind, name_code, pilot_limit
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import return_to_hand, shuffle_deck

if TYPE_CHECKING:
    from typing import Any

    from cardlib.abilities.compiling import Effect
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match

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
    effect.set("name", lambda m, source, you, bind: -1 - m.facts.game.prefixes.index(prefix))


def _chosen(m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
    return m.state.columns["chosen"][source]


@operation("choose-name", text="choose the name of {among:a} on the battlefield", game="mecha", personal=True)
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
    m.changed()  # whatever looks at names is worked out anew
    m.emit("named", run.source, NOWHERE, answer[1], run.you, "MIW-Q66")


@operation(
    "stand-in",
    text="you may return the attacked Mecha to its owner's hand. If you do, put this Command on the space where that "
    "Mecha stood: it is a {power}/{durability} Mecha of cost 0 now, and the attack goes on against it",
    game="mecha",
    personal=True,
)
def stand_in(run: Run, power: Whole, durability: Whole) -> None:
    """Take the place of an attacked Mecha, which goes to hand; the attack goes on against this (MIW-Q65, MIW-188).

    power: its power.
    durability: its durability.
    """
    from cardlib.games.mecha import verbs

    m = run.match
    s = m.state
    mecha = run.bind["that"]
    waiting = [(at, link) for at, link in enumerate(s.chain) if attacked(m, link) == mecha]
    if not waiting or s.controller[mecha] != run.you or mecha in run.gone:
        return
    if not run.yes(run.you, f"return {m.rules.speech.title(m, mecha)} to hand"):
        return
    space = s.place[mecha]
    return_to_hand(m, mecha)
    verbs.enter(m, run.source, space, run.you, "MIW-Q65")
    for at, link in waiting:
        atoms.rechain(m, at, link._replace(about=run.source, targets=arrival(m, run.source), kept=REDIRECTED))
        m.emit("redirected", run.source, link.obj, 0, run.you, "MIW-188")


@operation(
    "combine",
    text="search your hand, deck and discard pile for a card named “{into}”, put it onto the space where this Mecha "
    "stood, attach to it up to two of your Pilots that were attached to the sacrificed Mechas, then shuffle your deck",
    game="mecha",
    personal=True,
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


# -- what holds, and playing from elsewhere ----------------------------------------------------------------------


@operation("attacks-only", text="{about:can} attack only {what}", continuous=True, game="mecha")
def attacks_only(effect: Effect, what: FilterTest, about: About | None = None) -> None:
    """Attacks may be aimed at nothing but what fits, and not directly at a player.

    what: what may be attacked.
    """

    def anything_else(m: Match, obj: int, source: int, you: int) -> bool:
        return not what(m, obj, source, you)

    effect.has("cannot:attack", anything_else)
    effect.has("cannot:attack directly")


@operation("must-move", text="{about:must} move{until} if able", continuous=True, game="mecha")
def must_move(effect: Effect, about: About | None = None) -> None:
    """A unit has to make a move of at least one step if it can, and can't attack before."""
    effect.has("must:move")


@operation("costs", text="{about:cost} {amount:more|less}", continuous=True, game="mecha")
def costs(effect: Effect, amount: Amount, about: About | None = None) -> None:
    """The cost is higher or, with a negative amount, lower (never below 0).

    amount: how much more; less if negative.
    """
    effect.add("cost", amount)


@operation("costs-zero", text="{about:cost} 0", continuous=True, game="mecha")
def costs_zero(effect: Effect, about: About | None = None) -> None:
    """The cost becomes 0 after all other changes."""
    effect.has("cost:zero")


@operation("hand-limit", text="{who:'s} maximum hand size is {amount:higher|lower}", continuous=True, game="mecha")
def hand_limit(effect: Effect, amount: Amount, who: Who = "you") -> None:
    """The maximum hand size of players changes.

    amount: how much higher; lower if negative.
    """
    effect.for_players(who)
    effect.add("hand_size", amount)


@operation("cannot-play", text="{who:can't} play {what}", continuous=True, game="mecha")
def cannot_play(effect: Effect, what: FilterTest, who: Who = "you") -> None:
    """Players may not play cards that fit.

    what: which cards.
    """
    effect.for_players(who)
    effect.has("cannot:play", what)


@operation("may-play-top", text="{who:may} play {what} from the top of {their} deck", continuous=True, game="mecha")
def may_play_top(effect: Effect, what: FilterTest, who: Who = "you") -> None:
    """Players may play the top card of their deck, as from the hand, while it fits.

    what: which cards.
    """
    effect.for_players(who)
    effect.has("play:top", what)


@operation("play-found", text="search your deck for {what:a}, play it if able, then shuffle your deck", game="mecha")
def play_found(run: Run, what: FilterTest) -> None:
    """Look through the own deck for a card that fits, play it if it can be played, and shuffle.

    what: which card will do.
    """
    m = run.match
    deck = m.facts.zone_with("deck", run.you)
    fitting = [obj for obj in m.state.zones[deck] if what(m, obj, run.source, run.you)]
    fitting.sort(key=lambda obj: m.state.card[obj])
    m.touched = True
    m.push("play_found", player=run.you, cards=tuple(fitting), source=run.source, rule=run.rule)
