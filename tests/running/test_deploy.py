"""The files of `deploy/`: what systemd, proxies and a container engine would make of them, as far as can be tried."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from fnmatch import fnmatch
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import click
import pytest
from bummerl.service.cli.serve import command
from bummerl.service.http import Config
from bummerl.service.http.handover import PATIENCE
from bummerl.service.http.server import GRACE
from bummerl.service.store import open_store
from dockerfile_parse import DockerfileParser

from ..serving import HAND, Service, serving, wait_until
from .test_restart import asking, finished

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "bummerl.service"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd, and processes as Linux has them")


def needed(program: str) -> str:
    """Where a program is; without it the test is skipped, in CI it fails."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail(f"{program} is not installed", pytrace=False)
        pytest.skip(f"{program} is not installed")
    return found


# ---- systemd


def settings() -> dict[str, list[str]]:
    """What the unit sets, in all of its sections."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_systemd_has_nothing_to_say_against_the_unit(tmp_path: Path) -> None:
    program = needed("systemd-analyze")
    here = tmp_path / UNIT.name
    executable = Path(sys.executable).with_name("bummerl")
    here.write_text(UNIT.read_text().replace("/opt/bummerl/bin/bummerl", str(executable)))
    done = subprocess.run([program, "verify", "--man=no", str(here)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_unit_leaves_little_open(tmp_path: Path) -> None:
    program = needed("systemd-analyze")
    judged = [program, "security", "--offline=true", "--threshold=20", "--no-pager", str(UNIT)]
    done = subprocess.run(judged, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_runs_what_there_is() -> None:
    unit = settings()
    assert unit["Type"] == ["notify"]
    (start,) = unit["ExecStart"]
    _, name, *arguments = start.split()
    assert name == "serve"
    with command.make_context("serve", arguments):
        pass
    assert unit["ExecReload"] == ["/bin/kill -HUP $MAINPID"]
    assert int(unit["TimeoutStopSec"][0]) > GRACE + PATIENCE, "the service is given time to finish"


def test_the_environment_file_names_settings_that_there_are() -> None:
    named = set(re.findall(r"^#?(BUMMERL_[A-Z_]+)=", (DEPLOY / "bummerl.env").read_text(), re.M))
    known = {f"BUMMERL_{field.name.upper()}" for field in fields(Config)}
    known |= {str(option.envvar) for option in command.params if isinstance(option, click.Option) and option.envvar}
    assert len(named) > 8
    assert named <= known


# ---- proxies


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(*command: str, port: int, cwd: Path) -> Iterator[None]:
    """A proxy that listens at `port`."""
    with (cwd / "proxy.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=cwd, stdout=log, stderr=log, env={**os.environ, "HOME": str(cwd)})
    try:
        wait_until(lambda: process.poll() is not None or listens(port))
        assert process.poll() is None, (cwd / "proxy.log").read_text()
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(90)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@contextmanager
def nginx(service: Service, folder: Path) -> Iterator[int]:
    """Our example of nginx, without TLS."""
    program, port = needed("nginx"), free_port()
    site = (DEPLOY / "nginx.conf").read_text()
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace(
        "127.0.0.1:8000", f"127.0.0.1:{service.port}"
    )
    site = re.sub(r" *ssl_certificate.*\n", "", site)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    around = "user root;\n" if os.geteuid() == 0 else ""
    here = f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{around}{here}http {{\naccess_log off;\n{temporary}{site}}}\n")
    with running(program, "-c", str(folder / "nginx.conf"), "-p", str(folder), port=port, cwd=folder):
        yield port


@contextmanager
def caddy(service: Service, folder: Path) -> Iterator[int]:
    """Our example of Caddy, without TLS."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed")
    port = free_port()
    site = (DEPLOY / "Caddyfile").read_text()
    site = site.replace("bummerl.example {", f"http://:{port} {{").replace(
        "127.0.0.1:8000", f"127.0.0.1:{service.port}"
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
    arguments = ("run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile")
    with running(program, *arguments, port=port, cwd=folder):
        yield port


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_behind_a_proxy(proxy: Any, tmp_path: Path) -> None:
    database = tmp_path / "rulings.db"
    store = open_store(str(database))
    secret = store.create_token("club", frozenset({"keep"})).secret
    store.close()
    with (
        serving("--workers", 2, "--behind-proxy", "--database", database) as service,
        proxy(service, tmp_path) as port,
    ):
        outside = Service(service.process, port, service.out.parent, service.said)
        lies = {"X_Forwarded_For": "203.0.113.9", "X_Forwarded_Host": "elsewhere.example", "X_Forwarded_Prefix": "/x"}
        answer = outside.ask("POST", "/v1/adjudicate", HAND, **lies)
        assert (answer.status, answer.json["status"]) == (200, "ongoing")
        batch = outside.ask("POST", "/v1/batch", '{"moves": []}\n' * 50, Content_Type="application/x-ndjson")
        assert (batch.status, batch.body.count(b'"status"')) == (200, 50)
        assert outside.ask("POST", "/v1/rulings", {"record": HAND}, **lies).status == 401
        token = f"Bearer {secret}"
        kept = outside.ask("POST", "/v1/rulings", {"record": HAND}, Authorization=token, Host="rules.example", **lies)
        assert kept.status == 201
        assert b"elsewhere.example" not in kept.body
        assert "/x/" not in kept.headers["Location"]
        assert outside.ask("GET", f"/v1/rulings/{kept.json['id']}").status == 200
        assert {line["client"] for line in service.lines() if line["event"] == "request"} == {"127.0.0.0/24"}, (
            "what a client says of itself is believed"
        )
        for file in tmp_path.glob("rulings.db*"):
            file.rename(file.with_name("away-" + file.name))
        assert service.ask("GET", "/readyz").status == 503
        assert outside.ask("GET", f"/v1/rulings/{kept.json['id']}").json["code"] == "store.unavailable"
        assert outside.ask("POST", "/v1/adjudicate", HAND).status == 200, "what needs no database is served"


def test_nothing_is_lost_behind_nginx_while_the_service_restarts(tmp_path: Path) -> None:
    with serving("--workers", 2, "--behind-proxy", "--rate", "none") as service, nginx(service, tmp_path) as port:
        outside = Service(service.process, port, service.out.parent, service.said)
        found = asking(outside)
        before = set(service.workers())
        service.signal(signal.SIGHUP)
        wait_until(lambda: service.workers() and not before & set(service.workers()))
        finished(found)


# ---- container


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage of the Containerfile."""
    found: list[list[tuple[str, str]]] = []
    parser = DockerfileParser(fileobj=BytesIO((DEPLOY / "Containerfile").read_bytes()))
    for each in parser.structure:
        if each["instruction"] == "FROM":
            found.append([])
        if each["instruction"] != "COMMENT":
            found[-1].append((each["instruction"], each["value"]))
    return found


def values(stage: list[tuple[str, str]], instruction: str) -> list[str]:
    return [value for name, value in stage if name == instruction]


def test_the_container_runs_as_nobody_in_particular() -> None:
    build, final = stages()
    assert build[0][1].endswith(" AS build")
    assert final[0][1] + " AS build" == build[0][1], "what was built for one Python runs on the same"
    (user,) = values(final, "USER")
    assert int(user) > 0
    assert any(f"--uid {user} " in line for line in values(final, "RUN"))
    names = [name for name, _ in final]
    assert names.index("USER") > max(i for i, name in enumerate(names) if name == "RUN")
    (volume,) = values(final, "VOLUME")
    environment = dict(line.split("=", 1) for line in values(final, "ENV"))
    assert environment["BUMMERL_DATABASE"].startswith(volume + "/")
    assert values(final, "EXPOSE") == [environment["BUMMERL_PORT"]]


def left_out() -> list[str]:
    """The names of what an engine leaves out when it copies the working copy."""
    lines = (ROOT / ".containerignore").read_text().splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    assert all(line.startswith("**/") and "/" not in line[3:] for line in patterns), "names, in any folder"
    return [line.removeprefix("**/") for line in patterns]


def test_the_container_is_built_from_what_is_not_made_here() -> None:
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()
    made = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines() if line != "*.html.tmp"]
    for name in (".git", *made):
        assert any(fnmatch(name.rpartition("/")[2], pattern) for pattern in left_out()), name
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    for path in (path for path in tracked.splitlines() if not path.startswith("bench/")):
        assert not any(fnmatch(part, pattern) for part in path.split("/") for pattern in left_out()), path


@pytest.mark.slow
def test_what_the_container_is_built_from_installs_and_serves() -> None:
    """The steps of the Containerfile without an engine: the wheel, its extras, the command, as another user."""
    build, final = stages()
    wheel = next(line for line in values(build, "RUN") if line.startswith("pip wheel"))
    install = next(line for line in values(final, "RUN") if line.startswith("pip install"))
    environment = dict(line.split("=", 1) for line in values(final, "ENV"))
    with tempfile.TemporaryDirectory(prefix="bummerl-container-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copytree(ROOT, folder / "source", ignore=shutil.ignore_patterns(*left_out()), symlinks=True)
        venv.create(folder / "env", with_pip=True)
        bin = folder / "env" / "bin"
        for step in (wheel, install):
            step = step.replace("/wheels", str(folder / "wheels")).replace("/source", str(folder / "source"))
            assert step.startswith("pip ")
            done = subprocess.run(["sh", "-c", f"{bin}/{step}"], capture_output=True, text=True, check=False, cwd="/")
            assert done.returncode == 0, done.stdout + done.stderr
        (folder / "data").mkdir(mode=0o777)
        (folder / "data").chmod(0o777)
        port = str(free_port())
        told = {
            "PATH": f"{bin}:{os.environ['PATH']}",
            **environment,
            "BUMMERL_PORT": port,
            "BUMMERL_DATABASE": str(folder / "data" / "rulings.db"),
            "HOME": "/nonexistent",
        }
        identity: dict[str, Any] = {}
        if os.geteuid() == 0:
            import pwd  # nowhere but on Unix

            somebody = pwd.getpwnam("nobody")
            identity = {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
        (run,) = values(final, "CMD")
        (health,) = [line.removeprefix("CMD ") for line in values(final, "HEALTHCHECK")]
        process = subprocess.Popen(
            as_list(run), env=told, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **identity
        )
        try:
            wait_until(lambda: process.poll() is not None or listens(int(port)))
            assert process.poll() is None, process.communicate()[0]
            assert "/livez" in health, "a database that is away is no reason to start anew"
            with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=90) as answer:
                assert answer.status == 200
            checked = subprocess.run(as_list(health), env=told, cwd="/", check=False, **identity)
            assert checked.returncode == 0
        finally:
            (stop,) = values(final, "STOPSIGNAL")
            process.send_signal(signal.Signals[stop])
            said = process.communicate(timeout=120)[0].decode()
        assert process.returncode == 0, said
        assert "needs a token" in said
        assert subprocess.run(as_list(health), env=told, cwd="/", capture_output=True, check=False).returncode != 0


def as_list(text: str) -> list[str]:
    """A command in the form of a list."""
    found: list[str] = json.loads(text)
    return found
