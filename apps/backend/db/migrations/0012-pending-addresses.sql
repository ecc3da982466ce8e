-- The address that a member wants and has not verified yet, and until when its link can be followed.
ALTER TABLE members
  ADD COLUMN pending_email text,
  ADD COLUMN pending_email_until timestamptz,
  ADD CONSTRAINT pending_email_ends CHECK ((pending_email IS NULL) = (pending_email_until IS NULL));

-- `email`: verifies that address, and makes it the member's.
ALTER TABLE link_tokens
  DROP CONSTRAINT known_purpose,
  ADD CONSTRAINT known_purpose CHECK (purpose IN ('verify', 'reset', 'login', 'email'));
