-- name: create
-- Keeps a secret, unless there is one already.
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: read
-- The secret of that name.
SELECT value FROM secrets WHERE name = $1;
