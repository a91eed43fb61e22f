"""The chain and the windows in which Tactics are played (DOS-063 to DOS-075, DOS-112)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.games.structure import verbs
from cardlib.games.structure.acting import playable, upgradable
from cardlib.games.structure.cards import RESOURCE, TACTIC, UPGRADE
from cardlib.games.structure.deploying import announce
from cardlib.games.structure.settle import settle
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import PASS, Choice
from cardlib.kernel.match import END
from cardlib.kernel.records import Link
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.targets import Targets
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match

Kept = tuple[tuple[str, Any], ...]  # what the payment of a cost hands on to the effect


def ask_tactic(m: Match, player: int, prompt: str, rule: str) -> Choice:
    """Ask a player for a Tactic or a pass; who holds no card is not asked, unless that would tell (DOS-070)."""

    def choices() -> list[Choice]:
        return [PASS, *playable(m, player, tactics_only=True)]

    offer = m.windows == "hand" and bool(m.state.zones[m.facts.zone["hand"][player]])
    return m.ask(player, "one", choices, prompt, rule=rule, offer=offer, default=PASS)


def begin_chain(m: Match, choice: Choice, player: int) -> None:
    """Announce the first link of a new chain; it is worked off before anything else goes on."""
    m.push("work_off", closed=0)
    announce(m, choice, player)


def settle_first(m: Match, f: dict[str, Any]) -> str | None:
    """A check follows every paid cost and every link (DOS-076)."""
    settle(m)
    return "resolve_next" if f["closed"] else None


def respond(m: Match, f: dict[str, Any]) -> str | None:
    """First the opponent of the newest link's player, then the other; two passes close the chain (DOS-064, 066)."""
    chain = m.state.chain
    if not chain:
        return END
    newest = chain[-1].player
    for player in (1 - newest, newest) if not m.passed_over else ():
        answer = ask_tactic(m, player, "respond or pass", "DOS-064")
        if answer != PASS:
            m.touched = True
            announce(m, answer, player)
            return "settle_first"
    f["closed"] = 1
    m.touched = True
    return None


def resolve_next(m: Match, f: dict[str, Any]) -> str | None:
    """The newest link resolves; nothing is added any more (DOS-066, DOS-067)."""
    if not m.state.chain:
        return END
    link = atoms.unchain(m)
    if link.kind == "card":
        _resolve_card(m, link)
    else:
        _, obj, player, number, targets, kept = link
        ability = m.facts.abilities[m.state.card[obj]][number]
        _carry_out(m, ability, obj, player, targets, kept)
    return "settle_first"


def _carry_out(m: Match, ability: Ability, obj: int, player: int, targets: Targets, kept: Kept) -> None:
    """Begin the effect of a link, illegal targets skipped; with none left that is legal it does nothing (DOS-068)."""
    gone = dict(kept).get("gone", ())
    groups = [
        (spec, [one for one in group if spec.zone == "player" or one not in gone])
        for spec, group in zip(ability.targets, targets, strict=True)
    ]
    legal = tuple(
        tuple(one for one in there if m.rules.legal_target(m, spec, one, obj, player)) for spec, there in groups
    )
    if any(legal) or not any(targets):
        begin_effect(m, ability, obj, player, targets=legal, **dict(kept))
    else:
        m.emit("missed", obj, NOWHERE, 0, player, "DOS-068")


def _resolve_card(m: Match, link: Link) -> None:
    """A card enters the battlefield, or takes effect and goes to the Graveyard (DOS-054, DOS-061, DOS-072)."""
    _, obj, player, host, targets, kept = link
    card = m.state.card[obj]
    kind = m.facts.game.kind[card]
    if kind & (TACTIC | RESOURCE):
        m.push("spent", card=obj, player=player)
        ability = m.facts.game.played[card]
        if ability is not None:
            _carry_out(m, ability, obj, player, targets, kept)
    elif kind == UPGRADE:
        if host in upgradable(m, obj, player) and host not in dict(kept).get("gone", ()):
            if verbs.enter(m, obj, player, "DOS-154", host=host):
                m.emit("deployed", obj, host, 0, player, "DOS-154")
        else:
            atoms.move(m, obj, "discard")
            m.emit("fizzled", obj, NOWHERE, 0, player, "DOS-155")
    elif verbs.enter(m, obj, player, "DOS-054"):
        m.emit("deployed", obj, NOWHERE, 0, player, "DOS-054")


def spent(m: Match, f: dict[str, Any]) -> None:
    """A Tactic or Resources card goes to its General's Graveyard (DOS-061, DOS-072)."""
    obj = f["card"]
    if m.facts.zone_kinds[m.state.zone[obj]] == "pending":
        atoms.move(m, obj, "discard")
        rule = "DOS-061" if m.facts.game.kind[m.state.card[obj]] == RESOURCE else "DOS-072"
        m.emit("spent", obj, NOWHERE, 0, f["player"], rule)


PROCEDURES = {
    "work_off": procedure(settle_first, respond, resolve_next),
    "spent": procedure(spent),
}
