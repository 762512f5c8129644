#!/usr/bin/env python3
"""Checks certificates: the second checker, and oracle of the first. Written from docs/certificates.md and
docs/flat-model.md alone; it favours the shortest way to say a rule over speed.

    certify.py FLAT CERTIFICATE [FLAT CERTIFICATE]…

prints one line for each pair, as orbita-certify does; the exit code is that of the last one.
"""

import hashlib
import itertools
import json
import sys

INFINITY = 1 << 60
UNLIMITED = 10**9
WORD = (-(2**31), 2**31 - 1)


class Verdict(Exception):
    def __init__(self, code, reason):
        super().__init__(reason)
        self.code = code


class Rejected(Exception):  # the line is added where it is known
    pass


class Failure(Rejected):  # of an evaluation
    pass


def unreadable(reason):
    return Verdict(2, "s UNREADABLE " + reason)


def unsupported(reason):
    return Verdict(3, "s UNSUPPORTED " + reason)


def need(condition, reason):
    if not condition:
        raise Rejected(reason)


# ---- zones: matrices of bounds, closed; 2c + 1 is "<= c", 2c is "< c" ----------------------------------------------


def plus(a, b):
    return INFINITY if a >= INFINITY or b >= INFINITY else a + b - ((a | b) & 1)


def everything(size):
    zone = [[INFINITY] * size for _ in range(size)]
    for k in range(size):
        zone[k][k] = zone[0][k] = 1
    return zone


def closed(zone):
    """The same set with the tightest bounds; None: it is empty."""
    for k, i, j in itertools.product(range(len(zone)), repeat=3):
        zone[i][j] = min(zone[i][j], plus(zone[i][k], zone[k][j]))
    return zone if all(zone[k][k] >= 1 for k in range(len(zone))) else None


def cut(zone, constraint):
    """The valuations with x - y within the bound; None: there is none."""
    x, y, bound = constraint
    if zone is None or bound >= zone[x][y]:
        return zone
    if plus(zone[y][x], bound) < 1:
        return None
    size = range(len(zone))
    return [[min(zone[i][j], plus(plus(zone[i][x], bound), zone[y][j])) for j in size] for i in size]


def cut_all(zone, constraints):
    for constraint in constraints:
        zone = cut(zone, constraint)
    return zone


def up(zone):
    return [row if i == 0 else [INFINITY] + row[1:] for i, row in enumerate(zone)]


def down(zone):
    return [[min([1] + [row[j] for row in zone[1:]]) for j in range(len(zone))]] + zone[1:]


def moved(zone, sources):
    """After updates; sources[x] = (clock, number): x becomes the clock plus the number."""

    def entry(i, j):
        (a, c), (b, d) = sources[i], sources[j]
        return zone[a][b] if zone[a][b] >= INFINITY else zone[a][b] + 2 * (c - d)

    size = range(len(zone))
    return [[entry(i, j) for j in size] for i in size]


def before(constraint, sources):
    """What the constraint on values after updates says about those before; True or False where it speaks of none."""
    x, y, bound = constraint
    (a, c), (b, d) = sources[x], sources[y]
    bound -= 2 * (c - d)
    return bound >= 1 if a == b else (a, b, bound)


def subset_of_union(zone, others):
    pieces = [] if zone is None else [zone]
    if any(all(a <= b for row, big in zip(zone or [], other) for a, b in zip(row, big)) for other in others):
        return True
    for other in others:
        rest = []
        for piece in pieces:
            for x, y in itertools.product(range(len(other)), repeat=2):
                if piece is None or x == y or other[x][y] >= piece[x][y]:
                    continue
                outside = cut(piece, (y, x, 1 - other[x][y]))
                if outside is not None:
                    rest.append(outside)
                piece = cut(piece, (x, y, other[x][y]))
        pieces = rest
    return not pieces


class Bounds:
    def __init__(self, clocks, limit=-1):
        self.lower = [0] + [limit] * clocks
        self.upper = [0] + [limit] * clocks

    def raise_to(self, x, lower, upper):
        self.lower[x] = max(self.lower[x], lower)
        self.upper[x] = max(self.upper[x], upper)

    def count(self, constraint, both_ways=False):
        x, y, bound = constraint
        constant = bound >> 1
        if x != 0 and y != 0:
            return all(side[z] >= UNLIMITED for side in (self.lower, self.upper) for z in (x, y))
        z, constant = (x, constant) if y == 0 else (y, -constant)
        sides = [self.lower, self.upper] if both_ways else [self.upper if y == 0 else self.lower]
        return all(side[z] >= constant for side in sides)


def within_alu(zone, other, bounds):
    size = range(len(zone))
    for x, y in itertools.product(size, size):
        if other[y][x] >= zone[y][x]:
            continue
        upper, lower = bounds.upper[x], bounds.lower[y]
        if x != 0 and (upper < 0 or (upper < UNLIMITED and zone[0][x] < 1 - 2 * upper)):
            continue
        if y != 0 and (lower < 0 or (lower < UNLIMITED and plus(other[y][x], -2 * lower) >= zone[0][x])):
            continue
        if y == 0 and plus(other[y][x], 0) >= zone[0][x]:
            continue
        return False
    return True


# ---- the flat model ------------------------------------------------------------------------------------------------

COMMUTING = {"+", "*", "&", "|", "^", "==", "!=", "min", "max"}
COMPARISONS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}
PICKY = {"/", "%", "**", "<<", ">>"}  # unknown operands fail


def low_bits(value):
    return (value + 2**31) % 2**32 - 2**31


def fitting(value):
    if not WORD[0] <= value <= WORD[1]:
        raise Failure("a number does not fit 32 bits")
    return value


def quotient(a, b):
    if b == 0:
        raise Failure("division by zero")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def power(a, b):
    if b < 0:
        raise Failure("a negative exponent")
    if abs(a) > 1 and b > 31:
        raise Failure("a number does not fit 32 bits")
    return fitting(a ** (b if abs(a) > 1 else min(b, 2 + b % 2)))


def checked_count(b):
    if b < 0:
        raise Failure("a negative count")
    return min(b, 32)


ARITHMETIC = {
    "-": lambda a, b: low_bits(a - b),
    "*": lambda a, b: low_bits(a * b),
    "/": lambda a, b: fitting(quotient(a, b)),
    "%": lambda a, b: a - b * quotient(a, b),
    "**": power,
    "<<": lambda a, b: low_bits(a << checked_count(b)),
    ">>": lambda a, b: a >> checked_count(b),
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "min": min,
    "max": max,
}


def truth(value):
    """Of an interval: True, False, or None for unknown."""
    if value == (0, 0):
        return False
    return None if value[0] <= 0 <= value[1] else True


def known(value):
    if value[0] != value[1]:
        raise Failure("a value is not known")
    return value[0]


def is_operator(expr, name):
    return isinstance(expr, list) and expr[0] == name


def parts(expr):
    """The expressions inside, without numbers that name things."""
    if not isinstance(expr, list):
        return []
    return expr[2:] if expr[0] == "at" else [] if expr[0] in ("v", "el", "loc", "error", "deadlock") else expr[1:]


def mentions(expr, names):
    return isinstance(expr, list) and (expr[0] in names or any(mentions(part, names) for part in parts(expr)))


class Flat:
    def __init__(self, text):
        document = json.loads(text)
        if document.get("format") != "orbita-flat" or document.get("version") != 1:
            raise unreadable("this is not a flat model")
        self.slots = document["slots"]
        self.ranges = [(slot["low"], slot["high"]) for slot in self.slots]
        self.clocks = len(document["clocks"])
        self.initial_clocks = [0] + [clock["initial"] for clock in document["clocks"]]
        self.channels = document["channels"]
        self.arrays = document["arrays"]
        self.processes = document["processes"]
        self.edges = document["edges"]
        self.hooks = [document.get("before", []), document.get("after", [])]
        self.queries = document["queries"]
        self.leaving = {}
        for number, edge in enumerate(self.edges):
            self.leaving.setdefault((edge["process"], edge["source"]), []).append(number)
            channel = edge.get("send", edge.get("receive"))
            guarded = any(is_operator(conjunct, "clk") for conjunct in edge.get("guard", []))
            if channel is None or not guarded:
                continue
            used = [self.channels[c] for c in self.cells_of(channel)]
            if any(c.get("urgent") for c in used):
                raise unsupported("a clock guard on an urgent channel")
            if "receive" in edge and any(c.get("broadcast") for c in used):
                raise unsupported("clock guards that decide who hears a broadcast")

    def cells_of(self, place):
        """The cells that a place can be."""
        if isinstance(place, int):
            return [place]
        return [] if place[0] == "error" else self.arrays[place[1]]["cells"]

    def attribute(self, process, location, name):
        return self.processes[process]["locations"][location].get(name)

    # Values are intervals: (low, high). A state has locations, and an interval for every slot.
    def cell(self, expr, state):
        """The cell that ["at", array, index…] or a number denotes."""
        if not isinstance(expr, list):
            return expr
        if expr[0] != "at":
            raise Failure("an error")
        array = self.arrays[expr[1]]
        position = 0
        for (low, count, _), index in zip(array["dimensions"], expr[2:], strict=True):
            at = known(self.value(index, state)) - low
            if not 0 <= at < count:
                raise Failure("an index is outside its array")
            position = position * count + at
        return array["cells"][position]

    def value(self, expr, state):
        if isinstance(expr, int):
            return (expr, expr)
        op, *args = expr
        if op == "v":
            return state[1][args[0]]
        if op == "el":
            return (args[1], args[1])
        if op == "loc":
            here = int(state[0][args[0]] == args[1])
            return (here, here)
        if op == "at":
            cell = self.cell(expr, state)
            return state[1][cell] if self.arrays[args[0]]["sort"] == "s" else self.value(cell, state)
        if op in ("&&", "||"):
            result = (int(op == "&&"),) * 2
            for arg in args:
                holds = truth(self.value(arg, state))
                if holds is (op == "||"):
                    return (int(holds),) * 2
                if holds is None:
                    result = (0, 1)
            return result
        if op == "!":
            holds = truth(self.value(args[0], state))
            return (0, 1) if holds is None else (int(not holds),) * 2
        if op == "?:":
            holds = truth(self.value(args[0], state))
            if holds is not None:
                return self.value(args[1 if holds else 2], state)
            a, b = self.value(args[1], state), self.value(args[2], state)
            return (min(a[0], b[0]), max(a[1], b[1]))
        if op == "+":
            values = [self.value(arg, state) for arg in args]
            if any(low != high for low, high in values):
                return WORD
            return (low_bits(sum(low for low, _ in values)),) * 2
        if op not in COMPARISONS and op not in ARITHMETIC:
            raise Failure("an error")
        a, b = (self.value(arg, state) for arg in args)
        if op in PICKY:
            known(a), known(b)
        if a[0] != a[1] or b[0] != b[1]:
            return (0, 1) if op in COMPARISONS else WORD
        result = int(COMPARISONS[op](a[0], b[0])) if op in COMPARISONS else ARITHMETIC[op](a[0], b[0])
        return (result, result)

    def holds(self, expr, state):
        result = truth(self.value(expr, state))
        if result is None:
            raise Failure("a value is not known")
        return result

    def constraints(self, conjuncts, state):
        """Those of the clocks; None: a conjunct on data is false."""
        result = []
        for conjunct in conjuncts:
            if not is_operator(conjunct, "clk"):
                if not self.holds(conjunct, state):
                    return None
            elif self.holds(conjunct[1], state):
                result += self.atom(conjunct, state)
        return result

    def atom(self, expr, state):
        x, y = self.cell(expr[2], state), self.cell(expr[3], state)
        op, bound = expr[4], known(self.value(expr[5], state))
        if abs(bound) >= UNLIMITED:
            raise Failure("a bound of a clock is too large")
        result = []
        if op in ("<", "<=", "=="):
            result.append((x, y, 2 * bound + int(op != "<")))
        if op in (">", ">=", "=="):
            result.append((y, x, -2 * bound + int(op != ">")))
        return [c if c[0] != c[1] else (0, 0, c[2]) for c in result]

    def execute(self, statements, state, sources):
        for op, *args in statements:
            if op == "set":
                slot, value = self.cell(args[0], state), self.value(args[1], state)
                low, high = self.ranges[slot]
                if value[0] < low or value[1] > high:
                    raise Failure(f"{self.slots[slot]['name']} leaves its range")
                state[1][slot] = value if value[0] == value[1] else (low, high)
            elif op == "reset":
                clock, value = self.cell(args[0], state), known(self.value(args[1], state))
                if not 0 <= value < UNLIMITED:
                    raise Failure("a clock is set to a bad value")
                sources[clock] = (0, value)
            elif op == "copy":
                target, source = self.cell(args[0], state), self.cell(args[1], state)
                sources[target] = sources[source]
            elif op == "if":
                self.execute(args[1] if self.holds(args[0], state) else args[2], state, sources)
            else:
                self.value(args[0], state)

    def invariant(self, state):
        """Constraints of all invariants; None: one is false on data."""
        invariants = [self.attribute(p, location, "invariant") or [] for p, location in enumerate(state[0])]
        each = [self.constraints(invariant, state) for invariant in invariants]  # any of them may fail
        return None if None in each else sum(each, [])

    def enabled(self, state):
        """Edges that their guards on data allow: (edge, channel or None, constraints), by process."""
        result = []
        for p, location in enumerate(state[0]):
            here = []
            for number in self.leaving.get((p, location), []):
                edge = self.edges[number]
                constraints = self.constraints(edge.get("guard", []), state)
                if constraints is None:
                    continue
                channel = edge.get("send", edge.get("receive"))
                here.append((number, None if channel is None else self.cell(channel, state), constraints))
            result.append(here)
        return result

    def moves(self, state):
        """Transitions that their data allow, as (edges, constraints); and whether time can pass."""
        enabled = self.enabled(state)
        at = [self.processes[p]["locations"][location] for p, location in enumerate(state[0])]
        timeless = any(place.get("urgent") or place.get("committed") for place in at)
        candidates = []
        for p, here in enumerate(enabled):
            for offer in here:
                number, channel, _ = offer
                if channel is None:
                    candidates.append([offer])
                elif "send" in self.edges[number]:
                    hearers = [
                        [other for other in there if other[1] == channel and "receive" in self.edges[other[0]]]
                        for q, there in enumerate(enabled)
                        if q != p
                    ]
                    if self.channels[channel].get("broadcast"):
                        ways = [list(way) for way in itertools.product(*[h for h in hearers if h])]
                    else:
                        ways = [[other] for other in itertools.chain(*hearers)]
                    candidates += [[offer] + way for way in ways]
                    if self.channels[channel].get("urgent") and ways:
                        timeless = True
        committed = {p for p, place in enumerate(at) if place.get("committed")}
        moves = []
        for candidate in candidates:
            if not committed or any(self.edges[number]["process"] in committed for number, _, _ in candidate):
                moves.append((tuple(o[0] for o in candidate), [c for o in candidate for c in o[2]]))
        return moves, not timeless

    def can_delay(self, state):
        at = [self.processes[p]["locations"][location] for p, location in enumerate(state[0])]
        if any(place.get("urgent") or place.get("committed") for place in at):
            return False
        return not any(channel.get("urgent") for channel in self.channels) or self.moves(state)[1]

    def take(self, state, move):
        """The target, and where its clocks come from."""
        target = (list(state[0]), list(state[1]))
        sources = [(x, 0) for x in range(self.clocks + 1)]
        self.execute(self.hooks[0], target, sources)
        for number in move:
            self.execute(self.edges[number].get("update", []), target, sources)
        self.execute(self.hooks[1], target, sources)
        for number in move:
            target[0][self.edges[number]["process"]] = self.edges[number]["target"]
        return target, sources


# ---- symmetry ------------------------------------------------------------------------------------------------------

PLAIN, ANY = "plain", "any"  # sorts of values besides (set, first): numbers, and constants that may be anything


class Exchange:
    """Two elements of a set change places; a is None: nothing does."""

    def __init__(self, certificate, number=None, a=None, b=None):
        self.set, self.a, self.b = number, a, b
        self.certificate = certificate
        self.flat = certificate.flat
        flat = self.flat
        self.cells = {
            "p": list(range(len(flat.processes))),
            "s": list(range(len(flat.slots))),
            "x": list(range(flat.clocks + 1)),
            "c": list(range(len(flat.channels))),
        }
        if a is not None:
            certificate.move_cells(self.cells, [self.element if s == number else (lambda e: e) for s in range(len(certificate.sets))])

    def element(self, e):
        return self.b if e == self.a else self.a if e == self.b else e

    def constant(self, sort, value):
        if sort in (PLAIN, ANY) or sort[0] != self.set or self.a is None:
            return value
        return sort[1] + self.element(value - sort[1])

    # What an expression becomes, as a text that is the same for expressions that differ in order only.
    def sort_of(self, expr):
        if isinstance(expr, int) or expr[0] == "el":
            return ANY
        if expr[0] == "v":
            return self.certificate.holders.get(expr[1], PLAIN)
        if expr[0] == "at":
            if self.flat.arrays[expr[1]]["sort"] != "s":
                return ANY
            sorts = {self.certificate.holders.get(cell, PLAIN) for cell in self.flat.cells_of(expr)}
            need(len(sorts) == 1, "an array holds elements in some cells only")
            return sorts.pop()
        if expr[0] == "?:":
            return self.join(expr[2], expr[3])
        return PLAIN

    def join(self, *exprs):
        sorts = {self.sort_of(expr) for expr in exprs} - {ANY}
        need(len(sorts) <= 1, "an element is used with something else")
        return sorts.pop() if sorts else PLAIN

    def place(self, expr, sort):
        if isinstance(expr, int):
            return str(self.cells[sort][expr])
        return self.array(expr, lambda cell: self.cells[sort][cell]) if expr[0] == "at" else "error"

    def array(self, expr, image):
        """The array with its cells where they are moved to, and the indices."""
        array = self.flat.arrays[expr[1]]
        sorts = [self.sort_of(index) for index in expr[2:]]
        maps = []
        for sort, (low, count, _) in zip(sorts, array["dimensions"], strict=True):
            to = [self.constant(sort, low + k) - low for k in range(count)]
            need(sorted(to) == list(range(count)), "an index by elements leaves its array")
            maps.append(to)
        cells = [None] * len(array["cells"])
        for position, cell in zip(itertools.product(*maps), array["cells"], strict=True):
            at = 0
            for k, (_, count, _) in zip(position, array["dimensions"]):
                at = at * count + k
            cells[at] = image(cell)
        shape = [dimension[:2] for dimension in array["dimensions"]]
        indices = [self.text(index, sort) for index, sort in zip(expr[2:], sorts)]
        return f"(at {array['sort']} {shape} {cells} {' '.join(indices)})"

    def text(self, expr, sort=PLAIN):
        own = self.sort_of(expr)
        need(own in (ANY, sort), "an element is used as a number")
        if isinstance(expr, int):
            return str(self.constant(sort, expr))
        op, *args = expr
        if op == "v":
            return f"(v {self.cells['s'][args[0]]})"
        if op == "el":
            return str(self.constant(sort, args[1]))
        if op == "loc":
            return f"(loc {self.cells['p'][args[0]]} {args[1]})"
        if op == "at":
            if own == ANY:
                return self.array(expr, lambda cell: self.constant(sort, cell if isinstance(cell, int) else cell[2]))
            return self.array(expr, lambda cell: self.cells["s"][cell])
        if op == "clk":
            x, y = self.place(args[1], "x"), self.place(args[2], "x")
            return f"(clk {self.text(args[0])} {x} {y} {args[3]} {self.text(args[4])})"
        if op == "?:":
            return f"(?: {self.text(args[0])} {self.text(args[1], sort)} {self.text(args[2], sort)})"
        inner = self.join(*args) if op in ("==", "!=") else PLAIN
        texts = [self.text(arg, inner) for arg in args]
        if op in COMMUTING or (op in ("&&", "||") and not any(self.can_fail(arg) for arg in args)):
            texts.sort()
        return f"({op} {' '.join(texts)})"

    def can_fail(self, expr):
        if isinstance(expr, int):
            return False
        if expr[0] in PICKY or expr[0] == "error":
            return True
        if expr[0] == "at":
            for (low, count, _), index in zip(self.flat.arrays[expr[1]]["dimensions"], expr[2:], strict=True):
                slots = []
                if is_operator(index, "v"):
                    slots = [index[1]]
                elif is_operator(index, "at") and self.flat.arrays[index[1]]["sort"] == "s" and not self.can_fail(index):
                    slots = self.flat.cells_of(index)
                inside = [low <= self.flat.ranges[s][0] and self.flat.ranges[s][1] < low + count for s in slots]
                if not inside or not all(inside):
                    return True
            return False
        if expr[0] == "clk":
            return any(map(self.can_fail, [expr[1], expr[2], expr[3], expr[5]]))
        return any(map(self.can_fail, parts(expr)))

    def conjuncts(self, exprs):
        return self.text(["&&"] + (exprs or []))

    def statements(self, statements):
        texts, run = [], []  # the run: neighbours that touch nothing in common
        written, read = set(), set()
        for statement in statements:
            op, *args = statement
            writes, reads = self.certificate.touched([statement])
            if writes & (written | read) or reads & written:
                texts += sorted(run)
                run, written, read = [], set(), set()
            written |= writes
            read |= reads
            if op == "set":
                cells = [args[0]] if isinstance(args[0], int) else self.flat.cells_of(args[0])
                sorts = {self.certificate.holders.get(cell, PLAIN) for cell in cells} or {PLAIN}
                need(len(sorts) == 1, "an array holds elements in some cells only")
                text = f"(set {self.place(args[0], 's')} {self.text(args[1], sorts.pop())})"
            elif op == "reset":
                text = f"(reset {self.place(args[0], 'x')} {self.text(args[1])})"
            elif op == "copy":
                text = f"(copy {self.place(args[0], 'x')} {self.place(args[1], 'x')})"
            elif op == "if":
                text = f"(if {self.text(args[0])} {self.statements(args[1])} {self.statements(args[2])})"
            else:
                text = f"(evaluate {self.text(args[0], self.join(args[0]))})"
            run.append(text)
        return "[" + " ".join(texts + sorted(run)) + "]"

    def edge(self, edge):
        ends = f"{self.cells['p'][edge['process']]} {edge['source']} {edge['target']}"
        channel = "".join(f" {way} {self.place(edge[way], 'c')}" for way in ("send", "receive") if way in edge)
        return f"{ends}{channel} {self.conjuncts(edge.get('guard'))} {self.statements(edge.get('update', []))}"

    def process(self, process):
        return [
            (bool(at.get("urgent")), bool(at.get("committed")), self.conjuncts(at.get("invariant")))
            for at in process["locations"]
        ]

    def query(self, query):
        return [self.text(query[name]) for name in ("predicate", "consequence") if name in query]

    def check(self, same):
        """`same` is the exchange of nothing."""
        flat, holders = self.flat, self.certificate.holders
        what = f"exchanging {self.a} and {self.b} of set {self.set} changes "
        for s, to in enumerate(self.cells["s"]):
            need(flat.ranges[s] == flat.ranges[to] and holders.get(s) == holders.get(to), what + f"slot {s}")
            if s in holders and holders[s][0] == self.set:
                inside = [flat.ranges[s][0] <= holders[s][1] + e <= flat.ranges[s][1] for e in (self.a, self.b)]
                need(inside[0] == inside[1], what + f"the range of slot {s}")
        for c, to in enumerate(self.cells["c"]):
            for name in ("urgent", "broadcast"):
                need(flat.channels[c].get(name) == flat.channels[to].get(name), what + f"channel {c}")
        for p, to in enumerate(self.cells["p"]):
            need(self.process(flat.processes[p]) == same.process(flat.processes[to]), what + f"process {p}")
        plain, images = ([e.edge(edge) for edge in flat.edges] for e in (same, self))
        need(sorted(plain) == sorted(images), what + "the edges")
        number = {text: k for k, text in reversed(list(enumerate(plain)))}
        self.edges = [number[text] for text in images]
        for hook in flat.hooks:
            need(self.statements(hook) == same.statements(hook), what + "a statement of every transition")
        query = self.certificate.query
        need(self.query(query) == same.query(query), what + "the query")

    def fixes(self, row):
        locations, values = row
        cells = self.cells
        if any(locations[to] != locations[p] for p, to in enumerate(cells["p"])):
            return False
        return all(self.image(s, values[s]) == values[to] for s, to in enumerate(cells["s"]))

    def image(self, slot, value):
        if value[0] != value[1] or slot not in self.certificate.holders:
            return value
        return (self.constant(self.certificate.holders[slot], value[0]),) * 2

    def move(self, move):
        images = [self.edges[number] for number in move]
        return tuple(images[:1] + sorted(images[1:], key=lambda e: self.flat.edges[e]["process"]))


# ---- the certificate -----------------------------------------------------------------------------------------------


def integer(text):
    need(text.removeprefix("-").isdigit() and text.isascii() and len(text) < 16, f"'{text}' is not a number")
    return int(text)


def natural(text, end):
    value = integer(text)
    need(0 <= value < end, f"{value} is not a number below {end}")
    return value


class Node:
    def __init__(self, line, row, zone):
        self.line, self.row, self.zone = line, row, zone
        self.twins = self.pending_cover = None
        self.covers = {}
        self.cover_line = None


class Certificate:
    def __init__(self, flat_text, flat, text):
        self.flat = flat
        self.sets, self.families, self.holders = [], [], {}
        self.limits, self.inclusion = {}, False
        self.zones, self.nodes, self.initial = [], [], None
        self.covers, self.ended = 0, False
        self.line = 1
        self.placed = set()
        if not text.endswith("\n"):
            raise unreadable("the file is cut")
        lines = text[:-1].split("\n")
        try:
            self.header = json.loads(lines[0])
            good = self.header["format"] == "orbita-certificate" and self.header["version"] == 1
        except (ValueError, KeyError, TypeError):
            good = False
        if not good:
            raise unreadable("this is not a certificate")
        if self.header.get("flat_sha256") != hashlib.sha256(flat_text).hexdigest():
            raise unreadable("the certificate is about another flat model")
        found = [query for query in flat.queries if query["text"] == self.header.get("query")]
        if not found:
            raise unreadable("the flat model does not have the query")
        self.query = found[0]
        self.is_liveness = self.query["kind"] not in ("A[]", "E<>")
        need(self.header.get("kind") == ("liveness" if self.is_liveness else "safety"), "this is not the query's kind")
        self.pending = self.header.get("pending", 0) if self.is_liveness else 0
        if self.is_liveness and any(mentions(self.query.get(n), ("clk", "deadlock")) for n in ("predicate", "consequence")):
            raise unsupported("clocks or deadlock in a query about runs")
        for self.line, line in enumerate(lines[1:], 2):
            need(not self.ended, "there is more after the end")
            kind, *words = line.split(" ")
            reader = getattr(self, "read_" + kind, None) if len(kind) == 1 else None
            need(reader is not None, "this is not a record")
            reader(words)
        if not self.ended:
            raise unreadable("the file is cut")
        need(isinstance(self.pending, int) and 0 <= self.pending <= len(self.nodes), "there are not so many nodes")
        self.line = 1
        need(self.initial is not None, "the initial state is not covered")
        need(self.header.get("nodes") == len(self.nodes), "the number of nodes is another one")
        need(self.header.get("covers") == self.covers, "the number of covers is another one")

    def read_s(self, words):
        need(words != [], "a set has no number of elements")
        count = natural(words[0], 10**6)
        classes = [integer(word) for word in words[1:]] or [0] * count
        need(count > 0 and len(classes) == count, "a set has a class for each element")
        self.sets.append((classes, self.line))

    def read_f(self, words):
        need(len(words) >= 2 and words[0] in ("p", "s", "x", "c"), "this is not a family")
        sets = [natural(word, len(self.sets)) for word in words[1].split(",")]
        first, end = {
            "p": (0, len(self.flat.processes)),
            "s": (0, len(self.flat.slots)),
            "x": (1, self.flat.clocks + 1),
            "c": (0, len(self.flat.channels)),
        }[words[0]]
        cells = [integer(word) for word in words[2:]]
        size = 1
        for s in sets:
            size *= len(self.sets[s][0])
        need(len(cells) == size, "a family has a cell for all elements")
        for cell in cells:
            need(cell == -1 or first <= cell < end, f"there is no cell {cell}")
            need(cell == -1 or (words[0], cell) not in self.placed, f"cell {cell} is in two places")
            self.placed.add((words[0], cell))
        self.families.append((words[0], sets, cells, self.line))

    def read_v(self, words):
        need(len(words) >= 2, "this does not say what holds elements")
        number, first = natural(words[0], len(self.sets)), integer(words[1])
        for word in words[2:]:
            slot = natural(word, len(self.flat.slots))
            need(slot not in self.holders, f"slot {slot} holds elements twice")
            self.holders[slot] = (number, first)

    def read_limits(self, key, words):
        need(len(words) % 3 == 0, "bounds are clock, lower and upper")
        for x, lower, upper in zip(*[iter(words)] * 3):
            lower, upper = integer(lower), integer(upper)
            need(all(-1 <= bound <= UNLIMITED for bound in (lower, upper)), "a bound is too large")
            need(integer(x) > 0, "clock 0 has no bounds")
            self.limits.setdefault(key, []).append((natural(x, self.flat.clocks + 1), lower, upper))

    def read_g(self, words):
        if words == ["*"]:
            self.inclusion = True
        else:
            self.read_limits(None, words)

    def read_l(self, words):
        need(len(words) >= 2, "these bounds have no location")
        p = natural(words[0], len(self.flat.processes))
        self.read_limits((p, natural(words[1], len(self.flat.processes[p]["locations"]))), words[2:])

    def read_z(self, words):
        need(words and integer(words[0]) == len(self.zones), "zones are numbered in order")
        need(len(words) % 3 == 1, "constraints are two clocks and a bound")
        zone = everything(self.flat.clocks + 1)
        for x, y, bound in zip(*[iter(words[1:])] * 3):
            x, y, bound = natural(x, len(zone)), natural(y, len(zone)), integer(bound)
            need(x != y, "a clock is compared with itself")
            need(abs(bound) <= 2 * UNLIMITED, "a bound is too large")
            zone[x][y] = min(zone[x][y], bound)
        zone = closed(zone)
        need(zone is not None, "the zone is empty")
        self.zones.append(zone)

    def read_n(self, words):
        text = " ".join(words).split("|")
        need(len(text) == 3, "a node is locations, values and a zone")
        first, values = text[0].split(" "), text[1].split(" ") if text[1] else []
        need(integer(first[0]) == len(self.nodes), "nodes are numbered in order")
        need(len(first) == 1 + len(self.flat.processes) and len(values) == len(self.flat.slots), "the row is another one")
        locations = [natural(w, len(p["locations"])) for w, p in zip(first[1:], self.flat.processes)]
        row = []
        for word, (low, high) in zip(values, self.flat.ranges):
            value = (low, high) if word == "*" else (integer(word),) * 2
            need(low <= value[0] <= value[1] <= high, f"{word} is out of range")
            row.append(value)
        self.nodes.append(Node(self.line, (locations, row), self.zones[natural(text[2], len(self.zones))]))

    def node(self, words):
        need(words != [], "there is no node")
        return self.nodes[natural(words[0], len(self.nodes))]

    def read_t(self, words):
        node = self.node(words)
        need(node.twins is None, "a node has twins twice")
        node.twins = []
        for word in words[1:]:
            number, _, rest = word.partition(":")
            number = natural(number, len(self.sets))
            first, _, last = rest.partition("-")
            first, last = (natural(e, len(self.sets[number][0])) for e in (first, last))
            need(first <= last, "twins are in the wrong order")
            node.twins += [(number, e) for e in range(first, last + 1)]

    def read_p(self, words):
        node = self.node(words)
        need(node.pending_cover is None and len(words) == 2, "a node has one cover in which what must end goes on")
        node.pending_cover = self.cover(words[1])

    def read_c(self, words):
        node = self.node(words)
        need(node.cover_line is None, "a node has its covers twice")
        node.cover_line = self.line
        for word in words[1:]:
            edges, equal, cover = word.partition("=")
            need(equal == "=", "a cover is a transition and a node")
            move = tuple(natural(edge, len(self.flat.edges)) for edge in edges.split("+"))
            need(move not in node.covers, "a transition is covered twice")
            node.covers[move] = self.cover(cover)
            self.covers += 1

    def read_i(self, words):
        need(self.initial is None and len(words) == 1, "there is one cover of the initial state")
        self.initial = (self.line, self.cover(words[0]))

    def read_e(self, words):
        self.ended = True
        need([integer(word) for word in words] == [len(self.nodes), self.covers], "the file has other numbers of records")

    def cover(self, text):
        """(node, images of the elements of each set)"""
        number, *all_runs = text.split("/")
        number = integer(number)
        need(0 <= number and len(all_runs) <= len(self.sets), "this is not a cover")
        maps = []
        for (classes, _), text in itertools.zip_longest(self.sets, all_runs, fillvalue=""):
            shifts = [0] * len(classes)
            last = -1
            for run in text.split(",") if text else []:
                start, _, shift = run.partition(":")
                start = natural(start, len(classes))
                need(start > last, "runs are in order")
                shifts[start:] = [integer(shift)] * (len(classes) - start)
                last = start
            images = [e + shift for e, shift in enumerate(shifts)]
            need(sorted(images) == list(range(len(classes))), "this is not a permutation")
            need(all(classes[e] == classes[to] for e, to in enumerate(images)), "elements leave their class")
            maps.append(images)
        return number, maps

    def move_cells(self, cells, maps):
        """Puts the image of each cell into `cells`; maps: by set, what elements become."""
        for sort, sets, table, line in self.families:
            self.line = line
            counts = [len(self.sets[s][0]) for s in sets]
            for at, elements in enumerate(itertools.product(*map(range, counts))):
                to = 0
                for s, count, e in zip(sets, counts, elements):
                    to = to * count + maps[s](e)
                need((table[at] < 0) == (table[to] < 0), "a cell has no place to go")
                if table[at] >= 0:
                    cells[sort][table[at]] = table[to]

    def check_symmetry(self):
        """All exchanges of neighbours, by set and element."""
        self.exchanges = {}
        self.line = 1
        same = Exchange(self)
        for number, (classes, line) in enumerate(self.sets):
            for a in range(len(classes)):
                b = next((e for e in range(a + 1, len(classes)) if classes[e] == classes[a]), None)
                if b is None:
                    continue
                exchange = Exchange(self, number, a, b)
                self.line = line
                exchange.check(same)
                self.exchanges[(number, a)] = exchange
        if self.exchanges:
            self.line = self.sets[0][1]
            self.check_receivers()

    def check_receivers(self):
        flat = self.flat
        moving = {p for e in self.exchanges.values() for p, to in enumerate(e.cells["p"]) if p != to}
        heard = {}
        for edge in flat.edges:
            for channel in flat.cells_of(edge["receive"]) if "receive" in edge else []:
                if flat.channels[channel].get("broadcast"):
                    heard.setdefault(channel, []).append((edge["process"], *self.touched(edge.get("update", []))))
        for receivers in heard.values():
            for (p, written, read), (q, written_too, read_too) in itertools.permutations(receivers, 2):
                if p != q and (p in moving or q in moving):
                    need(not written & (written_too | read_too), "receivers of a broadcast touch the same cells")

    def touched(self, statements):
        written, read = set(), set()

        def reads(expr):
            if not isinstance(expr, list):
                return
            if expr[0] == "v":
                read.add(("s", expr[1]))
            if expr[0] == "at" and self.flat.arrays[expr[1]]["sort"] in "sx":
                read.update((self.flat.arrays[expr[1]]["sort"], cell) for cell in self.flat.cells_of(expr))
            for part in parts(expr):
                reads(part)

        def writes(place, sort):
            written.update((sort, cell) for cell in self.flat.cells_of(place))
            for part in parts(place):
                reads(part)

        for op, *args in statements:
            if op in ("set", "reset"):
                writes(args[0], "s" if op == "set" else "x")
                reads(args[1])
            elif op == "copy":
                writes(args[0], "x")
                if isinstance(args[1], int):
                    read.add(("x", args[1]))
                reads(args[1])
            elif op == "if":
                reads(args[0])
                for branch in args[1:]:
                    more = self.touched(branch)
                    written |= more[0]
                    read |= more[1]
            else:
                reads(args[0])
        return written, read

    # ---- the rules ----

    def bounds(self, locations):
        bounds = Bounds(self.flat.clocks, UNLIMITED if self.inclusion else -1)
        for key in [None, *enumerate(locations)]:
            for limit in self.limits.get(key, []):
                bounds.raise_to(*limit)
        return bounds

    def check_cover(self, row, zone, cover, source_bounds, sources, first, end):
        """The state is covered by the node under the permutation; the node is one of first, …, end - 1."""
        number, maps = cover
        need(first <= number < min(end, len(self.nodes)), f"node {number} cannot cover this")
        node = self.nodes[number]
        cells = Exchange(self).cells
        self.move_cells_of_cover(cells, maps)
        locations, values = node.row
        for p, to in enumerate(cells["p"]):
            need(row[0][to] == locations[p], f"node {number} is at other locations")
        for s, to in enumerate(cells["s"]):
            value = values[s]
            if value[0] == value[1] and s in self.holders:
                held, start = self.holders[s]
                e = value[0] - start
                if 0 <= e < len(maps[held]):
                    value = (start + maps[held][e],) * 2
            low, high = self.flat.ranges[to]
            need(value == row[1][to] or (values[s] == self.flat.ranges[s] and value == (low, high)), f"node {number} has other values")
        size = range(self.flat.clocks + 1)
        bounds, node_bounds = Bounds(self.flat.clocks), self.bounds(locations)
        other = [[None] * len(size) for _ in size]
        for x in size:
            bounds.lower[cells["x"][x]] = node_bounds.lower[x]
            bounds.upper[cells["x"][x]] = node_bounds.upper[x]
            for y in size:
                other[cells["x"][x]][cells["x"][y]] = node.zone[x][y]
        for x, (source, _) in enumerate(sources):
            if source != 0:
                need(bounds.lower[x] <= source_bounds.lower[source], f"a lower bound of node {number} is larger")
                need(bounds.upper[x] <= source_bounds.upper[source], f"an upper bound of node {number} is larger")
        need(within_alu(zone, other, bounds), f"the zone is not within that of node {number}")

    def move_cells_of_cover(self, cells, maps):
        line = self.line
        self.move_cells(cells, [images.__getitem__ for images in maps])
        self.line = line

    def after(self, zone, sources, invariant, can_delay):
        zone = cut_all(moved(zone, sources), invariant)
        return cut_all(up(zone), invariant) if zone is not None and can_delay else zone

    def check_initial(self):
        self.line, cover = self.initial
        flat = self.flat
        row = ([p["initial"] for p in flat.processes], [(slot["initial"],) * 2 for slot in flat.slots])
        first = self.pending
        end = len(self.nodes)
        if self.query["kind"] in ("A<>", "E[]"):
            if self.goes_on(row) is False:
                return
            first, end = 0, self.pending
        invariant = flat.invariant(row)
        if invariant is None:
            return
        can_delay = flat.can_delay(row)
        sources = [(0, value) for value in flat.initial_clocks]
        zone = self.after(everything(flat.clocks + 1), sources, invariant, can_delay)
        if zone is not None:
            self.check_cover(row, zone, cover, None, sources, first, end)

    def goes_on(self, row):
        """What must end may go on: True, False, None for unknown."""
        kind = self.query["kind"]
        predicate = self.query["consequence" if kind == "-->" else "predicate"]
        return truth(self.flat.value(predicate if kind == "E[]" else ["!", predicate], row))

    def check_node(self, number, node):
        flat = self.flat
        self.line = node.line
        is_ranked = number < self.pending
        bounds = self.bounds(node.row[0])
        invariant = flat.invariant(node.row)
        if invariant is None:
            need(not node.covers, "an invariant is false")
            return
        zone = self.cut_counted(node.zone, invariant, bounds)
        need(zone is None or zone != "missing", "a constraint of the invariant does not count")
        moves, can_delay = flat.moves(node.row)
        twins = self.twins(node, bounds)
        unknown = set(node.covers) - {move for move, _ in moves}
        if unknown:
            self.line = node.cover_line
            raise Rejected(f"there is no transition {'+'.join(map(str, min(unknown)))}")
        if zone is None:
            return
        for move, guard in moves:
            self.line = node.cover_line or node.line
            self.check_move(number, node, zone, bounds, move, guard, twins)
        self.line = node.line
        if is_ranked:
            if self.goes_on(node.row) is False:
                return
            if can_delay:
                everywhere = cut_all(everything(flat.clocks + 1), invariant)
                bounded = everywhere is None or any(everywhere[x][0] < INFINITY for x in range(1, len(everywhere)))
                need(bounded, "time can pass for ever")
            self.check_deadlock(node, zone, bounds, invariant, moves, can_delay)
        elif self.is_liveness:
            self.check_pending(node, zone, bounds)
        else:
            predicate = self.query["predicate"]
            for term in self.terms(predicate, self.query["kind"] == "E<>", node.row):
                bad = cut_all(zone, [c for c in term if c != "deadlock" and (c[0] == c[1] or bounds.count(c))])
                if bad is None:
                    continue
                need("deadlock" in term, "the query is violated")
                self.check_deadlock(node, bad, bounds, invariant, moves, can_delay)

    def cut_counted(self, zone, constraints, bounds):
        """Cut by the constraints that count. "missing": others do not hold anyway, and something is left."""
        missing = False
        for constraint in constraints:
            x, y, bound = constraint
            if x == y or bounds.count(constraint):
                zone = cut(zone, constraint)
                if zone is None:
                    return None
            elif bound < zone[x][y]:
                missing = True
        return "missing" if missing else zone

    def twins(self, node, bounds):
        result = []
        for number, e in node.twins or []:
            exchange = self.exchanges.get((number, e))
            need(exchange is not None, f"element {e} has no neighbour")
            need(exchange.fixes(node.row), f"elements {e} and {exchange.b} are not twins: values differ")
            to = exchange.cells["x"]
            size = range(len(to))
            for side in (bounds.lower, bounds.upper):
                need(all(side[x] == side[to[x]] for x in size), f"elements {e} and {exchange.b} are not twins: bounds differ")
            image = [[node.zone[to[x]][to[y]] for y in size] for x in size]
            need(within_alu(image, node.zone, bounds), f"elements {e} and {exchange.b} are not twins: the zone differs")
            result.append(exchange)
        return result

    def check_move(self, number, node, zone, bounds, move, guard, twins):
        flat = self.flat
        name = "transition " + "+".join(map(str, move))
        cover = node.covers.get(move)
        if cover is None and any(twin.move(move) < move for twin in twins):
            return
        zone = self.cut_counted(zone, guard, bounds)
        if zone is None:
            return
        need(zone != "missing", f"{name} has a constraint that does not count")
        target, sources = flat.take(node.row, move)
        if number < self.pending and self.goes_on(target) is False:
            return
        invariant = flat.invariant(target)
        if invariant is None:
            return
        needed = [before(c, sources) for c in invariant]
        if False in needed:
            return
        zone = self.cut_counted(zone, [c for c in needed if c is not True], bounds)
        if zone is None:
            return
        need(zone != "missing", f"{name} has a constraint that does not count")
        need(cover is not None, f"{name} has no cover")
        can_delay = flat.can_delay(target)
        counting = [c for c, was in zip(invariant, needed) if was is True or bounds.count(was)]
        zone = self.after(zone, sources, counting, can_delay)
        waits = all(bound >= zone[x][y] for x, y, bound in invariant)
        need(waits, f"after a delay, {name} meets an invariant that does not count")
        first, end = (0, number) if number < self.pending else (self.pending, len(self.nodes))
        self.check_cover(target, zone, cover, bounds, sources, first, end)

    def check_pending(self, node, zone, bounds):
        if self.query["kind"] != "-->" or self.goes_on(node.row) is False:
            return
        if truth(self.flat.value(self.query["predicate"], node.row)) is False:
            return
        need(node.pending_cover is not None, "no ranked node covers this one")
        sources = [(x, 0) for x in range(self.flat.clocks + 1)]
        self.check_cover(node.row, zone, node.pending_cover, bounds, sources, 0, self.pending)

    def terms(self, expr, wanted, row):
        """Where the predicate is as wanted: any of the terms, of which all constraints hold; may be more."""
        if not mentions(expr, ("clk", "deadlock")):
            return [] if truth(self.flat.value(expr, row)) is (not wanted) else [[]]
        op, *args = expr
        if op == "deadlock":
            return [["deadlock"] if wanted else []]
        if op == "clk":
            atoms = self.flat.atom(expr, row)
            return [atoms] if wanted else [[(y, x, 1 - bound)] for x, y, bound in atoms]
        if op == "!":
            return self.terms(args[0], not wanted, row)
        result = [[]] if (op == "&&") == wanted else []
        for arg in args:
            inner = self.terms(arg, wanted, row)
            result = [a + b for a in result for b in inner] if (op == "&&") == wanted else result + inner
            if ([] in result) if (op == "&&") != wanted else not result:
                break
        return result

    def check_deadlock(self, node, zone, bounds, invariant, moves, can_delay):
        everywhere = cut_all(everything(self.flat.clocks + 1), invariant)
        if everywhere is None:
            return
        ways, counted_ways = [], []
        for move, guard in moves:
            try:
                target, sources = self.flat.take(node.row, move)
                after = self.flat.invariant(target)
            except Failure:
                continue
            if after is None:
                continue
            constraints = guard + [before(c, sources) for c in after]
            if False in constraints:
                continue
            constraints = [c for c in constraints if c is not True]
            way = cut_all(everywhere, constraints)
            if way is None:
                continue
            if can_delay:
                way = cut_all(down(way), invariant)
            ways.append(way)
            if all(c[0] == c[1] or bounds.count(c, True) for c in constraints):
                counted_ways.append(way)
        counts = all(c[0] == c[1] or bounds.count(c, True) for c in invariant)
        everything_moves = self.all_reach(everywhere, ways, invariant, can_delay)
        moves = everything_moves or (counts and self.all_reach(zone, counted_ways, invariant, can_delay))
        need(moves, "a deadlock is possible")

    def all_reach(self, zone, ways, invariant, can_delay):
        """From everywhere in the zone one of the ways is reached."""
        limits = [(x, bound) for x, y, bound in invariant if x != 0 and y == 0]
        if can_delay and limits and all(bound % 2 == 1 for _, bound in limits):
            later = cut_all(up(zone), invariant)
            return all(subset_of_union(cut(later, (0, x, 2 - bound)), ways) for x, bound in limits)
        return subset_of_union(zone, ways)

    def check(self):
        self.check_symmetry()
        self.check_initial()
        for number, node in enumerate(self.nodes):
            self.check_node(number, node)


def check(flat_name, certificate_name):
    with open(flat_name, "rb") as file:
        flat_text = file.read()
    with open(certificate_name, encoding="utf-8", errors="replace", newline="\n") as file:
        text = file.read()
    certificate = None
    try:
        try:
            flat = Flat(flat_text)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise unreadable(f"the flat model: {error!r}") from error
        certificate = Certificate.__new__(Certificate)
        certificate.__init__(flat_text, flat, text)
        certificate.check()
    except Rejected as error:
        return 1, f"s REJECTED line {certificate.line}: {error}"
    except Verdict as verdict:
        return verdict.code, str(verdict)
    return 0, "s CERTIFIED " + certificate.query["text"]


def main(arguments):
    code = 2
    for flat_name, certificate_name in zip(arguments[::2], arguments[1::2]):
        code, line = check(flat_name, certificate_name)
        print(line, flush=True)
    return code


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    sys.exit(main(sys.argv[1:]))
