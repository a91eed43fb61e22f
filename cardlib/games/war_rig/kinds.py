"""The words of War Rig that its chapters share: kinds of cards, tokens and equipment, in a fixed order."""

from __future__ import annotations

from cardlib.kernel.declared import spelled

SQUAD, AREA, EQUIPMENT, PART, FACILITY, RIG, SHIP = range(7)
KINDS = {
    "squad": SQUAD,
    "area": AREA,
    "equipment": EQUIPMENT,
    "weapon": PART,
    "cockpit": PART,
    "drive": PART,
    "facility": FACILITY,
    "rig": RIG,
    "ship": SHIP,
}
COLOURS = ("purple", "red", "orange", "yellow")  # of the seats, in their order
RESOURCES = ("red", "green", "blue", "brown")
TOKENS = (*RESOURCES, "scrap", "tech")
SUPPLIES = tuple(f"supply_{token}" for token in TOKENS)
SUPPLY_OF = dict(zip(TOKENS, SUPPLIES, strict=True))
SCANNER, RIFLES, TOOLS, DRONES, SMOKE, HAULAGE = TITLES = (
    "id_scanner",
    "assault_rifles",
    "workshop_tools",
    "fire_control_drones",
    "smoke_grenades",
    "armoured_haulage",
)  # of equipment, as columns of squads
LEGS = ("left-leg", "right-leg", "lower-body")  # the lower slots of a chassis, the last one of the wide chassis
WIDE = ("left-shoulder", "right-shoulder", "lower-body")  # that only the wide chassis has
CENTRE = "body"
STANDARD = (SCANNER, RIFLES, TOOLS)
PLATFORM = "orbital-platform"
FUELS = {"red": "red_fuel", "green": "green_fuel"}  # of the platform, by colour the column
TITLE_OF = {spelled(title): title for title in TITLES}  # the id of a card -> the column


def store(title: str) -> str:
    """Return the variable of a player that counts the units of a title in the equipment store."""
    return f"store_{title}"


def plan(title: str) -> str:
    """Return the variable of a player that says that the plan of a title was stolen (WR-155)."""
    return f"plan_{title}"


def stowed(title: str) -> str:
    """Return the variable of a player that counts the units put into the store in this slot (WR-030)."""
    return f"stowed_{title}"
