-- name: save
-- A device that wants to hear of its owner's turns, or what is new about it; it belongs to whoever asked last.
INSERT INTO devices (hash, player_id, endpoint, key, auth, language, token_id)
VALUES ($1, $2, $3, $4, $5, $6, (SELECT id FROM tokens WHERE hash = $7 AND player_id = $2))
ON CONFLICT (hash) DO UPDATE
SET
    player_id = excluded.player_id, key = excluded.key, auth = excluded.auth, language = excluded.language,
    token_id = excluded.token_id, created_at = now();

-- name: delete_oldest
-- Keeps the newest $2 devices of a person.
DELETE FROM devices
WHERE player_id = $1
    AND hash NOT IN (SELECT hash FROM devices WHERE player_id = $1 ORDER BY created_at DESC, hash LIMIT $2);

-- name: delete_own
-- Forgets a person's device, and says whether it was theirs.
DELETE FROM devices WHERE hash = $1 AND player_id = $2 RETURNING true;

-- name: delete_gone
-- Forgets a device that the push service does not know any more.
DELETE FROM devices WHERE hash = $1;

-- name: save_told
-- A message went through to a device.
UPDATE devices SET told_at = now() WHERE hash = $1;
