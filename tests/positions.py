"""Writes the rest of a recorded hand down as a record that begins with a position.

What the position says comes from `replay` and from the record itself, and is written as a person would who watched.
"""

from __future__ import annotations

import re
from typing import Any

from bummerl.interpreter import replay

Record = dict[str, Any]


def beginnings(record: Record, ruleset: Any = None) -> list[int]:
    """After how many moves a trick begins, nothing having been said yet.

    Who plays is fixed with the first trick. Where something is said later that would have changed it, what the memory
    says then is no longer how it was, and no position can say so.
    """
    positions = replay(record, ruleset=ruleset)["positions"]
    names = names_of_players(ruleset)
    playing = [position for position in positions if position["stage"] == "play"]
    found = []
    for k, position in enumerate(positions):
        begun = position["taken"] or (k and positions[k - 1]["stage"] != "play") or k == 0
        fixed = all(position["memory"][name] == playing[0]["memory"][name] for name in names) if playing else False
        if begun and fixed and position["stage"] == "play" and not position["table"] and not position["over"]:
            found.append(k)
    return found


def names_of_players(ruleset: Any) -> set[str]:
    """The names of memory on which it hangs who plays."""
    data = ruleset.data
    plays = [data["play"], *(contract.get("play", {}) for contract in data.get("contracts", ()))]
    words = {word for play in plays for word in re.findall(r"[a-z_]+", str(play.get("players", "")))}
    return words & set(data.get("memory", {}))


def taken_up(record: Record, k: int, ruleset: Any = None) -> Record:
    """The same hand from its move k on."""
    positions = replay(record, ruleset=ruleset)["positions"]
    now = positions[k]
    seats: dict[str, Any] = {
        seat: {"trick_points": now["points"][seat]["trick_points"], "melds": {}, "won": [], "played": []}
        for seat in now["hands"]
    }
    for i, before in enumerate(positions[1 : k + 1]):
        for gained in before["gained"]:
            if gained["reason"] == "meld":
                suit = record["moves"][i].rpartition(":")[2].partition("+")[0][0]
                key = suit if "+" in record["moves"][i] else gained["move"]
                melds = seats[gained["seat"]]["melds"]
                melds[key] = melds.get(key, 0) + gained["declared"]
        if before["taken"]:
            seats[before["taken"]["winner"]]["won"].append([card["card"] for card in before["taken"]["cards"]])
            for card in before["taken"]["cards"]:
                seats[card["seat"]]["played"].append(card["card"])
    memory = {**now["memory"], **({"contract": now["contract"]} if now["contract"] else {})}
    position = {
        "leader": now["leader"],
        "trick": now["trick"],
        "trump": now["trump"],
        "turn_up": now["turn_up"],
        "talon": now["talon"]["cards"],
        "hands": {seat: cards for seat, cards in now["hands"].items() if cards or now["trick"] > 1},
        "seats": {
            seat: {key: fact for key, fact in facts.items() if fact not in ([], {})} for seat, facts in seats.items()
        },
    }
    if memory:
        position["memory"] = memory
    if record["dealer"] in position["hands"] and not record["deal"]["hands"].get(record["dealer"]):
        del position["hands"][record["dealer"]]
    rest = {key: value for key, value in record.items() if key not in ("deal", "moves")}
    return {**rest, "position": position, "moves": record["moves"][k:]}
