-- The newest public games under way, for those who want to watch.

CREATE INDEX games_running ON games (created_at, id) WHERE status = 'playing' AND NOT private; -- the list to watch
