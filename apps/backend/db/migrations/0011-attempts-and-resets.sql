-- What is deleted again and again is found by an index.
CREATE INDEX told ON outbox (told_at) WHERE told_at IS NOT NULL;
CREATE INDEX outbox_of_member ON outbox (member_id);

-- How often something was tried (members/attempt-limits.ts). Whose try it was is a keyed hash.
CREATE TABLE attempt_windows (
  limit_name text NOT NULL,
  name_hash  text NOT NULL,
  ends_at    timestamptz NOT NULL,
  count      integer NOT NULL,
  PRIMARY KEY (limit_name, name_hash)
);
CREATE INDEX windows_by_end ON attempt_windows (ends_at);

-- Who asked for a reset link and was answered; a row is gone once it is known whether there is such an
-- account and its mail is written (members/reset-requests.ts).
CREATE TABLE reset_requests (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- By one of the two, in the spelling that counts as the same.
  email    text,
  username text,
  asked_at timestamptz NOT NULL,
  CONSTRAINT one_of_two CHECK ((email IS NULL) <> (username IS NULL))
);
