-- name: lock_persons
-- The experience of persons, none of whom anything else pays meanwhile; those who deleted themselves are not found.
SELECT id, xp
FROM players
WHERE id = ANY($1::text[]) AND gone_at IS NULL
ORDER BY id
FOR UPDATE;

-- name: save_xp
-- More experience for a person.
UPDATE players SET xp = xp + $2 WHERE id = $1;

-- name: save_week
-- More experience for a person in a week.
INSERT INTO weekly_xp (week, player_id, xp)
VALUES ($1, $2, $3)
ON CONFLICT (week, player_id) DO UPDATE SET xp = weekly_xp.xp + excluded.xp;

-- name: create_result
-- What a game brought a person; a second time is an error.
INSERT INTO results (
    game_id, player_id, seat, place, xp, from_place, from_groups, from_lasting, from_quests, xp_before, quests, mode,
    seats, ended_at, week
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, to_timestamp($14::bigint / 1000.0), $15);

-- name: read_result
-- What a game brought a person.
SELECT
    game_id, player_id, seat, place, xp, from_place, from_groups, from_lasting, from_quests, xp_before, quests, mode,
    seats, week, (extract(epoch FROM ended_at) * 1000)::bigint AS ended_at
FROM results
WHERE game_id = $1 AND player_id = $2;

-- name: create_card
-- A card that was drawn at the end of a game; a second time is an error.
INSERT INTO cards (player_id, square, bonus, game_id, level, drawn_at)
VALUES ($1, $2, $3, $4, $5, to_timestamp($6::bigint / 1000.0));

-- name: list_card_levels
-- The levels for which persons have had their card.
SELECT player_id, level FROM cards WHERE player_id = ANY($1::text[]) AND level IS NOT NULL;

-- name: list_cards_of_game
-- The cards that a game brought a person, in the order of drawing.
SELECT id, square, bonus, game_id, level, (extract(epoch FROM drawn_at) * 1000)::bigint AS drawn_at
FROM cards
WHERE game_id = $1 AND player_id = $2
ORDER BY id;

-- name: list_best_cards
-- The best card of each square that persons hold.
SELECT player_id, square, max(bonus) AS bonus
FROM cards
WHERE player_id = ANY($1::text[])
GROUP BY player_id, square;

-- name: list_album
-- A person's cards by square: how many, the best, and the newest.
SELECT
    square, count(*)::integer AS copies, max(bonus)::integer AS bonus,
    (extract(epoch FROM max(drawn_at)) * 1000)::bigint AS drawn_at
FROM cards
WHERE player_id = $1
GROUP BY square
ORDER BY square;

-- name: list_cards
-- A person's cards, newest first, older than card number $2.
SELECT id, square, bonus, game_id, level, (extract(epoch FROM drawn_at) * 1000)::bigint AS drawn_at
FROM cards
WHERE player_id = $1 AND id < $2
ORDER BY id DESC
LIMIT $3;
