-- Who is at the table of a session, and who is invited. Secrets are there only as hashes. The body is JSON, compressed (gzip).

CREATE TABLE rosters (
    session_id TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    schema     INTEGER NOT NULL,
    body       BLOB NOT NULL
) STRICT;
