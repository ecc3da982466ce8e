/**
 * Shows that the two decoders do the same work. For one event of each fact, and for every way to spoil one of its
 * leaves, both accept or both refuse; accepted events decode to the same value.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { isDeepStrictEqual } from "node:util"
import { Exit } from "effect"
import { compiledDecoder } from "@foldcast/contracts/decoding/compiled-decoder"
import { Envelope } from "@foldcast/contracts/stream/envelope"
import { FACTS_IN_UNION, wireAt } from "../events/wire-events.ts"
import { ZodEnvelope } from "./zod-envelope.ts"

const GONE = Symbol("gone")
const SUBSTITUTES: ReadonlyArray<unknown> = [
  GONE,
  null,
  "",
  "x",
  "€".repeat(300),
  0,
  -1,
  1.5,
  1e12,
  2 ** 60,
  true,
  [],
  {},
]

/** Every value that differs from `value` in one place; `GONE` stands for a missing property. */
function* spoilings(value: unknown): Generator {
  yield* SUBSTITUTES
  if (value === null || typeof value !== "object") return
  for (const [key, member] of Object.entries(value)) {
    for (const spoiled of spoilings(member)) {
      if (Array.isArray(value)) {
        yield spoiled === GONE
          ? value.toSpliced(Number(key), 1)
          : value.toSpliced(Number(key), 1, spoiled)
      } else {
        const others = Object.entries(value).filter(([other]) => other !== key)
        yield Object.fromEntries(spoiled === GONE ? others : [...others, [key, spoiled]])
      }
    }
  }
}

export const run = () => {
  const decode = compiledDecoder(Envelope)
  let compared = 0
  for (let n = 0; n < FACTS_IN_UNION; n++) {
    const good = JSON.parse(wireAt(n)) as unknown
    for (const input of [good, ...spoilings(good)]) {
      if (input === GONE) continue
      const ours = decode(input)
      const theirs = ZodEnvelope.safeParse(input)
      const agree =
        Exit.isSuccess(ours) === theirs.success &&
        (!Exit.isSuccess(ours) || isDeepStrictEqual(ours.value, theirs.data))
      if (!agree) throw new Error(`the decoders disagree on ${JSON.stringify(input).slice(0, 500)}`)
      compared += 1
    }
  }
  return { compared }
}
