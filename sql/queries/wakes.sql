-- name: tell
-- Says that games changed, to every process that listens.
SELECT pg_notify('games', told.game_id || ' ' || told.version)
FROM unnest($1::text[], $2::bigint[]) AS told (game_id, version);

-- name: check
-- A heartbeat: a connection that does not answer is a dead one.
SELECT 1;
