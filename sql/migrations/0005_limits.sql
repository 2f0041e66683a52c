-- How often somebody did something lately, counted for all processes together.

-- Unlogged: a crash forgets the counts, which harms nobody, and counting costs no write to the log.
CREATE UNLOGGED TABLE limits (
    key bytea PRIMARY KEY, -- SHA-256 of what is counted and of whose it is: no address is kept
    began timestamptz NOT NULL, -- of the window that is being counted
    count integer NOT NULL
);

CREATE INDEX limits_age ON limits (began); -- old ones are deleted by the tidying job
