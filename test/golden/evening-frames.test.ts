/**
 * Replays, through the real client, the frames that two browsers received of an evening in a live room. The
 * delivered events are the log, and fold to the log's state (make-evening.ts makes the files).
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import {
  type ConnectionState,
  initialConnection,
  type Input,
} from "@foldcast/client/connection-model"
import { step } from "@foldcast/client/connection-state"
import { Epoch, VisitId } from "@foldcast/contracts/ids"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-all-slices"
import { entriesOf } from "@foldcast/replay/captured-entries.fixture"
import { plain, receivedLines } from "../support/received-frames.ts"

const goldenFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The client's batches for the folds, and the number of sockets it used. */
const receivedAgain = (viewer: string) => {
  const lines = receivedLines(readFileSync(goldenFile(`evening-${viewer}.frames.ndjson`), "utf8"))
  const [page] = lines
  if (page?.line !== "page") throw new Error("the page comes first")
  const batches: Array<ReadonlyArray<OpenEnvelope>> = [page.events]
  let connection: ConnectionState = initialConnection({
    visit: VisitId.make(page.visit),
    epoch: Epoch.make(page.epoch),
    seq: page.events.at(-1)?.seq ?? 0,
  })
  let refused = 0
  const input = (what: Input) => {
    const { state, actions } = step(connection, what, 0)
    connection = state
    for (const action of actions) {
      if (action._tag === "Deliver") batches.push(action.events)
      if (action._tag === "Close") refused += 1
    }
  }
  input({ _tag: "Started" })
  let sockets = 1
  for (const line of lines) {
    if (line.line !== "frame") continue
    for (; sockets < line.socket; sockets += 1) {
      input({ _tag: "Closed", connection: connection.connection, code: 1006 })
      input({ _tag: "Elapsed", timer: "retry" })
    }
    input({ _tag: "Received", connection: connection.connection, frame: line.frame })
  }
  return { batches, sockets, refused }
}

const seqOf = (entry: LogEntry) => (entry.kind === "event" ? entry.envelope.seq : entry.fact.after)

describe.each(["guest", "member"])("the frames recorded in the %s", (viewer) => {
  it("are accepted by the client to the last one, over the killed gateway", () => {
    const { batches, sockets, refused } = receivedAgain(viewer)
    const positions = batches.flat().map(({ seq }) => seq)
    expect(refused).toBe(0)
    expect(sockets).toBeGreaterThan(1)
    expect(positions).toEqual(positions.map((_, place) => place + 1))
  })

  it("fold, as they came, to the state to which their log folds", async () => {
    const { batches } = receivedAgain(viewer)
    const last = batches.flat().length
    const log = await entriesOf(goldenFile(`evening-${viewer}.ndjson`))
    const lived = log.filter((entry) => seqOf(entry) <= last)
    const events = lived.flatMap((entry) => (entry.kind === "event" ? [entry.envelope] : []))
    expect(batches.flat()).toEqual(events.map(plain))
    // Events written after the page had closed.
    const later = log.filter((entry) => seqOf(entry) > last)
    expect(later.map(({ kind }) => kind)).not.toContain("client")
    expect(
      later.flatMap((entry) => (entry.kind === "event" ? [entry.envelope.event._tag] : [])),
    ).toContain("RoomLeft")

    // Only the capture contains the browser's own facts, with their positions.
    const did = (seq: number) =>
      lived.filter((entry) => entry.kind === "client" && seqOf(entry) === seq)
    let state = foldAll(INITIAL_STATE, did(0))
    for (const batch of batches) {
      state = foldAll(
        state,
        batch.flatMap((envelope) => [{ kind: "event", envelope } as const, ...did(envelope.seq)]),
      )
    }
    expect(state).toEqual(foldAll(INITIAL_STATE, lived))
  })
})
