"""What the common operations need a game to do in its own way: its verbs.

A game hands over functions that follow its own rules (armour, look-back, owners' zones) and emit its events; the
operations say what is done to whom. What most games do alike stands here, with the rules that the game cites.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.kernel import atoms
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Snapshot = tuple[tuple[str, int], ...]


def draw(m: Match, player: int) -> None:
    """Draw the top card of a deck; nothing happens with an empty one."""
    deck = m.state.zones[m.facts.zone_with("deck", player)]
    if deck:
        card = deck[0]
        atoms.move(m, card, m.facts.with_role("hand"))
        m.emit("drawn", card, NOWHERE, 0, player, m.rules.cites.get("draw"))


def discard(m: Match, player: int, card: int) -> None:
    """Discard a card from hand."""
    atoms.move(m, card, m.facts.with_role("discard"))
    m.emit("discarded", card, NOWHERE, 0, player, m.rules.cites.get("discard"))


def return_to_hand(m: Match, obj: int) -> None:
    """Return a card to its owner's hand."""
    player = m.state.owner[obj]
    atoms.move(m, obj, m.facts.with_role("hand"))
    m.emit("returned", obj, NOWHERE, 0, player, m.rules.cites.get("return"))


def top_to(m: Match, player: int, zone: str) -> None:
    """Move the top card of a deck to another zone of its owner; nothing happens with an empty deck."""
    deck = m.state.zones[m.facts.zone_with("deck", player)]
    if deck:
        card = deck[0]
        atoms.move(m, card, zone)
        m.emit("milled", card, NOWHERE, 0, player, m.rules.cites.get("mill"))


def shuffle_deck(m: Match, player: int, rule: str | None = None) -> None:
    """Shuffle a deck, by a rule or by that of shuffling."""
    atoms.shuffle(m, m.facts.zone_with("deck", player))
    m.emit("shuffled", NOWHERE, NOWHERE, 0, player, rule or m.rules.cites.get("shuffle"))


def shuffle_by(m: Match, player: int, rule: str | None) -> None:
    """Shuffle a deck by a rule; a game that shuffles in its own way cites its own."""
    verb = m.rules.verbs.shuffle_deck
    if verb is shuffle_deck:
        shuffle_deck(m, player, rule)
    else:
        verb(m, player)


def snapshot(m: Match, obj: int) -> Snapshot:
    """Remember nothing of a permanent but what its card says."""
    return ()


def remembering(*names: str) -> Callable[[Match, int], Snapshot]:
    """Return the verb that remembers some values of a permanent as it leaves, for abilities that ask for them later."""

    def remembered(m: Match, obj: int) -> Snapshot:
        """Remember what a permanent is like before it leaves."""
        return tuple((name, m.rules.value(m, obj, name)) for name in names)

    return remembered


def cancel_played(m: Match, card: int, source: int) -> None:
    """Take a card being played off the chain without effect, for games with one: it goes to its owner's discards."""
    for at, link in enumerate(m.state.chain):
        if link.obj == card:
            atoms.unchain(m, at)
            m.emit("cancelled", card, source, 0, m.state.owner[card], m.rules.cites.get("cancel"))
            atoms.move(m, card, m.facts.with_role("discard"))
            return


def damage(m: Match, units: list[int], amount: int, source: int) -> None:
    """Refuse to deal damage, where the rules do not say what it does."""
    raise CardlibError(f"nothing can be damaged in {m.rules.slug}")


def destroy(m: Match, objects: list[int], source: int) -> None:
    """Refuse to destroy anything, where the rules do not say where it goes."""
    raise CardlibError(f"nothing can be destroyed in {m.rules.slug}")


def sacrifice(m: Match, obj: int, source: int) -> None:
    """Refuse to sacrifice anything, where the rules do not say where it goes."""
    raise CardlibError(f"nothing can be sacrificed in {m.rules.slug}")


def cancel(m: Match, card: int, source: int) -> None:
    """Refuse to cancel anything, where the rules know no responses."""
    raise CardlibError(f"nothing can be cancelled in {m.rules.slug}: no card is responded to")


def gain(m: Match, player: int, resource: str, number: int) -> None:
    """Refuse to gain anything, where players have nothing in store."""
    raise CardlibError(f"a player of {m.rules.slug} has no '{resource}'")


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of a game; each takes the match first.

    Those that no game can do without rules of its own refuse, unless it says them: damage, destroy, sacrifice, cancel
    and gain.
    """

    draw: Callable[[Match, int], None] = draw  # player
    damage: Callable[[Match, list[int], int, int], None] = damage  # units at the same time, amount, source
    destroy: Callable[[Match, list[int], int], None] = destroy  # permanents at the same time, source
    sacrifice: Callable[[Match, int, int], None] = sacrifice  # permanent, source
    snapshot: Callable[[Match, int], Snapshot] = snapshot  # what a permanent is like, for "it" after it has left
    discard: Callable[[Match, int, int], None] = discard  # player, card from hand
    return_to_hand: Callable[[Match, int], None] = return_to_hand  # card, to its owner
    top_to: Callable[[Match, int, str], None] = top_to  # player, kind of zone
    shuffle_deck: Callable[[Match, int], None] = shuffle_deck  # player
    cancel: Callable[[Match, int, int], None] = cancel  # card being played, source
    gain: Callable[[Match, int, str, int], None] = gain  # player, resource, how many; spent where negative


def unsaid(verbs: Verbs) -> list[str]:
    """Return the verbs that a game would have to say itself, and does not."""
    refusing = {"damage": damage, "destroy": destroy, "sacrifice": sacrifice, "cancel": cancel, "gain": gain}
    return [name for name, refuses in refusing.items() if getattr(verbs, name) is refuses]
