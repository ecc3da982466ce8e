-- The key of all keyed hashes, sealed with TOKEN_SECRET. The newest that can be opened is the one in use.
CREATE TABLE hash_keys (
  id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sealed text NOT NULL
);
