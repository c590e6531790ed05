"""YAML -> one resolved ruleset: YAML 1.2 core scalars, no aliases, no doubled keys, JSON Schema, `extends`, overlays."""
from __future__ import annotations
import copy, hashlib, json, pathlib, re
import yaml
from jsonschema import Draft202012Validator
from .checker import RuleError

HERE = pathlib.Path(__file__).parent
FOLDER = HERE / "variants"
WHOLE = {"deck", "seats", "partners", "deal", "order", "title", "text", "swaps"}     # taken over whole, never merged
UNORDERED = {"require", "ends", "bonuses", "contracts", "stages"}
INT = re.compile(r"[-+]?[0-9]+$")


class Loader(yaml.CSafeLoader):
    yaml_implicit_resolvers = {}


def build(node, path, marks):
    marks[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        out = {}
        for k, v in node.value:
            key = k.value
            if key in out:
                raise RuleError(f"line {k.start_mark.line + 1}: key `{key}` appears twice")
            out[key] = build(v, f"{path}/{key}", marks)
        return out
    if isinstance(node, yaml.SequenceNode):
        return [build(v, f"{path}/{i}", marks) for i, v in enumerate(node.value)]
    v = node.value
    if node.style in (None, ""):
        if v in ("", "~", "null"): return None
        if v in ("true", "false"): return v == "true"
        if INT.match(v): return int(v)
    return v


def read(text, name="<ruleset>"):
    if len(text) > 200_000: raise RuleError("file too large")
    for ev in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(ev, yaml.AliasEvent) or getattr(ev, "anchor", None): raise RuleError(f"{name}: anchors and aliases are not allowed")
    marks = {}
    node = yaml.compose(text, Loader=Loader)
    data = build(node, "", marks)
    return data, marks


def schema():
    return json.loads((HERE / "ruleset.schema.json").read_text())

_VALIDATOR = None
def validate(data, marks, name):
    global _VALIDATOR
    _VALIDATOR = _VALIDATOR or Draft202012Validator(schema())
    errors = sorted(_VALIDATOR.iter_errors(data), key=lambda e: list(map(str, e.absolute_path)))
    out = []
    for e in errors:
        p = "".join(f"/{x}" for x in e.absolute_path)
        line, col = marks.get(p, (0, 0))
        out.append(f"{name}:{line}:{col}: {p or '/'}: {e.message[:160]}")
    if out: raise RuleError("\n".join(out))


def is_rules(x):
    return isinstance(x, list) and x and all(isinstance(r, dict) and "id" in r for r in x)


def merge(parent, child, key=""):
    """child laid over parent. Maps merge by key, rule lists by id, anything else is replaced. `off` takes away."""
    if key in WHOLE: return copy.deepcopy(child)
    if isinstance(parent, dict) and isinstance(child, dict):
        out = {k: copy.deepcopy(v) for k, v in parent.items()}
        for k, v in child.items():
            if v == "off" and key == "moves": out[k] = "off"          # the word stays known, the move is never made
            elif v == "off" and key == "options": out.pop(k, None)
            elif k in out: out[k] = merge(out[k], v, k)
            else: out[k] = copy.deepcopy(v)
        return out
    if (is_rules(parent) or parent == []) and is_rules(child):
        out = [copy.deepcopy(r) for r in parent]
        at = len(out) if key in UNORDERED else 0     # in a table or ladder new lines go first, in their own order; elsewhere last
        for r in child:
            r = copy.deepcopy(r)
            where = r.pop("after", None), r.pop("before", None)
            i = next((i for i, o in enumerate(out) if o["id"] == r["id"]), None)
            if r.get("off"):
                if i is None: raise RuleError(f"nothing to switch off: {r['id']}")
                if i < at: at -= 1
                out.pop(i)
            elif i is not None:
                out[i] = merge(out[i], r) if key == "contracts" else r
            else:
                for w, d in zip(where, (1, 0)):
                    if w:
                        j = next((j for j, o in enumerate(out) if o["id"] == w), None)
                        if j is None: raise RuleError(f"{r['id']}: no rule `{w}` to stand next to")
                        out.insert(j + d, r); break
                else:
                    out.insert(at, r); at += 1
        return out
    return copy.deepcopy(child)


def load(name, folder=FOLDER, seen=()):
    """A ruleset by id (file name), path or mapping, with everything it extends laid under it."""
    if isinstance(name, dict): data, marks, label = name, {}, "<inline>"
    else:
        p = pathlib.Path(name) if str(name).endswith(".yaml") else folder / f"{name}.yaml"
        label = p.name
        data, marks = read(p.read_text(), label)
    validate(data, marks, label)
    if "cite" in data: cite_all(data, data["cite"])
    parents = data.get("extends", [])
    parents = [parents] if isinstance(parents, str) else parents
    out = {}
    for p in parents:
        if p in seen: raise RuleError(f"{label}: extends goes round in a circle")
        base = load(p, folder, (*seen, p))
        out = merge(out, {k: v for k, v in base.items() if k not in ("title", "version", "cite", "ruleset")})
    return merge(out, {k: v for k, v in data.items() if k not in ("extends", "cite")})


def cite_all(x, cite):
    """The file's own source, for every rule that names no other."""
    if isinstance(x, dict):
        if "." in str(x.get("id", "")): x.setdefault("cite", cite)
        for v in x.values(): cite_all(v, cite)
    elif isinstance(x, list):
        for v in x: cite_all(v, cite)


def digest(rules):
    return "sha256:" + hashlib.sha256(json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
