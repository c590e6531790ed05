"""Building and installing as a user would: sdist, a wheel out of it, a fresh environment, the command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


def run(*command: object, **environment: str) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd="/",
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources: building writes beside them, and two builds in one place get into each other's way."""
    folder = tmp_path_factory.mktemp("source") / "bummerl"
    made = ("__pycache__", "*.egg-info", "build", "dist", "*.so", "*.c", ".*_cache", ".hypothesis", ".bench")
    ignored = shutil.ignore_patterns(".git", ".venv", *made)
    shutil.copytree(ROOT, folder, ignore=ignored, symlinks=True)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, source: Path) -> Path:
    """A folder with an sdist and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--quiet", "--no-isolation", "--outdir", folder, source)
    return folder


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory, built: Path) -> Path:
    """The bin folder of an environment with the wheel and what it depends on."""
    place = tmp_path_factory.mktemp("fresh") / "env"
    venv.create(place, with_pip=True)
    (wheel,) = built.glob("*.whl")
    run(place / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    return place / "bin"


def test_the_wheel_holds_every_file_that_the_folders_hold(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("grammar", "rulesets", "interpreter", "service"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix not in (".pyc", ".so", ".c", ".pxd"):
                assert f"bummerl/{path.relative_to(ROOT)}" in packed
    assert not [name for name in packed if name.endswith((".pyc", ".c"))]


def test_the_installed_command_says_what_it_is(fresh: Path) -> None:
    said = run(fresh / "bummerl", "--version")
    assert said.startswith("bummerl 0.")
    assert "core: compiled" in said or "core: python" in said


def test_the_installed_command_rules(fresh: Path) -> None:
    said = run(fresh / "bummerl", "check", ROOT / "examples" / "marriage.txt")
    assert "Anna" in said
    assert "score.schneider" in said


def test_the_installed_command_explains_a_code(fresh: Path) -> None:
    from bummerl.grammar import CODES

    code = next(iter(CODES))
    assert code in run(fresh / "bummerl", "explain", code)


def test_without_a_compiler_it_installs_and_runs_in_python(tmp_path: Path, source: Path) -> None:
    place = tmp_path / "env"
    venv.create(place, with_pip=True, system_site_packages=False)
    python = place / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", source, CC="/bin/false")
    assert "core: python" in run(place / "bin" / "bummerl", "--version")
    assert "Anna" in run(place / "bin" / "bummerl", "check", ROOT / "examples" / "marriage.txt")
