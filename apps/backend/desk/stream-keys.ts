/**
 * The stream key by which a program such as OBS publishes for a performer: drawn by the desk that holds her, shown
 * once, valid until it is replaced or revoked there, beyond the hold.
 *
 * Invariants: only its keyed hash is stored; a replaced or revoked key opens nothing, and what it opened is cut.
 * Wrong keys are not rate-limited: 128 bits cannot be guessed, and a limit would be a way to lock a performer out.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { SqlDatabase } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import type { Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { KeyedHashes } from "../members/keyed-hashes.ts"
import { Desks } from "./desks.ts"
import { removeStreamKey, isStreamKey, storeStreamKey } from "./stream-key-store.ts"

type Answer<A> = Effect.Effect<A, Refused | DatabaseUnavailable | ConstraintViolated>

export interface StreamKeysShape {
  /** Answers the new key. */
  readonly draw: (desk: string, performerId: string) => Answer<string>
  readonly revoke: (desk: string, performerId: string) => Answer<void>
  readonly mayPublish: (shown: {
    readonly token: string
    readonly path: string
    readonly connection: string
  }) => Answer<boolean>
}

const KEY = /^sk_[\w-]{22}$/u
const LIVE = /^live\/(.+)$/u

export class StreamKeys extends Context.Service<StreamKeys, StreamKeysShape>()(
  "backend/StreamKeys",
) {
  static readonly layer = Layer.effect(
    StreamKeys,
    Effect.gen(function* () {
      const hashes = yield* KeyedHashes
      const database = yield* SqlDatabase
      const desks = yield* Desks
      const broadcasts = yield* Broadcasts
      const ids = yield* BackendIds
      const run = Effect.runForkWith(yield* Effect.context<never>())

      const hashOf = (key: string) => hashes.of("stream keys", key)
      /** Cuts what the previous key opened; nobody knows the new one yet. */
      const changed = (performerId: string) => {
        run(broadcasts.cut({ _tag: "StreamKey", performerId }))
        desks.renew(performerId)
      }

      return StreamKeys.of({
        draw: Effect.fn("desk.drawStreamKey")(function* (desk, performerId) {
          yield* desks.holdOf(desk, performerId)
          const key = ids.next("sk")
          const at = new Date(yield* Clock.currentTimeMillis)
          yield* storeStreamKey(database, performerId, { hash: hashOf(key), at })
          changed(performerId)
          return key
        }),
        revoke: Effect.fn("desk.revokeStreamKey")(function* (desk, performerId) {
          yield* desks.holdOf(desk, performerId)
          yield* removeStreamKey(database, performerId)
          changed(performerId)
        }),
        mayPublish: Effect.fn("desk.mayPublishByKey")(function* (shown) {
          const { token, path, connection } = shown
          const [, performerId] = LIVE.exec(path) ?? []
          if (performerId === undefined || !KEY.test(token)) return false
          // Before the key is looked up, so that revoking it meanwhile cuts this connection too.
          broadcasts.authorise(connection, {
            by: [{ _tag: "StreamKey", performerId }],
            publishes: path,
          })
          const isGood = yield* isStreamKey(database, performerId, hashOf(token)).pipe(
            Effect.onError(() => Effect.sync(() => broadcasts.revoke(connection))),
          )
          if (!isGood) broadcasts.revoke(connection)
          return isGood
        }),
      })
    }),
  )
}
