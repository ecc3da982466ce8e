import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { chainedText, chainStart } from "@foldcast/contracts/capture/hash-chain"
import { captureLines, drawSigner, KEY_SET, storyOf } from "./capture.fixtures.ts"
import { LineChecker } from "./line-checker.ts"
import { sha256 } from "./sha256.ts"
import { knownKeys, type KnownKeys } from "./signature.ts"

it("a line that this build wrote is checked with one digest of its text", () => {
  let digests = 0
  const checker = new LineChecker((text) => {
    digests += 1
    return sha256(text)
  })
  const lines = captureLines(storyOf(20))
  for (const line of lines) expect(checker.next(line)).toHaveProperty("kind")
  expect(checker.complete).toBe(true)
  expect(digests).toBe(lines.length)
})

const KEYS = knownKeys([KEY_SET])
const LINES = captureLines(storyOf(25))

/** Whether these lines are a whole capture that a known key signed; else why not. */
const reads = (lines: ReadonlyArray<string>, keys: KnownKeys = KEYS): string => {
  const checker = new LineChecker(sha256, keys)
  let signature = "none"
  for (const line of lines) {
    const read = checker.next(line)
    if ("_tag" in read) return read._tag
    if (read.kind === "footer") signature = read.signature._tag
  }
  return checker.complete ? signature : "Truncated"
}

const parsed = (line = ""): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>

/** The same capture with its hashes made anew by somebody who has no key. */
const rechained = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const header = parsed(lines[0])
  let h = chainStart(sha256, Number(header["v"]), canonicalJson(header))
  return lines.map((line, index) => {
    if (index === 0) return canonicalJson(header)
    const { h: _h, sig, ...rest } = parsed(line)
    const text = canonicalJson(rest)
    h = chainedText(sha256, h, text)
    const signed = sig === undefined ? "" : `,"sig":${JSON.stringify(sig)}`
    return `${text.slice(0, -1)},"h":"${h}"${signed}}`
  })
}

const checked = async <Value>(
  schema: Schema.Codec<Value>,
  property: (value: Value) => boolean,
): Promise<string | undefined> => {
  const options = { runs: 400, seed: "captures" }
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(schema), property, options),
  )
  return Arbitrary.formatCheckFailure(result)
}
const share = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 0.999_999 }))
const at = <Item>(items: ReadonlyArray<Item>, place: number): number =>
  Math.floor(items.length * place)

describe("a signed capture", () => {
  it("is recognised as it was written", () => {
    expect(reads(LINES)).toBe("Known")
    expect(reads(rechained(LINES))).toBe("Known")
  })

  it("is refused with any one character changed, wherever it is", async () => {
    const text = LINES.join("\n")
    const failure = await checked(Schema.Struct({ place: share, other: share }), (drawn) => {
      const place = Math.floor(text.length * drawn.place)
      const other = String.fromCharCode(32 + Math.floor(95 * drawn.other))
      if (text[place] === other || text[place] === "\n") return true
      const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`
      return reads(changed.split("\n")) !== "Known"
    })
    expect(failure).toBeUndefined()
  })

  it("is refused with a line lost, doubled, moved or cut off, also when the chain is made anew", async () => {
    const shape = Schema.Struct({ from: share, to: share, how: share, isRechained: Schema.Boolean })
    const failure = await checked(shape, ({ from, to, how, isRechained }) => {
      const [here, there] = [at(LINES, from), at(LINES, to)]
      const line = LINES[here] ?? ""
      const ways = [
        LINES.toSpliced(here, 1),
        LINES.toSpliced(there, 0, line),
        LINES.toSpliced(here, 1).toSpliced(there, 0, line),
        LINES.slice(0, here),
      ]
      const changed = ways[at(ways, how)] ?? []
      if (changed.join("\n") === LINES.join("\n") || changed.length === 0) return true
      if (isRechained && !changed[0]?.includes('"fmt"')) return true
      return reads(isRechained ? rechained(changed) : changed) !== "Known"
    })
    expect(failure).toBeUndefined()
  })

  it("is refused with another header, line or footer whose hashes were made anew", () => {
    const forged = (index: number, over: object) =>
      reads(rechained(LINES.with(index, canonicalJson({ ...parsed(LINES[index]), ...over }))))
    expect(forged(0, { build: "another" })).toBe("Damaged")
    expect(forged(0, { startedAt: 1 })).toBe("Damaged")
    expect(forged(3, { at: 1 })).toBe("Damaged")
    expect(forged(3, { slices: {} })).toBe("Damaged")
    expect(forged(LINES.length - 1, { stateHash: "0" })).toBe("Damaged")
    expect(forged(LINES.length - 1, { kid: "unheard" })).toBe("Unknown")
    expect(forged(LINES.length - 1, { sig: undefined })).toBe("Damaged")
    // What is passed off as version 1 is what version 1 is: vouched for by nobody.
    const unsigned = LINES.with(
      LINES.length - 1,
      canonicalJson({ ...parsed(LINES.at(-1)), sig: undefined }),
    )
    const asFirst = unsigned.with(0, canonicalJson({ ...parsed(LINES[0]), v: 1 }))
    expect(reads(rechained(asFirst))).toBe("Absent")
  })

  it("has an unknown signature without the key, or with another's", () => {
    expect(reads(LINES, knownKeys([]))).toBe("Unknown")
    expect(reads(LINES, knownKeys([drawSigner().keySet]))).toBe("Unknown")
    const [key] = KEY_SET.keys
    const [other] = drawSigner().keySet.keys
    // A set that gives another key our key's id.
    const disguised = { keys: [{ ...other, kid: key?.kid ?? "" } as (typeof KEY_SET.keys)[number]] }
    expect(reads(LINES, knownKeys([disguised]))).toBe("Unknown")
  })
})
