-- name: list
-- A page of a week's leaderboard, after the place ($2 experience, $3 id) where the last page ended.
SELECT w.player_id AS id, p.name, p.avatar, p.xp AS total, w.xp
FROM weekly_xp AS w
JOIN players AS p ON p.id = w.player_id
WHERE w.week = $1 AND w.xp <= $2 AND (w.xp < $2 OR w.player_id > $3)
ORDER BY w.xp DESC, w.player_id
LIMIT $4;

-- name: list_followed
-- The same of a person and whom they follow, who are few.
SELECT w.player_id AS id, p.name, p.avatar, p.xp AS total, w.xp
FROM weekly_xp AS w
JOIN players AS p ON p.id = w.player_id
WHERE
    w.week = $1
    AND (w.player_id = $2 OR w.player_id IN (SELECT f.followed FROM follows AS f WHERE f.follower = $2))
ORDER BY w.xp DESC, w.player_id
LIMIT $3;

-- name: read_week
-- What a week brought a person.
SELECT xp FROM weekly_xp WHERE week = $1 AND player_id = $2;

-- name: count_better
-- How many had more in a week.
SELECT count(*) FROM weekly_xp WHERE week = $1 AND xp > $2;

-- name: list_weeks
-- The newest weeks of a person and what they brought.
SELECT week, xp FROM weekly_xp WHERE player_id = $1 ORDER BY week DESC LIMIT $2;

-- name: save_bot
-- One more game of a bot.
INSERT INTO bot_results (bot, mode, games, wins)
VALUES ($1, $2, 1, $3::integer)
ON CONFLICT (bot, mode) DO UPDATE
SET games = bot_results.games + 1, wins = bot_results.wins + excluded.wins;

-- name: list_bots
-- How every bot has done, by mode.
SELECT bot, mode, games, wins FROM bot_results ORDER BY bot, games DESC, mode;
