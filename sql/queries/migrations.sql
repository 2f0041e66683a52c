-- name: create_table
-- The list of what has been applied; the migrations' own table.
CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);

-- name: lock
-- One process at a time migrates; released at the end of the transaction.
SELECT pg_advisory_xact_lock(7106502);

-- name: find_table
-- Whether anything has ever been applied.
SELECT to_regclass('migrations') IS NOT NULL;

-- name: list_applied
-- The numbers of the applied migrations.
SELECT number FROM migrations;

-- name: limit_waiting
-- A migration that cannot have its lock soon fails rather than hold up every request behind it.
SET LOCAL lock_timeout = '4s';

-- name: create
-- Notes one as applied.
INSERT INTO migrations (number, name) VALUES ($1, $2);
