-- Passkeys (WebAuthn): a second way in, and proof of who is at an open session (members/passkey-store.ts).
CREATE TABLE passkeys (
  -- Both in base64url; the key is a COSE key (RFC 9052).
  credential_id text PRIMARY KEY,
  public_key    text NOT NULL,
  member_id     text NOT NULL REFERENCES members (id),
  -- How often the authenticator says it was used; 0 for ever where it does not count.
  counter       bigint NOT NULL,
  transports    text NOT NULL,
  name          text NOT NULL,
  -- The relying party's id: the host at which it was made.
  host          text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkeys_of_member ON passkeys (member_id, created_at);

-- Challenges that were answered and have not run out: none is good twice (members/passkey-challenges.ts).
CREATE TABLE used_passkey_challenges (
  challenge_hash text PRIMARY KEY,
  ends_at        timestamptz NOT NULL
);
CREATE INDEX used_challenges_by_end ON used_passkey_challenges (ends_at);
