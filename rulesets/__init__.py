"""What the rules are: YAML variants, their schema, and the door to them.

`load` gives a `Ruleset`; a `Typist` types its expressions for whoever builds something of them.
"""

from .check_lexicon import check_lexicon
from .diff import Difference, diff
from .error import RulesetError
from .lexicon import Lexicon, lexicon_ids
from .library import Summary, catalogue, check_file, check_shipped, check_text, load, load_text
from .model import Citation, Rule, Ruleset
from .options import Option
from .overlay import under_contract
from .schema import schema_text
from .typed import Typed
from .typist import Typist

__all__ = [
    "Citation", "Difference", "Lexicon", "Option", "Rule", "Ruleset", "RulesetError", "Summary", "Typed", "Typist",
    "catalogue", "check_file", "check_lexicon", "check_shipped", "check_text", "diff", "lexicon_ids", "load",
    "load_text", "schema_text", "under_contract",
]  # fmt: skip
