"""The words around the machine: a record becomes integers, a state and a verdict row become words."""
from __future__ import annotations
import os, re
from array import array
from bummerl.interpreter import core as C
from bummerl.interpreter.image import Image, SEATS, RuleError

M, ints = C, list                                       # the machine: the file itself, or compiled
if os.environ.get("COMPILED"):
    import glob, importlib.util
    spec = importlib.util.spec_from_file_location("core", glob.glob(os.environ["COMPILED"] + "/core*.so")[0])
    M = importlib.util.module_from_spec(spec); spec.loader.exec_module(M)
    def ints(x): return array("q", x)


class Unreadable(Exception): pass


class Rules:
    def __init__(self, source, options=None):
        im = self.im = source if isinstance(source, Image) else Image(source, options)
        self.R, self.init, self.n, self.id = ints(im.image), ints(im.init), im.n, im.id
        self.codes, self.words, self.rule_ids = im.codes, im.words_, im.rule_ids
        self.keep = im.R[C.KEEP]
        self.cache = {}
        self.copies = im.copies
        self.seats = [SEATS[i] for i in range(self.n)]
        self.out = ints([0] * (6 + 4 * self.n))
        self.room = ints([0] * (len(self.words) * (self.n + 1) * 15))

    # ---- in
    def token(self, t):
        code = self.cache.get(t)
        if code is None: code = self.cache[t] = self.token_(t)
        return code

    def token_(self, text):
        m = re.fullmatch(r"(?:([A-H]):)?(.+)", text.strip())
        if not m: raise Unreadable(f"`{text}` is no move")
        seat = "ABCDEFGH".index(m[1]) + 1 if m[1] else 0
        if seat > self.n: raise Unreadable(f"no seat {m[1]} here")
        t, w = m[2], self.words
        if t[0] == "(":
            cards = [63 if c == "?" else self.card(c) for c in t.strip("()").split()]
            if len(cards) > 6: raise Unreadable("more cards than players")
            return w["("] | seat << 10 | (len(cards) | sum(c << 3 + 6 * i for i, c in enumerate(cards))) << 13
        if t in w and "A" <= t[0] <= "Z": return w[t] | seat << 10
        m = re.fullmatch(r"([A-Z])([A-Z0-9]?)\+(\d{1,6})", t)
        if m:
            if m[1] not in self.im.w.suits: raise Unreadable(f"no suit {m[1]}")
            if m[2]: self.card(m[1] + m[2])
            return w.get(m[1] + m[2] + "+", w["?"]) | seat << 10 | int(m[3]) << 13
        m = re.fullmatch(r"([a-z][a-z0-9_-]*)(?::(.+))?", t)
        if not m: raise Unreadable(f"`{text}` is no move")
        if m[1] + ":" not in w: return w["?"] | seat << 10
        if m[1] in self.im.number_words and m[2] and m[2].isdigit() and len(m[2]) < 7: return w[m[1] + "#"] | seat << 10 | int(m[2]) << 13
        return w.get(t, w[m[1] + ":"]) | seat << 10

    def card(self, code):
        if code not in self.im.first: raise Unreadable(f"no card `{code}` in this pack")
        return self.im.first[code]

    def record(self, rec):
        """T, and where the moves begin."""
        im, d = self.im, rec.get("deal", {})
        hands = d.get("hands", {})
        dealer = self.seats.index(rec.get("dealer", self.seats[-1]))
        T, used = [dealer], {}
        def take(code):
            if code == "?": return -1
            i = self.card(code) + used.get(code, 0)
            used[code] = used.get(code, 0) + 1
            if used[code] > self.copies: raise Unreadable(f"{code} is dealt more than once")
            return i
        for i, s in enumerate(self.seats):
            if im.w.sits_out and i == dealer: continue
            h = hands.get(s, ["?"] * im.hand_size)
            if len(h) != im.hand_size: raise Unreadable(f"{s} has {len(h)} cards, not {im.hand_size}")
            T += map(take, h)
        talon = list(map(take, d.get("talon", ["?"] * im.talon))) if im.talon else []
        if len(talon) != im.talon: raise Unreadable("talon")
        T.append(take(d["turn_up"]) if im.turned else self.card(d["turn_up"]) if im.shown and "turn_up" in d else -1)
        T += talon
        at = len(T)
        return T + list(map(self.token, rec["moves"])), at

    # ---- a hand, step by step
    def fresh(self): return self.init[:]

    def start(self, rec):
        T, at = self.record(rec)
        T += [0] * 8
        T = ints(T); S = self.fresh()
        for s, v in rec.get("brought", {}).items(): S[C.BROUGHT + self.seats.index(s)] = v
        if not M.begin(S, self.R, T): raise Unreadable("no deal")
        return S, T, at

    def learn(self, T, at):
        """Not everything is recorded: play it through without asking for duties, and note what each player must have held since
        his last unknown draw.  The moves again, with that knowledge between them, and where each came from."""
        S, R, X = self.fresh(), self.R, ints(T + [0])
        if not M.begin(S, R, X): return T, list(range(len(T) - at))
        S[C.LENIENT] = 1
        since, notes, hidden = [0] * self.n, {}, [S[C.HIDDEN + s] for s in range(self.n)]
        for k, t in enumerate(T[at:]):
            before, gone = [S[C.HAND + s] for s in range(self.n)], S[C.GONE]
            turn = S[C.TURN]
            if M.play_on(S, R, X, t): break
            for s in range(self.n):
                new = S[C.GONE] & ~gone
                if turn == 1 << s and new and not new & before[s] and hidden[s]:
                    notes.setdefault(since[s], []).append((s, new.bit_length() - 1)); hidden[s] -= 1
                if S[C.HIDDEN + s] > hidden[s]: since[s] = k + 1
                hidden[s] = S[C.HIDDEN + s]
        out, come = T[:at], []
        for k, t in enumerate(T[at:]):
            for s, c in notes.get(k, []): out.append(self.words["!"] | s + 1 << 10 | (1 | c << 3) << 13); come.append(k)
            out.append(t); come.append(k)
        return out, come

    def unknown(self, rec):
        """"?" if a hand or the talon is not recorded in full."""
        d = rec.get("deal", {}); hands = d.get("hands", {})
        missing = len(hands) < self.n - bool(self.im.w.sits_out) or self.im.talon and "talon" not in d
        return "?" if missing or any("?" in h for h in hands.values()) or "?" in d.get("talon", ()) else ""

    def row(self, rec):
        T, at = self.record(rec)
        come = None
        if "?" in self.unknown(rec): T, come = self.learn(T, at)
        S = self.fresh(); T = ints(T + [0])
        for s, v in rec.get("brought", {}).items(): S[C.BROUGHT + self.seats.index(s)] = v
        M.replay_one(S, self.R, T, at, len(T) - 1, self.out)
        out = list(self.out)
        if come is not None and out[1] < len(come): out[1] = come[out[1]]
        elif come is not None: out[1] = len(rec["moves"])
        return S, T, out

    # ---- out
    def names(self, m):
        xs = [s for i, s in enumerate(self.seats) if m >> i & 1]
        return None if not xs else xs[0] if len(xs) == 1 else xs

    def legal(self, S, T):
        """Every whole token that may come next."""
        k = M.next_tokens(S[:], self.R, T, self.room)
        return list(dict.fromkeys(map(self.text, self.room[:k])))

    def text(self, code):
        name, seat, number = self.im.texts[code & 1023], code >> 10 & 7, code >> 13
        if name[-1] in "+#": name = name[:-1] + ("+" if name[-1] == "+" else ":") + str(number)
        return f"{self.seats[seat - 1]}:{name}" if seat else name

    def adjudicate(self, rec):
        try: S, T, row = self.row(rec)
        except (Unreadable, KeyError, ValueError) as e: return {"status": "unreadable", "problems": [{"message": str(e)}]}
        status, moves, rule, because, winner, points = row[:6]
        v = {"status": ("ongoing", "complete", "illegal", "unreadable", "undetermined")[status], "moves_checked": moves, "violations": [], "outcome": None, "to_move": None}
        v["score"] = {s: {"points": a + b + c, "trick_points": a, "meld_points": b, "tricks": d, **({"bonus": c} if c else {})} for s, (a, b, c, d) in zip(self.seats, zip(*[iter(row[6:])] * 4))}
        v["legal"] = self.legal(S, T)
        if status == 2:
            v["violations"] = [{"move": moves, "rule": self.rule_ids[rule], "seat": self.names(S[C.BLAME]), "token": rec["moves"][moves], "legal": v.pop("legal"), "trick": S[C.TRICK_NUMBER]}]
            if because: v["outcome"] = {"winner": self.names(winner), "game_points": points, "rule": self.rule_ids[because]}
        elif status == 1:
            v["outcome"] = {"winner": self.names(winner), "game_points": points, "rule": self.rule_ids[rule] or None, "because": self.rule_ids[because] or None}
            w = self.pays(S)
            if w: v["outcome"]["pays"] = w
        elif status == 0: v["to_move"] = self.names(S[C.TURN])
        elif status == 3: v = {"status": "unreadable", "problems": []}
        return v

    def pays(self, S):
        p = S[C.RULES]; row = M.value(S, self.R, self.R[p + C.P_SCORE])
        if not row: return None
        pc = self.R[self.R[p + C.P_SCORE_ROWS] + 4 * row + 2]
        if pc == -1: return None
        out = {}
        for i, s in enumerate(self.seats):
            S[C.PLAYER] = 1 << i; out[s] = M.value(S, self.R, pc)
        return out
