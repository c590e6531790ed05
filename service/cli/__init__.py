"""The command line: `bummerl check`, `match`, `compare`, `batch`, `format`, `rulesets`, `serve` and their help."""

from .main import main

__all__ = ["main"]
