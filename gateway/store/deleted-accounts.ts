/**
 * The list of deleted accounts, in a file of its own that no backup is restored over
 * (docs/operating.md, "Backups"). Read when the gateway starts; a line is on the disk before a deletion is
 * taken for done.
 */
import { mkdir, open, readFile } from "node:fs/promises"
import { dirname } from "node:path"
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import {
  type DeletedAccount,
  deletedAccountLine,
  deletedAccountsIn,
} from "@foldcast/rules/deleted-accounts"
import { GatewayConfig } from "../config.ts"
import { errorSentence } from "../error-sentence.ts"
import { OWNER_ONLY_FILE } from "../log/owner-only.ts"
import { writerOf } from "../log/writer.ts"
import { memberIndexes, sessionKeys } from "../sessions/sealed-member.ts"
import { DurableStore, type StoreFailed } from "./durable-store.ts"

/** The list cannot be read or written: at the start nothing is shown, later no deletion is done. */
export class DeletedAccountsUnavailable extends Schema.TaggedError<DeletedAccountsUnavailable>()(
  "DeletedAccountsUnavailable",
  { detail: Schema.String },
) {
  override get message() {
    return `the list of deleted accounts failed: ${this.detail}`
  }
}

export interface DeletedAccountsShape {
  /** As the list stood when the gateway started. */
  readonly listed: ReadonlyArray<DeletedAccount>
  readonly add: (member: MemberId) => Effect.Effect<void, DeletedAccountsUnavailable>
  readonly has: (hash: string) => boolean
  /** One of whom no more is known: nothing of theirs but what they wrote is here. */
  readonly addHash: (hash: string) => Effect.Effect<void, DeletedAccountsUnavailable>
  /** Ends the sessions that are found by these; answers how many. */
  readonly endSessions: (indexes: ReadonlyArray<string>) => Effect.Effect<number, StoreFailed>
}

const unavailable = (error: unknown) =>
  new DeletedAccountsUnavailable({ detail: errorSentence(error) })

const readList = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return ""
    throw error
  }
}

/** A folder that is not synced may forget its newest file. */
const syncFolder = async (folder: string) => {
  const opened = await open(folder, "r")
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

const appendDurably = async (file: string, line: string) => {
  const list = await open(file, "a", OWNER_ONLY_FILE)
  try {
    await list.appendFile(line)
    await list.sync()
  } finally {
    await list.close()
  }
  await syncFolder(dirname(file))
}

export class DeletedAccounts extends Context.Service<DeletedAccounts, DeletedAccountsShape>()(
  "gateway/DeletedAccounts",
) {
  /** `file` is made where it is missing, its folder too. */
  static readonly layer = ({ file }: { readonly file: string }) =>
    Layer.effect(
      DeletedAccounts,
      Effect.gen(function* () {
        const store = yield* DurableStore
        const keys = sessionKeys((yield* GatewayConfig).sessionSecrets)
        const listed = yield* Effect.tryPromise({
          try: async () => {
            await mkdir(dirname(file), { recursive: true })
            return deletedAccountsIn(await readList(file))
          },
          catch: unavailable,
        })
        const known = new Set(listed.map((account) => account.hash))
        const oneAtATime = yield* Semaphore.make(1)
        const write = Effect.fnUntraced(function* (account: DeletedAccount) {
          if (known.has(account.hash)) return
          const line = deletedAccountLine(account, new Date(yield* Clock.currentTimeMillis))
          yield* Effect.tryPromise({ try: () => appendDurably(file, line), catch: unavailable })
          known.add(account.hash)
        })
        const add = (account: DeletedAccount) =>
          oneAtATime.withPermits(1)(Effect.uninterruptible(write(account)))
        return DeletedAccounts.of({
          listed,
          has: (hash) => known.has(hash),
          add: (member) => add({ hash: writerOf(member), sessions: memberIndexes(keys, member) }),
          addHash: (hash) => add({ hash, sessions: [] }),
          endSessions: (indexes) => store.ask("sessions", "endOfMembers", { indexes }),
        })
      }),
    )
}
