"""The compiled core, if there is one: `core.py`, built by `pyproject.toml`."""

from bummerl.interpreter.core import asked as asked
from bummerl.interpreter.core import batch as batch
from bummerl.interpreter.core import begin as begin
from bummerl.interpreter.core import fingerprint as fingerprint
from bummerl.interpreter.core import next_tokens as next_tokens
from bummerl.interpreter.core import outcome as outcome
from bummerl.interpreter.core import paid as paid
from bummerl.interpreter.core import play_on as play_on
from bummerl.interpreter.core import replay_one as replay_one
from bummerl.interpreter.core import value as value
