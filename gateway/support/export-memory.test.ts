/**
 * What the export of a capture holds at a time: a chunk, however long the visits are. Measured in bytes of
 * the heap after a collection, of what is stored once for a room too; the proof (PROOF=full) takes visits as long
 * as they may be.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import { Epoch } from "@foldcast/contracts/ids"
import { visitHeader, creditsEvent, START, visitId } from "../log/visit-log.fixtures.ts"
import type { VisitRecord } from "../log/visit-header.ts"
import type { VisitLogShape } from "../log/visit-log.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import {
  bodyOf,
  MAX_CLIENT_FACTS_PER_VISIT,
  MAX_EVENTS_PER_VISIT,
  wireOf,
} from "../log/visit-rules.ts"
import {
  beginRequest,
  bodiesOf,
  countOf,
  newLogFile,
  openStore,
  tellRequest,
} from "../log/sqlite/sqlite-store.fixtures.ts"
import { MIN_RECEIVERS } from "../log/sqlite/shared-rows.ts"
import { keyedDigest } from "./digests.ts"
import { exportVisits } from "./export.ts"

const isFull = process.env["PROOF"] === "full"
const FACTS = isFull ? MAX_CLIENT_FACTS_PER_VISIT : 2_000
const EVENTS = isFull ? MAX_EVENTS_PER_VISIT : 2_000
const VISITS = 2
const MIB = 1_048_576
/** Places of the facts, a chunk in several shapes, and what the collector has not come to. */
const MAX_BYTES = 48 * MIB
const MAX_TEXT = 2 * MIB
const TOLD_AT_ONCE = 1_000
const MEASURED_EVERY = isFull ? 100 : 20

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const heap = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const recordOf = (name: string, head: number, n: number): VisitRecord => ({
  ...visitHeader(name),
  epoch: Epoch.make("epoch"),
  head,
  n,
  lastEventAt: START,
  ended: false,
})

/** Made anew whenever they are read. */
const endless: VisitLogShape = {
  ...memoryVisitStorage(Epoch.make("epoch")).log,
  read: (_visit, after, limit) =>
    Effect.sync(() =>
      Array.from({ length: Math.max(0, Math.min(limit, EVENTS - after)) }, (_, index) => {
        const seq = after + index + 1
        return { seq, wire: wireOf(seq, bodyOf(creditsEvent(seq))) }
      }),
    ),
  readFacts: (visit, after, limit) =>
    Effect.sync(() => {
      const count = visit === visitId("wide") ? FACTS : 0
      return Array.from({ length: Math.max(0, Math.min(limit, count - after)) }, (_, index) => ({
        n: after + index + 1,
        after: 1,
        at: START,
        storedAt: START,
        fact: {
          _tag: "Navigated",
          path: `/${"x".repeat(2_000)}`,
          routeName: "profile",
          params: Object.fromEntries(
            Array.from({ length: 70 }, (_, param) => [`p${param}`, "y".repeat(200)]),
          ),
        } as const,
      }))
    }),
}

const exportedOf = (visits: ReadonlyArray<VisitRecord>, log = endless) =>
  Effect.gen(function* () {
    const before = heap()
    const seen = { texts: 0, bytes: 0, longest: 0, most: 0 }
    yield* Stream.runForEach(
      exportVisits(
        { log, kept: { read: () => Effect.die("nothing is kept") } },
        visits,
        { build: "test", folds: "test", signer: { kid: "test", sign: () => "signed" } },
        keyedDigest("key"),
        START,
      ),
      (text) =>
        Effect.sync(() => {
          seen.texts += 1
          seen.bytes += text.length
          seen.longest = Math.max(seen.longest, text.length)
          if (seen.texts % MEASURED_EVERY === 0) seen.most = Math.max(seen.most, heap() - before)
        }),
    )
    return seen
  })

it(`an export holds a chunk of ${FACTS} client facts of 16 KiB between two events`, async () => {
  const seen = await Effect.runPromise(exportedOf([recordOf("wide", 1, FACTS)]))
  // The 70 names of each come out as stand-ins of 24 characters.
  expect(seen.bytes).toBeGreaterThan(FACTS * 4_000)
  expect(seen.longest).toBeLessThan(MAX_TEXT)
  expect(seen.most).toBeLessThan(MAX_BYTES)
  console.log(`${(seen.bytes / MIB).toFixed(0)} MiB out, ${(seen.most / MIB).toFixed(1)} held`)
})

it(`an export holds a chunk of ${VISITS * EVENTS} ordinary events`, async () => {
  const visits = Array.from({ length: VISITS }, (_, index) => recordOf(`long-${index}`, EVENTS, 0))
  const seen = await Effect.runPromise(exportedOf(visits))
  expect(seen.bytes).toBeGreaterThan(VISITS * EVENTS * 200)
  expect(seen.longest).toBeLessThan(MAX_TEXT)
  expect(seen.most).toBeLessThan(MAX_BYTES)
  console.log(`${(seen.bytes / MIB).toFixed(0)} MiB out, ${(seen.most / MIB).toFixed(1)} held`)
})

it(`an export holds a chunk of ${EVENTS} events that a room was told, stored once`, async () => {
  const file = newLogFile()
  const store = openStore(file)
  const room = Array.from({ length: MIN_RECEIVERS }, (_, index) => `viewer-${index}`)
  store.run(room.map(beginRequest))
  for (let told = 1; told < EVENTS; told += TOLD_AT_ONCE) {
    const some = Math.min(TOLD_AT_ONCE, EVENTS - told)
    const bodies = Array.from({ length: some }, (_, index) => bodyOf(creditsEvent(told + index)))
    store.run([tellRequest(room, ...bodies)])
  }
  expect(countOf(file, "shared")).toBe(EVENTS - 1)
  const log: VisitLogShape = {
    ...endless,
    read: (_visit, after, limit) =>
      Effect.sync(() => {
        const bodies = bodiesOf(store, "viewer-0", after, limit)
        return bodies.map((body, index) => {
          const seq = after + index + 1
          const stored = seq === 1 ? bodyOf(creditsEvent(seq)) : body
          return { seq, wire: wireOf(seq, stored) }
        })
      }),
  }
  const seen = await Effect.runPromise(exportedOf([recordOf("viewer-0", EVENTS, 0)], log))
  store.close()
  expect(seen.bytes).toBeGreaterThan(EVENTS * 200)
  expect(seen.longest).toBeLessThan(MAX_TEXT)
  expect(seen.most).toBeLessThan(MAX_BYTES)
  console.log(`${(seen.bytes / MIB).toFixed(0)} MiB out, ${(seen.most / MIB).toFixed(1)} held`)
})
