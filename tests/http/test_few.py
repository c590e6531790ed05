"""How many rulesets one request may have made: `few.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from bummerl.service.http import Config, create_app

CASES = yaml.safe_load(Path(__file__).with_name("few.yaml").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["about"]))
def test_request(case: dict[str, Any]) -> None:
    client = create_app(Config(max_rules=2)).test_client()
    sent = {"data": case["log"], "content_type": "text/plain"} if "log" in case else {"json": case["body"]}
    answer = client.post(case["path"], **sent)
    if "place" not in case:
        assert answer.status_code == 200, answer.text
        return
    assert (answer.status_code, answer.json["code"]) == (422, "request.too-many")
    place = answer.json.get("pointer") or f"{answer.json['line']}:{answer.json['column']}"
    assert place == case["place"]
    assert "at most 2" in answer.json["detail"].lower()
