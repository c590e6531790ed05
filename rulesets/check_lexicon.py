"""What is wrong with a lexicon's file: its shape, names that collide, and names that a log cannot hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import PurePath
from typing import Any, Final

from bummerl.grammar import NOTATION_WORDS, Problem, Span
from bummerl.grammar.diagnostics import listed, shown
from bummerl.grammar.notation import LONGEST_WORD, is_card

from . import limits
from .lexicon import Lexicon, lexicon_of
from .schema import lexicon_faults
from .source import Source, Steps, read
from .spelling import Spelling, plain, spelling_of, spellings_of, written_name

KINDS: Final = ("suits", "ranks")


def check_lexicon(text: str, file: str | None = None) -> list[Problem]:
    """All that is wrong with the YAML text of a lexicon, sorted by place; empty if nothing is."""
    source, problems = read(text, file)
    if source is None:
        return problems
    found = [*problems, *(_shape(source) or _Checked(source).problems())]
    return sorted(found[: limits.PROBLEMS], key=lambda problem: problem.sort_key)


def _shape(source: Source) -> list[Problem]:
    """What does not fit the schema, and an id that is not the file's name."""
    found = []
    for fault in lexicon_faults(source.data):
        span = (source.key if fault.key else source.place)(fault.path)
        found.append(_problem(source, span, fault.code, fault.message, fault.token, fault.suggestion))
    if not found and source.file is not None:
        id, name = source.data["lexicon"], PurePath(source.file).name.removesuffix(".yaml")
        if id != name:
            message = f"the file is called `{shown(name)}.yaml`, so its id is `{shown(name)}`, not `{id}`"
            found.append(_problem(source, source.place(("lexicon",)), "ruleset.spelling", message, id, None))
    return found


def _problem(
    source: Source, span: Span | None, code: str, message: str, token: str | None, near: str | None = None
) -> Problem:
    place = span or Span(1, 1, 1, 2)
    return Problem.at(place, code, message, token=token, suggestion=near, file=source.file)


@dataclass(frozen=True, slots=True)
class _Written:
    """One way to write a suit or a rank: its code, the text, and where it stands."""

    code: str
    text: str
    path: Steps


class _Checked:
    """A lexicon of the right shape, looked at name by name."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lexicon: Lexicon = lexicon_of(source.data)
        self.suits, self.ranks = tuple(self.lexicon.suits), tuple(self.lexicon.ranks)
        self.written = {kind: list(_written(kind, source.data[kind])) for kind in KINDS}

    def problems(self) -> list[Problem]:
        """Everything that is wrong."""
        found = [*self.unwritable()]
        found = found or [*self.twice()]
        if not found:
            spelling = spelling_of.__wrapped__(self.lexicon, self.suits, self.ranks)
            found = [*self.cards(spelling), *self.suits_like_cards(spelling)]
        return found

    def say(self, code: str, path: Steps, message: str, token: str) -> Problem:
        """A problem with what stands at a path."""
        return _problem(self.source, self.source.place(path), code, message, shown(token))

    def unwritable(self) -> Iterator[Problem]:
        """Names that no word of a log can hold, and letters that do not look like one."""
        for kind in KINDS:
            for entry in self.written[kind]:
                word = entry.text.replace(" ", "-")
                if not is_card(word) or len(word) > LONGEST_WORD // 3:
                    message = (
                        f"`{shown(entry.text)}` cannot stand in a log as a word of at most {LONGEST_WORD // 3} signs"
                    )
                    yield self.say("lexicon.spelling", entry.path, message, entry.text)
                elif entry.path[-1] == "letter" and not (word[0].isupper() or (word.isdigit() and kind == "ranks")):
                    message = f"`{shown(word)}` is no capital letter, with which the card would begin"
                    yield self.say("lexicon.spelling", entry.path, message, entry.text)

    def twice(self) -> Iterator[Problem]:
        """Two suits, or two ranks, that are written alike."""
        for kind in KINDS:
            seen: dict[str, str] = {}
            for entry in self.written[kind]:
                for form in spellings_of([entry.text]):
                    other = seen.setdefault(plain(form), entry.code)
                    if other != entry.code:
                        message = f"`{shown(entry.text)}` is {_one(kind)} `{other}` as well as `{entry.code}`"
                        yield self.say("lexicon.collision", entry.path, message, entry.text)

    def cards(self, spelling: Spelling) -> Iterator[Problem]:
        """Cards whose letters or names mean another card too, be it by its code, or are a move."""
        seen: dict[str, str] = {}
        for suit, rank in product(self.suits, self.ranks):
            code, letters = suit + rank, self.lexicon.letters(suit, rank)
            other = seen.setdefault(plain(letters), code)
            if other != code:
                message = f"`{letters}` is the card `{other}` as well as `{code}`"
                yield self.say("lexicon.collision", self.letter_of("ranks", rank), message, letters)
            for name in self.names(suit, rank):
                read_as = (spelling.cards.get(plain(name)), *spelling.unclear.get(plain(name), ()))
                others = [f"`{card}`" for card in read_as if card not in (None, letters)]
                path: Steps = ("ranks", rank, "name")
                if others:
                    message = f"`{shown(name)}` is the name of `{letters}`, and could mean {listed(others)} as well"
                    yield self.say("lexicon.collision", path, message, name)
                if plain(name) in NOTATION_WORDS:
                    message = f"`{shown(name)}` is the card `{letters}`, and a move of the notation as well"
                    yield self.say("lexicon.collision", path, message, name)

    def names(self, suit: str, rank: str) -> list[str]:
        """The name of a card as a log may hold it, and its parts put together without anything between them."""
        one, other = self.lexicon.suits[suit].name, self.lexicon.ranks[rank].name
        return list(dict.fromkeys([written_name(self.lexicon, suit, rank), one + other, other + one]))

    def suits_like_cards(self, spelling: Spelling) -> Iterator[Problem]:
        """Ways to write a suit that are a card, too: in front of a marriage's number nobody could tell them apart."""
        for entry in self.written["suits"]:
            for form in map(plain, spellings_of([entry.text])):
                if form in spelling.cards or form in spelling.unclear or form in NOTATION_WORDS:
                    message = f"`{shown(entry.text)}` is the suit `{entry.code}`, and a card or a move as well"
                    yield self.say("lexicon.collision", entry.path, message, entry.text)
                    break

    def letter_of(self, kind: str, code: str) -> Steps:
        """Where the letter of a suit or rank stands."""
        return (kind, code, "letter" if "letter" in self.source.data[kind][code] else "name")


def _written(kind: str, entries: Mapping[str, Mapping[str, Any]]) -> Iterator[_Written]:
    for code, said in entries.items():
        yield _Written(code, said["name"], (kind, code, "name"))
        yield _Written(code, said.get("letter", code), (kind, code, "letter"))
        also: Sequence[str] = said.get("also", ())
        for place, text in enumerate(also):
            yield _Written(code, text, (kind, code, "also", place))
        if "sign" in said:
            yield _Written(code, said["sign"], (kind, code, "sign"))


def _one(kind: str) -> str:
    return {"suits": "the suit", "ranks": "the rank"}[kind]
