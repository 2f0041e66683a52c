-- How people come back: by a link to their address, by a passkey, or by somebody else who knows them.

CREATE TABLE addresses (
    address text PRIMARY KEY, -- in lower case, proven by a link that was sent there
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    proven_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX addresses_of_player ON addresses (player_id);

CREATE TABLE links (
    hash bytea PRIMARY KEY, -- SHA-256 of the secret, which only the mail holds
    address text NOT NULL,
    player_id text REFERENCES players ON DELETE CASCADE, -- who asked; null for a stranger
    expires_at timestamptz NOT NULL
);

CREATE INDEX links_age ON links (expires_at);
CREATE INDEX links_of_player ON links (player_id);

CREATE TABLE passkeys (
    id bytea PRIMARY KEY, -- the credential's own id
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    name text NOT NULL, -- the browser it was made with
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
);

CREATE INDEX passkeys_of_player ON passkeys (player_id);

CREATE TABLE challenges (
    hash bytea PRIMARY KEY, -- SHA-256 of what a browser has to sign, or of the state it has to bring back
    kind text NOT NULL,
    player_id text REFERENCES players ON DELETE CASCADE, -- whom it was made for; null for whoever signs in
    nonce text NOT NULL DEFAULT '', -- what else has to come back, from a provider
    verifier text NOT NULL DEFAULT '', -- what is shown to a provider in the end
    expires_at timestamptz NOT NULL
);

CREATE INDEX challenges_age ON challenges (expires_at);
CREATE INDEX challenges_of_player ON challenges (player_id);

CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL, -- the provider's own name of the person
    player_id text NOT NULL REFERENCES players ON DELETE CASCADE,
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_of_player ON identities (player_id);
