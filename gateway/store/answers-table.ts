/**
 * The table of the kept answers (kept-answers.ts), in a file of its own. It is synced by nothing but
 * SQLite's own checkpoints: what a power cut takes is the last bodies, and the facts that cite them are in
 * the log.
 */
import { hash as digestOf } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { gunzipSync, gzipSync } from "node:zlib"
import { inTransaction, openFile, pragma } from "./database.ts"
import type { Citation, CitationCounts } from "./kept-answers.ts"

/**
 * Characters of the longest answer that is kept: the longest list of ours has half of it. A capture's line
 * must be readable (packages/replay, block-lines.ts) also where each character takes three bytes.
 */
export const MAX_TEXT_LENGTH = 1_048_576
const MAX_BYTES_OF_A_CHARACTER = 3

/** "FCKA": tells kept answers from any other SQLite file. */
const APPLICATION_ID = 0x46434b41
const VERSION = 1
/** Rows deleted by one request: citations go on between two of them. */
const DELETED_AT_ONCE = 100
/** What a row takes beside its body: its hash and its time, in the table and in two indexes. */
const ROW_BYTES = 256

const TABLES = `
  CREATE TABLE answers (hash TEXT NOT NULL, cited_at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE UNIQUE INDEX answers_by_hash ON answers (hash);
  CREATE INDEX answers_by_citation ON answers (cited_at, length(body));
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
`

export const openAnswersFile = (file: string): DatabaseSync =>
  openFile(file, "NORMAL", (db) => {
    const [application, version] = [pragma(db, "application_id"), pragma(db, "user_version")]
    if (application === 0 && version === 0) inTransaction(db, () => db.exec(TABLES))
    else if (application !== APPLICATION_ID || version !== VERSION)
      throw new Error("the file is not one of kept answers, or of another version")
  })

const bytesStored = (body: Uint8Array): number => body.length + ROW_BYTES

/** Null where it is not the text that has this hash. */
const unpacked = (bytes: Uint8Array, hash: string): string | null => {
  try {
    const maxOutputLength = MAX_TEXT_LENGTH * MAX_BYTES_OF_A_CHARACTER
    const text = gunzipSync(bytes, { maxOutputLength }).toString()
    return digestOf("sha256", text) === hash ? text : null
  } catch {
    return null
  }
}

const prepare = (db: DatabaseSync) => ({
  cite: db.prepare("UPDATE answers SET cited_at = max(cited_at, ?) WHERE hash = ?"),
  insert: db.prepare("INSERT INTO answers (hash, cited_at, body) VALUES (?, ?, ?)"),
  body: db.prepare("SELECT body FROM answers WHERE hash = ?"),
  /** Of the index alone: the bodies are not read. */
  measure: db.prepare(`SELECT sum(length(body) + ${ROW_BYTES}) AS bytes FROM answers`),
  deleteOldest: db.prepare(
    `DELETE FROM answers
       WHERE rowid = (SELECT rowid FROM answers ORDER BY cited_at LIMIT 1)
       RETURNING length(body) + ${ROW_BYTES} AS bytes`,
  ),
  deleteBefore: db.prepare(
    `DELETE FROM answers
       WHERE rowid IN (SELECT rowid FROM answers WHERE cited_at < ? LIMIT ?)
       RETURNING length(body) + ${ROW_BYTES} AS bytes`,
  ),
})

export const answersTable = (db: DatabaseSync, maxBytes: number) => {
  const statements = prepare(db)
  let bytes = 0
  let isCounted = false
  const count = () => {
    if (!isCounted) bytes = Number(statements.measure.get()?.["bytes"] ?? 0)
    isCounted = true
  }

  const deleted = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): number => {
    for (const row of rows) bytes -= Number(row["bytes"])
    return rows.length
  }

  /** True when what is kept is within its bound. */
  const makeRoom = (most: number): boolean => {
    for (let gone = 0; bytes > maxBytes && gone < most; gone += 1) {
      // What is counted and not there is nothing.
      if (deleted(statements.deleteOldest.all()) === 0) bytes = 0
    }
    return bytes <= maxBytes
  }
  const makeSomeRoom = () => inTransaction(db, () => makeRoom(DELETED_AT_ONCE))

  const citeOne = ({ hash, text }: Citation, at: number): keyof CitationCounts => {
    if (statements.cite.run(at, hash).changes > 0) return "known"
    if (text === null) return "unknown"
    const body = gzipSync(text)
    if (bytesStored(body) > maxBytes) return "tooLong"
    statements.insert.run(hash, at, body)
    bytes += bytesStored(body)
    return "kept"
  }

  count()
  // The bound may have become smaller. In steps, so that the write-ahead log stays short.
  while (!makeSomeRoom());

  return {
    reads: {
      bytes: (): number => {
        count()
        return bytes
      },
      read: ({ hash }: { readonly hash: string }): string | null => {
        const body = statements.body.get(hash)?.["body"]
        return body instanceof Uint8Array ? unpacked(body, hash) : null
      },
    },
    writes: {
      cite: (cited: { readonly citations: ReadonlyArray<Citation>; readonly at: number }) => {
        count()
        const became = { kept: 0, known: 0, unknown: 0, tooLong: 0 }
        for (const citation of cited.citations) became[citeOne(citation, cited.at)] += 1
        makeRoom(Number.POSITIVE_INFINITY)
        return { became, bytes }
      },
      /** A part of them; all when it is done. */
      forgetBefore: ({ before }: { readonly before: number }) => {
        count()
        const gone = deleted(statements.deleteBefore.all(before, DELETED_AT_ONCE))
        return { count: gone, isDone: gone < DELETED_AT_ONCE, bytes }
      },
    },
    rolledBack: () => {
      isCounted = false
    },
  }
}
