/**
 * The file of sessions, receipts and account deletions: its versions, and how it takes over what an older gateway
 * kept in a file for each.
 *
 * Called by tables.ts before anything is read. What is taken over is committed before the old files are
 * removed, and is the same when it is taken over twice: a gateway that dies in between does so again. Old
 * files beside a newer one are taken over like any other, for an older gateway that ran meanwhile wrote
 * them: an account deletion that it began is not forgotten. They are not left behind, for they hold what
 * log-out and deletion promise to forget.
 */
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { inTransaction, pragma } from "./database.ts"

/** "FCST": tells this store from any other SQLite file. */
const APPLICATION_ID = 0x46435354

/** The script at index i carries a file from version i to i + 1. Never edited, only added to. */
const MIGRATIONS: ReadonlyArray<string> = [
  `
  CREATE TABLE sessions (
    owner TEXT PRIMARY KEY,
    member_index TEXT,
    member TEXT,
    age_checked INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL,
    started_at INTEGER,
    browser TEXT,
    system TEXT,
    CHECK ((member IS NULL) = (member_index IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_by_member ON sessions (member_index) WHERE member_index IS NOT NULL;
  CREATE INDEX sessions_by_age ON sessions (renewed_at);

  CREATE TABLE cookies (
    no INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL REFERENCES sessions (owner) ON DELETE CASCADE,
    retires_at INTEGER
  ) STRICT;
  CREATE INDEX cookies_by_owner ON cookies (owner, no);
  CREATE INDEX cookies_by_end ON cookies (retires_at) WHERE retires_at IS NOT NULL;

  CREATE TABLE receipts (
    owner TEXT NOT NULL,
    command TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'done')),
    was_interrupted INTEGER NOT NULL DEFAULT 0,
    epoch TEXT,
    seq INTEGER,
    status INTEGER,
    CHECK ((state = 'done') = (epoch IS NOT NULL AND seq IS NOT NULL AND status IS NOT NULL)),
    PRIMARY KEY (owner, command)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX receipts_by_age ON receipts (begun_at);

  CREATE TABLE account_deletions (
    member_index TEXT PRIMARY KEY,
    member TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE receipts ADD COLUMN cookie_due INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE sessions ADD COLUMN left_by TEXT;
  CREATE INDEX sessions_by_left ON sessions (left_by) WHERE left_by IS NOT NULL;
  `,
  `
  ALTER TABLE sessions ADD COLUMN call TEXT;
  `,
]

interface OldFile {
  /** Of the file without its ending, and what it is attached as. */
  readonly name: "sessions" | "receipts" | "departures"
  /** The newest version that an older gateway wrote; a newer one is refused. */
  readonly newest: number
  /** Copies what lies in a file of this version over what is there of the same. */
  readonly copy: (version: number) => string
}

const OLD_FILES: ReadonlyArray<OldFile> = [
  {
    name: "sessions",
    newest: 2,
    // The first version knew neither since when nor in which browser.
    copy: (version) => `
      DELETE FROM main.sessions WHERE owner IN (SELECT owner FROM old_sessions.sessions);
      INSERT INTO main.sessions (owner, member_index, member, age_checked, renewed_at, started_at,
                                 browser, system)
        SELECT owner, member_index, member, age_checked, renewed_at,
               ${version === 1 ? "NULL, NULL, NULL" : "started_at, browser, system"}
        FROM old_sessions.sessions;
      INSERT INTO main.cookies (hash, owner, retires_at)
        SELECT hash, owner, retires_at FROM old_sessions.cookies ORDER BY no;`,
  },
  {
    name: "receipts",
    newest: 1,
    copy: () => `
      INSERT OR REPLACE INTO main.receipts (owner, command, fingerprint, begun_at, state, was_interrupted,
                                 epoch, seq, status)
        SELECT owner, command, fingerprint, begun_at, state, was_interrupted, epoch, seq, status
        FROM old_receipts.receipts;`,
  },
  {
    name: "departures",
    newest: 1,
    copy: () => `
      INSERT OR REPLACE INTO main.account_deletions (member_index, member)
        SELECT member_index, member FROM old_departures.departures;`,
  },
]

const refuseNewer = (name: string, found: number, newest: number) => {
  if (found > newest)
    throw new Error(`${name} was written by a newer version (${found} > ${newest})`)
}

const migrate = (db: DatabaseSync, from: number) => {
  for (const script of MIGRATIONS.slice(from)) db.exec(script)
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`)
}

/** The tables of the newest version, with what lies in the old files. */
const takeOver = (
  db: DatabaseSync,
  found: number,
  directory: string,
  old: ReadonlyArray<OldFile>,
) => {
  for (const { name } of old) {
    db.prepare(`ATTACH DATABASE ? AS old_${name}`).run(join(directory, `${name}.db`))
  }
  inTransaction(db, () => {
    migrate(db, found)
    for (const { name, newest, copy } of old) {
      const version = pragma(db, `old_${name}.user_version`)
      refuseNewer(`${name}.db`, version, newest)
      // A file that was made and never used has no tables.
      if (version > 0) db.exec(copy(version))
    }
  })
  for (const { name } of old) db.exec(`DETACH DATABASE old_${name}`)
}

/** Makes the tables, or brings an older file up to date. `directory` is where old files may lie. */
export const prepareStoreFile = (db: DatabaseSync, directory: string | null): void => {
  const version = pragma(db, "user_version")
  const application = pragma(db, "application_id")
  if (application !== APPLICATION_ID && (application !== 0 || version !== 0))
    throw new Error("store.db is not a file of this store")
  refuseNewer("store.db", version, MIGRATIONS.length)
  if (directory === null) return migrate(db, version)
  const old = OLD_FILES.filter(({ name }) => existsSync(join(directory, `${name}.db`)))
  if (version < MIGRATIONS.length || old.length > 0) takeOver(db, version, directory, old)
  for (const { name } of old) {
    for (const ending of ["", "-wal", "-shm"]) {
      rmSync(join(directory, `${name}.db${ending}`), { force: true })
    }
  }
}
