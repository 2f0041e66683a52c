-- Answers kept by idempotency key, so that a request sent twice has one effect and one answer.

CREATE TABLE answers (
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    key bytea NOT NULL, -- SHA-256 of the key, whatever its length
    body_hash bytea NOT NULL, -- the same key with another body is refused
    status smallint, -- null only inside the transaction that is finding the answer
    answer bytea, -- the body as it was sent
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player_id, key)
);

CREATE INDEX answers_age ON answers (created_at); -- old ones are deleted by the tidying job
