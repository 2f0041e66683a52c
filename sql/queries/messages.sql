-- name: take
-- Messages whose time has come. Each is taken off the list by one process, so none is sent twice.
DELETE FROM messages AS m
USING devices AS d
WHERE
    d.hash = m.device
    AND (m.device, m.game_id) IN (
        SELECT device, game_id FROM messages WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
RETURNING m.device, m.game_id, m.turn, m.attempts, d.player_id, d.endpoint, d.key, d.auth, d.language;

-- name: save
-- Puts a message back for another attempt after $5 ms, unless there is a newer one.
INSERT INTO messages (device, game_id, turn, attempts, due_at)
SELECT hash, $2, $3, $4, now() + $5::bigint * interval '1 millisecond'
FROM devices
WHERE hash = $1
ON CONFLICT (device, game_id) DO NOTHING;
