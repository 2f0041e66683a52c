-- Secrets a server without settings makes for itself and shares with its other processes.

CREATE TABLE secrets (
    name text PRIMARY KEY,
    value bytea NOT NULL
);
