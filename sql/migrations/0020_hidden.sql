-- Hidden lines vanish from open pages too, a person is reported once at a time, and the log of decisions stays as it is.

ALTER TABLE chat_lines ADD COLUMN hidden_as bigint; -- its number among the lines: readers hear of it like of a new one

CREATE INDEX chat_lines_hidden ON chat_lines (place, hidden_as) WHERE hidden_as IS NOT NULL; -- what vanished lately

UPDATE reports AS r
SET closed_by = r.reporter -- nobody's decision: it says what an older one says already
WHERE r.line_id IS NULL
    AND r.closed_by IS NULL
    AND EXISTS (
        SELECT FROM reports AS o
        WHERE o.reporter = r.reporter
            AND o.player_id = r.player_id
            AND o.line_id IS NULL
            AND o.closed_by IS NULL
            AND o.id < r.id
    );

CREATE UNIQUE INDEX reports_once_of_person ON reports (reporter, player_id)
WHERE line_id IS NULL AND closed_by IS NULL; -- while an operator has not looked, twice is once

CREATE FUNCTION keep_judgement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what was decided stays in the log as it was';
END
$$;

CREATE TRIGGER judgements_stay
BEFORE DELETE OR UPDATE OF id, deed, reason, words, until, at ON judgements
FOR EACH ROW EXECUTE FUNCTION keep_judgement(); -- whose it is may change: a guest becomes a person
