/** Which hashes accept a password, and that the timing does not reveal which (ADR 0051). */
import * as argon2 from "@node-rs/argon2"
import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { Passwords } from "./passwords.ts"

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const COMPOSED = "zoë-één-1".normalize("NFC")
const DECOMPOSED = COMPOSED.normalize("NFD")
/** A form that no normalisation produces. */
const MIXED = `${DECOMPOSED.slice(0, 4)}${COMPOSED.slice(3)}`

const passwords = <A>(use: (service: Passwords["Service"]) => Effect.Effect<A>) =>
  Effect.runPromise(Effect.flatMap(Passwords, use).pipe(Effect.provide(Passwords.layer(1))))
const match = (typed: string, hashed: string) =>
  passwords((service) => service.match(Redacted.make(typed), hashed))

it("a password is hashed in one spelling, however it is typed", async () => {
  const hashed = await passwords((service) => service.hash(Redacted.make(` ${DECOMPOSED}`)))
  for (const typed of [COMPOSED, DECOMPOSED, MIXED, `\u00A0${DECOMPOSED} `]) {
    expect(await match(typed, hashed)).toBe("Present")
  }
  expect(await match("zoe-een-1", hashed)).toBe("None")
})

it("an older hash of the password as it was typed is accepted, and reported as outdated", async () => {
  const before = await argon2.hash(DECOMPOSED, CHEAP)
  expect(await match(DECOMPOSED, before)).toBe("Outdated")
  expect(await match(COMPOSED, before)).toBe("Outdated")
  expect(await match(MIXED, await argon2.hash(MIXED, CHEAP))).toBe("Outdated")
  expect(await match(COMPOSED, await argon2.hash(COMPOSED, CHEAP))).toBe("Present")
  expect(await match("zoe-een-1", before)).toBe("None")
})

it("a password is tried in the same number of spellings whether one fits, none does, or there is no account", async () => {
  const tried = async (hashed: string | null) => {
    const asked: Array<unknown> = []
    const verify: typeof argon2.verify = (hash, spelling) => {
      asked.push(spelling)
      return argon2.verify(hash, spelling)
    }
    const typed = Redacted.make(MIXED)
    await Effect.gen(function* () {
      const service = yield* Passwords
      asked.length = 0
      yield* hashed === null ? service.matchNobody(typed) : service.match(typed, hashed)
    }).pipe(Effect.provide(Passwords.layer(1, { ...argon2, verify })), Effect.runPromise)
    return asked
  }
  const spellings = [COMPOSED, MIXED, DECOMPOSED]
  for (const hashed of [...spellings, "another-1"]) {
    expect(await tried(await argon2.hash(hashed, CHEAP))).toEqual(spellings)
  }
  expect(await tried(null)).toEqual(spellings)
})
