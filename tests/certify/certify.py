#!/usr/bin/env python3
"""A second checker of certificates, written from docs/certificates.md: the oracle of the tests.

Usage: certify.py FLAT CERTIFICATE [FLAT CERTIFICATE …]. Prints the same line as orbita-certify for each pair, and has
the exit code of the last one; slow.
"""
import hashlib
import json
import sys

INF = float("inf")
STAR = None  # a value left open


class Rejected(Exception):
    pass


class Bad(Exception):  # an evaluation that fails; the caller knows the line
    pass


class Unsupported(Exception):
    pass


class Unreadable(Exception):
    pass


# ------------------------------------------------------------------ bounds and zones; (c, weak) as 2c + weak, or INF
def plus(a, b):
    return INF if a == INF or b == INF else ((a >> 1) + (b >> 1)) * 2 + (a & b & 1)


class Zone:
    def __init__(self, n):
        self.n = n
        self.m = [[1 if i == j or i == 0 else INF for j in range(n)] for i in range(n)]

    def copy(self):
        z = Zone.__new__(Zone)
        z.n, z.m = self.n, [row[:] for row in self.m]
        return z

    def close(self):
        m, n = self.m, self.n
        for k in range(n):
            for i in range(n):
                if m[i][k] == INF:
                    continue
                for j in range(n):
                    m[i][j] = min(m[i][j], plus(m[i][k], m[k][j]))
        return self

    def empty(self):
        return any(self.m[i][i] < 1 for i in range(self.n))

    def cut(self, constraints):
        for x, y, raw in constraints:
            if raw < self.m[x][y]:
                self.m[x][y] = raw
        return self.close()

    def holds(self, c):
        return self.empty() or self.m[c[0]][c[1]] <= c[2]

    def up(self):
        for i in range(1, self.n):
            self.m[i][0] = INF

    def assign(self, x, source, value):  # x := source + value, source 0: a constant
        old = [row[:] for row in self.m]
        for j in range(self.n):
            if j != x:
                self.m[x][j] = plus(old[source][j] if source != j else 1, 2 * value + 1)
                self.m[j][x] = plus(old[j][source] if source != j else 1, 1 - 2 * value)
        self.m[x][x] = 1


def complement(c):
    return (c[1], c[0], 1 - c[2])


# ------------------------------------------------------------------ expressions
def wrap(v):
    return (v + 2**31) % 2**32 - 2**31


def c_div(a, b):
    q = abs(a) // abs(b)
    return q if (a >= 0) == (b >= 0) else -q


class Model:
    def __init__(self, flat):
        self.flat = flat
        if flat["format"] != "orbita-flat" or flat["version"] != 1:
            raise Unreadable("no flat model")
        self.np, self.slots, self.n = len(flat["processes"]), flat["slots"], len(flat["clocks"]) + 1
        self.sets, self.classes, self.families, self.place, self.holds = [], [], [], {}, {}
        self.out = {}
        for number, edge in enumerate(flat["edges"]):
            self.out.setdefault((edge["process"], edge["source"]), []).append(number)

    def add_family(self, kind, sets, cells):  # cells by tuples of elements
        for at, number in cells.items():
            if (kind, number) in self.place:
                raise Bad("a cell in two places")
            self.place[kind, number] = (len(self.families), at)
        self.families.append((sets, cells))

    def image(self, kind, number, g):
        if not g or (kind, number) not in self.place:
            return number
        family, at = self.place[kind, number]
        sets, cells = self.families[family]
        moved = tuple(g[s][e] for s, e in zip(sets, at))
        if moved not in cells:
            raise Bad("no such cell")
        return cells[moved]

    def code(self, v, holder, g):  # where a value of a slot that holds elements goes
        if holder is None or not g or v is STAR or not 0 <= v - holder[1] < self.sets[holder[0]]:
            return v
        return holder[1] + g[holder[0]][v - holder[1]]

    def clock_image(self, x, g):
        return 0 if x == 0 else self.image("clocks", x - 1, g) + 1

    def cell(self, e, row):
        if isinstance(e, int):
            return e
        if e[0] == "error":
            raise Bad("index")
        array, at = self.flat["arrays"][e[1]], 0
        for (low, count, _), index in zip(array["dimensions"], e[2:]):
            i = self.value(index, row)
            if i is STAR or not low <= i < low + count:
                raise Bad("index")
            at = at * count + i - low
        return array["cells"][at]

    def value(self, e, row):
        if isinstance(e, int):
            return e
        op = e[0]
        if op == "el":
            return e[2]
        if op == "v":
            return row[self.np + e[1]]
        if op == "loc":
            return int(row[e[1]] == e[2])
        if op in ("at", "error"):
            cell = self.cell(e, row)
            if self.flat["arrays"][e[1]]["sort"] == "s":
                return row[self.np + cell]
            return cell if isinstance(cell, int) else cell[2]
        if op in ("&&", "||"):
            result = int(op == "&&")
            for arg in e[1:]:
                a = self.value(arg, row)
                if a is STAR:
                    result = STAR
                elif bool(a) == (op == "||"):
                    return int(op == "||")
            return result
        if op == "?:":
            c = self.value(e[1], row)
            if c is not STAR:
                return self.value(e[2] if c else e[3], row)
            yes, no = self.value(e[2], row), self.value(e[3], row)
            return yes if yes == no else STAR
        args = [self.value(a, row) for a in e[1:]]
        if STAR in args:
            return STAR
        if op == "!":
            return int(not args[0])
        if op == "+":
            return wrap(sum(args))
        a, b = args
        if op in ("/", "%"):
            if b == 0:
                raise Bad("division by zero")
            return c_div(a, b) if op == "/" else a - b * c_div(a, b)
        if op in ("<<", ">>", "**") and b < 0:
            raise Bad("negative shift or exponent")
        if op == "**":
            if abs(a) > 1 and b > 31 or not -2**31 < a**b < 2**31:
                raise Bad("overflow")
            return a**b
        table = {"-": lambda: wrap(a - b), "*": lambda: wrap(a * b), "<<": lambda: wrap(a << b) if b < 32 else 0,
                 ">>": lambda: a >> min(b, 31), "&": lambda: a & b, "|": lambda: a | b, "^": lambda: a ^ b,
                 "min": lambda: min(a, b), "max": lambda: max(a, b), "<": lambda: int(a < b),
                 "<=": lambda: int(a <= b), ">": lambda: int(a > b), ">=": lambda: int(a >= b),
                 "==": lambda: int(a == b), "!=": lambda: int(a != b)}
        if op not in table:
            raise Unsupported(op)
        return table[op]()

    def known(self, e, row):
        v = self.value(e, row)
        if v is STAR:
            raise Bad("a value left open is needed")
        return v

    def atom(self, e, row):  # constraints of a "clk" whose condition holds
        x, y, c = self.cell(e[2], row), self.cell(e[3], row), self.known(e[5], row)
        return {"<": [(x, y, 2 * c)], "<=": [(x, y, 2 * c + 1)], ">": [(y, x, -2 * c)], ">=": [(y, x, 1 - 2 * c)],
                "==": [(x, y, 2 * c + 1), (y, x, 1 - 2 * c)]}[e[4]]


# ------------------------------------------------------------------ renaming: equal results mean equal parts
COMMUTES = {"&&", "||", "+", "*", "==", "!=", "&", "|", "^", "min", "max"}


class Renaming:
    """Parts of the model under g. `how` says how a value stands for an element: (set, first), or None: not at all."""

    def __init__(self, model, g):
        self.model, self.g = model, g

    def span(self, e):  # values that an expression may have
        if isinstance(e, int):
            return e, e
        if e[0] == "el":
            return e[2], e[2]
        if e[0] in ("!", "&&", "||", "<", "<=", ">", ">=", "==", "!=", "loc"):
            return 0, 1
        if e[0] == "?:":
            (a, b), (c, d) = self.span(e[2]), self.span(e[3])
            return min(a, c), max(b, d)
        if e[0] == "v" and isinstance(e[1], int):
            return self.model.slots[e[1]]["low"], self.model.slots[e[1]]["high"]
        place = e if e[0] == "at" else e[1] if e[0] == "v" else None
        if place is not None and place[0] == "at":
            a = self.model.flat["arrays"][place[1]]
            spans = [self.span(["v", c]) if a["sort"] == "s" else self.span(c) for c in a["cells"]]
            return min(s[0] for s in spans), max(s[1] for s in spans)
        return -INF, INF

    def fails(self, e):
        if not isinstance(e, list):
            return False
        if e and e[0] in ("/", "%", "**", "<<", ">>", "error"):
            return True
        if e and e[0] == "at":
            for (low, count, _), index in zip(self.model.flat["arrays"][e[1]]["dimensions"], e[2:]):
                first, last = self.span(index)
                if first < low or last >= low + count:
                    return True
        return any(map(self.fails, e))

    def ordered(self, operands, texts):
        return texts if any(map(self.fails, operands)) else sorted(texts)

    def constant(self, e):
        if isinstance(e, int):
            return True
        if e[0] == "?:":
            return self.constant(e[2]) and self.constant(e[3])
        return e[0] in ("el", "error") or e[0] == "at" and self.model.flat["arrays"][e[1]]["sort"] == "k"

    def how(self, e):  # None for plain numbers, and for constants
        if not isinstance(e, list):
            return None
        if e[0] == "?:":
            return self.how(e[3] if self.constant(e[2]) else e[2])
        if e[0] == "v":
            return self.place_how(e[1])
        return self.place_how(e) if e[0] == "at" else None

    def place_how(self, e):  # of a slot
        if isinstance(e, int):
            return self.model.holds.get(e)
        if e[0] != "at" or self.model.flat["arrays"][e[1]]["sort"] != "s":
            return None
        kinds = {self.model.holds.get(c) for c in self.model.flat["arrays"][e[1]]["cells"]}
        if len(kinds) != 1:
            raise Bad("mixed array")
        return kinds.pop()

    def cell(self, kind, e, how=None):
        if isinstance(e, int):
            return kind + str(self.model.clock_image(e, self.g) if kind == "clocks" else
                              self.model.image(kind, e, self.g))
        if e[0] == "error":
            return "error"
        a = self.model.flat["arrays"][e[1]]
        hows = [None if self.constant(i) else self.how(i) for i in e[2:]]
        cells = {}
        for i, cell in enumerate(a["cells"]):
            index, rest = [], i
            for (low, count, _), h in reversed(list(zip(a["dimensions"], hows))):
                moved = self.model.code(low + rest % count, h, self.g)
                if not low <= moved < low + count:
                    raise Bad("an array without all elements")
                index.append(moved)
                rest //= count
            cells[tuple(reversed(index))] = self.expression(cell, how) if a["sort"] == "k" else self.cell(kind, cell)
        return repr(("at", a["sort"], [d[:2] for d in a["dimensions"]], sorted(cells.items()),
                     [self.expression(i, h) for i, h in zip(e[2:], hows)]))

    def expression(self, e, how=None):
        if isinstance(e, int) or e[0] == "el":
            return repr(self.model.code(e if isinstance(e, int) else e[2], how, self.g))
        op = e[0]
        if op in ("v", "at"):
            if not self.constant(e) and self.how(e) != how:
                raise Bad("elements and numbers")
            return "read " + self.cell("slots", e[1] if op == "v" else e, how)
        if op == "?:":
            return repr(["?:", self.expression(e[1])] + [self.expression(a, how) for a in e[2:]])
        if op == "error":
            return "error"
        if how is not None:
            raise Bad("arithmetic with elements")
        if op == "loc":
            return repr(["loc", self.model.image("processes", e[1], self.g), e[2]])
        if op == "clk":
            return repr(["clk", self.expression(e[1]), self.cell("clocks", e[2]), self.cell("clocks", e[3]), e[4],
                         self.expression(e[5])])
        inner = None
        if op in ("==", "!="):
            inner = self.how(e[2] if self.constant(e[1]) else e[1])
        texts = [self.expression(a, inner) for a in e[1:]]
        return repr([op] + (self.ordered(e[1:], texts) if op in COMMUTES else texts))

    def condition(self, conjuncts):
        return repr(self.ordered(conjuncts, [self.expression(c) for c in conjuncts]))

    def statement(self, s):
        if s[0] == "if":
            return repr(["if", self.expression(s[1]), self.update(s[2]), self.update(s[3])])
        if s[0] == "evaluate":
            return repr(["evaluate", self.expression(s[1], self.how(s[1]))])
        if s[0] == "set":
            return repr(["set", self.cell("slots", s[1]), self.expression(s[2], self.place_how(s[1]))])
        return repr([s[0], self.cell("clocks", s[1]),
                     self.cell("clocks", s[2]) if s[0] == "copy" else self.expression(s[2])])

    def update(self, statements):
        left = [(self.statement(s), *touched(self.model, [s])) for s in statements]
        result = []
        while left:
            ready = [i for i, (_, r, w) in enumerate(left)
                     if not any(w & (r2 | w2) or r & w2 for _, r2, w2 in left[:i])]
            best = min(ready, key=lambda i: left[i][0])
            result.append(left.pop(best)[0])
        return repr(result)

    def edge(self, e):
        sync = [(d, self.cell("channels", e[d])) for d in ("send", "receive") if d in e]
        return repr([self.model.image("processes", e["process"], self.g), e["source"], e["target"],
                     self.condition(e.get("guard", [])), sync, self.update(e.get("update", []))])


def touched(model, statements):  # cells read, cells written
    reads, writes = set(), set()

    def place(e, kind, into):
        if isinstance(e, int):
            into.add((kind, e))
        elif e[0] == "at":
            into.update((kind, c) for c in model.flat["arrays"][e[1]]["cells"])
            for a in e[2:]:
                value(a)

    def value(e):
        if not isinstance(e, list):
            return
        if e[0] == "v":
            place(e[1], "s", reads)
        elif e[0] == "loc":
            reads.add(("p", e[1]))
        elif e[0] == "at":
            if model.flat["arrays"][e[1]]["sort"] == "s":
                place(e, "s", reads)
            else:
                for a in e[2:]:
                    value(a)
        else:
            for a in e:
                value(a)

    for s in statements:
        if s[0] == "if":
            value(s[1])
            for part in s[2:4]:
                r, w = touched(model, part)
                reads.update(r)
                writes.update(w)
        elif s[0] == "evaluate":
            value(s[1])
        else:
            kind = "s" if s[0] == "set" else "x"
            place(s[1], kind, writes)
            if s[0] == "copy":
                place(s[2], "x", reads)
            else:
                value(s[2])
    return reads, writes


# ------------------------------------------------------------------ the checker
class Checker:
    def __init__(self, model, lines):
        self.model, self.exchanges = model, {}  # exchanges: by set and element, the permutation and images of edges
        self.zones, self.nodes, self.initial, self.bounds, self.plain = [], [], None, {}, False
        header = json.loads(lines[0][1])
        if header["format"] != "orbita-certificate" or header["version"] != 1:
            raise Unreadable("no certificate")
        if header["kind"] not in ("safety", "liveness"):
            raise Unsupported(header["kind"])
        self.live, self.pending = header["kind"] == "liveness", header.get("pending", 0)
        queries = [q for q in model.flat["queries"] if q["text"] == header["query"]]
        if not queries:
            raise Unreadable("no such query")
        self.query = queries[-1]
        if self.query["kind"] not in (("A<>", "E[]", "-->") if self.live else ("A[]", "E<>")):
            raise Unsupported(self.query["kind"])
        self.leads = self.query["kind"] == "-->"
        if self.live and (timed(self.query["predicate"]) or timed(self.query.get("consequence"))):
            raise Unsupported("clocks in a query about runs")
        self.header, self.covers, ended = header, 0, False
        for number, text in lines[1:]:
            self.line = number
            try:
                if ended:
                    raise Bad("something after the end")
                ended = self.read(number, text)
            except (ValueError, IndexError):
                raise Bad("malformed")
        if not ended:
            raise Unreadable("cut")
        if self.initial is None:
            raise Bad("no initial state")

    def read(self, number, text):
        kind, rest = text[0], text[1:]
        if kind in "sfv":
            if self.nodes or self.initial:
                raise Bad("sets come first")
            self.read_set(kind, rest.split(" ")[1:])
        elif kind in "tcp":
            words = rest.split(" ")
            node = self.nodes[int(words[1])]
            if int(words[1]) < 0 or node[kind] is not None:
                raise Bad("two lines")
            node[kind] = (number, words[2:])
        elif kind == "i":
            if self.initial is not None:
                raise Bad("two initial states")
            self.initial = (number, rest[1:])
        elif kind == "z":
            numbers = [int(w) for w in rest.split(" ")[1:]]
            if numbers[0] != len(self.zones) or len(numbers) % 3 != 1:
                raise Bad("zone")
            z = Zone(self.model.n)
            for i in range(1, len(numbers), 3):
                x, y, raw = numbers[i:i + 3]
                if not (0 <= x < z.n and 0 <= y < z.n):
                    raise Bad("clock")
                z.m[x][y] = min(z.m[x][y], raw)
            self.zones.append(z.close())
        elif kind == "n":
            locations, values, zone = rest.split("|")
            words = [int(w) for w in locations.split(" ")[1:]]
            if words[0] != len(self.nodes) or len(words) != self.model.np + 1:
                raise Bad("node")
            for p, at in enumerate(words[1:]):
                if not 0 <= at < len(self.model.flat["processes"][p]["locations"]):
                    raise Bad("location")
            data = [STAR if w == "*" else int(w) for w in values.split(" ")] if values else []
            if len(data) != len(self.model.slots):
                raise Bad("values")
            for v, slot in zip(data, self.model.slots):
                if v is not STAR and not slot["low"] <= v <= slot["high"]:
                    raise Bad("range")
            if not 0 <= int(zone) < len(self.zones):
                raise Bad("zone")
            self.nodes.append({"line": number, "row": words[1:] + data, "zone": self.zones[int(zone)], "t": None,
                               "c": None, "p": None})
        elif kind in "gl":
            words = rest.split(" ")[1:]
            if kind == "g" and words == ["*"]:
                self.plain = True
                return False
            numbers = [int(w) for w in words]
            at = tuple(numbers[:2]) if kind == "l" else None
            numbers = numbers[2:] if kind == "l" else numbers
            if len(numbers) % 3:
                raise Bad("bounds")
            for i in range(0, len(numbers), 3):
                x, lower, upper = numbers[i:i + 3]
                if not 1 <= x < self.model.n or min(lower, upper) < -1:
                    raise Bad("bounds")
                self.bounds.setdefault(at, []).append((x, lower, upper))
        elif kind == "e":
            counts = [int(w) for w in rest.split(" ")[1:]]
            if counts != [len(self.nodes), self.header["covers"]] or counts[0] != self.header["nodes"]:
                raise Bad("counts")
            return True
        else:
            raise Bad("unknown line")
        return False

    def read_set(self, kind, words):
        m = self.model
        if kind == "s":
            numbers = [int(w) for w in words]
            if numbers[0] < 1 or len(numbers) not in (1, numbers[0] + 1):
                raise Bad("set")
            m.sets.append(numbers[0])
            m.classes.append(numbers[1:] or [0] * numbers[0])
        elif kind == "v":
            s, first, *slots = [int(w) for w in words]
            for slot in slots:
                if not (0 <= s < len(m.sets) and 0 <= slot < len(m.slots)) or slot in m.holds:
                    raise Bad("holder")
                m.holds[slot] = (s, first)
        else:
            table = {"p": "processes", "s": "slots", "x": "clocks", "c": "channels"}[words[0]]
            sets, cells = [int(w) for w in words[1].split(",")], {}
            at = [()]
            for s in sets:
                if not 0 <= s < len(m.sets):
                    raise Bad("family")
                at = [a + (e,) for a in at for e in range(m.sets[s])]
            if len(at) != len(words) - 2:
                raise Bad("family")
            for a, w in zip(at, words[2:]):
                number = int(w) - (table == "clocks" and w != "-1")
                if not -1 <= number < len(m.flat[table]) or w != "-1" and number < 0:
                    raise Bad("cell")
                if w != "-1":
                    cells[a] = number
            m.add_family(table, sets, cells)

    def bounds_of(self, row):
        n = self.model.n
        lower, upper = [INF if self.plain else -1] * n, [INF if self.plain else -1] * n
        for at in [None] + [(p, row[p]) for p in range(self.model.np)]:
            for x, l, u in self.bounds.get(at, []):
                lower[x] = max(lower[x], INF if l >= 10**9 else l)
                upper[x] = max(upper[x], INF if u >= 10**9 else u)
        return lower, upper

    def counted(self, bounds, c):
        x, y, raw = c
        if x == y:
            return True
        if y == 0:
            return bounds[1][x] >= raw >> 1
        if x == 0:
            return bounds[0][y] >= -(raw >> 1)
        return min(bounds[0][x], bounds[1][x], bounds[0][y], bounds[1][y]) == INF

    def narrow(self, zone, constraints, bounds):
        zone.cut([c for c in constraints if self.counted(bounds, c)])
        if zone.empty():
            return False
        if not all(zone.holds(c) for c in constraints):
            raise Bad("bounds are too small")
        return True

    def conjunction(self, conjuncts, row, zone, bounds):  # constraints, or None: false
        result = []
        for e in conjuncts:
            try:
                if isinstance(e, list) and e[0] == "clk":
                    if self.model.known(e[1], row):
                        result += self.model.atom(e, row)
                elif not self.model.known(e, row):
                    return None
            except Bad:
                if self.narrow(zone.copy(), result, bounds):
                    raise
                return None
        return result

    def invariant(self, row, zone, bounds):
        result = []
        for p in range(self.model.np):
            at = self.model.flat["processes"][p]["locations"][row[p]]
            part = self.conjunction(at.get("invariant", []), row, zone, bounds)
            if part is None:
                return None
            result += part
        return result

    def moves(self, row, zone, bounds):
        flat, offers, result = self.model.flat, {}, []
        at = [flat["processes"][p]["locations"][row[p]] for p in range(self.model.np)]
        for p in range(self.model.np):
            for number in self.model.out.get((p, row[p]), []):
                edge = flat["edges"][number]
                guard = self.conjunction(edge.get("guard", []), row, zone, bounds)
                if guard is None:
                    continue
                direction = "send" if "send" in edge else "receive" if "receive" in edge else None
                channel = self.model.cell(edge[direction], row) if direction else None
                if direction == "receive" and flat["channels"][channel].get("broadcast") and guard:
                    raise Unsupported("guarded receiver")
                offers.setdefault((direction, channel), []).append((p, number, guard))
        for (direction, channel), senders in offers.items():
            if direction == "receive":
                continue
            for p, number, guard in senders:
                if direction is None:
                    result.append(([number], guard))
                    continue
                hears = [o for o in offers.get(("receive", channel), []) if o[0] != p]
                if not flat["channels"][channel].get("broadcast"):
                    result += [([number, other], guard + g) for _, other, g in hears]
                    continue
                partial = [([number], guard)]
                for q in sorted({o[0] for o in hears}):
                    partial = [(m + [o[1]], g + o[2]) for m, g in partial for o in hears if o[0] == q]
                result += partial
        if any(a.get("committed") for a in at):
            result = [m for m in result if any(at[flat["edges"][e]["process"]].get("committed") for e in m[0])]
        return sorted(result, key=lambda m: m[0])

    def may_delay(self, row):
        flat, senders, receivers = self.model.flat, set(), set()
        for p in range(self.model.np):
            at = flat["processes"][p]["locations"][row[p]]
            if at.get("urgent") or at.get("committed"):
                return False
            for number in self.model.out.get((p, row[p]), []):
                edge = flat["edges"][number]
                direction = "send" if "send" in edge else "receive" if "receive" in edge else None
                if direction is None or not any(c.get("urgent") for c in flat["channels"]):
                    continue
                data = [e for e in edge.get("guard", []) if not (isinstance(e, list) and e[0] == "clk")]
                if not all(self.model.known(e, row) for e in data):
                    continue
                channel = self.model.cell(edge[direction], row)
                if not flat["channels"][channel].get("urgent"):
                    continue
                if len(data) != len(edge.get("guard", [])):
                    raise Unsupported("clock guards on urgent channels")
                if direction == "send" and flat["channels"][channel].get("broadcast"):
                    return False
                (senders if direction == "send" else receivers).add((channel, p))
        return not any(c == d and p != q for c, p in senders for d, q in receivers)

    def ranges(self, e):
        if isinstance(e, list) and (e[0] in ("!", "&&", "||", "<", "<=", ">", ">=", "==", "!=")):
            return 0, 1
        cells = []
        if isinstance(e, list) and e[0] == "v":
            cells = [e[1]]
        if isinstance(e, list) and e[0] == "at" and self.model.flat["arrays"][e[1]]["sort"] == "s":
            cells = self.model.flat["arrays"][e[1]]["cells"]
        if not cells:
            return -INF, INF
        return min(self.model.slots[s]["low"] for s in cells), max(self.model.slots[s]["high"] for s in cells)

    def run_statements(self, statements, row, zone, origin):
        for s in statements:
            if s[0] == "if":
                self.run_statements(s[2] if self.model.known(s[1], row) else s[3], row, zone, origin)
            elif s[0] == "evaluate":
                self.model.value(s[1], row)
            elif s[0] == "set":
                slot, v = self.model.cell(s[1], row), self.model.value(s[2], row)
                low, high = self.ranges(s[2]) if v is STAR else (v, v)
                if low < self.model.slots[slot]["low"] or high > self.model.slots[slot]["high"]:
                    raise Bad("out of range")
                row[self.model.np + slot] = v
            elif s[0] == "reset":
                x, v = self.model.cell(s[1], row), self.model.known(s[2], row)
                if v < 0:
                    raise Bad("negative clock")
                zone.assign(x, 0, v)
                origin[x] = (0, v)
            elif s[0] == "copy":
                x, y = self.model.cell(s[1], row), self.model.cell(s[2], row)
                if x != y:
                    zone.assign(x, y, 0)
                origin[x] = origin[y]
            else:
                raise Unsupported(s[0])

    def execute(self, edges, row, zone):
        origin = [(x, 0) for x in range(self.model.n)]
        self.run_statements(self.model.flat.get("before", []), row, zone, origin)
        for number in edges:
            edge = self.model.flat["edges"][number]
            self.run_statements(edge.get("update", []), row, zone, origin)
            row[edge["process"]] = edge["target"]
        self.run_statements(self.model.flat.get("after", []), row, zone, origin)
        return origin

    def enter(self, row, zone, bounds):
        constraints = self.invariant(row, zone, bounds)
        if constraints is None or not self.narrow(zone, constraints, bounds):
            return False
        if self.may_delay(row):
            zone.up()
            return self.narrow(zone, constraints, bounds)
        return True

    def take(self, move, row, zone, bounds):
        if not self.narrow(zone, move[1], bounds):
            return None
        origin = self.execute(move[0], row, zone)
        after = tuple([INF if origin[x][0] == 0 else b[origin[x][0]] for x in range(self.model.n)] for b in bounds)
        return after if self.enter(row, zone, after) else None

    def cover(self, text):
        node, *parts = text.split("/")
        node = int(node)
        if not 0 <= node < len(self.nodes) or len(parts) > len(self.model.sets):
            raise Bad("cover")
        g = [list(range(count)) for count in self.model.sets] if parts else None
        for s, part in enumerate(parts):
            if not part:
                continue
            shift, at, moved = 0, 0, []
            for run in part.split(","):
                start, new = map(int, run.split(":"))
                if start < at:
                    raise Bad("runs")
                moved += [e + shift for e in range(at, start)]
                shift, at = new, start
            moved += [e + shift for e in range(at, self.model.sets[s])]
            if sorted(moved) != list(range(self.model.sets[s])):
                raise Bad("no permutation")
            if any(self.model.classes[s][e] != self.model.classes[s][m] for e, m in enumerate(moved)):
                raise Bad("elements of different classes")
            g[s] = moved
        return node, g

    def outside(self, small, sx, sy, big, x, y, bounds):
        lower, upper = bounds
        u, l = (0 if x == 0 else upper[x]), (0 if y == 0 else lower[y])
        if x == y or big.m[y][x] >= small.m[sy][sx] or u < 0 or l < 0:
            return False
        if u != INF and small.m[0][sx] < 1 - 2 * u:
            return False
        return l == INF or plus(big.m[y][x], -2 * l) < small.m[0][sx]

    def check_cover(self, row, zone, bounds, cover):
        node, g = self.nodes[cover[0]], cover[1]
        for p in range(self.model.np):
            if row[self.model.image("processes", p, g)] != node["row"][p]:
                raise Bad("another location")
        for s, slot in enumerate(self.model.slots):
            v = node["row"][self.model.np + s]
            if v is STAR:
                continue
            if row[self.model.np + self.model.image("slots", s, g)] != self.model.code(v, self.model.holds.get(s), g):
                raise Bad("another value")
        own, n = self.bounds_of(node["row"]), self.model.n
        to = [self.model.clock_image(x, g) for x in range(n)]
        if any(own[k][x] > bounds[k][to[x]] for k in (0, 1) for x in range(1, n)):
            raise Bad("larger bounds")
        if node["zone"].empty() or any(self.outside(zone, to[x], to[y], node["zone"], x, y, own)
                                       for x in range(n) for y in range(n)):
            raise Bad("not covered")

    def twins(self, node, bounds):
        result = []
        for word in node["t"][1] if node["t"] else []:
            s, run = word.split(":")
            first, last = map(int, run.split("-"))
            if not 0 <= int(s) < len(self.model.sets) or not 0 <= first <= last < self.model.sets[int(s)]:
                raise Bad("twins")
            for e in range(first, last + 1):
                if (int(s), e) not in self.exchanges:
                    continue
                g, images = self.exchanges[int(s), e]
                row, zone, n, m = node["row"], node["zone"], self.model.n, self.model
                if any(row[m.image("processes", p, g)] != row[p] for p in range(m.np)):
                    raise Bad("no twins")
                if any(row[m.np + m.image("slots", i, g)] != m.code(row[m.np + i], m.holds.get(i), g)
                       for i in range(len(m.slots))):
                    raise Bad("no twins")
                to = [m.clock_image(x, g) for x in range(n)]
                if any(b[x] != b[to[x]] for b in bounds for x in range(n)):
                    raise Bad("no twins")
                if any(self.outside(zone, to[x], to[y], zone, x, y, bounds) for x in range(n) for y in range(n)):
                    raise Bad("no twins")
                result.append(images)
        return result

    def is_pending(self, row):
        goal = self.query["consequence"] if self.leads else self.query["predicate"]
        return bool(self.model.known(goal, row)) == (self.query["kind"] == "E[]")

    def check_ends(self, row, zone, bounds, moves):
        if not self.is_pending(row):
            return
        later = zone.copy()
        later.up()
        inside = self.invariant(row, later, bounds)
        if inside is not None and self.narrow(later, inside, bounds) and self.may_delay(row):
            if all(later.m[x][0] == INF for x in range(1, later.n)):
                raise Bad("time may pass for ever")
        if self.deadlock(row, Zone(self.model.n), None, moves) and self.deadlock(row, zone.copy(), bounds, moves):
            raise Bad("a deadlock")

    def check_node(self, number, node):
        ranked = number < self.pending
        self.line = node["line"]
        row, zone, bounds = node["row"], node["zone"].copy(), self.bounds_of(node["row"])
        if zone.empty():
            raise Bad("empty zone")
        inside = self.invariant(row, zone, bounds)
        possible = inside is not None and self.narrow(zone, inside, bounds)
        moves = self.moves(row, zone, bounds) if possible else []
        if possible and not self.live:
            self.check_bad(row, zone, bounds, moves)
        if possible and ranked:
            self.check_ends(row, zone, bounds, moves)
        if node["t"]:
            self.line = node["t"][0]
        twins = self.twins(node, bounds)
        if node["p"]:
            self.line = node["p"][0]
        if possible and self.leads and not ranked and self.is_pending(row) and self.model.known(
                self.query["predicate"], row):
            if not node["p"] or len(node["p"][1]) != 1:
                raise Bad("no pending node is named")
            cover = self.cover(node["p"][1][0])
            if cover[0] >= self.pending:
                raise Bad("not pending")
            self.check_cover(row, zone, bounds, cover)
        elif node["p"]:
            raise Bad("nothing is pending")
        covers = {}
        if node["c"]:
            self.line = node["c"][0]
            for word in node["c"][1]:
                move, target = word.split("=")
                move = tuple(int(e) for e in move.split("+"))
                if move in covers:
                    raise Bad("two covers")
                covers[move] = self.cover(target)
                self.covers += 1
        done, used = set(), set()
        for move in moves:
            edges = tuple(move[0])
            if edges not in covers:
                swapped = []
                for image in twins:
                    mapped = [image[e] for e in edges]
                    tail = sorted(mapped[1:], key=lambda e: self.model.flat["edges"][e]["process"])
                    swapped.append(tuple(mapped[:1] + tail))
                if any(s < edges and s in done for s in swapped):
                    done.add(edges)
                    continue
            new, target = row[:], zone.copy()
            after = self.take(move, new, target, bounds)
            if after is not None and not (ranked and not self.is_pending(new)):
                if edges not in covers:
                    raise Bad("no cover for " + str(edges))
                if ranked and covers[edges][0] >= number:
                    raise Bad("rank")
                if self.leads and not ranked and covers[edges][0] < self.pending:
                    raise Bad("a cover that is pending")
                self.check_cover(new, target, after, covers[edges])
                used.add(edges)
            done.add(edges)
        if used != set(covers):
            raise Bad("a cover too many")

    def cases(self, e, row, negated):
        if not timed(e):
            return [[]] if bool(self.model.known(e, row)) != negated else []
        if e[0] == "!":
            return self.cases(e[1], row, not negated)
        if e[0] == "deadlock":
            return [[]] if negated else [["deadlock"]]
        if e[0] == "clk":
            if not self.model.known(e[1], row):
                return [] if negated else [[]]
            atoms = self.model.atom(e, row)
            return [[complement(a)] for a in atoms] if negated else [atoms]
        parts = [self.cases(a, row, negated) for a in e[1:]]
        if (e[0] == "||") != negated:
            return [c for part in parts for c in part]
        result = [[]]
        for part in parts:
            result = [a + b for a in result for b in part]
        return result

    def check_bad(self, row, zone, bounds, moves):
        for case in self.cases(self.query["predicate"], row, self.query["kind"] == "A[]"):
            bad = zone.copy()
            if not self.narrow(bad, [c for c in case if c != "deadlock"], bounds):
                continue
            if "deadlock" not in case:
                raise Bad("a state that must not be reachable")
            if self.deadlock(row, Zone(self.model.n), None, moves) and self.deadlock(row, bad, bounds, moves):
                raise Bad("a deadlock")

    def deadlock(self, row, zone, bounds, moves):
        free = ([INF] * self.model.n, [INF] * self.model.n)

        def both(c):
            return bounds is None or self.counted(bounds, c) and self.counted(bounds, complement(c))

        inside = self.invariant(row, zone, free)
        if inside is None or not self.narrow(zone.cut([]), inside, free):
            return False
        if not all(map(both, inside)):
            return True
        left, delay = [zone], self.may_delay(row)
        for edges, guard in moves:
            new = row[:]
            try:
                origin = self.execute(edges, new, Zone(self.model.n))
                after = self.invariant(new, Zone(self.model.n), free)
            except Bad:
                continue
            if after is None:
                continue
            needed = guard + [(origin[x][0], origin[y][0], raw + 2 * (origin[y][1] - origin[x][1]))
                              for x, y, raw in after]
            if not all(map(both, needed)):
                return True
            source = Zone(self.model.n).close().cut(needed + inside)
            if source.empty():
                continue
            if delay:
                for j in range(1, source.n):
                    source.m[0][j] = min([1] + [source.m[i][j] for i in range(1, source.n)])
            rest = []
            for part in left:
                for x in range(source.n):
                    for y in range(source.n):
                        c = (x, y, source.m[x][y])
                        if x == y or c[2] == INF or part.empty() or part.holds(c):
                            continue
                        piece = part.copy().cut([complement(c)])
                        if not piece.empty():
                            rest.append(piece)
                        part = part.copy().cut([c])
            left = rest
        return bool(left)

    # -------------------------------------------------------------- symmetry
    def check_broadcasts(self):
        flat, seen = self.model.flat, {}
        for edge in flat["edges"]:
            if "receive" not in edge:
                continue
            c = edge["receive"]
            for channel in [c] if isinstance(c, int) else flat["arrays"][c[1]]["cells"] if c[0] == "at" else []:
                if flat["channels"][channel].get("broadcast"):
                    r, w = touched(self.model, edge.get("update", []))
                    w = w | {("p", edge["process"])}
                    for p, r2, w2 in seen.setdefault(channel, []):
                        if p != edge["process"] and (w & (r2 | w2) or r & w2):
                            raise Bad("receivers write the same cells")
                    seen[channel].append((edge["process"], r, w))

    def check_symmetry(self):
        flat, model = self.model.flat, self.model
        if not model.sets:
            return
        self.check_broadcasts()
        for slot, (s, first) in model.holds.items():
            if first < model.slots[slot]["low"] or first + model.sets[s] - 1 > model.slots[slot]["high"]:
                raise Bad("a slot that cannot hold all elements")
        predicates = [self.query[k] for k in ("predicate", "consequence") if k in self.query]
        same = Renaming(model, None)
        edges = {}
        for number, edge in enumerate(flat["edges"]):
            edges.setdefault(same.edge(edge), []).append(number)
        for s, count in enumerate(model.sets):
            for e in range(count):
                later = [f for f in range(e + 1, count) if model.classes[s][f] == model.classes[s][e]]
                if later:
                    g = [list(range(c)) for c in model.sets]
                    g[s][e], g[s][later[0]] = later[0], e
                    self.exchanges[s, e] = g, self.check_exchange(g, same, Renaming(model, g), edges, predicates)

    def check_exchange(self, g, same, renamed, edges, predicates):
        flat, model = self.model.flat, self.model
        for p, process in enumerate(flat["processes"]):
            other = flat["processes"][model.image("processes", p, g)]["locations"]
            if len(other) != len(process["locations"]):
                raise Bad("processes differ")
            for a, b in zip(process["locations"], other):
                if (a.get("urgent"), a.get("committed"), renamed.condition(a.get("invariant", []))) != (
                        b.get("urgent"), b.get("committed"), same.condition(b.get("invariant", []))):
                    raise Bad("locations differ")
        for kind, members in (("slots", ("low", "high")), ("channels", ("urgent", "broadcast")), ("clocks", ())):
            for number, cell in enumerate(flat[kind]):
                image = model.image(kind, number, g)
                if any(cell.get(m) != flat[kind][image].get(m) for m in members):
                    raise Bad(kind + " differ")
                if kind == "slots" and model.holds.get(number) != model.holds.get(image):
                    raise Bad("contents differ")
        for hook in ("before", "after"):
            if renamed.update(flat.get(hook, [])) != same.update(flat.get(hook, [])):
                raise Bad("hooks differ")
        if any(renamed.expression(p) != same.expression(p) for p in predicates):
            raise Bad("the query is not symmetric")
        taken, image = {}, []
        for edge in flat["edges"]:
            text = renamed.edge(edge)
            k = taken.get(text, 0)
            if k >= len(edges.get(text, [])):
                raise Bad("edges differ")
            taken[text] = k + 1
            image.append(edges[text][k])
        return image

    def run(self):
        flat = self.model.flat
        row = [p["initial"] for p in flat["processes"]] + [s["initial"] for s in flat["slots"]]
        zone, free = Zone(self.model.n), ([INF] * self.model.n, [INF] * self.model.n)
        zone.cut([(x, 0, 1) for x in range(1, zone.n)])
        for x, clock in enumerate(flat["clocks"]):
            zone.assign(x + 1, 0, clock["initial"])
        self.line = self.initial[0]
        self.check_symmetry()
        if self.enter(row, zone, free) and (not self.live or self.leads or self.is_pending(row)):
            cover = self.cover(self.initial[1])
            if self.leads and cover[0] < self.pending:
                raise Bad("the initial state is pending")
            self.check_cover(row, zone, free, cover)
        for number, node in enumerate(self.nodes):
            self.check_node(number, node)
        if self.covers != self.header["covers"]:
            self.line = 1
            raise Bad("number of covers")


def timed(e):
    return isinstance(e, list) and (e[0] in ("clk", "deadlock") or any(timed(a) for a in e))


def main(flat_path, certificate_path):
    checker = None
    try:
        with open(flat_path, "rb") as f:
            flat_bytes = f.read()
        with open(certificate_path, "rb") as f:
            text = f.read().decode("utf-8", "replace")
        if not text.endswith("\n"):
            raise Unreadable("cut")
        lines = list(enumerate(text[:-1].split("\n"), 1))
        if json.loads(lines[0][1]).get("flat_sha256") != hashlib.sha256(flat_bytes).hexdigest():
            raise Unreadable("another flat model")
        model = Model(json.loads(flat_bytes))
        checker = Checker.__new__(Checker)
        checker.line = 1
        checker.__init__(model, lines)
        checker.run()
    except Bad as why:
        print("s REJECTED line %d: %s" % (checker.line, why))
        return 1
    except Unsupported as why:
        print("s UNSUPPORTED", why)
        return 3
    except (Unreadable, OSError, ValueError, KeyError, IndexError, TypeError, AttributeError) as why:
        print("s UNREADABLE", why)
        return 2
    print("s CERTIFIED", checker.header["query"])
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    code = 2
    for i in range(1, len(sys.argv) - 1, 2):
        code = main(sys.argv[i], sys.argv[i + 1])
    sys.exit(code)
