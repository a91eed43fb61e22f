"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play.

What is legal is told where the options are made: moving, aiming, playing. Here a move that was typed is led to them,
and the refusal that they give is put into words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.targets import single
from cardlib.games.mecha import aiming, moving, playing
from cardlib.games.mecha.board import DIRECT, is_unit
from cardlib.games.mecha.chain import may_announce
from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT
from cardlib.games.mecha.numbers import bandwidth, reach, speed, total_cost
from cardlib.kernel import values
from cardlib.kernel.refusals import Refusal, Why, asked, first, told
from cardlib.kernel.speech import Counted
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardlib.games.mecha.cards import Play
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move, Thing

Staged = tuple[int, Why]  # how far a copy gets, and what refuses it there

FREE, AFTER_MOVE = "MIW-037", "MIW-156"  # the decisions of a free moment, and of the attack after a move
WINDOWS = ("MIW-048", "MIW-053", "MIW-072")
MISSING: Final = -2  # what was named is not there

NOT_IN_PLAY = Refusal("MIW-143", "no {s} is on the battlefield")
NOT_YOURS = Refusal("MIW-143", "{s} is not under your control")
NO_UNIT = Refusal("MIW-143", "{s} is no unit; only units move and attack")
OWN_PHASE = Refusal("MIW-143", "units act in the own Main Phase")
MOVES_WHEN = Refusal("MIW-037", "moves are declared at a free moment of the Main Phase")
ATTACKS_WHEN = Refusal("MIW-159", "attacks are declared at a free moment of the Main Phase")
AT_ONCE = Refusal("MIW-156", "{o} has just moved and attacks or forfeits first")
NO_TARGET_THERE = Refusal("MIW-166", "no {o} is on the battlefield")
NO_TARGET_AT_ALL = Refusal("MIW-166", "{s} has no legal target")
NOT_FOUND = Refusal("MIW-Q69", "{s} is none of the cards that were found")
PLAYED_WHEN = Refusal("MIW-093", "{s} is played in the own Main Phase with an empty chain")
COMMAND_WHEN = Refusal(
    "MIW-046", "Commands are played when you are asked for one, or at a free moment of your Main Phase"
)
NO_SPACE = "{s} has no legal space"  # with the rule that says which spaces are legal
NAMES_SPACE = "{s} is played on a space"
NO_HOST_NOW = Refusal("MIW-124", "{s} needs an own Mecha without a Pilot in the own entry zone")
ENDLESS = Refusal("MIW-Q12", "nothing more may be announced this turn")
MOVE_FIRST = Refusal("MIW-038", "{s} must move first")
NOTHING_TO_USE = Refusal("MIW-214", "no {s} is there to be used")
NOT_OPPONENTS = Refusal("MIW-075", "{s} is not under your control")
NO_ABILITY = Refusal("MIW-214", "{s} has no ability to use")
USED_WHEN = Refusal("MIW-214", "abilities are used at a free moment of the own Main Phase")
ANSWERS_WHEN = Refusal("MIW-215", "{s} answers a card that is being played")
SKIPS_WHEN = Refusal("MIW-031", "the Draw Phase is skipped for an ability as it begins")
FORFEITS_WHEN = Refusal("MIW-156", "an attack is forfeited right after the move of the unit")


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why a well-formed move is no option of a player now, and by which rule."""
    if move.verb == "move":
        return _move(m, player, move)
    if move.verb == "attack":
        return _attack(m, player, move)
    if move.verb == "play":
        return _play(m, player, move)
    if move.verb == "use":
        return _use(m, player, move)
    if move.verb in ("skip", "draw"):
        return _told(m, SKIPS_WHEN)
    if move.verb == "forfeit":
        return _told(m, FORFEITS_WHEN)
    if move.verb == "end" and m.state.vars["active"] == player:
        unit = next((u for u in m.state.board if u != NOWHERE and moving.obliged(m, u)), NOWHERE)
        if unit != NOWHERE:
            return _told(m, MOVE_FIRST, unit)
    return m.rules.not_offered(m, player, move)


def _told(m: Match, refusal: Refusal, unit: int = NOWHERE, other: int = NOWHERE, **words: object) -> Why:
    """Put a refusal into words; without another unit {o} is the opponent."""
    return told(m, refusal, unit, other, **{**({"o": "the opponent"} if other == NOWHERE else {}), **words})


def _furthest(found: Iterable[Staged], otherwise: Why) -> Why:
    """Return the reason of the copy that gets furthest, of several the first."""
    return max(found, key=lambda staged: staged[0], default=(0, otherwise))[1]


def _acting(m: Match, player: int, obj: int) -> Why | None:
    """Say why an object can't act, whatever it is to do; None if it may."""
    s = m.state
    if s.controller[obj] != player:
        return _told(m, NOT_YOURS, obj)
    if not is_unit(m, obj):
        return _told(m, NO_UNIT, obj)
    if s.vars["active"] != player:
        return _told(m, OWN_PHASE)
    return None if may_announce(m) else _told(m, ENDLESS)


def _moment(m: Match, player: int, otherwise: Refusal, **words: object) -> Why | None:
    """Say why this is no free moment of the Main Phase; None if it is. After a move the attack comes first."""
    if asked(m, player, FREE):
        return None
    if asked(m, player, AFTER_MOVE) and m.decision is not None:
        return _told(m, AT_ONCE, other=m.decision.source)
    return _told(m, otherwise, NOWHERE, NOWHERE, **words)


def _names(m: Match, thing: Thing) -> str:
    """Return what a thing was called, by the name of its card where it names one."""
    return m.facts.names[thing.number] if thing.numbers else f"unit '{thing.words}'"


# -- units -------------------------------------------------------------------------------------------------------


def _move(m: Match, player: int, move: Move) -> Why:
    unit, *steps = move.things
    path = [thing.number for thing in steps]
    missing = _told(m, NOT_IN_PLAY, s=_names(m, unit))
    found = [_no_move(m, player, obj, path) for obj in unit.objects]
    return _furthest(
        [staged for staged in found if staged is not None], missing if not found else _else(m, player, move)
    )


def _else(m: Match, player: int, move: Move) -> Why:
    return m.rules.not_offered(m, player, move)


def _no_move(m: Match, player: int, unit: int, path: list[int]) -> Staged | None:
    """Say why a unit can't make a move: whose it is, what it has done, the moment, the path."""
    if (why := _acting(m, player, unit)) is not None:
        return 0, why
    refusal = moving.unable_to_move(m, unit)
    if refusal is not None:
        source = values.forbidding(m, unit, "move")
        return 1, _told(m, refusal, unit, by=m.rules.name(m, source) if source != NOWHERE else "")
    if (why := _moment(m, player, MOVES_WHEN)) is not None:
        return 2, why
    wrong = moving.illegal_path(m, unit, path)
    if wrong is None:
        return None
    refusal, at = wrong
    names = m.facts.board.names if m.facts.board is not None else []
    here = path[at - 1] if at else m.state.place[unit]
    words = {"space": names[path[at]], "here": names[here]} if path else {}
    there = m.state.board[path[at]] if path else NOWHERE
    return 3 + at, _told(m, refusal, unit, there, n=Counted(speed(m, unit)), **words)


def _attack(m: Match, player: int, move: Move) -> Why:
    unit = move.things[0]
    missing = _told(m, NOT_IN_PLAY, s=_names(m, unit))
    found = [_no_attack(m, player, obj, move) for obj in unit.objects]
    return _furthest(
        [staged for staged in found if staged is not None], missing if not found else _else(m, player, move)
    )


def _no_attack(m: Match, player: int, unit: int, move: Move) -> Staged | None:
    """Say why a unit can't attack what is named: whose it is, what it has done, the moment, the target."""
    if (why := _acting(m, player, unit)) is not None:
        return 0, why
    refusal = aiming.unable_to_attack(m, unit)
    if refusal is not None:
        return 1, _told(m, refusal, unit)
    now = asked(m, player, AFTER_MOVE) and m.decision is not None and m.decision.source == unit
    if not now and (why := _moment(m, player, ATTACKS_WHEN)) is not None:
        return 2, why
    if move.form.endswith(" player"):
        why = _no_target(m, unit, DIRECT)
        return None if why is None else (3, why)
    if len(move.things) == 1:
        return 3, _told(m, NO_TARGET_AT_ALL, unit)
    aimed = move.things[1]
    missing = _told(m, NO_TARGET_THERE, o=_names(m, aimed))
    others = sorted(aimed.objects, key=lambda obj: m.state.controller[obj] == player)
    return 3, first((_no_target(m, unit, target) for target in others), missing)


def _no_target(m: Match, unit: int, target: int) -> Why | None:
    """Say why a unit can't attack a target: what forbids it, then the distance."""
    refusal = aiming.barred(m, unit, target) or aiming.out_of_reach(m, unit, target)
    if refusal is None:
        return None
    source = aiming.forbidder(m, unit, target)
    words = {"by": m.rules.name(m, source) if source != NOWHERE else "", "n": reach(m, unit)}
    return _told(m, refusal, unit, target, far=aiming.steps_to(m, unit, target), **words)


# -- cards -------------------------------------------------------------------------------------------------------


def _play(m: Match, player: int, move: Move) -> Why:
    s = m.state
    card = move.things[0].number
    kept = "deck" if move.form.startswith("play top") else "hand"
    zone = m.facts.zone[kept][player]
    frame = s.stack[-1]
    name = m.facts.names[card]
    if frame[0] == "play_found" and asked(m, player, frame[2]["rule"]):
        found = [obj for obj in frame[2]["cards"] if s.card[obj] == card]
        return _found(m, player, found[0], move) if found else _told(m, NOT_FOUND, s=name)
    held = [obj for obj in playing.playable_cards(m, player) if s.card[obj] == card and s.zone[obj] == zone]
    if not held:
        return _told(m, playing.NOT_HELD if kept == "hand" else playing.NOT_OPEN, s=name)
    obj = held[0]
    bits = m.facts.game.bits[card]
    mask = frame[2].get("mask", 0) if frame[0] == "window" else 0
    refusal = playing.unplayable(m, player, obj, mask)
    if refusal is not None:
        return _told(m, refusal, s=name)
    if not may_announce(m):
        return _told(m, ENDLESS)
    at = move.things[1] if len(move.things) > 1 else None
    if bits == COMMAND:
        return _command(m, player, obj, move, at)
    if (why := _moment(m, player, PLAYED_WHEN, s=name)) is not None:
        return why
    if bits == PILOT:
        missing = _told(m, NO_HOST_NOW, s=name)
        named = at.objects if at is not None and at.kind == "PERMANENT" else _units_on(m, at)
        reasons = ((playing.no_host(m, player, host), host) for host in named)
        return first((_told(m, why, other=host, s=name) for why, host in reasons if why is not None), missing)
    return _unit(m, player, obj, _spaces(m, at))


def _found(m: Match, player: int, obj: int, move: Move) -> Why:
    """Say why a card that was found can't be played at once, with all tests (MIW-082, MIW-Q69)."""
    refusal = playing.unplayable(m, player, obj)
    if refusal is not None:
        return _told(m, refusal, s=m.rules.name(m, obj))
    return _unit(m, player, obj, _spaces(m, move.things[1] if len(move.things) > 1 else None))


def _spaces(m: Match, at: Thing | None) -> Iterable[int]:
    """Return the spaces that a thing names, or those of the permanents that it names."""
    if at is None:
        return ()
    return at.numbers if at.kind == "SPACE" else [m.state.space_of(host) for host in at.objects]


def _units_on(m: Match, at: Thing | None) -> list[int]:
    """Return the units on the spaces that a thing names."""
    there = [m.state.board[space] for space in (at.numbers if at is not None and at.kind == "SPACE" else ())]
    return [obj for obj in there if obj != NOWHERE]


def _unit(m: Match, player: int, obj: int, spaces: Iterable[int]) -> Why:
    """Say why a unit can't be played on the spaces that were named, or anywhere."""
    name = m.rules.name(m, obj)
    names = m.facts.board.names if m.facts.board is not None else []
    named = [space for space in spaces if space != NOWHERE]
    for space in named:
        refusal = playing.no_place(m, player, obj, space)
        if refusal is not None:
            return _told(m, refusal, s=name, space=names[space])
    if m.facts.game.bits[m.state.card[obj]] & MECHA:
        for space in named or [NOWHERE]:
            refusal = playing.over_bandwidth(m, player, obj, space)
            if refusal is not None:
                return _told(m, refusal, s=name, n=bandwidth(m, player), total=total_cost(m, player))
    text = NAMES_SPACE if playing.legal_spaces(m, player, obj) else NO_SPACE
    return _told(m, Refusal(playing.not_among(m, obj).rule, text), s=name)


def _played_on(play: Play) -> str:
    """Return what kind of thing a Command names as it is played; spaces, players and cards have the same numbers."""
    if play.stand:
        return "SPACE"
    if play.window == "card":
        return "CARD"
    target = single(play.played) if play.attach is None else None
    return "PLAYER" if target is not None and target.zone == "player" else "PERMANENT"


def _command(m: Match, player: int, obj: int, move: Move, at: Thing | None) -> Why:
    """Say why a Command can't be played on what was named: a player, a permanent, a space or a waiting card."""
    named: list[int | None] = [None]
    if at is not None:
        waiting = [link.obj for link in m.state.chain if link.kind == "card" and m.state.card[link.obj] in at.numbers]
        found = {"PERMANENT": at.objects, "CARD": waiting}.get(at.kind, at.numbers)
        fits = at.kind == _played_on(m.facts.game.play[m.state.card[obj]])
        named = [*found] if fits and found else [MISSING]
    name = m.rules.name(m, obj)
    for one in named:
        refusal = playing.no_choice(m, player, obj, one)
        if refusal is not None:
            return _told(
                m,
                refusal,
                s=name,
                o=m.rules.speech.title(m, one) if refusal is aiming.NO_TARGET and one is not None else "it",
            )
    if not asked(m, player, *WINDOWS) and (why := _moment(m, player, COMMAND_WHEN)) is not None:
        return why
    return m.rules.not_offered(m, player, move)


# -- abilities ---------------------------------------------------------------------------------------------------


def _use(m: Match, player: int, move: Move) -> Why:
    thing = move.things[0]
    objects = thing.objects or tuple(_elsewhere(m, player, thing))
    if not objects:
        return _told(m, NOTHING_TO_USE, s=_names(m, thing))
    return first((_unusable(m, player, move, obj) for obj in objects), m.rules.not_offered(m, player, move))


def _elsewhere(m: Match, player: int, thing: Thing) -> Iterator[int]:
    """Yield a player's cards off the board that a thing names and whose abilities are used there (Rumour Mill)."""
    for card in thing.numbers:
        kinds = {kind for ability in m.facts.game.activated[card] for kind in ability.zones}
        for kind in sorted(kinds & {"damage", "discard"}):
            yield from (obj for obj in m.state.zones[m.facts.zone[kind][player]] if m.state.card[obj] == card)


def _unusable(m: Match, player: int, move: Move, obj: int) -> Why | None:
    """Say why none of the abilities of an object can be used, as an action or against a card that waits."""
    s = m.state
    if s.controller[obj] != player:
        return _told(m, NOT_OPPONENTS, obj)
    abilities = m.facts.game.activated[s.card[obj]]
    timings = [str(ability.node["activate"]) for ability in abilities]
    if not may_announce(m):
        return _told(m, ENDLESS)
    if "main" in timings:
        if (why := _moment(m, player, USED_WHEN)) is not None:
            return why
        able = [ability for at, ability in playing.usable(m, player, "main") if at == obj]
        refusals = [playing.unusable(m, player, obj, ability) for ability in able]
    elif "response" in timings:
        if not s.chain or not asked(m, player, "MIW-048"):
            return _told(m, ANSWERS_WHEN, obj)
        able = [ability for at, ability in playing.usable(m, player, "response") if at == obj]
        waiting = [link.obj for link in s.chain if link.kind == "card"]
        refusals = [playing.unanswerable(m, player, obj, ability, card) for ability in able for card in waiting]
        refusals = refusals or [ANSWERS_WHEN]
    else:
        refusals = []
    refusal = next((one for one in refusals if one is not None), NO_ABILITY)
    against = move.things[1] if len(move.things) > 1 else None
    return _told(m, refusal, obj, o=m.facts.names[against.number] if against else "that")
