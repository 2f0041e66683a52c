-- Order among people: what was reported, what operators decided, and a warning that has not been read yet.

CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    reporter text NOT NULL REFERENCES players ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE, -- whom it is about
    reason text NOT NULL, -- a code
    words text NOT NULL CHECK (char_length(words) <= 2000), -- what the reporter added; a backstop
    line_id bigint, -- the line of the chat it is about; lines go after a while, so no reference
    said text, -- that line, as it was
    at timestamptz NOT NULL DEFAULT now(),
    closed_by text -- the operator who has dealt with it
);

CREATE INDEX reports_open ON reports (id) WHERE closed_by IS NULL; -- what operators have to look at
CREATE UNIQUE INDEX reports_once ON reports (reporter, line_id) WHERE line_id IS NOT NULL; -- twice is once
CREATE INDEX reports_of_player ON reports (player_id); -- a person's deletion

CREATE TABLE judgements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    operator text NOT NULL REFERENCES players ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE, -- whom it hit
    deed text NOT NULL CHECK (deed IN ('hide', 'warn', 'suspend', 'lift', 'close')),
    reason text NOT NULL, -- a code; empty where none is needed
    words text NOT NULL CHECK (char_length(words) <= 2000), -- the operator's own note
    until timestamptz, -- of a suspension
    at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX judgements_of_operator ON judgements (operator); -- a person's deletion
CREATE INDEX judgements_of_player ON judgements (player_id); -- what was decided about somebody before

ALTER TABLE players ADD COLUMN warned_for text; -- the reason of a warning that they have not read yet
