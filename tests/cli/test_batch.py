"""`bummerl batch`: order, broken lines, memory, files that appear when they are whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import EXAMPLES, Process, Run

GOOD = (EXAMPLES / "hands.ndjson").read_bytes().splitlines()[0]
ILLEGAL = (EXAMPLES / "hands.ndjson").read_bytes().splitlines()[3]


def statuses(output: bytes | str) -> list[str]:
    """The status of each verdict line."""
    return [json.loads(line)["status"] for line in output.splitlines()]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some hundred records, every seventh illegal, every thirteenth broken: several blocks of lines."""
    path = tmp_path_factory.mktemp("batch") / "many.ndjson"
    path.write_bytes(b"".join(line(i) + b"\n" for i in range(900)))
    return path


def line(i: int) -> bytes:
    """Line number `i` of the many."""
    if i % 13 == 12:
        return b'{"ruleset": "schnapsen", "moves": [' + str(i).encode()
    return (ILLEGAL if i % 7 == 6 else GOOD).replace(b'"ruleset"', b'"id":"%d","ruleset"' % i, 1)


EXPECTED = ["unreadable" if i % 13 == 12 else "illegal" if i % 7 == 6 else "complete" for i in range(900)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_line_in_is_a_line_out_in_order(process: Process, many: Path, jobs: int) -> None:
    done = process("batch", many, "--jobs", jobs)
    assert done.returncode == 2
    assert statuses(done.stdout) == EXPECTED
    assert done.stderr == b""


def test_the_output_file_is_what_standard_output_would_be(run: Run, many: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    result = run("batch", many, "-o", out, "--jobs", "1")
    assert result.stdout == ""
    assert statuses(out.read_bytes()) == EXPECTED
    assert [p.name for p in tmp_path.iterdir()] == ["out.ndjson"]


def test_a_verdict_line_is_the_verdict_that_check_gives(run: Run) -> None:
    batch = run("batch", "-", stdin=GOOD + b"\n").stdout
    assert json.loads(batch) == json.loads(run("check", "--json", EXAMPLES / "closed.json").stdout)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([GOOD], 0),
        ([GOOD, ILLEGAL], 1),
        ([GOOD.replace(b'"game_points":3', b'"game_points":2')], 1),
        ([GOOD, ILLEGAL, b"{"], 2),
        ([], 0),
    ],
)
def test_exit_status(run: Run, lines: list[bytes], status: int) -> None:
    assert run("batch", "-", stdin=b"\n".join(lines)).exit_code == status


def test_empty_lines_are_left_out_and_line_ends_do_not_matter(run: Run) -> None:
    out = run("batch", "-", stdin=b"\n" + GOOD + b"\r\n\n  \n" + ILLEGAL).stdout
    assert statuses(out) == ["complete", "illegal"]


def test_a_line_that_is_too_long_costs_only_itself(run: Run) -> None:
    data = GOOD + b'\n{"moves": "' + b"x" * 3_000_000 + b'"}\n' + ILLEGAL + b"\n"
    out = run("batch", "-", stdin=data).stdout
    assert statuses(out) == ["complete", "unreadable", "illegal"]


def test_the_ruleset_and_options_given_win(run: Run) -> None:
    found = json.loads(run("batch", "-", "--ruleset", EXAMPLES / "red-ox.yaml", stdin=GOOD).stdout)
    assert found["ruleset"]["id"] == "red-ox"


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_was_there_stays_when_the_work_is_broken_off(tmp_path: Path, sent: signal.Signals, status: int) -> None:
    out = tmp_path / "out.ndjson"
    out.write_text("the old one")
    command = [
        sys.executable,
        "-c",
        "from bummerl.service.cli import main; main()",
        "batch",
        "-",
        "-o",
        str(out),
        "--jobs",
        "2",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stderr is not None
        running.stdin.write(GOOD + b"\n")
        running.stdin.flush()
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        running.send_signal(sent)
        assert running.wait(60) == status
        assert b"Traceback" not in running.stderr.read()
    assert out.read_text() == "the old one"
    assert [p.name for p in tmp_path.iterdir()] == ["out.ndjson"]


def test_a_link_stays_a_link(run: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.ndjson", tmp_path / "link.ndjson"
    target.write_text("the old one")
    link.symlink_to(target.name)
    run("batch", EXAMPLES / "hands.ndjson", "-o", link)
    assert link.is_symlink()
    assert target.read_bytes().count(b"\n") == 4


@pytest.mark.parametrize("command", ["check", "batch", "format"])
def test_a_key_that_stands_twice_is_not_guessed_at(run: Run, command: str) -> None:
    line = '{"ruleset":"schnapsen","ruleset":"snapszli","moves":[]}'
    options = {"check": ["--json"], "batch": ["--jobs", "1"], "format": []}[command]
    result = run(command, "-", *options, stdin=line)
    assert result.exit_code == 2
    (problem,) = json.loads(result.stdout)["problems"]
    assert problem["message"] == "The key `ruleset` is given twice; which of the two is meant, nobody can know."


def wait_for(condition: object) -> None:
    """Wait until something holds, for at most ten seconds."""
    assert callable(condition)
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_reader_that_leaves_ends_it_quietly(many: Path) -> None:
    program = f"{sys.executable} -c 'from bummerl.service.cli import main; main()'"
    script = f"{program} batch {many} --jobs 2 | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    first, status = done.stdout.splitlines()
    assert json.loads(first)["status"] == "complete"
    assert status == "141"
    assert done.stderr == ""


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Ten times as many records take no more memory: the peak differs by less than a tenth of what more lines weigh."""
    script = (
        "import resource, sys\n"
        "from bummerl.service.cli.blocks import blocks\n"
        "n = sum(1 for _ in blocks(open(sys.argv[1], 'rb')))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    peaks = []
    for times in (1_000, 100_000):
        path = tmp_path / f"{times}.ndjson"
        with path.open("wb") as file:
            for _ in range(times // 1_000):
                file.write((GOOD + b"\n") * 1_000)
        done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout))
    assert os.path.getsize(path) > 30_000_000
    assert peaks[1] < peaks[0] + 4_000  # kilobytes
