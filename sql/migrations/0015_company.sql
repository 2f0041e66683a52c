-- Who follows whom, who wants nothing to do with whom, and which tokens people made for their programs.

CREATE TABLE follows (
    follower text NOT NULL REFERENCES players ON DELETE CASCADE,
    followed text NOT NULL REFERENCES players ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (follower, followed)
);

CREATE INDEX follows_back ON follows (followed); -- how many follow somebody, and their end with a block

CREATE TABLE blocks (
    blocker text NOT NULL REFERENCES players ON DELETE CASCADE,
    blocked text NOT NULL REFERENCES players ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (blocker, blocked)
);

CREATE INDEX blocks_back ON blocks (blocked); -- who does not want somebody, for whatever that somebody tries

ALTER TABLE tokens ADD COLUMN script boolean NOT NULL DEFAULT false; -- made by hand, with a name, for a program
