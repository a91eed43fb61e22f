"""The rules text of cards, rendered from their abilities: one paragraph per ability.

card_text(card, project)       the whole text, without the line of keywords
ability_text(card, ability, project)
rendered(card, ability, project), numbers_in(text), keywords_in(text, project): what a written text is compared by

`text_words` holds what a project contributes, `text_parts` the phrases, `text_ops` the sentences of operations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardlib.abilities.operations.params import window_of
from cardlib.filters import article
from cardlib.kernel.ability import nodes_in
from cardlib.kernel.spans import limit_of
from cardlib.kernel.windows import EVERY
from cardlib.wording.bonus import bonus
from cardlib.wording.clauses import clauses, inline, leaves_open, orders_you, sentences
from cardlib.wording.conditions import condition, goes_without
from cardlib.wording.needs import need
from cardlib.wording.parts import Noun, Speaker
from cardlib.wording.words import JSON, TextCard, TextProject, Words, joined, sentence, uncapital

_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {**{word: number for number, word in enumerate(_WORDS, 2)}, "twice": 2}
_WHEN = ("at ", "after ", "as ", "before ", "during ", "in ", "whenever ")  # what needs no "when" before it
_TOKEN = re.compile(r"[A-Za-z]+|\d+")


def card_text(card: TextCard, project: TextProject) -> str:
    """Return the rules text of a card as its abilities say it, without the line of keywords."""
    return "\n".join(text for ability in card.abilities if (text := ability_text(card, ability, project)))


def ability_text(card: TextCard, ability: Mapping[str, JSON], project: TextProject) -> str:
    """Return the paragraph of one ability: its own `text` where it has one, else the rendered sentence.

    An ability with a name has the lead of its timing before that: "» Treat: ".
    """
    text = str(ability["text"]) if "text" in ability else rendered(card, ability, project)
    return ability_lead(ability, project) + text


def ability_lead(ability: Mapping[str, JSON], project: TextProject) -> str:
    """Return what stands before an ability with a name, as wording.json has it for its timing; else nothing."""
    if "name" not in ability:
        return ""
    lead = project.words.wording_of("timings", ability.get("activate", "played")).get("lead", "{name}: ")
    return lead.replace("{name}", ability["name"])


def rendered(card: TextCard, ability: Mapping[str, JSON], project: TextProject) -> str:
    """Return what an ability says by itself, whatever is written in its place."""
    words = project.words
    zone = ability.get("from", "")
    speaker = Speaker(words, card, zone if isinstance(zone, str) else zone[0])
    if "static" in ability:
        return _static(speaker, ability)
    if "activate" in ability:
        return _activated(speaker, ability)
    if "react" in ability:
        return _reaction(speaker, ability)
    if "play" in ability:
        return _play(speaker, ability["play"])
    if ability.get("when") == "played":
        return _played(speaker, ability)
    return _trigger(speaker, ability)


def numbers_in(text: str) -> set[int]:
    """Return the numbers that a text says, in digits or, from two on, in words ("one" is as good as "a").

    >>> sorted(numbers_in("Draw two cards. This Unit gets +1 power."))
    [1, 2]
    """
    found = set()
    for token in _TOKEN.findall(text.lower()):
        if token.isdigit():
            found.add(int(token[:9]))
        elif token in _NUMBERS:
            found.add(_NUMBERS[token])
    return found


def keywords_in(text: str, project: TextProject) -> set[str]:
    """Return the keywords that a text names, with their numbers: "Flight", "Range 3"."""
    names = {keyword.name for keyword in project.keywords.values()}
    pattern = re.compile(rf"\b({'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b(?: \d+)?")
    return {match[0] for match in pattern.finditer(text)} if names else set()


# -- kinds of abilities -----------------------------------------------------------------------------------------


def _paragraph(parts: list[str], lead: str = "", words: Words | None = None) -> str:
    """Put sentences together; `lead` opens the first one, where a keyword keeps its capital if `words` are given."""
    if not parts:
        return ""
    within = words.within if words is not None else uncapital
    first = f"{lead}{within(parts[0]) if lead else parts[0]}"
    return " ".join(sentence(part) for part in [first, *parts[1:]])


def _played(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    for node in speaker.card.abilities:
        window = node.get("play", {}).get("window")
        if window:
            that = speaker.words.wording_of("windows", window).get("that")
            speaker.names["that"] = Noun(that or "that card")
    text = _paragraph(sentences(speaker, ability.get("do", ())))
    if ability.get("cost"):
        cost = _cost(speaker, ability)
        return f"{sentence(f'to play this, {cost}')} {text}"
    return text


def _static(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    short = bonus(speaker, ability)
    if short:
        return short
    lead = f"while {condition(speaker, ability['while'])}, " if "while" in ability else ""
    text = _paragraph(sentences(speaker, ability["static"], lasting=False), lead)
    return f"{text} This ability can't be lost." if ability.get("unlosable") else text


def _trigger(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    when = ability["when"]
    about: Mapping[str, JSON] = {"event": when, "who": "self"} if isinstance(when, str) else when
    lead = _event(speaker, about, _names_other(ability.get("do", ())))
    if ability.get("limit") and not ability.get("may"):
        lead = lead.replace("when ", f"the first time {_span(speaker, ability)} that ", 1)
    if "while" in ability:
        lead += f", if {condition(speaker, ability['while'])}"
    if ability.get("may"):
        lead += f", {_allowed(speaker, ability['do'])}"
        return _paragraph(sentences(speaker, ability["do"]), lead, speaker.words) + _limited(speaker, ability)
    return _paragraph(sentences(speaker, ability.get("do", ())), f"{lead}, ", speaker.words)


def _event(speaker: Speaker, about: Mapping[str, JSON], names_other: bool) -> str:
    """Return when a trigger happens: "when this Unit attacks", "at the beginning of your turn"."""
    words = speaker.words
    wording = words.wording_of("events", about["event"])
    text = (names_other and wording.get("with_other")) or wording.get("text") or f"{{subject}} {about['event']}"
    if about.get("whose") == "you" and "yours" in wording:
        text = wording["yours"]
    subject = ""
    who = about.get("who")
    if who in ("self", "host"):
        if "{subject}" in text:  # else the effect is the first to name it
            subject = speaker.reference(who).text
        speaker.same["that"] = who
    elif who is not None:
        subject = speaker.noun(who, "a", noun=words.permanent)
        speaker.names["that"] = Noun(f"that {speaker.type_noun(who)}")
        speaker.focus = "that"
    if "other" in wording:
        speaker.names["other"] = Noun(wording["other"])
    whose = about.get("whose", "each player")
    owner = {"you": "your", "opponent": speaker.opponent("'s"), "each player": "each player's"}[whose]
    text = text.replace("{subject}", subject).replace("{whose}", owner)
    return text if text.startswith(_WHEN) else f"when {text}"


def _allowed(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]]) -> str:
    """Return what stands before an effect that "you" may do without: "you may ", "if you wish, ", or nothing."""
    if leaves_open(speaker, nodes):
        return ""
    return "you may " if orders_you(speaker, nodes) else "if you wish, "


def _names_other(nodes: JSON) -> bool:
    """Whether an effect speaks of the other party of its event."""
    return any(node.get("of") == "other" for node in nodes_in(nodes))


def _activated(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    timing = speaker.words.wording_of("timings", ability["activate"])
    if "name" in ability:
        return _named(speaker, ability, timing)
    where = f"while {speaker.myself()} is in your {speaker.words.zone(speaker.zone)}" if _elsewhere(speaker) else ""
    if "pay" in timing:
        speaker.focus = "self" if where else ""
        lead = f"{where}, " if where else ""
        return sentence(f"{lead}you may {timing['pay']} to {inline(speaker, ability.get('do', ()))}")
    when = timing.get("text", "") if "{to}" in timing.get("text", "") else ""
    if when:
        to = ability.get("to")
        speaker.names["that"] = Noun(f"that {speaker.type_noun(to) if to else 'card'}")
        when = when.replace("{to}", speaker.noun(to, "a") if to else "a card")
    if ability.get("cost"):
        return _with_cost(speaker, ability, when, where)
    conditions = [part for part in (where.removeprefix("while "), _needs(speaker, ability)) if part]
    often = _often(speaker, ability)
    lead = " ".join(part for part in (often, when or timing.get("text", "")) if part)
    if conditions:
        lead += f", while {' and '.join(conditions)}"
    parts = sentences(speaker, ability.get("do", ()))
    if leaves_open(speaker, ability.get("do", ())):
        return _paragraph(parts, f"{lead}, " if lead else "")
    if orders_you(speaker, ability.get("do", ())):
        return _paragraph(parts, f"{lead}, you may " if lead else "you may ")
    return f"{sentence(lead).removesuffix('.')}: {uncapital(_paragraph(parts))}" if lead else _paragraph(parts)


def _reaction(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    """Return what may be done in a window: "When this Unit would be attacked, 1 Reaction point: …"."""
    about = window_of(ability)
    words = speaker.words
    speaker.record = words.record_of(about["window"])
    where: Mapping[str, str] = about.get("where", {})
    said: list[str] = []

    def named(match: re.Match[str]) -> str:
        field = match[1]
        said.append(field)
        if _names_player(speaker, field):
            speaker.names[f"the {field}"] = Noun("you" if where.get(field) == "you" else "that player")
            return _player(speaker, where.get(field))
        text = _party(speaker, where.get(field))
        noun = speaker.myself() if where.get(field) == "self" else f"that {speaker.type_noun(where.get(field, ''))}"
        speaker.names[f"the {field}"] = Noun(noun)
        if where.get(field) == "self":
            speaker.same[f"the {field}"] = "self"
        return text

    leads = []
    also = about.get("also", ())
    implied: list[set[str]] = []
    for window in (about["window"], *(() if also == EVERY else also)):
        wording: JSON = words.wording_of("windows", window)
        form = wording.get("forms", {}).get(" ".join(where), "") or wording.get("react", window)
        leads.append(re.sub(r"\{(\w+)\}", named, form))
        implied.append(set(wording.get("implies", ())))
    lead = joined(leads, "or")
    more = [
        f"{speaker.field(field)} is {(_player if _names_player(speaker, field) else _party)(speaker, text)}"
        for field, text in where.items()
        if field not in said
    ]
    lead = joined([lead, *more])
    lead = lead if lead.startswith(_WHEN) else f"when {lead}"
    if also == EVERY:
        lead = f"{lead}, at any moment" if where else "at any moment"
        lead += f" of {speaker.record.get('name', 'it') if where else _one(speaker)}"
    speaker.implied = frozenset.intersection(*map(frozenset, implied))
    if len(where) > 1 or "while" in ability:
        speaker.focus = ""  # of several that were named "it" would be any
    if "while" in ability and not goes_without(speaker, ability["while"]):
        lead += f", if {condition(speaker, ability['while'])}"
    done = ability.get("do", ())
    if ability.get("cost"):
        return _with_cost(speaker, ability, lead, "")
    allowed = "" if about.get("automatic") else _allowed(speaker, done)
    text = f"{_paragraph(sentences(speaker, done), f'{lead}, {allowed}', words)}{_limited(speaker, ability)}"
    needs = _needs(speaker, ability)
    return f"{text} Use this only if {needs}." if needs else text


def _names_player(speaker: Speaker, field: str) -> bool:
    """Whether a field of the record that lies open names a player."""
    about: JSON = speaker.record.get("fields", {}).get(field, {})
    return bool(about.get("type") == "player")


def _player(speaker: Speaker, party: str | None) -> str:
    """Return which player a field of a record has to name: "you", "an opponent"."""
    opponent = "your opponent" if speaker.words.two_players else "an opponent"
    return {None: "a player", "you": "you"}.get(party, opponent)


def _party(speaker: Speaker, filter_: str | None) -> str:
    """Return who is meant by a field of a record: "this Unit", "a Unit that an opponent controls"."""
    if filter_ is None:
        return article(speaker.words.permanent)
    if filter_ in ("self", "host"):
        return speaker.reference(filter_).text
    return speaker.noun(filter_, "a", noun=speaker.words.permanent)


def _span(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    """Return the span in which uses are counted: "each turn", "in each action"."""
    limit = limit_of(ability["limit"])
    assert limit is not None
    if limit.per == "match":
        return "in the game"
    if limit.per == "action":
        return f"per {_one(speaker).partition(' ')[2]}" if speaker.record else "for the same action"
    if limit.per == "window":
        return "each time"
    return f"each {speaker.words.turn if limit.per == 'turn' else limit.per}"


def _one(speaker: Speaker) -> str:
    """Return one of what the record is about: "an attack"."""
    return article(str(speaker.record.get("name", "it")).removeprefix("the "))


def _often(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    """Return how often something may be used: "once each turn", "twice each round"."""
    limit = limit_of(ability.get("limit"))
    if limit is None:
        return ""
    times = {1: "once", 2: "twice"}.get(limit.times, f"{speaker.words.count(limit.times)} times")
    return f"{times} {_span(speaker, ability)}"


def _limited(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    """Return the sentence on how often something may be used, perhaps by all of a player's together; or nothing."""
    limit = limit_of(ability.get("limit"))
    if limit is None:
        return ""
    keyword: JSON = speaker.words.wording.get("limits", {}).get(f"{limit.per} by {limit.by}")
    if limit.times == 1 and keyword:
        return f" {speaker.words.project.keywords[keyword].name}."
    about = window_of(ability) if "react" in ability else {}
    side = speaker.words.side
    if about.get("automatic"):
        return f" This happens only {_often(speaker, ability)}."
    what = speaker.card.name if limit.of == "card" else "this"
    if limit.by == "player" and side:
        return f" {side[:1].upper()}{side[1:]} may use {what} only {_often(speaker, ability)}."
    together = " with all of yours together" if limit.by == "player" else ""
    return f" Use {what} only {_often(speaker, ability)}{together}."


def _named(speaker: Speaker, ability: Mapping[str, JSON], timing: Mapping[str, str]) -> str:
    """Return what is said after the name of an ability: what it needs, what it costs, what it does."""
    parts = []
    if "needs" in ability:
        parts.append(timing.get("needs", "needs {needs}").replace("{needs}", need(speaker, ability["needs"])))
    cost = _cost(speaker, ability)
    done = sentences(speaker, ability.get("do", ()))
    if cost and orders_you(speaker, ability.get("do", ())):
        parts += [f"{cost} to {done[0]}", *done[1:]]
    else:
        parts += [cost, *done] if cost else done
    return f"{_paragraph(parts)}{_limited(speaker, ability)}"


def _cost(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    speaker.paying = True
    parts = [str(clause) for clause in clauses(speaker, ability.get("cost", ()), True)]
    speaker.paying = False
    if not speaker.words.listed_costs:
        return joined(parts)
    resources = " ".join(part for part in parts if speaker.words.lettered(part))
    others = [part for part in parts if not speaker.words.lettered(part)]
    return ", ".join([resources, *others] if resources else others)


def _with_cost(speaker: Speaker, ability: Mapping[str, JSON], when: str, where: str) -> str:
    cost = _cost(speaker, ability)
    lead = ", ".join(part for part in (where, when) if part)
    effect = _paragraph(sentences(speaker, ability.get("do", ())))
    text = f"{sentence(f'{lead}, {cost}' if lead else cost).removesuffix('.')}: {speaker.words.within(effect)}"
    text += _limited(speaker, ability)
    speaker.focus = ""
    needs = _needs(speaker, ability)
    return f"{text} Use this only if {needs}." if needs else text


def _elsewhere(speaker: Speaker) -> bool:
    return speaker.words.off_field(speaker.zone)


def _needs(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    return condition(speaker, ability["needs"]) if "needs" in ability else ""


def _play(speaker: Speaker, play: Mapping[str, JSON]) -> str:
    """Return how a card is played: what it attaches to, where it stands, when it may be played."""
    words, this = speaker.words, speaker.myself()
    parts = []
    if "needs" in play:
        lead = words.wording_of("operations", "play").get("text", "play this only if {needs}")
        if "{need}" in lead:
            parts.append(lead.replace("{need}", need(speaker, play["needs"])))
        else:
            parts.append(lead.replace("{needs}", condition(speaker, play["needs"])))
    if play.get("never"):
        parts.append("this card can't be played")
    if "window" in play:
        window = words.wording_of("windows", play["window"])
        parts.append(window.get("text", f"play this only in a {play['window']} window"))
    if "space" in play:
        parts.append(words.wording_of("spaces", play["space"]).get("text", f"play this only in the {play['space']}"))
    if "attach" in play:
        parts.append(f"attach {this} to {speaker.noun(play['attach'], 'target' if play.get('target') else 'a')}")
    if play.get("stand"):
        parts.append(f"put {this} on any space of the {words.zone('field')}{_counters(words, play)}")
    if play.get("every_turn"):
        parts.append("remove one of them at the beginning of each turn")
    if "onto" in play:
        parts.append(_onto(speaker, play))
    return _paragraph(parts)


def _counters(words: Words, play: Mapping[str, JSON]) -> str:
    found = []
    for counter, number in dict(play.get("counters", {})).items():
        found.append(words.counted(number, words.counter(counter), words.counter(counter, True)))
    return f" with {' and '.join(found)} on it" if found else ""


def _onto(speaker: Speaker, play: Mapping[str, JSON]) -> str:
    onto = speaker.noun(play["onto"], "a")
    noun = speaker.type_noun(play["onto"])
    if not play.get("optional"):
        return f"play this only onto the space of {onto}, and sacrifice that {noun}"
    text = f"you may play this onto the space of {onto}. If you do, sacrifice that {noun}"
    if play.get("keep_damage"):
        damage = speaker.words.counter("damage", True)
        text += f"; {speaker.myself()} enters with as many {damage} as that {noun} had"
    return text
