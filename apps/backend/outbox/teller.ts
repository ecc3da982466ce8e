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
import { Tellings } from "./tellings.ts"

export interface TellerShape {
  /** There may be something to tell. Returns at once. */
  readonly wake: Effect.Effect<void>
}

export class Teller extends Context.Service<Teller, TellerShape>()("backend/Teller") {}

const PAGE = 200
/** How long something waits for a member who is away; then a reconnecting gateway asks anyway. */
export const HOLD_MS = 60_000
const KEEP_TOLD_MS = 86_400_000

const tellPage = Effect.fnUntraced(function* (
  page: ReadonlyArray<Untold>,
  tellings: Tellings,
  now: number,
) {
  const sockets = yield* MemberSockets
  const tooLate: Array<number> = []
  for (const { id, member_id: memberId, event, payload, written_at } of page) {
    if (tellings.has(id)) continue
    if (sockets.isConnected(memberId)) {
      tellings.add(id, { memberId, at: now })
      sockets.emit(memberId, event, payload)
    } else if (now - written_at.getTime() > HOLD_MS) tooLate.push(id)
  }
  yield* markTold(yield* Database, tooLate, new Date(now))
})

const tellAll = Effect.fn("outbox.tellAll")(function* (tellings: Tellings) {
  const database = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* markTold(database, tellings.takeHeard(now), new Date(now))
  let after = 0
  for (;;) {
    const page = yield* untoldAfter(database, after, PAGE)
    yield* tellPage(page, tellings, now)
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
    const tellings = new Tellings()
    const wake = Effect.asVoid(Queue.offer(bell, undefined))
    sockets.onConnect(() => Queue.offerUnsafe(bell, undefined))
    sockets.onDisconnect((memberId) => {
      tellings.forget(memberId)
      Queue.offerUnsafe(bell, undefined)
    })
    yield* tellAll(tellings).pipe(
      Effect.catch((error) => Effect.logWarning("the outbox waits", { reason: error.message })),
      Effect.andThen(Effect.timeoutOption(Queue.take(bell), "1 second")),
      Effect.forever,
      Effect.forkScoped,
    )
    return Teller.of({ wake })
  }),
)
