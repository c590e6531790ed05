"""Every way in which the cards of a pack may be written, and what each of them means.

The letters of a suit and a rank, in this order, always mean their card. Everything else (names, other spellings, the
rank first) means a card only where it can mean no other; what could mean several is kept with all its meanings, so
that a reader can say so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .lexicon import Lexicon

JOINED: Final = ("",)


def plain(text: str) -> str:
    """A spelling as it is looked up: in small letters, each with its accents in one character."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).lower()


def bare(text: str) -> str:
    """A spelling without its accents, as on a keyboard that has none."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the cards of one pack are written.

    `suits` and `ranks` are their letters in the order of the pack. `cards` and `suit_forms` map every spelling, as
    `plain` gives it, to letters; `unclear` maps those that could mean several cards to the letters of each. `names`
    are the names of cards as they can be written, for suggestions.
    """

    suits: tuple[str, ...]
    ranks: tuple[str, ...]
    cards: Mapping[str, str]
    suit_forms: Mapping[str, str]
    unclear: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...] = ()


def spelled(
    suits: Sequence[Sequence[str]], ranks: Sequence[Sequence[str]], joints: Sequence[str] = JOINED,
    suit_first: bool = True, codes: Mapping[str, str] | None = None, free: Container[str] = (),
    names: Iterable[str] = (),
) -> Spelling:  # fmt: skip
    """The spelling of a pack whose suits and ranks are written in these ways, the letter of each first.

    `joints` are what may stand between the two; those beyond a hyphen only in the order of the name (`suit_first`).
    `codes` are further spellings, which never count where another one of the same form means something else; those
    that are not among `free` do nothing but make such a form unclear.
    """
    certain = {plain(suit[0] + rank[0]): suit[0] + rank[0] for suit in suits for rank in ranks}
    open_to: dict[str, dict[str, None]] = {}
    for suit in suits:
        for rank in ranks:
            letters = suit[0] + rank[0]
            for form in _forms(suit, rank, joints, suit_first):
                open_to.setdefault(form, {})[letters] = None
    for form, letters in (codes or {}).items():
        if form in free or form in open_to:
            open_to.setdefault(form, {})[letters] = None
    cards = dict(certain)
    unclear = {}
    for form, meanings in open_to.items():
        if form not in certain:
            if len(meanings) == 1:
                cards[form] = next(iter(meanings))
            else:
                unclear[form] = tuple(meanings)
    suit_forms = {plain(form): suit[0] for suit in reversed(suits) for form in suit}
    suit_forms |= {plain(suit[0]): suit[0] for suit in suits}
    letters_of = tuple(suit[0] for suit in suits), tuple(rank[0] for rank in ranks)
    return Spelling(*letters_of, cards, suit_forms, unclear, tuple(names))


def _forms(suit: Sequence[str], rank: Sequence[str], joints: Sequence[str], suit_first: bool) -> Iterator[str]:
    """Every way to put a suit and a rank together. Without anything between them only letters with letters and names
    with names: `oro` and the letter `S` would be the name of a suit.
    """
    for one in suit:
        for other in rank:
            for joint in joints:
                if not joint and _is_letter(one, suit[0]) != _is_letter(other, rank[0]):
                    continue
                either = not joint.strip("-")
                if suit_first or either:
                    yield plain(one + joint + other)
                if not suit_first or either:
                    yield plain(other + joint + one)


def _is_letter(form: str, letter: str) -> bool:
    """Whether a spelling is short: a letter, a number or a sign rather than a name."""
    return form in (letter, bare(letter)) or (len(form) <= 2 and (form.isupper() or not form.isalpha()))


def spellings_of(said: Sequence[str]) -> tuple[str, ...]:
    """These ways to write something, and each without its accents."""
    return tuple(dict.fromkeys([*said, *(bare(form) for form in said)]))


@lru_cache(maxsize=64)
def spelling_of(lexicon: Lexicon, suits: tuple[str, ...], ranks: tuple[str, ...]) -> Spelling:
    """How a lexicon writes the cards of the pack with these codes, which it fits.

    A card's own code is read, too, where the lexicon gives neither of its letters another meaning.
    """
    suit_forms = [spellings_of(lexicon.suits[suit].spellings) for suit in suits]
    rank_forms = [spellings_of(lexicon.ranks[rank].spellings) for rank in ranks]
    codes = {plain(suit + rank): lexicon.letters(suit, rank) for suit in suits for rank in ranks}
    free = {
        plain(suit + rank)
        for suit, own in zip(suits, suit_forms, strict=True)
        for rank, other in zip(ranks, rank_forms, strict=True)
        if _free(suit, own, suit_forms) and _free(rank, other, rank_forms)
    }
    names = [written_name(lexicon, suit, rank) for suit in suits for rank in ranks]
    return spelled(suit_forms, rank_forms, lexicon.joints, lexicon.suit_comes_first, codes, free, names)


def written_name(lexicon: Lexicon, suit: str, rank: str) -> str:
    """The name of a card as one word, as a log can hold it."""
    return lexicon.card(suit, rank).replace(" ", "-")


def _free(code: str, own: Sequence[str], forms: Sequence[Sequence[str]]) -> bool:
    """Whether a code's letter means nothing else in its place."""
    return not any(plain(code) in map(plain, other) for other in forms if other is not own)
