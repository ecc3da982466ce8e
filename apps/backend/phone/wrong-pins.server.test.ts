/** The alarm about guessed PINs, on a real database. */
import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { BackendConfig, readBackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { migratedDatabase } from "../db/migrated-database.fixture.ts"
import { openDatabase } from "../db/open-database.ts"
import { BackendIds } from "../ids.ts"
import { AttemptLimits } from "../members/attempt-limits.ts"
import { CallTokens } from "../members/call-tokens.ts"
import { KeyedHashes } from "../members/keyed-hashes.ts"
import { acceptPin } from "./accept-pin.ts"
import { callArrived } from "./arrive.ts"
import { PhoneInstructions } from "./instructions.ts"
import { openIvrSession } from "./ivr-session.ts"

const HOUR_MS = 3_600_000
const MOST = 3

const config = Result.getOrThrow(
  readBackendConfig({
    PHONE_NUMBERS: "NL:0906-1234:80,BE:0907-12345:100",
    RATE_WRONG_PINS_PER_NUMBER: `${MOST}/1h`,
  }),
)
const alarms: Array<unknown> = []
const services = Layer.mergeAll(AttemptLimits.layer, PhoneInstructions.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(KeyedHashes.layer(config), CallTokens.layer(config.tokenSecrets)),
  ),
  Layer.provideMerge(Layer.effect(SqlDatabase, Effect.flatMap(migratedDatabase, openDatabase))),
  Layer.provideMerge(
    Layer.mergeAll(
      Layer.succeed(BackendConfig, config),
      BackendIds.layer,
      TestClock.layer(),
      Logger.layer([
        Logger.make<unknown, void>(({ logLevel, message }) => {
          if (logLevel === "Error") alarms.push(message)
        }),
      ]),
    ),
  ),
)

it("many wrong PINs at one number, from whatever addresses, are told once an hour and refuse nobody", async () => {
  let addresses = 0
  const typed = Effect.fnUntraced(function* (country: string, pincode: string) {
    const address = `192.0.2.${(addresses += 1)}`
    const { session } = yield* openIvrSession(country, address)
    const viewer = `browser of ${address}`
    return yield* acceptPin({ session, viewer, username: "anon0000001", pincode }, address).pipe(
      Effect.as("taken"),
      Effect.catchTag("Refused", ({ label }) => Effect.succeed(label)),
    )
  })
  const guessed = (country: string, times: number) =>
    Effect.forEach(Array.from({ length: times }), () => typed(country, "no PIN"), {
      concurrency: "unbounded",
    })
  const arrived = (call: string) =>
    callArrived({ v: 1, kind: "arrived", call, number: "0906-1234", tariffCents: 80 })
  const about = ["PINs of calls are being guessed", { number: "09061234" }]

  await Effect.runPromise(
    Effect.gen(function* () {
      yield* guessed("NL", MOST)
      yield* guessed("BE", MOST)
      const { pin } = yield* arrived("line-1")
      expect(yield* typed("NL", pin)).toBe("taken")
      expect(alarms).toEqual([])
      expect(yield* guessed("NL", 5 * MOST)).toEqual(Array(5 * MOST).fill("badRequest.pincode"))
      expect(alarms).toEqual([about])
      const { pin: another } = yield* arrived("line-2")
      expect(yield* typed("NL", another)).toBe("taken")
      yield* TestClock.adjust(HOUR_MS)
      yield* guessed("NL", MOST + 1)
      expect(alarms).toEqual([about, about])
    }).pipe(Effect.provide(services)),
  )
})
