/** Replaying a long capture with validation and chain check, compared with JSON.parse of its lines. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MAX_EVENTS_PER_VISIT } from "@foldcast/gateway/log/visit-rules"
import type { Bench } from "./harness/bench.ts"
import { contest, runContender } from "./harness/contest.ts"

const seconds = (value: number) => `${value.toFixed(1)} s`

export const replayBench: Bench = {
  name: "replay",
  title: "Replaying a capture: schemas, chain, order, fold",
  run: async ({ quick }) => {
    const events = quick ? 100_000 : 1_000_000
    const directory = mkdtempSync(join(tmpdir(), "foldcast-bench-"))
    try {
      const file = join(directory, "long.ndjson")
      const { bytes = 0 } = await runContender("replay/write-capture", { file, events })
      const results = await contest(
        ["replay/refold", "replay/json-parse", "replay/seek"],
        quick ? 1 : 3,
        { file, events },
      )
      const evening = join(directory, "evening.ndjson")
      const roomEvents = quick ? 50_000 : MAX_EVENTS_PER_VISIT
      await runContender("replay/write-capture", {
        file: evening,
        events: roomEvents,
        isEvening: 1,
      })
      const ofEvening = await runContender("replay/refold", { file: evening })
      const seeks = (figure: string) => results.median("replay/seek", figure)
      return [
        {
          what: "whole file, of JSON.parse's processor time",
          measured: results.ratio("replay/refold", "replay/json-parse", "seconds"),
          unit: "×",
          target: { atMost: 2.2 },
          absolute: `${seconds(results.median("replay/refold", "seconds"))} against ${seconds(results.median("replay/json-parse", "seconds"))}, ${(events / 1_000).toFixed(0)} k events, ${(bytes / 1_048_576).toFixed(0)} MB`,
        },
        {
          what: "most memory at any time",
          measured: results.median("replay/refold", "peakMB"),
          unit: "MB",
          target: { atMost: 200 },
          absolute: `JSON.parse alone ${results.median("replay/json-parse", "peakMB").toFixed(0)} MB`,
        },
        {
          what: "most memory with checkpoints",
          measured: seeks("peakMB"),
          unit: "MB",
          target: { atMost: 200 },
          absolute: "the reading and all seeks after it",
        },
        {
          what: "most memory with an evening in a busy room",
          measured: ofEvening["peakMB"] ?? Number.NaN,
          unit: "MB",
          target: { atMost: 200 },
          absolute: `${(roomEvents / 1_000).toFixed(0)} k events of a room, ${seconds(ofEvening["seconds"] ?? Number.NaN)}`,
        },
        {
          what: "the state at the middle, first seek",
          measured: seeks("firstMs"),
          unit: "ms",
          target: { atMost: 50 },
          absolute: `after the one reading that checks the file and keeps checkpoints, ${seconds(seeks("readSeconds"))}; once more ${seeks("againMs").toFixed(1)} ms`,
        },
        {
          what: "the state anywhere, 99th of 100, processor time",
          measured: seeks("slowCpuMs"),
          unit: "ms",
          target: { atMost: 50 },
          absolute: `elapsed ${seeks("slowMs").toFixed(1)} ms, half of all within ${seeks("medianMs").toFixed(1)} ms; to and fro, the file in the system's cache`,
        },
      ]
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  },
}
