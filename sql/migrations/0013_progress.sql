-- What games leave behind for people: a result for each seat, the sums of a week, and collection cards.

CREATE TABLE results (
    game_id text NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES players,
    seat smallint NOT NULL,
    place smallint NOT NULL, -- in teams 1 or 2, the side's
    xp integer NOT NULL, -- all that this game brought: the sum of the four parts
    from_place integer NOT NULL,
    from_groups integer NOT NULL,
    from_lasting integer NOT NULL,
    from_quests integer NOT NULL,
    xp_before bigint NOT NULL, -- what the person had, for the way from level to level
    quests json NOT NULL, -- what it did for quests: [{period, quest, before, after}]
    mode text NOT NULL,
    seats smallint NOT NULL,
    ended_at timestamptz NOT NULL,
    week text NOT NULL, -- the ISO week of that moment, UTC: 2026-W49
    PRIMARY KEY (game_id, player_id) -- one person is paid once for one game
);

CREATE INDEX results_of_player ON results (player_id, ended_at DESC); -- a person's history, newest first

CREATE TABLE weekly_xp (
    week text NOT NULL,
    player_id text NOT NULL REFERENCES players,
    xp bigint NOT NULL,
    PRIMARY KEY (week, player_id)
);

CREATE INDEX weekly_xp_order ON weekly_xp (week, xp DESC, player_id); -- the leaderboard
CREATE INDEX weekly_xp_of_player ON weekly_xp (player_id); -- a person's weeks

CREATE TABLE cards (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id text NOT NULL REFERENCES players,
    square smallint NOT NULL,
    bonus smallint NOT NULL, -- percent on the rent; how rare the card is follows from it
    game_id text REFERENCES games ON DELETE SET NULL, -- the game at whose end it was drawn
    level smallint, -- the level it was given for; null for a win
    drawn_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX cards_of_game ON cards (player_id, game_id) WHERE level IS NULL; -- a win gives one card
CREATE UNIQUE INDEX cards_of_level ON cards (player_id, level) WHERE level IS NOT NULL; -- and so does a level
CREATE INDEX cards_by_square ON cards (player_id, square, bonus DESC); -- the album, and the best card of each square
