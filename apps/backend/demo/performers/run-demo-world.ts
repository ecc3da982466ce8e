/**
 * Runs the demo performers' schedule: once a second it changes the statuses that are due, by the service's own call.
 * A database error is retried in the next round. Each change leaves a dead row that the embedded database does not
 * vacuum by itself, so it is told to.
 */
import { Clock, Effect, Schedule, Schema } from "effect"
import type { ChatRoomsShape } from "../../chat/room-service/chat-rooms.ts"
import { SqlDatabase } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { tidyPerformers } from "../../performers/performer-store.ts"
import { DEMO_ID_PREFIX } from "./demo-performers.ts"
import { nextChanges } from "./life.ts"
import { steadyRound } from "../../steady-round.ts"

const PRESENT = statement(
  Schema.Struct({ id: Schema.String, status: Schema.Int }),
  `SELECT performer_id AS id, online_status AS status FROM performer_listing
   WHERE starts_with(performer_id, $1) ORDER BY performer_id COLLATE "C"`,
)

/** Current demo statuses by performer, as the database has them. */
const look = Effect.fnUntraced(function* (
  seed: string,
  present: Map<string, number>,
  moveTo: ChatRoomsShape["moveTo"],
) {
  const at = yield* Clock.currentTimeMillis
  for (const { id, status } of nextChanges(seed, present, at)) {
    // Whoever is with somebody stays until they are done.
    if (yield* moveTo(id, status)) present.set(id, status)
  }
})

const present = Effect.gen(function* () {
  const rows = yield* (yield* SqlDatabase).query(PRESENT, [DEMO_ID_PREFIX])
  return new Map(rows.map(({ id, status }) => [id, status]))
})

/** Some thousand changes; vacuuming them takes a few milliseconds. */
const TIDY_EVERY = "30 minutes"

const waits = (error: Error) => Effect.logWarning("the demo world waits", { reason: error.message })

const keepTidy = Effect.sleep(TIDY_EVERY).pipe(
  Effect.andThen(Effect.flatMap(SqlDatabase, tidyPerformers)),
  Effect.catch(waits),
  steadyRound("the demo world's rows"),
  Effect.forever,
)

/** Runs until interrupted. */
export const runDemoWorld = Effect.fn("demo.live")(function* (
  seed: string,
  moveTo: ChatRoomsShape["moveTo"],
) {
  const statuses = yield* present.pipe(Effect.retry(Schedule.spaced("5 seconds")))
  yield* Effect.forkChild(keepTidy)
  yield* look(seed, statuses, moveTo).pipe(
    Effect.catch(waits),
    steadyRound("the demo world"),
    Effect.repeat(Schedule.spaced("1 second")),
  )
})
