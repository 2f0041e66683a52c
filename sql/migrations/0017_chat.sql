-- What people say to each other, and whom they do not want to hear.

CREATE TABLE chat_lines (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    place text NOT NULL, -- 'lobby' or the id of a game
    side smallint, -- the side of a team game that alone reads it; null is for everybody there
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    name text NOT NULL, -- theirs when they wrote it
    kind text NOT NULL CHECK (kind IN ('text', 'sticker', 'phrase')),
    text text NOT NULL CHECK (char_length(text) <= 400), -- a backstop; of stickers and phrases the code
    at timestamptz NOT NULL DEFAULT now(),
    hidden_by text -- the operator who hid it
);

CREATE INDEX chat_lines_of_place ON chat_lines (place, id); -- what is new for somebody who has the others
CREATE INDEX chat_lines_age ON chat_lines (at); -- old ones are deleted by the tidying job
CREATE INDEX chat_lines_of_player ON chat_lines (player_id); -- a person's deletion

CREATE TABLE mutes (
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    muted text NOT NULL REFERENCES players ON DELETE CASCADE, -- whose lines the other does not see
    PRIMARY KEY (player_id, muted),
    CHECK (player_id <> muted)
);

CREATE INDEX mutes_of_muted ON mutes (muted); -- a person's deletion
