-- By which a program such as OBS publishes for a performer (desk/stream-keys.ts): one each, as its keyed hash.
CREATE TABLE stream_keys (
  performer_id text PRIMARY KEY REFERENCES performers (id) ON DELETE CASCADE,
  key_hash     text NOT NULL,
  drawn_at     timestamptz NOT NULL
);
