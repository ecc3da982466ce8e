/**
 * The phone's provider: takes calls to the numbers in service, asks the site for a PIN and reads it out, connects and
 * hangs up when the site says so, meters to the second, and tells the site, again and again until it answers.
 *
 * Invariants: nothing is charged before the connection; seconds are measured by a clock that nobody sets, and written
 * as they pass: a provider that was killed ends the calls that it lost at the last second it wrote.
 */
import { randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer, Option, Schedule, Schema } from "effect"
import type { PhoneConfig } from "../config.ts"
import { NotAnswered, postSigned, untilAnswered } from "../signed-post.ts"
import { type CallEnd, type CallRow, openCallRows } from "./call-rows.ts"

const TICK = "200 millis"
/** How often the site is told of a call that goes on, in seconds. */
const TOLD_EVERY_S = 5
/** How long somebody who dials waits for the site's answer. */
const DIAL_TIMEOUT = "5 seconds"

/** What the site answers to a call that comes in. */
const Arrival = Schema.Struct({
  pin: Schema.String.check(Schema.isPattern(/^\d{4}$/u)),
  tariffCents: Schema.Natural,
  startCents: Schema.Natural,
  maxSeconds: Schema.Natural,
})
const decodeArrival = Schema.decodeUnknownEffect(Arrival)

export const Instruction = Schema.Struct({
  v: Schema.Literal(1),
  call: Schema.String,
  kind: Schema.Literals(["connect", "announce", "hangUp"]),
  why: Schema.optionalKey(Schema.String.check(Schema.isBetweenLength(1, 64))),
})
export type Instruction = typeof Instruction.Type

export interface ProviderShape {
  /** Answers the call's id; null: the number is not in service. */
  readonly dial: (number: string) => Effect.Effect<string | null>
  readonly find: (id: string) => Option.Option<CallRow>
  /** By the caller, or by a lost line. */
  readonly end: (id: string, reason: CallEnd) => Effect.Effect<void>
  /** False: there is no such call. */
  readonly instructed: (instruction: Instruction) => Effect.Effect<boolean>
}

const digitsOf = (number: string) => number.replaceAll(/\D/gu, "")

const makeProvider = Effect.fnUntraced(function* (config: PhoneConfig, firstRetryMs: number) {
  const { numbers, secret, backendUrl, file } = config
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const rows = yield* Effect.acquireRelease(
    Effect.sync(() => openCallRows(file)),
    (open) => Effect.sync(() => open.close()),
  )
  const millis = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  /** When each running call was connected. */
  const connectedAt = new Map<string, number>()
  /** Notices that somebody is telling now. */
  const telling = new Set<number>()

  const post = (body: string) =>
    postSigned({
      url: `${backendUrl}/callbacks/phone`,
      purpose: "phone-notice.v1",
      headers: "X-Phone",
      secret,
      body,
    })

  /** 404 says that the site knows no such call: nothing is gained by telling it again. */
  const tell = (body: string) =>
    post(body).pipe(
      Effect.flatMap(({ status }) =>
        status === 200 || status === 404
          ? Effect.void
          : Effect.fail(new NotAnswered({ reason: `${status}` })),
      ),
    )

  /** Of one call in their order, and each until it is answered. */
  const tellAll = (call: string): Effect.Effect<void> =>
    Effect.suspend(() => {
      const next = rows.unanswered().find((one) => one.call === call)
      if (next === undefined || telling.has(next.id)) return Effect.void
      telling.add(next.id)
      return tell(next.body).pipe(
        Effect.tapError(({ reason }) =>
          Effect.logWarning("the site has not answered the phone's provider", { call, reason }),
        ),
        Effect.retry(untilAnswered(firstRetryMs)),
        Effect.ignore,
        Effect.andThen(
          Effect.sync(() => {
            rows.answered(next.id)
            telling.delete(next.id)
          }),
        ),
        Effect.andThen(tellAll(call)),
      )
    })
  const tellSoon = (call: string) => Effect.asVoid(Effect.forkIn(tellAll(call), scope))

  /** Whole seconds since the connection, as far as they may be charged. */
  const secondsOf = ({ id, seconds, max_seconds }: CallRow): number => {
    const since = connectedAt.get(id)
    const passed = since === undefined ? 0 : Math.floor((millis() - since) / 1_000)
    return Math.min(max_seconds, Math.max(seconds, passed))
  }

  const end = (id: string, reason: CallEnd) =>
    Effect.suspend(() => {
      const call = rows.find(id)
      if (call === undefined || !rows.end(id, secondsOf(call), reason)) return Effect.void
      connectedAt.delete(id)
      return tellSoon(id)
    })

  const tick = Effect.gen(function* () {
    for (const call of rows.open()) {
      if (!connectedAt.has(call.id)) continue
      const seconds = secondsOf(call)
      if (seconds === call.seconds) continue
      rows.talk(call.id, seconds)
      if (seconds >= call.max_seconds) yield* end(call.id, "longest")
      else if (Math.floor(seconds / TOLD_EVERY_S) > Math.floor(call.seconds / TOLD_EVERY_S)) {
        // Not repeated: the next one says more.
        const notice = { v: 1, kind: "talking", call: call.id, seconds }
        yield* Effect.forkIn(Effect.ignore(tell(JSON.stringify(notice))), scope)
      }
    }
  })

  const arrived = Effect.fnUntraced(function* (
    call: string,
    { number, tariffCents }: { readonly number: string; readonly tariffCents: number },
  ) {
    const notice = { v: 1, kind: "arrived", call, number, tariffCents }
    const response = yield* post(JSON.stringify(notice))
    if (response.status !== 200) return yield* new NotAnswered({ reason: `${response.status}` })
    const answer = yield* Effect.tryPromise(() => response.json()).pipe(
      Effect.flatMap(decodeArrival),
    )
    return answer
  })

  // Calls of before this start have no line any more.
  for (const { id } of rows.open()) yield* end(id, "provider")
  for (const call of new Set(rows.unanswered().map((one) => one.call))) yield* tellSoon(call)
  yield* Effect.forkScoped(Effect.repeat(tick, Schedule.spaced(TICK)))

  return {
    dial: Effect.fnUntraced(function* (typed: string) {
      const line = numbers.find(({ number }) => digitsOf(number) === digitsOf(typed))
      if (line === undefined) return null
      const id = `line_${randomBytes(16).toString("base64url")}`
      const answer = yield* arrived(id, line).pipe(Effect.timeout(DIAL_TIMEOUT), Effect.option)
      if (Option.isNone(answer)) return null
      const { pin, tariffCents, startCents, maxSeconds } = answer.value
      rows.insert({
        id,
        number: line.number,
        tariff_cents: tariffCents,
        start_cents: startCents,
        pin,
        max_seconds: maxSeconds,
      })
      return id
    }),
    find: (id) => Option.fromUndefinedOr(rows.find(id)),
    end,
    instructed: Effect.fnUntraced(function* ({ call, kind, why }: Instruction) {
      if (rows.find(call) === undefined) return false
      if (kind === "announce") rows.announce(call, why ?? "")
      else if (kind === "hangUp") yield* end(call, "instructed")
      else if (rows.connect(call)) {
        connectedAt.set(call, millis())
        yield* tellSoon(call)
      }
      return true
    }),
  } satisfies ProviderShape
})

export class PhoneProvider extends Context.Service<PhoneProvider, ProviderShape | null>()(
  "simulators/PhoneProvider",
) {
  /** Null: there is no phone. */
  static readonly layer = (config: PhoneConfig | null, firstRetryMs: number) =>
    config === null
      ? Layer.succeed(PhoneProvider, null)
      : Layer.effect(PhoneProvider, makeProvider(config, firstRetryMs))
}
