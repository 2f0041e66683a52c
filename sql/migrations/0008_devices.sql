-- The devices that want to hear when their owner's turn has come, and what still has to be told to them.

CREATE TABLE devices (
    hash bytea PRIMARY KEY, -- SHA-256 of the endpoint: an address of a push service can be long
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    endpoint text NOT NULL, -- whoever knows it can name the device, so it stands in no log
    key bytea NOT NULL, -- the device's public key (p256dh), uncompressed
    auth bytea NOT NULL, -- the secret that messages to it are sealed with
    language text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    told_at timestamptz -- when a message last went through
);

CREATE INDEX devices_of_player ON devices (player_id); -- the limit a person has, and whom to tell

CREATE TABLE calls (
    game_id text NOT NULL REFERENCES games ON DELETE CASCADE,
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    version integer NOT NULL, -- the newest of the game's that was looked at
    turn integer, -- the last one the person was called to; null before the first
    PRIMARY KEY (game_id, player_id)
);

CREATE INDEX calls_of_player ON calls (player_id); -- a person's deletion

CREATE TABLE messages (
    device bytea NOT NULL REFERENCES devices ON DELETE CASCADE,
    game_id text NOT NULL REFERENCES games ON DELETE CASCADE,
    turn integer NOT NULL,
    attempts smallint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (device, game_id) -- a newer one replaces what has not been sent yet
);

CREATE INDEX messages_due ON messages (due_at); -- the next one to send
CREATE INDEX messages_of_game ON messages (game_id); -- a game's deletion
