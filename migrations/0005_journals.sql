-- What players wrote into the journals of their sessions: notes, and what they did to what the story says. The body is JSON,
-- compressed (gzip).

CREATE TABLE hands (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    schema     INTEGER NOT NULL,
    body       BLOB NOT NULL
) STRICT;
