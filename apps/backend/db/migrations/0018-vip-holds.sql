-- VIP that was accepted holds its first interval until it is joined (chat/billing/vip-holds.ts): a row of its session from
-- then on, beside the private chat that its member may be paying for meanwhile. `is_hold` stays where it was never
-- joined. `unanswered`: nobody answered any more who was still shown the picture (chat/billing/paid-pauses.ts).
ALTER TABLE paid_time
  ADD COLUMN is_hold    boolean NOT NULL DEFAULT false,
  ADD COLUMN unanswered boolean NOT NULL DEFAULT false;

DROP INDEX one_paid_at_a_time;
CREATE UNIQUE INDEX one_paid_at_a_time ON paid_time (member_id) WHERE ended_at IS NULL AND NOT is_hold;
CREATE UNIQUE INDEX one_hold_at_a_time ON paid_time (member_id) WHERE ended_at IS NULL AND is_hold;
-- Few of a member's sessions are asked for again: those that were let go, and those that ended unanswered.
CREATE INDEX paid_time_held_against ON paid_time (member_id, ended_at)
  WHERE ended_at IS NOT NULL AND (unanswered OR (is_hold AND credits > 0));
