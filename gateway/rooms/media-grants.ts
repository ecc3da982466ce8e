/**
 * What a visit in a room shows the media engine, to see the performer's picture or to publish its own camera: asked
 * of the chat service each time, for the session that it has then.
 */
import { Effect, Redacted } from "effect"
import type { MediaGrantAnswer } from "@foldcast/contracts/upstream/chat-service"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"

export type MediaGrant =
  | {
      readonly _tag: "Granted"
      readonly roomSession: RoomSession
      /** Whether the session is still its visit's. */
      readonly isCurrent: () => boolean
      /** Where at the engine. */
      readonly path: string
      readonly token: Redacted.Redacted
    }
  | { readonly _tag: "NotInRoom" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }

export const mediaGrant = (
  sessions: RoomSessions,
  visit: LiveVisit,
  performerId: string,
  ask: (session: RoomSession) => Effect.Effect<CallOutcome<MediaGrantAnswer>>,
): Effect.Effect<MediaGrant> =>
  Effect.suspend(() => {
    const roomSession = sessions.inRoom(visit, performerId)
    if (roomSession === undefined) return Effect.succeed<MediaGrant>({ _tag: "NotInRoom" })
    return Effect.map(ask(roomSession), (outcome): MediaGrant => {
      if (outcome._tag !== "Answered") return { _tag: "Refused", failure: outcome }
      const { path, token } = outcome.body
      const isCurrent = () => sessions.isCurrent(roomSession)
      return { _tag: "Granted", roomSession, isCurrent, path, token: Redacted.make(token) }
    })
  })
