-- The other orders of lists of performers: the newest, the rating, and the name by its plain letters. Equals stand in
-- the order of their ids, so that no page repeats or skips anybody.

-- The same as the performer's, kept beside it (performers/searched-names.ts): a list is the beginning of one index.
ALTER TABLE performer_listing ADD COLUMN plain_name text COLLATE "C";
UPDATE performer_listing l SET plain_name = p.plain_name FROM performers p WHERE p.id = l.performer_id;

CREATE INDEX listing_by_name ON performer_listing (plain_name, performer_id);
CREATE INDEX listing_by_rating ON performer_listing (rating DESC, performer_id);
-- Also finds who had their first session lately.
CREATE INDEX listing_newest ON performer_listing (first_cam_session DESC NULLS LAST, performer_id);
DROP INDEX listing_first_session;
