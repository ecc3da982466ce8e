/**
 * What a visit in a room shows the media engine, to see her picture or to show its own camera: asked of the chat
 * service each time, for the seat that it has then.
 */
import { Effect, Redacted } from "effect"
import type { MediaGrantAnswer } from "@foldcast/contracts/upstream/chat-service"
import type { CallFailure, CallOutcome } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { Seat, Seats } from "./seats.ts"

export type MediaGrant =
  | {
      readonly _tag: "Granted"
      /** Whose it is, and for how long. */
      readonly seat: Seat
      readonly isTaken: () => boolean
      /** Where at the engine. */
      readonly path: string
      readonly token: Redacted.Redacted
    }
  /** The visit is not in that room. */
  | { readonly _tag: "NotThere" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }

export const makeMediaGrants =
  (seats: Pick<Seats, "has">, there: (visit: LiveVisit, performerId: string) => Seat | undefined) =>
  (ask: (seat: Seat) => Effect.Effect<CallOutcome<MediaGrantAnswer>>) =>
  (visit: LiveVisit, performerId: string): Effect.Effect<MediaGrant> =>
    Effect.suspend(() => {
      const seat = there(visit, performerId)
      if (seat === undefined) return Effect.succeed<MediaGrant>({ _tag: "NotThere" })
      return Effect.map(ask(seat), (outcome): MediaGrant => {
        if (outcome._tag !== "Answered") return { _tag: "Refused", failure: outcome }
        const { path, token } = outcome.body
        const isTaken = () => seats.has(seat)
        return { _tag: "Granted", seat, isTaken, path, token: Redacted.make(token) }
      })
    })
