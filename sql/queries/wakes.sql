-- name: tell
-- Says that a game changed, to every process that listens.
SELECT pg_notify('games', $1 || ' ' || $2::int);

-- name: check
-- A heartbeat: a connection that does not answer is a dead one.
SELECT 1;
