-- What is needed to turn back. Claims live with the one process that serves the file. A turn's id is unique in its
-- session, so that a session can be brought in again beside itself.

DROP TABLE claims;

CREATE TABLE turns_by_session (
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    turn_id     TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    schema      INTEGER NOT NULL,
    body        TEXT NOT NULL,
    UNIQUE (session_id, seq),
    UNIQUE (session_id, turn_id),
    UNIQUE (session_id, key)
) STRICT;
INSERT INTO turns_by_session SELECT session_id, seq, turn_id, key, fingerprint, schema, body FROM turns;
DROP TABLE turns;
ALTER TABLE turns_by_session RENAME TO turns;

-- Tellings that another one took the place of.
CREATE TABLE alternatives (
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    turn_id     TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    schema      INTEGER NOT NULL,
    body        TEXT NOT NULL,
    UNIQUE (session_id, turn_id),
    UNIQUE (session_id, key)
) STRICT;

-- Keys that are used up: of turns that were taken back, and of taking back (there without a turn).
CREATE TABLE undone (
    session_id  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    turn_id     TEXT,
    UNIQUE (session_id, key)
) STRICT;

-- The game after some turns, to fold from.
CREATE TABLE checkpoints (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    schema     INTEGER NOT NULL,
    state      TEXT NOT NULL,
    PRIMARY KEY (session_id, seq)
) STRICT;

CREATE INDEX interludes_after ON interludes (session_id, after_seq);
