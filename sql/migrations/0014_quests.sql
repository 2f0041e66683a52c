-- How far people are with their quests. Which ones a person has follows from the date; only started ones stand here.

CREATE TABLE quest_steps (
    player_id text NOT NULL REFERENCES players,
    period text NOT NULL, -- a day (2026-12-01) or an ISO week (2026-W49), UTC
    quest text NOT NULL,
    count integer NOT NULL,
    claimed_at timestamptz, -- when it was done, and paid
    PRIMARY KEY (player_id, period, quest)
);
