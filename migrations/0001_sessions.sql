-- Sessions, their turns and what happens between them. Bodies are JSON; the columns beside them are what is searched,
-- compared or shown in a list. `schema` is the number of the JSON's form (game::SCHEMA when it was written).

CREATE TABLE sessions (
    id         TEXT NOT NULL PRIMARY KEY,
    owner      TEXT NOT NULL,
    title      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL, -- RFC 3339, always nine decimals, so that text order is order in time
    create_key TEXT,
    schema     INTEGER NOT NULL,
    heroes     TEXT NOT NULL, -- names, a JSON array
    location   TEXT NOT NULL,
    n_turns    INTEGER NOT NULL,
    head       TEXT NOT NULL,
    state      TEXT NOT NULL  -- the snapshot: last, so that lists never read its pages
) STRICT;

CREATE INDEX sessions_newest ON sessions (owner, updated_at DESC, id DESC);
CREATE UNIQUE INDEX sessions_create_key ON sessions (owner, create_key) WHERE create_key IS NOT NULL;

CREATE TABLE starts (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    schema     INTEGER NOT NULL,
    state      TEXT NOT NULL
) STRICT;

CREATE TABLE turns (
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    turn_id     TEXT NOT NULL UNIQUE,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    schema      INTEGER NOT NULL,
    body        TEXT NOT NULL,
    UNIQUE (session_id, seq),
    UNIQUE (session_id, key)
) STRICT;

CREATE TABLE interludes (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    after_seq  INTEGER NOT NULL,
    schema     INTEGER NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (session_id, version)
) STRICT;

-- Who plays a session's next turn, until when (milliseconds since 1970).
CREATE TABLE claims (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    turn_id    TEXT NOT NULL,
    key        TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
