"""A ruling as people read it: the sentence first, then what follows from it, the rule, what was allowed, the tricks.

A reader who stops after any of these parts has something true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bummerl.grammar import in_language

from ..spelled import plain
from .inputs import Entry
from .labels import Labels
from .moves import is_draw, show_tokens
from .page import Ink, Page, bold, dim, ink, shortened
from .problems import show_problem, warnings
from .quote import quote
from .rulebook import cited, show_condition, titled
from .tally import disagrees
from .trace import show_trace
from .tricks import show_tricks

if TYPE_CHECKING:
    from bummerl.rulesets import Ruleset

SHAPES = {
    "complete": ("✓", "green"),
    "ongoing": ("›", "cyan"),
    "illegal": ("✗", "red"),
    "undetermined": ("?", "yellow"),
    "unreadable": ("!", "yellow"),
    "disagrees": ("✗", "red"),
}
"""Every status has a word, a shape and a colour; without the colour nothing is lost."""

LONGEST_NAME, LONGEST_TEXT = 60, 2000
FILE, NO_RULESET = "request.file", "record.ruleset"
PLAY = "play"
"""The stage in which tricks are played, in every ruleset."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """Everything that is printed about one hand."""

    entry: Entry
    verdict: Mapping[str, Any]
    ruleset: Ruleset | None
    positions: Sequence[Mapping[str, Any]]
    labels: Labels
    several: bool
    brief: bool = False

    @property
    def turn(self) -> str | None:
        """Who was to move when the record stopped, or at the refused move; None if nobody knows."""
        seat = self.positions[-1]["to_move"] if self.positions else self.verdict.get("to_move")
        return seat if isinstance(seat, str) else None

    @property
    def status(self) -> str:
        """The verdict's status, or `disagrees` if all is well but what the players wrote down."""
        status: str = self.verdict["status"]
        return "disagrees" if status == "complete" and disagrees(self.verdict) else status

    def name(self, seat: str) -> str:
        """The player's name, or the seat if nobody wrote it down."""
        return names_of(self.entry.record).get(seat, seat)

    def who(self, seats: str | Sequence[str] | None) -> str:
        """One player, or partners."""
        return self.labels.players(seats, names_of(self.entry.record))


def names_of(record: Mapping[str, Any]) -> dict[str, str]:
    """Seat to name, as far as the record has names that can be shown."""
    players = record.get("players") if isinstance(record, Mapping) else None
    if not isinstance(players, Mapping):
        return {}
    return {
        seat: shortened(name, LONGEST_NAME) for seat, name in players.items() if isinstance(name, str) and name.strip()
    }


def show(page: Page, ruling: Ruling) -> None:
    """Print one ruling."""
    where_we_are(page, ruling)
    if ruling.status != "unreadable":
        warnings(page, ruling.entry, ruling.labels)
    shape, colour = SHAPES[ruling.status]
    page.line()
    page.line(ink(f"{shape} {ruling.labels(f'status.{ruling.status}')}", fg=colour, bold=True))
    match ruling.verdict["status"]:
        case "illegal":
            illegal(page, ruling, ruling.verdict["violations"][0])
        case "unreadable":
            unreadable(page, ruling)
        case "undetermined":
            undetermined(page, ruling)
        case "ongoing":
            ongoing(page, ruling)
        case _:
            complete(page, ruling)
    if ruling.verdict.get("trace"):
        show_trace(page, ruling.verdict["trace"], ruling.labels)
    if ruling.verdict["status"] != "unreadable" and not ruling.brief:
        show_tricks(page, ruling.positions, ruling.verdict, names_of(ruling.entry.record), ruling.labels)
    provenance(page, ruling)


# ---- head and foot


def where_we_are(page: Page, ruling: Ruling) -> None:
    """File, hand, ruleset, and what the record says of the occasion, on one line."""
    first, *more = where(ruling.entry, ruling.labels, ruling.several)
    title = [titled(ruling.ruleset.title, ruling.labels.lang)] if ruling.ruleset is not None else []
    page.line(dim(" · ".join([first, *title, *more])))


def where(entry: Entry, labels: Labels, several: bool) -> list[str]:
    """File and hand, event, place and date, as far as they are known."""
    headers = entry.record.get("headers") if isinstance(entry.record, Mapping) else None
    known = headers if isinstance(headers, Mapping) else {}
    file = f"{entry.title}, {labels('hand', n=entry.number)}" if several else entry.title
    return [file, *(shortened(str(known[name]), LONGEST_NAME) for name in ("Event", "Site", "Date") if known.get(name))]


def provenance(page: Page, ruling: Ruling) -> None:
    """Which ruleset, in which version, with which options: what makes the ruling repeatable."""
    header = ruling.verdict.get("ruleset")
    if not header:
        return
    options = ruling.verdict.get("options") or {}
    chosen = "".join(f" · {name}={plain(value)}" for name, value in options.items())
    digest = header["digest"]
    page.line()
    page.line(dim(f"{header['id']} {header['version']}{chosen} · {digest[:15]}…{digest[-4:]}"))


# ---- the five answers


def illegal(page: Page, ruling: Ruling, violation: Mapping[str, Any]) -> None:
    """Who did what, why not, what follows, the rule, what was allowed."""
    labels, n = ruling.labels, violation.get("seat_move")
    player = ruling.who(violation.get("seat"))
    if is_draw(violation["token"]):
        page.line(bold(labels("head.drawn")), indent=2)
    elif n and (trick := in_trick(ruling, violation)):
        page.line(bold(labels("head.illegal", player=player, n=n, nth=labels.ordinal(n), trick=trick)), indent=2)
    elif n:
        page.line(bold(labels("head.illegal.bidding", player=player, n=n, nth=labels.ordinal(n))), indent=2)
    page.paragraph(shortened(violation["message"], LONGEST_TEXT), indent=2, bold=True)
    page.paragraph(circumstances(ruling, violation), indent=2)
    if violation.get("line"):
        page.line()
        place = violation["line"], violation.get("column"), _end(violation)
        quote(page, ruling.entry.lines, *place, "red")
    page.line()
    rows = [consequence(ruling), *stated(ruling), checked(ruling, "before")]
    page.labelled(rows)
    the_rule(page, ruling, violation["rule"])
    choice(page, ruling, violation)
    if violation.get("also"):
        page.line()
        page.labelled([(labels("also"), ", ".join(violation["also"]), "")])


def choice(page: Page, ruling: Ruling, violation: Mapping[str, Any]) -> None:
    """What could have come instead: what the blamed player could play, or what whoever was on turn could."""
    labels, turn, seat = ruling.labels, ruling.turn, violation.get("seat")
    if turn is None or (turn == seat and not is_draw(violation["token"])):
        page.heading(labels("could", player=ruling.who(seat)))
    else:
        page.heading(labels("could.turn", player=ruling.who(turn)))
    show_tokens(page, violation.get("legal") or (), labels, ruling.name)


def in_trick(ruling: Ruling, violation: Mapping[str, Any]) -> int:
    """In which trick it was refused; 0 where no trick is being played yet."""
    stage = ruling.positions[-1]["stage"] if ruling.positions else PLAY
    return int(violation["trick"]) if stage == PLAY else 0


def circumstances(ruling: Ruling, violation: Mapping[str, Any]) -> str:
    """What lay on the table and what the player held, by the trick, because that is what players remember."""
    labels, seat = ruling.labels, violation.get("seat")
    trick = in_trick(ruling, violation)
    parts = [labels("trick", n=trick) + ":"] if trick else []
    last = ruling.positions[-1] if ruling.positions else {}
    for i, played in enumerate(last.get("table") or ()):
        key = "led" if i == 0 else "played"
        parts.append(labels(key, player=ruling.name(played["seat"]), card=played["card"]))
    if is_draw(violation["token"]):
        return " ".join([*parts, labels("refused.drawn", token=shortened(violation["token"], LONGEST_NAME))])
    parts.append(labels("refused", player=ruling.who(seat), token=shortened(violation["token"], LONGEST_NAME)))
    hand = (last.get("hands") or {}).get(seat) if isinstance(seat, str) else None
    if hand and not (last.get("hidden") or {}).get(seat):
        parts.append(labels("holding", player=ruling.who(seat), cards=" ".join(hand)))
    return " ".join(parts)


def _end(violation: Mapping[str, Any]) -> int | None:
    if violation.get("end_column"):
        return int(violation["end_column"])
    column = violation.get("column")
    return int(column) + len(violation.get("token") or " ") if column else None


def complete(page: Page, ruling: Ruling) -> None:
    """Who wins, and why; whether the players wrote the same."""
    outcome = ruling.verdict["outcome"]
    if outcome is None:
        page.line()
        page.labelled([*stated(ruling), checked(ruling, "checked")])
        return
    page.paragraph(shortened(outcome["message"], LONGEST_TEXT), indent=2, bold=True)
    page.line()
    rows = [*payments(ruling, outcome), *stated(ruling), checked(ruling, "checked")]
    page.labelled(rows)
    because(page, ruling, outcome)


def ongoing(page: Page, ruling: Ruling) -> None:
    """Whose turn it is, and what may come next."""
    labels, verdict = ruling.labels, ruling.verdict
    player = ruling.who(verdict.get("to_move"))
    page.line(bold(labels("head.ongoing.plain", player=player)), indent=2)
    page.line()
    page.labelled([*stated(ruling), checked(ruling, "checked")])
    page.heading(labels("may", player=player))
    show_tokens(page, verdict.get("legal") or (), labels, ruling.name)


def undetermined(page: Page, ruling: Ruling) -> None:
    """What is not known, and where it begins to matter."""
    labels, verdict = ruling.labels, ruling.verdict
    page.paragraph(str(verdict.get("message") or labels("head.undetermined")), indent=2, bold=True)
    for violation in verdict.get("violations") or ():
        page.paragraph(shortened(violation["message"], LONGEST_TEXT), indent=2, bold=True)
        if violation.get("line"):
            page.line()
            quote(page, ruling.entry.lines, violation["line"], violation.get("column"), _end(violation), "yellow")
    page.line()
    page.labelled([*stated(ruling), checked(ruling, "checked")])


def unreadable(page: Page, ruling: Ruling) -> None:
    """Every problem at its place, with what was probably meant."""
    labels, problems = ruling.labels, ruling.verdict["problems"]
    if all(problem["code"] == FILE for problem in problems):
        for problem in problems:
            page.paragraph(shortened(problem["message"], LONGEST_TEXT), indent=2, bold=True)
        return
    page.line(bold(labels.count("head.unreadable", len(problems))), indent=2)
    for problem in problems:
        page.line()
        show_problem(page, ruling.entry, labels, problem)
    if ruling.entry.hand is not None and not ruling.entry.hand.readable:
        page.line()
        page.line(dim(labels("unreadable.more")), indent=2)
    if any(problem["code"] == NO_RULESET for problem in problems):
        page.line()
        page.paragraph(labels("unreadable.ruleset"), indent=2, dim=True)


def unreadable_entry(page: Page, entry: Entry, labels: Labels, several: bool) -> None:
    """What stands where a ruling would, for commands that cannot go on without a record."""
    show(
        page,
        Ruling(
            entry,
            {"status": "unreadable", "problems": [in_language(p, labels.lang).to_json() for p in entry.problems]},
            None,
            (),
            labels,
            several,
        ),
    )


# ---- parts


def consequence(ruling: Ruling) -> tuple[str, str | Ink, str]:
    """What the ruleset awards for the irregularity."""
    outcome, labels = ruling.verdict.get("outcome"), ruling.labels
    if not outcome:
        return labels("consequence"), labels("consequence.none"), ""
    return labels("consequence"), shortened(outcome["message"], LONGEST_TEXT), outcome["rule"] or ""


def stated(ruling: Ruling) -> list[tuple[str, str | Ink, str]]:
    """What the players wrote down, and whether it agrees."""
    check, labels = ruling.verdict.get("result_check"), ruling.labels
    if not check:
        return []
    result = check.get("stated") or {}
    points, seats = result.get("game_points"), result.get("winner")
    what = labels.count("points", points) if isinstance(points, int) else "–"
    said = labels("to", what=what, who=ruling.who(seats)) if seats else what
    word, colour = {True: ("agrees", "green"), False: ("disagrees", "red")}.get(
        check.get("agrees"), ("cannot-agree", None)
    )
    return [(labels("stated"), ink(f"{said} – {labels(word)}", fg=colour), "")]


def checked(ruling: Ruling, label: str) -> tuple[str, str | Ink, str]:
    """How far the log was right."""
    return ruling.labels(label), ruling.labels.count("checked", ruling.verdict["moves_checked"]), ""


def payments(ruling: Ruling, outcome: Mapping[str, Any]) -> list[tuple[str, str | Ink, str]]:
    """Who pays how much, where each loser pays separately."""
    paid = outcome.get("payments")
    if not paid:
        return []
    text = ", ".join(f"{ruling.name(seat)} {n:+d}" for seat, n in paid.items())
    return [(ruling.labels("payments"), text, "")]


def the_rule(page: Page, ruling: Ruling, rule: str) -> None:
    """The rule's exact condition, and where it is written; its words are the sentence above."""
    page.heading(ruling.labels("rule"), rule)
    found = ruling.ruleset.rules.get(rule) if ruling.ruleset is not None else None
    if found is not None:
        show_condition(page, found, indent=2)
    sources(page, ruling, [rule])


def sources(page: Page, ruling: Ruling, rules: Sequence[str]) -> None:
    """Where the rules are written, each place once."""
    if ruling.ruleset is None:
        return
    places = dict.fromkeys(
        cited(cite) for rule in rules if rule in ruling.ruleset.rules for cite in ruling.ruleset.rules[rule].cite
    )
    for place in places:
        page.paragraph(f"— {place}", indent=2, dim=True)


def because(page: Page, ruling: Ruling, outcome: Mapping[str, Any]) -> None:
    """The rows that led to the figure, and where they are written."""
    rules = [rule for rule in outcome.get("because") or (outcome.get("rule"),) if rule]
    if rules:
        page.heading(ruling.labels("because"), ", ".join(rules))
        sources(page, ruling, rules)
