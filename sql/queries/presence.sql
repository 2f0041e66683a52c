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
