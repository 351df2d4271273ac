#!/usr/bin/env python3
"""Checks traces of runs: an independent witness that shares no code with the simulator.

    check_trace.py FILE...       one summary line a file; the first breach names its line, and the status is 1
    check_trace.py --self-test FILE...
                                 the files must hold, and each of seven alterations of them must be refused

What is checked, from the lines of the trace alone:

  since chain       within a repository revs rise, and `since` is the rev before
  canonical         each key that a server or a client made is a key by SPEC 2 and within the run's cap
  strictly between  and lies strictly between `lower` and `upper`
  stands there      what the server inserts or moves stands where its anchors say, and `lower` and `upper` are the keys
                    of the rows beside it; with one author, since another's write may come between reading and writing.
                    Where a unique index stands in for the lock, another insert may come between too: then it stands on
                    the right side of its anchors
  exactly once      no intent takes effect twice: it writes each record that it names at most once, over all its
                    attempts, and no others unless it repairs or re-keys; where 200 was answered, all were written,
                    or none by a move, delete or restore that found everything as it should be
  total order       pages ascend: keys by their bytes, then rkey, then did; malformed keys last, by rkey and did
  convergence       at rest each view serves exactly the live records of active repositories, group by group
"""

import bisect
import json
import sys
from collections import Counter, defaultdict

DIGITS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Breach(Exception):
    """What was met and what should have been, with the law that it breaks and the line that shows it."""

    def __init__(self, law, line, message):
        super().__init__(f"line {line}: {law}: {message}")
        self.law = law


def refusal(key, cap):
    """Why a value is no key; None if it is one."""
    if not isinstance(key, str):
        return "not a text"
    text = key.encode()
    if not text:
        return "empty"
    if len(text) > cap:
        return f"{len(text)} bytes, {cap} are allowed"
    if any(byte not in DIGITS for byte in text):
        return "a byte outside the alphabet"
    head = key[0]
    if "a" <= head <= "z":
        digits = ord(head) - ord("a") + 1
    elif "A" <= head <= "Z":
        digits = ord("Z") - ord(head) + 1
    else:
        return "a digit for a head"
    if len(text) < 1 + digits:
        return f"{len(text) - 1} digits, the head promises {digits}"
    if key == "A" + 26 * "0":
        return "the floor"
    if len(text) > 1 + digits and key.endswith("0"):
        return "a fraction that ends in 0"
    return None


def place(key, rkey, did):
    """What a row is sorted by."""
    if refusal(key, 512) is None:
        return (0, key.encode(), rkey.encode(), did.encode())
    return (1, b"", rkey.encode(), did.encode())


class Trace:
    """Replays one trace, line by line."""

    def __init__(self):
        self.line = 0
        self.run = None
        self.heads = {}  # by did: the newest rev
        self.active = defaultdict(lambda: True)  # by did
        self.records = {}  # live records: (did, rkey) to (parent, sortKey)
        self.groups = defaultdict(list)  # by parent: the places and names of its live records, in order
        self.asked = {}  # by (intent, attempt): what it does, and the records that it names
        self.effects = {}  # by intent: the attempt that took effect first, and the records written so far
        self.done = {}  # intents answered 200, by the attempt that was answered first
        self.seqs = {}  # by seq: the (did, rev) of a commit
        self.expected = None  # at rest, by parent: its rows in order
        self.served = {}  # by (view, parent): its rows in order
        self.end = None
        self.compared = Counter()

    def breach(self, law, message):
        raise Breach(law, self.line, message)

    def hold(self, law, holds, message):
        self.compared[law] += 1
        if not holds:
            self.breach(law, message() if callable(message) else message)

    def read(self, lines):
        for number, line in enumerate(lines, 1):
            self.line = number
            if self.end is not None:
                self.breach("form", "a line after the end")
            if self.run is None and line["kind"] != "run":
                self.breach("form", "the first line does not say what is run")
            step = getattr(self, "step_" + line["kind"], None)
            if step:
                step(line)
        if self.end is None:
            self.breach("form", "the trace has no end")
        return self

    def step_run(self, line):
        if self.run is not None:
            self.breach("form", "a second run")
        self.run = line

    def step_intended(self, line):
        intent, attempt = line["intent"], line["attempt"]
        asked = (line["op"], [tuple(name.split("/")) for name in line["records"]])
        known = self.asked.setdefault((intent, attempt), asked)
        self.hold("exactly once", known == asked, f"attempt {attempt} of intent {intent} asks for something else")

    step_sent = step_intended

    def step_account(self, line):
        self.active[line["did"]] = line["active"]

    def step_reply(self, line):
        if line["status"] == 200:
            self.done.setdefault(line["intent"], line["attempt"])

    def step_commit(self, line):
        did, rev, since = line["did"], line["rev"], line["since"]
        head = self.heads.get(did)
        self.hold("since chain", since == head, lambda: f"{did} is at {head}, and {rev} has since {since}")
        self.hold("since chain", head is None or rev > head, lambda: f"{did} is at {head}, and {rev} is no later")
        self.heads[did] = rev
        self.seqs[line["seq"]] = (did, rev)
        self.check_once(line)
        for op in line["ops"]:
            self.apply(line, op)
        if line["by"] == "server" and line["op"] in ("insert", "move") and self.run["authors"] == 1:
            self.check_place(line)

    def apply(self, commit, op):
        name = (commit["did"], op["rkey"])
        is_live = name in self.records
        if is_live:
            parent, key = self.records.pop(name)
            group = self.groups[parent]
            del group[bisect.bisect_left(group, (place(key, name[1], name[0]), name))]
        if op["action"] == "delete":
            return
        self.hold("form", is_live == (op["action"] == "update"), lambda: f"{op['action']} of {name}, live: {is_live}")
        key = op["sortKey"]
        self.records[name] = (op["parent"], key)
        bisect.insort(self.groups[op["parent"]], (place(key, name[1], name[0]), name))
        if commit["by"] != "rogue":
            self.check_key(commit, key)

    def check_key(self, commit, key):
        reason = refusal(key, min(512, self.run["key_bytes_max"]))
        self.hold("canonical", reason is None, lambda: f"{key!r} is no key: {reason}")
        lower, upper = commit["lower"], commit["upper"]
        if lower is not None:
            self.hold("strictly between", lower.encode() < key.encode(), lambda: f"{key} is not above {lower}")
        if upper is not None:
            self.hold("strictly between", key.encode() < upper.encode(), lambda: f"{key} is not below {upper}")

    def check_place(self, commit):
        name = self.asked[commit["intent"], commit["attempt"]][1][0]
        parent, key = self.records[name]
        group = self.groups[parent]
        at = bisect.bisect_left(group, (place(key, name[1], name[0]), name))
        below = group[at - 1][1] if at > 0 else None
        above = group[at + 1][1] if at + 1 < len(group) else None
        after, before = ("/".join(row) if row else None for row in (below, above))
        law = "stands there"
        if self.run["discipline"] == "unique_index":
            for anchor, is_right in ((commit["after"], lambda at, own: at < own), (commit["before"], lambda at, own: own < at)):
                if anchor:
                    row = tuple(anchor.split("/"))
                    at = (place(self.records[row][1], row[1], row[0]), row)
                    own = (place(key, name[1], name[0]), name)
                    self.hold(law, is_right(at, own), lambda: f"{name} stands on the wrong side of {anchor}")
            return
        if commit["after"]:
            self.hold(law, after == commit["after"], lambda: f"{name} stands after {after}, not {commit['after']}")
        elif commit["before"]:
            self.hold(law, before == commit["before"], lambda: f"{name} stands before {before}, not {commit['before']}")
        elif commit["position"] == "first":
            self.hold(law, below is None, lambda: f"{name} stands after {after}, not first")
        else:
            self.hold(law, above is None, lambda: f"{name} stands before {before}, not last")
        if not commit["repair"] and not commit["rekey"]:
            for bound, row in (("lower", below), ("upper", above)):
                beside = self.records[row][1] if row else None
                # Malformed keys stand last and bound nothing.
                beside = beside if refusal(beside, 512) is None else None
                message = lambda: f"{bound} is {commit[bound]}, the key beside {name} is {beside}"
                self.hold(law, commit[bound] == beside, message)

    def check_once(self, commit):
        records = [(commit["did"], op["rkey"]) for op in commit["ops"]]
        self.hold("exactly once", len(set(records)) == len(records), "a commit changes a record twice")
        if commit["by"] == "rogue":
            return
        intent, attempt = commit["intent"], commit["attempt"]
        if (intent, attempt) not in self.asked:
            self.breach("exactly once", f"nobody asked for attempt {attempt} of intent {intent}")
        names = set(self.asked[intent, attempt][1])
        first, written = self.effects.setdefault(intent, (attempt, set()))
        # An import goes on where an earlier attempt stopped; whatever else changes its mind has done nothing yet.
        is_same = set(self.asked[intent, first][1]) == names
        self.hold("exactly once", is_same, lambda: f"attempts {first} and {attempt} of intent {intent} took effect")
        for record in records:
            if record in names:
                self.hold("exactly once", record not in written, lambda: f"intent {intent} writes {record} again")
                written.add(record)
            else:
                is_declared = commit["repair"] or commit["rekey"]
                self.hold("exactly once", is_declared, lambda: f"intent {intent} writes {record}, not its own")

    def step_deliver(self, line):
        # What is let in tells of a commit that was made, under its own place in the stream.
        if line["fate"] != "refused":
            made = self.seqs.get(line["seq"])
            self.hold("form", made == (line["did"], line["rev"]), f"frame {line['seq']} is commit {made}")

    def step_rest(self, line):
        self.hold("convergence", line["views"] == self.run["views"], "a view is missing at rest")
        shown = {
            parent: [name for _, name in rows if self.active[name[0]]] for parent, rows in self.groups.items()
        }
        self.expected = {parent: rows for parent, rows in shown.items() if rows}

    def step_page(self, line):
        if self.expected is None:
            self.breach("form", "a page before the rest")
        view, parent = line["view"], line["parent"]
        if (view, parent) in self.served:
            self.breach("total order", f"view {view} serves the group of {parent} twice")
        rows = [(row["did"], row["rkey"]) for row in line["rows"]]
        self.check_order(view, rows)
        expected = self.expected.get(parent, [])
        self.hold("convergence", rows == expected, lambda: self.difference(view, parent, rows, expected))
        for name, row in zip(rows, line["rows"]):
            written, served = json.dumps(self.records[name][1]), json.dumps(row["sortKey"])
            self.hold("convergence", written == served, lambda: f"{name} has {written}, view {view} serves {served}")
        self.served[view, parent] = rows

    def check_order(self, view, rows):
        """The keys are those of the commits, not those that the view says."""
        for name in rows:
            self.hold("convergence", name in self.records, lambda: f"view {view} serves {name}, which is not live")
        places = [place(self.records[name][1], name[1], name[0]) for name in rows]
        for at in range(1, len(rows)):
            message = lambda: f"view {view} serves {rows[at - 1]} before {rows[at]}"
            self.hold("total order", places[at - 1] < places[at], message)

    @staticmethod
    def difference(view, parent, rows, expected):
        missing, more = set(expected) - set(rows), set(rows) - set(expected)
        return f"view {view}, group {parent}: {sorted(missing)[:3]} missing, {sorted(more)[:3]} too many"

    def step_end(self, line):
        self.end = line
        if line["verdict"] in ("held", "vacuous"):
            if self.expected is None:
                self.breach("convergence", "the run ended well and never came to rest")
            self.check_acknowledged()
        if self.expected is not None:
            self.check_all_served()

    def check_acknowledged(self):
        for intent, answered in sorted(self.done.items()):
            attempt, written = self.effects.get(intent, (answered, set()))
            if (intent, attempt) not in self.asked:
                self.breach("exactly once", f"intent {intent} was acknowledged, and nobody asked for it")
            op, names = self.asked[intent, attempt]
            holds = len(written) == len(names) or (not written and op not in ("insert", "import"))
            message = f"intent {intent}, {op}, was acknowledged with {len(written)} of {len(names)} records written"
            self.hold("exactly once", holds, message)

    def check_all_served(self):
        for view in range(self.run["views"]):
            for parent, rows in self.expected.items():
                is_served = (view, parent) in self.served
                self.hold("convergence", is_served, lambda: f"view {view} serves no group of {parent}")


def check(lines):
    return Trace().read(lines)


def load(path):
    """The lines of a file as objects."""
    lines = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(file, 1):
            try:
                lines.append(json.loads(text))
            except ValueError as error:
                raise Breach("form", number, f"no JSON: {error}") from error
    return lines


def copied(lines):
    return json.loads(json.dumps(lines))


def find(lines, wanted):
    """The last line that is wanted; None if there is none."""
    return next((line for line in reversed(lines) if wanted(line)), None)


# Alterations: each changes a good trace in one place, and gives False where the trace has no such place.


def swap_two_rows(lines):
    page = find(lines, lambda line: line["kind"] == "page" and len(line["rows"]) > 1)
    if page is None:
        return False
    rows = page["rows"]
    rows[0], rows[1] = rows[1], rows[0]
    return True


def drop_a_row(lines):
    page = find(lines, lambda line: line["kind"] == "page" and len(line["rows"]) > 1)
    if page is None:
        return False
    page["rows"].pop()
    return True


def duplicate_a_commit(lines):
    """Made with care: the copy has a place, a rev and a since of its own, and only changes what is live."""
    commits = [line for line in lines if line["kind"] == "commit"]
    last = {commit["did"]: commit for commit in commits}.values()
    good = [commit for commit in last if commit["by"] != "rogue" and commit["ops"][0]["action"] != "delete"]
    if not good:
        return False
    commit = good[0]
    again = copied(commit)
    again.update(seq=commits[-1]["seq"] + 1, since=commit["rev"], rev=commit["rev"] + "2")
    for op in again["ops"]:
        op["action"] = "update" if op["action"] == "create" else op["action"]
    lines.insert(lines.index(commit) + 1, again)
    return True


def widen_a_key(lines):
    """The key goes beyond the upper bound, and stays canonical."""
    is_bounded = lambda line: line["kind"] == "commit" and line["upper"] and line["ops"][0]["action"] != "delete"
    commit = find(lines, is_bounded)
    if commit is None:
        return False
    commit["ops"][0]["sortKey"] = commit["upper"]
    return True


def break_since(lines):
    commit = find(lines, lambda line: line["kind"] == "commit" and line["since"])
    if commit is None:
        return False
    commit["since"] = commit["rev"]
    return True


def spoil_a_key(lines):
    is_made = lambda line: line["kind"] == "commit" and line["by"] != "rogue"
    commit = find(lines, lambda line: is_made(line) and line["ops"][0]["action"] != "delete")
    if commit is None:
        return False
    commit["ops"][0]["sortKey"] += "-"
    return True


def forget_a_bound(lines):
    """What was made from two keys looks like an append or a prepend: only the rows beside it tell."""
    is_made = lambda line: line["kind"] == "commit" and line["by"] == "server" and line["op"] in ("insert", "move")
    commit = find(lines, lambda line: is_made(line) and line["lower"] and not line["repair"])
    if commit is None or lines[0]["authors"] > 1 or lines[0]["discipline"] != "lock":
        return False
    commit["lower"] = None
    return True


ALTERATIONS = [
    (swap_two_rows, "total order"),
    (drop_a_row, "convergence"),
    (duplicate_a_commit, "exactly once"),
    (widen_a_key, "strictly between"),
    (break_since, "since chain"),
    (spoil_a_key, "canonical"),
    (forget_a_bound, "stands there"),
]


def self_test(traces):
    """Alters each trace in each way. Each must be refused for its own reason, and each way must be possible once."""
    refused = Counter()
    for path, lines in traces.items():
        for alter, law in ALTERATIONS:
            altered = copied(lines)
            if not alter(altered):
                continue
            name = alter.__name__
            try:
                check(altered)
            except Breach as breach:
                if breach.law != law:
                    raise SystemExit(f"{path}: {name} breaks `{law}`, but was refused for this: {breach}")
                refused[name] += 1
            else:
                raise SystemExit(f"{path}: {name} was not noticed")
    for alter, _ in ALTERATIONS:
        if not refused[alter.__name__]:
            raise SystemExit(f"no trace could be altered by {alter.__name__}")
    print("self-test  " + ", ".join(f"{name} refused {times}x" for name, times in refused.items()))


def main(arguments):
    is_self_test = arguments[:1] == ["--self-test"]
    paths = arguments[1:] if is_self_test else arguments
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    traces = {}
    for path in paths:
        try:
            lines = load(path)
            trace = check(lines)
        except Breach as breach:
            print(f"{path}: {breach}", file=sys.stderr)
            return 1
        except OSError as error:
            print(f"{path} cannot be read: {error.strerror}", file=sys.stderr)
            return 2
        counts = ", ".join(f"{law} {count}" for law, count in sorted(trace.compared.items()))
        print(f"{path}: {trace.end['verdict']}, {len(lines)} lines; {counts}")
        if is_self_test:
            traces[path] = lines
    if is_self_test:
        self_test(traces)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
