PRAGMA application_id = 0x42554D4D;  -- BUMM

CREATE TABLE rulesets (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    source BLOB NOT NULL  -- deflated JSON
);

CREATE TABLE rulings (
    id TEXT PRIMARY KEY,
    kept_at INTEGER NOT NULL,  -- milliseconds since 1970, UTC
    ruleset TEXT NOT NULL REFERENCES rulesets (digest),
    delete_hash TEXT,  -- SHA-256 of the token that deletes it
    body BLOB NOT NULL  -- deflated JSON: record, log, options, verdict and how they were asked for
);

CREATE INDEX rulings_by_time ON rulings (kept_at, id);
CREATE INDEX rulings_by_ruleset ON rulings (ruleset);

-- What was kept under an Idempotency-Key.  No reference to the ruling: its key stands for it after it has been deleted.
CREATE TABLE requests (
    key_hash TEXT PRIMARY KEY,
    request_hash TEXT NOT NULL,
    salt BLOB NOT NULL,  -- with the key, which is not stored, it gives the token that deletes the ruling
    ruling TEXT NOT NULL,
    until INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX requests_by_time ON requests (until);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    may TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    expires INTEGER
) WITHOUT ROWID;
