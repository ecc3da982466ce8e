/** What a provider that does not answer for some calls does to the instructions of the others. */
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { type HeardMessage, otherParty } from "../http/other-party.fixture.ts"
import { silentLayer } from "../logging.ts"
import { insertPhoneCall } from "./call-store.ts"
import { PhoneInstructions } from "./instructions.ts"

const config = Result.getOrThrow(readBackendConfig({}))

/** No time passes, so that nothing is given up as unanswered unless a test says so. */
const servicesAt = (url: string) =>
  PhoneInstructions.layer.pipe(
    Layer.provide(Layer.succeed(BackendConfig, { ...config, phone: { ...config.phone, url } })),
    Layer.provideMerge(Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase))),
    Layer.provideMerge(Layer.merge(TestClock.layer(), silentLayer)),
  )

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind} ${String(index).padStart(3, "0")}`)
/** By their names those come first that are not answered. */
const SILENT = names("a silent", 20)
const REFUSED = names("b refused", 110)
const ANSWERED = "c answered"

const of =
  (call: string, kind?: string) =>
  (message: HeardMessage): boolean =>
    message["call"] === call && (kind === undefined || message["kind"] === kind)

it("instructions that a provider does not answer, or refuses, hold up those of no other call", async () => {
  const answers: Record<string, number | null> = Object.fromEntries([
    ...SILENT.map((call) => [call, null]),
    ...REFUSED.map((call) => [call, 503]),
  ])
  const provider = await otherParty(({ call }) => {
    const answer = answers[String(call)]
    return answer === undefined ? 200 : answer
  })
  await Effect.runPromise(
    Effect.gen(function* () {
      const database = yield* SqlDatabase
      const instructions = yield* PhoneInstructions
      const write = (call: string, kind: "connect" | "hangUp") =>
        instructions.write(database, call, kind, kind === "hangUp" ? "asked" : null)
      const heard = (call: string, kind: string, times = 1) =>
        Effect.promise(() => provider.until(of(call, kind), times))
      for (const call of [...SILENT, ...REFUSED, ANSWERED]) {
        yield* insertPhoneCall(database, {
          id: call,
          providerCall: call,
          country: "NL",
          number: "09061234",
          tariffCents: 80,
          startCents: 0,
          maxSeconds: 3_600,
          pinHash: `hash of ${call}`,
          pinDraw: 1,
          at: new Date(0),
        })
      }
      for (const call of [...SILENT, ...REFUSED]) yield* write(call, "connect")
      yield* instructions.wake
      yield* Effect.forEach([...SILENT, ...REFUSED], (call) => heard(call, "connect"))

      yield* write(ANSWERED, "connect")
      yield* instructions.wake
      yield* heard(ANSWERED, "connect")
      yield* write(ANSWERED, "hangUp")
      yield* instructions.wake
      yield* heard(ANSWERED, "hangUp")
      expect(provider.heard.filter(of(ANSWERED)).map(({ kind }) => kind)).toEqual([
        "connect",
        "hangUp",
      ])

      // Of one call one at a time, and in their order: what follows waits for the answer.
      const [silent = "", refused = ""] = [SILENT[0], REFUSED[0]]
      yield* write(silent, "hangUp")
      yield* write(refused, "hangUp")
      yield* instructions.wake
      yield* heard(refused, "connect", 3)
      expect(provider.heard.filter(of(silent))).toHaveLength(1)
      expect(provider.heard.filter(of(refused, "hangUp"))).toEqual([])
      for (const call of [silent, refused]) answers[call] = 200
      yield* TestClock.adjust("5 seconds")
      yield* heard(silent, "hangUp")
      yield* heard(refused, "hangUp")
      expect(provider.heard.filter(of(silent)).map(({ kind }) => kind)).toEqual([
        "connect",
        "connect",
        "hangUp",
      ])
    }).pipe(Effect.provide(servicesAt(provider.url))),
  )
  provider.close()
})
