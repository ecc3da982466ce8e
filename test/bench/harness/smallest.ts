/**
 * Runs every contender once with the smallest input, all in one process, to check that it still runs and what it
 * returns. Nothing is timed. Prints the figures as one line of JSON.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { CONTENDERS, type ContenderName } from "./contenders.ts"
import type { Figures, Options } from "./contest.ts"

const folder = mkdtempSync(join(tmpdir(), "foldcast-bench-"))

/** A prepared database: making one takes longer than everything else here. */
const laid = async (name: string): Promise<Options> => {
  const directory = join(folder, name)
  await layMigratedDatabase(directory)
  return { directory: join(directory, "backend") }
}

const measured = { measureMs: 1 }
const append = { batch: 10, total: 100, visits: 20 }
const fold = { events: 2_000 }
const capture = { file: join(folder, "capture.ndjson"), events: 1_000 }
const path = { visits: 2, warmUpEvents: 4, perSecond: 100, latencyMs: 40, throughputMs: 20 }
const room = { visits: 3, warmUpFacts: 1, throughputMs: 20 }
const rooms = { rooms: 2, viewers: 2, perSecond: 20, warmUpMs: 50, measuredMs: 100 }
const audience = { viewers: 1, warmUpMs: 1, measuredMs: 200 }

/** Covers every contender, in this order: a capture is written before it is read. */
const SMALLEST: Readonly<Record<ContenderName, Options>> = {
  "decode/json-parse": measured,
  "decode/effect": measured,
  "decode/zod": measured,
  "decode/agreement": {},
  "append/event-log": append,
  "append/bare-sqlite": append,
  "path/gateway": path,
  "path/raw": path,
  "path/pass-through": path,
  "path/socket.io": path,
  "path/direct": path,
  "room/gateway": room,
  "room/socket.io": room,
  "room/plain-socket.io": room,
  "rooms/gateway": rooms,
  "rooms/socket.io": rooms,
  "fold/live": fold,
  "fold/batch": fold,
  "fold/hand": fold,
  "fold/redux-toolkit": fold,
  "replay/write-capture": capture,
  "replay/refold": capture,
  "replay/json-parse": capture,
  "replay/seek": capture,
  "ledger/move": { ...measured, ...(await laid("move")) },
  "ledger/bare-call": { ...measured, ...(await laid("bare-call")) },
  "ledger/multi-step": { ...measured, ...(await laid("multi-step")) },
  "people/portrait": { portraits: 2 },
  "performers/pages": { performers: 10_000, repeats: 1, ...(await laid("pages")) },
  "home/render": measured,
  "home/static-page": measured,
  "home/script-bytes": {},
  "home/client-core": {},
  "media/engine": audience,
  "media/bare-relay": audience,
  "media/loop-audience": { viewers: 1, warmUpMs: 1, measuredMs: 200 },
  "media/idle-rooms": { rooms: 1, warmUpMs: 1, measuredMs: 100 },
  "media/sessions": { sessions: 2 },
}

const figures: Record<string, Figures> = {}
try {
  for (const [name, options] of Object.entries(SMALLEST)) {
    const contender = await CONTENDERS[name as ContenderName]()
    figures[name] = await contender.run(options)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${JSON.stringify(figures)}\n`, () => process.exit(0))
