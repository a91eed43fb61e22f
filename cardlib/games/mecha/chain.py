"""Announcing, responding, resolving: the chain and its windows (MIW-046 to MIW-061, MIW-112 to MIW-126).

Items of the chain: `("card", card, player, where, targets, kept)`, `("move", unit, player, path)`,
`("ability", object, player, number, targets, kept)`, `("attack", unit, player, target)` and, redirected, a 1 after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import choose_targets, single
from cardlib.games.mecha import verbs
from cardlib.games.mecha.board import empty_entry
from cardlib.games.mecha.kinds import COMMAND, PILOT, REDIRECTED, TOWER
from cardlib.games.mecha.numbers import arrival
from cardlib.games.mecha.playing import (
    anybody_can_respond,
    attach_hosts,
    hosts,
    legal_spaces,
    may_respond,
    placing_spaces,
    rule_of_use,
    window_options,
)
from cardlib.games.mecha.settle import settle
from cardlib.kernel import atoms, spans
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import PASS, Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.questions import ask_yes
from cardlib.kernel.records import Link
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import shuffle_deck

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from cardlib.abilities.targets import Targets
    from cardlib.games.mecha.cards import Play
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

    Kept: TypeAlias = tuple[tuple[str, Any], ...]


# -- announcing --------------------------------------------------------------------------------------------------


def may_announce(m: Match) -> bool:
    """Whether anything may be announced this turn; a guard against turns without end (MIW-Q12)."""
    return m.state.vars["announcements"] < m.facts.constants["announcement_limit"]


def announce(m: Match, choice: Choice, player: int) -> None:
    """Announce what an option names; the chain is worked off afterwards by whoever called."""
    verb = choice[0]
    if verb == "play":
        m.push("announce_card", card=choice[1], where=choice[2], target=choice[3], player=player)
    elif verb == "use":
        m.push("announce_ability", obj=choice[1], number=choice[2], that=choice[3], player=player)
    elif verb == "move":
        atoms.put(m, choice[1], "move_used", 1)
        atoms.chain(m, Link("move", choice[1], player, choice[2]))
        m.emit("move-declared", choice[1], NOWHERE, choice[2][-1], player, "MIW-153")
    else:
        unit, target = choice[1], choice[2]
        atoms.put(m, unit, "attacks_made", m.state.columns["attacks_made"][unit] + 1)
        atoms.chain(m, Link("attack", unit, player, target, arrival(m, target)))
        m.emit("attack-declared", unit, target, 0, player, "MIW-166")
    count = m.state.vars["announcements"] + 1
    atoms.note(m, "announcements", count)


def card_targets(m: Match, f: dict[str, Any]) -> None:
    """Name the targets that the option has not named yet."""
    card = m.state.card[f["card"]]
    play = m.facts.game.play[card]
    ability = play.played
    chosen = play.window in ("attack", "card") or play.attach is not None  # the option names all that there is
    if chosen or ability is None or not ability.targets:
        f["targets"] = ()
    elif single(ability) is not None:
        f["targets"] = ((f["target"],),)
    else:
        f["targets"] = choose_targets(m, ability, f["card"], f["player"], {}) or ()


def card_cost(m: Match, f: dict[str, Any]) -> None:
    """Put the card on the chain's zone and pay what its text asks before the effect (MIW-090)."""
    s = m.state
    obj, player = f["card"], f["player"]
    f["kept"] = ()
    atoms.move(m, obj, "chain")
    bits = m.facts.game.bits[s.card[obj]]
    if bits & TOWER:
        atoms.note_player(m, player, "towers_played", s.players[player]["towers_played"] + 1)
    ability = m.facts.game.play[s.card[obj]].played
    if ability is not None and ability.cost:
        begin_effect(m, ability, obj, player, part="cost")


def card_on_chain(m: Match, f: dict[str, Any]) -> None:
    """The card is announced: it is on top of the chain, and what looks at a card being played is raised."""
    s = m.state
    obj, player = f["card"], f["player"]
    where, target = f["where"], f["target"]
    play = m.facts.game.play[s.card[obj]]
    pilot = m.facts.game.bits[s.card[obj]] == PILOT
    named = _named(m, play.played, f["targets"])
    if pilot or play.attach is not None:
        named.append(where)
    elif play.window == "attack":
        named.append(target)
    atoms.chain(m, Link("card", obj, player, where, f["targets"], (*f["kept"], ("that", target), _since(m, named))))
    onto = pilot or play.attach is not None
    m.emit("played", obj, where if onto else target, NOWHERE if onto else where, player, "MIW-047")
    if play.played is not None and single(play.played) is None:  # the option names one target, but not several
        for aim in [other for group in f["targets"] for other in group]:
            m.emit("aims-at", obj, aim, 0, player, "MIW-055")


def ability_cost(m: Match, f: dict[str, Any]) -> None:
    """Name targets and pay the cost of an activated ability."""
    s = m.state
    ability = m.facts.abilities[s.card[f["obj"]]][f["number"]]
    targets = choose_targets(m, ability, f["obj"], f["player"], {}) if ability.targets else ()
    f["targets"] = targets or ()
    f["kept"] = ()
    spans.use(m, ability, f["obj"], f["player"])
    if ability.cost:
        begin_effect(m, ability, f["obj"], f["player"], part="cost")


def ability_on_chain(m: Match, f: dict[str, Any]) -> None:
    """The ability is announced."""
    ability = m.facts.abilities[m.state.card[f["obj"]]][f["number"]]
    kept = (*f["kept"], ("that", f["that"]), _since(m, [f["obj"], *_named(m, ability, f["targets"])]))
    atoms.chain(m, Link("ability", f["obj"], f["player"], f["number"], f["targets"], kept))
    m.emit("used", f["obj"], f["that"], 0, f["player"], rule_of_use(ability))


def _named(m: Match, ability: Ability | None, targets: Targets) -> list[int]:
    """What is on the battlefield among the targets of an ability."""
    if ability is None:
        return []
    return [
        obj
        for spec, group in zip(ability.targets, targets, strict=False)
        if spec.zone == m.facts.field
        for obj in group
    ]


def _since(m: Match, named: Sequence[int]) -> tuple[str, Any]:
    """Note by which arrival things are on the battlefield: one that has come back is another (MIW-203)."""
    return "since", tuple([(obj, arrival(m, obj)) for obj in named])


def _gone(m: Match, kept: Kept) -> tuple[int, ...]:
    """What was named on announcement and has left the battlefield meanwhile, also where it has come back."""
    return tuple([obj for obj, then in dict(kept).get("since", ()) if arrival(m, obj) != then])


# -- windows -----------------------------------------------------------------------------------------------------


def ask_window(m: Match, player: int, window: str, mask: int = 0) -> Choice:
    """Ask a player for a Command or a pass; who has neither is not asked, unless that would tell (MIW-046).

    That nobody was asked is an answer too: a sample of the hidden cards must not put it to somebody else.
    """
    s = m.state

    def choices() -> list[Choice]:
        if m.windows != "hand" and not may_respond(m, player):
            return [PASS]
        if not may_announce(m):
            return [PASS]
        return [PASS, *window_options(m, player, mask)]

    offer = m.windows == "hand" and bool(s.zones[m.facts.zone["hand"][player]])
    prompt = {"response": "respond or pass", "destruction": "after the destruction: play or pass"}.get(
        window, "play a Command or pass"
    )
    rule = {"response": "MIW-048", "destruction": "MIW-072"}.get(window, "MIW-053")
    return m.ask(player, "one", choices, prompt, rule=rule, offer=offer, default=PASS)


def settle_first(m: Match, f: dict[str, Any]) -> None:
    """The queue is worked off before a window opens (MIW-065)."""
    settle(m)


def respond(m: Match, f: dict[str, Any]) -> str | None:
    """The opponent of the announcing player, then that player, respond or pass; two passes resolve the top item."""
    chain = m.state.chain
    if len(chain) <= f["base"]:
        return END
    first = 1 - chain[-1].player
    for player in (first, 1 - first) if _opens(m, 0) else ():
        answer = ask_window(m, player, "response")
        if answer != PASS:
            m.touched = True
            announce(m, answer, player)
            return "settle_first"
    resolve(m)
    return "settle_first"


def open_window(m: Match, kind: str) -> None:
    """Open a phase window, unless nobody could do anything in it, or all pass as in a quiet match."""
    if not m.quiet and _opens(m, 0):
        m.push("window", kind=kind, base=0, mask=0)


def _opens(m: Match, mask: int) -> bool:
    """Whether players are asked in a window now: where nobody can do anything, only if not asking would tell.

    Nor are they in a quiet match; where somebody has answered, they were.
    """
    if m.frame[3]:
        return True
    return not m.quiet and (m.windows == "hand" or (may_announce(m) and anybody_can_respond(m, mask)))


def phase_window(m: Match, f: dict[str, Any]) -> str | None:
    """The active player, then the opponent, play a Command or pass; it closes when both pass in a row (MIW-053)."""
    active = m.state.vars["active"]
    for player in (active, 1 - active) if _opens(m, f["mask"]) else ():
        answer = ask_window(m, player, f["kind"], f["mask"])
        if answer != PASS:
            m.push("work_off", base=f["base"])
            announce(m, answer, player)
            return AGAIN
    return END


# -- resolving ---------------------------------------------------------------------------------------------------


def resolve(m: Match) -> None:
    """Resolve the top item of the chain (MIW-051)."""
    link = atoms.unchain(m)
    kind, obj, player = link.kind, link.obj, link.player
    if kind == "move":
        m.push("moving", unit=obj, player=player, path=link.about, made=0)
    elif kind == "attack":
        redirected = link.kept == REDIRECTED
        m.push("attacking", unit=obj, player=player, target=link.about, since=link.targets, redirected=redirected)
    elif kind == "ability":
        _, _, _, number, targets, kept = link
        ability = m.facts.abilities[m.state.card[obj]][number]
        begin_effect(m, ability, obj, player, targets=targets, gone=_gone(m, kept), **dict(kept))
    else:
        _, _, _, where, targets, kept = link
        bits = m.facts.game.bits[m.state.card[obj]]
        if bits == PILOT:
            m.push("resolve_pilot", card=obj, player=player, host=where, gone=_gone(m, kept))
        elif bits == COMMAND:
            m.push("resolve_command", card=obj, player=player, where=where, targets=targets, kept=kept)
        else:
            m.push("resolve_unit", card=obj, player=player, space=where)


def unit_enters(m: Match, f: dict[str, Any]) -> None:
    """A played unit enters on its space, or on another legal one, or is discarded (MIW-112, MIW-113)."""
    s = m.state
    obj, player, space = f["card"], f["player"], f["space"]
    spaces = placing_spaces(m, player, obj)
    play = m.facts.game.play[s.card[obj]]
    there = s.board[space]
    upgrade = there != NOWHERE and play.onto is not None and play.onto(m, there, obj, player)
    if not upgrade and space not in spaces:
        spaces = legal_spaces(m, player, obj)
        if not spaces:
            atoms.move(m, obj, "discard")
            m.emit("fizzled", obj, NOWHERE, 0, player, "MIW-112")
            return
        choices: list[Choice] = [("space", i) for i in spaces]
        space = m.ask(player, "one", choices, "another legal space", rule="MIW-112", source=obj)[1]
        there = s.board[space]
        upgrade = there != NOWHERE
    damage = 0
    if upgrade:
        damage = s.columns["damage"][there] if play.keep_damage else 0
        verbs.sacrifice(m, there, obj)
    verbs.enter(m, obj, space, player, "MIW-113")
    if damage:
        atoms.put(m, obj, "damage", damage)
        m.emit("counters", obj, m.facts.counter("damage"), damage, player, "MIW-Q78")


def pilot_attaches(m: Match, f: dict[str, Any]) -> None:
    """A played Pilot becomes attached, to another legal Mecha if need be (MIW-124, MIW-125)."""
    obj, player, host = f["card"], f["player"], f["host"]
    possible = hosts(m, player)
    if host not in possible or host in f.get("gone", ()):
        if not possible:
            atoms.move(m, obj, "discard")
            m.emit("fizzled", obj, NOWHERE, 0, player, "MIW-125")
            return
        choices: list[Choice] = [("card", other) for other in possible]
        host = m.ask(player, "one", choices, "another Mecha", rule="MIW-125", source=obj)[1]
    verbs.attach(m, obj, host, player, "MIW-124")


def command_stays(m: Match, f: dict[str, Any]) -> None:
    """A Command that stands or attaches does so first (MIW-116)."""
    s = m.state
    obj, player = f["card"], f["player"]
    play = m.facts.game.play[s.card[obj]]
    if play.stand:
        verbs.stand(m, obj, f["where"], player)
        for counter, number in play.counters.items():
            atoms.put(m, obj, counter, number)
    elif play.attach is not None and f["where"] in _hosts_left(m, f, play):
        verbs.attach(m, obj, f["where"], player, "MIW-136")


def _hosts_left(m: Match, f: dict[str, Any], play: Play) -> list[int]:
    """What a Command may still be attached to: its host, unless that has left, is another by now, or no legal one."""
    gone = _gone(m, f["kept"])
    return [host for host in attach_hosts(m, f["player"], f["card"], play) if host not in gone]


def command_effect(m: Match, f: dict[str, Any]) -> None:
    """The Command takes effect (MIW-114); one that found no host does not."""
    s = m.state
    obj, player = f["card"], f["player"]
    play = m.facts.game.play[s.card[obj]]
    if play.played is None or (play.attach is not None and s.host[obj] == NOWHERE):
        return
    if play.played.optional and not ask_yes(m, player, "carry it out", rule=play.played.rule, source=obj):
        return
    kept = f["kept"]
    begin_effect(m, play.played, obj, player, targets=f["targets"], gone=_gone(m, kept), **dict(kept))


def command_ends(m: Match, f: dict[str, Any]) -> None:
    """Then it goes to its owner's discard pile, unless it stays on the battlefield (MIW-114, MIW-116)."""
    obj = f["card"]
    if m.state.zone[obj] == m.facts.zone["chain"][0]:
        atoms.move(m, obj, "discard")
        m.emit("spent", obj, NOWHERE, 0, f["player"], "MIW-114")


def placing(m: Match, f: dict[str, Any]) -> str | None:
    """Place cards one after the other on legal spaces; what has none stays where it was (MIW-083)."""
    s = m.state
    player = f["player"]
    if f["left"] <= 0:
        return None
    home = empty_entry(m, player) if f["at"] == "home" else []
    fitting = {}
    seen = set()
    for obj in f["cards"]:
        if (s.zone[obj], s.card[obj]) in seen:
            continue
        seen.add((s.zone[obj], s.card[obj]))
        if f["at"] == "its space":
            spaces = [f["space"]] if f["space"] != NOWHERE and s.board[f["space"]] == NOWHERE else []
        else:
            spaces = placing_spaces(m, player, obj)
            if f["at"] == "home":
                spaces = [space for space in spaces if space in home]
        if spaces:
            fitting[obj] = spaces
    if not fitting:
        return None
    choices: list[Choice] = [("card", obj) for obj in fitting]
    if f["up_to"]:
        choices.append(("done",))
    picked = m.ask(
        player, "some", choices, "put onto the battlefield", rule=f["rule"], source=f["source"], offer=f["up_to"]
    )
    if picked[0] == "done":
        return None
    obj = picked[1]
    spaces = fitting[obj]
    space = m.ask(player, "one", [("space", i) for i in spaces], "on which space", rule="MIW-083", source=obj)[1]
    there = s.board[space]
    if there != NOWHERE:
        verbs.sacrifice(m, there, obj)
    verbs.enter(m, obj, space, player, f["rule"] or "MIW-081")
    f["left"] -= 1
    f["cards"] = tuple([other for other in f["cards"] if other != obj])  # also if it has left the battlefield by now
    return AGAIN


def placing_ends(m: Match, f: dict[str, Any]) -> None:
    """A deck that was looked through is shuffled (MIW-085)."""
    if f["shuffle"]:
        shuffle_deck(m, f["player"])


def find_and_play(m: Match, f: dict[str, Any]) -> str | None:
    """Play a card found in the deck, with all tests, onto the own entry zone (MIW-082, MIW-Q69)."""
    from cardlib.games.mecha.playing import unit_spaces

    s = m.state
    player = f["player"]
    options: list[Choice] = []
    seen = set()
    for obj in f["cards"] if may_announce(m) else ():
        if s.card[obj] not in seen:
            seen.add(s.card[obj])
            options += [("play", obj, space, NOWHERE) for space in unit_spaces(m, player, obj)]
    answer = m.ask(
        player,
        "one",
        [("done",), *options],
        "play a card that you found",
        rule=f["rule"],
        source=f["source"],
        offer=True,
    )
    if answer != ("done",):
        m.push("work_off", base=len(s.chain))
        announce(m, answer, player)
    shuffle_deck(m, player)
    return None


PROCEDURES = {
    "announce_card": procedure(card_targets, card_cost, card_on_chain),
    "announce_ability": procedure(ability_cost, ability_on_chain),
    "work_off": procedure(settle_first, respond),
    "window": procedure(phase_window),
    "resolve_unit": procedure(unit_enters),
    "resolve_pilot": procedure(pilot_attaches),
    "resolve_command": procedure(command_stays, command_effect, command_ends),
    "placing": procedure(placing, placing_ends),
    "play_found": procedure(find_and_play),
}
