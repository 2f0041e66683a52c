-- name: create
-- A new room, and the chairs of the persons in it.
WITH created AS (
    INSERT INTO games (
        id, mode, private, clock, capacity, creator, seed, invite, status, taken, room, version, schema, due_at, state,
        code
    )
    VALUES (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14::bigint / 1000.0), $15, $18
    )
    RETURNING id
)
INSERT INTO seats (game_id, player_id, seat)
SELECT created.id, taken.player_id, taken.seat
FROM created, unnest($16::text[], $17::smallint[]) AS taken (player_id, seat);

-- name: read
-- One game, whole.
SELECT
    id, status, version, people, schema, state, room, seed,
    (extract(epoch FROM due_at) * 1000)::bigint AS due_at,
    (SELECT away_ms FROM heartbeat) AS away_ms
FROM games
WHERE id = $1;

-- name: read_version
-- The version alone, for a stream that has heard nothing for a while.
SELECT version FROM games WHERE id = $1;

-- name: read_invited
-- The room an invitation leads to.
SELECT id FROM games WHERE invite = $1;

-- name: read_by_code
-- The waiting room that a short code leads to.
SELECT id, invite FROM games WHERE code = $1 AND status = 'waiting';

-- name: read_unfinished
-- The one unfinished game a person sits in.
SELECT game_id FROM seats WHERE player_id = $1 AND live;

-- name: save_room
-- A waiting room with other people or settings in it, if nobody was faster; its chairs follow.
WITH saved AS (
    UPDATE games
    SET creator = $3, taken = $4, room = $5, version = $6, updated_at = now()
    WHERE id = $1 AND version = $2 AND people = $9 AND status = 'waiting'
    RETURNING id
),
gone AS (
    DELETE FROM seats USING saved
    WHERE seats.game_id = saved.id AND seats.player_id <> ALL($7::text[])
),
seated AS (
    INSERT INTO seats (game_id, player_id, seat)
    SELECT saved.id, taken.player_id, taken.seat
    FROM saved, unnest($7::text[], $8::smallint[]) AS taken (player_id, seat)
    ON CONFLICT (game_id, player_id) DO UPDATE SET seat = excluded.seat
)
SELECT id FROM saved;

-- name: save_move
-- A game after a move, with the move, if nobody was faster.
WITH saved AS (
    UPDATE games
    SET
        status = $3, version = $4, due_at = to_timestamp($5::bigint / 1000.0), schema = $6, state = $7, room = $8,
        updated_at = now()
    WHERE id = $1 AND version = $2 AND people = $13
    RETURNING id
),
moved AS (
    INSERT INTO moves (game_id, version, first_event, event_count, steps, events)
    SELECT id, $4, $9, $10, $11, $12 FROM saved
)
SELECT id FROM saved;

-- name: save_last_move
-- The same when somebody went out ($14) or the game ended: those persons are free for another game.
WITH saved AS (
    UPDATE games
    SET
        status = $3, version = $4, due_at = to_timestamp($5::bigint / 1000.0), schema = $6, state = $7, room = $8,
        updated_at = now(), ended_at = CASE WHEN $3 = 'over' THEN now() END
    WHERE id = $1 AND version = $2 AND people = $13
    RETURNING id, status
),
moved AS (
    INSERT INTO moves (game_id, version, first_event, event_count, steps, events)
    SELECT id, $4, $9, $10, $11, $12 FROM saved
),
freed AS (
    UPDATE seats SET live = false
    FROM saved
    WHERE seats.game_id = saved.id AND seats.live AND (saved.status = 'over' OR seats.player_id = ANY($14::text[]))
)
SELECT id FROM saved;

-- name: save_due
-- When the table next needs looking at, where looking at it changed nothing else.
UPDATE games SET due_at = to_timestamp($3::bigint / 1000.0) WHERE id = $1 AND version = $2;

-- name: take_due
-- The most overdue table that nobody has in hand, put off for a moment so that nobody else takes it.
WITH due AS MATERIALIZED (
    SELECT id, due_at
    FROM games
    WHERE due_at <= to_timestamp($1::bigint / 1000.0)
    ORDER BY due_at
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)
UPDATE games
SET due_at = to_timestamp(($1::bigint + $2::bigint) / 1000.0)
FROM due
WHERE games.id = due.id
RETURNING
    games.id, status, version, people, schema, state, room, seed,
    (extract(epoch FROM due.due_at) * 1000)::bigint AS due_at,
    (SELECT away_ms FROM heartbeat) AS away_ms;

-- name: read_next_due
-- The moment the next table needs looking at.
SELECT (extract(epoch FROM min(due_at)) * 1000)::bigint FROM games WHERE due_at IS NOT NULL;

-- name: list_open
-- Public waiting rooms, newest first, after the place ($1 microseconds, $2 id) where the last page ended; without those
-- where everybody would be asked to hurry and nobody is there.
SELECT
    g.id, g.mode, g.clock, g.capacity, g.taken, g.version, g.creator, p.name AS creator_name,
    g.taken - (SELECT count(*) FROM seats AS s WHERE s.game_id = g.id) AS bots,
    (extract(epoch FROM g.created_at) * 1000000)::bigint AS created_us
FROM games AS g
JOIN players AS p ON p.id = g.creator
WHERE
    g.status = 'waiting'
    AND NOT g.private
    AND (g.created_at, g.id) < (to_timestamp($1::bigint / 1000000.0), $2::text)
    AND (
        g.clock = 'daily'
        OR EXISTS (SELECT 1 FROM seats AS s WHERE s.game_id = g.id AND s.seen_at > now() - interval '5 minutes')
    )
ORDER BY g.created_at DESC, g.id DESC
LIMIT $3;

-- name: list_running
-- The newest public games under way.
SELECT
    g.id, g.mode, g.clock, g.capacity, g.taken, g.version, g.creator, p.name AS creator_name,
    g.taken - (SELECT count(*) FROM seats AS s WHERE s.game_id = g.id) AS bots,
    (extract(epoch FROM g.created_at) * 1000000)::bigint AS created_us
FROM games AS g
JOIN players AS p ON p.id = g.creator
WHERE g.status = 'playing' AND NOT g.private
ORDER BY g.created_at DESC, g.id DESC
LIMIT $1;

-- name: list_events
-- The moves that hold the events after number $2. Going back from the newest finds the first of them: streams are
-- nearly always near the end.
SELECT first_event, events
FROM moves
WHERE
    game_id = $1
    AND version >= coalesce(
        (
            SELECT version
            FROM moves
            WHERE game_id = $1 AND first_event <= $2 + 1
            ORDER BY version DESC
            LIMIT 1
        ),
        0
    )
ORDER BY version
LIMIT $3 + 1;

-- name: list_moves
-- Every move of a game, in order.
SELECT version, first_event, steps, events FROM moves WHERE game_id = $1 ORDER BY version;

-- name: delete_waiting
-- Closes a waiting room, if nobody was faster.
DELETE FROM games WHERE id = $1 AND version = $2 AND status = 'waiting' RETURNING id;

-- name: delete_abandoned
-- Closes the waiting rooms in which nothing has happened since $1.
WITH deleted AS (
    DELETE FROM games
    WHERE status = 'waiting' AND updated_at < to_timestamp($1::bigint / 1000.0)
    RETURNING id
)
SELECT count(*) FROM deleted;
