/** The input of the decoding benchmarks: an event of every fact, which both decoders read alike. */
import { describe, expect, it } from "vitest"
import { EVENT_TAGS } from "@foldcast/contracts/stream/event"
import { run } from "../bench/decode/agreement.ts"
import { parsed } from "../bench/decode/samples.ts"

describe("the generated events", () => {
  it("are of every fact of the union", () => {
    const tags = parsed().map((envelope) => (envelope as { event: { _tag: string } }).event._tag)
    expect(new Set(tags)).toEqual(new Set<string>(EVENT_TAGS))
  })

  it("are read alike by the contracts and by zod, unchanged and spoiled in any one place", () => {
    expect(run().compared).toBeGreaterThan(EVENT_TAGS.length * 100)
  })
})
