-- Campaigns. Packages are named by the SHA-256 of their JSON and never altered; a shelf names those a player can choose.
-- Bodies are JSON, compressed (gzip).

CREATE TABLE packages (
    digest TEXT NOT NULL PRIMARY KEY,
    body   BLOB NOT NULL
) STRICT;

CREATE TABLE shelf (
    owner  TEXT NOT NULL,
    slug   TEXT NOT NULL,
    title  TEXT NOT NULL,
    digest TEXT NOT NULL,
    at     TEXT NOT NULL, -- RFC 3339, always nine decimals, so that text order is order in time
    card   TEXT NOT NULL, -- what lists show, JSON
    PRIMARY KEY (owner, slug)
) STRICT;

-- Campaigns that are still being written.
CREATE TABLE plans (
    id         TEXT NOT NULL PRIMARY KEY,
    owner      TEXT NOT NULL,
    title      TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    body       BLOB NOT NULL -- last, so that lists never read its pages
) STRICT;

CREATE INDEX plans_newest ON plans (owner, updated_at DESC, id DESC);
