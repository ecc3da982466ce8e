-- Who a performer is: wide, and seldom changed.
CREATE TABLE performers (
  id           text PRIMARY KEY,
  username     text NOT NULL,
  -- In lower case; compared by its code points, so that a beginning is a range of the index.
  username_key text COLLATE "C" NOT NULL CONSTRAINT performers_username_unique UNIQUE,
  -- What is only read as it is: attributes, texts by language, pictures.
  profile      jsonb NOT NULL
);

-- What lists are ordered and filtered by: narrow, and changed with every status.
CREATE TABLE performer_listing (
  performer_id      text PRIMARY KEY REFERENCES performers (id) ON DELETE CASCADE,
  -- Milliseconds since 1970.
  first_cam_session bigint,
  last_cam_session  bigint,
  -- The default ordering: 0 in free chat, 1 online, 2 offline; the offline by their last session.
  idle_since        bigint NOT NULL GENERATED ALWAYS AS
    (CASE WHEN online_status = 0 THEN coalesce(last_cam_session, 0) ELSE 0 END) STORED,
  -- One bit for each value of each attribute (performers/traits.ts), and the same as a list.
  traits            bigint NOT NULL,
  date_of_birth     date NOT NULL,
  tier              smallint NOT NULL GENERATED ALWAYS AS
    (CASE WHEN online_status & 2 <> 0 THEN 0 WHEN online_status <> 0 THEN 1 ELSE 2 END) STORED,
  -- Bits, 1 live, 2 in free chat, 4 in VIP, 8 in pause; but one after the other, never together.
  online_status     smallint NOT NULL CONSTRAINT known_status CHECK (online_status IN (0, 1, 3, 5, 9)),
  -- Bits: 1 nl, 2 en, 4 dk, 8 se, 16 fr, 32 de, 64 es, 128 it.
  languages         smallint NOT NULL CONSTRAINT known_languages CHECK (languages BETWEEN 0 AND 255),
  rating            smallint NOT NULL CONSTRAINT rating_in_hundred CHECK (rating BETWEEN 0 AND 100),
  -- 0 is none.
  cybertoy          smallint NOT NULL CONSTRAINT known_toy CHECK (cybertoy BETWEEN 0 AND 15),
  trait_list        smallint[] NOT NULL
);

-- The default ordering, once for each language that it can prefer: a page is the beginning of one of
-- these, however many performers there are.
CREATE INDEX listing_for_nl
  ON performer_listing (tier, idle_since DESC, (languages & 1 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_en
  ON performer_listing (tier, idle_since DESC, (languages & 2 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_en_dk_se
  ON performer_listing (tier, idle_since DESC, (languages & 14 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_fr
  ON performer_listing (tier, idle_since DESC, (languages & 16 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_de
  ON performer_listing (tier, idle_since DESC, (languages & 32 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_es
  ON performer_listing (tier, idle_since DESC, (languages & 64 = 0), rating DESC, performer_id);
CREATE INDEX listing_for_it
  ON performer_listing (tier, idle_since DESC, (languages & 128 = 0), rating DESC, performer_id);
-- Where the list is filtered by the languages that it prefers.
CREATE INDEX listing_for_any
  ON performer_listing (tier, idle_since DESC, rating DESC, performer_id);

-- Filters that few pass are answered from these.
CREATE INDEX listing_traits ON performer_listing USING gin (trait_list);
CREATE INDEX listing_born ON performer_listing (date_of_birth);
CREATE INDEX listing_first_session ON performer_listing (first_cam_session);
CREATE INDEX listing_online ON performer_listing (online_status) WHERE online_status <> 0;

-- Every end of every name, so that what stands inside a name is a beginning here.
CREATE TABLE performer_name_ends (
  name_end     text COLLATE "C" NOT NULL,
  performer_id text NOT NULL REFERENCES performers (id) ON DELETE CASCADE,
  PRIMARY KEY (name_end, performer_id)
);
CREATE INDEX name_ends_of_performer ON performer_name_ends (performer_id);

CREATE TABLE albums (
  performer_id text NOT NULL REFERENCES performers (id) ON DELETE CASCADE,
  id           text NOT NULL,
  position     smallint NOT NULL,
  -- By language.
  name         jsonb NOT NULL,
  PRIMARY KEY (performer_id, id)
);

CREATE TABLE photos (
  performer_id text NOT NULL,
  album_id     text NOT NULL,
  position     smallint NOT NULL,
  content      jsonb NOT NULL,
  PRIMARY KEY (performer_id, album_id, position),
  FOREIGN KEY (performer_id, album_id) REFERENCES albums (performer_id, id) ON DELETE CASCADE
);
