-- What a person shows of themselves, what they have earned, and what an operator decided about them.

ALTER TABLE players
    ADD COLUMN handle text, -- a name nobody else has, for whoever wants one
    ADD COLUMN avatar text NOT NULL DEFAULT '', -- the name of a drawing of ours; empty until one is chosen
    ADD COLUMN xp bigint NOT NULL DEFAULT 0, -- the sum of what games and quests gave; the level follows from it
    ADD COLUMN shows_games boolean NOT NULL DEFAULT true, -- whether others see past games and figures
    ADD COLUMN shows_album boolean NOT NULL DEFAULT true, -- whether others see the collection cards
    ADD COLUMN operator boolean NOT NULL DEFAULT false, -- made so on the command line only
    ADD COLUMN suspended_until timestamptz, -- may not play, write or follow before; null for most
    ADD COLUMN suspended_because text, -- told to the suspended person
    ADD COLUMN gone_at timestamptz; -- deleted: only an anonymous row stays, for the seats of old games

CREATE UNIQUE INDEX players_handle ON players (lower(handle)) WHERE handle IS NOT NULL; -- one handle, one person
