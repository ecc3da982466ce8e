/**
 * Tells on the member socket what the outbox holds: at once after a commit, when a member connects, and
 * every second in case a wake-up was lost. One teller at a time, so a member hears things in order.
 *
 * One backend process serves a database: a second one would take what is meant for sockets of the first.
 */
import { Clock, Context, Effect, Layer, Queue } from "effect"
import { Database } from "../db/database.ts"
import { MemberSockets } from "../sockets/member-sockets.ts"
import { forgetToldBefore, markTold, type Untold, untoldAfter } from "./outbox.ts"

export interface TellerShape {
  /** There may be something to tell. Returns at once. */
  readonly wake: Effect.Effect<void>
}

export class Teller extends Context.Service<Teller, TellerShape>()("backend/Teller") {}

const PAGE = 200
/** How long something waits for a member who is away; then a reconnecting gateway asks anyway. */
export const HOLD_MS = 60_000
const KEEP_TOLD_MS = 86_400_000

const tellPage = Effect.fnUntraced(function* (page: ReadonlyArray<Untold>, now: number) {
  const sockets = yield* MemberSockets
  const told = page.filter(({ member_id, event, payload, written_at }) => {
    if (sockets.isConnected(member_id)) {
      sockets.emit(member_id, event, payload)
      return true
    }
    return now - written_at.getTime() > HOLD_MS
  })
  yield* markTold(
    yield* Database,
    told.map(({ id }) => id),
    new Date(now),
  )
})

const tellAll = Effect.fn("outbox.tellAll")(function* () {
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  let after = 0
  for (;;) {
    const page = yield* untoldAfter(database, after, PAGE)
    yield* tellPage(page, now)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) break
    after = last.id
  }
  yield* forgetToldBefore(database, new Date(now - KEEP_TOLD_MS))
})

export const tellerLayer = Layer.effect(
  Teller,
  Effect.gen(function* () {
    const sockets = yield* MemberSockets
    const bell = yield* Queue.sliding<void>(1)
    const wake = Effect.asVoid(Queue.offer(bell, undefined))
    sockets.onConnect(() => Queue.offerUnsafe(bell, undefined))
    yield* tellAll().pipe(
      Effect.catch((error) => Effect.logWarning("the outbox waits", { reason: error.message })),
      Effect.andThen(Effect.timeoutOption(Queue.take(bell), "1 second")),
      Effect.forever,
      Effect.forkScoped,
    )
    return Teller.of({ wake })
  }),
)
