-- Whom a member likes. Performers live in a service of their own, so their ids are not checked here.
CREATE TABLE favourites (
  member_id    text NOT NULL REFERENCES members (id),
  performer_id text NOT NULL,
  added_at     timestamptz NOT NULL,
  PRIMARY KEY (member_id, performer_id)
);
CREATE INDEX favourites_newest ON favourites (member_id, added_at DESC);
