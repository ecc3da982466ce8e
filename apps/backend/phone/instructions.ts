/**
 * Instructions to the phone's provider: written by the transaction that decides them, and posted, signed, until the
 * provider answers. Without PHONE_URL, which production demands, there are none: the provider connects, and the caller
 * hangs up.
 *
 * Invariants: instructions of one call go out in the order of writing, one at a time; what a restart interrupts goes out
 * after it; a provider that does not answer for some calls holds up only those calls' instructions.
 */
import {
  Clock,
  Context,
  Effect,
  FiberMap,
  Layer,
  Option,
  type Redacted,
  Schema,
  Semaphore,
  Stream,
} from "effect"
import { BackendConfig } from "../config.ts"
import { SqlDatabase, type SqlQueries } from "../db/database.ts"
import { statement, voidStatement } from "../db/statement.ts"
import { postSigned } from "../http/post-signed.ts"
import { steadyRound } from "../steady-round.ts"
import { makeWakeableLoop } from "../wakeable-loop.ts"
import {
  INSTRUCTION_REASONS,
  type InstructionReason,
  type PhoneInstruction,
} from "./phone-protocol.ts"

const Untold = Schema.Struct({
  id: Schema.Int,
  provider_call: Schema.String,
  kind: Schema.Literals(["connect", "announce", "hangUp"]),
  why: Schema.NullOr(Schema.Literals(INSTRUCTION_REASONS)),
})
type Untold = typeof Untold.Type

/** A call is told to end once. */
const WRITE = voidStatement(
  `INSERT INTO phone_instructions (call_id, kind, why, written_at)
   SELECT $1, $2, $3, $4 WHERE $2 <> 'hangUp'
     OR NOT EXISTS (SELECT FROM phone_instructions WHERE call_id = $1 AND kind = 'hangUp')`,
)
/** A page of the calls that something is written for. */
const UNTOLD_CALLS = statement(
  Schema.Struct({ call_id: Schema.String }),
  `SELECT DISTINCT call_id FROM phone_instructions
   WHERE told_at IS NULL AND call_id > $1 ORDER BY call_id LIMIT 100`,
)
const OLDEST_UNTOLD = statement(
  Untold,
  `SELECT i.id, c.provider_call, i.kind, i.why
   FROM phone_instructions i JOIN phone_calls c ON c.id = i.call_id
   WHERE i.call_id = $1 AND i.told_at IS NULL ORDER BY i.id LIMIT 1`,
)
const MARK_TOLD = voidStatement("UPDATE phone_instructions SET told_at = $2 WHERE id = $1")

const ATTEMPT_TIMEOUT = "5 seconds"
/** Calls that are told at once. */
const AT_ONCE = 64
/** Of those whose last instruction was not answered: they wait for each other, and nobody for them. */
const AGAIN_AT_ONCE = 8
/** Answers after which nothing is gained by asking again: done, or no such call. */
const FINAL: ReadonlySet<number> = new Set([200, 404])

export interface PhoneInstructionsShape {
  /** Inside the transaction that decides it. */
  readonly write: (
    queries: SqlQueries,
    callId: string,
    kind: PhoneInstruction["kind"],
    why: InstructionReason | null,
  ) => ReturnType<SqlQueries["query"]>
  /** Something may have been written. Returns at once. */
  readonly wake: Effect.Effect<void>
}

const post = Effect.fnUntraced(function* (
  url: string,
  secret: Redacted.Redacted,
  { id, provider_call: call, kind, why }: Untold,
) {
  const body = JSON.stringify({ v: 1, id: String(id), call, kind, ...(why !== null && { why }) })
  return yield* postSigned({
    url: `${url}/phone/instructions`,
    purpose: "phone-instruction.v1",
    headers: "X-Phone",
    secret,
    body,
  }).pipe(Effect.timeout(ATTEMPT_TIMEOUT))
})

/** A failure is logged, and the next round tries again. */
const steadily = <E extends { readonly message: string }, R>(work: Effect.Effect<unknown, E, R>) =>
  work.pipe(
    Effect.catch((error) =>
      Effect.logWarning("instructions to the phone's provider wait", { reason: error.message }),
    ),
    steadyRound("instructions to the phone's provider"),
  )

const untoldCalls = Effect.fnUntraced(function* (after: string) {
  const page = yield* (yield* SqlDatabase).query(UNTOLD_CALLS, [after])
  const ids = page.map(({ call_id }) => call_id)
  return [ids, Option.fromUndefinedOr(ids.at(-1))] as const
})

/** Answers what tells one call all that is written for it, until one instruction is not answered. */
const makeTeller = Effect.fnUntraced(function* (url: string, secret: Redacted.Redacted) {
  const database = yield* SqlDatabase
  const first = yield* Semaphore.make(AT_ONCE)
  const again = yield* Semaphore.make(AGAIN_AT_ONCE)
  const unanswered = new Set<string>()

  const tellOldest = Effect.fnUntraced(function* (callId: string) {
    const [oldest] = yield* database.query(OLDEST_UNTOLD, [callId])
    if (oldest === undefined) return "allTold"
    const status = yield* post(url, secret, oldest).pipe(Effect.orElseSucceed(() => 0))
    if (!FINAL.has(status)) {
      unanswered.add(callId)
      yield* Effect.logWarning("the phone's provider has not answered", { status })
      return "unanswered"
    }
    unanswered.delete(callId)
    yield* database.query(MARK_TOLD, [oldest.id, new Date(yield* Clock.currentTimeMillis)])
    return "told"
  })

  return (callId: string) =>
    Effect.suspend(() =>
      (unanswered.has(callId) ? again : first).withPermits(1)(
        tellOldest(callId).pipe(Effect.repeat({ while: (outcome) => outcome === "told" })),
      ),
    )
})

export class PhoneInstructions extends Context.Service<PhoneInstructions, PhoneInstructionsShape>()(
  "backend/PhoneInstructions",
) {
  static readonly layer = Layer.effect(
    PhoneInstructions,
    Effect.gen(function* () {
      const { url, secret } = (yield* BackendConfig).phone
      const loop = yield* makeWakeableLoop("1 second")
      if (url !== null) {
        const tell = yield* makeTeller(url, secret)
        const tellers = yield* FiberMap.make<string>()
        const tellOne = (callId: string) =>
          Effect.tap(tell(callId), (outcome) =>
            // A round that met this one at work left to it what was written too late for it.
            outcome === "allTold" ? loop.wake : Effect.void,
          )
        const round = Stream.paginate("", untoldCalls).pipe(
          Stream.runForEach((callId) =>
            FiberMap.run(tellers, callId, steadily(tellOne(callId)), { onlyIfMissing: true }),
          ),
        )
        yield* loop.run(steadily(round)).pipe(Effect.forkScoped)
      }
      return PhoneInstructions.of({
        write: (queries, callId, kind, why) =>
          url === null
            ? Effect.succeed([])
            : Effect.flatMap(Clock.currentTimeMillis, (now) =>
                queries.query(WRITE, [callId, kind, why, new Date(now)]),
              ),
        wake: loop.wake,
      })
    }),
  )
}
