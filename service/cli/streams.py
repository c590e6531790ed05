"""Standard input and output as bytes."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click


def stdin() -> BinaryIO:
    """What is piped or typed in."""
    if sys.stdin is None:
        raise click.UsageError("There is no standard input to read: it is closed.")
    return sys.stdin.buffer


def stdout() -> BinaryIO:
    """Where answers go that are bytes already; nothing that was printed before may still be waiting."""
    if sys.stdout is None:
        raise click.UsageError("There is no standard output to write to: it is closed.")
    sys.stdout.flush()
    return sys.stdout.buffer
