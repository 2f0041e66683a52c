-- Persons and the bearer tokens by which a program, or a page, is known as one of them.

CREATE TABLE players (
    id text PRIMARY KEY,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100), -- a backstop; the limit people meet is the page's
    language text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tokens (
    id text PRIMARY KEY,
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    hash bytea NOT NULL UNIQUE, -- SHA-256 of the token: a stolen backup opens nothing
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz -- kept to the hour, so that a request seldom writes
);

CREATE INDEX tokens_of_player ON tokens (player_id); -- a person's list of tokens, and their deletion
