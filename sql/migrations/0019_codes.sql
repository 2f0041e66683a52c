-- A short code by which a private room is found, for telling it across a table.

ALTER TABLE games ADD COLUMN code text; -- null where the room is public or older than codes

CREATE UNIQUE INDEX games_code ON games (code) WHERE code IS NOT NULL; -- a code leads to one room
