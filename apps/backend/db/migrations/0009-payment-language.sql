-- The language that a payment was opened in: its mail is written in it.
ALTER TABLE payment_sessions ADD COLUMN lang text;
UPDATE payment_sessions SET lang = members.lang FROM members WHERE members.id = member_id;
ALTER TABLE payment_sessions ALTER COLUMN lang SET NOT NULL;

-- Whether a member has bought before.
CREATE INDEX paid_sessions ON payment_sessions (member_id) WHERE state = 'paid';
