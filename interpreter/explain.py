"""Why: the tests on the way a program went, with the values they saw.  Walks the same image with the same machine, one
instruction at a time, on a copy of the state; nothing here is needed while replaying."""
from __future__ import annotations
from bummerl.interpreter import core as C
from bummerl.interpreter.image.seed import COIN, NEXT, PICK, N, SLOTS


def trail(im, S, R, pc):
    """(test node, held) for every test on the way, and the value in the end."""
    S, R, out = list(S) + im.init[len(S):], list(R), []
    at = len(R); R += [0] * 5
    while pc >= 0:
        op, x, y, then, d = R[pc:pc + 5]
        if op < NEXT:
            R[at:] = [op, x, y, ~C.YES, ~C.NO]; held = C.value(S, R, at)
            if op != COIN and pc in im.notes: out.append((im.notes[pc], bool(held)))
            pc = then if held else d
        elif op in (NEXT, PICK):
            R[at:] = [op, x, y, ~C.YES, ~C.NO]; pc = then if C.value(S, R, at) else d
        else:
            R[at:] = [op, x, y, ~d, d]; C.value(S, R, at); pc = then
    return out, S[~pc]


def facts(im, S, node):
    """The values a test rests on: its leaves, each by its own small program."""
    out, S = {}, list(S)
    for n in leaves(node):
        pc = im.value(n) if n.t != "truth" else im.cond(n)
        S += im.init[len(S):]
        out[said(im, n)] = shown(im, n.t, C.value(S, im.R, pc))
    return out


def leaves(n):
    if n.op in ("const", "where_players", "where_cards"): return []
    if n.op in ("attr", "mem", "talon_size", "each") or n.op[0] == ".": return [n]
    return [y for x in n.a for y in leaves(x)]


NAMES = {"tnum": "trick.number", "tsize": "trick.size", "last_winner": "last_trick.winner", "best_seat": "trick.winner", "draw_due": "undrawn", "all": "everyone"}

def said(im, n):
    """The expression again, as the rule's author would write it."""
    a = [said(im, x) for x in n.a]
    if n.op == "const": return {"truth": ("no", "yes")[int(n.v)] if n.t == "truth" else ""}.get(n.t) or str(shown(im, n.t, im.value_of(n)))
    if n.op == "attr": return NAMES.get(n.v, n.v)
    if n.op == "mem": return next(k for k, (s, _) in im.w.memory.items() if s == n.v)
    if n.op == "talon_size": return "talon.size"
    if n.op == "each": return f"{a[0]}.{next(k for k, (s, _) in im.w.each.items() if s == n.v)}"
    if n.op[0] == ".": return a[0] + n.op
    if n.op in ("card_in", "suit_in", "subset"): return f"{a[0]} in {a[1]}"
    if n.op == "compare": return f"{a[0]} {n.v} {a[1]}"
    if n.op in ("is", "beats"): return f"{a[0]} {n.op} {a[1]}"
    if n.op in ("of_set",): return f"({' '.join(im.rank_names[r] for r in n.v)}) of {a[0]}"
    if n.op == "of": return f"{a[0]} of {a[1]}"
    return f"{n.op}({' '.join(a)})"


def shown(im, t, v):
    if t == "players": return [s for i, s in enumerate("ABCDEF") if v >> i & 1] or "nobody"
    if t == "card": return im.codes[v] if v >= 0 else "none"
    if t == "cards": return [c for i, c in enumerate(im.codes) if v >> i & 1] or "none"
    if t == "suit": return list(im.w.suits)[v] if v >= 0 else "none"
    if t == "rank": return im.rank_names[v] if v >= 0 else "none"
    if t == "truth": return bool(v)
    if t == "move": return next(k for k, i in im.w.moves.items() if i == v)
    if t == "contract": return im.contracts[v]["id"] if v >= 0 else "none"
    return v


def refused(rules, S):
    """The trail of the requirements of the move that S stopped at; of the score, when the hand is over."""
    im, R = rules.im, rules.R
    return trail(im, S, R, R[S[C.RULES] + C.P_SCORE])


if __name__ == "__main__":
    from bummerl.interpreter.table import Rules
    R = Rules("schnapsen"); im = R.im
    rec = {"dealer": "B", "deal": {"hands": {"A": "HJ SA ST CA CT".split(), "B": "SK SQ DK DQ HK".split()}, "turn_up": "HQ", "talon": "DA DT CK CQ HA HT SJ DJ CJ".split()}}
    for moves in ("SA SQ SA", "ST HK SQ+40", "close SA SQ exchange", "SA SQ claim", "close SA SQ ST SK CA HK DK HJ CT DQ"):
        rec["moves"] = moves.split(); S, T, row = R.row(rec)
        print("\n", moves, "->", row[:6], R.rule_ids[row[2]])
        sec = S[C.RULES]
        pc = R.R[sec + C.P_SCORE]
        if row[0] == 2:
            t = R.im.words_.get(rec["moves"][row[1]], None) or R.token(rec["moves"][row[1]]) & 1023
            move = R.R[R.R[C.TOKENS] + C.T_WIDTH * t]
            if move < 3: continue
            pc = R.R[R.R[R.R[sec + C.P_MOVES] + move] + C.M_REQUIRE]
        steps, v = trail(im, S, R.R, pc)
        for n, held in steps: print("   ", said(im, n), "-", "holds" if held else "does not hold", facts(im, S, n))
