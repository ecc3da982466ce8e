/** Writes a long capture as the gateway does, chained and with the state it folds to, but not gzipped. */
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { CaptureWriter, stateHash } from "@foldcast/contracts/capture/capture-writer"
import { SliceNames } from "@foldcast/contracts/capture/slice-digests"
import { VisitId } from "@foldcast/contracts/ids"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { fold } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { readFoldFingerprint } from "@foldcast/replay/fold-sources"
import { sha256 } from "@foldcast/replay/sha256"
import { SIGNER } from "@foldcast/replay/capture.fixtures"
import type { Options } from "../harness/contest.ts"
import { logEntryAt } from "../fold/log.ts"
import { eveningEntryAt } from "./room-evening.ts"

/** Lines per write. */
const BLOCK = 1_000

export const run = async ({ file, events, isEvening = 0 }: Options) => {
  const entryAt = Number(isEvening) === 1 ? eveningEntryAt : logEntryAt
  const out = createWriteStream(String(file))
  const writer = new CaptureWriter(sha256, SIGNER, {
    fmt: "foldcast-capture",
    v: 2,
    protocol: 1,
    build: "bench",
    folds: readFoldFingerprint(),
    schemaHash: "bench",
    types: {},
    startedAt: 0,
    locale: "nl",
    brand: "foldcast",
    viewport: null,
    base: "page",
    redaction: { policy: "none", v: 1 },
    visit: VisitId.make("bench-visit"),
    exportedAt: 0,
    head: Number(events),
    n: 0,
    ended: true,
    part: { number: 1, of: 1, previous: null },
  })
  let bytes = 0
  const write = async (lines: ReadonlyArray<string>) => {
    const text = lines.map((line) => `${line}\n`).join("")
    bytes += text.length
    if (!out.write(text)) await once(out, "drain")
  }
  await write([writer.header])
  const names = new SliceNames(sha256)
  let state = INITIAL_STATE
  for (let first = 0; first < Number(events); first += BLOCK) {
    const entries = Array.from({ length: BLOCK }, (_, n) => entryAt(first + n))
    const lines = entries.map((entry) => {
      state = fold(state, entry)
      const slices = names.changed(state)
      return writer.line(entry.envelope.at, { dir: "in", ...entry.envelope, slices })
    })
    await write(lines)
  }
  await write([writer.footer(stateHash(sha256, state))])
  out.end()
  await once(out, "close")
  return { bytes }
}
