-- What a member and a performer write to each other. Performers live in a service of their own, so their ids are not
-- checked here. What is the member's own view of it stands here too; the performer's is what the messages say.
CREATE TABLE conversations (
  id             text PRIMARY KEY,
  member_id      text NOT NULL REFERENCES members (id),
  performer_id   text NOT NULL,
  created_at     timestamptz NOT NULL,
  -- The newest message, of which a list shows the text.
  last_number    bigint NOT NULL DEFAULT 0,
  last_at        timestamptz NOT NULL,
  -- Messages up to this number are deleted for the member.
  deleted_to     bigint NOT NULL DEFAULT 0,
  is_marked      boolean NOT NULL DEFAULT false,
  is_archived    boolean NOT NULL DEFAULT false,
  is_bubble      boolean NOT NULL DEFAULT false,
  favorited_you  boolean NOT NULL DEFAULT false,
  CONSTRAINT one_conversation_per_pair UNIQUE (member_id, performer_id)
);
CREATE INDEX conversations_newest ON conversations (member_id, last_at DESC, id);
CREATE INDEX conversations_of_performer ON conversations (performer_id, last_at DESC, id);

-- Numbers are per conversation, 1, 2, 3 …, given under the conversation's lock: the order in which both people read.
CREATE TABLE private_messages (
  id              text PRIMARY KEY,
  conversation_id text NOT NULL REFERENCES conversations (id),
  number          bigint NOT NULL,
  sender          text NOT NULL CONSTRAINT message_sender CHECK (sender IN ('member', 'performer')),
  content         text,
  attachment_id   text,
  sent_at         timestamptz NOT NULL,
  read_at         timestamptz,
  erased_at       timestamptz,
  CONSTRAINT message_order UNIQUE (conversation_id, number),
  CONSTRAINT message_has_one_body CHECK (
    (erased_at IS NULL AND (content IS NULL) <> (attachment_id IS NULL)) OR
    (erased_at IS NOT NULL AND content IS NULL AND attachment_id IS NULL)
  )
);
CREATE INDEX messages_unread ON private_messages (conversation_id, number)
  WHERE sender = 'performer' AND read_at IS NULL;

CREATE TABLE message_attachments (
  id     text PRIMARY KEY,
  width  integer NOT NULL,
  height integer NOT NULL,
  jpeg   bytea NOT NULL
);
ALTER TABLE private_messages
  ADD CONSTRAINT message_attachment FOREIGN KEY (attachment_id) REFERENCES message_attachments (id);

-- The keys with which members sent. A key without a message was asked about before its message arrived: nothing is
-- sent with it any more.
CREATE TABLE message_keys (
  member_id  text NOT NULL REFERENCES members (id),
  key        text NOT NULL,
  message_id text REFERENCES private_messages (id),
  at         timestamptz NOT NULL,
  PRIMARY KEY (member_id, key)
);
