"""A rule's words where no hand is played: what stands in braces is said in general, and figures are worked out.

A text is written for a hand, `{actor} must follow suit`, with names that are never inflected.  A book says `the player`
in place of a name, 66 in place of a figure that the rules settle, and *n* in place of a number that the hand decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

from bummerl.rulesets import Rule, Ruleset, RulesetError, Typed
from bummerl.rulesets.facts import SCOPED
from bummerl.rulesets.texts import in_general
from bummerl.rulesets.typist import Typist

from ..words import PageWords

TEXT, NAME, NUMBER, FIGURE, CODE = "text", "name", "number", "figure", "code"
LETTERS: Final = "nmkpqrs"
"""What the numbers of one text are called, one after the other."""
_HOLE: Final = re.compile(r"\{\s*([^{}\s]+)\s*\}")
_ASIDE: Final = re.compile(r" \(\{[^{}.]+(\.[^{}]+)?\}\)")
_TICKED: Final = re.compile(r"`([^`]+)`")
_LAST_WORD: Final = re.compile(r"(\w+) $")
_BEGINS: Final = re.compile(r"^$|[.!?] $")
_SCOPE: Final = tuple((name, fact.type) for name, fact in SCOPED.items())


class Bit(NamedTuple):
    """A piece of a text: words of its own, a name for somebody or something, a number, a figure, or code.

    `means` is what the ruleset calls what the piece stands for.
    """

    kind: str
    text: str
    means: str = ""


class Captions:
    """How one ruleset's texts read in one language."""

    def __init__(self, ruleset: Ruleset, words: PageWords) -> None:
        self.ruleset, self.words = ruleset, words

    def of(self, rule: Rule) -> tuple[list[Bit], str]:
        """The words of a rule, and the language they are in; nothing for a rule without words."""
        return self.said(rule.texts, rule.contract)

    def said(self, texts: Mapping[str, str] | str | None, contract: str | None = None) -> tuple[list[Bit], str]:
        """A text in the reader's language or in English, and which of the two it is in."""
        lang, text = in_language(texts, self.words.lang)
        text = in_general(text, self._typist(contract))
        return list(self._joined(self._bits(_ASIDE.sub("", text), contract))), lang

    def _bits(self, text: str, contract: str | None) -> Iterator[Bit]:
        numbers: dict[str, str] = {}
        at = 0
        for found in _HOLE.finditer(text):
            yield from _ticked(text[at : found.start()])
            at = found.end()
            typed = self._typed(found[1], contract)
            number = typed if typed is not None and typed.type == "number" else None
            if number is not None and number.op == "const" and (number.value or not _chosen(found[1])):
                yield Bit(FIGURE, str(number.value), found[1])
            elif number is not None:
                letter = numbers.setdefault(found[1], LETTERS[len(numbers) % len(LETTERS)])
                yield Bit(NUMBER, letter, found[1])
            else:
                yield Bit(NAME, self._name(found[1]), found[1])
        yield from _ticked(text[at:])

    def _typist(self, contract: str | None) -> Typist | None:
        """The typist of a contract; that of the game without one where the ruleset has none of this name."""
        typist = self.ruleset.typist
        return typist.under(contract) if typist and contract and contract in typist.names.contracts else typist

    def _typed(self, name: str, contract: str | None) -> Typed | None:
        """What stands in braces, typed; `None` if it is nothing that the ruleset knows there."""
        typist = self._typist(contract)
        if typist is None:
            return None
        try:
            return typist.typed(name, None, _SCOPE)
        except RulesetError:
            return None

    def _name(self, fact: str) -> str:
        """What a book calls a fact: its name among the texts, the ruleset's own words for it, or its name."""
        if self.words.has(f"fact.{fact}"):
            return self.words(f"fact.{fact}")
        told = self.ruleset.data.get("facts", {}).get(fact, {}).get("text")
        if told:
            return in_language(told, self.words.lang)[1]
        return " ".join(part.replace("_", " ") for part in reversed(fact.split(".")))

    def _joined(self, bits: Iterator[Bit]) -> Iterator[Bit]:
        """The pieces with articles that follow a preposition or another article as the language wants them, and a
        capital where a sentence begins with a name.
        """
        before, behind = Bit(TEXT, ""), ""
        for bit in bits:
            if bit.kind == NAME:
                if _BEGINS.search(behind):
                    bit = bit._replace(text=bit.text[:1].upper() + bit.text[1:])
                before, bit = self._pair(before, bit)
            if before.text:
                yield before
            before, behind = bit, (behind + bit.text)[-2:]
        if before.text:
            yield before

    def _pair(self, before: Bit, name: Bit) -> tuple[Bit, Bit]:
        last, (article, _, rest) = _LAST_WORD.search(before.text), name.text.partition(" ")
        joined = self._joins.get((last[1].lower(), article)) if last and rest else None
        if last is None or joined is None:
            return before, name
        if last[1][:1].isupper():
            joined = joined[:1].upper() + joined[1:]
        return before._replace(text=f"{before.text[: last.start()]}{joined} "), name._replace(text=rest)

    @cached_property
    def _joins(self) -> dict[tuple[str, str], str]:
        pairs = (pair.partition("=") for pair in self.words("book.joins").split(";") if "=" in pair)
        return {(two.split()[0], two.split()[1]): one.strip() for two, _, one in pairs}


def _chosen(name: str) -> bool:
    """Whether a figure is one that a table chooses; where it usually is nothing, a text that names it means another."""
    return name.startswith("option.")


def _ticked(text: str) -> Iterator[Bit]:
    """Words, and code where it stands between backticks."""
    at = 0
    for found in _TICKED.finditer(text):
        yield Bit(TEXT, text[at : found.start()])
        yield Bit(CODE, found[1])
        at = found.end()
    yield Bit(TEXT, text[at:])


def plain_text(bits: Iterable[Bit]) -> str:
    """The pieces as one text."""
    return "".join(bit.text for bit in bits)


def in_language(texts: Mapping[str, str] | str | None, lang: str) -> tuple[str, str]:
    """The language and the words of a text: the reader's, English, or what there is."""
    if not texts:
        return lang, ""
    if isinstance(texts, str):
        return "en", texts
    chosen = next((wish for wish in (lang, "en") if wish in texts), next(iter(texts)))
    return chosen, texts[chosen]
