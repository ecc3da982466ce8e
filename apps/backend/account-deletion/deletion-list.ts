/**
 * The list of deleted accounts, in a file outside the database. A member on the list who is in the database all the
 * same came back with a backup (repeat-deletions.ts).
 *
 * Invariant: a line is on the disk before the deleting call is answered.
 */
import { hash } from "node:crypto"
import { mkdir, open, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import {
  deletedAccountLine,
  deletedAccountsIn,
  deletedAccountText,
} from "@foldcast/rules/deleted-accounts"

/** The list cannot be read or written: a deletion is not answered, and at the start nothing is served. */
export class DeletionListUnavailable extends Schema.TaggedError<DeletionListUnavailable>()(
  "DeletionListUnavailable",
  { detail: Schema.String },
) {
  override get message() {
    return `the list of deleted accounts failed: ${this.detail}`
  }
}

export interface DeletionListShape {
  readonly has: (memberId: string) => boolean
  /** Hashes in the order of the list, at most `limit` after the first `after`. */
  readonly behind: (
    after: number,
    limit: number,
  ) => { readonly accounts: ReadonlyArray<string>; readonly total: number }
  readonly add: (memberId: string) => Effect.Effect<void, DeletionListUnavailable>
}

const OWNER_ONLY = 0o600

const hashOf = (memberId: string): string => hash("sha256", deletedAccountText(memberId))

const attempt = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (error) =>
      new DeletionListUnavailable({
        detail: error instanceof Error ? error.message : String(error),
      }),
  })

const textIn = async (file: string): Promise<string> => {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const list = await open(file, "a", OWNER_ONLY)
  await list.close()
  // An unsynced folder may lose its newest file.
  const opened = await open(folder, "r")
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
  return readFile(file, "utf8")
}

const append = async (file: string, line: string): Promise<void> => {
  const list = await open(file, "a", OWNER_ONLY)
  try {
    await list.appendFile(line)
    await list.sync()
  } finally {
    await list.close()
  }
}

export class DeletionList extends Context.Service<DeletionList, DeletionListShape>()(
  "backend/DeletionList",
) {
  /** Creates the file; null: a list in memory, for tests. */
  static readonly layer = (file: string | null) =>
    Layer.effect(
      DeletionList,
      Effect.gen(function* () {
        const text = file === null ? "" : yield* attempt(() => textIn(file))
        const known = new Set(deletedAccountsIn(text).map((account) => account.hash))
        const oneAtATime = yield* Semaphore.make(1)
        const add = Effect.fnUntraced(function* (memberId: string) {
          const account = { hash: hashOf(memberId), sessions: [] }
          if (known.has(account.hash)) return
          const line = deletedAccountLine(account, new Date(yield* Clock.currentTimeMillis))
          if (file !== null) yield* attempt(() => append(file, line))
          known.add(account.hash)
        })
        return DeletionList.of({
          has: (memberId) => known.has(hashOf(memberId)),
          behind: (after, limit) => ({
            accounts: [...known.values().drop(after).take(limit)],
            total: known.size,
          }),
          add: (memberId) => oneAtATime.withPermits(1)(Effect.uninterruptible(add(memberId))),
        })
      }),
    )
}
