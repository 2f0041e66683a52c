-- name: create
-- The one rematch of a game; nothing where there is one already.
INSERT INTO rematches (game_id, next_id)
VALUES ($1, $2)
ON CONFLICT (game_id) DO NOTHING
RETURNING next_id;

-- name: read
-- The room in which a game is played again.
SELECT next_id FROM rematches WHERE game_id = $1;
