/**
 * Who may watch a performer, and who may publish their own camera: a session is given a word for it, and the media
 * engine, which is shown the word, asks whether it may.
 *
 * Invariants: whether it may is asked of the room anew when the word is shown; a connection is known to
 * broadcasts.ts before it is allowed.
 */
import { Effect } from "effect"
import type { CamBackAnswer, MediaGrantAnswer } from "@foldcast/contracts/upstream/chat-service"
import { BackendConfig } from "../../config.ts"
import { refusing } from "../../http/refused.ts"
import { Broadcasts, camBackPath, livePath } from "../broadcasts.ts"
import { makeCamBackTokens } from "../cam-back-tokens.ts"
import type { Room } from "../room.ts"
import type { Session } from "../session.ts"
import { makeWatchTokens } from "../watch-tokens.ts"
import type { OpenRooms } from "./open-rooms.ts"

/** To the media engine, which asks whether it may. */
export interface Shown {
  readonly token: string
  readonly path: string
  readonly connection: string
}

export const makeMediaAccess = Effect.fnUntraced(function* (open: OpenRooms) {
  const { tokenSecrets } = yield* BackendConfig
  const broadcasts = yield* Broadcasts
  const watchTokens = yield* makeWatchTokens(tokenSecrets)
  const camBackTokens = yield* makeCamBackTokens(tokenSecrets)

  /** The session that the word was given to, where it may have that still. */
  const sessionOf = (
    claims: { readonly room: string; readonly sub: string },
    may: (room: Room, session: Session) => boolean,
  ): Session | null => {
    const room = open.of(claims.room)
    const session = room?.session(claims.sub)
    return room !== undefined && session !== undefined && may(room, session) ? session : null
  }

  return {
    watch: Effect.fn("chat.watch")(function* (auth: string) {
      const { room, session } = yield* open.running(auth)
      yield* refusing(room.whyNoPicture(session, open.now()))
      const { id: sub, mode } = session
      const token = yield* watchTokens.issue({ sub, room: room.host.id, mode })
      return { path: livePath(room.host.id), token } satisfies MediaGrantAnswer
    }),
    mayWatch: Effect.fn("chat.mayWatch")(function* ({ token, path, connection }: Shown) {
      const claims = yield* watchTokens.read(token)
      if (claims === null || path !== livePath(claims.room)) return null
      const session = sessionOf(claims, (room, one) => room.maySee(one))
      if (session === null || !watchTokens.spend(claims)) return null
      broadcasts.opens(connection, {
        by: [{ _tag: "Session", session: session.id }],
        publishes: null,
      })
      return { loop: broadcasts.loopOf(claims.room) }
    }),
    camBack: Effect.fn("chat.camBack")(function* (auth: string) {
      const { room, session } = yield* open.running(auth)
      yield* refusing(room.whyNoCamBack(session, open.now()))
      const token = yield* camBackTokens.issue({ sub: session.id, room: room.host.id })
      return { path: camBackPath(session.id), token } satisfies CamBackAnswer
    }),
    mayShowCamera: Effect.fn("chat.mayShowCamera")(function* ({ token, path, connection }: Shown) {
      const claims = yield* camBackTokens.read(token)
      if (claims === null || path !== camBackPath(claims.sub)) return false
      const session = sessionOf(claims, (room, one) => room.showsCamera(one))
      if (session === null || !camBackTokens.spend(claims)) return false
      broadcasts.opens(connection, {
        by: [{ _tag: "CamBack", session: session.id }],
        publishes: path,
      })
      return true
    }),
  }
})
