ALTER TABLE members
  -- Stands in every token of the member; a token with another value is void. A changed password counts
  -- it up.
  ADD COLUMN token_version integer NOT NULL DEFAULT 1,
  -- The brand the member registered with: whose welcome credits, whose name on the mails.
  ADD COLUMN brand text NOT NULL DEFAULT 'foldcast';

-- The links of mails. Of a link's token only the SHA-256 is kept, so that who reads this table can open
-- nothing with it.
CREATE TABLE link_tokens (
  token_hash text PRIMARY KEY,
  member_id  text NOT NULL REFERENCES members (id),
  purpose    text NOT NULL CONSTRAINT known_purpose CHECK (purpose IN ('verify', 'reset', 'login')),
  written_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  -- Overtaken before it was used: by a newer link, a changed password or a changed address.
  voided_at  timestamptz
);
CREATE INDEX link_tokens_by_member ON link_tokens (member_id);

-- The browsers a member logged in with, by a keyed hash of what they say of themselves.
CREATE TABLE member_browsers (
  member_id  text NOT NULL REFERENCES members (id),
  agent_hash text NOT NULL,
  last_at    timestamptz NOT NULL,
  PRIMARY KEY (member_id, agent_hash)
);

-- Addresses of deleted accounts, by a keyed hash: enough to tell whoever logs in that the account was
-- deleted, and nothing that names anybody.
CREATE TABLE deleted_addresses (
  address_hash text PRIMARY KEY,
  deleted_at   timestamptz NOT NULL
);
