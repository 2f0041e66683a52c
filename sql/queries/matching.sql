-- name: list
-- Public live rooms of a mode with a free seat, the fullest first, then those whose people speak this person's language
-- and have played about as much; none where one of the two has blocked the other. A room by hand is begun by its
-- creator, so it counts while they are there; one for a rematch is for whoever comes back to it.
SELECT g.id
FROM games AS g
WHERE
    g.status = 'waiting'
    AND NOT g.private
    AND g.clock = 'live'
    AND g.mode = $2
    AND g.taken < g.capacity
    AND (
        g.fills_at IS NOT NULL
        OR EXISTS (
            SELECT 1
            FROM seats AS s
            WHERE s.game_id = g.id AND s.player_id = g.creator AND s.seen_at > now() - interval '30 seconds'
        )
    )
    AND NOT EXISTS (SELECT 1 FROM rematches AS r WHERE r.next_id = g.id)
    AND NOT EXISTS (
        SELECT 1
        FROM seats AS s
        JOIN blocks AS b
            ON (b.blocker = s.player_id AND b.blocked = $1) OR (b.blocker = $1 AND b.blocked = s.player_id)
        WHERE s.game_id = g.id
    )
ORDER BY
    g.fills_at IS NULL,
    g.taken DESC,
    (
        SELECT count(*) FILTER (WHERE p.language <> $4)::real / count(*)
        FROM seats AS s
        JOIN players AS p ON p.id = s.player_id
        WHERE s.game_id = g.id
    ),
    (
        SELECT abs(sqrt(avg(p.xp)) - sqrt($3::bigint))
        FROM seats AS s
        JOIN players AS p ON p.id = s.player_id
        WHERE s.game_id = g.id
    ),
    g.created_at,
    g.id
LIMIT $5;

-- name: lock_mode
-- Whoever opens a room for a mode does so alone, so that people who come at once get one room and not many.
SELECT pg_advisory_xact_lock(hashtext('matching'), hashtext($1));

-- name: save_filling
-- When bots fill a room.
UPDATE games SET fills_at = to_timestamp($2::bigint / 1000.0) WHERE id = $1;

-- name: take
-- A room whose time has come, put off for a moment so that nobody else takes it.
WITH due AS MATERIALIZED (
    SELECT id
    FROM games
    WHERE status = 'waiting' AND fills_at <= to_timestamp($1::bigint / 1000.0)
    ORDER BY fills_at
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)
UPDATE games
SET fills_at = to_timestamp(($1::bigint + $2::bigint) / 1000.0)
FROM due
WHERE games.id = due.id
RETURNING games.id;

-- name: read_next
-- The moment the next room is to be filled.
SELECT (extract(epoch FROM min(fills_at)) * 1000)::bigint
FROM games
WHERE status = 'waiting' AND fills_at IS NOT NULL;
