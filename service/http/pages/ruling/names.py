"""Players as a page names them: never inflected, isolated from the text around them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by seat; where two players have the same, the seat stands behind it."""
    said = [name.casefold() for name in names.values()]
    return {seat: name if said.count(name.casefold()) == 1 else f"{name} ({seat})" for seat, name in names.items()}


_chip = re.compile(
    r'(<span class="chip[^>]*>(?:(?!<span class="chip).)*?<span class="vh">[^<]*</span></span>)([.,;:!?)]+)', re.S
)


def glued(text: Markup) -> Markup:
    """A sentence with cards in it, none of which is parted from the sign behind it."""
    return Markup(_chip.sub(r'<span class="nw">\1\2</span>', str(text)))


def isolated(text: str, names: Mapping[str, str]) -> Markup:
    """A sentence as HTML, with each name in it in a `bdi` of its own, whichever way it is written."""
    known = sorted(set(names.values()), key=len, reverse=True)
    if not known:
        return escape(text)
    parts = re.split(rf"(?<!\w)({'|'.join(map(re.escape, known))})(?!\w)", text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )
