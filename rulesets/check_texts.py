"""Checks of texts: what stands in braces is a fact, a term or an option that is known there."""

from __future__ import annotations

from bummerl.grammar import ExpressionError

from .context import Context
from .places import scope_of
from .refusal import Place, Refusal
from .texts import holes, spoken, unpaired


def check_texts(context: Context) -> None:
    """Every `{…}` of every rule's text, in every language."""
    for path, words, scope, match in spoken(context):
        place = Place(tuple(sorted(scope_of(*scope).items())), frozenset(), False, match)
        typist = context.typist.under(int(path[1])) if path[0] == "contracts" else context.typist
        for lang, text in words.items():
            if (mark := unpaired(text)) is not None:
                context.problem(
                    (*path, lang),
                    "text-braces",
                    "words for a case stand as `{if CONDITION}…{end}` or `{if CONDITION}…{else}…{end}`, "
                    "none inside another",
                    piece=(mark.start() + 1, mark.end() + 1),
                )
                continue
            for hole in holes(text):
                piece = (hole.column, hole.end_column)
                if hole.name is None:
                    context.problem(
                        (*path, lang),
                        "text-braces",
                        "braces in a text hold the name of a fact, such as `{actor}` or `{led.suit}`; "
                        "what a function or a sum gives becomes a term, and its name stands in the braces",
                        piece=piece,
                    )
                    continue
                try:
                    typist.check(hole.name, "truth" if hole.condition else None, place)
                except (Refusal, ExpressionError) as error:
                    if isinstance(error, Refusal) and error.words.text == hole.name:
                        piece = (hole.column + error.words.column - 1, hole.column + error.words.end_column - 1)
                    context.problem(
                        (*path, lang),
                        "text-fact",
                        f"in the text: {error}",
                        piece=piece,
                        token=hole.name,
                        suggestion=getattr(error, "suggestion", None),
                    )
