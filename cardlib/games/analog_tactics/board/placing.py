"""What is put on spaces without a path: units, Stealth Tokens, markers, Obstacles, buildings, summons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlib.abilities.operations.params import reference
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import volleys
from cardlib.games.analog_tactics.board import geometry, tokens
from cardlib.games.analog_tactics.classes import prints
from cardlib.games.analog_tactics.course import respawning, settling
from cardlib.games.analog_tactics.kinds import COMMON, ELITE, OBSTACLE
from cardlib.games.analog_tactics.movement import large, paths
from cardlib.kernel import atoms
from cardlib.kernel.boards.board import spaces_in
from cardlib.kernel.boards.distances import distances, near
from cardlib.kernel.boards.facing import directions_to
from cardlib.kernel.boards.occupants import board_of, spaces_at, spaces_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.questions import ask_some, ask_yes
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.games.analog_tactics.operations.kinds import Place
    from cardlib.kernel.effects import Test
    from cardlib.kernel.match import Match

DONE: Choice = ("done",)


# -- where -------------------------------------------------------------------------------------------------------


def spaces(run: Run, to: Place) -> list[int]:
    """Return the free spaces that a place names."""
    m = run.match
    free = geometry.free(m)
    if to.word == "anywhere":
        return free
    if to.word == "cast":
        within = in_cast_range(m, run.source)
        return [space for space in free if within >> space & 1]
    if to.word == "respawn":
        area = respawning.area(m, run.you)
        return [space for space in free if area >> space & 1]
    if to.word == "here":
        return [m.state.place[run.source]]
    if to.word == "left":
        space = left_space(run)
        return [space] if space in free else []
    if to.word == "on":
        return [m.state.place[token] for token in named(run, to) if m.state.place[token] in free]
    measured = _measured(run, to)
    return [space for space in free if measured >> space & 1]


def in_cast_range(m: Match, caster: int) -> int:
    """Return the spaces within cast range, of the caster or of a Common that a spell is measured from (AT-281)."""
    board, reach, found = board_of(m), volleys.cast_range(m, caster), 0
    for one in volleys.origins(m, caster):
        found |= near(board, m.state.place[one], reach)
    return found


def has_room(run: Run, to: Place) -> bool:
    """Whether a place has a space now; of what is measured from something else nothing is known."""
    if to.spaces:
        return bool(named(run, to))
    return to.of != "self" or bool(spaces(run, to))


def takes_tokens(run: Run, to: Place, *, around: bool) -> bool:
    """Whether there is a space without a token for one (AT-265); around a space that is chosen later there is."""
    taken = token_spaces(run.match)
    return around or any(space not in taken for space in spaces(run, to))


def left_space(run: Run) -> int:
    """Return the space that was left: by what set the ability off, else by the unit that the ability relocated."""
    m = run.match
    obj = int(run.bind.get("that", NOWHERE))
    if obj == NOWHERE and "action" in run.bind:
        obj = int(m.state.stack[run.bind["action"]][2]["target"])
    return int(run.bind.get("noted:left", NOWHERE) if obj == NOWHERE else m.state.columns["last_space"][obj] - 1)


def named(run: Run, to: Place) -> list[int]:
    """Return the things that a place names, on, near or beside which it is."""
    return run.matching(to.fits) if to.fits is not None else []


def _measured(run: Run, to: Place) -> int:
    """Return the spaces by their distance from what the place names, from any one of it (AT-306)."""
    m = run.match
    board = board_of(m)
    origins = named(run, to) if to.fits is not None else [reference(m, to.of, run.source, run.bind)]
    within, beyond, found = run.number(to.within), run.number(to.beyond), 0
    for obj in origins:
        reached = too_near = 0
        for part in spaces_of(m, obj) if obj != NOWHERE else ():
            reached |= near(board, part, within)
            too_near |= near(board, part, beyond)
        found |= reached & ~too_near
    return found


def far_from(m: Match, obj: int) -> Sequence[int]:
    """Return the distance of each space from a thing, of a large one from its nearest space (AT-306)."""
    parts = [distances(board_of(m), one) for one in spaces_of(m, obj)]
    return parts[0] if len(parts) == 1 else list(map(min, zip(*parts, strict=True)))


def ask_space(run: Run, found: list[int], prompt: str) -> int:
    """Ask for one of some spaces; NOWHERE if there is none."""
    m = run.match
    if not found:
        return NOWHERE
    offers: list[Choice] = [("space", space) for space in found]
    answer = m.ask(
        run.you, "one", offers, prompt, rule=run.rule, source=run.source, ability=run.ability, default=offers[-1]
    )
    return int(answer[1])


def allowed(m: Match, found: list[int]) -> list[int]:
    """Return the spaces on which an Obstacle may stand: not next to an Objective or Respawn Point (AT-014)."""
    points = paths.beside_points(m)
    return [space for space in found if not points >> space & 1]


# -- units -------------------------------------------------------------------------------------------------------


def relocate(run: Run, obj: int, to: Place) -> None:
    """A thing is put on a free space, or beside something (AT-072, ATA-Q19)."""
    m = run.match
    if m.state.place[obj] == NOWHERE:
        return
    space = _beside(run, obj, to) if to.spaces else _somewhere(run, obj, to)
    if space not in (NOWHERE, m.state.place[obj]):
        paths.put(m, obj, space)


def _somewhere(run: Run, obj: int, to: Place) -> int:
    """Ask for a free space; a token in whose place the thing comes goes (ATA-Q54)."""
    m = run.match
    space = ask_space(run, fitting(m, obj, spaces(run, to)), "where to?")
    if to.word == "on":
        for token in named(run, to):
            if m.state.place[token] == space:
                tokens.clear(m, token, "ATA-Q54")
    return space


def fitting(m: Match, obj: int, found: list[int]) -> list[int]:
    """Return the spaces on which a thing may be put: for all of a large one, for an Obstacle (AT-014, AT-307)."""
    if units.kind(m, obj) == OBSTACLE:
        found = allowed(m, found)
    return [space for space in found if large.has_room(m, obj, space)]


def _beside(run: Run, unit: int, to: Place) -> int:
    """Ask for a numbered space of one of those that the place names, which is "it" from now on (ATA-Q43)."""
    m = run.match
    targets = named(run, to)
    offers: list[Choice] = [("card", target) for target in targets]
    target = m.ask(run.you, "one", offers, "attack what?", rule=run.rule, source=unit, ability=run.ability)[1]
    free = {*geometry.free(m), m.state.place[unit]}
    numbered = [geometry.numbered(m, target, number) for number in to.spaces]
    beside = spaces_in(paths.neighbours(m, [target])) if len(numbered) == geometry.WAYS else numbered
    space = ask_space_again(run, [space for space in beside if space in free])
    run.keep("it", [target])
    return space


def ask_space_again(run: Run, found: list[int]) -> int:
    """Ask for a space as the second question of a step."""
    return ask_space(run, found, "beside it on which space?")


def shift_ground(run: Run, what: Test, reach: int) -> None:
    """A thing within a number of spaces is put on a free space within as many (ATA-Q112)."""
    m, unit = run.match, run.source
    reach = prints.blueprint_amount(m, unit, run.ability.card, reach)
    found = movables(m, unit, what, reach)
    picks: list[Choice] = [("card", obj) for obj in found]
    obj = m.ask(run.you, "one", picks, "what is moved?", rule=run.rule, source=unit, ability=run.ability)[1]
    far = far_from(m, unit)
    free = fitting(m, obj, [space for space in geometry.free(m) if far[space] <= reach])
    space = ask_space(run, free, "where to?")
    if space != NOWHERE:
        paths.put(m, obj, space)


def movables(m: Match, unit: int, what: Test, reach: int) -> list[int]:
    """Return the things within a number of spaces of a unit that fit."""
    side = m.state.controller[unit]
    field = m.state.zones[m.facts.field_zone]
    return [obj for obj in field if what(m, obj, unit, side) and units.distance(m, unit, obj) <= reach]


def swap(m: Match, one: int, other: int) -> None:
    """Two units change spaces at once, each keeps its facing (ATA-Q20)."""
    s = m.state
    here, there = s.place[one], s.place[other]
    if m.rules.footprint(m, one) or m.rules.footprint(m, other):
        return
    arrive(m, {one: there, other: here}, "ATA-Q20")


def arrive(m: Match, goals: dict[int, int], rule: str) -> None:
    """Units are put on spaces at the same moment; each has entered one, to which others may react (AT-072, AT-144)."""
    s = m.state
    for unit in goals:
        atoms.put(m, unit, "last_space", s.place[unit] + 1)
    for unit, space in goals.items():
        m.emit("moves", unit, player=s.controller[unit], number=space, rule=rule)
    atoms.rearrange(m, goals)
    for unit, space in goals.items():
        m.emit("entered", unit, player=s.controller[unit], number=space, rule="AT-144")
    for unit, space in [*goals.items()][::-1]:
        m.push("arrival", record="step", unit=unit, space=space)


def body_double(run: Run) -> None:
    """The Elite and a Common of the team exchange spaces; one of them uses the ability (ATA-Q20)."""
    m, unit = run.match, run.source
    offers: list[Choice] = [("card", mate) for mate in doubles(m, unit)]
    swap(m, unit, m.ask(run.you, "one", offers, "exchange with whom?", rule=run.rule, source=unit)[1])


def doubles(m: Match, unit: int) -> list[int]:
    """Return with whom a unit could exchange: the Elite with the Commons, a Common with the Elite (ATA-Q20)."""
    if units.kind(m, unit) > COMMON:
        return []
    wanted = COMMON if units.kind(m, unit) == ELITE else ELITE
    return [mate for mate in units.units(m, m.state.controller[unit]) if units.kind(m, mate) == wanted]


def mass_teleport(run: Run, to: Place) -> None:
    """Units relocate by the same offset; who would land on something that stays, stays too (ATA-Q102)."""
    m, board, s = run.match, board_of(run.match), run.match.state
    here = s.place[run.source]
    space = ask_space(run, spaces(run, to), "where to?")
    dx, dy = (board.at[space][axis] - board.at[here][axis] for axis in (0, 1))
    around = units.in_order(m, geometry.things_on(m, geometry.bits([here, *board.neighbours[here]])))
    goals = {obj: _shifted(m, obj, dx, dy) for obj in around if units.is_unit(m, obj)}
    while True:
        left = geometry.bits(own for obj in goals for own in spaces_of(m, obj))
        taken = units.occupied(m) & ~left
        stays = [obj for obj, goal in goals.items() if not _fits_beside(m, obj, goal, taken)]
        if not stays:
            break
        for obj in stays:
            del goals[obj]
    arrive(m, goals, "ATA-Q102")


def _shifted(m: Match, obj: int, dx: int, dy: int) -> int:
    """The space so far from where a thing stands; NOWHERE off the board."""
    board = board_of(m)
    x, y = board.at[m.state.place[obj]]
    return board.located.get((x + dx, y + dy), NOWHERE)


def _fits_beside(m: Match, obj: int, space: int, taken: int) -> bool:
    """Whether all of a thing is on the board on a space, and on none that are taken."""
    spaces = spaces_at(m, obj, space, m.state.columns["facing"][obj]) if space != NOWHERE else None
    return spaces is not None and not taken & geometry.bits(spaces)


# -- tokens and markers ------------------------------------------------------------------------------------------


def token_spaces(m: Match) -> set[int]:
    """Return the spaces with a Stealth Token."""
    return {m.state.place[token] for token in tokens.tokens(m)}


def place_tokens(run: Run, to: Place, number: int, *, together: bool, fewer: bool) -> None:
    """Put the placing of tokens on the stack, one after another (AT-265, ATA-Q54).

    together: whether they go around a space; that may always be fewer of them.
    """
    m = run.match
    found = spaces(run, to)
    if together:
        centre = ask_space(run, _centres(run, to), "around which space?")
        far = distances(board_of(m), centre)
        found = [space for space in geometry.free(m) if far[space] <= 1]
    m.push(
        "tokens", player=run.you, spaces=tuple(found), left=number, source=run.source, rule=run.rule,
        fewer=fewer or together, placed=0,
    )  # fmt: skip


def _centres(run: Run, to: Place) -> list[int]:
    """Return the spaces in the middle of which tokens can go, occupied ones too."""
    m = run.match
    most = run.number(to.within)
    return [space for space, far in enumerate(far_from(m, run.source)) if far <= most]


def place_token(m: Match, f: dict[str, Any]) -> str:
    """One token after another, each on a free space without one, as long as there are tokens (AT-265, AT-267).

    Of what may be fewer, the first is placed and others may be.
    """
    here = token_spaces(m)
    found = [space for space in f["spaces"] if space not in here]
    left = min(f["left"], m.facts.constants["stealth_tokens"] - len(tokens.tokens(m)))
    if left <= 0 or not found:
        return END
    space = found[0]
    if f["fewer"] or len(found) > left:
        offers: list[Choice] = [("space", one) for one in found]
        if f["fewer"] and f["placed"]:
            offers.append(DONE)
        answer = m.ask(
            f["player"], "one", offers, "where does a token go?", rule="AT-265", source=f["source"], default=offers[0]
        )
        if answer == DONE:
            return END
        space = answer[1]
    m.touched = True
    f["left"] -= 1
    f["placed"] += 1
    make_on(m, m.facts.game.token, f["player"], space)
    m.emit("token", player=f["player"], number=space, rule="AT-265")
    return AGAIN


def make_on(m: Match, card: int, player: int, space: int) -> int:
    """Make a thing that holds no space, and lay it on one."""
    obj = atoms.make(m, card, player, m.facts.field_zone)
    atoms.relocate(m, obj, space)
    return obj


def move_token(run: Run, token: int, spaces: int) -> None:
    """A token moves to a free space without one, so many spaces away at most (ATA-Q54)."""
    m = run.match
    here = token_spaces(m)
    far = distances(board_of(m), m.state.place[token])
    found = [space for space in geometry.free(m) if far[space] <= spaces and space not in here]
    space = ask_space(run, found, "where does the token go?")
    if space != NOWHERE:
        atoms.relocate(m, token, space)
        m.emit("token", player=run.you, number=space, rule="ATA-Q54")


def shadowstep(run: Run) -> None:
    """Tokens that were next to a unit go along with its step, all at once: one may follow another (ATA-Q54)."""
    m = run.match
    unit = run.source
    before, now = m.state.columns["last_space"][unit] - 1, m.state.place[unit]
    board = board_of(m)
    if before == NOWHERE or now not in board.neighbours[before]:
        return
    (way,) = directions_to(board, before, now)
    place, free = m.state.place, set(geometry.free(m))
    beside = [token for token in tokens.tokens(m, run.you) if place[token] in board.neighbours[before]]
    goals = {token: geometry.toward(m, place[token], way) for token in beside}
    goals = _clear(m, {token: space for token, space in goals.items() if space in free})
    offers: list[Choice] = [("card", token) for token in goals]
    picked = ask_some(
        m, run.you, offers, 0, len(offers), "which tokens go along?", rule=run.rule, source=unit, ability=run.ability
    )
    for token, space in _clear(m, {choice[1]: goals[choice[1]] for choice in picked}).items():
        atoms.relocate(m, token, space)
        m.emit("token", player=run.you, number=space, rule=run.rule)


def _clear(m: Match, goals: dict[int, int]) -> dict[int, int]:
    """Return where tokens go that move at once: to no space where another one lies and stays (AT-265)."""
    place = m.state.place
    while True:
        taken = {place[token] for token in tokens.tokens(m) if token not in goals}
        if not taken & {*goals.values()}:
            return goals
        goals = {token: space for token, space in goals.items() if space not in taken}


def mark(run: Run, card: str, to: Place, number: int, turns: int) -> None:
    """Markers are laid on spaces (ATA-Q86, ATA-Q90)."""
    m = run.match
    kind = m.facts.number[card]
    if to.word == "cast":
        found = list(spaces_in(in_cast_range(m, run.source)))
    elif to.word == "anywhere":
        found = list(range(len(board_of(m))))
    else:
        found = spaces(run, to)
    offers: list[Choice] = [("space", space) for space in found]
    picked = ask_some(
        m, run.you, offers, 1, number, "which space?", rule=run.rule, source=run.source, ability=run.ability
    )
    for choice in picked:
        obj = make_on(m, kind, run.you, choice[1])
        atoms.put(m, obj, "turns_left", turns)
        atoms.put(m, obj, "laid", m.state.vars["turn"])
        atoms.put(m, obj, "made_in", m.state.vars["round"])
        m.emit("laid", obj, run.source, choice[1], run.you, run.rule)


def expire(m: Match, *, begins: bool) -> None:
    """What abilities have left goes when its time is over: at ends of turns, or as its player's turn begins (AT-035).

    When that is stands on its card, as `lasts`.
    """
    s, lasts = m.state, m.facts.game.lasts
    for obj in list(s.zones[m.facts.field_zone]):
        how = lasts[s.card[obj]]
        mine = s.controller[obj] == s.vars["active"]
        if begins:
            # nobody was there to return to what was laid in the round before (ATA-Q103)
            over = how == "turn" or (how == "round" and s.columns["made_in"][obj] < s.vars["round"] - 1)
            if mine and over:
                tokens.clear(m, obj, "AT-035")
        elif how == "ends" or (how == "own-ends" and mine):
            left = s.columns["turns_left"][obj] - int(s.columns["laid"][obj] != s.vars["turn"])
            atoms.put(m, obj, "turns_left", left)
            if not left:
                tokens.clear(m, obj, "AT-040")


def return_in_time(run: Run) -> None:
    """The Elite may go to the marker of the round before, which goes in any case (ATA-Q103)."""
    m, s = run.match, run.match.state
    lasts = m.facts.game.lasts
    for obj in list(s.zones[m.facts.field_zone]):
        if (
            lasts[s.card[obj]] == "round"
            and s.controller[obj] == run.you
            and s.columns["made_in"][obj] < s.vars["round"]
        ):
            space = s.place[obj]
            free = space in geometry.free(m)
            back = free and ask_yes(m, run.you, "return to the marker", rule="ATA-Q103", source=run.source)
            m.touched = True
            tokens.clear(m, obj, "ATA-Q103")
            if back:
                paths.put(m, run.source, space)


def arrived(m: Match, f: dict[str, Any]) -> None:
    """Others may react to a unit that was put on a space (AT-144)."""
    if m.state.place[f["unit"]] == f["space"]:
        open_window(m, "moved")


def follows(m: Match, f: dict[str, Any]) -> None:
    """What its arrival sets off happens."""
    settling.settle(m)


PROCEDURES = {"tokens": procedure(place_token), "arrival": procedure(arrived, follows)}
