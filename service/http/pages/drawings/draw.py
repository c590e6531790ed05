"""SVG symbols for the cards of a pack, made from the data files beside this module.

A card is 64 units wide and 96 high, a pip 24 by 24.  What all suits of a rank share (paper, figure, corner letters) is
one group that its cards refer to; colours come from the style sheet, the suit's by `currentColor`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

import yaml
from markupsafe import Markup, escape

STYLES: Final = ("french", "german", "hungarian", "spanish")
"""The styles that are drawn, in the order in which they are offered."""
PLAIN: Final = "plain"
"""The style of a pack that nobody has drawn: letters instead of pictures."""
BACK_ID: Final = "c-back"
UNKNOWN_ID: Final = "c-unknown"

TURNED: Final = ' transform="rotate(180 32 48)"'
NO_COLOUR: Final = ("black", "black")


@dataclass(frozen=True)
class Drawing:
    """The pictures of a style, by the codes of suits and ranks; places are in units of the card."""

    colours: Mapping[str, Sequence[str]]
    """By suit: its colour where suits have two colours, and where they have four."""
    pips: Mapping[str, str]
    borders: Mapping[str, str]
    faces: Mapping[str, Mapping[str, Any]]
    layouts: Mapping[Any, Mapping[str, Any]]
    index: Mapping[str, float]
    panel: str
    paper: str
    back: str
    unknown: str
    home: Sequence[str] = ()
    """The languages whose readers are used to these pictures."""
    printed: int = 2
    """How many colours the suits of such cards are printed in."""

    def face(self, rank: str) -> Mapping[str, Any]:
        """What is on the cards of a rank; a rank that is not drawn has the plain face."""
        return self.faces.get(rank) or self.faces[PLAIN]


def pip_id(style: str, suit: str) -> str:
    """The id of the symbol of a suit."""
    return _name("p", style, suit)


def card_id(style: str, card: str) -> str:
    """The id of the symbol of a card, by its code."""
    return _name("c", style, card)


def suit_class(style: str, suit: str) -> str:
    """The classes that give a suit its colour, where suits have two colours and where they have four."""
    two, four = _drawing(style).colours.get(suit, NO_COLOUR)
    return f"two-{two} four-{four}"


def at_home(lang: str) -> str | None:
    """The style that readers of a language are used to; `None` if that is the one that a ruleset names."""
    return next((style for style in STYLES if lang in _drawing(style).home), None)


def printed_colours(style: str) -> int:
    """How many colours the suits of a style are printed in: two or four."""
    return _drawing(style).printed


def index(style: str, rank: str, letter: str) -> str:
    """What stands in the corner of the cards of a rank: what is printed on such cards, or else `letter`."""
    return str(_drawing(style).face(rank).get("index", letter))


def sheet(
    style: str,
    cards: Iterable[tuple[str, str]],
    letters: Mapping[str, str],
    suit_letters: Mapping[str, str],
    *,
    lang_suits: Iterable[str],
) -> Markup:
    """The symbols that a page needs, as one element to be put into it once.

    Args:
        style: One of `STYLES`; any other has plain faces.
        cards: Suit and rank of each card that is shown; order and repetitions do not matter.
        letters: The index letter of each rank, where none is printed.
        suit_letters: The letter or sign of each suit, shown where no pip is drawn.
        lang_suits: Suits that the page speaks of, besides those of the cards.

    Returns:
        An `<svg class="sprite">` that takes no room: pips, cards, the back, and the card that is not known.
    """
    shown = sorted(set(cards))
    suits = sorted({*lang_suits, *(suit for suit, _ in shown)})
    pack = _Sheet(style, _drawing(style), letters, suit_letters)
    ranks = sorted({rank for _, rank in shown})
    symbols = [
        *map(pack.pip, suits),
        *map(pack.rank, ranks),
        *(pack.card(suit, rank) for suit, rank in shown),
        _symbol(BACK_ID, "64 96", pack.drawing.back),
        _symbol(UNKNOWN_ID, "64 96", pack.drawing.unknown),
    ]
    inner = "".join(symbols)
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">{inner}</svg>')


@dataclass(frozen=True)
class _Sheet:
    """The symbols of one page."""

    style: str
    drawing: Drawing
    letters: Mapping[str, str]
    suit_letters: Mapping[str, str]

    def pip(self, suit: str) -> str:
        """The symbol of a suit: its pip, or its letter."""
        letter = self.suit_letters.get(suit, suit)
        drawn = self.drawing.pips.get(suit) or _text(letter, "card-sign", 12, 20.5, 22)
        return _symbol(pip_id(self.style, suit), "24 24", drawn)

    def rank(self, rank: str) -> str:
        """What all suits of a rank share: paper, corner letters and figure."""
        face, place = self.drawing.face(rank), self.drawing.index
        text = index(self.style, rank, self.letters.get(rank, rank))
        once, half = self.drawing.paper, _text(text, "card-index", place["x"], place["y"], place["width"])
        if "figure" in face:
            once += self.drawing.panel
            half += _figures()[face["figure"]]
        if "letter" in face:
            once += _text(text, "card-letter", **face["letter"])
        if "whole" in face:
            once += half + _figures()[face["whole"]]
        else:
            once += _twice(_name("i", self.style, rank), half)
        return f'<g id="{_name("r", self.style, rank)}">{once}</g>'

    def card(self, suit: str, rank: str) -> str:
        """The symbol of a card: what its rank has, and its pips; the border too, where suits have one."""
        face, place = self.drawing.face(rank), self.drawing.index
        layout = self.drawing.layouts.get(face.get("pips"), {})
        besides = layout.get("besides", "")
        half, once = list(self._pips(suit, layout, "twice")), list(self._pips(suit, layout, "once"))
        if layout.get("corner", True):
            (once if "whole" in face else half).append(self._pip(suit, place["x"], place["pip"], place["size"]))
        parts = [
            f'<use href="#{_name("r", self.style, rank)}"/>',
            self.drawing.borders.get(suit, ""),
            _twice(_name("h", self.style, suit + rank), "".join(half)) if half else "",
            *once,
            besides if isinstance(besides, str) else besides.get(suit, ""),
        ]
        return _symbol(card_id(self.style, suit + rank), "64 96", "".join(parts))

    def _pips(self, suit: str, layout: Mapping[str, Any], which: str) -> Iterator[str]:
        for x, y in layout.get(which, ()):
            yield self._pip(suit, x, y, layout["size"], layout.get("class"))

    def _pip(self, suit: str, x: float, y: float, size: float, css: str | None = None) -> str:
        place = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}"'
        kind = f' class="{css}"' if css else ""
        return f'<use href="#{pip_id(self.style, suit)}" {place}{kind}/>'


def _symbol(name: str, size: str, inner: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {size}">{inner}</symbol>'


def _twice(name: str, half: str) -> str:
    """A half, and the same turned round the middle of the card."""
    return f'<g id="{name}">{half}</g><use href="#{name}"{TURNED}/>'


def _text(text: str, css: str, x: float, y: float, width: float) -> str:
    """Text round a place; more than one character is squeezed into `width`, and more than two are smaller too."""
    squeezed = f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else ""
    small = " long" if len(text) > 2 else ""
    return f'<text x="{x:g}" y="{y:g}" class="{css}{small}"{squeezed}>{escape(text)}</text>'


def _name(kind: str, style: str, code: str) -> str:
    """An id for a thing of a style; other characters than letters and digits are written by their number."""
    return "-".join(
        (kind, *(re.sub(r"[^A-Za-z0-9]", lambda at: f"_{ord(at.group()):x}_", part) for part in (style, code)))
    )


@cache
def _data(name: str) -> dict[str, Any]:
    source = files(__package__).joinpath(f"{name}.yaml").read_bytes()
    found: dict[str, Any] = yaml.load(source, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


@cache
def _figures() -> dict[str, str]:
    """The figures by name, each put together from parts and from figures before it."""
    data = _data("figures")
    found: dict[str, str] = data["parts"]
    for name, parts in data["figures"].items():
        found[name] = "".join(found.get(part, part) for part in parts)
    return found


def _drawing(style: str) -> Drawing:
    return _read(style if style in STYLES else PLAIN)


@cache
def _read(name: str) -> Drawing:
    """A style from its file; what the file does not say is as in the one that it is `like`."""
    data = dict(_data(name))
    like = data.pop("like", None)
    if like is None:
        return Drawing(**data)
    other = _read(like)
    changed: dict[str, Any] = {
        key: {**getattr(other, key), **new} if isinstance(new, dict) else new for key, new in data.items()
    }
    return replace(other, **changed)
