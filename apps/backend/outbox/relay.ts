/**
 * Tells on the member socket what the outbox holds: at once after a commit, when a member connects, and
 * every second in case a wake-up was lost. One relay at a time, so a member hears things in order.
 *
 * One backend process serves a database: a second one would take what is meant for sockets of the first.
 */
import { Clock, Context, Effect, Layer, Queue } from "effect"
import { Database } from "../db/database.ts"
import { MemberSockets } from "../sockets/member-sockets.ts"
import { forgetToldBefore, markTold, type Untold, untoldAfter } from "./outbox.ts"
import { Deliveries } from "./deliveries.ts"
import { steadyRound } from "../steady-round.ts"

export interface OutboxRelayShape {
  /** There may be something to tell. Returns at once. */
  readonly wake: Effect.Effect<void>
}

export class OutboxRelay extends Context.Service<OutboxRelay, OutboxRelayShape>()(
  "backend/OutboxRelay",
) {}

const PAGE = 200
/** How long something waits for a member who is away; then a reconnecting gateway asks anyway. */
export const HOLD_MS = 60_000
const KEEP_TOLD_MS = 86_400_000

const deliverPage = Effect.fnUntraced(function* (
  page: ReadonlyArray<Untold>,
  deliveries: Deliveries,
  now: number,
) {
  const sockets = yield* MemberSockets
  const tooLate: Array<number> = []
  for (const { id, member_id: memberId, event, payload, written_at } of page) {
    if (deliveries.has(id)) continue
    if (sockets.isConnected(memberId)) {
      deliveries.add(id, { memberId, at: now })
      sockets.emit(memberId, event, payload)
    } else if (now - written_at.getTime() > HOLD_MS) tooLate.push(id)
  }
  yield* markTold(yield* Database, tooLate, new Date(now))
})

const deliverAll = Effect.fn("outbox.deliverAll")(function* (deliveries: Deliveries) {
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* markTold(database, deliveries.takeConfirmed(now), new Date(now))
  let after = 0
  for (;;) {
    const page = yield* untoldAfter(database, after, PAGE)
    yield* deliverPage(page, deliveries, now)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.id
  }
  yield* forgetToldBefore(database, new Date(now - KEEP_TOLD_MS))
})

export const outboxRelayLayer = Layer.effect(
  OutboxRelay,
  Effect.gen(function* () {
    const sockets = yield* MemberSockets
    const bell = yield* Queue.sliding<void>(1)
    const deliveries = new Deliveries()
    const wake = Effect.asVoid(Queue.offer(bell, undefined))
    sockets.onConnect(() => Queue.offerUnsafe(bell, undefined))
    sockets.onDisconnect((memberId) => {
      deliveries.forget(memberId)
      Queue.offerUnsafe(bell, undefined)
    })
    yield* deliverAll(deliveries).pipe(
      Effect.catch((error) => Effect.logWarning("the outbox waits", { reason: error.message })),
      steadyRound("the outbox"),
      Effect.andThen(Effect.timeoutOption(Queue.take(bell), "1 second")),
      Effect.forever,
      Effect.forkScoped,
    )
    return OutboxRelay.of({ wake })
  }),
)
