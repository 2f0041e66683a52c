-- Rooms and games, one row each; who sits where; and every move that was made.

CREATE TABLE games (
    id text PRIMARY KEY,
    mode text NOT NULL,
    private boolean NOT NULL, -- reached by its invitation only, never listed
    clock text NOT NULL CHECK (clock IN ('live', 'daily')), -- seconds a decision, or a day
    capacity smallint NOT NULL CHECK (capacity BETWEEN 2 AND 6),
    creator text NOT NULL REFERENCES players,
    seed bytea NOT NULL, -- all the luck of the game; revealed when it is over, never in the state
    invite text, -- the secret in a private room's link
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    status text NOT NULL CHECK (status IN (
        'waiting', -- people may still come and go
        'playing', -- it has a state, a clock and an actor
        'over' -- nothing changes any more
    )),
    taken smallint NOT NULL, -- chairs with a person or a bot on them
    room bytea NOT NULL, -- msgpack of the room: rules, chairs, contributions
    version integer NOT NULL, -- rises with every change; what is decided on an older one is refused
    schema smallint, -- the form of `state`
    due_at timestamptz, -- when the table next needs looking at: a clock, an offer, a bot's pause
    updated_at timestamptz NOT NULL DEFAULT now(),
    state bytea, -- msgpack of the game, null while waiting
    CHECK ((state IS NULL) = (status = 'waiting'))
) WITH (fillfactor = 70, toast_tuple_target = 4080);
-- A third of each page stays free, so that a new version of a row finds room beside the old one. What changes stands
-- last: the log then holds only the changed end of the row. State and room are small and dense, so they are neither
-- compressed (work without gain) nor moved to a side table below half a page (five times the log).
ALTER TABLE games ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games ALTER COLUMN room SET STORAGE EXTERNAL;

CREATE INDEX games_due ON games (due_at) WHERE due_at IS NOT NULL; -- the sweep takes the most overdue first
CREATE INDEX games_waiting ON games (created_at, id) WHERE status = 'waiting'; -- the list of rooms, and its tidying
CREATE UNIQUE INDEX games_invite ON games (invite) WHERE invite IS NOT NULL; -- an invitation leads to one room

CREATE TABLE seats (
    game_id text NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES players,
    seat smallint NOT NULL,
    live boolean NOT NULL DEFAULT true, -- false as soon as the person is out or the game is over
    PRIMARY KEY (game_id, player_id),
    CONSTRAINT seats_chair UNIQUE (game_id, seat) DEFERRABLE INITIALLY DEFERRED -- people move up when one leaves
);

CREATE UNIQUE INDEX seats_one_unfinished ON seats (player_id) WHERE live; -- one person, one unfinished game
CREATE INDEX seats_of_player ON seats (player_id); -- a person's games, old ones too

CREATE TABLE moves (
    game_id text NOT NULL REFERENCES games ON DELETE CASCADE,
    version integer NOT NULL, -- the game's, after this save
    first_event integer NOT NULL, -- the number of the first event
    event_count integer NOT NULL,
    steps json NOT NULL, -- what seats asked: [{seat, at, action}]; empty where only a clock ran out
    events json NOT NULL, -- what happened, in the words of the public contract
    PRIMARY KEY (game_id, version)
);
