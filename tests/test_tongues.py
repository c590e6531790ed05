"""Every catalogue says in every language what it says in English, with the forms in which that language counts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from bummerl.interpreter.messages import languages
from bummerl.rulesets import tongue

ROOT = Path(__file__).parents[1]
CATALOGUES = {
    "grammar": ROOT / "grammar" / "messages" / "{}.json",
    "interpreter": ROOT / "interpreter" / "messages" / "{}.json",
    "command line": ROOT / "service" / "cli" / "labels.{}.json",
    **{
        f"shared, {path.name.split('.')[0]}": path.with_name(path.name.replace(".en.", ".{}."))
        for path in sorted((ROOT / "service" / "texts").glob("*.en.json"))
    },
    **{
        f"pages, {path.name.split('.')[0]}": path.with_name(path.name.replace(".en.", ".{}."))
        for path in sorted((ROOT / "service" / "http" / "pages" / "texts").glob("*.en.json"))
    },
}
FORMS = {"one", "two", "few", "many", "other", "zero"}
FOREIGN = [lang for lang in languages() if lang != "en"]


def texts(catalogue: str, lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(Path(str(CATALOGUES[catalogue]).format(lang)).read_text("utf-8"))
    return found


def counted(english: Mapping[str, str]) -> set[str]:
    """The names of the messages that have forms: those with a form for one and for others."""
    names = {name.rpartition(".")[0] for name in english if name.endswith(".other")}
    return {name for name in names if f"{name}.one" in english}


def due(english: Mapping[str, str], lang: str) -> set[str]:
    """The names that a catalogue must have."""
    found = set(english)
    for name in counted(english):
        found -= {f"{name}.{form}" for form in FORMS}
        forms = tongue.ordinals(lang) if name == "ordinal" else tongue.plurals(lang)
        found |= {f"{name}.{form}" for form in forms}
    return found


def holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("lang", languages())
def test_no_text_is_missing_and_none_is_left_over(catalogue: str, lang: str) -> None:
    assert set(texts(catalogue, lang)) == due(texts(catalogue, "en"), lang)


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("lang", FOREIGN)
def test_each_text_has_the_values_of_the_english_one(catalogue: str, lang: str) -> None:
    english = texts(catalogue, "en")
    for name, text in texts(catalogue, lang).items():
        base = name.rpartition(".")[0]
        known = english.get(name) or english[f"{base}.other"]
        free = {"n", "nth"}  # `one` may be said in words, and a move be counted with an ordinal or without
        assert holes(text) - free == holes(known) - free, name
        assert bool(holes(text) & free) <= bool(holes(known) & free), name


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("lang", languages())
def test_no_text_is_empty_or_has_blanks_at_its_edges_that_english_has_not(catalogue: str, lang: str) -> None:
    english = texts(catalogue, "en")
    for name, text in texts(catalogue, lang).items():
        assert text.strip(), name
        assert (text == text.strip()) == (name not in english or english[name] == english[name].strip()), name
