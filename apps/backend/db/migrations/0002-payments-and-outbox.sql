CREATE TABLE payment_sessions (
  id             text PRIMARY KEY,
  member_id      text NOT NULL REFERENCES members (id),
  bundle_id      text NOT NULL,
  payment_method text NOT NULL,
  device         text NOT NULL,
  -- What the member was promised when the session was opened, whatever the bundle says later.
  amount_cents   bigint NOT NULL CONSTRAINT session_amount_positive CHECK (amount_cents > 0),
  credits        bigint NOT NULL CONSTRAINT session_credits_positive CHECK (credits > 0),
  state          text NOT NULL DEFAULT 'open',
  reason_code    integer,
  transaction_id text CONSTRAINT one_session_per_transaction UNIQUE,
  opened_at      timestamptz NOT NULL,
  settled_at     timestamptz,
  CONSTRAINT session_state_is_whole CHECK (
    (state = 'open' AND reason_code IS NULL AND transaction_id IS NULL AND settled_at IS NULL) OR
    (state = 'paid' AND reason_code IS NULL AND transaction_id IS NOT NULL AND settled_at IS NOT NULL) OR
    (state = 'failed' AND reason_code IS NOT NULL AND transaction_id IS NULL AND settled_at IS NOT NULL)
  )
);
CREATE INDEX open_sessions ON payment_sessions (opened_at) WHERE state = 'open';

-- Every different thing the bank said, once, with how often it said it: for people who ask later.
CREATE TABLE bank_notices (
  transaction_id text NOT NULL,
  status         text NOT NULL,
  session_id     text NOT NULL REFERENCES payment_sessions (id),
  amount_cents   bigint NOT NULL,
  decision       text NOT NULL,
  first_at       timestamptz NOT NULL,
  last_at        timestamptz NOT NULL,
  times          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (session_id, transaction_id, status)
);

-- What is to be told on the member socket, written by the transaction that made it true.
CREATE TABLE outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id  text NOT NULL REFERENCES members (id),
  event      text NOT NULL,
  payload    jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  told_at    timestamptz
);
CREATE INDEX untold ON outbox (id) WHERE told_at IS NULL;
