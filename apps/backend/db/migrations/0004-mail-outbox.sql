-- What is to be sent by mail, written by the transaction that made it true. A row is gone once its mail
-- was sent or given up: its content may hold a link that opens an account.
CREATE TABLE mail_outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whose it is; null for somebody who is no member any more.
  member_id  text REFERENCES members (id) ON DELETE CASCADE,
  content    jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  -- Nothing is sent after this: a link in it would no longer work.
  expires_at timestamptz NOT NULL,
  due_at     timestamptz NOT NULL,
  -- Counted before each try, so that a mail that ends the process is given up too.
  attempts   integer NOT NULL DEFAULT 0,
  -- Somebody is sending it until due_at.
  claimed    boolean NOT NULL DEFAULT false
);
CREATE INDEX mails_due ON mail_outbox (due_at);
CREATE INDEX mails_of_member ON mail_outbox (member_id);
