-- name: list_steps
-- How far persons are with what they have started in these days and weeks.
SELECT player_id, period, quest, count, claimed_at IS NOT NULL AS claimed
FROM quest_steps
WHERE player_id = ANY($1::text[]) AND period = ANY($2::text[]);

-- name: save_step
-- How far a person is now, and since when it is done; what is done stays so.
INSERT INTO quest_steps (player_id, period, quest, count, claimed_at)
VALUES ($1, $2, $3, $4, to_timestamp($5::bigint / 1000.0))
ON CONFLICT (player_id, period, quest) DO UPDATE
SET count = excluded.count, claimed_at = coalesce(quest_steps.claimed_at, excluded.claimed_at);
