-- name: create
-- One more report; the same person's second one of a line, or of somebody not yet looked at, counts as the first.
INSERT INTO reports (reporter, player_id, reason, words, line_id, said)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT DO NOTHING;

-- name: list_open
-- The reports before $2 that nobody has dealt with, newest first, and whether the line has gone from the chat.
SELECT
    r.id,
    r.reporter,
    by.name AS reporter_name,
    r.player_id,
    p.name AS player_name,
    (extract(epoch FROM p.suspended_until) * 1000)::bigint AS suspended_until,
    r.reason,
    r.words,
    r.line_id,
    r.said,
    r.line_id IS NOT NULL AND (l.id IS NULL OR l.hidden_by IS NOT NULL) AS hidden,
    (extract(epoch FROM r.at) * 1000)::bigint AS at
FROM reports AS r
JOIN players AS p ON p.id = r.player_id
JOIN players AS by ON by.id = r.reporter
LEFT JOIN chat_lines AS l ON l.id = r.line_id
WHERE r.closed_by IS NULL AND r.id < $2
ORDER BY r.id DESC
LIMIT $1;

-- name: count_open
-- How many reports are open, counted up to $1.
SELECT count(*) FROM (SELECT FROM reports WHERE closed_by IS NULL LIMIT $1) AS waiting;

-- name: save_closed
-- An operator has dealt with a report; whom it was about, or nothing when another was faster.
UPDATE reports SET closed_by = $2 WHERE id = $1 AND closed_by IS NULL RETURNING player_id;

-- name: delete_said
-- Forgets the words of lines in reports from before $1 that were dealt with.
UPDATE reports SET said = NULL
WHERE closed_by IS NOT NULL AND said IS NOT NULL AND at < to_timestamp($1::bigint / 1000.0);
