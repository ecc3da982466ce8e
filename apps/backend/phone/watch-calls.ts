/**
 * Looks at the open calls twice a second: ends those that nobody watches or that have lasted as long as they may, and
 * gives up those that were never connected or of which the provider tells no more.
 *
 * Invariant: after a restart every call has its whole time again before it is ended for being watched by nobody.
 */
import { Clock, Effect, Schedule } from "effect"
import { monotonicMillisOf } from "@foldcast/clock/monotonic-time"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { dueMillis } from "../steady-clock.ts"
import { steadyRound } from "../steady-round.ts"
import { deleteExpiredIvrSessions, figuresOf, openCalls, type PhoneCall } from "./call-store.ts"
import { PhoneInstructions } from "./instructions.ts"
import { PhoneCalls } from "./phone-calls.ts"
import type { InstructionReason, PhoneInstruction } from "./phone-protocol.ts"
import { NEW_CALL, watchCall, type WatchedCall } from "./watching.ts"

/** How long a call may wait for its PIN, which the provider reads out meanwhile. */
const WAITS_MS = 10 * 60_000
/** How long the provider may take to connect it. */
const CONNECTS_MS = 60_000
/** After its longest time, how late the provider may tell that a call has ended. */
const TOLD_LATE_MS = 10 * 60_000

const msSince = (at: Date | null, now: number) => (at === null ? 0 : now - at.getTime())

/** What the call has become without any notice; null: nothing. */
const overdueState = (call: PhoneCall, now: number): "ended" | "expired" | null => {
  switch (call.state) {
    case "waiting":
      return msSince(call.arrived_at, now) > WAITS_MS ? "expired" : null
    case "pending":
      return msSince(call.accepted_at, now) > CONNECTS_MS ? "expired" : null
    case "in_call":
      return msSince(call.connected_at, now) > call.max_seconds * 1_000 + TOLD_LATE_MS
        ? "ended"
        : null
    case "ended":
    case "expired":
      return null
  }
}

/** Sessions that nobody typed a PIN in. */
export const deleteOldIvrSessions = Effect.gen(function* () {
  const now = yield* dueMillis
  if (now !== null) yield* deleteExpiredIvrSessions(yield* SqlDatabase, new Date(now - WAITS_MS))
})

const instruct = Effect.fnUntraced(function* (
  id: string,
  kind: PhoneInstruction["kind"],
  why: InstructionReason,
) {
  const instructions = yield* PhoneInstructions
  const database = yield* SqlDatabase
  yield* instructions.write(database, id, kind, why)
  yield* instructions.wake
})

/** The caller, or their page, wants the call to end. */
export const hangUpCall = (id: string) => instruct(id, "hangUp", "asked")

const giveUp = Effect.fnUntraced(function* (id: string, now: number) {
  const calls = yield* PhoneCalls
  const instructions = yield* PhoneInstructions
  yield* calls.change(
    id,
    Effect.fnUntraced(function* (queries, call) {
      const state = overdueState(call, now)
      if (state === null) return null
      const why = state === "expired" ? "expired" : "longest"
      yield* instructions.write(queries, id, "hangUp", why)
      return { ...figuresOf(call), state, endReason: null }
    }),
  )
  yield* instructions.wake
})

const makeRound = Effect.gen(function* () {
  const { phone } = yield* BackendConfig
  const clock = yield* Clock.Clock
  const rooms = yield* ChatRooms
  const database = yield* SqlDatabase
  const watched = new Map<string, WatchedCall>()

  const look = Effect.fnUntraced(function* (call: PhoneCall, isWatched: boolean) {
    const { call: after, tell } = watchCall(watched.get(call.id) ?? NEW_CALL, {
      isWatched,
      isLongest: call.seconds >= call.max_seconds,
      hangUpMs: phone.hangUpMs,
      now: monotonicMillisOf(clock),
    })
    if (tell !== null) yield* instruct(call.id, tell.kind, tell.why)
    watched.set(call.id, after)
  })

  return Effect.gen(function* () {
    const open = yield* openCalls(database)
    const running = open.filter(({ state }) => state === "in_call")
    const ids = new Set(running.map(({ id }) => id))
    for (const id of watched.keys()) if (!ids.has(id)) watched.delete(id)
    const inRooms = rooms.watchedCalls()
    for (const call of running) yield* look(call, inRooms.has(call.id))
    const now = yield* dueMillis
    if (now === null) return
    for (const call of open) {
      if (overdueState(call, now) !== null) yield* giveUp(call.id, now)
    }
  }).pipe(Effect.catch((error) => Effect.logWarning("calls wait", { reason: error.message })))
})

/** Runs until its scope closes. */
export const watchCalls = Effect.gen(function* () {
  const round = yield* makeRound
  yield* Effect.forkScoped(
    Effect.repeat(steadyRound("calls")(round), Schedule.spaced("500 millis")),
  )
})
