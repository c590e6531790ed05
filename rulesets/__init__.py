"""What the rules are: YAML variants, their schema, and the door to them.

`load` gives a `Ruleset`; a `Typist` types its expressions for whoever builds something of them.
"""

from . import load as _first
from .library import Summary, load, load_text
from .model import Citation, Option, Rule, Ruleset, RulesetError
from .overlay import under_contract
from .typed import Typed
from .typist import Typist

for _name in ("load", "digest", "FOLDER", "merge"):  # until the first image builder is gone
    setattr(load, _name, getattr(_first, _name))

__all__ = [
    "Citation",
    "Option",
    "Rule",
    "Ruleset",
    "RulesetError",
    "Summary",
    "Typed",
    "Typist",
    "load",
    "load_text",
    "under_contract",
]
