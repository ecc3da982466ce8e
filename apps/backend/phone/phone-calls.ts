/**
 * Changes calls, and tells whoever is concerned: the browser's gateway over the member socket, and the rooms that its
 * caller is in. What is told is read from the call as it is committed, and a gateway that was away asks.
 *
 * Invariant: one change of a call runs at a time and is told before the next, and no room is entered in between.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { MEMBER_EVENTS } from "@foldcast/contracts/upstream/member-socket"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import type { ConstraintViolated, DatabaseUnavailable } from "../db/errors.ts"
import { makeKeyedMutex } from "../keyed-mutex.ts"
import { MemberSocketServer } from "../sockets/member-sockets.ts"
import { callCents, type PhoneCallFigures } from "./call-state.ts"
import { lockCall, type PhoneCall, setCall } from "./call-store.ts"

/** Answers it as it is from then on. */
const writeFigures = Effect.fnUntraced(function* (
  queries: SqlQueries,
  call: PhoneCall,
  { state, isConnected, seconds, endReason }: PhoneCallFigures,
) {
  const at = yield* Clock.currentTimeMillis
  const connectedAt = isConnected ? (call.connected_at ?? new Date(at - seconds * 1_000)) : null
  const tariff = { tariffCents: call.tariff_cents, startCents: call.start_cents }
  const cents = callCents(tariff, seconds, isConnected)
  const isOver = state === "ended" || state === "expired"
  const endedAt = isOver ? (call.ended_at ?? new Date(at)) : null
  return yield* setCall(queries, call.id, {
    state,
    seconds,
    endReason,
    cents,
    connectedAt,
    endedAt,
  })
})

type QueryError = ConstraintViolated | DatabaseUnavailable

/** Inside a transaction that has locked the call; null: it stays as it is. */
type CallDecision = (
  queries: SqlQueries,
  call: PhoneCall,
) => Effect.Effect<PhoneCallFigures | null, QueryError>

export interface PhoneCallsShape {
  /** By the call's id here. */
  readonly inTurn: <A, E, R>(id: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Nothing happens to a call that is not known, or of which `decide` makes nothing. */
  readonly change: (id: string, decide: CallDecision) => Effect.Effect<void, QueryError>
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
      const database = yield* SqlDatabase
      const encode = Schema.encodeUnknownSync(MEMBER_EVENTS["dial-in-status"])
      const tell = Effect.fnUntraced(function* (call: PhoneCall) {
        const { id, ivr_session: session, state, seconds, cents } = call
        if (session === null) return
        sockets.emit(id, "dial-in-status", encode({ session, state, seconds, cents }))
        if (state !== "pending" && state !== "in_call") yield* rooms.endCallSessions(id)
      })
      return PhoneCalls.of({
        inTurn,
        change: (id, decide) =>
          inTurn(
            id,
            Effect.gen(function* () {
              const changed = yield* database.transaction((queries) =>
                Effect.gen(function* () {
                  const call = yield* lockCall(queries, id)
                  if (Option.isNone(call)) return null
                  const after = yield* decide(queries, call.value)
                  return after === null ? null : yield* writeFigures(queries, call.value, after)
                }),
              )
              if (changed !== null) yield* tell(changed)
            }),
          ),
      })
    }),
  )
}
