"""What an application changed since the last time, and what was downloaded does there (RE). No I/O."""

from . import canonical_json
from .canonical_json import text_key
from .errors import WireError
from .field_types import is_hash
from .merge import is_unanimous, stamp_after
from .order import fnv1a64, has_lone_surrogate, utf16_key
from .rows import check_row, in_order

_FORM = {"version", "contentHash", "deleted", "deletedAt"}
_OWN_KEYS = ("data", "deletedAt", "id", "updatedAt")


def read_metadata(data):
    """The metadata in a JSON text (RE-1). Raises MALFORMED_JSON or INVALID_PARAMETER."""
    metadata = canonical_json.parse(data)
    _need(isinstance(metadata, dict), "metadata are an object")
    for collection, entries in metadata.items():
        _need(collection and not has_lone_surrogate(collection), "no name for a collection")
        _need(isinstance(entries, dict), "a collection's metadata are an object")
        for row_id, entry in entries.items():
            _need(isinstance(entry, dict), "a record's metadata are an object")
            _need(_FORM <= entry.keys() <= {*_FORM, "extra"}, "a member of metadata is missing or unknown")
            _need(is_hash(entry["contentHash"]), "contentHash is no hash")
            _need(isinstance(entry["deleted"], bool), "deleted is no boolean")
            deleted_at = entry["version"] if entry["deleted"] else None
            _need(text_key(entry["deletedAt"]) == text_key(deleted_at), "deletedAt is not the version, or not null")
            extra = entry.get("extra", {})
            _need(isinstance(extra, dict) and extra.keys().isdisjoint(_OWN_KEYS), "extra holds a row's own keys")
            try:
                check_row({**extra, "id": row_id, "updatedAt": entry["version"], "data": {}})
            except WireError as error:
                raise WireError("INVALID_PARAMETER", error.reason) from None
    return metadata


def fingerprint(profile, collection, row):
    """The hash of a row's data without the fields that the profile leaves out (RE-2)."""
    if "data" not in row:
        return fnv1a64(b"")
    excluded = profile["hashExclude"].get(collection, [])
    return fnv1a64(canonical_json.write({key: v for key, v in row["data"].items() if key not in excluded}))


def sorted_metadata(metadata):
    """The form of RE-1 in its order; a collection of which nothing is remembered is left out."""
    return {
        collection: {row_id: _remembered(**entry) for row_id, entry in in_order(entries).items()}
        for collection, entries in in_order(metadata).items()
        if entries
    }


def snapshot(merge, domain, metadata, now, consent=None):
    """The outcome of RE-14: `{"snapshot":...}`, or `{"needsConsent":...}` where RE-11 stops it.

    `domain` is the payload of the application's records; their stamps count for nothing, nor do its tombstones.
    """
    profile, changes = merge.profile, []
    domain, _ = merge.payloads([domain])
    remembered = {(name, row_id): entry for name, of in metadata.items() for row_id, entry in of.items()}
    found = {(name, row["id"]): row for name, of in domain["rows"].items() for row in of if "data" in row}

    live = [key for key, entry in remembered.items() if not entry["deleted"]]
    missing = [key for key in live if key not in found]
    if _is_too_much(profile["massDelete"], len(missing), len(live)) and (consent is None or consent < len(missing)):
        names = [name for name, _ in missing]
        counts = in_order({name: names.count(name) for name in names})
        return {"needsConsent": {"deletions": len(missing), "live": len(live), "collections": counts}}

    def stamp(key, change):
        version = stamp_after(profile, remembered[key]["version"] if key in remembered else None, now)
        changes.append({"change": change, "collection": key[0], "id": key[1], "version": version})
        return version

    rows, after = {}, {}
    for key in sorted({**found, **remembered}, key=lambda key: (utf16_key(key[0]), utf16_key(key[1]))):
        (collection, row_id), old = key, remembered.get(key)
        others = old.get("extra", {}) if old is not None else {}
        if key in found:
            row, digest = found[key], fingerprint(profile, collection, found[key])
            if old is None or old["deleted"] or old["contentHash"] != digest:
                version = stamp(key, "created" if old is None else "recreated" if old["deleted"] else "changed")
            else:
                version = old["version"]
            others = _unknown_keys(row) or others
            row = {**others, "id": row_id, "updatedAt": version, "data": row["data"]}
        else:
            version = old["version"] if old["deleted"] else stamp(key, "deleted")
            digest = old["contentHash"] if old["deleted"] else fnv1a64(b"")
            row = {**others, "id": row_id, "updatedAt": version, "deletedAt": version}
        rows.setdefault(collection, []).append(in_order(row))
        after.setdefault(collection, {})[row_id] = _remembered(version, digest, key not in found, extra=others)
    payload = in_order({**domain, "rows": rows})
    return {"snapshot": {"payload": payload, "metadata": after, "changes": changes}}


def plan(merge, snapshot_, remote):
    """What follows from a download (RE-14): rows to apply, and the payload to upload."""
    own = snapshot_["payload"]
    shared = {**own, "rows": {name: [row for row in of if not _stays(name, row)] for name, of in own["rows"].items()}}
    if shared["rows"].get("setting") == []:
        del shared["rows"]["setting"]
    payload, traces = merge.payloads([shared, *remote])
    local = {(name, row["id"]): row for name, of in own["rows"].items() for row in of}
    apply = [
        {"collection": name, "row": row}
        for name, of in payload["rows"].items()
        for row in of
        if (name, row["id"]) not in local
        or text_key(local[name, row["id"]]) != text_key(row) and not _stays(name, local[name, row["id"]])
    ]
    needs_upload = not remote or text_key(merge.payloads(remote)[0]) != text_key(payload)
    trace = [trace for trace in traces if not is_unanimous(trace)]
    return {"apply": apply, "needsUpload": needs_upload, "payload": payload, "trace": trace}


def metadata_after(merge, snapshot_, landed):
    """The metadata once these applications of a plan have landed (RE-9, RE-10)."""
    metadata = {collection: dict(entries) for collection, entries in snapshot_["metadata"].items()}
    for application in landed:
        collection, row = application["collection"], application["row"]
        digest = fingerprint(merge.profile, collection, row)
        entry = _remembered(row["updatedAt"], digest, "data" not in row, extra=_unknown_keys(row))
        metadata.setdefault(collection, {})[row["id"]] = entry
    return sorted_metadata(metadata)


def _remembered(version, contentHash, deleted, deletedAt=None, extra=None):
    entry = {"version": version, "contentHash": contentHash, "deleted": deleted}
    entry["deletedAt"] = version if deleted else None
    return {**entry, "extra": in_order(extra)} if extra else entry


def _is_too_much(limit, deletions, live):
    if limit is None:
        return False
    is_all = live > 1 and deletions == live
    return is_all or deletions >= limit["count"] and deletions * 100 >= live * limit["percent"]


def _stays(collection, row):
    """Whether a row must not leave the device (RC-17)."""
    return collection == "setting" and row.get("data", {}).get("scope") == "device"


def _unknown_keys(row):
    return {key: value for key, value in row.items() if key not in _OWN_KEYS}


def _need(condition, reason):
    if not condition:
        raise WireError("INVALID_PARAMETER", reason)
