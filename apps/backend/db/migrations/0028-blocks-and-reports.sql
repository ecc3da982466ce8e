-- Who keeps whom away: a member a performer, or a performer a member. Performers live in a service of their own, so
-- their ids are not checked here. A desk names a performer's block by its id, since member ids are not shown there.
CREATE TABLE blocks (
  id           text PRIMARY KEY,
  member_id    text NOT NULL REFERENCES members (id),
  performer_id text NOT NULL,
  blocked_by   text NOT NULL CONSTRAINT block_author CHECK (blocked_by IN ('member', 'performer')),
  blocked_at   timestamptz NOT NULL,
  CONSTRAINT one_block_each UNIQUE (member_id, performer_id, blocked_by)
);
CREATE INDEX blocks_of_member ON blocks (member_id, blocked_at DESC) WHERE blocked_by = 'member';
CREATE INDEX blocks_of_performer ON blocks (performer_id, blocked_at DESC)
  WHERE blocked_by = 'performer';

-- What was reported, by whom, and what was decided. `key` is the reporter's own, so that a report is taken once. Words,
-- address and evidence are erased after a term; what stays says how many there were and what became of them.
CREATE TABLE reports (
  id           text PRIMARY KEY,
  key          text NOT NULL CONSTRAINT one_report_per_key UNIQUE,
  kind         text NOT NULL,
  reason       text NOT NULL,
  performer_id text NOT NULL,
  message_id   text,
  -- Null: a guest, or a member whose account is gone.
  member_id    text REFERENCES members (id),
  email        text,
  lang         text NOT NULL,
  brand        text NOT NULL,
  words        text,
  -- JSON (contracts/upstream/report-decisions.ts), and the picture of the reported message.
  evidence     text,
  picture      bytea,
  received_at  timestamptz NOT NULL,
  erase_at     timestamptz NOT NULL,
  erased_at    timestamptz,
  outcome      text,
  statement    text,
  decided_at   timestamptz,
  CONSTRAINT decided_whole CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
CREATE INDEX reports_open ON reports (received_at, id) WHERE decided_at IS NULL;
CREATE INDEX reports_to_erase ON reports (erase_at) WHERE erased_at IS NULL;
CREATE INDEX reports_of_member ON reports (member_id) WHERE member_id IS NOT NULL;
