-- When whoever sits in a waiting room last looked at it, so that nobody is sent to wait for somebody who has gone.

ALTER TABLE seats ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now(); -- kept up only until the game begins
