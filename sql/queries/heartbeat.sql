-- name: save_beat
-- A process is at work. Where nobody was for more than $1 ms, the gap is added to the outages, once: of several
-- processes that come back together, the second finds the first one's beat.
UPDATE heartbeat
SET
    away_ms = away_ms + CASE
        WHEN clock_timestamp() - beat_at > $1::bigint * interval '1 millisecond'
            THEN (extract(epoch FROM clock_timestamp() - beat_at) * 1000)::bigint
        ELSE 0
    END,
    beat_at = greatest(beat_at, clock_timestamp());

-- name: read_away
-- All outages so far, in ms.
SELECT away_ms FROM heartbeat;
