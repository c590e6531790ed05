"""Where the program begins: how it starts, how it ends, and what it says when it cannot go on."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn

import click

from .group import Commands

EPILOG = """
Exit status: 0 every record is legal and agrees with its stated result; 1 at least one does not;
2 the input could not be read as a record, or the command was used wrongly.

Try `bummerl check HAND.txt`, `bummerl rulesets`, or `bummerl COMMAND --help`.
"""

USED_WRONGLY = 2
BUG = 3
INTERRUPTED = 130  # 128 + SIGINT, as shells count
TERMINATED = 143  # 128 + SIGTERM
NOBODY_READS = 141  # 128 + SIGPIPE


def show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    """Print version, Python and which core is loaded, then stop."""
    if not wanted or context.resilient_parsing:
        return
    import platform
    from importlib.metadata import version

    from bummerl.interpreter import engine

    click.echo(f"bummerl {version('bummerl')} (Python {platform.python_version()}, core: {engine()})")
    context.exit()


@click.group(
    cls=Commands,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version, the Python and which core is loaded.",
)
@click.pass_context
def bummerl(context: click.Context) -> None:
    """A referee for Schnapsen, Sixty-Six and their kin: a hand as it was written down goes in, a ruling comes out.

    Every ruling names the rule it follows and where that rule is written.
    """
    context.color = wants_colour()


def wants_colour() -> bool | None:
    """False where NO_COLOR or a dumb terminal forbids it, True where FORCE_COLOR asks for it, else None: as it fits."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return False if os.environ.get("TERM") == "dumb" else None


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the process with its exit status.  A user's mistake never shows a traceback."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")  # a suit sign on an ASCII terminal is no reason to stop
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    if sys.stdout is None:
        print("bummerl: There is no standard output to write to: it is closed.", file=sys.stderr)
        return USED_WRONGLY
    before = signal.signal(signal.SIGTERM, _stopped) if threading.current_thread() is threading.main_thread() else None
    try:
        status = bummerl.main(args=arguments, prog_name="bummerl", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as problem:
        problem.show()
        return USED_WRONGLY
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)  # click has ended the line with ^C
        return INTERRUPTED
    except Stopped:
        return TERMINATED
    except BrokenPipeError:
        _silence_stdout()
        return NOBODY_READS
    except OSError as error:
        _silence_stdout()
        what = f"`{error.filename}`" if error.filename else "The answer"
        click.echo(f"bummerl: {what} could not be written: {error.strerror or error}.", err=True)
        return USED_WRONGLY
    except Exception as bug:
        return _bug(bug)
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
    return status if isinstance(status, int) else 0


class Stopped(BaseException):
    """Somebody asked the process to end; what was begun is cleared away as after Ctrl-C."""


def _stopped(_number: int, _frame: object) -> NoReturn:
    raise Stopped


def _bug(bug: Exception) -> int:
    if os.environ.get("BUMMERL_DEBUG"):
        raise bug
    click.echo(
        f"bummerl: this should not have happened ({type(bug).__name__}: {bug}).\n"
        "It is a mistake in Bummerl, not yours: please report it with the input that caused it.\n"
        "With BUMMERL_DEBUG=1 the same command shows where it went wrong.",
        err=True,
    )
    return BUG


def _silence_stdout() -> None:
    """Let the last flush go nowhere: whoever read our output has left, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
