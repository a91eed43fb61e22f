"""Atoms of things: where one lies and stands, what counters and records it carries, whom it belongs to, what it hears.

They keep the indexes in step: zones, board, listeners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError, EngineError
from cardlib.filters import nearest_note
from cardlib.kernel.boards.occupants import FACING, board_of, facing_of, slots_for, spaces_at
from cardlib.kernel.records import PLAYERS, Lasting
from cardlib.kernel.slots import SLOT
from cardlib.kernel.state import NOWHERE, State

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match


def add(m: Match, id_: str, owner: int, kind: str) -> int:
    """Put a new object of a printed card into a zone of a player (or a shared one), and return its number.

    For the set-up: forks that were made before do not see it.
    """
    obj = m.state.add(m.facts.number[id_], owner, m.facts.zone[kind][owner])
    listen(m, obj)
    m.changed()
    return obj


def move(
    m: Match,
    obj: int,
    kind: str,
    *,
    place: int = NOWHERE,
    host: int = NOWHERE,
    top: bool = False,
    player: int = NOWHERE,
) -> None:
    """Move an object to a zone of its owner, of a player who is named, or a shared one: at the end of it, or on top.

    What nobody owns goes back to its supply in place of a zone of its owner. For what a move does see `move_into`.
    """
    whose = player if player != NOWHERE else m.state.owner[obj]
    try:
        new = m.facts.zone[kind][whose]
    except KeyError:
        near = nearest_note(kind, m.facts.zone)
        raise EngineError(f"'{kind}' is no zone of game.json of {m.rules.slug}{near}") from None
    if whose == NOWHERE and m.facts.zone_owner[new] != NOWHERE:
        new = _supply_zone(m, obj, kind)
    move_into(m, obj, new, place, host, top)


def move_into(m: Match, obj: int, new: int, place: int = NOWHERE, host: int = NOWHERE, top: bool = False) -> None:
    """Move an object to a zone that is named by its number, at the end of the list, or on top of it.

    Outside the board it loses controller, space, host, counters and records. What lies in its slots goes where they
    say; other attached cards stay behind without a host until a state check takes them up.
    """
    s = m.state
    facts = m.facts
    old = s.zone[obj]
    kind = facts.zone_kinds[new]
    space = s.place[obj]
    held = s.host[obj] != NOWHERE
    if held and space == NOWHERE:
        space = s.space_of(obj)
    s.zones[old].remove(obj)
    if top:
        s.zones[new].insert(0, obj)
    else:
        s.zones[new].append(obj)
    s.zone[obj] = new
    listens = facts.listens[s.card[obj]]
    was = facts.zone_kinds[old]
    holds = False  # whether something is in force while it is in either of the zones
    if listens:
        before, after = listens.get(was, ()), listens.get(kind, ())
        holds = "static" in before or "static" in after
        if was != kind:
            if before and obj not in s.down:
                _unlisten(s, obj, before)
            _listen(s, obj, after)
    if s.place[obj] != NOWHERE:
        _vacate(m, obj)
    s.place[obj] = place
    s.host[obj] = host
    if held and SLOT in s.columns:
        s.columns[SLOT][obj] = 0
    if was != kind:
        holder = facts.zone_owner[new]
        s.controller[obj] = s.owner[obj] if holder == NOWHERE else holder
        columns = s.columns
        for name in m.rules.cleared:
            columns[name][obj] = 0
        if s.shown_to:
            s.shown_to.pop(str(obj), None)
        if s.down:
            s.down = tuple(other for other in s.down if other != obj)
        if s.uses:
            s.uses[:] = [entry for entry in s.uses if entry.by != "object" or entry.holder != obj]
        if s.modifiers and was == facts.field:
            left = [kept for entry in s.modifiers if (kept := _without(entry, obj))]
            if left != s.modifiers:
                s.modifiers[:] = left
                holds = True
    elif old != new and facts.zone_owner[new] != NOWHERE:
        s.controller[obj] = facts.zone_owner[new]
    vital = m.rules.vital
    board = held or facts.field in (was, kind)
    m.changed(was in vital or kind in vital, holds or m.rules.endows, board)
    if facts.holders.slots and old != new:
        m.rules.bereft(m, obj, space, new)


def _supply_zone(m: Match, obj: int, kind: str) -> int:
    """Return the zone of the supply to which an object that nobody owns belongs."""
    holders, card = m.facts.holders, m.state.card[obj]
    for supply in holders.supplies.values():
        if card in supply.cards:
            return m.facts.zone[supply.zone][0]
    raise EngineError(f"nobody owns {m.facts.names[card]}, so that it has no zone '{kind}' to go to")


def occupy(m: Match, obj: int, space: int) -> None:
    """Let an object stand on a space with room for it, in its layer; it leaves where it stood.

    A large one takes all its spaces with the facing that it has. Raises CardlibError where there is no room.
    """
    s = m.state
    old = s.place[obj]
    if old != NOWHERE:
        _vacate(m, obj)
    board = m.facts.board
    if board is None or board.plain:
        s.board[space] = obj
        s.place[obj] = space
        if m.occupied >= 0:
            m.occupied |= 1 << space
    else:
        _take(m, obj, space, facing_of(m, obj))
    spaces = m.facts.vital_spaces
    m.changed(vital=spaces is None or space in spaces or old in spaces, sources=False, moved=True)


def turn(m: Match, obj: int, facing: int) -> None:
    """Turn an object to a facing; a large one turns about its anchor. Raises CardlibError where it has no room."""
    s = m.state
    if s.place[obj] != NOWHERE and m.rules.footprint(m, obj):
        _vacate(m, obj)
        _take(m, obj, s.place[obj], facing)
    s.columns[FACING][obj] = facing
    m.changed(sources=False, moved=True)


def _vacate(m: Match, obj: int) -> None:
    """Leave every place on the board that an object takes."""
    s = m.state
    board = m.facts.board
    if board is None or board.plain:
        if s.board[s.place[obj]] == obj:
            _leave(m, s.place[obj])
        return
    if s.place[obj] < len(s.board) and s.board[s.place[obj]] == obj:
        _leave(m, s.place[obj])
    while obj in s.board:
        _leave(m, s.board.index(obj))


def _leave(m: Match, slot: int) -> None:
    """Empty a place on the board; the first ones are those of the first layer, by space."""
    m.state.board[slot] = NOWHERE
    if m.occupied >= 0 and slot < len(board_of(m)):
        m.occupied &= ~(1 << slot)


def _take(m: Match, obj: int, anchor: int, facing: int) -> None:
    s = m.state
    layer = m.rules.layer(m, obj)
    spaces = spaces_at(m, obj, anchor, facing)
    slots = slots_for(m, obj, spaces, layer) if spaces is not None else []
    about = board_of(m).layers[layer]
    if spaces is None or len(slots) < (len(spaces) if about.holds else 0):
        name, space = m.facts.names[s.card[obj]], board_of(m).names[anchor]
        what = "is not all on the board" if spaces is None else f"has no room among the {about.name}"
        raise CardlibError(f"{name} {what} at {space}")
    for slot in slots:
        s.board[slot] = obj
        if m.occupied >= 0 and layer == 0:
            m.occupied |= 1 << slot
    s.place[obj] = anchor


def relocate(m: Match, obj: int, space: int) -> None:
    """Let an object of a layer for any number go to another space, which others may share with it."""
    m.state.place[obj] = space
    m.changed(sources=False, moved=True)


def rearrange(m: Match, goals: Mapping[int, int]) -> None:
    """Let objects go to other spaces of their layer all at once, so that they may take each other's places."""
    for obj in goals:
        _vacate(m, obj)
    for obj, space in goals.items():
        _take(m, obj, space, facing_of(m, obj))
    m.changed(sources=False, moved=True)


def attach(m: Match, obj: int, host: int) -> None:
    """Attach an object to another one."""
    s = m.state
    s.host[obj] = host
    m.changed()


def put(m: Match, obj: int, column: str, number: int) -> None:
    """Set a counter or record of an object to a number, at least 0."""
    m.touched = True
    s = m.state
    if column in m.rules.vital:
        s.vars["unsettled"] = 1
    if column in m.rules.valued:
        m.cache = {}
        m.steady = {}
        if m.effects is not None and m.effects.shifting:
            m.effects = None
    try:
        s.columns[column][obj] = number if number > 0 else 0
    except KeyError:
        raise _undeclared(m, column) from None


def _undeclared(m: Match, column: str) -> EngineError:
    near = nearest_note(column, m.state.columns)
    return EngineError(f"'{column}' is no column that the rules of {m.rules.slug} declare{near}")


def control(m: Match, obj: int, player: int) -> None:
    """Give control of an object to a player, or to nobody (NOWHERE); what lies in slots that follow goes with it."""
    s, slots = m.state, m.facts.holders.in_order
    s.controller[obj] = player
    for one, host in enumerate(s.host) if slots else ():
        if host == obj:
            slot = s.columns[SLOT][one]
            if slot and slots[slot - 1].follows:
                control(m, one, player)
    m.changed()


def clear(m: Match, *columns: str) -> None:
    """Set records of all objects to 0."""
    s = m.state
    for name in columns:
        if name not in s.columns:
            raise _undeclared(m, name)
        s.columns[name] = [0] * len(s.card)
    if not m.rules.valued.isdisjoint(columns):
        m.cache = {}
        m.steady = {}
        if m.effects is not None and m.effects.shifting:
            m.effects = None
    m.touched = True


def show(m: Match, obj: int, players: int) -> None:
    """Let players (a bit each) see a card wherever it lies, until it changes zone."""
    m.touched = True
    m.state.shown_to[str(obj)] = m.state.shown_to.get(str(obj), 0) | players


def turn_down(m: Match, obj: int, players: int) -> None:
    """Lay a thing face down where it is: only these players (a bit each) may look at it, and it does nothing."""
    s = m.state
    if obj not in s.down:
        _unlisten(s, obj, m.facts.listens[s.card[obj]].get(m.facts.zone_kinds[s.zone[obj]], ()))
        s.down = tuple(sorted((*s.down, obj)))
    s.shown_to[str(obj)] = players
    m.changed()


def turn_up(m: Match, obj: int) -> None:
    """Turn a thing face up that lies face down."""
    s = m.state
    s.down = tuple(other for other in s.down if other != obj)
    s.shown_to.pop(str(obj), None)
    listen(m, obj)
    m.changed()


def exchange_numbers(m: Match, one: int, other: int) -> None:
    """Let two hidden things, in zones and attached to nothing, have each other's numbers.

    Everything about them goes along, and what was recorded of them names them by their new numbers.
    """
    s = m.state
    both = {one: other, other: one}
    heard = m.facts.listens
    for obj in both:
        _unlisten(s, obj, heard[s.card[obj]].get(m.facts.zone_kinds[s.zone[obj]], ()))
    for number in {s.zone[one], s.zone[other]}:
        s.zones[number] = [both.get(obj, obj) for obj in s.zones[number]]
    s.card, s.owner = s.card.copy(), s.owner.copy()
    for column in (s.card, s.owner, s.controller, s.zone, *s.columns.values()):
        column[one], column[other] = column[other], column[one]
    s.shown_to = {str(both.get(int(obj), int(obj))): players for obj, players in s.shown_to.items()}
    s.uses[:] = [use._replace(holder=both.get(use.holder, use.holder)) if use.by == "object" else use for use in s.uses]
    s.sealed = tuple(row._replace(choice=naming(row.choice, both)) for row in s.sealed)
    for obj in both:
        listen(m, obj)
    s.listeners = dict(sorted(s.listeners.items()))
    for at, raw in enumerate(m.events or ()):
        if raw.subject in both or raw.other in both:
            names_other = m.rules.told[raw.kind].other not in ("", "counter")
            renamed = raw._replace(
                subject=both.get(raw.subject, raw.subject),
                other=both.get(raw.other, raw.other) if names_other else raw.other,
            )
            m.events[at] = renamed  # type: ignore[index]
    m.changed()


def naming(choice: Choice, numbers: Mapping[int, int]) -> Choice:
    """Return an option that names other things; those that name hidden ones begin with `card`, `play` or `put`."""
    if choice[0] not in ("card", "play", "put"):
        return choice
    return (choice[0], numbers.get(choice[1], choice[1]), *choice[2:])


def deal(m: Match, cards: list[int], numbers: Mapping[int, int]) -> None:
    """Let hidden objects be other printed cards, for a sample, and enter them into the index anew.

    `numbers` has them all, in order, each with the one that takes its place. Whom they were shown to is forgotten, but
    of what lies face down in the open: it keeps its number, and who may look at it is known.
    """
    s = m.state
    listens, kinds, zone = m.facts.listens, m.facts.zone_kinds, s.zone
    down = s.down
    there = [zone[obj] for obj in numbers]
    # Of hidden cards few listen; where none listens from those zones the index stays as it is.
    heard_from = not m.facts.listening.isdisjoint([kinds[number] for number in set(there)])
    for obj in numbers if heard_from else ():
        if (heard := listens[s.card[obj]]) and obj not in down:
            _unlisten(s, obj, heard.get(kinds[zone[obj]], ()))
    if s.shown_to:
        s.shown_to = {
            obj: players for obj, players in s.shown_to.items() if int(obj) not in numbers or int(obj) in down
        }
    if m.facts.holders.supplies:  # which are dealt across owners: who owns and controls stays with the place
        owners = [(s.owner[obj], s.controller[obj]) for obj in numbers]
        s.owner = s.owner[:]
        for obj, (owner, controller) in zip(numbers.values(), owners, strict=True):
            s.owner[obj], s.controller[obj] = owner, controller
    for number in set(there):
        s.zones[number] = [numbers.get(obj, obj) for obj in s.zones[number]]
    s.card = cards
    for obj, number in zip(numbers.values(), there, strict=True):
        zone[obj] = number
    for obj, number in zip(numbers.values(), there, strict=True) if heard_from else ():
        if (heard := listens[cards[obj]]) and obj not in down:
            _listen(s, obj, heard.get(kinds[number], ()))
    s.listeners = dict(sorted(s.listeners.items()))
    if not numbers and not m.rules.secret and not m.rules.sealed:  # all lies open, and is as it was
        return
    # What lies face down or in a supply may be in play, or another's; else what is in play is as it was.
    open_too = bool(down or m.facts.holders.supplies)
    m.changed(sources=heard_from or open_too or m.rules.endows, board=open_too)
    m.cache = {}  # current values of what was dealt, too


@contextmanager
def supposing(m: Match, obj: int, space: int) -> Iterator[None]:
    """Within the block an object off the board counts as standing on a space; nothing worked out there is kept."""
    s = m.state
    known, m.cache = m.cache, {}
    still, m.still = m.still, None
    before, s.place[obj] = s.place[obj], space
    try:
        yield
    finally:
        s.place[obj] = before
        m.cache = known
        m.still = still


def listen(m: Match, obj: int) -> None:
    """Enter an object that was put into its zone by other means into the index of listeners."""
    s = m.state
    kind = m.facts.zone_kinds[s.zone[obj]]
    _listen(s, obj, m.facts.listens[s.card[obj]].get(kind, ()))


def _without(lasting: Lasting, obj: int) -> Lasting | None:
    """A lasting effect ends for an object that leaves play."""
    if lasting.objects is None or lasting.whose == PLAYERS or obj not in lasting.objects:
        return lasting
    left = tuple(other for other in lasting.objects if other != obj)
    return lasting._replace(objects=left) if left else None


def _listen(s: State, obj: int, events: tuple[str, ...]) -> None:
    for event in events:
        s.listeners[event] = (*s.listeners.get(event, ()), obj)


def _unlisten(s: State, obj: int, events: tuple[str, ...]) -> None:
    for event in events:
        left = tuple(other for other in s.listeners[event] if other != obj)
        if left:
            s.listeners[event] = left
        else:
            del s.listeners[event]
