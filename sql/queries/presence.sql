-- name: save
-- Somebody who sits in a waiting room looks at it; not written down more often than is of use.
UPDATE seats
SET seen_at = now()
FROM games
WHERE
    seats.game_id = $1
    AND seats.player_id = $2
    AND seats.seen_at < now() - interval '5 seconds'
    AND games.id = seats.game_id
    AND games.status = 'waiting';

-- name: check_gone
-- Whether somebody has not looked at a room for so many milliseconds.
SELECT seen_at < now() - $3::bigint * interval '1 millisecond' FROM seats WHERE game_id = $1 AND player_id = $2;
