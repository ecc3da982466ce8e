-- A picture that goes looks for the message that has it.
CREATE INDEX messages_attachment ON private_messages (attachment_id) WHERE attachment_id IS NOT NULL;
-- What a performer has not read.
CREATE INDEX messages_unread_by_performer ON private_messages (conversation_id, number)
  WHERE sender = 'member' AND read_at IS NULL;
