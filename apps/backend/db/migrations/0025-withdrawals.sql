-- A purchase that its member withdrew from (payments/withdraw.ts): the credits are taken back with it, and the bank is
-- asked for the money until it says that it was given back.
ALTER TABLE payment_sessions
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN refunded_at timestamptz,
  ADD CONSTRAINT withdrawn_was_paid CHECK (withdrawn_at IS NULL OR state = 'paid'),
  ADD CONSTRAINT refunded_was_withdrawn CHECK (refunded_at IS NULL OR withdrawn_at IS NOT NULL);
CREATE INDEX refunds_due ON payment_sessions (withdrawn_at)
  WHERE withdrawn_at IS NOT NULL AND refunded_at IS NULL;

-- A refund that nobody asked for is for a person too.
DROP INDEX notices_for_people;
CREATE INDEX notices_for_people ON bank_notices (first_at)
  WHERE looked_at IS NULL AND decision IN ('wrong-amount', 'paid-twice', 'other-session', 'unasked-refund');
