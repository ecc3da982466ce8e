/**
 * Who may watch a performer, and who may publish their own camera. A session is given a token; the media engine shows
 * it with a connection and asks whether the connection is authorised.
 *
 * Invariants: the room is asked again when the token is shown; broadcasts.ts knows a connection before the engine hears
 * that it is authorised.
 */
import { Effect } from "effect"
import type { CamBackAnswer, MediaGrantAnswer } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import { failIfRefused } from "../../http/refused.ts"
import { Broadcasts } from "../engine/broadcasts.ts"
import { camBackPath, livePath } from "../engine/engine-connections.ts"
import { makeCamBackTokens } from "../engine/cam-back-tokens.ts"
import type { ChatRoom } from "../room-model/chat-room.ts"
import type { ChatSession } from "../room-model/chat-session.ts"
import { makeWatchTokens } from "../engine/watch-tokens.ts"
import type { RoomAccess } from "./room-access.ts"

/** What the media engine shows when it asks for an authorisation. */
export interface ShownToken {
  readonly token: string
  readonly path: string
  readonly connection: string
}

export const makeMediaAccess = Effect.fnUntraced(function* ({
  registry,
  now,
  running,
}: RoomAccess) {
  const { tokenSecrets } = yield* BackendConfig
  const broadcasts = yield* Broadcasts
  const watchTokens = yield* makeWatchTokens(tokenSecrets)
  const camBackTokens = yield* makeCamBackTokens(tokenSecrets)

  /** The session that the token was issued to, if `may` still holds for it. */
  const sessionOf = (
    claims: { readonly room: string; readonly sub: string },
    may: (room: ChatRoom, session: ChatSession) => boolean,
  ): ChatSession | null => {
    const room = registry.of(claims.room)
    const session = room?.session(claims.sub)
    return room !== undefined && session !== undefined && may(room, session) ? session : null
  }

  return {
    watch: Effect.fn("chat.watch")(function* (auth: string) {
      const { room, session } = yield* running(auth)
      yield* failIfRefused(room.watchRefusal(session, now()))
      const { id: sub, mode } = session
      const token = yield* watchTokens.issue({ sub, room: room.host.id, mode })
      return { path: livePath(room.host.id), token } satisfies MediaGrantAnswer
    }),
    mayWatch: Effect.fn("chat.mayWatch")(function* ({ token, path, connection }: ShownToken) {
      const claims = yield* watchTokens.read(token)
      if (claims === null || path !== livePath(claims.room)) return null
      const session = sessionOf(claims, (room, one) => room.mayWatch(one))
      if (session === null || !watchTokens.spend(claims)) return null
      broadcasts.authorise(connection, {
        by: [{ _tag: "Session", session: session.id }],
        publishes: null,
      })
      return { loop: broadcasts.loopOf(claims.room) }
    }),
    camBack: Effect.fn("chat.camBack")(function* (auth: string) {
      const { room, session } = yield* running(auth)
      yield* failIfRefused(room.camBackRefusal(session, now()))
      const token = yield* camBackTokens.issue({ sub: session.id, room: room.host.id })
      return { path: camBackPath(session.id), token } satisfies CamBackAnswer
    }),
    mayShowCamera: Effect.fn("chat.mayShowCamera")(function* ({
      token,
      path,
      connection,
    }: ShownToken) {
      const claims = yield* camBackTokens.read(token)
      if (claims === null || path !== camBackPath(claims.sub)) return false
      const session = sessionOf(claims, (room, one) => room.isCameraShown(one))
      if (session === null || !camBackTokens.spend(claims)) return false
      broadcasts.authorise(connection, {
        by: [{ _tag: "CamBack", session: session.id }],
        publishes: path,
      })
      return true
    }),
  }
})
