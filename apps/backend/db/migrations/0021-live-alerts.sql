-- Whose coming online a member wants to be told. Performers live in a service of their own, so their ids are not checked here.
CREATE TABLE live_alerts (
  member_id    text NOT NULL REFERENCES members (id),
  performer_id text NOT NULL,
  added_at     timestamptz NOT NULL,
  PRIMARY KEY (member_id, performer_id)
);
CREATE INDEX live_alerts_newest ON live_alerts (member_id, added_at DESC);
