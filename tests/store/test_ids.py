"""Ids: what they are made of, and how they are read."""

from __future__ import annotations

import re

import pytest
from bummerl.service.store import new_id, read_id
from bummerl.service.store.ids import ALPHABET


def test_no_sign_is_taken_for_another():
    assert len(set(ALPHABET)) == len(ALPHABET) == 31
    assert not set(ALPHABET) & set("0O1IL")
    assert ALPHABET.upper() == ALPHABET


def test_ids_are_ten_signs_in_two_groups_and_differ():
    ids = {new_id() for _ in range(20_000)}
    assert len(ids) == 20_000  # by chance one pair in four million such runs
    assert all(re.fullmatch(rf"[{ALPHABET}]{{5}}-[{ALPHABET}]{{5}}", id) for id in ids)
    assert set("".join(ids)) == {*ALPHABET, "-"}


@pytest.mark.parametrize("text", ["7F3KQ-2MD4X", "7f3kq-2md4x", "7F3KQ2MD4X", " 7F3KQ 2MD4X\n", "7f-3k-q2-md-4x"])
def test_an_id_is_read_as_people_write_it(text: str):
    assert read_id(text) == "7F3KQ-2MD4X"


@pytest.mark.parametrize(
    "text", ["", "-", "7F3KQ-2MD4", "7F3KQ-2MD4XX", "7F3KQ-2MD4O", "7F3KQ-2MD4ß", "７F3KQ-2MD4X", "-" * 50]
)
def test_anything_else_is_none(text: str):
    assert read_id(text) is None
