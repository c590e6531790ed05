"""The commands that the documentation shows, in ```console blocks, with the output that it claims.

    $ bummerl check examples/marriage.txt
    examples/marriage.txt · Schnapsen
    ...

`...` on a line of its own stands for any lines, inside a line for any text.  `python tests/console.py README.md` runs
the commands of a page and writes their output into it where it differs; read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FENCE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
MARK = "=+=+= {} =+=+="
ANYTHING = "..."
BROKEN = "this should not have happened"
"""No page is to show what a command says when it fails through a mistake of ours."""


@dataclass
class Command:
    """A command as it is shown, and the output that is claimed for it."""

    text: str
    line: int
    output: list[str] = field(default_factory=list)

    @property
    def runs(self) -> bool:
        """Only our own command is run, and not the server, which would not end."""
        return bool(re.search(r"(^|\| *)bummerl\b|^echo \$\?$|^cat ", self.text)) and "bummerl serve" not in self.text


@dataclass
class Block:
    """One fenced block: its commands share a shell, so that `echo $?` means the one before."""

    path: Path
    line: int
    commands: list[Command]

    @property
    def name(self) -> str:
        """Where it stands."""
        return f"{self.path.relative_to(ROOT)}:{self.line}"


def blocks(path: Path) -> Iterator[Block]:
    """The console blocks of a page."""
    text = path.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        first = text.count("\n", 0, found.start()) + 1
        commands: list[Command] = []
        for number, row in enumerate(found[1].splitlines(), first + 1):
            if row.startswith("$ "):
                commands.append(Command(row[2:], number))
            elif row.startswith("> ") and commands and not commands[-1].output:
                commands[-1].text += "\n" + row[2:]
            elif commands:
                commands[-1].output.append(row)
        yield Block(path, first, commands)


def run(block: Block) -> list[list[str]]:
    """What each command of a block prints, in one shell, started at the root of the repository."""
    script = ["exec 2>&1", "status=0"]
    for number, command in enumerate(block.commands):
        script.append(f"(exit $status)\n{command.text}\nstatus=$?\nprintf '\\n{MARK.format(number)}\\n'")
    environment = {
        **{k: v for k, v in os.environ.items() if k not in ("FORCE_COLOR", "BUMMERL_LANG")},
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "80",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONWARNINGS": "ignore",
    }
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    rest, outputs = done.stdout, []
    for number in range(len(block.commands)):
        output, _, rest = rest.partition(f"\n{MARK.format(number)}\n")
        outputs.append(trimmed(output.splitlines()))
    return outputs


def trimmed(lines: list[str]) -> list[str]:
    """Lines without spaces at their ends and empty lines at the end."""
    found = [line.rstrip() for line in lines]
    while found and not found[-1]:
        found.pop()
    return found


def agrees(claimed: list[str], real: list[str]) -> bool:
    """Whether the output is what was claimed, elisions allowed for."""
    pattern = ""
    for line in trimmed(claimed):
        if line.strip() == ANYTHING:
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split(ANYTHING))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in real)) is not None


def rewrite(path: Path) -> None:
    """Put the real output into a page, except where the claimed one agrees already."""
    lines = path.read_text(encoding="utf-8").split("\n")
    for block in reversed(list(blocks(path))):
        for command, real in reversed(list(zip(block.commands, run(block), strict=True))):
            if command.runs and not agrees(command.output, real):
                if any(BROKEN in line for line in real):
                    sys.exit(f"{path.name}:{command.line}: $ {command.text}\n" + "\n".join(real))
                begin = command.line + command.text.count("\n")
                lines[begin : begin + len(command.output)] = real
    path.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name).resolve())
