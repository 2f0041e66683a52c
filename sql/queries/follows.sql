-- name: lock_pair
-- Two persons, so that of what they do to each other at once one comes first; those who are gone are not found.
SELECT id FROM players WHERE id = ANY($1::text[]) AND gone_at IS NULL ORDER BY id FOR NO KEY UPDATE;

-- name: create
-- One person follows another.
INSERT INTO follows (follower, followed) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: delete
-- And no longer.
DELETE FROM follows WHERE follower = $1 AND followed = $2;

-- name: count
-- How many a person follows.
SELECT count(*) FROM follows WHERE follower = $1;

-- name: count_followers
-- How many follow a person.
SELECT count(*) FROM follows WHERE followed = $1;

-- name: list
-- Whom a person follows, by name.
SELECT p.id, p.name, p.avatar
FROM follows AS f
JOIN players AS p ON p.id = f.followed
WHERE f.follower = $1 AND p.gone_at IS NULL
ORDER BY lower(p.name), p.id
LIMIT $2;

-- name: list_blocked
-- Whom a person has blocked, by name.
SELECT p.id, p.name, p.avatar
FROM blocks AS b
JOIN players AS p ON p.id = b.blocked
WHERE b.blocker = $1 AND p.gone_at IS NULL
ORDER BY lower(p.name), p.id
LIMIT $2;

-- name: count_blocked
-- How many a person has blocked.
SELECT count(*) FROM blocks WHERE blocker = $1;

-- name: create_block
-- One person wants nothing to do with another.
INSERT INTO blocks (blocker, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING;

-- name: delete_block
-- And is reconciled.
DELETE FROM blocks WHERE blocker = $1 AND blocked = $2;

-- name: delete_between
-- Nobody of the two follows the other any more.
DELETE FROM follows WHERE (follower = $1 AND followed = $2) OR (follower = $2 AND followed = $1);

-- name: check
-- What stands between two persons: $1 follows $2, $1 has blocked $2, $2 has blocked $1.
SELECT
    EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followed = $2) AS follows,
    EXISTS (SELECT 1 FROM blocks WHERE blocker = $1 AND blocked = $2) AS blocks,
    EXISTS (SELECT 1 FROM blocks WHERE blocker = $2 AND blocked = $1) AS blocked;

-- name: list_blocks_of
-- The persons whom this one has blocked, by id.
SELECT blocked FROM blocks WHERE blocker = $1;

-- name: list_blockers
-- The persons at a table who have blocked this one.
SELECT b.blocker
FROM seats AS s
JOIN blocks AS b ON b.blocker = s.player_id
WHERE s.game_id = $1 AND b.blocked = $2;

-- name: check_room
-- Whether the creator of a room has blocked this person.
SELECT EXISTS (
    SELECT 1
    FROM games AS g
    JOIN blocks AS b ON b.blocker = g.creator
    WHERE g.id = $1 AND b.blocked = $2
);
