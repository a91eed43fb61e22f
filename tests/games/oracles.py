"""What each operation has done when its sentence is true, read off the match before and after it.

`ORACLES` has a test by the name of the operation; it knows nothing of how the operation is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardlib.abilities.running import Run
from cardlib.kernel.match import Match
from cardlib.kernel.records import Raw


@dataclass
class Case:
    """One operation that was carried out: the match before and after it, and what was told in between."""

    before: Match
    match: Match
    run: Run
    arguments: Mapping[str, Any]
    told: Sequence[Raw]

    def events(self, *kinds: str) -> list[Raw]:
        return [raw for raw in self.told if raw.kind in kinds]

    def count(self, kind: str, player: int) -> int:
        return sum(raw.kind == kind and raw.player == player for raw in self.told)

    @property
    def earlier(self) -> Run:
        """The same operation as it stood before."""
        return Run(self.before, dict(self.run.bind), self.run.ability)

    @property
    def players(self) -> list[int]:
        return self.earlier.players(self.arguments["who"])

    def subjects(self) -> list[int] | None:
        """Whom it was about; None where a player chose them."""
        about = self.arguments["about"]
        return None if about.kind == "choose" else list(about.find(self.earlier))

    def zone(self, match: Match, kind: str, player: int) -> list[int]:
        return list(match.state.zones[match.facts.zone[kind][player]])

    def kind(self, obj: int) -> str:
        return self.match.facts.zone_kinds[self.match.state.zone[obj]]


Oracle = Callable[[Case], bool]


def _draw(c: Case) -> bool:
    number = c.earlier.number(c.arguments["count"])
    return all(c.count("drawn", p) == min(number, len(c.zone(c.before, "deck", p))) for p in c.players)


def _discard(c: Case) -> bool:
    what, run = c.arguments["what"], c.earlier
    for p in c.players:
        hand = [o for o in c.zone(c.before, "hand", p) if what is None or what(c.before, o, run.source, run.you)]
        number = len(hand) if c.arguments["whole_hand"] else run.number(c.arguments["count"])
        if c.count("discarded", p) != min(number, len(hand)):
            return False
    return True


def _mill(c: Case) -> bool:
    number = c.earlier.number(c.arguments["count"])
    return all(c.kind(obj) == c.arguments["to"] for p in c.players for obj in c.zone(c.before, "deck", p)[:number])


def _searched(c: Case) -> bool:
    found = c.run.bind["it"]
    there = all(c.kind(obj) == c.arguments["to"] and c.match.state.owner[obj] == c.run.you for obj in found)
    return there and len(c.events("searched")) == len(found) and bool(c.events("shuffled"))


def _returned(c: Case) -> bool:
    return all(c.kind(obj) == "hand" for obj in c.run.bind["it"])


def _shuffled_in(c: Case) -> bool:
    zone = c.arguments["zone"]
    return all(c.kind(obj) == "deck" for p in c.players for obj in c.zone(c.before, zone, p))


def _on_top(c: Case) -> bool:
    hand = c.zone(c.before, "hand", c.run.you)
    return not hand or c.zone(c.match, "deck", c.run.you)[0] in hand


def _looked(c: Case) -> bool:
    view = c.match.view(c.run.you)
    return all(None not in view.cards("hand", p) for p in c.players)


def _counters(sign: int) -> Oracle:
    def changed(c: Case) -> bool:
        subjects, counter = c.subjects(), c.arguments["counter"]
        if subjects is None:
            return True
        for obj in subjects:
            was, now = (m.state.columns[counter][obj] for m in (c.before, c.match))
            if c.kind(obj) == "battlefield" and now != max(0, was + sign):
                return False
        return True

    return changed


def _gone(c: Case) -> bool:
    subjects = c.subjects()
    return subjects is None or all(c.kind(obj) != "battlefield" for obj in subjects)


def _sacrificed(c: Case) -> bool:
    return all(c.kind(obj) != "battlefield" for obj in c.run.bind["it"])


def _damaged(c: Case) -> bool:
    hurt = {raw.subject for raw in c.events("damaged", "armour", "hidden", "shielded")}
    subjects = c.subjects()
    return bool(hurt) if subjects is None else set(subjects) <= hurt


def _controlled(c: Case) -> bool:
    return all(c.kind(obj) != "battlefield" or c.match.state.controller[obj] == c.run.you for obj in c.subjects() or ())


def _gained(sign: int) -> Oracle:
    def changed(c: Case) -> bool:
        read, what, you = c.match.rules.player_value, c.arguments["resource"], c.run.you
        was, now = read(c.before, you, what), read(c.match, you, what)
        full = c.match.facts.constants.get("pool_limit", 1000)
        wanted = was + sign * c.earlier.number(c.arguments["amount"])
        return now == (min(full, wanted) if wanted >= 0 else was)

    return changed


def _moved(c: Case) -> bool:
    return all(c.kind(obj) == c.arguments["zone"] for obj in c.subjects() or ())


def _placed(c: Case) -> bool:
    arrived = [raw.subject for raw in c.events("enters", "placed")]
    return all(c.kind(obj) == "battlefield" or obj == c.run.source for obj in arrived)


def _drawn_if(case: Callable[[Case], bool]) -> Oracle:
    return lambda c: bool(c.events("drawn")) == (case(c) and bool(c.zone(c.before, "deck", c.run.you)))


ORACLES: dict[str, Oracle] = {
    "draw": _draw,
    "discard": _discard,
    "mill": _mill,
    "search": _searched,
    "return": _returned,
    "shuffle": lambda c: all(c.count("shuffled", p) == 1 for p in c.players),
    "shuffle-into-deck": _shuffled_in,
    "put-on-top": _on_top,
    "look-at-hand": _looked,
    "look-at-top": lambda c: bool(c.events("looked-at-top")) == bool(c.zone(c.before, "deck", c.run.you)),
    "random-player": lambda c: len(c.events("chosen")) == 1 and c.run.bind["chosen"] in (0, 1),
    "place": _placed,
    "damage": _damaged,
    "destroy": _gone,
    "sacrifice": _sacrificed,
    "add-counters": _counters(1),
    "remove-counters": _counters(-1),
    "gain-control": _controlled,
    "gain": _gained(1),
    "spend": _gained(-1),
    "move-to": _moved,
    "may": _drawn_if(lambda c: bool(c.run.bind["done"])),
    "if": _drawn_if(lambda c: c.arguments["condition"](c.before, c.run.source, c.run.you, {})),
    "choose-one": lambda c: bool(c.events("drawn", "shuffled")) or not c.zone(c.before, "deck", c.run.you),
}
