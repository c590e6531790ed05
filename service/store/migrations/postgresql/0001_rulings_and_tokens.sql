CREATE TABLE bummerl_schema (version integer NOT NULL);  -- how many of these files have been carried out
INSERT INTO bummerl_schema VALUES (0);

CREATE TABLE rulesets (
    digest text COLLATE "C" PRIMARY KEY,
    id text NOT NULL,
    version text NOT NULL,
    source bytea NOT NULL  -- deflated JSON
);

CREATE TABLE rulings (
    id text COLLATE "C" PRIMARY KEY,
    kept_at bigint NOT NULL,  -- milliseconds since 1970, UTC
    ruleset text COLLATE "C" NOT NULL REFERENCES rulesets (digest),
    delete_hash text,  -- SHA-256 of the token that deletes it
    body bytea NOT NULL  -- deflated JSON: record, log, options, verdict and how they were asked for
);

CREATE INDEX rulings_by_time ON rulings (kept_at, id);
CREATE INDEX rulings_by_ruleset ON rulings (ruleset);

-- What was kept under an Idempotency-Key.  No reference to the ruling: its key stands for it after it has been deleted.
CREATE TABLE requests (
    key_hash text COLLATE "C" PRIMARY KEY,
    request_hash text NOT NULL,
    salt bytea NOT NULL,  -- with the key, which is not stored, it gives the token that deletes the ruling
    ruling text NOT NULL,
    until bigint NOT NULL
);

CREATE INDEX requests_by_time ON requests (until);

CREATE TABLE tokens (
    id text COLLATE "C" PRIMARY KEY,
    name text NOT NULL,
    may text NOT NULL,
    secret_hash text NOT NULL UNIQUE,
    created bigint NOT NULL,
    expires bigint
);
