-- A store of version 1 with something in every table. It never changes: later versions must open it.
PRAGMA foreign_keys = ON;
PRAGMA application_id = 1398240116;
PRAGMA user_version = 1;

CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    collection TEXT NOT NULL CHECK (collection <> ''),
    id TEXT NOT NULL CHECK (id <> ''),
    kind TEXT NOT NULL CHECK (kind <> ''),
    origin TEXT NOT NULL CHECK (origin IN ('local', 'remote')),
    replica TEXT NOT NULL,
    wrote_at INTEGER NOT NULL,
    old_row TEXT,
    new_row TEXT NOT NULL,
    synced INTEGER NOT NULL CHECK (synced IN (0, 1)),
    UNIQUE (collection, id, number),
    CHECK (origin = 'local' OR synced = 1)
) STRICT;
CREATE INDEX journal_unsynced ON journal (number) WHERE synced = 0;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal keeps all history'); END;
CREATE TRIGGER journal_is_fixed
    BEFORE UPDATE OF number, collection, id, kind, origin, replica, wrote_at, old_row, new_row ON journal
    BEGIN SELECT RAISE(ABORT, 'a journal entry does not change'); END;
CREATE TRIGGER journal_stays_synced BEFORE UPDATE OF synced ON journal WHEN NEW.synced < OLD.synced
    BEGIN SELECT RAISE(ABORT, 'what is synced stays so'); END;

CREATE TABLE records (
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    updated_at INTEGER NOT NULL CHECK (updated_at BETWEEN 0 AND 9007199254740991),
    deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    row_json TEXT NOT NULL,
    journal INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (collection, id),
    FOREIGN KEY (collection, id, journal) REFERENCES journal (collection, id, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER records_stay BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'a deletion is a tombstone'); END;
CREATE TRIGGER records_are_journalled BEFORE UPDATE ON records
    WHEN NEW.journal <= OLD.journal OR NEW.collection <> OLD.collection OR NEW.id <> OLD.id
    BEGIN SELECT RAISE(ABORT, 'a change needs a journal entry of its own'); END;
CREATE TRIGGER records_match_insert AFTER INSERT ON records
    WHEN NEW.row_json IS NOT (SELECT new_row FROM journal WHERE number = NEW.journal)
    BEGIN SELECT RAISE(ABORT, 'a record is what its journal entry says'); END;
CREATE TRIGGER records_match_update AFTER UPDATE ON records
    WHEN NEW.row_json IS NOT (SELECT new_row FROM journal WHERE number = NEW.journal)
    BEGIN SELECT RAISE(ABORT, 'a record is what its journal entry says'); END;

CREATE TABLE metadata (
    collection TEXT NOT NULL CHECK (collection <> ''),
    id TEXT NOT NULL CHECK (id <> ''),
    version INTEGER NOT NULL CHECK (version BETWEEN 0 AND 9007199254740991),
    content_hash TEXT NOT NULL CHECK (length(content_hash) = 16 AND content_hash NOT GLOB '*[^0-9a-f]*'),
    deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    deleted_at INTEGER,
    extra_json TEXT,
    PRIMARY KEY (collection, id),
    CHECK ((deleted = 1) = (deleted_at IS NOT NULL)),
    CHECK (deleted_at IS NULL OR deleted_at = version)
) STRICT, WITHOUT ROWID;

CREATE TABLE owner (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    account TEXT NOT NULL CHECK (account <> ''),
    bound_at INTEGER NOT NULL,
    adopted INTEGER NOT NULL CHECK (adopted IN (0, 1))
) STRICT;
CREATE TRIGGER owner_stays BEFORE DELETE ON owner
    BEGIN SELECT RAISE(ABORT, 'an owner stays'); END;
CREATE TRIGGER owner_is_fixed BEFORE UPDATE ON owner
    BEGIN SELECT RAISE(ABORT, 'an owner stays'); END;

CREATE TABLE workspace_sync_state (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    file_reference TEXT,
    version_token TEXT,
    cursor_position INTEGER NOT NULL CHECK (cursor_position >= 0),
    cursor_token TEXT,
    attempted_at INTEGER,
    outcome TEXT CHECK (outcome IN ('succeeded', 'failed')),
    error_class TEXT,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    retry_at INTEGER,
    succeeded_at INTEGER,
    payload_extra_json TEXT,
    CHECK ((outcome IS NULL) = (attempted_at IS NULL)),
    CHECK ((outcome IS 'failed') = (error_class IS NOT NULL))
) STRICT;
CREATE TRIGGER sync_state_stays BEFORE DELETE ON workspace_sync_state
    BEGIN SELECT RAISE(ABORT, 'the sync state stays'); END;
CREATE TRIGGER cursor_moves_forward BEFORE UPDATE OF cursor_position ON workspace_sync_state
    WHEN NEW.cursor_position < OLD.cursor_position
    BEGIN SELECT RAISE(ABORT, 'a cursor never moves backward'); END;
INSERT INTO workspace_sync_state (singleton, cursor_position, failures) VALUES (1, 0, 0);

CREATE TABLE processed (
    scope TEXT NOT NULL CHECK (scope IN ('change', 'operation')),
    key TEXT NOT NULL CHECK (key <> ''),
    content_hash TEXT NOT NULL CHECK (length(content_hash) = 16 AND content_hash NOT GLOB '*[^0-9a-f]*'),
    PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    journal INTEGER PRIMARY KEY REFERENCES journal (number),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    doc TEXT NOT NULL CHECK (doc <> ''),
    seq INTEGER NOT NULL CHECK (seq BETWEEN 1 AND 9007199254740991),
    replica TEXT NOT NULL CHECK (replica <> ''),
    wrote_at INTEGER NOT NULL,
    patch_json TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'parked')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    leased_until INTEGER,
    error_class TEXT,
    error_reason TEXT,
    UNIQUE (doc, seq, replica),
    CHECK ((state = 'leased') = (leased_until IS NOT NULL)),
    CHECK ((state = 'parked') = (error_class IS NOT NULL)),
    CHECK ((error_class IS NULL) = (error_reason IS NULL))
) STRICT;
CREATE INDEX outbox_ready ON outbox (state, journal);

CREATE TABLE sequences (
    doc TEXT PRIMARY KEY CHECK (doc <> ''),
    last INTEGER NOT NULL CHECK (last BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sequences_stay BEFORE DELETE ON sequences
    BEGIN SELECT RAISE(ABORT, 'a sequence never starts again'); END;
CREATE TRIGGER sequences_grow BEFORE UPDATE ON sequences WHEN NEW.last < OLD.last OR NEW.doc <> OLD.doc
    BEGIN SELECT RAISE(ABORT, 'a sequence never moves backward'); END;

CREATE TABLE conflicts (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    collection TEXT NOT NULL CHECK (collection <> ''),
    record TEXT NOT NULL CHECK (record <> ''),
    field TEXT,
    sides_json TEXT NOT NULL,
    found_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'resolved', 'superseded')),
    resolution_json TEXT,
    settled_by TEXT,
    settled_at INTEGER,
    CHECK ((status = 'resolved') = (resolution_json IS NOT NULL)),
    CHECK ((status = 'resolved') = (settled_by IS NOT NULL)),
    CHECK ((status = 'open') = (settled_at IS NULL))
) STRICT;
CREATE INDEX conflicts_of_record ON conflicts (collection, record);
CREATE TRIGGER conflicts_stay BEFORE DELETE ON conflicts
    BEGIN SELECT RAISE(ABORT, 'a conflict stays'); END;
CREATE TRIGGER conflicts_are_fixed
    BEFORE UPDATE OF number, id, collection, record, field, sides_json, found_at ON conflicts
    BEGIN SELECT RAISE(ABORT, 'the sides of a conflict do not change'); END;
CREATE TRIGGER conflicts_stay_settled BEFORE UPDATE ON conflicts WHEN OLD.status <> 'open'
    BEGIN SELECT RAISE(ABORT, 'a settled conflict does not change'); END;

INSERT INTO journal VALUES
    (1, 'host', 'a', 'host.create', 'local', 'phone', 1000, NULL, '{"data":{"name":"web"},"id":"a","updatedAt":1000}', 1),
    (2, 'host', 'a', 'host.edit', 'local', 'phone', 2000, '{"data":{"name":"web"},"id":"a","updatedAt":1000}',
        '{"data":{"name":"db"},"id":"a","updatedAt":2000}', 0),
    (3, 'group', 'g', 'merge', 'remote', 'tablet', 3000, NULL, '{"deletedAt":3000,"id":"g","updatedAt":3000}', 1);
INSERT INTO records VALUES
    ('host', 'a', 2000, 0, '{"data":{"name":"db"},"id":"a","updatedAt":2000}', 2),
    ('group', 'g', 3000, 1, '{"deletedAt":3000,"id":"g","updatedAt":3000}', 3);
INSERT INTO metadata VALUES
    ('host', 'a', 1000, '9d243d6e1e08f168', 0, NULL, '{"zone":"x"}'),
    ('group', 'g', 3000, 'cbf29ce484222325', 1, 3000, NULL);
INSERT INTO owner VALUES (1, 'ann', 500, 1);
UPDATE workspace_sync_state SET file_reference = 'file-1', version_token = '"etag"', cursor_position = 7,
    cursor_token = 'seven', attempted_at = 4000, outcome = 'failed', error_class = 'network', failures = 2,
    retry_at = 5000, succeeded_at = 3500, payload_extra_json = '{"workspace":1}';
INSERT INTO processed VALUES ('change', 'change-1', '08f44b07b5901a25'), ('operation', 'op-0', '08f44b07b5901a25');
INSERT INTO sequences VALUES ('a', 4);
INSERT INTO outbox VALUES
    (2, 'op-1', 'a', 4, 'phone', 2000, '{"name":{"set":"db"}}', '08f44b07b5901a25', 'parked', 1, NULL, 'permanent', '422');
INSERT INTO conflicts VALUES
    (1, '0123456789abcdef', 'host', 'a', 'name',
        '[{"value":"db","device":"phone","deviceTime":2000,"saw":[]},{"value":"www","device":"tablet","deviceTime":null,"saw":[]}]',
        4000, 'resolved', '"db"', 'ann', 4500),
    (2, 'fedcba9876543210', 'host', 'a', NULL, '[{"value":1,"device":"phone","deviceTime":1,"saw":null}]', 4600, 'open',
        NULL, NULL, NULL);
