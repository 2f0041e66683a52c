-- A room that is closed lets go of the cards that came of it; without this index each would look through all of them.
CREATE INDEX cards_from_game ON cards (game_id) WHERE game_id IS NOT NULL; -- what a deleted game leaves
