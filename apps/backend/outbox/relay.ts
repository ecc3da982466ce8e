/**
 * Delivers the outbox on the member socket: after a commit, when a member connects, and every second in case a
 * wake-up was lost. One relay runs at a time, so a member receives events in order.
 *
 * One backend process serves a database: a second one would take events meant for sockets of the first.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { MemberSocketServer } from "../sockets/member-sockets.ts"
import {
  deleteDeliveredBefore,
  markDelivered,
  type Undelivered,
  undeliveredAfter,
} from "./outbox.ts"
import { Deliveries } from "./deliveries.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"

export interface OutboxRelayShape {
  /** Something may have been written. Returns at once. */
  readonly wake: Effect.Effect<void>
}

export class OutboxRelay extends Context.Service<OutboxRelay, OutboxRelayShape>()(
  "backend/OutboxRelay",
) {}

const PAGE = 200
/** How long an event waits for a member who is away; after that a reconnecting gateway asks anyway. */
export const DELIVERY_HOLD_MS = 60_000
const KEEP_TOLD_MS = 86_400_000

const deliverPage = Effect.fnUntraced(function* (
  page: ReadonlyArray<Undelivered>,
  deliveries: Deliveries,
  now: number,
) {
  const sockets = yield* MemberSocketServer
  const tooLate: Array<number> = []
  for (const { id, member_id: memberId, event, payload, written_at } of page) {
    if (deliveries.has(id)) continue
    if (sockets.isConnected(memberId)) {
      deliveries.add(id, { memberId, at: now })
      sockets.emit(memberId, event, payload)
    } else if (now - written_at.getTime() > DELIVERY_HOLD_MS) tooLate.push(id)
  }
  yield* markDelivered(yield* SqlDatabase, tooLate, new Date(now))
})

const deliverAll = Effect.fn("outbox.deliverAll")(function* (deliveries: Deliveries) {
  const database = yield* SqlDatabase
  const now = yield* Clock.currentTimeMillis
  yield* markDelivered(database, deliveries.takeConfirmed(now), new Date(now))
  let after = 0
  for (;;) {
    const page = yield* undeliveredAfter(database, after, PAGE)
    yield* deliverPage(page, deliveries, now)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.id
  }
  yield* deleteDeliveredBefore(database, new Date(now - KEEP_TOLD_MS))
})

export const outboxRelayLayer = Layer.effect(
  OutboxRelay,
  Effect.gen(function* () {
    const sockets = yield* MemberSocketServer
    const loop = yield* makeWakeableLoop("1 second")
    const deliveries = new Deliveries()
    sockets.onConnect(loop.wakeUnsafe)
    sockets.onDisconnect((memberId) => {
      deliveries.forget(memberId)
      loop.wakeUnsafe()
    })
    yield* deliverAll(deliveries).pipe(
      Effect.catch((error) => Effect.logWarning("the outbox waits", { reason: error.message })),
      steadyRound("the outbox"),
      loop.run,
      Effect.forkScoped,
    )
    return OutboxRelay.of({ wake: loop.wake })
  }),
)
