-- What members pay for by the second (chat/billing/paid-sessions.ts). `seen_ms` is what was vouched for at the last
-- payment, so that a backend that was killed charges no more than that.
CREATE TABLE paid_time (
  session_id         text PRIMARY KEY,
  member_id          text NOT NULL REFERENCES members (id),
  performer_id       text NOT NULL,
  mode               text NOT NULL CONSTRAINT paid_mode CHECK (mode IN ('chat', 'vip')),
  credits_per_minute integer NOT NULL CONSTRAINT price_positive CHECK (credits_per_minute > 0),
  intervals          integer NOT NULL DEFAULT 0,
  paid               integer NOT NULL DEFAULT 0,
  seen_ms            bigint NOT NULL DEFAULT 0,
  began_at           timestamptz NOT NULL,
  ended_at           timestamptz,
  seconds            integer,
  credits            integer,
  reason             text,
  CONSTRAINT receipt_whole CHECK ((ended_at IS NULL) = (seconds IS NULL) AND (ended_at IS NULL) = (credits IS NULL)),
  CONSTRAINT cost_within_paid CHECK (credits IS NULL OR (credits >= 0 AND credits <= paid))
);
-- A member pays for one thing at a time.
CREATE UNIQUE INDEX one_paid_at_a_time ON paid_time (member_id) WHERE ended_at IS NULL;
CREATE INDEX paid_time_of_member ON paid_time (member_id, began_at);
