"""Records whose fields are merged one by one (FT). The row carries the fields' states in its key `state`."""

from . import canonical_json
from .canonical_json import text_key
from .errors import WireError
from .order import fnv1a64, has_lone_surrogate, utf16_key
from .rows import MAX_TIME, in_order, pointer_part

# The members of each action, in the order in which they are written and hashed (FT-4).
ACTIONS = {
    "set": ("set",),
    "insert": ("insert", "after"),
    "remove": ("remove",),
    "review": ("review",),
    "add": ("add", "at"),
    "move": ("move", "at"),
    "drop": ("drop",),
}
ACTIONS_OF = {
    "register": ("set",),
    "move": ("set",),
    "counter": (),
    "list": ("insert", "remove", "review"),
    "set": ("add", "move", "drop"),
}
REGISTER = {"type": "register", "flagged": False}
_OWN_KEYS = ("data", "deletedAt", "id", "state", "updatedAt")


class Edit:
    """One change of one field by one device. `change` is what FT-5 hashes: the action's members, then `saw`."""

    def __init__(self, seq, replica, wrote_at, action, change):
        self.seq, self.replica, self.wrote_at = seq, replica, wrote_at
        self.action, self.change = action, change
        self.id = (seq, replica, fnv1a64(canonical_json.write(change)))

    @staticmethod
    def read(members, kind, path):
        """Reads the JSON form. Raises MALFORMED_ROW, also for what refers to an edit that isn't earlier (FT-6)."""
        _need(isinstance(members, dict), path, "not an edit")
        actions = [name for name in ACTIONS if name in members and name in ACTIONS_OF[kind]]
        _need(len(actions) == 1, path, f"not one action of a {kind}")
        action = actions[0]
        parts = ACTIONS[action]
        _need(members.keys() - {"saw"} == {"seq", "replica", "wroteAt", *parts}, path, "missing or unknown members")
        seq, replica, wrote_at = members["seq"], members["replica"], members["wroteAt"]
        _need(_is_integer(seq, 1), path, "seq is no number of an edit")
        _need(is_replica(replica), path, "replica is no name")
        _need(_is_integer(wrote_at, 0), path, "wroteAt is no time")
        _need(action != "review" or members["review"] is True, path, "review is not true")
        _need("at" not in parts or isinstance(members["at"], str), path, "at is no string")
        saw = members.get("saw", [])
        _need(isinstance(saw, list), path, "saw is no array")
        references = saw + [members[part] for part in ("after", "remove") if part in parts]
        if action == "insert" and members["after"] is None:
            references.pop()
        _need(all(_is_id(reference) and reference[0] < seq for reference in references), path, "not an earlier edit")
        change = {part: members[part] for part in parts}
        if saw:
            change["saw"] = sorted(saw, key=id_key)
        return Edit(seq, replica, wrote_at, action, change)

    def json(self):
        return {"seq": self.seq, "replica": self.replica, "wroteAt": self.wrote_at, **self.change}

    def rank(self):
        """By seq, then replica, then text: the greatest is the latest (FT-7)."""
        return self.seq, utf16_key(self.replica), text_key(self.change)

    def saw(self):
        return [tuple(seen) for seen in self.change.get("saw", [])]


class FieldState:
    """What is kept of one field: edits, or counts by replica."""

    def __init__(self, rule, edits, counts):
        self.kind, self.flagged, self.counts = rule["type"], rule["flagged"], counts
        by_id = {}
        for edit in edits:
            if edit.id not in by_id or by_id[edit.id].wrote_at < edit.wrote_at:
                by_id[edit.id] = edit
        self.edits = sorted(self._kept(by_id.values()), key=lambda edit: id_key(edit.id))

    @staticmethod
    def read(members, rule, path):
        _need(isinstance(members, dict) and members.keys() <= {"edits", "counts"}, path, "not a state of a field")
        edits, counts = members.get("edits", []), members.get("counts", {})
        _need(isinstance(edits, list), path, "edits is no array")
        _need(isinstance(counts, dict), path, "counts is no object")
        _need(not counts or rule["type"] == "counter", path, "counts of another type than counter")
        for replica, count in counts.items():
            _need(is_replica(replica), path, "counts of no replica")
            is_pair = isinstance(count, list) and len(count) == 2 and all(_is_integer(n, 0) for n in count)
            _need(is_pair, path, "a count is no [up, down]")
        return FieldState(rule, [Edit.read(edit, rule["type"], path) for edit in edits], counts)

    def merged(self, other):
        counts = {
            replica: [max(pair) for pair in zip(self.counts.get(replica, [0, 0]), other.counts.get(replica, [0, 0]))]
            for replica in {**self.counts, **other.counts}
        }
        return FieldState({"type": self.kind, "flagged": self.flagged}, self.edits + other.edits, counts)

    def json(self):
        if self.kind == "counter":
            return {"counts": in_order(self.counts)}
        return {"edits": [edit.json() for edit in self.edits]}

    def value(self):
        """The value in `data`, as a list of none or one."""
        if not self.edits and not self.counts:
            return []
        if self.kind in ("register", "move"):
            return [self.shown().change["set"]]
        values = {"counter": in_order, "list": lambda _: self._elements(), "set": lambda _: self._members()}
        return [canonical_json.write(values[self.kind](self.counts)).decode("utf-8")]

    def shown(self):
        """The edit whose value a register has, or None."""
        return max(self.edits, key=Edit.rank, default=None)

    def is_disputed(self):
        """Whether edits that hadn't seen each other wait for a person (FT-12)."""
        replaced = {seen for edit in self.edits for seen in edit.saw()}
        heads = [edit for edit in self.edits if edit.id not in replaced]
        if self.kind == "list":
            return self.flagged and len(heads) > 1
        actions = {text_key({part: edit.change[part] for part in ACTIONS[edit.action]}) for edit in heads}
        return self.flagged and len(actions) > 1

    def _kept(self, edits):
        if self.flagged or self.kind == "list":
            return edits
        if self.kind in ("register", "move"):
            return [max(edits, key=Edit.rank)] if edits else []
        there, places = _latest(edits, "add", "drop"), _latest(edits, "add", "move")
        kept = {edit.id: edit for edit in [*there.values(), *places.values()]}
        return kept.values()

    def _elements(self):
        """The elements of a list, depth first, the latest of those inserted at one place first (FT-9)."""
        known = {edit.id for edit in self.edits}
        removed = {tuple(edit.change["remove"]) for edit in self.edits if edit.action == "remove"}
        inserted = {}
        for edit in self.edits:
            if edit.action == "insert":
                after = tuple(edit.change["after"] or ())
                inserted.setdefault(after if after in known else (), []).append(edit)
        # Edits are sorted, so that the last one of a place is the one to come first.
        elements, pending = [], inserted.get((), [])
        while pending:
            edit = pending.pop()
            if edit.id not in removed:
                elements.append(edit.change["insert"])
            pending.extend(inserted.get(edit.id, []))
        return elements

    def _members(self):
        """The elements of a set by position, then text (FT-10)."""
        places = _latest(self.edits, "add", "move")
        members = [
            (utf16_key(places[key].change["at"]), key, edit.change["add"])
            for key, edit in _latest(self.edits, "add", "drop").items()
            if edit.action == "add"
        ]
        return [element for _, _, element in sorted(members, key=lambda member: member[:2])]


class Document:
    """A record with the states of its fields."""

    def __init__(self, row_id, fields, deletion, seq, stamp, others):
        self.id, self.fields, self.deletion = row_id, fields, deletion
        self.seq, self.stamp, self.others = seq, stamp, others

    @staticmethod
    def read(row, rules):
        """Reads a row with a state. Raises MALFORMED_ROW; `data` is not looked at (FT-2)."""
        state = row["state"]
        _need(isinstance(state, dict) and {"fields", "seq"} <= state.keys(), "/state", "not a state")
        _need(state.keys() <= {"deletion", "fields", "seq"}, "/state", "unknown members")
        _need(_is_integer(state["seq"], 0), "/state/seq", "not a number")
        _need(isinstance(state["fields"], dict), "/state/fields", "not an object")
        fields = {
            name: FieldState.read(members, rules.get(name, REGISTER), "/state/fields/" + pointer_part(name))
            for name, members in state["fields"].items()
        }
        deletion = None
        if "deletion" in state:
            deletion = FieldState.read(state["deletion"], REGISTER, "/state/deletion")
        others = {key: value for key, value in row.items() if key not in _OWN_KEYS}
        return Document(row["id"], fields, deletion, state["seq"], row["updatedAt"], others)

    @staticmethod
    def merged(documents):
        """What several versions of one record make together."""
        fields, deletion, others = {}, None, {}
        for document in documents:
            for name, state in document.fields.items():
                fields[name] = fields[name].merged(state) if name in fields else state
            if document.deletion is not None:
                deletion = deletion.merged(document.deletion) if deletion is not None else document.deletion
            for key, value in document.others.items():
                others[key] = max(value, others.get(key, value), key=text_key)
        seq, stamp = max(document.seq for document in documents), max(document.stamp for document in documents)
        return Document(documents[0].id, fields, deletion, seq, stamp, others)

    def row(self, declared):
        """The row: in `data` the declared fields first and then the others sorted, or a tombstone."""
        state = {"fields": {name: field.json() for name, field in in_order(self.fields).items()}, "seq": self.seq}
        if self.deletion is not None:
            state = {"deletion": self.deletion.json(), **state}
        row = {**self.others, "id": self.id, "state": state, "updatedAt": self.stamp}
        if self.deletion is not None and self.deletion.value() and self.deletion.value()[0] is True:
            row["deletedAt"] = self.stamp
        else:
            names = [*declared, *sorted(self.fields.keys() - set(declared), key=utf16_key)]
            row["data"] = {name: v for name in names if name in self.fields for v in self.fields[name].value()}
        return in_order(row)

    def field_traces(self, versions):
        """What became of the fields that the versions don't agree about, or that wait for a person (MG-14)."""
        traces = []
        for name, state in in_order(self.fields).items():
            states = [version.fields.get(name) for version in versions]
            disputed = state.is_disputed()
            if disputed or any(s is None or text_key(s.json()) != text_key(state.json()) for s in states):
                traces.append({"field": name, "outcome": "disputed" if disputed else _outcome(state.kind, states)})
        return traces


def _outcome(kind, states):
    if kind not in ("register", "move"):
        return "joined"
    shown = [state.shown() for state in states if state is not None]
    ids = {edit.id for edit in shown if edit is not None}
    return "duplicate" if len({(seq, replica) for seq, replica, _ in ids}) < len(ids) else "highest"


def _latest(edits, *actions):
    """The latest edit of these actions for each element, by the element's text."""
    latest = {}
    for edit in edits:
        if edit.action in actions:
            element = text_key(edit.change[edit.action])
            if element not in latest or latest[element].rank() < edit.rank():
                latest[element] = edit
    return latest


def id_key(edit_id):
    """The order of the ids of edits (FT-5); a hash has 16 digits, so its text sorts as the number does."""
    seq, replica, digits = edit_id
    return seq, utf16_key(replica), digits


def is_replica(name):
    return isinstance(name, str) and name != "" and not has_lone_surrogate(name)


def is_hash(text):
    """Whether a value is the text of a hash (RW-13)."""
    return isinstance(text, str) and len(text) == 16 and set(text) <= set("0123456789abcdef")


def _is_id(value):
    if not isinstance(value, list) or len(value) != 3:
        return False
    return _is_integer(value[0], 1) and isinstance(value[1], str) and is_hash(value[2])


def _is_integer(value, least):
    return type(value) is int and least <= value <= MAX_TIME


def _need(condition, path, reason):
    if not condition:
        raise WireError("MALFORMED_ROW", f"{reason} at {path}")
