-- A browser's try to pay by phone, and how often a PIN was tried in it. The first browser that tries has it.
CREATE TABLE ivr_sessions (
  id         text PRIMARY KEY,
  country    text NOT NULL,
  -- The digits that were shown: only a call to them is looked for.
  number     text NOT NULL,
  expires_at timestamptz NOT NULL,
  viewer     text,
  tries      integer NOT NULL DEFAULT 0 CONSTRAINT tries_not_negative CHECK (tries >= 0)
);
CREATE INDEX expired_ivr_sessions ON ivr_sessions (expires_at);
-- Calls that the phone's provider told of. Kept: they are what callers were charged for.
CREATE TABLE phone_calls (
  id             text PRIMARY KEY,
  -- The provider's name for it.
  provider_call  text NOT NULL CONSTRAINT one_row_per_call UNIQUE,
  country        text NOT NULL,
  number         text NOT NULL,
  tariff_cents   integer NOT NULL CONSTRAINT tariff_not_negative CHECK (tariff_cents >= 0),
  start_cents    integer NOT NULL CONSTRAINT start_not_negative CHECK (start_cents >= 0),
  max_seconds    integer NOT NULL CONSTRAINT max_positive CHECK (max_seconds > 0),
  -- A keyed hash, and which draw of the call's own it was; a PIN that was accepted is not looked for any more.
  pin_hash       text NOT NULL,
  pin_draw       integer NOT NULL,
  state          text NOT NULL CONSTRAINT state_is_known
                   CHECK (state IN ('waiting', 'pending', 'in_call', 'ended', 'expired')),
  ivr_session    text CONSTRAINT one_call_per_session UNIQUE REFERENCES ivr_sessions (id),
  viewer         text,
  username       text,
  seconds        integer NOT NULL DEFAULT 0 CONSTRAINT seconds_not_negative CHECK (seconds >= 0),
  cents          integer NOT NULL DEFAULT 0 CONSTRAINT cents_not_negative CHECK (cents >= 0),
  arrived_at     timestamptz NOT NULL,
  accepted_at    timestamptz,
  connected_at   timestamptz,
  ended_at       timestamptz,
  end_reason     text,
  CONSTRAINT accepted_by_a_session
    CHECK (ivr_session IS NOT NULL OR state IN ('waiting', 'ended', 'expired'))
);
CREATE UNIQUE INDEX one_waiting_call_per_pin ON phone_calls (number, pin_hash) WHERE state = 'waiting';
CREATE INDEX open_phone_calls ON phone_calls (arrived_at) WHERE state IN ('waiting', 'pending', 'in_call');
-- What the provider is told, in this order, until it answers.
CREATE TABLE phone_instructions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call_id    text NOT NULL REFERENCES phone_calls (id),
  kind       text NOT NULL CONSTRAINT kind_is_known CHECK (kind IN ('connect', 'announce', 'hangUp')),
  why        text,
  written_at timestamptz NOT NULL,
  told_at    timestamptz
);
CREATE INDEX untold_phone_instructions ON phone_instructions (id) WHERE told_at IS NULL;
