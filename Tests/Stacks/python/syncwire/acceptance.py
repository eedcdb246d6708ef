"""What a server answers to pushed events and their history, and what a device makes of changes (MG-19 to MG-28, MG-30)."""

import datetime
import re

from . import canonical_json
from .canonical_json import text_key
from .errors import WireError
from .merge import is_deleted, restamped, stamp_after
from .order import compare
from .rows import check_row, in_order

LIFECYCLE = {
    "active": ("paused", "archived", "deleted"),
    "paused": ("active", "archived", "deleted"),
    "archived": ("active", "deleted"),
}
DAY = 86_400_000
ANSWERS = ("accepted", "conflict", "rejected")
REASONS = (
    *("created", "newer", "deletion", "duplicate", "matching", "older", "tie", "otherPeriod", "tooOld", "deleted"),
    *("lifecycle", "inactive", "noParent", "idReused", "malformed"),
)
_TIMESTAMP = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)


def milliseconds(text):
    """Milliseconds since 1970 of an RFC 3339 timestamp, floored; None for anything else (MG-22)."""
    match = _TIMESTAMP.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    fraction, sign, east_hours, east_minutes = match.groups()[6:]
    east = 0 if sign is None else int(sign + "1") * (int(east_hours) * 60 + int(east_minutes))
    is_offset = sign is None or int(east_hours) < 24 and int(east_minutes) < 60
    # Python's calendar has the years 1 to 9999, in which 400 years always have the same days.
    cycles, year = divmod(year, 400)
    try:
        days = datetime.date(year + 400, month, day).toordinal() - datetime.date(2370, 1, 1).toordinal()
        days += cycles * 146097
    except ValueError:
        return None
    if hour > 23 or minute > 59 or second > 60 or not is_offset:
        return None
    minutes = (days * 24 + hour) * 60 + minute - east
    return (minutes * 60 + second) * 1000 + int((fraction or "").ljust(3, "0")[:3])


class Acceptance:
    """The rules of a profile; `records` are the tables of records.json."""

    def __init__(self, profile, records):
        self.profile = profile
        self.records = records

    def event(self, pushed, stored, now):
        """The verdict about a pushed event, given the stored version or None (MG-23 to MG-25)."""
        if self._is_malformed("event", pushed):
            return _verdict("rejected", "malformed")
        if stored is not None and self._is_malformed("event", stored):
            stored = None
        deletes = self._is_deleted_event(pushed)
        age = self.profile["acceptAge"]
        is_too_old = age is not None and now - pushed["updatedAt"] > age
        if stored is None:
            if is_too_old and not deletes:
                return _verdict("conflict", "tooOld")
            return _verdict("accepted", "deletion" if deletes else "created")
        if deletes:
            return _verdict("accepted", "duplicate" if self._is_deleted_event(stored) else "deletion")
        if self._is_deleted_event(stored):
            return _verdict("rejected", "deleted")
        if _is_same(pushed, stored):
            return _verdict("accepted", "duplicate")
        new, old = pushed["data"], stored["data"]
        if new["state"] != old["state"] and new["state"] not in LIFECYCLE.get(old["state"], ()):
            return _verdict("rejected", "lifecycle")
        if is_too_old:
            return _verdict("conflict", "tooOld")
        if compare(new["periodStart"], old["periodStart"]) < 0:
            return _verdict("conflict", "otherPeriod")
        if self._without_stamp(pushed) == self._without_stamp(stored):
            return _verdict("accepted", "matching")
        if pushed["updatedAt"] == stored["updatedAt"]:
            return _verdict("conflict", "tie")
        is_newer = pushed["updatedAt"] > stored["updatedAt"]
        return _verdict("accepted", "newer") if is_newer else _verdict("conflict", "older")

    def history(self, pushed, stored, event):
        """The verdict about a pushed entry, given the stored one of the same id and the event, or None (MG-26)."""
        if "data" not in pushed or self._is_malformed("history", pushed):
            return _verdict("rejected", "malformed")
        if stored is not None:
            return _verdict("accepted", "duplicate") if _is_same(pushed, stored) else _verdict("rejected", "idReused")
        if event is None or self._is_malformed("event", event):
            return _verdict("rejected", "noParent")
        if self._is_deleted_event(event):
            return _verdict("rejected", "deleted")
        is_active = event["data"]["state"] == "active"
        return _verdict("accepted", "created") if is_active else _verdict("rejected", "inactive")

    def pulled(self, remote, local, is_pending, last_push):
        """What a device does with a pulled record (MG-27)."""
        if is_deleted(self.profile, remote):
            return "delete"
        if local is None or not is_pending:
            return "take"
        if _is_same(local, remote):
            return "confirm"
        gives_way = self.profile["onConflict"] == "takeServer" and (last_push or {}).get("answer") == "conflict"
        return "take" if gives_way else "keepPending"

    def keep_mine(self, local, over, now):
        """The device's version with a stamp that the server accepts, or None where it deleted its own (MG-28)."""
        if over is not None and is_deleted(self.profile, over):
            return None
        seen = max(version["updatedAt"] for version in (local, over) if version is not None)
        stamp = stamp_after(self.profile, seen, now)
        if "data" in local:
            self.records.check("event", local)
            local = {**local, "data": {**local["data"], "updatedAt": stamp}}
        return in_order(restamped(local, stamp))

    def change(self, change, local, processed):
        """What to do with a downloaded change, a row (MG-19 to MG-22)."""
        if "data" not in change:
            raise WireError("MALFORMED_ROW", "a tombstone is no change")
        self.records.check("change", change)
        data = change["data"]
        occurred_at = milliseconds(data["occurredAt"])
        if occurred_at is None:
            raise WireError("MALFORMED_RECORD", "not an RFC 3339 timestamp at /data/occurredAt")
        if data["changeId"] in processed:
            return _decision("ignore", "duplicate")
        if local is None:
            return _decision("apply", "new")
        if data["version"] <= local["baseVersion"]:
            return _decision("ignore", "oldVersion")
        if local["pendingSince"] is None:
            return _decision("apply", "newer")
        if local["deleted"]:
            return _decision("ignore", "localTombstone")
        if local["pendingSince"] >= occurred_at:
            return _decision("ignore", "newerLocalEdit")
        waits = self.profile["onConflict"] in ("ask", "queue")
        return _decision("conflict" if waits else "apply", "olderLocalEdit")

    def _is_malformed(self, collection, row):
        try:
            if "data" in row:
                self.records.check(collection, row)
        except WireError:
            return True
        return False

    def _is_deleted_event(self, row):
        return is_deleted(self.profile, row) or row["data"]["state"] == "deleted"

    def _without_stamp(self, row):
        """The row as a text, apart from its stamp and the order of its declared fields."""
        record = canonical_json.parse(self.records.decode("event", canonical_json.write(row)))
        return text_key([{**record, "updatedAt": 0}, {**row, "updatedAt": 0, "data": None}])


def future_stamps(rows, collection, now):
    """What is reported of the rows whose stamps are more than a day after `now` (MG-30)."""
    return [
        {"finding": "futureTimestamp", "collection": collection, "id": row["id"], "updatedAt": row["updatedAt"]}
        for row in rows
        if row["updatedAt"] - now > DAY
    ]


class Question:
    """One of the questions that the operation `decide` takes; any other object is INVALID_PARAMETER."""

    def __init__(self, question, acceptance):
        self.question, self.acceptance = question, acceptance

    def answer(self):
        forms = {
            **{"push": self._push, "change": self._change, "pulled": self._pulled, "keepMine": self._keep_mine},
            "stamps": self._stamps,
        }
        names = [name for name in forms if isinstance(self.question, dict) and name in self.question]
        _need(len(names) == 1, "none of the five questions")
        return forms[names[0]]()

    def _push(self):
        is_history = self.question.get("collection") == "history"
        _need(is_history or self.question.get("collection") == "event", "neither an event nor its history")
        self._only("push", "collection", "stored", "now", *(("event",) if is_history else ()))
        now = self._integer("now", self.question["now"])
        pushed, stored = self._row("push"), self._row("stored", nullable=True)
        if is_history:
            return self.acceptance.history(pushed, stored, self._row("event", nullable=True))
        return self.acceptance.event(pushed, stored, now)

    def _change(self):
        self._only("change", "local", "processed")
        local, processed = self.question["local"], self.question["processed"]
        if local is not None:
            _need(isinstance(local, dict), "local is no object")
            _need(local.keys() == {"baseVersion", "pendingSince", "deleted"}, "local has other members")
            self._integer("baseVersion", local["baseVersion"])
            self._integer("pendingSince", local["pendingSince"] or 0)
            _need(isinstance(local["deleted"], bool), "deleted is no boolean")
        is_list = isinstance(processed, list) and all(isinstance(change, str) for change in processed)
        _need(is_list, "processed is no array of strings")
        return self.acceptance.change(self._row("change"), local, processed)

    def _pulled(self):
        self._only("pulled", "local", "pending", "lastPush")
        pending, last = self.question["pending"], self.question["lastPush"]
        _need(isinstance(pending, bool), "pending is no boolean")
        if last is not None:
            _need(isinstance(last, dict) and last.keys() == {"answer", "reason"}, "lastPush is no verdict")
            _need(last["answer"] in ANSWERS and last["reason"] in REASONS, "lastPush is no verdict")
        return self.acceptance.pulled(self._row("pulled"), self._row("local", nullable=True), pending, last)

    def _keep_mine(self):
        self._only("keepMine", "over", "now")
        now = self._integer("now", self.question["now"])
        return self.acceptance.keep_mine(self._row("keepMine"), self._row("over", nullable=True), now)

    def _stamps(self):
        self._only("stamps", "collection", "now")
        now, collection = self._integer("now", self.question["now"]), self.question["collection"]
        _need(isinstance(collection, str), "collection is no string")
        _need(isinstance(self.question["stamps"], list), "stamps is no array")
        for row in self.question["stamps"]:
            check_row(row)
        return future_stamps(self.question["stamps"], collection, now)

    def _only(self, *names):
        _need(self.question.keys() == set(names), f"the members are {', '.join(names)}")

    def _integer(self, name, value):
        _need(type(value) is int, f"{name} is no integer")
        return value

    def _row(self, name, nullable=False):
        row = self.question[name]
        if nullable and row is None:
            return None
        check_row(row)
        return in_order(row)


def _is_same(a, b):
    return text_key(a) == text_key(b)


def _verdict(answer, reason):
    return {"answer": answer, "reason": reason}


def _decision(action, reason):
    return {"action": action, "reason": reason}


def _need(condition, reason):
    if not condition:
        raise WireError("INVALID_PARAMETER", reason)
