-- What was written since the last check is found by the transaction that wrote it: every number below
-- pg_snapshot_xmin is decided, whatever the order of commits. Rows from before this have this
-- migration's own number.
ALTER TABLE transfers
  ADD COLUMN written_by bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint);
CREATE INDEX transfers_by_writing ON transfers (written_by, id);

-- A balance is compared with the sum of its entries from the index alone.
CREATE INDEX entry_amounts_by_account ON entries (account_id) INCLUDE (amount);
DROP INDEX entries_by_account;

-- How far the checks have come (ledger/ledger-watch.ts). One row.
CREATE TABLE ledger_progress (
  one           boolean PRIMARY KEY DEFAULT true CONSTRAINT one_row CHECK (one),
  -- Everything that was written by a smaller number was checked once when it was new.
  new_through   bigint NOT NULL,
  -- The check of everything that is under way: begun when, and the last of each that it saw.
  full_began_at timestamptz,
  full_transfer text NOT NULL DEFAULT '',
  full_account  text NOT NULL DEFAULT '',
  -- When the last one began that went through all. Null: none yet.
  full_as_of    timestamptz
);
-- What was there before is left to the check of everything.
INSERT INTO ledger_progress (new_through) VALUES (pg_current_xact_id()::text::bigint + 1);

-- What did not add up when it was looked at, until it does again: for a person.
CREATE TABLE ledger_faults (
  kind     text NOT NULL CONSTRAINT known_kind CHECK (kind IN ('lopsided', 'drifted')),
  -- A transfer whose entries are not its two sides; an account whose balance is not their sum.
  id       text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);
