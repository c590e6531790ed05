"""What pyproject says is packaged, against the folders there are."""

from __future__ import annotations

import fnmatch
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("grammar", "rulesets", "interpreter", "service")
TO_BUILD_WITH = "interpreter/types"  # what Cython needs: in the sdist, as `depends` of the extension, and in no wheel
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]


def files_of(folder: str) -> list[Path]:
    """The files of a folder that git knows or would take, below the root."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [Path(name) for name in names if (ROOT / name).is_file() and not name.startswith(TO_BUILD_WITH)]


@pytest.fixture(autouse=True)
def _in_a_working_copy() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("needs a git working copy")


@pytest.mark.parametrize("folder", SHIPPED)
def test_every_folder_is_a_listed_package(folder: str) -> None:
    found = {"bummerl." + ".".join(path.parent.parts) for path in files_of(folder)}
    assert found
    assert found <= set(SETUPTOOLS["packages"])


@pytest.mark.parametrize("folder", SHIPPED)
def test_every_file_is_code_or_listed_as_data(folder: str) -> None:
    patterns = [*SETUPTOOLS["package-data"]["*"], "*.py"]
    left_out = [str(p) for p in files_of(folder) if not any(fnmatch.fnmatch(p.name, pattern) for pattern in patterns)]
    assert left_out == []


def test_what_is_written_in_c_by_hand_is_kept() -> None:
    """Only what Cython writes is left out: the floor that the benchmarks compare with is a source."""
    kept = subprocess.run(["git", "ls-files", "*.c"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert kept.split() == ["bench/floor.c"]
    ignored = subprocess.run(["git", "check-ignore", "interpreter/_core.c"], cwd=ROOT, capture_output=True, check=False)
    assert ignored.returncode == 0
