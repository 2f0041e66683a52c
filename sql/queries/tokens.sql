-- name: create
-- A new token, known by its hash only.
INSERT INTO tokens (id, player_id, hash, name)
VALUES ($1, $2, $3, $4)
RETURNING
    id,
    name,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_at;

-- name: list
-- A person's tokens, oldest first.
SELECT
    id,
    name,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_at
FROM tokens
WHERE player_id = $1
ORDER BY created_at, id;

-- name: save_use
-- Writes down that a token was used.
UPDATE tokens SET last_used_at = now() WHERE hash = $1;

-- name: delete
-- Ends one token of a person.
DELETE FROM tokens WHERE player_id = $1 AND id = $2 RETURNING id;

-- name: delete_by_hash
-- Ends the token in hand, for signing out.
DELETE FROM tokens WHERE hash = $1;
