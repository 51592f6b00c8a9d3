-- What the agents of a turn saw and did. A trace goes with its turn; nothing is played from it.

CREATE TABLE traces (
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn_id    TEXT NOT NULL,
    seq        INTEGER NOT NULL,
    schema     INTEGER NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (session_id, turn_id)
) STRICT;
