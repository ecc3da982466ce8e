/** A durable store in a directory of a test's own, behind its own thread, and what its tests ask it for. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Redacted, References, type Scope } from "effect"
import { MemberId } from "@foldcast/contracts/ids"
import { Ids } from "../ids.ts"
import { sessionKeys } from "../sessions/sealed-member.ts"
import type { SessionCall, SessionMember } from "../sessions/session-store.ts"
import { DurableStore, type DurableStoreShape } from "./durable-store.ts"
import { makeStoredSessions } from "./stored-sessions.ts"

export const T0 = 1_700_000_000_000

export const secretOf = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))
export const KEYS = sessionKeys([secretOf(1)])

export const sessionMember = (name: string): SessionMember => ({
  memberId: MemberId.make(name),
  username: `${name}@example.com`,
  verified: true,
  token: Redacted.make(`canary-token-${name}`),
  tokenExpiresAt: T0 + 3_600_000,
})

export const sessionCall = (name: string): SessionCall => ({
  session: `ivr_${name}`,
  username: "anon4711234",
  token: Redacted.make(`canary-call-${name}`),
  state: "pending",
})

/** Directories of one test file; call `remove` when it has ended. */
export const directories = (name: string) => {
  const root = mkdtempSync(join(tmpdir(), `${name}-`))
  let count = 0
  return {
    make: () => join(root, `${(count += 1)}`),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

/** `use` with the store of a directory, which is closed afterwards. */
export const withStore = <A, E>(
  directory: string,
  use: (store: DurableStoreShape) => Effect.Effect<A, E, Ids | Scope.Scope>,
  maxKeptAnswerBytes = 1_000_000,
): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(DurableStore.use(use)).pipe(
      Effect.provide(DurableStore.layer({ directory, maxKeptAnswerBytes })),
      Effect.provide(Ids.layer),
      Effect.provide(quiet),
    ),
  )

/** Longer than a session that nobody uses, as it is where the settings say nothing. */
export const LONGEST_MS = 90 * 86_400_000

export const sessionsIn = (store: DurableStoreShape, keys = KEYS) =>
  makeStoredSessions(store, { keys, longestMs: LONGEST_MS })

/** All bytes that lie in a directory's files. */
export const bytesIn = (directory: string): Buffer =>
  Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))))
