-- Whether the service was away: an outage must cost nobody a turn.

CREATE TABLE heartbeat (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), -- there is one row
    beat_at timestamptz NOT NULL DEFAULT now(), -- when a process last was at work
    away_ms bigint NOT NULL DEFAULT 0 -- all outages so far, added up; a game keeps how much of it its clocks have had
) WITH (fillfactor = 10); -- beaten every other second: old versions of the row stay in one page

INSERT INTO heartbeat DEFAULT VALUES;
