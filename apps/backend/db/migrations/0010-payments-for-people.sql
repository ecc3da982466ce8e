-- Another amount is another thing said, and has a row of its own.
ALTER TABLE bank_notices DROP CONSTRAINT bank_notices_pkey;
ALTER TABLE bank_notices ADD PRIMARY KEY (session_id, transaction_id, status, amount_cents);

-- Where the bank's books and ours differ (payments/settlement.ts), a person looks. Null until one has, or
-- until the bank put it right.
ALTER TABLE bank_notices ADD COLUMN looked_at timestamptz;
UPDATE bank_notices n SET looked_at = s.settled_at FROM payment_sessions s
WHERE s.id = n.session_id AND s.transaction_id = n.transaction_id AND n.decision = 'wrong-amount';

CREATE INDEX notices_for_people ON bank_notices (first_at)
  WHERE looked_at IS NULL AND decision IN ('wrong-amount', 'paid-twice', 'other-session');
-- One transaction told for several sessions.
CREATE INDEX notices_of_transaction ON bank_notices (transaction_id);
