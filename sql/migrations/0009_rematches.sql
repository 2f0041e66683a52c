-- The room in which the people of a finished game play again.

CREATE TABLE rematches (
    game_id text PRIMARY KEY REFERENCES games ON DELETE CASCADE, -- whoever asks at once, one game has one rematch
    next_id text NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE, -- a room that closes may be asked for anew
    created_at timestamptz NOT NULL DEFAULT now()
);
