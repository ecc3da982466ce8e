-- An account of the house has no balance to keep, so its row is not written either: a written row is
-- locked, and all movements of all members queued for it.

-- One movement in one round trip. Answers what happened: applied, repeated (this key already moved the
-- same), mismatch (this key moved something else), insufficient, or unknown-account. Only `applied`
-- changes anything.
CREATE OR REPLACE FUNCTION ledger_transfer(
  p_id text, p_key text, p_debit text, p_credit text, p_amount bigint, p_reason text, p_at timestamptz
) RETURNS TABLE (outcome text, transfer_id text) LANGUAGE plpgsql AS $$
DECLARE
  earlier transfers%ROWTYPE;
BEGIN
  IF (SELECT count(*) FROM accounts WHERE id IN (p_debit, p_credit)) <> 2 THEN
    RETURN QUERY SELECT 'unknown-account', NULL::text;
    RETURN;
  END IF;

  INSERT INTO transfers (id, idempotency_key, debit, credit, amount, reason, at)
  VALUES (p_id, p_key, p_debit, p_credit, p_amount, p_reason, p_at)
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

  UPDATE accounts SET balance = balance - p_amount WHERE id = p_debit AND balance >= p_amount;
  IF NOT FOUND AND EXISTS (SELECT FROM accounts WHERE id = p_debit AND member_id IS NOT NULL) THEN
    DELETE FROM transfers WHERE id = p_id;
    RETURN QUERY SELECT 'insufficient', NULL::text;
    RETURN;
  END IF;
  UPDATE accounts SET balance = balance + p_amount WHERE id = p_credit AND member_id IS NOT NULL;

  INSERT INTO entries (transfer_id, account_id, amount)
  VALUES (p_id, p_debit, -p_amount), (p_id, p_credit, p_amount);
  RETURN QUERY SELECT 'applied', p_id;
END $$;
