-- name: take
-- Of the tables at which nothing has happened for $1 ms ($2 with a day a turn), those with a person who wants to hear
-- of their turn and that nobody has looked at in this version; of several processes one gets each.
INSERT INTO calls (game_id, player_id, version)
SELECT g.id, s.player_id, g.version
FROM games AS g
JOIN seats AS s ON s.game_id = g.id AND s.live
LEFT JOIN calls AS c ON c.game_id = g.id AND c.player_id = s.player_id
WHERE
    g.status = 'playing'
    AND g.updated_at <= now() - CASE g.clock WHEN 'live' THEN $1::bigint ELSE $2::bigint END * interval '1 millisecond'
    AND EXISTS (SELECT true FROM devices AS d WHERE d.player_id = s.player_id)
    AND (c.version IS NULL OR c.version < g.version)
ORDER BY g.id, s.player_id
LIMIT $3
ON CONFLICT (game_id, player_id) DO UPDATE
SET version = excluded.version
WHERE calls.version < excluded.version
RETURNING calls.game_id, calls.player_id, calls.version;

-- name: save
-- Calls a person to a turn, unless they were called to it before: a message for each of their devices.
WITH called AS (
    UPDATE calls
    SET turn = $3
    WHERE game_id = $1 AND player_id = $2 AND turn IS DISTINCT FROM $3
    RETURNING player_id
)
INSERT INTO messages (device, game_id, turn)
SELECT d.hash, $1, $3
FROM called
JOIN devices AS d ON d.player_id = called.player_id
ON CONFLICT (device, game_id) DO UPDATE
SET turn = excluded.turn, attempts = 0, due_at = now()
RETURNING device;
