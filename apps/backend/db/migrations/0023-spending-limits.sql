-- For how much a member may buy in a span; cents null: for any amount. A higher limit waits as the next one.
CREATE TABLE spending_limits (
  member_id  text NOT NULL REFERENCES members (id),
  span       text NOT NULL CONSTRAINT span_is_known CHECK (span IN ('day', 'week', 'month')),
  cents      bigint CONSTRAINT limit_not_negative CHECK (cents >= 0),
  next_cents bigint CONSTRAINT next_not_negative CHECK (next_cents >= 0),
  next_from  timestamptz,
  PRIMARY KEY (member_id, span)
);
CREATE TABLE spending_pauses (
  member_id text PRIMARY KEY REFERENCES members (id),
  until     timestamptz NOT NULL
);
-- What a member bought is counted before each payment.
CREATE INDEX sessions_of_member ON payment_sessions (member_id, settled_at);
