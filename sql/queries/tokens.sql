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

-- name: lock_owner
-- The person a new token is for, so that two made at once are counted one after the other.
SELECT id FROM players WHERE id = $1 FOR NO KEY UPDATE;

-- name: count_scripts
-- How many tokens a person has made for programs.
SELECT count(*) FROM tokens WHERE player_id = $1 AND script;

-- name: create_for_script
-- A new token for a program.
INSERT INTO tokens (id, player_id, hash, name, script)
VALUES ($1, $2, $3, $4, true)
RETURNING
    id,
    name,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_at;
