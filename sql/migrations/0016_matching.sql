-- When bots fill a room that was opened for whoever comes, and how bots have done.

ALTER TABLE games ADD COLUMN fills_at timestamptz; -- null for a room that somebody opened by hand

CREATE INDEX games_filling ON games (fills_at) WHERE fills_at IS NOT NULL AND status = 'waiting'; -- the sweep

CREATE TABLE bot_results (
    bot text NOT NULL,
    mode text NOT NULL,
    games bigint NOT NULL,
    wins bigint NOT NULL,
    PRIMARY KEY (bot, mode)
);
