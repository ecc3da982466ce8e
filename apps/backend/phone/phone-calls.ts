/**
 * Changes calls, and tells whoever is concerned: the browser's gateway over the member socket, and the rooms that its
 * caller is in. What is told is read from the call as it is committed, and a gateway that was away asks.
 *
 * Invariant: one change of a call runs at a time and is told before the next, and no room is entered in between.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { MEMBER_EVENTS } from "@foldcast/contracts/upstream/member-socket"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import type { SqlQueries } from "../db/database.ts"
import { makeKeyedMutex } from "../keyed-mutex.ts"
import { MemberSocketServer } from "../sockets/member-sockets.ts"
import { callCents, type PhoneCallFigures } from "./call-state.ts"
import { type PhoneCall, setCall } from "./call-store.ts"

export interface PhoneCallsShape {
  /** By the call's id here. */
  readonly inTurn: <A, E, R>(id: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** After the commit. */
  readonly changed: (call: PhoneCall) => Effect.Effect<void>
}

export class PhoneCalls extends Context.Service<PhoneCalls, PhoneCallsShape>()(
  "backend/PhoneCalls",
) {
  static readonly layer = Layer.effect(
    PhoneCalls,
    Effect.gen(function* () {
      const sockets = yield* MemberSocketServer
      const rooms = yield* ChatRooms
      const inTurn = yield* makeKeyedMutex
      const encode = Schema.encodeUnknownSync(MEMBER_EVENTS["dial-in-status"])
      return PhoneCalls.of({
        inTurn,
        changed: Effect.fnUntraced(function* (call) {
          const { id, ivr_session: session, state, seconds, cents } = call
          if (session === null) return
          sockets.emit(id, "dial-in-status", encode({ session, state, seconds, cents }))
          if (state !== "pending" && state !== "in_call") yield* rooms.endCallSessions(id)
        }),
      })
    }),
  )
}

/** Inside a transaction that has locked the call; answers it as it is from then on. */
export const writeFigures = Effect.fnUntraced(function* (
  queries: SqlQueries,
  call: PhoneCall,
  { state, seconds, endReason }: PhoneCallFigures,
) {
  const at = yield* Clock.currentTimeMillis
  // A notice that tells of seconds tells of a connection too, whose own notice was lost.
  const isConnected = call.connected_at !== null || state === "in_call" || seconds > 0
  const connectedAt = isConnected ? (call.connected_at ?? new Date(at - seconds * 1_000)) : null
  const tariff = { tariffCents: call.tariff_cents, startCents: call.start_cents }
  const cents = callCents(tariff, seconds, isConnected)
  const isOver = state === "ended" || state === "expired"
  const endedAt = isOver ? (call.ended_at ?? new Date(at)) : null
  yield* setCall(queries, call.id, { state, seconds, endReason, cents, connectedAt, endedAt })
  return {
    ...call,
    state,
    seconds,
    cents,
    end_reason: endReason,
    connected_at: connectedAt,
    ended_at: endedAt,
  } satisfies PhoneCall
})
