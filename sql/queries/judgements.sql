-- name: create
-- What an operator decided.
INSERT INTO judgements (operator, player_id, deed, reason, words, until)
VALUES ($1, $2, $3, $4, $5, to_timestamp($6::bigint / 1000.0));

-- name: list
-- What operators decided before $2, newest first; of $3 alone, where that is somebody.
SELECT
    j.id,
    j.operator,
    o.name AS operator_name,
    j.player_id,
    p.name AS player_name,
    j.deed,
    j.reason,
    j.words,
    (extract(epoch FROM j.until) * 1000)::bigint AS until,
    (extract(epoch FROM j.at) * 1000)::bigint AS at
FROM judgements AS j
JOIN players AS o ON o.id = j.operator
JOIN players AS p ON p.id = j.player_id
WHERE j.id < $2 AND ($3::text IS NULL OR j.player_id = $3)
ORDER BY j.id DESC
LIMIT $1;

-- name: save_suspension
-- Somebody may not play with others before $2; null ends it.
UPDATE players
SET suspended_until = to_timestamp($2::bigint / 1000.0), suspended_because = $3
WHERE id = $1 AND gone_at IS NULL
RETURNING id;

-- name: save_warning
-- Somebody is warned, or has read it.
UPDATE players SET warned_for = $2 WHERE id = $1 RETURNING id;

-- name: save_operator
-- Makes somebody an operator, or no longer.
UPDATE players SET operator = $2 WHERE id = $1 AND gone_at IS NULL RETURNING id;

-- name: list_operators
-- Who may judge.
SELECT id, name, handle FROM players WHERE operator AND gone_at IS NULL ORDER BY name, id;

-- name: find_named
-- Whoever goes by this id, handle or name.
SELECT id, name, handle
FROM players
WHERE gone_at IS NULL AND (id = $1 OR lower(handle) = lower($1) OR name = $1)
ORDER BY id = $1 DESC, lower(handle) = lower($1) DESC NULLS LAST, id
LIMIT 10;
