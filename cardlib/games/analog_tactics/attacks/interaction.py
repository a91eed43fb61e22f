"""A combat interaction, step by step: declare, decide, dice, compare, damage, loss, close (AT-093 to AT-125).

One frame carries the whole of it, on all its targets, and is the record `attack` that lies open in its windows. What
differs from target to target stands in `rows`, a `Row` each; before a window opens on a target, its row is laid into
the fields of the record, and taken back when the window has closed. Damage that is no attack is the same procedure
without the steps of the roll (AT-114).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, damage, kineblades, rolls, struck, volleys
from cardlib.games.analog_tactics.attacks.struck import FIELDS, Row, lay, take_back
from cardlib.games.analog_tactics.board import geometry, sight, tokens
from cardlib.games.analog_tactics.classes import choosing, owning, upkeep, weapons
from cardlib.games.analog_tactics.course import settling
from cardlib.games.analog_tactics.kinds import OBJECTIVE, OBSTACLE, SUMMON, WEAPONS
from cardlib.games.analog_tactics.movement import large, striding
from cardlib.kernel import atoms, values
from cardlib.kernel.boards.board import bits
from cardlib.kernel.boards.occupants import spaces_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import NO, PASS, YES, Choice
from cardlib.kernel.dice import roll_of
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.windows import open_window

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


SIDES = ("assassin-1-kidney-shot", "assassin-1-backstab")  # what is worth something from one side


def is_over(m: Match, f: dict[str, Any]) -> bool:
    """Whether the attacker or every target is gone; a target that is gone is dropped (AT-095)."""
    if has_left(m, f):
        return True
    f["rows"] = tuple(row for row in f["rows"] if not struck.is_lost(m, row[0]))
    return not f["rows"]


def has_left(m: Match, f: dict[str, Any]) -> bool:
    """Whether an attack is over because its attacker has left the board (AT-095)."""
    return bool(f["is_attack"]) and m.state.place[f["attacker"]] == NOWHERE


# -- C1, C2 ------------------------------------------------------------------------------------------------------


def take_side(m: Match, f: dict[str, Any]) -> None:
    """Who attacks from between two numbered spaces of a target picks one, where both are worth something (AT-006)."""
    attacker, (target, *_) = f["attacker"], f["aimed"]
    if not f["is_attack"] or f["spread"] or not all(owning.has(m, f["by"], one) for one in SIDES):
        return
    if not units.is_unit(m, target) or NOWHERE in (m.state.place[attacker], m.state.place[target]):
        return
    if volleys.waiting(m, attacker, "ring"):
        return  # it is laid on several, each of which is beside it
    numbers = geometry.number_seen_from(m, target, kineblades.attacking_from(m, attacker))
    offers: list[Choice] = [("number", number) for number in numbers]
    side = m.ask(f["by"], "one", offers, "from which of its spaces?", rule="AT-006", source=attacker)[1]
    m.touched = True
    f["side"] = side


def declare(m: Match, f: dict[str, Any]) -> None:
    """The attack is named; range, melee or ranged, arc, sight and occluded corners are fixed now (C1, AT-094)."""
    m.touched = True
    attacker = f["attacker"]
    if f["is_attack"]:
        take_prepared(m, f)
        f["stance"] = m.state.place[attacker], m.state.columns["facing"][attacker]
    rows = [row_for(m, f, target) for target in units.in_order(m, f["aimed"])]
    if f["spread"]:  # of what Cleave strikes the first is aimed at, the others stand behind it
        rows = [row._replace(aimed_at=int(f["aimed_at"] and row.target == f["aimed"][0])) for row in rows]
    f["rows"] = tuple(map(tuple, rows))
    f["plain"] = f["rows"][0] if rows else ()
    f["throughout"] = tuple(word for word in ("swift",) if f[word])
    if f["is_attack"]:
        for target, *_ in f["rows"]:
            m.emit("attacks", attacker, target, player=f["by"], rule="AT-094")


def row_for(m: Match, f: dict[str, Any], target: int) -> Row:
    """Return what an attack is for a target, before anything is known (C1, AT-094, AT-107, AT-113)."""
    attacker = f["attacker"]
    viewer = f["origin"] if f["origin"] != NOWHERE else attacker
    far = units.distance(m, viewer, target) if viewer != NOWHERE and m.state.place[viewer] != NOWHERE else 0
    if f["part"] != NOWHERE:
        far = attacking.far_from(m, f["part"], target)
    hidden = 0
    if f["is_attack"] and far > 1 and not f["nondirectional"] and not f["spread"]:
        hidden = min(sight.corners(m, viewer, target, f["part"]), sight.lent_corners(m, viewer, target))
        if hidden and not f["sided"] and units.may(m, attacker, "ignore-partial-sight"):
            hidden = 0
    row = Row(target, far, hidden, wounding=f["wounding"], piercing=f["piercing"], aimed_at=f["aimed_at"])
    swift = f["swift"] or (not f["loss"] and values.cannot(m, target, "be-struck-plainly"))
    row = row._replace(hit_bonus=f["hit_bonus"], swift=swift)
    if not f["is_attack"]:
        return row._replace(damage=f["damage"], loss=f["loss"], **struck.kept(m, f, target))
    if units.is_unit(m, target):
        row = row._replace(stood=spaces_of(m, target), seen=kineblades.seen_at(m, f, target))
    less = large.of_sides(m, attacker) if f["sided"] else {}
    base = f["base"] + (units.stat(m, attacker, "base") + less.get("base", 0) if far == 1 else 0)
    critical = f["critical"] + units.stat(m, attacker, "critical") + less.get("critical", 0)
    if not m.facts.printed["critical"][m.state.card[attacker]] and far > 1 and single_damage(m, attacker):
        critical += units.stat(m, attacker, "base")
    return row._replace(base=base, critical=critical)


def single_damage(m: Match, attacker: int) -> bool:
    """Whether a unit has one Damage value, which counts as Critical Damage from a distance (AT-110)."""
    return units.kind(m, attacker) in (SUMMON, OBSTACLE)


def take_prepared(m: Match, f: dict[str, Any]) -> None:
    """What waited for this attack goes into its record (ATA-Q16); the weapon that is used is in hand from now on."""
    attacker = f["attacker"]
    for name, number in volleys.prepared(m, attacker).items():
        if name in ("hit_bonus", "base", "critical"):
            f[name] += number
        else:
            f[name] = number
    weapon = m.facts.game.weapon[f["card"]] if f["card"] != NOWHERE else ""
    if weapon:
        f["form"] = 0 if f["repays"] else m.facts.game.form[f["card"]]
        atoms.put(m, attacker, "in_hand", WEAPONS.index(weapon) + 1)


def bonuses(m: Match, f: Mapping[str, Any]) -> int:
    """What the attacker adds to its Base Damage against the target that lies in the record (ATA-Q02)."""
    return int(f["base"]) - (units.stat(m, f["attacker"], "base") if f["distance"] == 1 else 0)


def join(m: Match, action: int, target: int) -> None:
    """A target joins an attack that is declared; if the Hit die is thrown, it makes its Evasion roll at once.

    It takes over what the attack has by then. Before the die that is what it was declared with, and what was bought for
    all of it: what has changed for another target comes of that target, and is asked anew for who joins (AT-135). After
    the die it is not Wounding, or none would have been thrown, and Swift only where that is of the attack and not of
    another target.
    """
    f = m.state.stack[action][2]
    attacker = f["attacker"]
    before = {"wounding": False} if f["natural"] else Row._make(f["plain"])._asdict()
    now = {**f, **before, "swift": "swift" in f["throughout"]}
    given = {**now, "base": bonuses(m, now), "critical": now["critical"] - units.stat(m, attacker, "critical")}
    given["part"] = f["stance"][0]  # it is attacked from where the attacker stood (AT-095)
    row = row_for(m, given, target)._replace(hidden=0, aimed_at=False)
    if f["natural"] and rolls.rolls_evasion(m, f, target, row.stood, row.seen):
        roll = rolls.die(m, "Evasion", m.state.controller[target], target, False, False)
        row = row._replace(evade=roll, evasion_natural=roll_of(roll).number)
    atoms.bind(m, action, "rows", (*f["rows"], tuple(row)))
    m.emit("attacks", attacker, target, player=f["by"], rule="AT-094")


def announced(m: Match, f: dict[str, Any]) -> str | None:
    """What changes an attack by itself is fixed before anybody reacts, as is what C1 has tested (AT-094, AT-095)."""
    f["fixed"] = f["at"] if f["is_attack"] else len(f["rows"])
    return _window(m, f, "announced") if f["is_attack"] else None


def declared(m: Match, f: dict[str, Any]) -> str | None:
    """For reactions of who is attacked, and to bonuses for this attack; a plain loss of Health is neither (AT-135).

    For whom such a bonus takes in what changes the attack by itself is fixed when its turn comes.
    """
    found = None if f["loss"] and not f["at"] else _window(m, f, "declared")
    if f["at"] > f["fixed"]:
        f["fixed"] = f["at"]
        open_window(m, "announced", asks="nobody")  # what is paid for it was paid as it was declared
    return found


def line_up(m: Match, f: dict[str, Any]) -> None:
    """Who has been taken in meanwhile stands among the targets in the order of all (AT-098, AT-190)."""
    targets = [row[0] for row in f["rows"]]
    if len(targets) > 1 and (order := units.in_order(m, targets)) != targets:
        m.touched = True
        f["rows"] = tuple(f["rows"][targets.index(target)] for target in order)


def forbid_wounding(m: Match, f: dict[str, Any]) -> None:
    """Who can deal no Wounding damage by now makes a plain attack; other damage that is Wounding is none (ATA-Q62).

    What cannot be wounded takes the keyword off, and nothing else.
    """
    if not any(row[FIELDS.index("wounding")] for row in f["rows"]):
        return
    m.touched = True
    barred = f["attacker"] != NOWHERE and values.cannot(m, f["attacker"], "deal-wounding")
    rows = []
    for row in map(Row._make, f["rows"]):
        if row.wounding and barred:
            row = row._replace(wounding=False, damage=0)  # of an attack no damage is known yet
        elif row.wounding and values.cannot(m, row.target, "be-wounded"):
            row = row._replace(wounding=False)
        rows.append(tuple(row))
    f["rows"] = tuple(rows)


def _window(m: Match, f: dict[str, Any], window: str, about: Callable[[Row], bool] | None = None) -> str | None:
    """Open a window on each target, one after another: the fields of the record are those of the target.

    about: which targets it is about; all of them if left out.
    """
    at = f["at"]
    if at:
        take_back(f, at - 1)
        m.touched = True
    while about and at < len(f["rows"]) and not about(Row._make(f["rows"][at])):
        at += 1
    if at == len(f["rows"]):
        f["at"] = 0
        return None
    m.touched = True
    lay(f, at)
    f["at"] = at + 1
    open_window(m, window)
    return AGAIN


def decide(m: Match, f: dict[str, Any]) -> str | None:
    """The Attack Roll is optional, but for AOE; with Wounding there is none (C2, AT-096, AT-097)."""
    if is_over(m, f):
        return "close"
    if not f["is_attack"] or f["unrolled"] or all(row[FIELDS.index("wounding")] for row in f["rows"]):
        return "compare"
    deals_anyway = any(row.base > row.weakened and not row.shielded for row in map(Row._make, f["rows"]))
    if f["optional"]:
        choices = (YES, NO) if deals_anyway else (YES, NO, PASS)  # where only a roll can do damage, to pass is to roll
        answer = m.ask(
            f["by"], "yesno", choices, "make an Attack Roll", rule="AT-096", source=f["attacker"], default=YES
        )
        if answer == NO:
            m.emit("declined", f["attacker"], player=f["by"], rule="AT-097")
            return "compare"
    m.touched = True
    f["rolled"] = True
    return None


def roll_before(m: Match, f: dict[str, Any]) -> str | None:
    """For advantage, and whatever must be chosen before the dice (AT-136)."""
    if not f["at"]:
        rows = map(Row._make, f["rows"])
        f["rows"] = tuple(tuple(row._replace(base_bonus=bonuses(m, {**f, **row._asdict()}))) for row in rows)
    return _window(m, f, "roll-before")


# -- C3, C4 ------------------------------------------------------------------------------------------------------


def throw(m: Match, f: dict[str, Any]) -> str | None:
    """The Hit die is thrown, then the Evasion die of each target that sees the attacker (C3, AT-098, AT-101).

    For whom the attack is Wounding there is no roll, though there is one for others (AT-097, AT-156).
    """
    if is_over(m, f):
        return "close"
    if not f["hit_set"]:
        f["hit"] = rolls.die(m, "Hit", f["by"], f["attacker"], f["advantage"], f["disadvantage"])
        f["natural"] = roll_of(f["hit"]).number
    rows = []
    for row in map(Row._make, f["rows"]):
        thrown = not row.evasion_set and not f["face"] and not row.wounding
        if thrown and rolls.rolls_evasion(m, f, row.target, row.stood, row.seen):
            side = m.state.controller[row.target]
            evade = rolls.die(m, "Evasion", side, row.target, row.evade_advantage, row.evade_disadvantage)
            row = row._replace(evade=evade, evasion_natural=roll_of(evade).number)
        rows.append(tuple(row))
    m.touched = True
    f["rows"] = tuple(rows)
    return None


def roll_after(m: Match, f: dict[str, Any]) -> str | None:
    """For reactions that change a roll or total (AT-137)."""
    return _window(m, f, "roll-after")


def compare(m: Match, f: dict[str, Any]) -> str | None:
    """Target by target: a Hit total above the Evasion total is a success, any other is evaded (C4, AT-103, AT-104)."""
    if is_over(m, f):
        return "close"
    m.touched = True
    rows = []
    for row in map(Row._make, f["rows"]):
        if row.wounding and f["is_attack"]:
            row = row._replace(success=True)
        elif f["rolled"]:
            hit = rolls.hit_total(m, f, row)
            evasion = rolls.evasion_total(m, f, row)
            won = hit > evasion or (hit == evasion and rolls.wins_ties(m, f["attacker"], row.target))
            faced = not won and sight.turned_to(m, row.target, row.stood, row.seen)
            row = row._replace(success=int(won), evaded=int(not won), margin=hit - evasion, faced=int(faced))
            kind, side = ("succeeds", f["by"]) if won else ("evades", m.state.controller[row.target])
            m.emit(kind, row.target, f["attacker"], hit, side, "AT-103", total=f"{hit} to {evasion}")
        if row.success and f["raises"]:
            upkeep.raise_bonus(m, f["by"], f["raises"])
        rows.append(tuple(row))
    f["rows"] = tuple(rows)
    return None


def result(m: Match, f: dict[str, Any]) -> str | None:
    """Success or evasion is known (AT-138); without a roll, and without Wounding, there is neither (AT-118)."""
    return _window(m, f, "result", lambda row: bool(row.success or row.evaded))


# -- C5, C6 ------------------------------------------------------------------------------------------------------


def build(m: Match, f: dict[str, Any]) -> str | None:
    """The incoming amount of the next target is built; above 0 it can be reduced (C5, AT-106 to AT-113)."""
    at = f["at"]
    if at >= len(f["rows"]) or has_left(m, f):
        f["at"] = 0
        return "close"
    m.touched = True
    lay(f, at)
    if struck.is_lost(m, f["target"]):
        return "next_target"
    if f["is_attack"]:
        f["damage"] = struck.incoming(m, f)
    if f["damage"] and f["wounding"] and f["against"]:
        m.push("resisted", action=len(m.state.stack) - 1, hit=f["against"], advantage=False)
    return None


def brace(m: Match, f: dict[str, Any]) -> None:
    """What is left of the incoming amount can be reduced (C5, AT-139)."""
    if f["damage"]:
        open_window(m, "damage-before")


def final(m: Match, f: dict[str, Any]) -> str | None:
    """What is left after reductions and Armor is the final damage (C5, AT-106).

    The loss can be taken elsewhere, as can one without damage (AT-126, AT-140).
    """
    target = f["target"]
    m.touched = True
    if f["shares"]:
        take_shares(m, f)
        return AGAIN
    if struck.is_lost(m, target):
        return "next_target"
    if f["damage"]:
        if f["aimed_at"] and values.cannot(m, target, "take-aimed-damage"):
            f["damage"] = 0
        tokens.clear_tokens(m, bits(spaces_of(m, target)), f["by"] if f["aoe"] else NOWHERE)
        if m.state.place[target] == NOWHERE:  # it was a Stealth Token
            return "next_target"
        armor = max(0, units.armor(m, target) + f["armor_bonus"] + f["guard"])
        pierces = units.is_unit(m, target) and f["pierces"] and not values.cannot(m, target, "be-pierced")
        through = min(f["damage"], f["seared"]) if pierces and not f["shielded"] else 0  # it is of the base part
        f["loss"] = f["damage"] - (0 if pierces and f["piercing"] else min(armor, f["damage"] - through))
        m.emit("damaged", target, f["attacker"], f["loss"], f["by"], "AT-106")
    if not f["loss"]:
        return "next_target"
    open_window(m, "health-before")
    return None


def take_shares(m: Match, f: dict[str, Any]) -> None:
    """Who takes damage in the place of the target suffers it as it was, with its own Armor and reactions (AT-139)."""
    shares, f["shares"] = f["shares"], ()
    kept = {name: f[name] for name in ("wounding", "swift", "repays", "piercing", "seared")}
    for taker, number in shares:
        attacking.begin(
            m, f["attacker"], (taker,), by=f["by"], is_attack=False, damage=number, stated=number, aimed_at=False,
            **kept,
        )  # fmt: skip


def lose(m: Match, f: dict[str, Any]) -> None:
    """The target loses that much Health, never more than it has (C6, AT-115)."""
    target = f["target"]
    if struck.is_lost(m, target) or not f["loss"]:
        return
    f["loss"] = damage.lose(m, target, f["loss"], f["attacker"], f["by"])
    if units.is_unit(m, target):
        f["hurt"] = (*f["hurt"], target)
    if f["split"]:  # who loses it in the place of another one loses it to the same
        stack = m.state.stack
        *_, outer, _ = (at for at, (name, *_) in enumerate(stack) if name == "interaction")
        atoms.bind(m, outer, "hurt", (*stack[outer][2]["hurt"], target))
    fight = struck.enclosing(m)
    atoms.bind(m, fight, "drained", (*m.state.stack[fight][2]["drained"], (target, f["loss"])))
    if f["damage"] and not f["repays"]:  # what a counter does leaves the bonus as it is
        choosing.damaged(m, f["attacker"], target, f["by"])
    open_window(m, "health-lost")


def survive(m: Match, f: dict[str, Any]) -> str | None:
    """Who has Health left is done with; at 0 others may still save it (C6, AT-115, AT-142)."""
    if struck.is_lost(m, f["target"]) or units.health(m, f["target"]):
        return "next_target"
    m.touched = True
    open_window(m, "elim-before")
    return None


def fall(m: Match, f: dict[str, Any]) -> None:
    """At 0 Health a unit is eliminated, an Objective decaptured, an Obstacle removed (C6, AT-115, AT-132)."""
    target = f["target"]
    if struck.is_lost(m, target) or units.health(m, target):
        return
    f["fell"] = (*f["fell"], target)
    if m.state.controller[target] != f["by"] and units.kind(m, target) <= OBJECTIVE:
        f["deeds"] += 1
    fight = struck.enclosing(m)
    spoil = (target, units.rank(m, target), m.state.controller[target], f["by"])
    atoms.bind(m, fight, "spoils", (*m.state.stack[fight][2]["spoils"], spoil))
    damage.fall(m, target, f["attacker"], f["by"])
    f["falls"] = True


def brought(m: Match, f: dict[str, Any]) -> None:
    """What an elimination brings by itself comes before the window for others (AT-115)."""
    if f["falls"]:
        m.touched = True
        settling.settle(m)


def gone(m: Match, f: dict[str, Any]) -> None:
    """Once what its elimination brings at once is chosen, such as a house, others may react to it (AT-115, AT-142)."""
    if f["falls"]:
        f["falls"] = False
        open_window(m, "eliminated")


def next_target(m: Match, f: dict[str, Any]) -> str:
    """The next target of the same attack (AT-115)."""
    m.touched = True
    take_back(f, f["at"])
    f["at"] += 1
    return "build"


# -- C7 ----------------------------------------------------------------------------------------------------------


def close(m: Match, f: dict[str, Any]) -> str | None:
    """For counter-attacks and follow-up moves (C7, AT-116, AT-143)."""
    return _window(m, f, "interaction-end")


def over(m: Match, f: dict[str, Any]) -> str:
    """What was kept for the end happens; the ability that attacked learns what came of it."""
    m.touched = True
    struck.keep(m, f)
    place = m.state.place
    won = int(any(row[FIELDS.index("success")] for row in f["rows"]))
    tell(m, {"hit": won, "felled": bool(f["fell"]), "noted:hurt": len({*f["hurt"]})})
    choosing.forfeited(m, f)
    settling.settle(m)
    for _ in range(f["deeds"]):
        weapons.raise_for(m, f["attacker"] if f["earner"] == NOWHERE else f["earner"], f["by"])
    for unit, card in f["barters"]:
        for lost in [row.loss for row in map(Row._make, f["rows"]) if row.target == unit]:
            pair = {**volleys.PLAIN, "card": card}  # the upgrades of both weapons work (AT-251)
            volleys.begin(m, unit, times=lost, targets=(f["attacker"],), **pair)
    for unit, spaces in f["after"]:
        if place[unit] != NOWHERE:
            striding.begin(m, unit, spaces, "", 0, exactly=False)
    return END


def tell(m: Match, found: dict[str, Any]) -> None:
    """Hand on what came of an interaction to the volley and the ability below it."""
    stack = m.state.stack
    at = len(stack) - 2
    while stack[at][0] in ("volley", "effect", "loses"):
        for name, value in found.items():
            atoms.bind(m, at, name, value)
        at -= 1


PROCEDURES = {
    "interaction": procedure(
        *(kineblades.stand_in, take_side, declare, announced, declared, line_up, forbid_wounding, decide, roll_before),
        *(throw, roll_after, line_up, compare, result, build, brace, final, lose, survive, fall, brought, gone),
        *(next_target, close, over),
    )
}
