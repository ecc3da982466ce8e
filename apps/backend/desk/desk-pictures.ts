/**
 * A desk publishes for the performer that it has, and sees what viewers see. Callers: rest/desk.ts asks for tokens,
 * rest/media-hooks.ts whether one may be used. Invariants: a token opens one connection, while the hold that it names
 * is there; when that ends, desks.ts cuts what it opened.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { DeskMediaAction } from "@foldcast/contracts/upstream/performer-desk"
import { Broadcasts, livePath } from "../chat/broadcasts.ts"
import { UsedTokens } from "../chat/used-tokens.ts"
import { BackendConfig } from "../config.ts"
import type { Refused } from "../http/refused.ts"
import { Ids } from "../ids.ts"
import { makeDeskTokens } from "./desk-tokens.ts"
import { Desks } from "./desks.ts"

interface Shown {
  readonly token: string
  readonly path: string
  readonly connection: string
}

export interface DeskPicturesShape {
  readonly issue: (
    desk: string,
    performerId: string,
    action: DeskMediaAction,
  ) => Effect.Effect<{ readonly path: string; readonly token: string }, Refused>
  readonly mayPublish: (shown: Shown) => Effect.Effect<boolean>
  /** Null where it may not, whatever the reason. */
  readonly mayWatch: (shown: Shown) => Effect.Effect<{ readonly loop: string | null } | null>
}

export class DeskPictures extends Context.Service<DeskPictures, DeskPicturesShape>()(
  "backend/DeskPictures",
) {
  static readonly layer = Layer.effect(
    DeskPictures,
    Effect.gen(function* () {
      const { tokenSecret } = yield* BackendConfig
      const desks = yield* Desks
      const broadcasts = yield* Broadcasts
      const ids = yield* Ids
      const tokens = makeDeskTokens(tokenSecret)
      const used = new UsedTokens()

      /** Whose picture this opens; null where it opens nothing. */
      const opened = Effect.fnUntraced(function* (
        { token, path, connection }: Shown,
        action: DeskMediaAction,
      ) {
        const at = yield* Clock.currentTimeMillis
        const claims = Option.getOrNull(yield* Effect.promise(() => tokens.read(token, at)))
        if (claims === null || claims.action !== action || path !== livePath(claims.room)) {
          return null
        }
        const { sub: hold, room, jti } = claims
        if (used.has(jti) || !desks.isHeldBy(hold, room)) return null
        used.add(jti, at)
        broadcasts.opens(connection, { _tag: "Desk", hold }, action === "publish" ? path : null)
        return room
      })

      return DeskPictures.of({
        issue: Effect.fn("desk.media")(function* (desk, performerId, action) {
          const sub = yield* desks.holdOf(desk, performerId)
          const claims = { sub, room: performerId, action, jti: ids.next("desk") }
          const at = yield* Clock.currentTimeMillis
          const token = yield* Effect.promise(() => tokens.issue(claims, at))
          return { path: livePath(performerId), token }
        }),
        mayPublish: (shown) => Effect.map(opened(shown, "publish"), (room) => room !== null),
        mayWatch: (shown) =>
          Effect.map(opened(shown, "read"), (room) =>
            room === null ? null : { loop: broadcasts.loopOf(room) },
          ),
      })
    }),
  )
}
