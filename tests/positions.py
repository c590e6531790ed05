"""The rest of a recorded hand, as a record that begins with the position that `replay` gives."""

from __future__ import annotations

from typing import Any

from bummerl.interpreter import replay

Record = dict[str, Any]


def beginnings(record: Record, ruleset: Any = None) -> list[int]:
    """After how many moves a record may begin: where a trick does, nothing having been said yet."""
    return [k for k, now in enumerate(replay(record, ruleset=ruleset)["positions"]) if now["position"] is not None]


def taken_up(record: Record, k: int, ruleset: Any = None) -> Record:
    """The same hand from its move k on."""
    position = replay(record, ruleset=ruleset)["positions"][k]["position"]
    rest = {key: value for key, value in record.items() if key not in ("deal", "position", "moves")}
    return {**rest, "position": position, "moves": record["moves"][k:]}
