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
