"""What surrounds every request: ids, headers, logs, counts, documents."""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Any

import pytest
from bummerl.grammar import CODES
from bummerl.service.http import Config, create_app, logs
from bummerl.service.http.app import complete
from bummerl.service.http.schema import document
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator


def test_the_document_is_openapi_3_1(client: FlaskClient) -> None:
    spec = client.get("/openapi.json").json
    assert spec["openapi"] == "3.1.0"
    OpenAPIV31SpecValidator(spec).validate()
    import yaml

    assert yaml.safe_load(client.get("/openapi.yaml").data) == spec


def test_the_document_names_every_address_and_no_other(app: Flask) -> None:
    pages = {name for name, subject in app.blueprints.items() if ".pages." in subject.import_name}
    served = {
        (re.sub(r"<(\w+)>", "{}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint.partition(".")[0] not in pages
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    left_out = {"/docs", "/docs/static/{}"}
    told = {(re.sub(r"\{\w+\}", "{}", path), method) for path, item in document()["paths"].items() for method in item}
    assert {entry for entry in served if entry[0] not in left_out} == told


def test_a_service_that_runs_needs_no_template_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    app = complete(create_app(Config()))

    def gone(*_: object) -> None:
        raise FileNotFoundError("another version is on the disk")

    assert app.jinja_loader is not None
    monkeypatch.setattr(app.jinja_loader, "get_source", gone)
    for path in ("/", "/rulesets", "/about", "/nowhere"):
        assert app.test_client().get(path, headers={"Accept": "text/html"}).mimetype == "text/html"


def test_the_documented_example_works(client: FlaskClient) -> None:
    example = document()["components"]["examples"]["hand"]["value"]
    assert client.post("/v1/adjudicate", json=example).json["status"] == "ongoing"
    text = document()["paths"]["/v1/adjudicate"]["post"]["requestBody"]["content"]["text/plain"]["example"]
    assert client.post("/v1/adjudicate", data=text, content_type="text/plain").json["status"] == "ongoing"
    ruleset = document()["paths"]["/v1/rulesets/check"]["post"]["requestBody"]["content"]["application/yaml"]["example"]
    assert client.post("/v1/rulesets/check", data=ruleset, content_type="application/yaml").json["valid"] is True


def test_the_page_asks_nobody_else(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    assert not re.findall(r"https?://", page.text)
    assert 'load-fonts="false"' in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    for path in re.findall(r'(?:src|href|spec-url)="(/[^"]*)"', page.text):
        assert client.get(path).status_code == 200, path


def test_the_script_comes_with_its_licence(client: FlaskClient) -> None:
    script = client.get("/docs/static/rapidoc-min.js")
    assert script.mimetype == "text/javascript"
    assert b"RapiDoc" in script.data[:200]
    assert "MIT License" in client.get("/docs/static/rapidoc-LICENSE.txt").text


def test_every_code_has_a_page(client: FlaskClient) -> None:
    for code in CODES:
        assert code in client.get(f"/docs/errors/{code}").text
    assert client.get("/docs/errors/<script>").status_code == 404


def test_the_start_is_the_desk(client: FlaskClient) -> None:
    response = client.get("/")
    assert (response.status_code, response.mimetype) == (200, "text/html")


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/readyz"])
def test_health(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.json["status"] == "ok"
    assert response.json["engine"] in ("python", "compiled")
    assert response.headers["Cache-Control"] == "no-store"


def test_head_and_options(client: FlaskClient) -> None:
    head = client.head("/v1/rulesets/schnapsen")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == client.get("/v1/rulesets/schnapsen").headers["ETag"]
    options = client.options("/v1/adjudicate")
    assert (options.status_code, options.data) == (200, b"")
    assert set(options.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_request_ids(client: FlaskClient) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abc-1.2_3"}).headers["X-Request-ID"] == "abc-1.2_3"
    for odd in ("", "a b", "x" * 101, '"quoted"', "ü"):
        given = client.get("/healthz", headers={"X-Request-ID": odd}).headers["X-Request-ID"]
        assert re.fullmatch(r"[0-9a-f]{16}", given)
    one, other = (client.get("/healthz").headers["X-Request-ID"] for _ in range(2))
    assert one != other


def test_headers_that_keep_browsers_careful(client: FlaskClient) -> None:
    for path in ("/healthz", "/docs", "/v1/nothing", "/v1/rulesets"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        # A page that tells nobody its address would send its own forms with `Origin: null`.
        assert headers["Referrer-Policy"] == ("same-origin" if path == "/docs" else "no-referrer")
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "microphone=()" in headers["Permissions-Policy"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert len(headers.getlist("Content-Security-Policy")) == len(headers.getlist("Referrer-Policy")) == 1
        assert "Strict-Transport-Security" not in headers


def test_nothing_but_https_where_that_is_told_and_so() -> None:
    client = create_app(Config(hsts=600, forwarded=1)).test_client()
    assert "Strict-Transport-Security" not in client.get("/healthz").headers
    assert (
        "Strict-Transport-Security"
        not in create_app(Config(hsts=600))
        .test_client()
        .get("/healthz", headers={"X-Forwarded-Proto": "https"})
        .headers
    )
    told = client.get("/healthz", headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}).headers
    assert told["Strict-Transport-Security"] == "max-age=600"


def test_the_log_has_a_line_a_request_and_nothing_of_the_record(
    client: FlaskClient, hand: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bummerl.http")
    client.post("/v1/adjudicate?lang=de", json=hand, headers={"X-Request-ID": "find-me"})
    (record,) = caplog.records
    line = logs.JsonLines().format(record)
    logged = json.loads(line)
    assert (logged["request_id"], logged["method"], logged["status"]) == ("find-me", "POST", 200)
    assert (logged["route"], logged["level"], logged["event"]) == ("/v1/adjudicate", "info", "request")
    assert logged["ms"] > 0
    assert not [word for word in ("Anna", "Bert", "SA", "HT", "lang=de") if word in line]


def test_the_log_has_the_line_of_a_batch_when_it_is_sent(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bummerl.http")
    client.post("/v1/batch", data=b'{"moves":[]}\n', content_type="application/x-ndjson").close()
    assert [(r.route, r.status) for r in caplog.records] == [("/v1/batch", 200)]  # type: ignore[attr-defined]


def test_a_mistake_of_ours_is_logged_with_its_id(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("inner detail")

    monkeypatch.setattr("bummerl.service.http.routes.health.engine", broken)
    with caplog.at_level(logging.ERROR, logger="bummerl.http"):
        response = app.test_client().get("/healthz")
    assert response.status_code == 500
    logged = json.loads(logs.JsonLines().format(caplog.records[0]))
    assert logged["request_id"] == response.json["request_id"]
    assert "inner detail" in logged["exception"]


def counted(client: FlaskClient, sample: str) -> float:
    for line in client.get("/metrics").text.splitlines():
        if line.startswith(sample + " "):
            return float(line.rpartition(" ")[2])
    return 0.0


def test_metrics(hand: dict[str, Any], illegal: dict[str, Any]) -> None:
    client = create_app(Config()).test_client()
    for record in (hand, hand, illegal):
        client.post("/v1/adjudicate", json=record)
    client.post("/v1/batch", data=json.dumps(illegal).encode() + b"\nx\n", content_type="application/x-ndjson").close()
    client.get("/v1/nothing/at/all")
    client.open("/v1/adjudicate", method="BREW")
    assert counted(client, 'bummerl_requests_total{method="POST",route="/v1/adjudicate",status="200"}') == 3
    assert counted(client, 'bummerl_requests_total{method="GET",route="none",status="404"}') == 1
    assert counted(client, 'bummerl_requests_total{method="other",route="none",status="405"}') == 1
    assert counted(client, 'bummerl_request_seconds_count{route="/v1/batch"}') == 1
    assert counted(client, 'bummerl_verdicts_total{status="ongoing"}') == 2
    assert counted(client, 'bummerl_verdicts_total{status="illegal"}') == 2
    assert counted(client, 'bummerl_verdicts_total{status="unreadable"}') == 1


def test_without_prometheus_all_else_works(monkeypatch: pytest.MonkeyPatch, hand: dict[str, Any]) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    client = create_app(Config()).test_client()
    assert client.post("/v1/adjudicate", json=hand).status_code == 200
    response = client.get("/metrics")
    assert (response.status_code, response.json["code"]) == (503, "request.metrics")


def test_settings_from_the_environment() -> None:
    config = Config.from_environment(
        {"BUMMERL_MAX_RECORD": "2048", "BUMMERL_METRICS": "no", "BUMMERL_MAX_BATCH_SECONDS": "1.5"}
    )
    assert (config.max_record, config.metrics, config.max_batch_seconds) == (2048, False, 1.5)
    assert config.max_batch == Config().max_batch == 64 * 1024 * 1024
    assert Config().max_record == 1024 * 1024
    for variable, text in (
        ("MAX_MOVES", "many"),
        ("MAX_MOVES", "-1"),
        ("METRICS", "perhaps"),
        ("MAX_BATCH_SECONDS", "nan"),
    ):
        with pytest.raises(ValueError, match=f"BUMMERL_{variable}"):
            Config.from_environment({f"BUMMERL_{variable}": text})
