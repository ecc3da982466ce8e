import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it, vi } from "vitest"
import type { CaptureHeader } from "@foldcast/contracts/capture/capture"
import { CaptureWriter } from "@foldcast/contracts/capture/capture-writer"
import { EventId } from "@foldcast/contracts/ids"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { drawsFrom, generatedLog } from "@foldcast/folds/log.fixtures"
import {
  captureLines,
  fileOfParts,
  captureHeader,
  lineOf,
  SIGNER,
  storyOf,
  captureText,
} from "./capture.fixtures.ts"
import { positionOf } from "./parsed-line.ts"
import { Checkpoints } from "./checkpoints.ts"
import { CHAIN_START } from "./line-checker.ts"
import { type ReplayStep, replaySteps } from "./player.ts"
import { SeekableCapture } from "./seekable-capture.ts"
import { sha256 } from "./sha256.ts"

const directory = mkdtempSync(join(tmpdir(), "recording-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const FILE = join(directory, "capture")

type Draw = ReturnType<typeof drawsFrom>

/** A capture of a generated log, whose every tenth event this build cannot read, or not any more. */
const linesOf = (seed: number, length: number, over: Partial<CaptureHeader>) => {
  const header = captureHeader({ folds: "another", startedAt: 0, ...over })
  const writer = new CaptureWriter(sha256, SIGNER, header)
  const lines = generatedLog(seed, length).map((entry, index) => {
    if (entry.kind === "client") return lineOf(writer, entry)
    const id = EventId.make(`event-${String(index).padStart(8, "0")}`)
    const { cause: _cause, ...envelope } = { ...entry.envelope, id }
    if (index % 10 !== 0) return lineOf(writer, { kind: "event", envelope })
    const tag = index % 20 === 0 ? "SomethingLater" : "CreditsChanged"
    const event = { _tag: tag, credits: "x" }
    return writer.line(envelope.at, { dir: "in", ...envelope, event })
  })
  return [writer.header, ...lines, writer.footer("x")]
}

const bytesOf = (seed: number, lengths: ReadonlyArray<number>, packed: boolean) => {
  const parts = fileOfParts(
    lengths.map((length, index) => (over) => linesOf(seed + index, length, over)),
  )
  const text = Buffer.from(captureText(parts.flat()))
  return packed ? gzipSync(text) : text
}

const one = <Value>(draw: Draw, values: ReadonlyArray<Value>): Value =>
  values[draw() % values.length] as Value

const named = (part: number, seq: number) => `${part}#${seq}`

/** Every event with its states, folded one after the other from the beginning. */
const allSteps = async (): Promise<ReadonlyMap<string, ReplayStep>> => {
  const found = new Map<string, ReplayStep>()
  for await (const step of replaySteps(FILE)) {
    const seq = positionOf(step.captured)
    if (seq !== null) found.set(named(step.part, seq), step)
  }
  return found
}

describe("an opened capture", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    "has at any position, to and fro, the state that folding from the beginning has: seed %i",
    async (seed) => {
      const draw = drawsFrom(seed)
      const lengths = Array.from({ length: 1 + (draw() % 3) }, () => draw() % 150)
      const bytes = bytesOf(seed, lengths, seed % 2 === 0)
      const kept = one(draw, [1, 1, 0.9, 0.4])
      writeFileSync(FILE, bytes.subarray(0, Math.ceil(bytes.length * kept)))
      const expected = await allSteps()
      expect(expected.size).toBeGreaterThan(10)
      await using recording = await SeekableCapture.read(FILE, undefined, {
        every: 1 + draw() * 20,
        most: 1 + (draw() % 6),
        mostCharacters: one(draw, [1, 10_000, 1_000_000]),
      })
      for (let n = 0; n < 20; n++) {
        const [part, seq] = [1 + (draw() % (lengths.length + 1)), 1 + (draw() % 80)]
        expect(await recording.stepAt(part, seq)).toEqual(expected.get(named(part, seq)) ?? null)
      }
    },
  )

  it("gives all of one part, in its order, without the parts around it", async () => {
    writeFileSync(FILE, bytesOf(1, [30, 120, 20], true))
    await using recording = await SeekableCapture.read(FILE, undefined, {
      every: 1,
      most: 9,
      mostCharacters: 1_000_000,
    })
    const expected: Array<unknown> = []
    for await (const { part, captured } of replaySteps(FILE))
      if (part === 2) expected.push(captured)
    expect(await Array.fromAsync(recording.lines(2))).toEqual(expected)
  })

  it("ignores what was changed in the file after it was opened", async () => {
    const text = captureText(captureLines(storyOf(200)))
    writeFileSync(FILE, text)
    await using recording = await SeekableCapture.read(FILE)
    writeFileSync(FILE, text.replace('"credits":150', '"credits":151'))
    expect(await recording.stepAt(1, 149)).not.toBeNull()
    expect(await recording.stepAt(1, 150)).toBeNull()
    expect(await recording.stepAt(1, 190)).toBeNull()
  })

  it("leaves no unpacked file behind, not even while it is open", async () => {
    const temporary = mkdtempSync(join(directory, "temporary-"))
    vi.stubEnv("TMPDIR", temporary)
    writeFileSync(FILE, gzipSync(captureText(captureLines(storyOf(9)))))
    await using recording = await SeekableCapture.read(FILE)
    vi.unstubAllEnvs()
    expect(readdirSync(temporary)).toEqual([])
    expect(await recording.stepAt(1, 7)).not.toBeNull()
  })
})

describe("the checkpoints of a capture", () => {
  it("are a limited number however long a file is, and as near to each other as that allows", () => {
    const limits = { every: 10, most: 8, mostCharacters: 1_000_000 }
    const checkpoints = new Checkpoints(limits)
    for (let seq = 1; seq <= 10_000; seq++) {
      const place = { offset: seq * 10, chain: { ...CHAIN_START, inside: true, seq } }
      if (checkpoints.isDue(place.offset)) checkpoints.add({ part: 1, place, state: INITIAL_STATE })
      expect(checkpoints.size).toBeLessThanOrEqual(limits.most)
    }
    for (let seq = 1; seq <= 10_000; seq++) {
      const from = checkpoints.before(1, seq)?.place.chain.seq ?? 0
      expect(from).toBeLessThan(seq)
      // Twice the distance that the most of them would have if they were spread evenly, at most.
      expect(seq - from).toBeLessThanOrEqual((2 * 10_000) / (limits.most / 2))
    }
  })
})
