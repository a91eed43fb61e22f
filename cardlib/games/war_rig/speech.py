"""How War Rig talks: the notation and sentence of every option, and the sentence of every event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.filters.words import listed
from cardlib.games.war_rig.board import area_name
from cardlib.games.war_rig.fire import fighting
from cardlib.games.war_rig.kinds import AREA, RIG, SQUAD, TOKENS
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.declared import spelled
from cardlib.kernel.speech import Speech

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move
    from cardlib.kernel.records import Raw

UNIQUE = (SQUAD, AREA, RIG)  # of which there is one of each card, so that its name is enough

# Options about one squad, or a squad and something else: sentence and rule; {s} is the squad, {o} the other thing.
SAID: Mapping[str, tuple[str, str]] = {
    "encamp": ("{s} camps", "WR-092"),
    "decamp": ("{s} decamps", "WR-096"),
    "coerce": ("{s} coerces the prisoner", "WR-132"),
    "recruit": ("{s} tries to recruit", "WR-166"),
    "attack": ("{s} attacks {o}", "WR-099"),
    "rescue": ("{s} tries to rescue {o}", "WR-169"),
    "shoot": ("{s} fires at {o}", "WR-207"),
    "sabotage": ("{s} tries to set {o} on fire", "WR-180"),
    "bombard": ("fire the Orbital Cannon at {s}", "WR-241"),
    "douse": ("{s} fights the fire of {o}", "WR-160"),
    "smoke": ("{s} uses its Smoke Grenades", "WR-121"),
    "release": ("{s} may escape", "WR-122"),
}
SENTENCES = {
    "turn": "Turn {n}",
    "resumes": "The match begins from a position, in turn {n}",
    "slot": "Round {n}: player {p}",
    "turn-ends": "Turn {n} ends",
    "lesser": "{p} places the lesser squads in {space}",
    "activated": "{s} is active",
    "sets-out": "{s} sets out for {space}",
    "lets-in": "{p} lets {s} in",
    "enters": "{s} enters {space}",
    "repelled": "{s} is repelled to the Barren Wastes",
    "escapes": "{s} escapes to {space}",
    "captured": "{s} is captured by {o}",
    "locked": "{s} is locked in the cell with {n:counter|counters}",
    "waits": "{s} waits for the cell",
    "coerced": "{s} is coerced: {n:counter|counters} left",
    "joins": "{s} joins {p}",
    "gathered": "{s} gathers {n:token|tokens}",
    "spilt": "{s} has no space left for {n:token|tokens}, which lie loose",
    "claimed": "{s} takes a loose token",
    "deposited": "{s} brings home what it carries",
    "swapped": "{p} swaps {n} scrap",
    "encamped": "{s} camps",
    "decamped": "{s} decamps",
    "equipped": "{s} is equipped",
    "stowed": "{s} gives equipment back to the store",
    "constructed": "{p} constructs {s}",
    "attacks": "{s} attacks {o}",
    "barred": "The attack of {s} is cancelled, and it is barred from attacks",
    "hits": "{s} suffers {n:hit|hits}",
    "spared": "Armoured Haulage spares {s} {n:hit|hits}",
    "smoked": "Smoke hides {s}: no hit is left",
    "spent": "The Smoke Grenades of {s} are spent",
    "released": "{p} lets {s} go",
    "gives": "{s} gives something up{to}{left}",
    "surrenders": "{s} surrenders",
    "destroyed": "{s} is out of the game",
    "burns": "{s} catches fire",
    "burns-on": "The fire of {s} goes on",
    "unharmed": "{s} takes no damage",
    "comes-home": "{s} comes home by itself",
    "crashes": "{s} crashes",
    "cushions": "{s} keeps {o} from crashing",
    "damaged": "{s} loses {n:armour point|armour points}",
    "disabled": "{s} is disabled until the end of the turn",
    "put-out": "The fire of {s} is out, with {n} armour left",
    "shoots": "{s} fires at {o}",
    "splashes": "The blast strikes {o} too: {n:hit|hits}",
    "falls": "{s} has no fuel left and goes back to {p}'s inventory",
    "fuel-burnt": "{s} burns fuel",
    "ionised": "{p} disables {s} with the Ion Canon",
    "refined": "{p} refines resources",
    "refuelled": "{p} refuels {s}{whence}: {n} now",
    "shielded": "{s} shields {space}",
    "hacks": "{s} breaks into the inventory of {rival}",
    "produced": "{p} constructs {what}",
    "sabotages": "{s} tries to set {o} on fire",
    "spied": "{p} looks at {hidden}",
    "spies": "{s} spies on the inventory",
    "stays": "{s} stays undiscovered",
    "stolen": "{p} steals the plans of {hidden}",
    "holds": "The Empire holds {s}",
    "lands": "A drop-ship lands in {space}",
    "retreats": "The Empire retreats",
    "seized": "{s} is captured by the Empire",
    "shot-down": "{s} is destroyed",
    "summons": "{p} summons the Empire",
    "counts": "{s} has worked for {n:whole turn|whole turns}",
    "discovers": "{p} discovers Infinite Power",
    "dissolved": "What {p} leaves behind goes: chassis and standard issue for good, the rest into the tech deck",
    "forgotten": "Infinite Power is lost with its controller",
    "gains": "{p} gains a resource",
    "loyal": "{p} is loyal now",
    "swayed": "The base of {p} is swayed: {n:counter|counters} left",
    "voided": "No die of {s} counts",
    "detached": "{p} takes {s} off the rig",
    "exchanged": "{p} exchanges a tech token and keeps {hidden}",
    "exposed": "{p} turns {s} face-up",
    "held": "{s} is fitted to {o}",
}
SILENT = frozenset({"activated", "turn-ends"})


class WarRigSpeech(Speech):
    """What the game says, as the kernel asks for it."""

    sentences = SENTENCES
    silent = SILENT
    veiled = Speech.veiled | {"exchanged", "spied", "stolen"}

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """The tokens, by their colours and kinds, and the slots of a chassis."""
        return {"TOKEN": TOKENS, "SLOT": list(facts.holders.slots)}

    def label(self, m: Match, obj: int) -> str:
        """A squad, a rig and an area are called by their names alone: there is one of each."""
        card = m.state.card[obj]
        return m.facts.ids[card] if m.facts.game.kind[card] in UNIQUE else super().label(m, obj)

    def title(self, m: Match, obj: int) -> str:
        card = m.state.card[obj]
        return m.facts.names[card] if m.facts.game.kind[card] in UNIQUE else super().title(m, obj)

    def say(self, m: Match, choice: Choice) -> Said:
        return self._own(m, choice) or super().say(m, choice)

    def meant(self, m: Match, player: int, move: Move) -> Sequence[Choice]:
        """Tokens may be named in any order."""
        tokens = [thing.words for thing in move.things if thing.kind == "TOKEN"]
        if move.verb == "gather" and tokens:
            order = TOKENS if move.things[0].object < 0 else _yields(m, move.things[0].object)
            return [("gather", move.things[0].object, tuple(sorted(tokens, key=order.index)))]
        if move.verb == "refine" and tokens:
            return [("refine", tuple(sorted(tokens[:-1], key=TOKENS.index)), tokens[-1])]
        if move.verb == "aboard":
            return [("aboard", tuple(sorted(tokens)))]
        if move.verb == "spill":
            return [("spill", tuple(sorted(tokens, key=TOKENS.index)))]
        return super().meant(m, player, move)

    def where(self, m: Match, place: int) -> str:
        return f"in {area_name(m, place)}"

    def _own(self, m: Match, choice: Choice) -> Said | None:
        """Return notation, sentence and rule of one of the game's own options; None for a common one."""
        verb = choice[0]
        assert m.facts.board is not None
        if verb in SAID:
            sentence, rule = SAID[verb]
            things = choice[1:]
            if verb == "douse":
                rule = fighting.by_rule(m, *things)
            words = {key: self.title(m, thing) for key, thing in zip("so", things, strict=False)}
            labels = " ".join(self.label(m, thing) for thing in things)
            return Said(f"{verb} {labels}", sentence.format(**words), rule)
        if verb in ("move", "gather", "claim", "construct", "equip", "stow"):
            return self._with_squad(m, verb, choice[1], choice[2])
        if verb == "give":
            item = spelled(choice[2])
            return Said(f"give {item}", f"{self.title(m, choice[1])} gives up {_named(item)}", "WR-123")
        match verb:
            case "end":
                return Said("end", "end the activation or the slot", "WR-024")
            case "swap":
                return Said(f"swap {choice[1]}", f"swap scrap for a {choice[1]} resource", "WR-084")
            case "aboard":
                tokens = " ".join(choice[1])
                return Said(f"aboard {tokens}", f"take {tokens} aboard", "WR-078")
            case "spill":
                tokens = " ".join(choice[1])
                return Said(f"spill {tokens}", f"leave {tokens} behind", "WR-Q43")
            case "unload":
                _, squad, token = choice
                said = f"{self.title(m, squad)} pays {token} of its cargo"
                return Said(f"unload {self.label(m, squad)} {token}", said, "WR-141")
            case "refine":
                _, paid, gained = choice
                return Said(f"refine {' '.join(paid)} {gained}", f"pay {listed(paid)} for {gained}", "WR-241")
            case "ionise":
                rig = choice[1]
                return Said(f"ionise {self.label(m, rig)}", f"disable {self.title(m, rig)}", "WR-241")
            case "shield":
                return Said(f"shield {m.facts.board.names[choice[1]]}", f"shield {area_name(m, choice[1])}", "WR-241")
            case "refuel":
                _, colour, squad = choice
                source = f" {self.label(m, squad)}" if squad >= 0 else ""
                whence = f" from {self.title(m, squad)}" if squad >= 0 else ""
                return Said(f"refuel {colour}{source}", f"refuel the platform with {colour}{whence}", "WR-244")
            case "spy":
                return self._spy(m, choice)
            case "hack":
                _, owner, at, card = choice
                seat = m.facts.seats[owner]
                what = m.facts.ids[m.state.card[card]] if card >= 0 else str(at + 1)
                return Said(f"hack {seat.lower()} {what}", f"steal plans from {seat}: {what}", "WR-Q83")
            case "look" | "turn" | "both":
                words = {"look": "look at it", "turn": "turn it face-up", "both": "look at it and turn it face-up"}
                return Said(verb, words[verb], "WR-172")
            case "steal" | "stop":
                return Said(verb, "roll to steal the plans" if verb == "steal" else "stop here", "WR-173")
            case "discover":
                return Said("discover", "discover Infinite Power", "WR-262")
            case "gain":
                return Said(f"gain {choice[1]}", f"gain a {choice[1]} resource", "WR-266")
            case "summon":
                return Said("summon", "summon the Empire", "WR-247")
            case "exchange":
                return Said("exchange", "exchange a tech token for a card", "WR-086")
            case "expose":
                name = m.facts.names[m.state.card[choice[1]]]
                return Said(f"expose {m.facts.ids[m.state.card[choice[1]]]}", f"turn {name} face-up", "WR-281")
            case "attach":
                id_, name = m.facts.ids[m.state.card[choice[1]]], m.facts.names[m.state.card[choice[1]]]
                return Said(f"attach {id_} {choice[2]}", f"put {name} into the {_named(choice[2])}", "WR-152")
            case "detach":
                return Said(f"detach {self.label(m, choice[1])}", f"take {self.title(m, choice[1])} off", "WR-152")
            case "keep":
                return Said(f"keep {spelled(choice[1])}", f"keep the {_named(spelled(choice[1]))} in store", "WR-011")
            case "repel":
                return Said("repel", f"try to repel {self.title(m, choice[1])}", "WR-045")
            case "let-in":
                return Said("let-in", f"let {self.title(m, choice[1])} in", "WR-045")
            case "surrender":
                said = f"{self.title(m, choice[1])} surrenders; where a weapon has hit it, it is destroyed"
                return Said("surrender", said, "WR-126")
        return None

    def _spy(self, m: Match, choice: Choice) -> Said:
        """A face-down card is named by its place among them, a face-up one by its name (WR-172)."""
        _, squad, at, card = choice
        label, title = self.label(m, squad), self.title(m, squad)
        if card < 0:
            return Said(f"spy {label} {at + 1}", f"{title} spies on face-down card {at + 1}", "WR-172")
        id_, name = m.facts.ids[m.state.card[card]], m.facts.names[m.state.card[card]]
        return Said(f"spy {label} {id_}", f"{title} spies on {name}", "WR-172")

    def _with_squad(self, m: Match, verb: str, squad: int, what: Any) -> Said:
        label, title = self.label(m, squad), self.title(m, squad)
        assert m.facts.board is not None
        if verb == "move":
            rule = "WR-202" if m.facts.game.kind[m.state.card[squad]] == RIG else "WR-036"
            return Said(f"move {label} {m.facts.board.names[what]}", f"{title} moves to {area_name(m, what)}", rule)
        if verb == "gather":
            return Said(f"gather {label} {' '.join(what)}", f"{title} gathers {', '.join(what)}", "WR-073")
        if verb == "claim":
            return Said(f"claim {label} {what}", f"{title} takes loose {what}", "WR-079")
        if verb == "construct":
            return Said(f"construct {label} {m.facts.ids[what]}", f"{title} constructs {m.facts.names[what]}", "WR-138")
        item = spelled(what)
        if verb == "equip":
            return Said(f"equip {label} {item}", f"{title} takes {_named(item)} from the store", "WR-149")
        return Said(f"stow {label} {item}", f"{title} puts {_named(item)} in the store", "WR-149")

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for sentences: an area, whose fuel it was, what becomes of what is given up."""
        spatial = raw.kind in ("sets-out", "enters", "escapes", "lesser", "lets-in", "shielded", "lands")
        other = m.facts.names[m.state.card[raw.other]] if raw.other >= 0 else ""
        lost = ", which lies loose" if raw.seen.total in TOKENS else ", which is lost"
        return {
            "what": m.facts.names[raw.number] if raw.kind == "produced" else "",
            "space": area_name(m, raw.number) if spatial else "",
            "to": f" to {other}" if other else "",
            "left": "" if other else lost,
            "rival": m.facts.seats[raw.number] if raw.kind == "hacks" else "",
            "whence": f" from the cargo of {other}" if other else "",
        }


def _yields(m: Match, squad: int) -> Sequence[str]:
    """Return the tokens in the order in which the area of a squad yields them."""
    there: tuple[str, ...] = m.facts.game.land.yields[m.state.space_of(squad)]
    return (*there, *(token for token in TOKENS if token not in there))


def _named(item: str) -> str:
    return item.replace("-", " ")
