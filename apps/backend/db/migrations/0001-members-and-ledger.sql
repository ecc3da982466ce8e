CREATE TABLE members (
  id            text PRIMARY KEY,
  email         text NOT NULL,
  -- Compared without case; the one spelling that counts as the same.
  email_key     text NOT NULL CONSTRAINT members_email_unique UNIQUE,
  username      text NOT NULL,
  username_key  text NOT NULL CONSTRAINT members_username_unique UNIQUE,
  password_hash text NOT NULL,
  verified      boolean NOT NULL DEFAULT false,
  deleted       boolean NOT NULL DEFAULT false,
  birthday      date,
  lang          text NOT NULL,
  lander        text,
  end_user_text text,
  registered_at timestamptz NOT NULL
);

-- Double entry. A member's account carries its balance; an account of the house does not, or every
-- movement of every member would queue for that one row. Its balance is the sum of its entries.
CREATE TABLE accounts (
  id        text PRIMARY KEY,
  member_id text CONSTRAINT accounts_member UNIQUE REFERENCES members (id),
  balance   bigint,
  CONSTRAINT balance_never_negative CHECK (balance >= 0),
  CONSTRAINT only_members_carry_a_balance CHECK ((member_id IS NULL) = (balance IS NULL))
);

INSERT INTO accounts (id) VALUES
  ('house:sold'), ('house:given'), ('house:earned');

CREATE TABLE transfers (
  id              text PRIMARY KEY,
  idempotency_key text NOT NULL CONSTRAINT transfers_once UNIQUE,
  debit           text NOT NULL REFERENCES accounts (id),
  credit          text NOT NULL REFERENCES accounts (id),
  amount          bigint NOT NULL CONSTRAINT amount_positive CHECK (amount > 0),
  reason          text NOT NULL,
  at              timestamptz NOT NULL,
  CONSTRAINT two_sides CHECK (debit <> credit)
);

CREATE TABLE entries (
  transfer_id text NOT NULL REFERENCES transfers (id),
  account_id  text NOT NULL REFERENCES accounts (id),
  amount      bigint NOT NULL CONSTRAINT entry_not_zero CHECK (amount <> 0),
  PRIMARY KEY (transfer_id, account_id)
);
CREATE INDEX entries_by_account ON entries (account_id);

-- One movement in one round trip. Answers what happened: applied, repeated (this key already moved the
-- same), mismatch (this key moved something else), insufficient, or unknown-account. Only `applied`
-- changes anything.
CREATE FUNCTION ledger_transfer(
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

  UPDATE accounts SET balance = balance - p_amount
  WHERE id = p_debit AND (member_id IS NULL OR balance >= p_amount);
  IF NOT FOUND THEN
    DELETE FROM transfers WHERE id = p_id;
    RETURN QUERY SELECT 'insufficient', NULL::text;
    RETURN;
  END IF;
  UPDATE accounts SET balance = balance + p_amount WHERE id = p_credit;

  INSERT INTO entries (transfer_id, account_id, amount)
  VALUES (p_id, p_debit, -p_amount), (p_id, p_credit, p_amount);
  RETURN QUERY SELECT 'applied', p_id;
END $$;
