"""What a merge is told about a system: a profile (PF), a dict as it stands in Spec/profiles/."""

from . import canonical_json
from .errors import WireError
from .rows import MAX_TIME, pointer_part

CHOICES = {
    "unit": ("blob", "ops", "pages", "records"),
    "granularity": ("record", "field"),
    "order": ("wall", "wall-monotone", "seq", "hlc", "server"),
    "tie": ("replica-utf16", "replica-bytes", "canonical-utf16", "conflict"),
    "delete": ("lww", "versioned", "absolute"),
    "forget": ("never", "allSeen", "age"),
    "authority": ("client", "server", "app", "human"),
    "onConflict": ("lww", "queue", "ask", "takeServer"),
    "absence": ("ignore", "diffTombstone"),
    "capture": ("journal", "outbox", "diff", "flag"),
    "stampedAt": ("edit", "detection"),
    "localPending": ("replay-guarded", "replay-restamp", "merge", "hold"),
    "position": ("token", "cursor", "timestamp"),
    "advance": ("afterPut", "afterAck", "afterCommit", "afterCycle"),
    "ack": ("blob", "batch", "op", "record"),
    "crypto": ("none", "snapshot-gcm", "envelope"),
}
CYCLE = ("snapshot", "pull", "merge", "replay", "push", "commit")
ERROR_RULES = ("rebase", "conflict", "backoff", "auth", "park", "surface")
FIELD_TYPES = ("register", "move", "counter", "list", "set")


def read_profile(data):
    """The profile in a JSON text. Raises MALFORMED_JSON or INVALID_PARAMETER with the path of the member (PF-1)."""
    profile = canonical_json.parse(data)
    shape = {name: _one_of(*choices) for name, choices in CHOICES.items()}
    shape.update(
        name=_string,
        replicaField=_nullable(_string),
        softDelete=_nullable(_object(field=_string, value=lambda value: True, stamp=_string)),
        fieldTypes=_map_of(_map_of(_field_rule)),
        watched=_map_of(_list_of(_string)),
        hashExclude=_map_of(_list_of(_string)),
        massDelete=_nullable(_object(count=_integer(0), percent=_integer(0, 100))),
        cycle=_list_of(_one_of(*CYCLE)),
        casRequired=_boolean,
        retry=_object(max=_nullable(_integer(1)), base=_integer(0), cap=_integer(0), jitter=_one_of("none", "full")),
        errors=_map_of(_one_of(*ERROR_RULES)),
        pageRecords=_nullable(_integer(1)),
        pages=_nullable(_integer(1)),
        accountBinding=_boolean,
        parentsFirst=_list_of(_string),
        acceptAge=_nullable(_integer(1)),
    )
    if not isinstance(profile, dict):
        raise WireError("INVALID_PARAMETER", "a profile is an object")
    for name in {**shape, **profile}:
        if name not in profile or name not in shape or not shape[name](profile[name]):
            raise WireError("INVALID_PARAMETER", f"the profile's /{pointer_part(name)} is missing, unknown or wrong")
    if profile["tie"].startswith("replica") and profile["replicaField"] is None:
        raise WireError("INVALID_PARAMETER", "the profile's /replicaField is null, but ties are settled by it")
    return profile


def _string(value):
    return isinstance(value, str)


def _boolean(value):
    return isinstance(value, bool)


def _integer(least, most=MAX_TIME):
    return lambda value: type(value) is int and least <= value <= most


def _one_of(*names):
    return lambda value: value in names


def _nullable(check):
    return lambda value: value is None or check(value)


def _list_of(check):
    return lambda value: isinstance(value, list) and all(map(check, value))


def _map_of(check):
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _object(**members):
    def check(value):
        return isinstance(value, dict) and value.keys() == members.keys() and all(members[k](value[k]) for k in value)

    return check


def _field_rule(value):
    # Counts never disagree, so nobody has to look at them (FT-1).
    return _object(type=_one_of(*FIELD_TYPES), flagged=_boolean)(value) and not (
        value["flagged"] and value["type"] == "counter"
    )
