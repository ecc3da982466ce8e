/**
 * A witness beside the database: how many commits were acknowledged. SQLite recovers from a cut write-ahead
 * log by silently going back to an older state, which would hand out the same positions a second time. A
 * database with fewer commits than its mark is such a one: the log then gets a new epoch and nobody resumes
 * into the lost part.
 *
 * The mark is written after the commit and is not synced: killing the process cannot lose it, and after
 * a power cut it can only be behind the database, never ahead of it.
 */
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs"
import { restrictToOwner, OWNER_ONLY_FILE } from "../owner-only.ts"

export interface CommitMark {
  /** Commits acknowledged by whoever held the log before; 0 where there is no mark. */
  readonly acknowledged: number
  readonly set: (commits: number) => void
  readonly close: () => void
}

export const openCommitMark = (file: string): CommitMark => {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY_FILE)
  restrictToOwner(file)
  const bytes = Buffer.alloc(8)
  const acknowledged = readSync(descriptor, bytes, 0, 8, 0) === 8 ? bytes.readDoubleLE() : 0
  return {
    acknowledged,
    set: (commits) => {
      bytes.writeDoubleLE(commits)
      writeSync(descriptor, bytes, 0, 8, 0)
    },
    close: () => closeSync(descriptor),
  }
}
