-- One person who was two: seats change hands in the middle of a game, and a browser's messages end with its session.

ALTER TABLE games ADD COLUMN people integer NOT NULL DEFAULT 0; -- counts what was done to the people of a game beside it

ALTER TABLE devices ADD COLUMN token_id text REFERENCES tokens ON DELETE CASCADE; -- the session it was switched on in
CREATE INDEX devices_of_token ON devices (token_id);
