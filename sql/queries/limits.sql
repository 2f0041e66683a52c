-- name: count
-- Counts one more in the window that began at $2 (ms), and says how many that makes.
INSERT INTO limits (key, began, count)
VALUES ($1, to_timestamp($2::bigint / 1000.0), 1)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN limits.began = excluded.began THEN limits.count + 1 ELSE 1 END,
    began = excluded.began
RETURNING count;

-- name: delete_old
-- Forgets the windows that began before $1.
DELETE FROM limits WHERE began < to_timestamp($1::bigint / 1000.0);
