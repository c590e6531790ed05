"""A ruleset, checked and typed, becomes one image of integers for core.py.

The image is written from the bottom up: tables, then programs (the end of a program before its beginning, so every place
to go on at is known when an instruction is written), then the sections, then the header is filled in.  Equal instructions
are written once.  Tables of masks and strengths are filled by running the programs themselves: there is one meaning.
"""
from __future__ import annotations
import functools, sys
from array import array
from bummerl.rulesets.checker import Checker, N, RuleError, fold, parse
from bummerl.rulesets.load import load, merge
from bummerl.interpreter import core as C

parse = functools.lru_cache(4096, typed=True)(parse)

SEATS = "ABCDEF"
OVERLAY = ("terms", "play", "moves", "ends", "score", "tiers", "bonuses", "irregularities", "multiply")
START = {"player": ("players", 0), "players": ("players", 0), "number": ("number", 0), "truth": ("truth", 0),
         "card": ("card", -1), "cards": ("cards", 0), "suit": ("suit", -1)}
SLOTS = dict(dealer=C.DEALER, forehand=C.FOREHAND, leader=C.LEADER, turn=C.TURN, trump=C.TRUMP, turn_up=C.TURN_UP, led=C.LED,
             best=C.BEST, draw_due=C.UNDRAWN, cards_left=C.CARDS_LEFT, contract=C.CONTRACT, last_move=C.LAST_MOVE, all=C.ALL,
             tnum=C.TRICK_NUMBER, tsize=C.TRICK_SIZE, tcards=C.TRICK_CARDS, best_seat=C.BEST_BY, last_winner=C.LAST_WINNER,
             last_cards=C.LAST_CARDS, card=C.CARD, player=C.PLAYER, actor=C.ACTOR, suit=C.SUIT, said=C.SAID, number=C.NUMBER,
             call=C.CALL, winner=C.WINNER, loser=C.LOSER)
ROWS = {".hand": C.HAND, ".won": C.WON, ".declared": C.DECLARED, ".first_packet": C.FIRST_PACKET, ".melded": C.MELDED}
SIDED = {".tricks": C.TRICKS, ".card_points": C.CARD_POINTS, ".meld_points": C.MELD_POINTS, ".points": C.POINTS}
OWN = {".own_tricks": C.TRICKS, ".own_points": C.POINTS, ".brought": C.BROUGHT}
IS, SAME, BELOW, LESS, AMONG, WITHIN, BEATS, HOLDS, VEIL, COIN, NEXT, PICK, PUT, ADD, TAKE, TIMES, JOIN, EXCEPT, BOTH, TABLE, ROW, MASK, \
    SUM, UNION, MOST, ONLY, COUNT, SIDE, HOLDER, SUITS, WORTH, TOP, BOTTOM, SIZE = range(34)
ALWAYS, NEVER = ~C.YES, ~C.NO
KEYS = ("trump", "led", "best")


def shape(n):
    """An expression as a key: equal expressions are written once."""
    return (n.op, n.v if not isinstance(n.v, list) else tuple(n.v), *map(shape, n.a))


def walk(n):
    yield n
    for x in n.a: yield from walk(x)


def looks(n):
    """The places where a test looks into a hand, other than `cards in player.hand` and `count(player.hand)`."""
    if n.op in (".hand", ".first_packet"): return [n]
    if n.op == "count" and n.a[0].op == ".hand" or n.op in ("card_in", "subset") and n.a[1].op == ".hand": return []
    return [y for x in n.a for y in looks(x)]


class Words:
    """The names an expression may use (for the type checker)."""


class Image:
    def __init__(self, source, options=None):
        d = self.data = source if isinstance(source, dict) and "basics" in source else load(source)
        self.id, self.n = d["ruleset"], d["seats"]
        self.R, self.init, self.memo, self.temps, self.pool, self.notes = array("q", [0] * 32), [0] * C.MEMORY, {}, {}, {}, {}
        self.rule_ids = [""] + [d["basics"][k]["id"] for k in ("turn", "stage", "holds", "over", "draw")]
        self.env, self.section, self.tables = {}, -1, {}
        self.power, self.power_at, self.power_key = None, 0, None
        self.words(d, options or {})
        self.seats(d); self.deck(d["deck"]); self.deal(d)
        self.slots(d)
        self.suits_and_values(d["deck"])
        self.head(C.SECTIONS, self.table([self.rules_under(c) for c in range(-1, len(self.contracts))], 1))
        self.stages(d)
        self.head(C.CALLS, self.table([self.call(c) for c in self.contracts]))
        self.tokens(d)
        self.wrongs()
        self.head(C.N, self.n); self.head(C.WIDTH, len(self.init))
        self.image = list(self.R)

    # ------------------------------------------------------------------------------------------ writing
    def head(self, at, v): self.R[at] = v

    def table(self, values, below=0):
        """Writes a table; its place is that of entry 0, with `below` entries before it."""
        at = len(self.R)
        self.R.extend(values)
        return at + below

    def emit(self, op, x, y, then, d):
        if op < VEIL:                                                   # a test that the last one has settled
            if then >= 0 and tuple(self.R[then:then + 3]) == (op, x, y): then = self.R[then + 3]
            if d >= 0 and tuple(self.R[d:d + 3]) == (op, x, y): d = self.R[d + 4]
            if then == d: return then
        key = (op, x, y, then, d)
        if key not in self.memo:
            self.memo[key] = len(self.R); self.R.extend(key)
        return self.memo[key]

    def const(self, v):
        if v not in self.pool: self.pool[v] = len(self.init); self.init.append(v)
        return self.pool[v]

    def temp(self, depth):
        if depth not in self.temps: self.temps[depth] = len(self.init); self.init.append(0)
        return self.temps[depth]

    def rule(self, id):
        if id not in self.rule_ids: self.rule_ids.append(id)
        return self.rule_ids.index(id)

    # ------------------------------------------------------------------------------------------ what the checker must know
    def words(self, d, given):
        w, deck = Words(), d["deck"]
        self.w, w.n = w, d["seats"]
        w.suits = {s: i for i, s in enumerate(deck["suits"])}
        w.ranks = {str(r): i for i, r in enumerate(deck["ranks"])}
        w.colours = {c: i for i, c in enumerate(deck.get("colours", {}))}
        w.options, w.choices = {}, {}
        for name in given:
            if name not in d.get("options", {}): raise RuleError(f"unknown option `{name}`")
        for name, o in d.get("options", {}).items():
            v = given.get(name, o["default"])
            if "allowed" in o and v not in o["allowed"]: raise RuleError(f"option {name}: {v} is none of {o['allowed']}")
            ty = {"number": "number", "truth": "truth"}.get(o["type"], f"word:{name}")
            if ty == "truth" and isinstance(v, str): v = v == "yes"
            if ty.startswith("word"): w.choices[ty] = set(o["allowed"])
            w.options[name] = (v, ty)
        self.contracts = []
        for c in d.get("contracts", []):
            if "like" in c:
                model = next(x for x in self.contracts if x["id"] == c["like"])
                c = merge({k: v for k, v in model.items() if k != "require"}, {k: v for k, v in c.items() if k != "like"})
            self.contracts.append(c)
        w.contracts = {c["id"]: i for i, c in enumerate(self.contracts)}
        self.moves = {m: i + 3 for i, m in enumerate(d.get("moves", {}))}
        w.moves = {"deal": 0, "card": 1, "trick": 2, **self.moves}
        w.terms, w.sits_out = d.get("terms", {}), d.get("sits_out")
        w.suit_moves, w.point_rows = bool(deck.get("belongs")), bool(deck.get("points"))
        w.memory, w.each = {}, {}
        self.partners = None

    def typed(self, text, want, scope=(), where="", words=None):
        try: return fold(Checker(words or self.w, dict(scope)).check(parse(text, where), want))
        except RuleError as e:
            e.where = e.where or where; raise

    def value_of(self, n):
        v = n.v
        if n.t == "move": return self.w.moves[v]
        if n.t == "colour": return self.w.colours[v]
        return int(v)

    # ------------------------------------------------------------------------------------------ seats, deck, deal, slots
    def seats(self, d):
        n, full = self.n, (1 << d["seats"]) - 1
        seats_of = [[i for i in range(n) if m >> i & 1] for m in range(full + 1)]
        self.after = [sum(1 << (i + 1) % n for i in s) for s in seats_of]
        self.head(C.AFTER, self.table(self.after))
        log = [0] * 67
        for i in range(62): log[(1 << i) % 67] = i
        self.head(C.LOG, self.table(log))
        self.side_of = list(range(full + 1))
        p = d.get("partners")
        if isinstance(p, list):
            side = {SEATS.index(x): sum(1 << SEATS.index(y) for y in q) for q in p for x in q}
            for m, s in enumerate(seats_of):
                self.side_of[m] = 0
                for i in s: self.side_of[m] |= side.get(i, 1 << i)
        self.alone = self.side_of == list(range(full + 1))
        self.head(C.SIDES, self.table(self.side_of))
        self.opponents = self.table([full & ~x if m else 0 for m, x in enumerate(self.side_of)])
        self.seat_no = self.table([m.bit_length() - 1 for m in range(full + 1)])

    def deck(self, d):
        w, self.codes, self.first, w.cards, self.at = self.w, [], {}, {}, {}
        self.copies, self.nsuits = d.get("copies", 1), len(d["suits"])
        suit, rank, worth = [], [], []
        for s in d["suits"]:
            for r, v in d["ranks"].items():
                for _ in range(self.copies):
                    i = len(self.codes); code = f"{s}{r}"
                    self.first.setdefault(code, i); w.cards.setdefault(code, i)
                    self.at.setdefault((w.suits[s], w.ranks[str(r)]), i)
                    self.codes.append(code); suit.append(w.suits[s]); rank.append(w.ranks[str(r)]); worth.append(v)
        self.suit, self.rank, self.worth, self.ncards = suit, rank, worth, len(self.codes)
        if self.ncards > 62: raise RuleError("more than 62 cards")
        self.full = (1 << self.ncards) - 1
        self.head(C.DECK, self.full)
        self.printed = self.table([-1] + suit, 1)
        self.rank_names = [str(r) for r in d["ranks"]]
        self.rank_table = self.table([-1] + rank, 1)
        self.same = [sum(1 << j for j, b in enumerate(self.codes) if b == a) for a in self.codes]
        self.head(C.SAME_CARDS, self.table([0] + self.same, 1) if self.copies > 1 else -1)
        colour = {s: w.colours[c] for c, ss in d.get("colours", {}).items() for s in ss}
        self.colour = self.table([-1] + [colour.get(s, -1) for s in d["suits"]], 1)
        self.contract_value = self.table([0] + [c["value"] for c in self.contracts], 1)
        self.head(C.ROW, self.ncards + 1); self.head(C.SUIT_ROWS, self.nsuits + 1)

    def deal(self, d):
        packets = [p["hands"] for p in d["deal"] if "hands" in p]
        size = sum(packets)
        turned = any("turn_up" in p for p in d["deal"]); shown = any("show" in p for p in d["deal"])
        talon = next((p["talon"] for p in d["deal"] if "talon" in p), 0)
        if talon == "rest": talon = self.ncards - (self.n - bool(d.get("sits_out"))) * size - turned
        self.hand_size, self.talon, self.turned, self.shown = size, talon, turned, shown
        for at, v in ((C.HAND_SIZE, size), (C.PACKET, packets[0]), (C.TALON, talon), (C.TURNED, 1 if turned else 2 if shown else 0)): self.head(at, v)

    def slots(self, d):
        """Memory, each with its start; then what every hand begins with."""
        w, init = self.w, self.init
        self.kinds = {}
        for part in [d, *self.contracts]:
            for m, x in part.get("moves", {}).items():
                if x != "off" and "scores" in x: self.kinds.setdefault(m, len(self.kinds))
        init += [0] * C.SEATS * len(self.kinds)
        for name, kind in d.get("memory", {}).items():
            if str(kind).startswith("each "):
                ty, start = START[kind[5:]]
                w.each[name] = (len(init), ty); init += [start] * C.SEATS
            else:
                ty, start = START[kind] if kind in START else ("truth", int(kind == "yes")) if kind in ("yes", "no") else ("number", kind)
                w.memory[name] = (len(init), ty); init.append(start)
        self.head(C.KEEP, len(init)); self.head(C.MELD_KINDS, len(self.kinds))
        init[C.YES] = 1
        init[C.ALL] = (1 << self.n) - 1
        init[C.TRICK_NUMBER] = 1
        for s in (C.TRUMP, C.TURN_UP, C.LED, C.LED_SUIT, C.BEST, C.CONTRACT, C.CARD, C.SUIT, C.CALL): init[s] = -1
        self.deck_slot = self.const(self.full)
        self.head(C.SITS_OUT, self.value(self.typed(d["sits_out"], "players", (), "sits_out")) if "sits_out" in d else NEVER)
        self.head(C.PARTNERS, -1)
        if isinstance(d.get("partners"), str):
            self.partners, self.alone = self.typed(d["partners"], "players", (), "partners"), False
            self.head(C.PARTNERS, self.value(self.partners))

    def suits_and_values(self, d):
        """Rows by trump: the suit each card belongs to, and what it counts."""
        w, scope = self.w, {"card": "card"}
        w.suit_moves = False                                            # in `belongs`, `suit` is the printed one
        belongs = [(self.cond(self.typed(r["cards"], "truth", scope, "deck.belongs")), self.value(self.typed(r["suit"], "suit", scope, "deck.belongs"))) for r in d.get("belongs", [])]
        w.suit_moves = bool(belongs)
        S = list(self.init); rows = []
        for t in range(-1, self.nsuits):
            S[C.TRUMP] = t; rows.append(-1)
            for c in range(self.ncards):
                S[C.CARD] = c
                own = next((self.run(s, S) for cond, s in belongs if self.run(cond, S)), -1)
                rows.append(own if own >= 0 else self.suit[c])          # a card always has a suit
        self.head(C.SUITS_BY_TRUMP, self.table(rows, self.ncards + 2))
        points = [(self.cond(self.typed(r["cards"], "truth", scope, "deck.points")), r["points"]) for r in d.get("points", [])]
        S = list(self.init); rows = []
        for t in range(-1, self.nsuits):
            self.trumps(S, t); rows.append(0)
            for c in range(self.ncards):
                S[C.CARD] = c
                rows.append(next((v for cond, v in points if self.run(cond, S)), self.worth[c]))
        self.head(C.VALUES_BY_TRUMP, self.table(rows, self.ncards + 2))

    def run(self, pc, S):
        S += self.init[len(S):]
        return C.value(S, self.R, pc)

    def trumps(self, S, t):
        S[C.TRUMP] = t
        S[C.SUITS] = self.R[C.SUITS_BY_TRUMP] + self.R[C.ROW] * t
        S[C.VALUES] = self.R[C.VALUES_BY_TRUMP] + self.R[C.ROW] * t

    # ------------------------------------------------------------------------------------------ programs
    def cond(self, n): return self.truth(n, ALWAYS, NEVER)

    def value(self, n, depth=0):
        """A program that ends in the slot of the value."""
        if n.op == "choose": return self.truth(n.a[1], self.value(n.a[0], depth), self.value(n.a[2], depth), depth)
        s = self.slot(n)
        return ~s if s is not None else self.into(n, self.temp(depth), ~self.temp(depth), depth + 1)

    def chain(self, rows, tail=0):
        """A table as one program: the first row that holds gives its number."""
        pc = ~self.const(tail)
        for when, number in reversed(rows): pc = self.truth(when, ~self.const(number), pc) if when is not None else ~self.const(number)
        return pc

    def slot(self, n):
        """The slot in which the value lies already, if it does."""
        if n.op == "const": return self.const(self.value_of(n))
        if n.op == "mem": return n.v
        if n.op == "attr": return self.env.get(n.v, SLOTS[n.v])
        if n.op == "talon_size": return C.TALON_SIZE
        if n.op == ".suit" and n.a[0].op == "attr" and n.a[0].v == "led": return C.LED_SUIT
        if n.op == ".side" and self.alone: return self.slot(n.a[0])
        return None

    def having(self, n, depth, then):
        """Works n out, if it lies in no slot yet, and goes on with `then(slot, depth)`."""
        s = self.slot(n)
        if s is not None: return then(s, depth)
        t = self.temp(depth)
        return self.into(n, t, then(t, depth + 1), depth + 1)

    def both(self, n, depth, then):
        return self.having(n.a[0], depth, lambda x, dp: self.having(n.a[1], dp, lambda y, dq: then(x, y)))

    def truth(self, n, yes, no, depth=0, veiled=False):
        op = n.op
        if op == "const": return yes if n.v else no
        if op == "not": return self.truth(n.a[0], no, yes, depth)
        if op in ("and", "or"):
            pc = None
            for x in reversed(n.a):
                pc = self.truth(x, yes, no, depth) if pc is None else self.truth(x, pc, no, depth) if op == "and" else self.truth(x, yes, pc, depth)
            return pc
        if op == "choose": return self.truth(n.a[1], self.truth(n.a[0], yes, no, depth), self.truth(n.a[2], yes, no, depth), depth)
        if not veiled and op not in ("each",):                          # a test of hidden cards can go either way
            whose = [x.a[0] for x in looks(n)]
            if whose:
                pc, coin = self.truth(n, yes, no, depth, True), self.emit(COIN, 0, 0, yes, no)
                for who in whose: pc = self.having(who, depth, lambda x, _: self.emit(VEIL, x, 0, pc, coin))
                return pc
        if op == "is":
            a, b = n.a
            if a.op == "const": a, b = b, a
            if b.op == "const": return self.having(a, depth, lambda x, _: self.test(n, IS, x, self.value_of(b), yes, no))
            return self.both(n, depth, lambda x, y: self.test(n, SAME, x, y, yes, no))
        if op == "in_set":
            m = sum(1 << self.value_of(N("const", n.a[0].t, v=v)) for v in n.v)
            return self.having(n.a[0], depth, lambda x, _: self.test(n, AMONG, x, self.const(m), yes, no))
        if op in ("card_in", "subset") and n.a[1].op == ".hand":
            what = n.a[0] if op == "subset" else N("card_set", "cards", (n.a[0],))
            return self.having(what, depth, lambda x, dp: self.having(n.a[1].a[0], dp, lambda y, _: self.test(n, HOLDS, x, y, yes, no)))
        if op in ("card_in", "suit_in"): return self.both(n, depth, lambda x, y: self.test(n, AMONG, x, y, yes, no))
        if op == "subset": return self.both(n, depth, lambda x, y: self.test(n, WITHIN, x, y, yes, no))
        if op == "beats": return self.both(n, depth, lambda x, y: self.test(n, BEATS, x, y, yes, no))
        if op == "compare":
            (a, b), o = n.a, n.v
            if a.op == "const": a, b, o = b, a, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[o]
            if o in (">", ">="): yes, no = no, yes                       # a > b is not a <= b
            if b.op == "const": return self.having(a, depth, lambda x, _: self.test(n, BELOW, x, b.v + (o in ("<=", ">")), yes, no))
            if o in ("<", ">="): return self.having(a, depth, lambda x, dp: self.having(b, dp, lambda y, _: self.test(n, LESS, x, y, yes, no)))
            return self.having(a, depth, lambda x, dp: self.having(b, dp, lambda y, _: self.test(n, LESS, y, x, no, yes)))   # a <= b is not b < a
        if op == "played": return self.having(n.a[0], depth, lambda x, _: self.test(n, AMONG, x, C.GONE, yes, no))
        return self.having(n, depth, lambda x, _: self.test(n, IS, x, 0, no, yes))

    def test(self, n, op, x, y, yes, no):
        pc = self.emit(op, x, y, yes, no)
        self.notes.setdefault(pc, n)
        return pc

    def into(self, n, d, then, depth):
        """Puts the value of n into slot d and goes on at `then`."""
        op, s = n.op, self.slot(n)
        if s is not None: return self.emit(PUT, s, 0, then, d)
        if op == "choose": return self.truth(n.a[1], self.into(n.a[0], d, then, depth), self.into(n.a[2], d, then, depth), depth)
        if n.t == "truth" and op != "each": return self.truth(n, self.emit(PUT, C.YES, 0, then, d), self.emit(PUT, C.NO, 0, then, d), depth)
        two = {"add": ADD, "sub": TAKE, "mul": TIMES, "union": JOIN, "minus": EXCEPT}.get(op)
        if two: return self.both(n, depth, lambda x, y: self.emit(two, x, y, then, d))
        if op == "count" and n.a[0].op == ".hand": return self.having(n.a[0].a[0], depth, lambda x, _: self.emit(SIZE, x, 0, then, d))
        one = {"card_set": ONLY, "count": COUNT, "suits": SUITS, "points": WORTH, "holder": HOLDER, "highest": TOP, "lowest": BOTTOM}.get(op)
        if one: return self.having(n.a[0], depth, lambda x, _: self.emit(one, x, 0, then, d))
        if op == "of":
            rank, suit = n.a
            if rank.op != "const": raise RuleError("`of` wants a rank written out")
            at = self.table([-1] + [self.at.get((u, rank.v), -1) for u in range(self.nsuits)], 1)
            return self.having(suit, depth, lambda x, _: self.emit(TABLE, x, at, then, d))
        if op == "of_set":
            at = self.shared("of", n.v, lambda: [0] + [sum(1 << self.at[u, r] for r in n.v if (u, r) in self.at) for u in range(self.nsuits)], 1)
            return self.having(n.a[0], depth, lambda x, _: self.emit(TABLE, x, at, then, d))
        if op == "where_cards":
            return self.having(n.a[0], depth, lambda base, dp: self.mask(n.a[1], base, self.temp(dp), self.emit(BOTH, base, self.temp(dp), then, d), dp + 1))
        if op == "where_players": return self.loop(n, NEXT, "player", d, then, depth)
        if op.startswith(("most_", "least_")): return self.extreme(n, d, then, depth)
        return self.member(n, d, then, depth)

    def shared(self, kind, key, make, below=0):
        key = (kind, tuple(key) if isinstance(key, list) else key)
        if key not in self.tables: self.tables[key] = self.table(make(), below)
        return self.tables[key]

    def member(self, n, d, then, depth):
        op, a = n.op, n.a[0]
        having = lambda f: self.having(a, depth, lambda x, _: f(x))
        if op == "each": return having(lambda x: self.emit(UNION if n.t == "truth" else SUM, x, n.v, then, d))
        if op in ROWS: return having(lambda x: self.emit(UNION, x, ROWS[op], then, d))
        if op == ".points" and a.t == "card": return having(lambda x: self.emit(ROW, x, C.VALUES, then, d))
        if op in SIDED:
            if self.alone: return having(lambda x: self.emit(SUM, x, SIDED[op], then, d))
            t = self.temp(depth)
            return self.into(N(".side", "players", (a,)), t, self.emit(SUM, t, SIDED[op], then, d), depth + 1)
        if op in OWN: return having(lambda x: self.emit(SUM, x, OWN[op], then, d))
        if op in (".score", ".lead_to_nil"): return having(lambda x: self.emit(MOST, x, C.SCORE_NOW if op == ".score" else C.TO_NIL, then, d))
        if op == ".side":
            if self.partners is None: return having(lambda x: self.emit(TABLE, x, self.R[C.SIDES], then, d))
            return self.having(a, depth, lambda x, dp: self.having(self.partners, dp, lambda y, _: self.emit(SIDE, x, y, then, d)))
        if op == ".opponents":
            if self.partners is None and not self.w.sits_out: return having(lambda x: self.emit(TABLE, x, self.opponents, then, d))
            rest = lambda t: self.emit(EXCEPT, C.ALL, t, then, d)
            return self.having(a, depth, lambda x, dp: self.emit(IS, x, 0, self.emit(PUT, C.NO, 0, then, d),
                self.side_into(a, x, self.temp(dp), rest(self.temp(dp)), dp + 1)))
        if op == ".partner":
            return self.having(a, depth, lambda x, dp: self.side_into(a, x, self.temp(dp), self.emit(EXCEPT, self.temp(dp), x, then, d), dp + 1))
        if op == ".next": return having(lambda x: self.emit(TABLE, x, self.R[C.AFTER], then, d))
        if op == ".suit":
            if not self.w.suit_moves: return having(lambda x: self.emit(TABLE, x, self.printed, then, d))
            return having(lambda x: self.emit(ROW, x, C.SUITS, then, d))
        table = {".printed_suit": self.printed, ".rank": self.rank_table, ".colour": self.colour, ".value": self.contract_value}.get(op)
        if table: return having(lambda x: self.emit(TABLE, x, table, then, d))
        if op == ".place":
            t, u, base = self.temp(depth + 1), self.temp(depth + 2), self.shared("place", self.n, lambda: [i % self.n + 1 for i in range(2 * self.n)], self.n)
            return self.having(a, depth, lambda x, _: self.emit(IS, x, 0, self.emit(PUT, C.NO, 0, then, d), self.emit(TABLE, x, self.seat_no, self.emit(TABLE, C.FOREHAND, self.seat_no,
                self.emit(TAKE, t, u, self.emit(TABLE, t, base, then, d), t), u), t)))
        raise RuleError(f"{op} is not in the machine")

    def side_into(self, a, x, d, then, depth):
        if self.partners is None: return self.emit(TABLE, x, self.R[C.SIDES], then, d)
        return self.having(self.partners, depth, lambda y, _: self.emit(SIDE, x, y, then, d))

    def loop(self, n, op, var, d, then, depth):
        """where: takes the set apart, one at a time, and gathers those for which the test holds."""
        rest, one, got, bit = (self.temp(depth + i) for i in range(4))
        at = len(self.R); self.R.extend([op, rest, one, 0, 0])          # places filled in below
        out = self.emit(PUT, got, 0, then, d)
        old = self.env.get(var); self.env[var] = one
        add = self.emit(JOIN, got, one, at, got) if op == NEXT else self.emit(ONLY, one, 0, self.emit(JOIN, got, bit, at, got), bit)
        body = self.truth(n.a[1], add, at, depth + 4)
        if old is None: del self.env[var]
        else: self.env[var] = old
        self.R[at + 3], self.R[at + 4] = body, out
        return self.into(n.a[0], rest, self.emit(PUT, C.NO, 0, at, got), depth + 4)

    def extreme(self, n, d, then, depth):
        """where most, where least: all of those that have the greatest value."""
        cards = n.op.endswith("cards"); var = "card" if cards else "player"
        rest, one, got, bit, best, now = (self.temp(depth + i) for i in range(6))
        at = len(self.R); self.R.extend([PICK if cards else NEXT, rest, one, 0, 0])
        out = self.emit(PUT, got, 0, then, d)
        old = self.env.get(var); self.env[var] = one
        this = bit if cards else one
        new = self.emit(PUT, this, 0, self.emit(PUT, now, 0, at, best), got)
        more = self.emit(SAME, now, best, self.emit(JOIN, got, this, at, got), at)
        better = self.emit(LESS, best, now, new, more) if n.op.startswith("most") else self.emit(LESS, now, best, new, more)
        first = self.emit(IS, got, 0, new, better)
        if cards: first = self.emit(ONLY, one, 0, first, bit)
        body = self.into(n.a[1], now, first, depth + 6)
        if old is None: del self.env[var]
        else: self.env[var] = old
        self.R[at + 3], self.R[at + 4] = body, out
        return self.into(n.a[0], rest, self.emit(PUT, C.NO, 0, at, got), depth + 6)

    # ------------------------------------------------------------------------------------------ sets of cards
    def mask(self, n, base, d, then, depth):
        """The cards for which n holds (right for the cards in slot `base` at least)."""
        if "card" not in n.deps: return self.truth(n, self.emit(PUT, self.deck_slot, 0, then, d), self.emit(PUT, C.NO, 0, then, d), depth)
        if self.static(n):
            keys, get = self.masks(n)
            return self.emit(MASK, C.NO, self.described(keys, [get], (shape(n),)), then, d)
        if n.op in ("and", "or"):
            op = BOTH if n.op == "and" else JOIN
            parts = sorted(n.a, key=lambda x: not self.static(x))
            t = self.temp(depth)
            pc = then
            for x in parts[:0:-1]: pc = self.mask(x, base, t, self.emit(op, d, t, pc, d), depth + 1)
            return self.mask(parts[0], base, d, pc, depth + 1)
        if n.op == "not": return self.mask(n.a[0], base, d, self.emit(EXCEPT, self.deck_slot, d, then, d), depth)
        if n.op == "card_in" and n.a[0].op == "attr" and n.a[0].v == "card" and "card" not in n.a[1].deps: return self.into(n.a[1], d, then, depth)
        return self.loop(N("where_cards", "cards", (N("mem", "cards", v=base), n)), PICK, "card", d, then, depth)

    def static(self, n):
        """Does it look at the card and the table only (trump, suit led, best card)?"""
        if not n.deps <= {"card", *KEYS}: return False
        def led(n): return n.op == "attr" and n.v == "led" or n.op != ".suit" and any(led(x) for x in n.a) or n.op == ".suit" and n.a[0].op != "attr" and led(n.a[0])
        return not led(n)

    def masks(self, n):
        """(what it depends on, a function of trump, suit led and best card giving the mask)."""
        if n.op in ("and", "or"):
            parts = [self.masks(x) for x in n.a]
            keys = frozenset().union(*(k for k, _ in parts)); fs = [f for _, f in parts]
            def all_(t, l, b, m=self.full):
                for f in fs: m &= f(t, l, b)
                return m
            def any_(t, l, b, m=0):
                for f in fs: m |= f(t, l, b)
                return m
            return keys, all_ if n.op == "and" else any_
        if n.op == "not":
            keys, f = self.masks(n.a[0])
            return keys, lambda t, l, b: self.full & ~f(t, l, b)
        power, section = self.power, self.power_key
        if n.op == "beats" and [x.v for x in n.a] == ["card", "best"] and not n.a[0].a and not n.a[1].a:
            def over(t, l, b, memo={}):
                if (t, l, b) not in memo:
                    p = power(t, l); memo[t, l, b] = sum(1 << c for c in range(self.ncards) if b < 0 or p[c] > 0 and p[c] > p[b])
                return memo[t, l, b]
            return frozenset(KEYS), over
        keys = frozenset(n.deps) & set(KEYS)
        if any(x.op == "beats" for x in walk(n)): keys |= {"trump", "led"}
        pc, S, memo = self.cond(n), list(self.init), {}
        cards = range(self.ncards) if "card" in n.deps else (0,)
        def atom(t, l, b):
            key = t if "trump" in keys else 0, l if "led" in keys else 0, b if "best" in keys else 0
            if key not in memo:
                self.trumps(S, key[0]); S[C.LED_SUIT], S[C.BEST] = key[1:]
                S[C.POWER] = self.power_at + self.R[C.ROW] * (key[0] * (self.nsuits + 1) + key[1])
                m = 0
                for c in cards:
                    S[C.CARD] = c
                    if self.run(pc, S): m |= 1 << c
                memo[key] = m if len(cards) > 1 else self.full if m else 0
            return memo[key]
        return keys, atom

    def described(self, keys, gets, shapes):
        """A table of masks, several side by side, and where it says how to be read: place, strides by trump, suit led, best."""
        name = ("masks", self.power_key if len(keys) == 3 else 0, shapes)
        if name not in self.tables:
            k, span = len(gets), {"trump": range(-1, self.nsuits), "led": range(-1, self.nsuits), "best": range(-1, self.ncards)}
            ts, ls, bs = (span[x] if x in keys else (0,) for x in KEYS)
            by_best = k if "best" in keys else 0
            by_led = k * len(bs) if "led" in keys else 0
            by_trump = k * len(bs) * len(ls) if "trump" in keys else 0
            at = self.table([g(t, l, b) for t in ts for l in ls for b in bs for g in gets], by_trump + by_led + by_best)
            self.tables[name] = self.table([at, by_trump, by_led, by_best])
        return self.tables[name]

    # ------------------------------------------------------------------------------------------ the rules in force
    def rules_under(self, contract):
        d = self.data
        if contract >= 0: d = merge(d, {k: v for k, v in self.contracts[contract].items() if k in OVERLAY})
        self.section = contract
        base, w = self.w, Words()
        w.__dict__.update(base.__dict__); w.terms = d.get("terms", {}); self.w = w
        p, both, P = d["play"], {"winner": "players", "loser": "players"}, [0] * C.P_WIDTH
        value = lambda text, want, scope, where: self.value(self.typed(text, want, scope, where))
        P[C.P_POWER] = self.powers(p)
        P[C.P_LEADER] = value(p.get("leader", "forehand"), "players", (), "play.leader")
        P[C.P_TRUMP] = value(p["trump"], "suit", (), "play.trump") if "trump" in p else ~C.TRUMP
        P[C.P_PLAYERS] = value(p.get("players", "everyone"), "players", (), "play.players")
        P[C.P_DRAW] = self.cond(self.typed(p["draw"]["when"], "truth", (), "play.draw.when")) if "draw" in p else -1
        P[C.P_LEAD], P[C.P_FOLLOW] = self.ladder(p.get("lead", []), "play.lead"), self.ladder(p.get("follow", []), "play.follow")
        made = {m: self.move(m, x) for m, x in d.get("moves", {}).items() if x != "off"}
        P[C.P_LAZY] = int(any(x != "off" and x.get("before_draw") for x in d.get("moves", {}).values()))
        P[C.P_MOVES] = self.table([0, 0, 0] + [made.get(m, 0) for m in self.moves] + [0])
        counts = {k: self.typed(d["moves"][m].get("counts", "yes"), "truth", {"player": "players"}, f"moves.{m}.counts") for m, k in self.kinds.items() if d["moves"].get(m, "off") != "off"}
        if any(x.op in (".points", ".meld_points", ".own_points") for n in counts.values() for x in walk(n)):
            raise RuleError("counts: whether a meld counts cannot hang on points")
        P[C.P_COUNTS] = self.table([self.cond(counts[k]) if k in counts else NEVER for k in self.kinds.values()])
        def rows(part, scope, key="when"):
            out = []
            for r in d.get(part, []):
                n = self.typed(r[key], "truth", scope, r["id"]) if key in r else None
                if n is not None and n.op == "const":
                    if not n.v: continue
                    n = None
                self.rule(r["id"]); out.append((r, n))
            return out
        ends = rows("ends", ())
        P[C.P_ENDS] = self.chain([(n, i + 1) for i, (r, n) in enumerate(ends)])
        P[C.P_THEN] = self.table([sum(1 << self.moves[m] for m in r.get("then_may", [])) for r, _ in ends]) - 1
        self.end_ids = getattr(self, "end_ids", {}); self.end_ids[contract] = [r["id"] for r, _ in ends]
        P[C.P_ASK] = max([self.restless(n) for _, n in ends if n is not None] + [2 for n in counts.values() if self.restless(n) == 2 or any(x.op == "talon_size" for x in walk(n))] + [0])
        bonuses = rows("bonuses", ())
        P[C.P_BONUSES] = self.table([len(bonuses)] + [x for r, n in bonuses for x in (self.cond(n) if n else ALWAYS, value(r["points"], "number", (), r["id"]), value(r["to"], "players", (), r["id"]))])
        score, tiers = rows("score", ()), rows("tiers", both)
        P[C.P_SCORE] = self.chain([(n, i + 1) for i, (_, n) in enumerate(score)])
        P[C.P_SCORE_ROWS] = self.table([x for r, _ in score for x in (value(r["winner"], "players", (), r["id"]), value(r["worth"], "number", both, r["id"]) if "worth" in r else -1,
            value(r["pays"], "number", {**both, "player": "players"}, r["id"]) if "pays" in r else -1, self.rule(r["id"]))]) - 4
        P[C.P_TIERS] = self.chain([(n, i + 1) for i, (_, n) in enumerate(tiers)])
        P[C.P_TIER_ROWS] = self.table([x for r, _ in tiers for x in (0, value(r["worth"], "number", both, r["id"]), -1, self.rule(r["id"]))]) - 4
        P[C.P_TIMES] = value(d["multiply"], "number", both, "multiply") if "multiply" in d else ~C.YES
        self.later = getattr(self, "later", [])
        wrongs = [(self.cond(n) if n else ALWAYS, value(r["winner"], "players", {"actor": "players"}, r["id"]), value(r["worth"], "number", {"actor": "players", **both}, r["id"]), self.rule(r["id"]), r["for"])
                  for r, n in rows("irregularities", {"actor": "players"})]
        at = self.table(P)
        self.later.append((at + C.P_WRONGS, wrongs))
        if contract < 0: self.base_words = w
        self.w = base
        return at

    def wrongs(self):
        """Last, when every rule has its number: what each irregularity is for."""
        fits = lambda rule, pats: int(any(rule == f or f.endswith("*") and rule.startswith(f[:-1]) for f in pats))
        for at, rows in self.later:
            self.R[at] = self.table([len(rows)] + [x for *r, pats in rows for x in (*r, self.shared("wrong", pats, lambda: [fits(i, pats) for i in self.rule_ids]))])

    def restless(self, n):
        """When it can change: 0 with words only (or the last card), 1 with a trick, 2 with any card."""
        if n.op == "is" and n.a[0].op == "attr" and n.a[0].v == "cards_left" and n.a[1].op == "const" and n.a[1].v == 0: return 0
        level = max([self.restless(x) for x in n.a] + [0])
        if self.partners is not None and n.op in (*SIDED, ".side", ".opponents", ".partner"): level = max(level, self.restless(self.partners))
        if n.op in (".hand", "played") or n.op == "attr" and n.v in ("turn", "led", "best", "tsize", "tcards", "best_seat", "last_move", "draw_due", "cards_left"): return 2
        if n.op in (".tricks", ".points", ".card_points", ".meld_points", ".own_tricks", ".own_points", ".won", ".declared", "talon_size", "talon_cards"): return max(level, 1)
        if n.op == "attr" and n.v in ("leader", "tnum", "last_winner", "last_cards", "turn_up"): return max(level, 1)
        return level

    def powers(self, p):
        """Strengths by trump, suit led and card: the first line of `wins` a card fits, then the order of ranks."""
        ranks = [str(r) for r in self.data["deck"]["ranks"]]
        def ladder(order):
            out = [0] * len(ranks)
            for i, r in enumerate(order): out[self.w.ranks[str(r)]] = len(order) - i
            return out
        order = p.get("order", ranks)
        wins = [(r["cards"], ladder(r.get("order", order))) for r in p.get("wins", [{"cards": "card.suit is trump"}, {"cards": "card.suit is led.suit"}])]
        own = ladder(order)
        key = ("power", str(wins), tuple(own))
        if key not in self.tables:
            lines = [self.typed(c, "truth", {"card": "card"}, "play.wins") for c, _ in wins]
            if not all(self.static(n) and "best" not in n.deps for n in lines): raise RuleError("play.wins may look at trump, the suit led and the card only")
            self.power_at, self.power_key = 0, key
            fs, rows = [self.masks(n)[1] for n in lines], []
            for t in range(-1, self.nsuits):
                for l in range(-1, self.nsuits):
                    ms, row = [f(t, l, -1) for f in fs], [own[r] - 64 for r in self.rank]      # below 0: cannot win
                    for c in range(self.ncards):
                        for i, m in enumerate(ms):
                            if m >> c & 1: row[c] = (len(ms) - i) * 64 + wins[i][1][self.rank[c]]; break
                    rows += [0] + row
            by = self.ncards + 1
            self.tables[key] = self.table(rows, by * (self.nsuits + 1) + by + 1)
        self.power_key, at, by = key, self.tables[key], self.ncards + 1
        self.power_at = at
        def power(t, l):
            i = at + by * (t * (self.nsuits + 1) + l)
            return self.R[i:i + self.ncards]
        self.power = power
        return at

    def ladder(self, rows, part):
        lines = []
        for r in rows:
            when = self.typed(r["when"], "truth", (), r["id"]) if "when" in r else None
            if when is not None and when.op == "const":
                if not when.v: continue
                when = None
            play = self.typed(r["play"], "truth", {"card": "card"}, r["id"]) if r["play"] != "any" else N("const", "truth", v=True)
            how = {"highest": 1, "lowest": 2}.get(r.get("only"), 0) | (4 if r.get("firm") == "yes" else 0)
            plain = when is None and not how and self.static(play) and play.op != "const"
            if plain and lines and lines[-1][0]: lines[-1][1].append((r["id"], play))
            else: lines.append((plain, [(r["id"], play)], when, how))
        out = [len(lines)]
        for plain, plays, *more in lines:
            ids = self.shared("rules", tuple(i for i, _ in plays), lambda: [self.rule(i) for i, _ in plays])
            when, how = more
            pc = self.cond(when) if when is not None else ALWAYS
            if plain:
                parts = [self.masks(n) for _, n in plays]
                k = frozenset().union(*(k for k, _ in parts))
                at = self.described(k, [f for _, f in parts], tuple(shape(n) for _, n in plays))
                out += [pc, *self.R[at:at + 4], len(plays), 0, ids, self.guard(when)]
            else:
                n = plays[0][1]
                program = ~self.deck_slot if n.op == "const" and n.v else self.mask(n, C.HELD, self.temp(0), ~self.temp(0), 1)
                out += [pc, -1, program, 0, 0, 1, how, ids, self.guard(when)]
        return self.table(out)

    def guard(self, n):
        """A slot that holds 0 whenever n is false on that account: nobody has melded, the talon is gone, nobody has closed."""
        if n is not None and n.op == "not" and n.a[0].op == "or": n = N("and", "truth", [N("not", "truth", (x,)) for x in n.a[0].a])
        for x in n.a if n is not None and n.op == "and" else (n,):
            if x is None or x.op != "not" or x.a[0].op != "is" or x.a[0].a[1].op != "const" or self.value_of(x.a[0].a[1]) != 0: continue
            if x.a[0].a[0].op == ".declared": return C.MELDS
            s = self.slot(x.a[0].a[0])
            if s is not None and x.a[0].a[0].op != "const": return s
        return C.YES

    def move(self, name, d):
        scope = {"actor": "players", **{None: {}, "meld": {"suit": "suit", "said": "number"}, "suit": {"suit": "suit"}, "card": {"card": "card"},
                 "contract": {"call": "contract"}, "number": {"number": "number"}}[d.get("names")]}
        opt = lambda key, want, sc=scope: self.value(self.typed(d[key], want, sc, f"moves.{name}.{key}")) if key in d else -1
        M = [0] * C.M_WIDTH
        M[C.M_REQUIRE] = self.requirements(d.get("require", []), scope)
        M[C.M_BY], M[C.M_ALSO] = opt("by", "players", ()), opt("also", "players", ())
        M[C.M_EARLY], M[C.M_CALLS] = int(d.get("before_draw") in (True, "yes")), int(d.get("names") == "contract")
        M[C.M_SHOWS], M[C.M_SCORES], M[C.M_KIND] = opt("shows", "cards"), opt("scores", "number"), self.kinds.get(name, 0)
        M[C.M_SWAPS], M[C.M_DISCARDS] = opt("swaps", "card"), opt("discards", "card")
        M[C.M_PICKS] = {"talon": 1, "turn_up": 2}.get(d.get("picks_up"), 0)
        sets = []
        for i, (target, text) in enumerate(d.get("set", {}).items()):
            ty, slot, how = ("suit", 0, 2) if target == "trump" else ("contract", C.CONTRACT, 0) if target == "contract" else \
                (self.w.each[target][1], self.w.each[target][0], 1) if target in self.w.each else (self.w.memory[target][1], self.w.memory[target][0], 0)
            sets += [self.value(self.typed(text, ty, scope, f"moves.{name}.set.{target}")), slot, how]
        M[C.M_SETS] = len(sets) // 3
        if len(sets) > 36: raise RuleError(f"moves.{name}.set: more than twelve")
        return self.table(M + sets)

    def requirements(self, rows, scope):
        """One program: the number of the first requirement that is not met, or 0."""
        pc = ~self.const(0)
        for r in rows: self.rule(r["id"])
        for r in reversed(rows):
            number = self.rule(r["id"])
            test = self.truth(self.typed(r["that"], "truth", scope, r["id"]), pc, ~self.const(number))
            pc = self.truth(self.typed(r["when"], "truth", scope, r["id"]), test, pc) if "when" in r else test
        return pc

    def call(self, c):
        old, self.w = self.w, self.base_words
        try: return self.requirements(c.get("require", []), {"actor": "players", "call": "contract"})
        finally: self.w = old

    def stages(self, d):
        out = []
        self.w, old = self.base_words, self.w
        for s in d.get("stages", []) or [{"id": "play", "moves": list(d.get("moves", {}))}]:
            f = lambda key, want: self.value(self.typed(s[key], want, (), f"stages.{s['id']}.{key}")) if want != "truth" else self.cond(self.typed(s[key], want, (), f"stages.{s['id']}.{key}"))
            play = s["id"] == "play"
            out += [f("when", "truth") if "when" in s else ALWAYS, f("until", "truth") if "until" in s and not play else NEVER, f("turn", "players") if "turn" in s else ~C.NO,
                    f("first", "players") if "first" in s else ~C.FOREHAND, sum(1 << self.moves[m] for m in s.get("moves", [])), int(play)]
        self.w = old
        self.head(C.STAGES, self.table(out))

    # ------------------------------------------------------------------------------------------ tokens
    def tokens(self, d):
        """Every word a record may hold, one row each, and the code of its text."""
        self.words_, self.number_words, self.bad, rows = {}, {}, {}, []
        def row(key, move, card=-1, suit=-1, call=-1, fits=1):
            self.words_[key] = len(rows) // C.T_WIDTH; rows.extend((move, card, suit, call, fits))
        for code, i in self.first.items(): row(code, 0, i)
        row("(", 1); row("!", 2)
        unknown = len(self.moves) + 3
        row("?", unknown)
        meld = next((m for m, x in d.get("moves", {}).items() if x != "off" and x.get("names") == "meld"), None)
        if meld:
            for code, i in self.first.items(): row(code + "+", self.moves[meld], i, self.suit[i], fits=2)
            for s, i in self.w.suits.items(): row(s + "+", self.moves[meld], -1, i)
        for m, x in d.get("moves", {}).items():
            names = None if x == "off" else x.get("names")
            row(m + ":", self.moves[m], fits=0)
            if names is None: row(m, self.moves[m])
            elif names == "suit":
                for s, i in self.w.suits.items(): row(f"{m}:{s}", self.moves[m], suit=i)
            elif names == "card":
                for c, i in self.first.items(): row(f"{m}:{c}", self.moves[m], i)
            elif names == "contract":
                for c, i in self.w.contracts.items(): row(f"{m}:{c}", self.moves[m], call=i)
            elif names == "number": row(m + "#", self.moves[m]); self.number_words[m] = self.words_[m + "#"]
        self.texts = {v: k for k, v in self.words_.items()}
        spans = [(0, 0, 0)] * 3
        for m, x in d.get("moves", {}).items():
            mine = [v for k, v in self.words_.items() if rows[v * C.T_WIDTH] == self.moves[m] and rows[v * C.T_WIDTH + C.T_FITS] == 1]
            spans.append((mine[0], len(mine), {"number": 1, "meld": 2}.get("" if x == "off" else x.get("names"), 0)) if mine else (0, 0, 0))
        self.head(C.WORDS, self.table([x for s in spans for x in s]))
        self.head(C.CARD_WORDS, self.table([x for c in self.codes for x in (self.words_[c], self.words_.get(c + "+", -1))]))
        by_suit = [sum(1 << i for i, u in enumerate(self.suit) if u == s) for s in range(self.nsuits)]
        said = (20, 40, 60, 80, 100)
        self.head(C.NUMBERS, self.table([*reversed(by_suit), len(said), *said], self.nsuits))
        self.head(C.TOKENS, self.table(rows))
