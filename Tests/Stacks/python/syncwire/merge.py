"""The merge of rows and payloads by a profile (MG), and what a device does with unpublished changes."""

from . import canonical_json
from .canonical_json import text_key
from .errors import WireError
from .field_types import Document
from .order import has_lone_surrogate, utf16_key
from .rows import MAX_TIME, check_row, in_order, pointer_part

# What a version loses by, in the order in which versions are compared (MG-3 to MG-6).
LOSSES = ("deleted", "older", "smallerReplica", "smallerText")


def is_deleted(profile, row):
    """Whether a row says that its record was deleted (MG-7)."""
    if "data" not in row:
        return True
    soft = profile["softDelete"]
    if soft is None or soft["field"] not in row["data"]:
        return False
    value, stamp = row["data"][soft["field"]], row["data"].get(soft["stamp"])
    return text_key(value) == text_key(soft["value"]) and type(stamp) is int


def stamp_after(profile, seen, now):
    """The stamp of a change of a version stamped `seen`, or of a new record where it is None (MG-13)."""
    clock = min(max(now, 0), MAX_TIME)
    if seen is None or profile["order"] == "wall":
        return clock
    if seen == MAX_TIME:
        raise WireError("INVALID_PARAMETER", "no stamp is later than the one seen")
    return max(clock, seen + 1)


def is_unanimous(trace):
    """Whether all inputs of a merge have the row in the same bytes."""
    return all(entry["outcome"] in ("won", "same") for entry in trace["inputs"])


class Merge:
    """Merges by the rules of a profile; `records` are the tables of records.json."""

    def __init__(self, profile, records):
        self.profile = profile
        self.records = records

    def payloads(self, payloads):
        """The merged payload, and the traces of all rows in its order (MG-10, MG-14)."""
        for payload in payloads:
            for name, rows in payload["rows"].items():
                if len({row["id"] for row in rows}) < len(rows):
                    raise WireError("NOT_CANONICAL", f"an id is there twice at /rows/{pointer_part(name)}")
        merged, traces = {}, []
        for name in sorted({name for payload in payloads for name in payload["rows"]}, key=utf16_key):
            by_id = [{row["id"]: row for row in payload["rows"].get(name, [])} for payload in payloads]
            merged[name] = []
            for row_id in sorted({row_id for rows in by_id for row_id in rows}, key=utf16_key):
                row, trace = self.rows(name, [rows.get(row_id) for rows in by_id])
                merged[name].append(row)
                traces.append(trace)
        return in_order({**largest_of_each(payloads), "rows": merged, "schema": 1}), traces

    def rows(self, collection, versions):
        """The merge of one record's versions, of which some may be None, and its trace; None where all are."""
        present = [version for version in versions if version is not None]
        if not present:
            return None
        trace = {"collection": collection, "id": present[0]["id"], "inputs": [], "fields": [], "conflict": False}
        stamps = [None if version is None else version["updatedAt"] for version in versions]
        ranks = [None if version is None else self._rank(version) for version in versions]
        row, outcomes = self._by_record(collection, versions, ranks, trace)
        if self.profile["granularity"] == "field" and collection in self.profile["fieldTypes"]:
            row, outcomes = self._by_field(collection, versions, outcomes, trace) or (row, outcomes)
        trace["inputs"] = [{"outcome": outcome, "updatedAt": at} for outcome, at in zip(outcomes, stamps)]
        return row, trace

    def _by_record(self, collection, versions, ranks, trace):
        best = max(rank for rank in ranks if rank is not None)
        outcomes = ["absent" if rank is None else _loss(rank, best) or "same" for rank in ranks]
        winner = ranks.index(best)
        outcomes[winner] = "won"
        live = [v["data"] for v in versions if v is not None and not is_deleted(self.profile, v)]
        watched = self.profile["watched"].get(collection, [])
        tied = self.profile["tie"] == "conflict" and not {"smallerReplica", "smallerText"}.isdisjoint(outcomes)
        trace["conflict"] = tied or any(
            len({text_key(data[field]) if field in data else None for data in live}) > 1 for field in watched
        )
        return versions[winner], outcomes

    def _rank(self, row):
        profile = self.profile
        name = row.get("data", row).get(profile["replicaField"]) if profile["replicaField"] is not None else None
        encoded = None
        if isinstance(name, str):
            encoded = name.encode("utf-8", "surrogatepass") if profile["tie"] == "replica-bytes" else utf16_key(name)
        deletion_first = profile["delete"] == "absolute" and is_deleted(profile, row)
        return deletion_first, row["updatedAt"], (encoded is not None, encoded or b""), text_key(row)

    def _by_field(self, collection, versions, outcomes, trace):
        """The merge of the versions that have a state, or None where none has (FT-2, FT-3)."""
        rules, declared = self.profile["fieldTypes"][collection], self.records.fields_of.get(collection, [])
        documents = [
            Document.read(version, rules) if version is not None and "state" in version else None
            for version in versions
        ]
        stateful = [document for document in documents if document is not None]
        if not stateful:
            return None
        merged = Document.merged(stateful)
        trace["fields"] = merged.field_traces(stateful)
        trace["conflict"] = any(state.is_disputed() for state in merged.fields.values())
        if set(outcomes) <= {"won", "same", "absent"}:
            return None
        outcomes = [
            "absent" if version is None else "noState" if document is None else "merged"
            for version, document in zip(versions, documents)
        ]
        return merged.row([field["name"] for field in declared]), outcomes

    def replay(self, journal, payload, now):
        """The payload with the unpublished entries of a journal, and what became of each (MG-17, MG-18)."""
        pending = {(entry["collection"], entry["row"]["id"]): entry["row"] for entry in journal if not entry["synced"]}
        payload, _ = self.payloads([payload])
        collections = {name: {row["id"]: row for row in rows} for name, rows in payload["rows"].items()}
        replayed = []
        for name, row_id in sorted(pending, key=lambda key: (utf16_key(key[0]), utf16_key(key[1]))):
            there = collections.get(name, {}).get(row_id)
            row, outcome = self._replayed(name, pending[name, row_id], there, now)
            if row is not None:
                collections.setdefault(name, {})[row_id] = row
            replayed.append({"collection": name, "id": row_id, "outcome": outcome})
        rows = {name: [of[key] for key in sorted(of, key=utf16_key)] for name, of in in_order(collections).items()}
        return {**payload, "rows": rows}, replayed

    def _replayed(self, collection, row, there, now):
        pending = self.profile["localPending"]
        if there is not None and _without_stamps(row) == _without_stamps(there):
            return there, "present"
        if pending == "hold":
            return there, "held"
        if there is None:
            return row, "applied"
        if pending == "replay-restamp":
            return restamped(row, stamp_after(self.profile, there["updatedAt"], now)), "restamped"
        result, _ = self.rows(collection, [there, row])
        return result, "superseded" if text_key(result) == text_key(there) else "applied"


def _loss(rank, best):
    return next((reason for reason, a, b in zip(LOSSES, rank, best) if a != b), None)


def restamped(row, stamp):
    """The row with another stamp."""
    return {key: stamp if key in ("updatedAt", "deletedAt") else value for key, value in row.items()}


def _without_stamps(row):
    return text_key(restamped(row, 0))


def largest_of_each(objects):
    """Each member of any of the objects, of several values the one of the larger canonical text (MG-11)."""
    largest = {}
    for members in objects:
        for key, value in members.items():
            if key not in ("rows", "schema") and (key not in largest or text_key(largest[key]) < text_key(value)):
                largest[key] = value
    return largest


def read_journal(data):
    """The entries in a JSON text (MG-17). Raises MALFORMED_JSON, INVALID_PARAMETER or MALFORMED_ROW."""
    journal = canonical_json.parse(data)
    if not isinstance(journal, list):
        raise WireError("INVALID_PARAMETER", "a journal is an array")
    return [_read_entry(entry) for entry in journal]


def _read_entry(entry):
    if not isinstance(entry, dict) or entry.keys() != {"collection", "row", "synced"}:
        raise WireError("INVALID_PARAMETER", "an entry of a journal has collection, row and synced")
    name = entry["collection"]
    if not isinstance(name, str) or not name or has_lone_surrogate(name) or not isinstance(entry["synced"], bool):
        raise WireError("INVALID_PARAMETER", "an entry's collection is no name, or synced neither true nor false")
    check_row(entry["row"])
    return {**entry, "row": in_order(entry["row"])}
