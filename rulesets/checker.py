"""The expression language: parse (lark), check types, compile to closures over the table `s`.

A checked node knows its type, its dependencies (`card led best trump state …`) and how to become a closure, in two
flavours: plain (every fact recorded) and three-valued (`U` = not recorded).
"""
from __future__ import annotations
import difflib
from bummerl.grammar.expression import PARSER, Token, UnexpectedInput


class Unknown:
    __slots__ = ()
    def __repr__(self): return "unknown"
    def __bool__(self): raise TypeError("unknown used as truth")
U = Unknown()


class RuleError(Exception):
    """A mistake in a ruleset: message, column in the expression, and (filled in later) where in the YAML."""
    def __init__(self, msg, col=None):
        super().__init__(msg); self.msg, self.col, self.where = msg, col, None
    def __str__(self): return f"{self.where or '?'}: {self.msg}" + (f" (column {self.col})" if self.col else "")


class N:
    __slots__ = ("op", "t", "a", "v", "deps", "size")
    def __init__(self, op, t, a=(), v=None, deps=()):
        self.op, self.t, self.a, self.v = op, t, tuple(a), v
        d = set(deps)
        for x in self.a: d |= x.deps
        self.deps = frozenset(d)
        self.size = 1 + sum(x.size for x in self.a)

# facts that are known everywhere: name -> (type, dependency, attribute of the table)
FACTS = {
    "everyone": ("players", (), None), "nobody": ("players", (), None),
    "dealer": ("players", ("state",), "dealer"), "forehand": ("players", ("state",), "forehand"),
    "leader": ("players", ("state",), "leader"), "turn": ("players", ("state",), "turn"),
    "trump": ("suit", ("trump",), "trump"), "turn_up": ("card", ("state",), "turn_up"),
    "led": ("card", ("led",), "led"), "best": ("card", ("best",), "best"),
    "undrawn": ("truth", ("state",), "draw_due"), "cards_left": ("number", ("state",), "cards_left"), "contract": ("contract", ("state",), "contract"), "last_move": ("move", ("state",), "last_move"),
}
GROUPS = {("trick", "number"): ("number", "tnum"), ("trick", "size"): ("number", "tsize"), ("trick", "cards"): ("cards", "tcards"),
          ("trick", "winner"): ("players", "best_seat"),
          ("talon", "size"): ("number", None), ("talon", "cards"): ("cards", None),
          ("last_trick", "winner"): ("players", "last_winner"), ("last_trick", "cards"): ("cards", "last_cards")}
# facts known only in some places
SCOPED = {"card": "card", "player": "players", "actor": "players", "suit": "suit", "said": "number", "number": "number", "call": "contract",
          "winner": "players", "loser": "players"}
PLAYER = {"tricks": "number", "points": "number", "card_points": "number", "meld_points": "number",            # the side's
          "own_tricks": "number", "own_points": "number",                                                      # the player's alone
          "place": "number", "brought": "number", "score": "number", "lead_to_nil": "number",
          "hand": "cards", "won": "cards", "declared": "cards", "first_packet": "cards", "melded": "suits",
          "side": "players", "opponents": "players", "partner": "players", "next": "players"}
CARD = {"suit": "suit", "rank": "rank", "points": "number", "printed_suit": "suit"}
SUIT = {"colour": "colour"}
CONTRACT = {"value": "number"}
CALLS = {"count": (("cards", "players", "suits"), "number"), "suits": (("cards",), "number"), "points": (("cards",), "number"),
         "holder": (("card",), "players"), "played": (("card",), "truth"), "highest": (("cards",), "card"), "lowest": (("cards",), "card")}
STATIC = frozenset(("card", "led", "best", "trump"))


def parse(text, where=None):
    if isinstance(text, bool): text = "yes" if text else "no"
    if isinstance(text, int): text = str(text)
    if len(text) > 400: raise RuleError("expression longer than 400 characters")
    try:
        return PARSER.parse(text).children[0]
    except UnexpectedInput as e:
        col = getattr(e, "column", None)
        ctx = e.get_context(text).rstrip() if hasattr(e, "get_context") else ""
        err = RuleError(f"cannot read `{text}`" + (f"\n{ctx}" if ctx else ""), col); err.where = where
        raise err from None


class Checker:
    """Types one expression. `words` holds what the ruleset defines: deck, memory, terms, options, contracts, moves."""
    LIMIT = 1000
    def __init__(self, words, scope=()):
        self.w, self.scope, self.stack, self.inside = words, dict(scope), [], []

    def check(self, tree, want=None):
        n = self.node(tree, want)
        if n.size > self.LIMIT: raise RuleError("expression too large once its terms are written out")
        if want and n.t != want:
            n = self.coerce(n, want, tree)
        return n

    def fail(self, tree, msg):
        col = tree.column if isinstance(tree, Token) else getattr(getattr(tree, "meta", None), "column", None)
        raise RuleError(msg, col)

    def coerce(self, n, want, tree):
        if n.t == want: return n
        if n.op == "lit": return self.literal(n.v, want, tree)
        if n.op == "list": return self.list_as(n, want, tree)
        if want == "cards" and n.t == "card": return N("card_set", "cards", (n,))
        if n.op == "none" and want in ("card", "suit", "cards", "contract"): return N("const", want, v=0 if want == "cards" else -1)
        if want == "rank" and n.op == "const" and n.t == "number": return self.literal(str(n.v), "rank", tree)
        self.fail(tree, f"expected {want}, found {n.t if n.t != 'lit' else n.v}")

    def literal(self, text, want, tree):
        w = self.w
        table = {"suit": w.suits, "rank": w.ranks, "card": w.cards, "contract": w.contracts}.get(want)
        if table is not None and text in table: return N("const", want, v=table[text])
        if want == "cards" and text in w.cards: return N("const", "cards", v=1 << w.cards[text])
        if want in ("move", "colour") or (want or "").startswith("word"):
            known = w.moves if want == "move" else w.colours if want == "colour" else w.choices[want]
            if text in known: return N("const", want, v=text)
            self.fail(tree, f"`{text}` is none of {', '.join(sorted(known))}")
        if table is not None: self.fail(tree, f"`{text}` is no {want} here" + hint(text, table))
        self.fail(tree, f"`{text}` is not a {want}")

    def list_as(self, n, want, tree):
        kind = {"cards": "card", "suits": "suit"}.get(want, want)
        items = [self.literal(x, kind, tree).v for x in n.v]
        if want in ("cards", "suits"): return N("const", want, v=sum(1 << i for i in set(items)))
        return N("set", want, v=frozenset(items))

    # -- nodes
    def node(self, t, want=None):
        if isinstance(t, Token): self.fail(t, f"unexpected {t}")
        return getattr(self, "n_" + t.data)(t, want)

    def n_number(self, t, want):
        if want in ("rank", "card"): return self.literal(str(t.children[0]), want, t)
        return N("const", "number", v=int(t.children[0]))

    def n_code(self, t, want):
        text = str(t.children[0])
        if want in ("suit", "rank", "card", "cards", "contract"): return self.literal(text, want, t)
        return N("lit", "lit", v=text)

    def n_list(self, t, want):
        return N("list", "list", v=[str(i.children[0]) for i in t.children])

    def n_name(self, t, want):
        name, w = str(t.children[0]), self.w
        if want and (want in ("move", "colour", "contract") or want.startswith("word")):
            known = {"move": w.moves, "colour": w.colours, "contract": w.contracts}.get(want) or w.choices.get(want, ())
            if name in known: return self.literal(name, want, t)
        if name in ("yes", "no"): return N("const", "truth", v=name == "yes")
        if name == "none": return self.coerce(N("none", "none"), want, t) if want in ("card", "suit", "cards", "contract") else N("none", "none")
        if name in self.scope:
            ty = self.scope[name]
            return N("attr", ty, v=name, deps=("card",) if name == "card" else (name,))
        if name in FACTS:
            ty, deps, attr = FACTS[name]
            if name == "everyone" and w.sits_out: return N("attr", "players", v="all", deps=("state",))
            if attr is None: return N("const", "players", v=(1 << w.n) - 1 if name == "everyone" else 0)
            return N("attr", ty, v=attr, deps=deps)
        if name in w.memory: return N("mem", w.memory[name][1], v=w.memory[name][0], deps=("state",))
        if name in w.terms:
            if name in self.stack: self.fail(t, f"term `{name}` goes round in a circle: {' → '.join(self.stack + [name])}")
            self.stack.append(name)
            try: n = self.node(parse(w.terms[name], f"terms.{name}"), want)
            finally: self.stack.pop()
            if n.size > self.LIMIT: self.fail(t, f"term `{name}` is too large once written out")
            return n
        if name in SCOPED: self.fail(t, f"`{name}` is not known at this place")
        if any(g == name for g, _ in GROUPS) or name == "option": self.fail(t, f"`{name}` needs a dot and a name after it")
        self.fail(t, f"unknown name `{name}`" + hint(name, [*self.scope, *FACTS, *w.memory, *w.terms]))

    def n_member(self, t, want):
        base, name = t.children[0], str(t.children[1])
        if base.data == "name":
            b = str(base.children[0])
            if b == "option":
                if name not in self.w.options: self.fail(t, f"unknown option `{name}`" + hint(name, self.w.options))
                v, ty = self.w.options[name]
                return N("const", ty, v=v)
            if any(g == b for g, _ in GROUPS):
                if (b, name) not in GROUPS: self.fail(t, f"`{b}` has no `{name}`" + hint(name, [m for g, m in GROUPS if g == b]))
                ty, attr = GROUPS[b, name]
                return N("attr", ty, v=attr, deps=("state",)) if attr else N(b + "_" + name, ty, deps=("state",))
        n = self.node(base)
        if n.t == "players" and name in self.w.each: return N("each", self.w.each[name][1], (n,), v=self.w.each[name][0], deps=("state",))
        table = {"players": PLAYER, "card": CARD, "suit": SUIT, "contract": CONTRACT}.get(n.t, {})
        if name not in table: self.fail(t, f"{n.t} has no `{name}`" + hint(name, table))
        deps = {"players": ("state",), "card": ("trump",) if self.w.suit_moves or (name == "points" and self.w.point_rows) else ()}.get(n.t, ())
        if name == "printed_suit": deps = ()
        return N("." + name, table[name], (n,), deps=deps)

    def n_call(self, t, want):
        name = str(t.children[0])
        if name not in CALLS: self.fail(t, f"unknown function `{name}`" + hint(name, CALLS))
        takes, gives = CALLS[name]
        n = self.node(t.children[1])
        if n.op in ("list", "lit"): n = self.coerce(n, takes[0], t)
        if n.t not in takes: self.fail(t, f"{name}(…) wants {' or '.join(takes)}, found {n.t}")
        return N(name, gives, (n,), v=n.t, deps=("state",) if name in ("holder", "played") else ("trump", "led") if name in ("highest", "lowest") else ())

    def pair(self, t, l, r):
        """Type two sides that must agree; a bare code or word takes its type from the other side."""
        a = self.node(l)
        if a.op in ("lit", "list", "none"):
            b = self.node(r)
            if b.op in ("lit", "list", "none"): self.fail(t, "both sides are plain words: compare one with a fact")
            return self.coerce(a, b.t, t), b
        b = self.node(r, a.t)
        return a, b if b.t == a.t else self.coerce(b, a.t, t)

    def n_is_(self, t, want):
        a, b = self.pair(t, *t.children)
        if b.op == "set": self.fail(t, "use `in` with a list")
        return N("is", "truth", (a, b))
    def n_is_not(self, t, want): return N("not", "truth", (self.n_is_(t, want),))
    def n_somebody(self, t, want):
        a = self.check(t.children[0], "players")
        return N("not", "truth", (N("is", "truth", (a, N("const", "players", v=0))),))

    def n_in_(self, t, want):
        l, r = t.children
        b = self.node(r)
        if b.op in ("list", "lit"):
            a = self.node(l)
            if a.op == "lit": self.fail(t, "compare a fact, not a plain word")
            if a.t == "card" and b.op == "list": b = self.list_as(b, "cards", t)
            elif a.t == "cards": b = self.coerce(b, "cards", t)
            else: return N("in_set", "truth", (a,), v=frozenset(self.literal(x, a.t, t).v for x in (b.v if b.op == "list" else [b.v])))
        if b.op == "const" and b.t == "number":         # a rank that looks like a number, alone in brackets
            a = self.node(l, "rank"); return N("in_set", "truth", (a,), v=frozenset((self.literal(str(b.v), a.t, t).v,)))
        a = self.node(l)
        if a.op in ("lit", "list"): a = self.coerce(a, {"cards": "cards", "suits": "suit", "players": "players"}[b.t], t)
        ok = {"cards": ("card", "cards"), "players": ("players",), "suits": ("suit",)}.get(b.t, ())
        if a.t not in ok: self.fail(t, f"{a.t} cannot be in {b.t}")
        if a.t == "card": return N("card_in", "truth", (a, b))
        if a.t == "suit": return N("suit_in", "truth", (a, b))
        return N("subset", "truth", (a, b), v=b.t)
    def n_not_in(self, t, want): return N("not", "truth", (self.n_in_(t, want),))

    def n_compare(self, t, want):
        l, o, r = t.children
        return N("compare", "truth", (self.check(l, "number"), self.check(r, "number")), v=str(o))
    def n_beats(self, t, want):
        return N("beats", "truth", (self.check(t.children[0], "card"), self.check(t.children[1], "card")), deps=("led", "trump"))
    def arith(self, t, op): return N(op, "number", (self.check(t.children[0], "number"), self.check(t.children[1], "number")))
    def n_add(self, t, want): return self.arith(t, "add")
    def n_sub(self, t, want): return self.arith(t, "sub")
    def n_mul(self, t, want): return self.arith(t, "mul")
    def n_neg(self, t, want): return N("sub", "number", (N("const", "number", v=0), self.check(t.children[0], "number")))

    def n_with_(self, t, want, op="union"):
        a, b = self.pair(t, *t.children)
        if a.t not in ("players", "cards"): self.fail(t, f"`with` and `except` join players or cards, not {a.t}")
        return N(op, a.t, (a, b))
    def n_except_(self, t, want): return self.n_with_(t, want, "minus")

    def n_of_(self, t, want):
        a = self.node(t.children[0])
        s = self.check(t.children[1], "suit")
        if a.op == "list": return N("of_set", "cards", (s,), v=[self.literal(x, "rank", t).v for x in a.v])
        r = self.coerce(a, "rank", t)
        return N("of", "card", (r, s))

    def n_filter(self, t, want):
        base = self.node(t.children[0])
        if base.t not in ("cards", "players"): self.fail(t, f"`where` picks from cards or players, not {base.t}")
        var = "card" if base.t == "cards" else "player"
        if var in self.inside: self.fail(t, f"a `where` over {base.t} inside another one")
        old = dict(self.scope); self.scope[var] = SCOPED[var]; self.inside.append(var)
        try: p = self.check(t.children[1], "truth")
        finally: self.scope = old; self.inside.pop()
        n = N("where_" + base.t, base.t, (base, p))
        n.deps = base.deps | (p.deps - {var})
        return n

    def n_most(self, t, want, op="most"):
        base = self.node(t.children[0])
        if base.t not in ("cards", "players"): self.fail(t, f"`where` picks from cards or players, not {base.t}")
        var = "card" if base.t == "cards" else "player"
        if var in self.inside: self.fail(t, f"a `where` over {base.t} inside another one")
        old = dict(self.scope); self.scope[var] = SCOPED[var]; self.inside.append(var)
        try: p = self.check(t.children[1], "number")
        finally: self.scope = old; self.inside.pop()
        n = N(op + "_" + base.t, base.t, (base, p)); n.deps = base.deps | (p.deps - {var})
        return n
    def n_least(self, t, want): return self.n_most(t, want, "least")

    def n_choose(self, t, want):
        c = self.check(t.children[1], "truth")
        x, y = t.children[0], t.children[2]
        if want: return N("choose", want, (self.check(x, want), c, self.check(y, want)))
        a = self.node(x)
        if a.op in ("lit", "none"):
            b = self.node(y); a = self.coerce(a, b.t, t)
        else: b = self.check(y, a.t)
        return N("choose", a.t, (a, c, b))
    def logic(self, t, op): return N(op, "truth", [self.check(x, "truth") for x in t.children])
    def n_any_(self, t, want): return self.logic(t, "or")
    def n_all_(self, t, want): return self.logic(t, "and")
    def n_not_(self, t, want): return self.logic(t, "not")


def hint(name, known):
    m = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean `{m[0]}`?" if m else ""


# ---------------------------------------------------------------------------------------------- folding
def fold(n):
    """Work out what options and literals already decide."""
    a = [fold(x) for x in n.a]
    if n.op == "not" and a[0].op == "const": return N("const", "truth", v=not a[0].v)
    if n.op == "is" and a[0].op == a[1].op == "const": return N("const", "truth", v=a[0].v == a[1].v)
    if n.op == "in_set" and a[0].op == "const": return N("const", "truth", v=a[0].v in n.v)
    if n.op in ("and", "or"):
        dead = n.op == "or"
        if any(x.op == "const" and x.v is dead for x in a): return N("const", "truth", v=dead)
        a = [x for x in a if x.op != "const"]
        if not a: return N("const", "truth", v=not dead)
        if len(a) == 1: return a[0]
    if n.op == "choose" and a[1].op == "const": return a[0] if a[1].v else a[2]
    if n.op == "compare" and a[0].op == a[1].op == "const": return N("const", "truth", v=COMPARE[n.v](a[0].v, a[1].v))
    if n.op in ("add", "sub", "mul") and a[0].op == a[1].op == "const":
        x, y = a[0].v, a[1].v
        return N("const", "number", v=x + y if n.op == "add" else x - y if n.op == "sub" else x * y)
    if tuple(a) == n.a: return n
    m = N(n.op, n.t, a, n.v, ()); m.deps = n.deps
    return m

COMPARE = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


