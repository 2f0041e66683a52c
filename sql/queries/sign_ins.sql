-- name: create_link
-- A link on its way to an address, for so many seconds.
INSERT INTO links (hash, address, player_id, expires_at)
VALUES ($1, $2, $3, now() + make_interval(secs => $4));

-- name: read_link
-- A link that can still be used, and the name of whoever asked for it.
SELECT l.address, l.player_id, p.name
FROM links AS l
LEFT JOIN players AS p ON p.id = l.player_id
WHERE l.hash = $1 AND l.expires_at > now();

-- name: take_link
-- Uses a link up; of two who try at once, one gets it.
DELETE FROM links WHERE hash = $1 AND expires_at > now() RETURNING address, player_id;

-- name: delete_old_links
-- Forgets the links whose time is over.
DELETE FROM links WHERE expires_at < now();

-- name: create_address
-- An address belongs to a person from now on, unless it is somebody's already.
INSERT INTO addresses (address, player_id) VALUES ($1, $2) ON CONFLICT (address) DO NOTHING;

-- name: read_owner
-- Whose address it is.
SELECT player_id FROM addresses WHERE address = $1;

-- name: list_addresses
-- A person's addresses, oldest first.
SELECT address FROM addresses WHERE player_id = $1 ORDER BY proven_at, address;

-- name: check_account
-- Whether a person has a way to come back, and so is no guest.
SELECT
    EXISTS (SELECT 1 FROM addresses WHERE player_id = $1)
    OR EXISTS (SELECT 1 FROM passkeys WHERE player_id = $1)
    OR EXISTS (SELECT 1 FROM identities WHERE player_id = $1);

-- name: create_session
-- A browser that is signed in.
INSERT INTO tokens (id, player_id, hash, name, last_used_at) VALUES ($1, $2, $3, $4, now());

-- name: save_session
-- A session goes on under a new secret, as that person's; null for one that has ended meanwhile.
UPDATE tokens SET player_id = $2, hash = $3, name = $4, last_used_at = now() WHERE hash = $1 RETURNING id;

-- name: list_sessions
-- A person's browsers, the one in hand ($2) first, then the newest; and after them their programs.
SELECT
    id, name, script, hash = $2 AS here,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_at
FROM tokens
WHERE player_id = $1
ORDER BY hash = $2 DESC, script, created_at DESC, id;

-- name: delete_session
-- Signs one browser of a person out, and its device with it; or one of their programs.
DELETE FROM tokens WHERE player_id = $1 AND id = $2 RETURNING hash;

-- name: delete_by_hash
-- Signs the browser with this secret out, and its device.
DELETE FROM tokens WHERE hash = $1 AND NOT script;

-- name: delete_sessions
-- Signs every browser of a person out, and their devices.
DELETE FROM tokens WHERE player_id = $1 AND NOT script;

-- name: delete_old_sessions
-- Forgets the browsers that were not there for thirteen months; their cookies lived for twelve.
DELETE FROM tokens WHERE NOT script AND coalesce(last_used_at, created_at) < now() - interval '13 months';

-- name: delete_all_devices
-- Nobody signed in: no device of theirs hears anything any more.
DELETE FROM devices WHERE player_id = $1;

-- name: create_challenge
-- Something that has to come back signed, or at all, within so many seconds.
INSERT INTO challenges (hash, kind, player_id, nonce, verifier, expires_at)
VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6));

-- name: take_challenge
-- Uses a challenge up.
DELETE FROM challenges WHERE hash = $1 AND kind = $2 AND expires_at > now() RETURNING player_id, nonce, verifier;

-- name: delete_old_challenges
-- Forgets the challenges whose time is over.
DELETE FROM challenges WHERE expires_at < now();

-- name: create_passkey
-- A passkey of a person's.
INSERT INTO passkeys (id, player_id, public_key, sign_count, name) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO NOTHING
RETURNING true;

-- name: read_passkey
-- The passkey a browser signed with.
SELECT player_id, public_key, sign_count FROM passkeys WHERE id = $1;

-- name: save_passkey
-- A passkey was used.
UPDATE passkeys SET sign_count = $2, last_used_at = now() WHERE id = $1;

-- name: list_passkeys
-- A person's passkeys, oldest first.
SELECT
    encode(id, 'hex') AS id, name,
    (extract(epoch FROM created_at) * 1000)::bigint AS created_at,
    (extract(epoch FROM last_used_at) * 1000)::bigint AS last_used_at
FROM passkeys
WHERE player_id = $1
ORDER BY created_at, id;

-- name: delete_passkey
-- Forgets a passkey of a person's.
DELETE FROM passkeys WHERE player_id = $1 AND encode(id, 'hex') = $2 RETURNING true;

-- name: create_identity
-- A provider knows a person from now on, unless it knows them as somebody already.
INSERT INTO identities (issuer, subject, player_id) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING;

-- name: read_identified
-- Whom a provider knows by that name.
SELECT player_id FROM identities WHERE issuer = $1 AND subject = $2;

-- name: list_identities
-- The providers that know a person.
SELECT issuer FROM identities WHERE player_id = $1 ORDER BY since, issuer;
