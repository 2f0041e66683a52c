-- name: create
-- A new person.
INSERT INTO players (id, name, language)
VALUES ($1, $2, $3)
RETURNING
    id,
    name,
    language,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    handle,
    avatar,
    xp,
    shows_games,
    shows_album,
    operator,
    (extract(epoch FROM suspended_until) * 1000)::bigint AS suspended_until,
    suspended_because,
    warned_for;

-- name: read
-- One person; those who deleted themselves are not found.
SELECT
    id,
    name,
    language,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    handle,
    avatar,
    xp,
    shows_games,
    shows_album,
    operator,
    (extract(epoch FROM suspended_until) * 1000)::bigint AS suspended_until,
    suspended_because,
    warned_for
FROM players
WHERE id = $1 AND gone_at IS NULL;

-- name: read_by_token
-- The person a token stands for, and whether its last use should be written down again.
SELECT
    p.id,
    p.name,
    p.language,
    (extract(epoch FROM p.created_at) * 1000)::bigint AS created_at,
    p.handle,
    p.avatar,
    p.xp,
    p.shows_games,
    p.shows_album,
    p.operator,
    (extract(epoch FROM p.suspended_until) * 1000)::bigint AS suspended_until,
    p.suspended_because,
    p.warned_for,
    t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 hour' AS stale
FROM tokens AS t
JOIN players AS p ON p.id = t.player_id
WHERE t.hash = $1;

-- name: save
-- A person's new name and language; null leaves what is.
UPDATE players
SET
    name = coalesce($2, name),
    language = coalesce($3, language)
WHERE id = $1
RETURNING
    id,
    name,
    language,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    handle,
    avatar,
    xp,
    shows_games,
    shows_album,
    operator,
    (extract(epoch FROM suspended_until) * 1000)::bigint AS suspended_until,
    suspended_because,
    warned_for;
