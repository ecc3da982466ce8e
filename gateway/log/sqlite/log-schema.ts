/**
 * The tables of the SQLite event log and their versions. A file of an older version is migrated when it
 * is opened; a newer one is refused with a sentence, never guessed at.
 *
 * Events lie in the order in which they were appended (rowid), never by visit: every one of them would land in
 * the middle of a tree. Where a visit's events lie is written beside them, thousands at once (event-rows.ts).
 */
import { DatabaseSync } from "node:sqlite"
import { restrictToOwner } from "../owner-only.ts"

/** "FCLG": tells a log from any other SQLite file. */
const APPLICATION_ID = 0x46434c47

/** The migration at index i carries a file from version i to i + 1. Never edited, only added to. */
export const LOG_MIGRATIONS: ReadonlyArray<string> = [
  `
  CREATE TABLE log (epoch TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;

  CREATE TABLE visits (
    no INTEGER PRIMARY KEY,
    visit TEXT NOT NULL,
    epoch TEXT NOT NULL,
    birth TEXT NOT NULL,
    crc INTEGER NOT NULL,
    tab TEXT NOT NULL,
    owner TEXT NOT NULL,
    member TEXT,
    at INTEGER NOT NULL,
    head INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last_event_at INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    damaged INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX visits_by_id ON visits (visit);
  CREATE INDEX visits_by_tab ON visits (tab);
  CREATE INDEX visits_by_owner ON visits (owner);
  CREATE INDEX visits_by_member ON visits (member) WHERE member IS NOT NULL;

  CREATE TABLE events (
    visit INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_position ON events (visit, seq);

  CREATE TABLE facts (
    visit INTEGER NOT NULL,
    n INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX facts_by_number ON facts (visit, n);

  CREATE TABLE connections (visit INTEGER NOT NULL, note TEXT NOT NULL) STRICT;
  CREATE INDEX connections_by_visit ON connections (visit);

  CREATE TABLE problems (
    reference TEXT NOT NULL,
    at INTEGER NOT NULL,
    label TEXT NOT NULL,
    visit TEXT,
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX problems_by_reference ON problems (reference);
  CREATE INDEX problems_by_visit ON problems (visit);
  `,
  `
  CREATE TABLE terms (term TEXT NOT NULL, visit INTEGER NOT NULL) STRICT;
  CREATE UNIQUE INDEX terms_by_term ON terms (term, visit);
  CREATE INDEX terms_by_visit ON terms (visit);
  INSERT OR IGNORE INTO terms (term, visit)
    SELECT 'reference:' || replace(problems.reference, '-', ''), visits.no
    FROM problems JOIN visits ON visits.visit = problems.visit;
  DROP TABLE problems;
  `,
  `
  ALTER TABLE visits ADD COLUMN last_minute INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE visits ADD COLUMN span INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE visits ADD COLUMN stream_until INTEGER NOT NULL DEFAULT 0;
  UPDATE visits SET
    last_minute = last_event_at / 60000,
    span = (
      WITH RECURSIVE spans (span, reach) AS (
        VALUES (0, 60000) UNION ALL SELECT span + 1, reach * 2 FROM spans WHERE span < 24
      )
      SELECT min(span) FROM spans WHERE reach >= last_event_at - at OR span = 24
    ),
    stream_until = ifnull((
      SELECT (note ->> '$.at') + CASE note ->> '$.what' WHEN 'close' THEN 0 ELSE 86400000 END
      FROM connections
      WHERE rowid = (SELECT max(rowid) FROM connections WHERE visit = visits.no)
    ), 0);
  CREATE INDEX visits_by_last_minute ON visits (last_minute);
  CREATE INDEX visits_by_life ON visits (span, at);
  CREATE INDEX visits_by_stream ON visits (stream_until);
  `,
  // What every append changes lies apart, many visits to a page: a commit then writes few pages more than
  // its events take, instead of one of headers for each visit.
  `
  CREATE TABLE standings (
    no INTEGER PRIMARY KEY,
    head INTEGER NOT NULL,
    n INTEGER NOT NULL,
    last_event_at INTEGER NOT NULL,
    ended INTEGER NOT NULL
  ) STRICT;
  INSERT INTO standings (no, head, n, last_event_at, ended)
    SELECT no, head, n, last_event_at, ended FROM visits;
  ALTER TABLE visits DROP COLUMN head;
  ALTER TABLE visits DROP COLUMN n;
  ALTER TABLE visits DROP COLUMN last_event_at;
  ALTER TABLE visits DROP COLUMN ended;
  CREATE VIEW records AS
    SELECT visits.*, head, standings.n, last_event_at, ended
    FROM visits CROSS JOIN standings ON standings.no = visits.no;
  `,
  // An index of the events by visit and position is written at every append, a page of it for each visit of a
  // commit. Their places lie in a table of their own instead, which is written now and then, in its order.
  `
  CREATE TABLE places (
    visit INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    event INTEGER NOT NULL,
    PRIMARY KEY (visit, seq)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO places (visit, seq, event) SELECT visit, seq, rowid FROM events ORDER BY visit, seq;
  DROP INDEX events_by_position;
  ALTER TABLE log ADD COLUMN placed INTEGER NOT NULL DEFAULT 0;
  UPDATE log SET placed = ifnull((SELECT max(rowid) FROM events), 0);
  `,
  // What is told to a whole room lies here once. \`receivers\` is a JSON list of visits and positions, of which
  // \`standing\` have not been forgotten. A place refers to such a row by its number, negated.
  `
  CREATE TABLE shared (
    no INTEGER PRIMARY KEY,
    crc INTEGER NOT NULL,
    body TEXT NOT NULL,
    receivers TEXT NOT NULL,
    standing INTEGER NOT NULL
  ) STRICT;
  ALTER TABLE log ADD COLUMN shared_placed INTEGER NOT NULL DEFAULT 0;
  `,
  // A visit that is told a room's facts one after the other has them at one place: so many positions from \`seq\`
  // on are the shared rows from \`event\` on.
  "ALTER TABLE places ADD COLUMN count INTEGER NOT NULL DEFAULT 1",
  // By which key what a member wrote in rooms is sealed, wherever it stands (sealed-bodies.ts): without the row
  // nobody reads it any more. A number is never given again.
  `
  CREATE TABLE writers (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    writer TEXT NOT NULL,
    key BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX writers_by_writer ON writers (writer);
  `,
]

const pragma = (db: DatabaseSync, name: string): number =>
  Number((db.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name])

/** Why a file cannot be opened as a log, in a sentence for whoever starts the gateway. */
export class LogRefused extends Error {}

/** Brings the file to the newest version in one transaction. */
export const migrateLog = (db: DatabaseSync, migrations: ReadonlyArray<string>): void => {
  const version = pragma(db, "user_version")
  const application = pragma(db, "application_id")
  const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_schema").get() as {
    readonly tables: number
  }
  if (application !== APPLICATION_ID && (application !== 0 || tables > 0))
    throw new LogRefused("the file is a database of something else, not an event log")
  if (version > migrations.length)
    throw new LogRefused(
      `the event log is of version ${version} and this build reads up to ${migrations.length}: ` +
        `start the newer build, or use another data directory`,
    )
  if (version === migrations.length) return
  db.exec("BEGIN IMMEDIATE")
  try {
    for (const step of migrations.slice(version)) db.exec(step)
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec("COMMIT")
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK")
    throw error
  }
}

/**
 * Opens a log's file: write-ahead log, a sync at every commit, and deleted rows overwritten so that a
 * deleted member's events are gone from the file.
 */
export const openLogDatabase = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    restrictToOwner(file)
    migrateLog(db, LOG_MIGRATIONS)
    db.exec("PRAGMA journal_mode = WAL")
    db.exec("PRAGMA synchronous = FULL")
    db.exec("PRAGMA secure_delete = ON")
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
