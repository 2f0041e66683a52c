-- name: list_games
-- The games a person sits or sat in, none of which anybody saves meanwhile.
SELECT g.id, g.room, g.status
FROM games AS g
JOIN seats AS s ON s.game_id = g.id
WHERE s.player_id = $1
ORDER BY g.id
FOR UPDATE OF g;

-- name: lock_persons
-- Two persons, whom nothing else changes meanwhile; those who are gone are not found.
SELECT id, xp FROM players WHERE id = ANY($1::text[]) AND gone_at IS NULL ORDER BY id FOR UPDATE;

-- name: count_unfinished
-- In how many unfinished games persons sit.
SELECT count(*) FROM seats WHERE player_id = ANY($1::text[]) AND live;

-- name: save_people
-- Who sits in a game, beside whatever is played there; whoever has read it before must read it again.
UPDATE games SET room = $2, creator = $3, people = people + 1 WHERE id = $1;

-- name: save_seats
-- The seats of a guest become the person's.
UPDATE seats SET player_id = $2 WHERE player_id = $1 AND game_id = ANY($3::text[]);

-- name: save_results
-- What games brought the guest becomes the person's.
UPDATE results SET player_id = $2
WHERE player_id = $1 AND game_id NOT IN (SELECT game_id FROM results WHERE player_id = $2);

-- name: save_weeks
-- The weeks of both are added up.
INSERT INTO weekly_xp (week, player_id, xp)
SELECT week, $2, xp FROM weekly_xp WHERE player_id = $1
ON CONFLICT (week, player_id) DO UPDATE SET xp = weekly_xp.xp + excluded.xp;

-- name: delete_weeks
-- The weeks of somebody who is gone.
DELETE FROM weekly_xp WHERE player_id = $1;

-- name: save_cards
-- The guest's cards become the person's; of a level each has only one.
UPDATE cards SET player_id = $2
WHERE
    player_id = $1
    AND (level IS NULL OR level NOT IN (SELECT level FROM cards WHERE player_id = $2 AND level IS NOT NULL))
    AND (level IS NOT NULL OR game_id IS NULL OR game_id NOT IN (
        SELECT game_id FROM cards WHERE player_id = $2 AND level IS NULL AND game_id IS NOT NULL
    ));

-- name: delete_cards
-- The cards of somebody who is gone.
DELETE FROM cards WHERE player_id = $1;

-- name: save_quests
-- Of each quest the one that is further counts.
INSERT INTO quest_steps (player_id, period, quest, count, claimed_at)
SELECT $2, period, quest, count, claimed_at FROM quest_steps WHERE player_id = $1
ON CONFLICT (player_id, period, quest) DO UPDATE
SET
    count = greatest(quest_steps.count, excluded.count),
    claimed_at = coalesce(quest_steps.claimed_at, excluded.claimed_at);

-- name: delete_quests
-- The quests of somebody who is gone.
DELETE FROM quest_steps WHERE player_id = $1;

-- name: save_xp
-- The guest's experience is added to the person's; so is what an operator decided about them.
UPDATE players AS p
SET
    xp = p.xp + g.xp,
    suspended_until = greatest(p.suspended_until, g.suspended_until),
    suspended_because = CASE
        WHEN p.suspended_until >= coalesce(g.suspended_until, '-infinity') THEN p.suspended_because
        ELSE g.suspended_because
    END,
    warned_for = coalesce(p.warned_for, g.warned_for)
FROM players AS g
WHERE p.id = $2 AND g.id = $1;

-- name: save_tokens
-- Browsers and programs of the guest act as the person.
UPDATE tokens SET player_id = $2 WHERE player_id = $1;

-- name: delete_tokens
-- Nothing acts as somebody who is gone.
DELETE FROM tokens WHERE player_id = $1;

-- name: save_devices
-- The guest's devices hear of the person's turns.
UPDATE devices SET player_id = $2 WHERE player_id = $1;

-- name: delete_devices
-- The devices of somebody who is gone.
DELETE FROM devices WHERE player_id = $1;

-- name: save_calls
-- Calls to the guest's turns go to the person.
UPDATE calls SET player_id = $2
WHERE player_id = $1 AND game_id NOT IN (SELECT game_id FROM calls WHERE player_id = $2);

-- name: delete_calls
-- Nobody calls somebody who is gone.
DELETE FROM calls WHERE player_id = $1;

-- name: delete_answers
-- What somebody who is gone might have asked again.
DELETE FROM answers WHERE player_id = $1;

-- name: save_followed
-- Whom the guest followed.
INSERT INTO follows (follower, followed, at)
SELECT $2, followed, at FROM follows WHERE follower = $1 AND followed <> $2
ON CONFLICT DO NOTHING;

-- name: save_followers
-- Who followed the guest.
INSERT INTO follows (follower, followed, at)
SELECT follower, $2, at FROM follows WHERE followed = $1 AND follower <> $2
ON CONFLICT DO NOTHING;

-- name: delete_follows
-- Nobody follows or is followed who is gone.
DELETE FROM follows WHERE follower = $1 OR followed = $1;

-- name: save_blocked
-- Whom the guest blocked.
INSERT INTO blocks (blocker, blocked, at)
SELECT $2, blocked, at FROM blocks WHERE blocker = $1 AND blocked <> $2
ON CONFLICT DO NOTHING;

-- name: save_blockers
-- Who blocked the guest: a new account is no way around it.
INSERT INTO blocks (blocker, blocked, at)
SELECT blocker, $2, at FROM blocks WHERE blocked = $1 AND blocker <> $2
ON CONFLICT DO NOTHING;

-- name: delete_blocks
-- Nobody blocks or is blocked who is gone.
DELETE FROM blocks WHERE blocker = $1 OR blocked = $1;

-- name: delete_followed_blocked
-- A block ends following, both ways; also one that came with the guest.
DELETE FROM follows AS f
USING blocks AS b
WHERE
    (b.blocker = f.follower AND b.blocked = f.followed OR b.blocker = f.followed AND b.blocked = f.follower)
    AND (f.follower = $1 OR f.followed = $1);

-- name: save_mutes
-- Whom the guest did not want to hear.
INSERT INTO mutes (player_id, muted)
SELECT $2, muted FROM mutes WHERE player_id = $1 AND muted <> $2
ON CONFLICT DO NOTHING;

-- name: save_muters
-- Who did not want to hear the guest.
INSERT INTO mutes (player_id, muted)
SELECT player_id, $2 FROM mutes WHERE muted = $1 AND player_id <> $2
ON CONFLICT DO NOTHING;

-- name: delete_mutes
-- Nobody is muted or mutes who is gone.
DELETE FROM mutes WHERE player_id = $1 OR muted = $1;

-- name: save_lines
-- What the guest said, the person said.
UPDATE chat_lines SET player_id = $2 WHERE player_id = $1;

-- name: delete_lines
-- What somebody said who is gone.
DELETE FROM chat_lines WHERE player_id = $1;

-- name: save_reporters
-- What the guest reported, the person reported; of one line once, and of somebody once while nobody has looked.
UPDATE reports SET reporter = $2
WHERE
    reports.reporter = $1
    AND NOT EXISTS (
        SELECT FROM reports AS o
        WHERE
            o.reporter = $2
            AND (
                o.line_id = reports.line_id
                OR (
                    o.line_id IS NULL
                    AND reports.line_id IS NULL
                    AND o.player_id = reports.player_id
                    AND o.closed_by IS NULL
                    AND reports.closed_by IS NULL
                )
            )
    );

-- name: save_reported
-- What was reported about the guest is about the person; once by the same reporter while nobody has looked.
UPDATE reports SET player_id = $2
WHERE
    reports.player_id = $1
    AND NOT EXISTS (
        SELECT FROM reports AS o
        WHERE
            o.reporter = reports.reporter
            AND o.player_id = $2
            AND o.line_id IS NULL
            AND reports.line_id IS NULL
            AND o.closed_by IS NULL
            AND reports.closed_by IS NULL
    );

-- name: delete_reports
-- What was reported by or about somebody who is gone.
DELETE FROM reports WHERE reporter = $1 OR player_id = $1;

-- name: save_judgements
-- What operators decided about the guest is about the person.
UPDATE judgements SET player_id = $2 WHERE player_id = $1;

-- name: save_operators
-- What the guest decided, the person decided.
UPDATE judgements SET operator = $2 WHERE operator = $1;

-- name: delete_links
-- Links asked for by somebody who is gone, or sent to an address of theirs, lead nowhere.
DELETE FROM links WHERE player_id = $1 OR address IN (SELECT address FROM addresses WHERE player_id = $1);

-- name: delete_challenges
-- The same with what their browsers had to sign.
DELETE FROM challenges WHERE player_id = $1;

-- name: delete_addresses
-- The addresses of somebody who is gone.
DELETE FROM addresses WHERE player_id = $1;

-- name: delete_passkeys
-- The passkeys of somebody who is gone.
DELETE FROM passkeys WHERE player_id = $1;

-- name: delete_identities
-- No provider knows somebody who is gone.
DELETE FROM identities WHERE player_id = $1;

-- name: save_gone
-- Only a row without a name stays, for the seats of old games.
UPDATE players
SET
    name = $2, handle = NULL, avatar = '', xp = 0, shows_games = false, shows_album = false, operator = false,
    suspended_because = NULL, warned_for = NULL, gone_at = now()
WHERE id = $1;

-- name: read_own
-- Everything that is kept about a person and says something, as JSON.
SELECT
    json_build_object(
        'player', (
            SELECT row_to_json(p) FROM (
                SELECT
                    id, name, handle, avatar, language, created_at, xp, shows_games, shows_album, operator,
                    suspended_until, suspended_because
                FROM players WHERE id = $1
            ) AS p
        ),
        'addresses', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT address, proven_at FROM addresses WHERE player_id = $1 ORDER BY proven_at
            ) AS t
        ),
        'passkeys', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT name, created_at, last_used_at FROM passkeys WHERE player_id = $1 ORDER BY created_at
            ) AS t
        ),
        'identities', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT issuer, subject, since FROM identities WHERE player_id = $1 ORDER BY since
            ) AS t
        ),
        'tokens', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT name, script, created_at, last_used_at FROM tokens WHERE player_id = $1 ORDER BY created_at
            ) AS t
        ),
        'devices', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT endpoint, language, created_at, told_at FROM devices WHERE player_id = $1 ORDER BY created_at
            ) AS t
        ),
        'games', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT s.game_id, s.seat, g.mode, g.status, g.created_at, g.ended_at
                FROM seats AS s
                JOIN games AS g ON g.id = s.game_id
                WHERE s.player_id = $1
                ORDER BY g.created_at
            ) AS t
        ),
        'results', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT game_id, place, xp, from_place, from_groups, from_lasting, from_quests, mode, ended_at
                FROM results WHERE player_id = $1 ORDER BY ended_at
            ) AS t
        ),
        'weeks', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT week, xp FROM weekly_xp WHERE player_id = $1 ORDER BY week
            ) AS t
        ),
        'cards', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT square, bonus, game_id, level, drawn_at FROM cards WHERE player_id = $1 ORDER BY id
            ) AS t
        ),
        'quests', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT period, quest, count, claimed_at FROM quest_steps WHERE player_id = $1 ORDER BY period, quest
            ) AS t
        ),
        'follows', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT followed, at FROM follows WHERE follower = $1 ORDER BY at
            ) AS t
        ),
        'blocks', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT blocked, at FROM blocks WHERE blocker = $1 ORDER BY at
            ) AS t
        ),
        'mutes', (
            SELECT coalesce(json_agg(t), '[]') FROM (SELECT muted FROM mutes WHERE player_id = $1 ORDER BY muted) AS t
        ),
        'chat', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT place, kind, text, at FROM chat_lines WHERE player_id = $1 ORDER BY id
            ) AS t
        ),
        'reports', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT player_id, reason, words, said, at FROM reports WHERE reporter = $1 ORDER BY id
            ) AS t
        ),
        'judgements', (
            SELECT coalesce(json_agg(t), '[]') FROM (
                SELECT deed, reason, until, at FROM judgements WHERE player_id = $1 ORDER BY id
            ) AS t
        )
    )::text;
