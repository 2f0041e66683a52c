-- name: create
-- One more line. Those of a place are numbered in the order in which they can be seen, so that no reader misses one.
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended($1, 17)) AS mine)
INSERT INTO chat_lines (place, side, player_id, name, kind, text, at)
SELECT $1, $2, $3, $4, $5, $6, to_timestamp($7::bigint / 1000.0)
FROM turn
RETURNING id;

-- name: list_new
-- What is new at a place after $2 for a person: the newest $4 lines that they read (none of another side, of those they
-- hear not, or hidden), and of the lines they have already those that were hidden since. One statement sees one moment.
(
    SELECT
        l.id,
        l.place,
        l.side,
        l.player_id,
        l.name,
        l.kind,
        l.text,
        (extract(epoch FROM l.at) * 1000)::bigint AS at,
        NULL::bigint AS hidden_as
    FROM chat_lines AS l
    WHERE l.place = $1
        AND l.id > $2
        AND (l.side IS NULL OR l.side = $3)
        AND l.hidden_by IS NULL
        AND NOT EXISTS (SELECT FROM mutes AS m WHERE m.player_id = $5 AND m.muted = l.player_id)
        AND NOT EXISTS (SELECT FROM blocks AS b WHERE b.blocker = $5 AND b.blocked = l.player_id)
    ORDER BY l.id DESC
    LIMIT $4
)
UNION ALL
(
    SELECT
        h.id,
        h.place,
        h.side,
        h.player_id,
        '' AS name,
        h.kind,
        '' AS text,
        0 AS at,
        h.hidden_as
    FROM chat_lines AS h
    WHERE h.place = $1
        AND h.hidden_as > $2
        AND h.id <= $2
        AND (h.side IS NULL OR h.side = $3)
    ORDER BY h.hidden_as DESC
    LIMIT $4
);

-- name: list_around
-- The lines of the same place and side shortly before and after one, and itself, hidden ones too.
SELECT
    l.id,
    l.place,
    l.side,
    l.player_id,
    l.name,
    l.kind,
    l.text,
    (extract(epoch FROM l.at) * 1000)::bigint AS at
FROM chat_lines AS it
CROSS JOIN LATERAL (
    (
        SELECT b.id FROM chat_lines AS b
        WHERE b.place = it.place AND b.side IS NOT DISTINCT FROM it.side AND b.id <= it.id
        ORDER BY b.id DESC LIMIT 5
    )
    UNION ALL
    (
        SELECT a.id FROM chat_lines AS a
        WHERE a.place = it.place AND a.side IS NOT DISTINCT FROM it.side AND a.id > it.id
        ORDER BY a.id LIMIT 3
    )
) AS near
JOIN chat_lines AS l ON l.id = near.id
WHERE it.id = $1
ORDER BY l.id;

-- name: find_newest
-- The number of the newest line of a place that this side may read; nothing where there is none.
SELECT
    greatest(
        (SELECT max(l.id) FROM chat_lines AS l WHERE l.place = $1 AND (l.side IS NULL OR l.side = $2)),
        (SELECT max(h.hidden_as) FROM chat_lines AS h WHERE h.place = $1 AND (h.side IS NULL OR h.side = $2))
    );

-- name: read
-- One line, unless it is hidden.
SELECT
    id,
    place,
    side,
    player_id,
    name,
    kind,
    text,
    (extract(epoch FROM at) * 1000)::bigint AS at
FROM chat_lines
WHERE id = $1 AND hidden_by IS NULL;

-- name: save_hidden
-- An operator hides a line, once; numbered like a new one, so that no reader misses it.
WITH turn AS MATERIALIZED (
    SELECT pg_advisory_xact_lock(hashtextextended(place, 17)) AS mine FROM chat_lines WHERE id = $1
)
UPDATE chat_lines
SET hidden_by = $2, hidden_as = nextval(pg_get_serial_sequence('chat_lines', 'id'))
FROM turn
WHERE id = $1 AND hidden_by IS NULL
RETURNING player_id, place, hidden_as;

-- name: delete_old
-- Forgets the lines before $1.
DELETE FROM chat_lines WHERE at < to_timestamp($1::bigint / 1000.0);

-- name: save_mute
-- Somebody does not want to hear somebody else, if there is such a person.
INSERT INTO mutes (player_id, muted)
SELECT $1, p.id
FROM players AS p
WHERE p.id = $2
ON CONFLICT DO NOTHING;

-- name: limit_mutes
-- Keeps a person's mutes to $2 of them.
DELETE FROM mutes
WHERE player_id = $1
    AND muted IN (SELECT m.muted FROM mutes AS m WHERE m.player_id = $1 ORDER BY m.muted OFFSET $2);

-- name: delete_mute
-- Somebody wants to hear somebody else again.
DELETE FROM mutes WHERE player_id = $1 AND muted = $2;

-- name: list_muted
-- Whom a person does not hear.
SELECT p.id, p.name
FROM mutes AS m
JOIN players AS p ON p.id = m.muted
WHERE m.player_id = $1
ORDER BY p.name, p.id;
