import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { EventId } from "@foldcast/contracts/ids"
import { Ids, uuidV7 } from "./ids.ts"

describe("event ids", () => {
  it("are UUIDv7 of milliseconds, version, variant, and the random bytes as they came", () => {
    const random = Uint8Array.from([0xab, 0xcd, 0xff, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07])
    expect(uuidV7(0x0199_c2a8_0001, random)).toBe("0199c2a8-0001-7abc-bf01-020304050607")
  })

  it("carry the version and a valid variant whatever the random bytes are", () => {
    for (let byte = 0; byte < 256; byte++) {
      const id = uuidV7(byte, new Uint8Array(10).fill(byte))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
    }
  })

  it("are different, decode, and sort by their milliseconds", async () => {
    const ids = await Effect.runPromise(
      Ids.use((ids) => Effect.succeed(ids)).pipe(Effect.provide(Ids.layer)),
    )
    const made = Array.from({ length: 5_000 }, (_, at) => ids.eventId(1_760_000_000_000 + at))
    expect(new Set(made).size).toBe(made.length)
    expect(made.toSorted()).toEqual(made)
    expect(Schema.decodeUnknownSync(EventId)(made[0])).toBe(made[0])
  })
})

describe("visit ids", () => {
  it("are 128 random bits that no command line takes for an option", async () => {
    const ids = await Effect.runPromise(
      Ids.use((ids) => Effect.succeed(ids)).pipe(Effect.provide(Ids.layer)),
    )
    const made = Array.from({ length: 5_000 }, () => ids.visitId())
    expect(new Set(made).size).toBe(made.length)
    expect(made.filter((id) => !/^\w[\w-]{21}$/u.test(id))).toEqual([])
  })
})
