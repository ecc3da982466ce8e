/**
 * What a visit in a room shows the media engine, to see her picture or to show its own camera: asked of the chat
 * service each time, for the seat that it has then.
 */
import { Effect, Redacted } from "effect"
import type { WatchAnswer } from "@foldcast/contracts/upstream/chat-service"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"

export type MediaGrant =
  | {
      readonly _tag: "Granted"
      /** Whose it is, and for how long. */
      readonly seat: RoomSession
      readonly isTaken: () => boolean
      /** Where at the engine. */
      readonly path: string
      readonly token: Redacted.Redacted
    }
  /** The visit is not in that room. */
  | { readonly _tag: "NotInRoom" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }

export const makeMediaGrants =
  (
    seats: Pick<RoomSessions, "isCurrent">,
    there: (visit: LiveVisit, performerId: string) => RoomSession | undefined,
  ) =>
  (ask: (seat: RoomSession) => Effect.Effect<CallOutcome<WatchAnswer>>) =>
  (visit: LiveVisit, performerId: string): Effect.Effect<MediaGrant> =>
    Effect.suspend(() => {
      const seat = there(visit, performerId)
      if (seat === undefined) return Effect.succeed<MediaGrant>({ _tag: "NotInRoom" })
      return Effect.map(ask(seat), (outcome): MediaGrant => {
        if (outcome._tag !== "Answered") return { _tag: "Refused", failure: outcome }
        const { path, token } = outcome.body
        const isTaken = () => seats.isCurrent(seat)
        return { _tag: "Granted", seat, isTaken, path, token: Redacted.make(token) }
      })
    })
