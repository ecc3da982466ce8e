/**
 * The media tokens of a desk: it publishes for the performer that it holds, watches what viewers see, and alone
 * watches a viewer's own camera.
 *
 * Invariants: a token opens one connection, while its hold lasts; when the hold ends, desks.ts cuts what the token
 * opened.
 */
import { Context, Effect, Layer } from "effect"
import type { DeskMediaRequest } from "@foldcast/contracts/upstream/performer-desk"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { camBackPath, livePath } from "../chat/engine/engine-connections.ts"
import type { ShownToken } from "../chat/room-service/media-access.ts"
import { BackendConfig } from "../config.ts"
import { Refused } from "../http/refused.ts"
import { type DeskClaims, makeDeskTokens } from "./desk-tokens.ts"
import { Desks } from "./desks.ts"

export interface DeskPicturesShape {
  readonly issue: (
    desk: string,
    performerId: string,
    request: DeskMediaRequest,
  ) => Effect.Effect<{ readonly path: string; readonly token: string }, Refused>
  readonly mayPublish: (shown: ShownToken) => Effect.Effect<boolean>
  /** Null: refused, whatever the reason. */
  readonly mayWatch: (shown: ShownToken) => Effect.Effect<{ readonly loop: string | null } | null>
}

const pathOf = ({ room, camBack }: Pick<DeskClaims, "room" | "camBack">) =>
  camBack === null ? livePath(room) : camBackPath(camBack)

export class DeskPictures extends Context.Service<DeskPictures, DeskPicturesShape>()(
  "backend/DeskPictures",
) {
  static readonly layer = Layer.effect(
    DeskPictures,
    Effect.gen(function* () {
      const { tokenSecrets } = yield* BackendConfig
      const desks = yield* Desks
      const broadcasts = yield* Broadcasts
      const tokens = yield* makeDeskTokens(tokenSecrets)

      /** Authorises the connection; null: refused. */
      const opened = Effect.fnUntraced(function* (
        { token, path, connection }: ShownToken,
        action: DeskClaims["action"],
      ) {
        const claims = yield* tokens.read(token)
        if (claims === null || claims.action !== action || path !== pathOf(claims)) return null
        const { sub: hold, room, camBack } = claims
        if (!desks.isHeldBy(hold, room)) return null
        if (camBack !== null && !desks.isShownCamera(room, camBack)) return null
        if (!tokens.spend(claims)) return null
        const desk = { _tag: "Desk", hold } as const
        broadcasts.authorise(connection, {
          by: camBack === null ? [desk] : [desk, { _tag: "CamBack", session: camBack }],
          publishes: action === "publish" ? path : null,
        })
        return claims
      })

      return DeskPictures.of({
        issue: Effect.fn("desk.media")(function* (desk, performerId, request) {
          const sub = yield* desks.holdOf(desk, performerId)
          const isCamBack = request.action === "readCamBack"
          if (isCamBack && !desks.isShownCamera(performerId, request.session)) {
            return yield* new Refused({ status: 409, label: "camBackOff" })
          }
          const claims = {
            sub,
            room: performerId,
            camBack: isCamBack ? request.session : null,
            action: isCamBack ? "read" : request.action,
          } as const
          return { path: pathOf(claims), token: yield* tokens.issue(claims) }
        }),
        mayPublish: (shown) => Effect.map(opened(shown, "publish"), (claims) => claims !== null),
        mayWatch: (shown) =>
          Effect.map(opened(shown, "read"), (claims) => {
            if (claims === null) return null
            return { loop: claims.camBack === null ? broadcasts.loopOf(claims.room) : null }
          }),
      })
    }),
  )
}
