"""A checked ruleset becomes one image of integers for the core, and the names that make it readable again.

`build(ruleset, options) -> Image` is the way in. An `Image` never changes once built, and threads may share it:

| attribute | what it is |
| --- | --- |
| `R` | `list[int]`: the image itself, as `core.py` reads it (`machine.ints(image.R)` for the compiled core) |
| `init` | `list[int]`: the state before a hand; copy it for each hand |
| `id`, `ruleset`, `options` | which ruleset, the `Ruleset` itself, its settled options |
| `n`, `seats` | number of seats, their letters in order of play (`("A", "B")`) |
| `codes` | code of each card, by number; equal cards of a double pack stand side by side |
| `first` | code -> number of the (first) card of that code |
| `copies`, `hand_size`, `talon`, `deal_size` | of each card; cards dealt to a player; face-down cards; integers of a deal in T |
| `turned`, `shown`, `sits_out` | is a card turned up; is the turn-up a card of a hand; does somebody sit out |
| `suits`, `ranks`, `contracts`, `moves` | name -> number (suits, ranks, contracts from 0; moves from 3) |
| `rule_ids` | rule number -> id; number 0 is `""` |
| `words` | text of a token -> its row in the token table: `SA`, `SA+`, `S+`, `close`, `trump:H`, `bid:gang`, `bid#` (a number follows), `trump:` (names what the move does not take), `(` drawn cards, `!` cards known to be held, `?` a word of no move here |
| `texts` | the reverse: row -> text |
| `number_words` | move that names a number -> its row |
| `room` | how long the `out` of `next_tokens` must be |
| `memory` | name -> `Slot(at, type, each)`: where the ruleset's memory lies in S |
| `melds` | move that scores -> slot of its row of meld points |
| `parts(contract, part)` | the rules of a section in their order, as `Row(id, number, when, that, more)` with typed conditions, programs that ask them, and the facts they look at: `ends`, `bonuses`, `score`, `tiers`, `irregularities`, `lead`, `follow`, `require:MOVE`, and `call` (what the contract asks of who calls it); contract -1 is the game without a call |
| `match` | `Match(target, write, dealer, carry, forfeit, exact, goes_on, best_of, first_to, units)`: the match's expressions as programs |
| `notes` | place of an instruction -> the `Typed` test it came from |
| `first_packets` | does a rule look at the cards dealt first |
| `facts` | (contract, name) -> `Answer(name, type, program)`: what the texts of rules name |
| `evaluate(S, typed)` | the value of any typed expression in a state, for trying things out |

Files, in reading order: `pack.py` (seats and cards), `writer.py` (the growing image), `programs.py` and `members.py`
(expressions -> instructions), `masks.py` (predicates of a card -> tables of card sets), `rules.py` (sections,
ladders, moves, stages), `tokens.py` (words), `answers.py` (what explanations ask), `image.py`.
"""  # noqa: E501

from .builder import build
from .image import Answer, Image, Match, Row, Slot, Unit
from .tokens import DRAWN_WORD, KNOWN_WORD, MELD_SIGN, NAMES_SIGN, NUMBER_SIGN, OTHER_WORD

__all__ = [
    "DRAWN_WORD", "KNOWN_WORD", "MELD_SIGN", "NAMES_SIGN", "NUMBER_SIGN", "OTHER_WORD", "Answer", "Image", "Match",
    "Row", "Slot", "Unit", "build",
]  # fmt: skip
