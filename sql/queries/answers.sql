-- name: create
-- Claims a key. A second request with it waits here until the first has committed or given up.
INSERT INTO answers (player_id, key, body_hash)
VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING
RETURNING key;

-- name: read
-- What the first request with this key asked and was answered.
SELECT body_hash, status, answer FROM answers WHERE player_id = $1 AND key = $2;

-- name: save
-- The answer, in the transaction that holds the effect.
UPDATE answers SET status = $3, answer = $4 WHERE player_id = $1 AND key = $2;

-- name: delete_old
-- Forgets what nobody will ask again.
DELETE FROM answers WHERE created_at < to_timestamp($1::bigint / 1000.0);
