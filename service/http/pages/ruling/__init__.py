"""The ruling on a hand: the answer in one sentence, what follows from it, the rule, the evidence; and kept rulings."""

from . import asked, finding, kept
from .routes import routes

__all__ = ["asked", "finding", "kept", "routes"]
