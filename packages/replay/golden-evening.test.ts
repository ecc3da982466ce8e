/**
 * An evening in a live room, as support would get it of its two viewers, refolded in every test run
 * (test/golden/make-evening.ts tells its story; the gateway was killed in the middle of paid time).
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { stateHash } from "@foldcast/contracts/capture/capture-writer"
import type { CaptureKeySet } from "@foldcast/contracts/capture/key-set"
import type { EventOf, EventTag } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold, foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { entriesOf } from "./captured-entries.fixture.ts"
import { replayFile, replaySteps } from "./player.ts"
import { sha256 } from "./sha256.ts"
import { knownKeys } from "./signature.ts"

const goldenFile = (name: string) =>
  fileURLToPath(new URL(`../../test/golden/${name}`, import.meta.url))
const textOf = (name: string) => readFileSync(goldenFile(name), "utf8")
const KEYS = knownKeys([JSON.parse(textOf("evening.keys.json")) as CaptureKeySet])
const VIEWERS = ["guest", "member"] as const
const fileOf = (viewer: (typeof VIEWERS)[number]) => goldenFile(`evening-${viewer}.ndjson`)
const recordedOf = (viewer: (typeof VIEWERS)[number]) =>
  (
    JSON.parse(textOf(`evening-${viewer}.ndjson`).trimEnd().split("\n").at(-1) ?? "") as {
      stateHash: string
    }
  ).stateHash

const eventsOf = async <Tag extends EventTag>(
  viewer: (typeof VIEWERS)[number],
  tag: Tag,
): Promise<ReadonlyArray<{ readonly id: string; readonly event: EventOf<Tag> }>> => {
  const found = []
  for await (const { captured } of replaySteps(fileOf(viewer))) {
    if (captured.kind !== "event" || captured.envelope.event._tag !== tag) continue
    found.push({ id: captured.envelope.id, event: captured.envelope.event as EventOf<Tag> })
  }
  return found
}

describe.each(VIEWERS)("the golden capture of the %s", (viewer) => {
  it("folds to the state it was recorded with, signed and whole", async () => {
    const { verdict, parts } = await replayFile(fileOf(viewer), KEYS)
    expect(parts[0]?.signature?._tag).toBe("Known")
    expect(["Ok", "OtherBuild"]).toContain(verdict._tag)
    expect(parts[0]?.unread).toEqual({})
    expect(
      parts[0]?.stateHash,
      "The folds come to another state than recorded. If that is meant: node test/golden/make-evening.ts",
    ).toBe(recordedOf(viewer))
  })

  it("folds to the same state one by one and in batches of any sizes", async () => {
    const story = await entriesOf(fileOf(viewer))
    expect(stateHash(sha256, story.reduce(fold, INITIAL_STATE))).toBe(recordedOf(viewer))
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(sizes, (drawn) => {
        let state = INITIAL_STATE
        let at = 0
        for (let turn = 0; at < story.length; turn += 1) {
          const size = drawn[turn % drawn.length] ?? 1
          state = foldAll(state, story.slice(at, at + size))
          at += size
        }
        expect(stateHash(sha256, state)).toBe(recordedOf(viewer))
      }),
      { numRuns: 50 },
    )
  })

  it("ends in a room whose performer has left", async () => {
    const { parts } = await replayFile(fileOf(viewer))
    expect(parts[0]?.state.room).toMatchObject({
      mode: "offline",
      paid: null,
      isInterrupted: false,
    })
  })

  it("holds nothing that was typed, and no name of its visitor", () => {
    // The public answers that it looked at stand there as everybody gets them.
    const lived = textOf(`evening-${viewer}.ndjson`)
      .split("\n")
      .filter((line) => /"dir":"(?:in|ui|conn)"/u.test(line))
    expect(lived.length).toBeGreaterThan(40)
    expect(lived.join("\n")).not.toMatch(
      /Goedenavond|Alleen voor jou|Iedereen er weer|@contract|GoldenRiver|demo_/u,
    )
  })
})

describe("the two golden captures of one room", () => {
  it("have the same envelopes for what both heard", async () => {
    const [guest, member] = await Promise.all(
      VIEWERS.map(async (viewer) => (await eventsOf(viewer, "TipReceived")).map(({ id }) => id)),
    )
    expect(guest).toHaveLength(1)
    expect(member).toEqual(guest)
  })

  it("cost by the second what their two receipts say, over the killed gateway too", async () => {
    const receipts = await eventsOf("member", "PaidTimeEnded")
    const started = await eventsOf("member", "PaidTimeStarted")
    expect(new Set(started.map(({ event }) => event.sessionId)).size).toBe(2)
    expect(receipts).toHaveLength(2)
    const prices = [60, 240]
    for (const [place, { event }] of receipts.entries()) {
      const most = Math.ceil((event.seconds + 1) * ((prices[place] ?? 0) / 60))
      expect(event.credits).toBeLessThanOrEqual(most)
      expect(event.movementIds.length).toBeGreaterThan(0)
    }
  })
})
