-- A member reads their own movements, newest first (ledger/movements.ts). Each entry of a member's account
-- has its number in that account and the balance it left; both are written under the lock of the account,
-- so their order is the order in which they happened. Entries of the house have neither.
ALTER TABLE entries
  ADD COLUMN number  bigint,
  ADD COLUMN balance bigint,
  ADD CONSTRAINT numbered_with_balance CHECK ((number IS NULL) = (balance IS NULL));
ALTER TABLE accounts ADD COLUMN movements bigint NOT NULL DEFAULT 0;

-- What a movement is about: the paid session, the payment session or the performer, as its reason says.
ALTER TABLE transfers ADD COLUMN about text;

UPDATE transfers SET about = CASE reason
  WHEN 'bundle' THEN substr(idempotency_key, length('payment:') + 1)
  WHEN 'paid-time' THEN split_part(idempotency_key, ':', 2)
  WHEN 'paid-time-returned' THEN split_part(idempotency_key, ':', 2)
END
WHERE reason IN ('bundle', 'paid-time', 'paid-time-returned');

UPDATE entries e SET number = n.number, balance = n.balance
FROM (
  SELECT e.transfer_id, e.account_id,
         row_number() OVER in_order AS number,
         sum(e.amount) OVER in_order AS balance
  FROM entries e
  JOIN transfers t ON t.id = e.transfer_id
  JOIN accounts a ON a.id = e.account_id AND a.member_id IS NOT NULL
  WINDOW in_order AS (PARTITION BY e.account_id ORDER BY t.at, t.written_by, t.id)
) n
WHERE e.transfer_id = n.transfer_id AND e.account_id = n.account_id;
UPDATE accounts a SET movements = (SELECT count(*) FROM entries WHERE account_id = a.id)
WHERE a.member_id IS NOT NULL;

CREATE UNIQUE INDEX entries_in_order ON entries (account_id, number) INCLUDE (amount);
DROP INDEX entry_amounts_by_account;

DROP FUNCTION ledger_transfer(text, text, text, text, bigint, text, timestamptz);

-- One movement in one round trip. Answers what happened: applied, repeated (this key already moved the
-- same), mismatch (this key moved something else), insufficient, or unknown-account. Only `applied`
-- changes anything.
CREATE FUNCTION ledger_transfer(
  p_id text, p_key text, p_debit text, p_credit text, p_amount bigint, p_reason text, p_about text,
  p_at timestamptz
) RETURNS TABLE (outcome text, transfer_id text) LANGUAGE plpgsql AS $$
DECLARE
  earlier transfers%ROWTYPE;
  debited accounts%ROWTYPE;
  credited accounts%ROWTYPE;
BEGIN
  IF (SELECT count(*) FROM accounts WHERE id IN (p_debit, p_credit)) <> 2 THEN
    RETURN QUERY SELECT 'unknown-account', NULL::text;
    RETURN;
  END IF;

  INSERT INTO transfers (id, idempotency_key, debit, credit, amount, reason, about, at)
  VALUES (p_id, p_key, p_debit, p_credit, p_amount, p_reason, p_about, p_at)
  ON CONFLICT (idempotency_key) DO NOTHING;
  IF NOT FOUND THEN
    SELECT * INTO STRICT earlier FROM transfers WHERE idempotency_key = p_key;
    RETURN QUERY SELECT
      CASE WHEN (earlier.debit, earlier.credit, earlier.amount) = (p_debit, p_credit, p_amount)
        THEN 'repeated' ELSE 'mismatch' END,
      earlier.id;
    RETURN;
  END IF;

  -- Both members' rows in one order, so that two opposite movements cannot wait for each other.
  PERFORM 1 FROM accounts
  WHERE id IN (p_debit, p_credit) AND member_id IS NOT NULL ORDER BY id FOR NO KEY UPDATE;

  UPDATE accounts SET balance = balance - p_amount, movements = movements + 1
  WHERE id = p_debit AND balance >= p_amount RETURNING * INTO debited;
  IF NOT FOUND AND EXISTS (SELECT FROM accounts WHERE id = p_debit AND member_id IS NOT NULL) THEN
    DELETE FROM transfers WHERE id = p_id;
    RETURN QUERY SELECT 'insufficient', NULL::text;
    RETURN;
  END IF;
  UPDATE accounts SET balance = balance + p_amount, movements = movements + 1
  WHERE id = p_credit AND member_id IS NOT NULL RETURNING * INTO credited;

  -- Of an account of the house nothing was returned, and its entry has no number.
  INSERT INTO entries (transfer_id, account_id, amount, number, balance)
  VALUES (p_id, p_debit, -p_amount, debited.movements, debited.balance),
         (p_id, p_credit, p_amount, credited.movements, credited.balance);
  RETURN QUERY SELECT 'applied', p_id;
END $$;
