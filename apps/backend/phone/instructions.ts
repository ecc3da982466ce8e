/**
 * Instructions to the phone's provider: written by the transaction that decides them, and posted, signed, until the
 * provider answers. Without PHONE_URL, which production demands, there are none: the provider connects, and the caller
 * hangs up.
 *
 * Invariants: instructions of one call go out in the order of writing, one at a time; what a restart interrupts goes out
 * after it; a provider that does not answer holds up only its own calls' instructions.
 */
import { Clock, Context, Effect, Layer, type Redacted, Schema } from "effect"
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
/** The oldest of each call. */
const UNTOLD = statement(
  Untold,
  `SELECT DISTINCT ON (i.call_id) i.id, c.provider_call, i.kind, i.why
   FROM phone_instructions i JOIN phone_calls c ON c.id = i.call_id
   WHERE i.told_at IS NULL ORDER BY i.call_id, i.id LIMIT 100`,
)
const MARK_TOLD = voidStatement("UPDATE phone_instructions SET told_at = $2 WHERE id = $1")

const ATTEMPT_TIMEOUT = "5 seconds"
const AT_ONCE = 8
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

/** True: all that was waiting is told. */
const tellAll = Effect.fnUntraced(function* (url: string, secret: Redacted.Redacted) {
  const database = yield* SqlDatabase
  const untold = yield* database.query(UNTOLD)
  const told = yield* Effect.forEach(
    untold,
    (one) =>
      post(url, secret, one).pipe(
        Effect.orElseSucceed(() => 0),
        Effect.tap((status) =>
          FINAL.has(status)
            ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
                database.query(MARK_TOLD, [one.id, new Date(now)]),
              )
            : Effect.logWarning("the phone's provider has not answered", { status }),
        ),
      ),
    { concurrency: AT_ONCE },
  )
  return untold.length === 0 || told.every((status) => !FINAL.has(status))
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
        // What one call's next instruction waits for has just been told: on at once, until nothing goes out.
        const round = tellAll(url, secret).pipe(Effect.repeat({ until: (isDone) => isDone }))
        yield* round.pipe(
          Effect.catch((error) =>
            Effect.logWarning("instructions to the phone's provider wait", {
              reason: error.message,
            }),
          ),
          steadyRound("instructions to the phone's provider"),
          loop.run,
          Effect.forkScoped,
        )
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
