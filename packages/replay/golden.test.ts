/**
 * The golden capture, refolded in every test run (test/golden/make-first-light.ts tells its story): as it is
 * written now, and as version 1 of the file had it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { stateHash } from "@foldcast/contracts/capture/capture-writer"
import type { CaptureKeySet } from "@foldcast/contracts/capture/key-set"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold, foldAll } from "@foldcast/folds/site"
import { entriesOf } from "./captured-entries.fixture.ts"
import { replayFile, replaySteps } from "./player.ts"
import { sha256 } from "./sha256.ts"
import { knownKeys } from "./signature.ts"

const goldenFile = (name: string) =>
  fileURLToPath(new URL(`../../test/golden/${name}`, import.meta.url))
const GOLDEN = goldenFile("first-light-2.ndjson")
const OF_VERSION_1 = goldenFile("first-light.ndjson")
const KEYS = knownKeys([
  JSON.parse(readFileSync(goldenFile("first-light-2.keys.json"), "utf8")) as CaptureKeySet,
])
const lines = readFileSync(GOLDEN, "utf8").trimEnd().split("\n")
const recorded = (JSON.parse(lines.at(-1) ?? "") as { stateHash: string }).stateHash

const directory = mkdtempSync(join(tmpdir(), "golden-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe("the golden capture", () => {
  it("folds to the state it was recorded with, whole and twice", async () => {
    for (const { verdict, parts } of [
      await replayFile(GOLDEN, KEYS),
      await replayFile(GOLDEN, KEYS),
    ]) {
      expect(parts[0]?.signature?._tag).toBe("Known")
      expect(["Ok", "OtherBuild"]).toContain(verdict._tag)
      expect(parts[0]?.unread).toEqual({})
      expect(
        parts[0]?.stateHash,
        "The folds come to another state than recorded. If that is meant: node test/golden/make-first-light.ts",
      ).toBe(recorded)
    }
  })

  it("is read in version 1, unsigned, and folds to the same state", async () => {
    const { verdict, parts } = await replayFile(OF_VERSION_1, KEYS)
    expect(["Ok", "OtherBuild"]).toContain(verdict._tag)
    expect(parts[0]).toMatchObject({ signature: { _tag: "Absent" }, unread: {} })
    expect(parts[0]?.stateHash).toBe(recorded)
  })

  it("folds to the same state compressed, step by step and in chunks of any size", async () => {
    const file = join(directory, "golden.ndjson.gz")
    writeFileSync(file, gzipSync(readFileSync(GOLDEN)))
    const { parts } = await replayFile(file)
    let last: unknown
    for await (const { after } of replaySteps(GOLDEN)) last = after
    const story = await entriesOf(GOLDEN)
    const oneByOne = story.reduce(fold, INITIAL_STATE)
    const chunked = [1, 2, 3, 7, 1_000].map((size) => {
      let state = INITIAL_STATE
      for (let at = 0; at < story.length; at += size)
        state = foldAll(state, story.slice(at, at + size))
      return stateHash(sha256, state)
    })
    const hashes = [
      parts[0]?.stateHash,
      stateHash(sha256, last),
      stateHash(sha256, oneByOne),
      ...chunked,
    ]
    expect(new Set(hashes)).toEqual(new Set([recorded]))
  })

  it("tells the story from which it was made", async () => {
    const seen: Array<string> = []
    for await (const { captured, after } of replaySteps(GOLDEN)) {
      if (captured.kind === "event") seen.push(captured.envelope.event._tag)
      if (captured.kind === "event" && captured.envelope.event._tag === "PaymentSessionOpened")
        expect(after.payment.current).toMatchObject({ _tag: "AtBank", payWindow: "opened" })
      if (captured.kind === "event" && captured.envelope.event._tag === "BundleBought") {
        expect(after.payment.current).toMatchObject({ _tag: "Succeeded", credits: 600 })
        expect(after.payment.seenTransactionIds).toHaveLength(1)
      }
    }
    expect(seen.filter((tag) => tag === "BundleBought")).toHaveLength(2)
    const { parts } = await replayFile(GOLDEN)
    expect(parts[0]?.state.account.identity).toEqual({ _tag: "LoggedOut", reason: "requested" })
  })

  it("holds nothing that was private", () => {
    expect(lines.join("\n")).not.toMatch(
      /first@example|bank\.test|payment-session-1"|click-1|"First"/u,
    )
  })
})
