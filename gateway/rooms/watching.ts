/**
 * What a visit in a room shows the media engine to see its picture: asked of the chat service each time, for the seat
 * that it has then.
 *
 * Caller: rooms.ts.
 */
import { Effect, Redacted } from "effect"
import type { CallFailure } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { ChatCalls } from "./chat-calls.ts"
import type { Seat, Seats } from "./seats.ts"

export type Watching =
  | {
      readonly _tag: "Granted"
      /** Whose it is, and for how long. */
      readonly seat: Seat
      readonly isTaken: () => boolean
      /** Where the engine has the picture. */
      readonly path: string
      readonly token: Redacted.Redacted
    }
  /** The visit is not in that room. */
  | { readonly _tag: "NotThere" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }

export const makeWatching =
  (
    seats: Pick<Seats, "has">,
    there: (visit: LiveVisit, performerId: string) => Seat | undefined,
    calls: ChatCalls,
  ) =>
  (visit: LiveVisit, performerId: string): Effect.Effect<Watching> =>
    Effect.suspend(() => {
      const seat = there(visit, performerId)
      if (seat === undefined) return Effect.succeed<Watching>({ _tag: "NotThere" })
      return Effect.map(calls.watch(seat), (outcome): Watching => {
        if (outcome._tag !== "Answered") return { _tag: "Refused", failure: outcome }
        const { path, token } = outcome.body
        const isTaken = () => seats.has(seat)
        return { _tag: "Granted", seat, isTaken, path, token: Redacted.make(token) }
      })
    })
