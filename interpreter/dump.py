"""State and programs with names: for people, tests and worked pages."""
from __future__ import annotations
import inspect, re
from bummerl.interpreter import core as C

OPS = "is same below less among within beats holds veil coin next pick put add take times join except both table row mask sum union most only count side holder suits worth top bottom size".split()
HEAD = inspect.getsource(C).split("header of R")[0]
NAMES = {int(v): n.lower() for n, v in re.findall(r"^([A-Z_]+) = (\d+)", HEAD.split("slots of S")[1], flags=re.M) if n not in ("SEATS", "MEMORY")}
ROWS = [v for v in NAMES if v >= C.HAND]


def name(im, s):
    if s < C.HAND: return NAMES.get(s, f"s{s}")
    for n, (at, _) in im.w.memory.items():
        if at == s: return n
    for n, (at, _) in im.w.each.items():
        if at <= s < at + C.SEATS: return f"{n}.{'ABCDEF'[s - at]}"
    for m, k in im.kinds.items():
        if 0 <= s - C.MEMORY - C.SEATS * k < C.SEATS: return f"{m}.{'ABCDEF'[s - C.MEMORY - C.SEATS * k]}"
    row = max((v for v in ROWS if v <= s), default=0)
    if s < C.MEMORY: return f"{NAMES[row]}.{'ABCDEF'[s - row]}" if s - row < 6 else f"{NAMES[row]}+{s - row}"
    for v, at in im.pool.items():
        if at == s: return str(v)
    return f"t{list(im.temps.values()).index(s)}" if s in im.temps.values() else f"s{s}"


def program(im, pc):
    """A listing, entry first."""
    out, todo, done = [], [pc], set()
    go = lambda p: f"-> {name(im, ~p)}" if p < 0 else f"{p}"
    while todo:
        pc = todo.pop(0)
        if pc < 0 or pc in done: continue
        done.add(pc); op, x, y, then, d = im.R[pc:pc + 5]; o = OPS[op]
        second = str(y) if o in ("is", "below") else f"@{y}" if o in ("table", "mask") else NAMES.get(y, f"row {y}") if o in ("sum", "union", "most") else "" if o in ("put", "only", "count", "size", "veil", "coin", "holder", "suits", "worth", "top", "bottom") else name(im, y)
        if op < 12: out.append(f"{pc:6d} {o:7s} {name(im, x)} {second}".ljust(46) + f"yes {go(then)}, no {go(d)}"); todo += [then, d]
        else: out.append(f"{pc:6d} {o:7s} {name(im, x)} {second}".ljust(46) + f"into {name(im, d)}, then {go(then)}"); todo += [then]
    return "\n".join(out)


def state(im, S, all=False):
    """What differs from the beginning of a hand."""
    return {name(im, i): v for i, v in enumerate(list(S)[:im.R[C.KEEP]]) if all or v != im.init[i]}


if __name__ == "__main__":
    from bummerl.interpreter.table import Rules, M
    R = Rules("schnapsen"); im = R.im; sec = im.R[im.R[C.SECTIONS] - 1]
    move = lambda m: im.R[im.R[sec + C.P_MOVES] + im.moves[m]]
    print("draw (not closed)\n" + program(im, im.R[sec + C.P_DRAW]))
    print("\nmarriage, requirements\n" + program(im, im.R[move("marriage") + C.M_REQUIRE]))
    print("\nends\n" + program(im, im.R[sec + C.P_ENDS]))
    print("\ntiers\n" + program(im, im.R[sec + C.P_TIERS]))
    rec = {"dealer": "B", "deal": {"hands": {"A": "HJ SA ST CA CT".split(), "B": "SK SQ DK DQ HK".split()}, "turn_up": "HQ", "talon": "DA DT CK CQ HA HT SJ DJ CJ".split()}, "moves": []}
    S, T, at = R.start(rec)
    for t in "SA SQ close".split(): M.play_on(S, R.R, T, R.token(t))
    print("\nafter SA SQ close\n", state(im, S))
