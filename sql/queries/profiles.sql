-- name: save
-- What a person shows of themselves.
UPDATE players
SET name = $2, handle = $3, avatar = $4, shows_games = $5, shows_album = $6
WHERE id = $1;

-- name: read_by_handle
-- The person with a handle.
SELECT id FROM players WHERE lower(handle) = lower($1) AND gone_at IS NULL;

-- name: count
-- A person's games that paid or not, and how often they came in at which place.
SELECT place, count(*) AS games FROM results WHERE player_id = $1 GROUP BY place ORDER BY place;

-- name: list_games
-- A person's finished games, newest first, after the place ($2 microseconds, $3 id) where the last page ended; private
-- ones too where $4.
SELECT
    r.game_id, r.mode, r.place, r.seats, r.xp, g.private,
    (extract(epoch FROM r.ended_at) * 1000000)::bigint AS ended_us
FROM results AS r
JOIN games AS g ON g.id = r.game_id
WHERE
    r.player_id = $1
    AND r.ended_at <= to_timestamp($2::bigint / 1000000.0)
    AND (r.ended_at, r.game_id) < (to_timestamp($2::bigint / 1000000.0), $3::text)
    AND ($4 OR NOT g.private)
ORDER BY r.ended_at DESC, r.game_id DESC
LIMIT $5;

-- name: list_playing
-- Which of those whom a person follows sit in a public game or room now, newest games first.
SELECT p.id, p.name, p.avatar, g.id AS game_id, g.mode, g.clock, g.status, g.taken, g.capacity
FROM follows AS f
JOIN seats AS s ON s.player_id = f.followed AND s.live
JOIN games AS g ON g.id = s.game_id
JOIN players AS p ON p.id = f.followed
WHERE f.follower = $1 AND NOT g.private AND p.shows_games AND g.status <> 'over'
ORDER BY g.created_at DESC, p.id
LIMIT $2;

-- name: list_finished
-- What those whom a person follows have lately finished, newest first.
SELECT
    p.id, p.name, p.avatar, r.game_id, r.mode, r.place, r.seats, r.xp, r.xp_before, g.private,
    (extract(epoch FROM r.ended_at) * 1000)::bigint AS ended_at
FROM follows AS f
JOIN players AS p ON p.id = f.followed
CROSS JOIN LATERAL (
    SELECT l.game_id, l.mode, l.place, l.seats, l.xp, l.xp_before, l.ended_at
    FROM results AS l
    WHERE l.player_id = f.followed AND l.ended_at > to_timestamp($2::bigint / 1000.0)
    ORDER BY l.ended_at DESC
    LIMIT 5
) AS r
JOIN games AS g ON g.id = r.game_id
WHERE f.follower = $1 AND p.shows_games
ORDER BY r.ended_at DESC, p.id
LIMIT $3;
