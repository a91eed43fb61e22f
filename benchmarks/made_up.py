"""A made-up game of any size: cards with filters, numbers and keywords like Mecha's, the same ones for the same seed.

`python -m benchmarks.made_up 2000 FOLDER` writes one to look at. With `alike` the filters come from a few dozen;
otherwise no two are equal, and each of them tells something else of names, words, types, subtypes and numbers.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path

from cardlib.places import data_root

BEGINS = ("Ar", "Bel", "Cor", "Dun", "Ek", "Fal", "Gor", "Hal", "Is", "Jor", "Kel", "Lor", "Mor", "Nar", "Os", "Pel")
MIDDLES = ("a", "e", "i", "o", "u", "an", "er", "il", "or", "un", "ast", "end", "irk", "olm", "ush")
ENDS = ("bot", "dan", "fax", "gar", "hex", "kit", "lon", "mek", "nix", "pod", "rax", "ton", "vex", "zor")
KINDS = ("Drone", "Walker", "Gunner", "Crawler", "Scout", "Hauler", "Lancer", "Warden", "Smith", "Herald")
WHOM = ("", " yours", " theirs", " other", " neighbouring", " piloted")
TYPES = ("mecha", "tower", "unit", "pilot")
KEYWORDS = ("flight", "haste", "pierce", "reach", "armour 1", "armour 2", "range 2", "range 3")


def make(folder: Path, cards: int, seed: int = 1, *, alike: bool = False) -> Path:
    """Write a game of so many cards to a folder, which is made, and return the folder."""
    chance = random.Random(seed)
    mecha = data_root() / "mecha"
    folder.mkdir(parents=True)
    for name in ("keywords.json", "wording.json"):
        shutil.copy(mecha / name, folder / name)
    game = json.loads((mecha / "game.json").read_text(encoding="utf-8"))
    game |= {"slug": "made-up", "name": "Made Up", "prefix": "MUP"}
    for words in (game, keywords := json.loads((mecha / "keywords.json").read_text(encoding="utf-8"))):
        words.pop("$schema", None)
    for keyword in keywords["keywords"]:
        keyword.pop("rule", None)
    rule = {"id": "MUP-001", "kind": "rule", "section": "1. Aim", "text": "Who has the last unit wins."}
    _write(folder / "game.json", game)
    _write(folder / "keywords.json", keywords)
    _write(folder / "rules.json", {"rules": [rule]})
    names = _names(chance, cards)
    made = [_card(chance, at, names, alike) for at in range(cards)]
    (folder / "cards").mkdir()
    for at in range(0, cards, 500):
        _write(folder / "cards" / f"set-{at // 500 + 1:03d}.json", {"cards": made[at : at + 500]})
    (folder / "decks").mkdir()
    for number in range(1, 11):
        lines = [f"3 {name}" for name in chance.sample(names, 14)]
        (folder / "decks" / f"deck-{number:02d}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _names(chance: random.Random, cards: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < cards:
        first = chance.choice(BEGINS) + chance.choice(MIDDLES) + chance.choice(ENDS)
        last = chance.choice(MIDDLES).capitalize() + chance.choice(ENDS) + chance.choice(("", "s", " Prime", " Rex"))
        found[f"{first} {last} {chance.choice(KINDS)}"] = None
    return list(found)


def _card(chance: random.Random, at: int, names: list[str], alike: bool) -> dict[str, object]:
    type_ = chance.choices(("mecha", "command", "tower", "pilot"), (60, 25, 10, 5))[0]
    card: dict[str, object] = {"id": f"c{at:06d}", "name": names[at], "type": type_}
    card["subtypes"] = chance.sample(("basic", "singleton", "trigger"), chance.choice((0, 0, 1)))
    if type_ == "mecha":
        card["cost"] = chance.randint(0, 6)
    if type_ != "command":
        card |= {"power": chance.randint(0, 5), "durability": chance.randint(1, 6)}
    if type_ == "tower":
        del card["power"]
    if type_ in ("mecha", "tower"):
        card["keywords"] = chance.sample(KEYWORDS, chance.choice((0, 1, 2)))
    filter_ = _common(chance) if alike else _own(chance, at, names)
    number = chance.randint(1, 4)
    if type_ == "command":
        doing = ({"op": "damage", "amount": number, "target": filter_}, {"op": "destroy", "target": filter_})
        card["abilities"] = [{"when": "played", "do": [chance.choice(doing)]}]
    else:
        stats = {"op": "gets", "stats": {"durability": number}, "each": filter_}
        card["abilities"] = [{"static": [stats]}]
    return card


def _common(chance: random.Random) -> str:
    return f"{chance.choice(TYPES)}{chance.choice(WHOM)}{chance.choice(('', ' cost<=2', ' power>=3', ' flight'))}"


def _own(chance: random.Random, at: int, names: list[str]) -> str:
    """A filter that no other card has, which a card far down the list may be the only one to pass."""
    other = chance.choice(names)
    first, last, kind = other.split(" ")[0], other.split(" ")[1], other.split(" ")[-1]
    whom = chance.choice(WHOM)
    return (
        f'!"{other}" or unit{whom} word:{first.lower()} durability>={at % 7}',
        f"unit{whom} word:{last.lower()} or mecha word:{kind.lower()} power>={at}",
        f'unit{whom} -"{other.lower()}"',
        f'"{other[2:].lower()}"{whom}',
        f"(mecha or tower){whom} word:{kind.lower()} durability!={at}",
        f'unit{whom} -basic -"{first.lower()}" power<={at}',
    )[at % 6]


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[2]), int(sys.argv[1]))
