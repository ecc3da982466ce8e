/**
 * The gateway's log as the pipeline uses it: every event is an append of its own to a visit of its own; group
 * commit makes the batches. Two waves are in flight at a time, so one is collected while the other is synced.
 */
import { join } from "node:path"
import { Effect, Exit, Layer } from "effect"
import type { MemberId, TabId, VisitId } from "@foldcast/contracts/ids"
import { Ids } from "@foldcast/gateway/ids"
import type { OwnerId } from "@foldcast/gateway/log/visit-header"
import { VisitLog, type LogUnavailable } from "@foldcast/gateway/log/visit-log"
import { TERMS } from "@foldcast/gateway/log/visit-log.fixtures"
import { SqliteVisitStorage } from "@foldcast/gateway/log/sqlite/sqlite-storage"
import type { Options } from "../harness/contest.ts"
import { appendedEvent, figuresOf, withDirectory } from "./workload.ts"

const visit = (n: number) => `visit-${String(n).padStart(8, "0")}` as VisitId

const begin = (n: number) =>
  VisitLog.use((log) =>
    log.begin(
      {
        visit: visit(n),
        epoch: log.currentEpoch(),
        tab: `tab-${n}` as TabId,
        owner: `owner-${n}` as OwnerId,
        member: `member-${n}` as MemberId,
        locale: "nl",
        brand: "foldcast",
        device: "desktop",
        noNude: false,
        tracking: {},
        base: "page",
        at: 0,
      },
      [appendedEvent(n)],
    ),
  )

const program = (batch: number, total: number, visits: number) =>
  Effect.gen(function* () {
    const log = yield* VisitLog
    yield* Effect.forEach(
      Array.from({ length: visits }, (_, n) => n),
      begin,
      {
        concurrency: 1_000,
        discard: true,
      },
    )
    const asked = { events: 0 }
    const wave = Effect.callback<void, LogUnavailable>((resume) => {
      const first = asked.events
      asked.events += batch
      let missing = batch
      for (let n = first; n < first + batch; n++) {
        log.submit([{ visit: visit(n % visits), events: [appendedEvent(n)] }], (exit) => {
          missing -= 1
          if (Exit.isFailure(exit)) resume(Effect.failCause(exit.cause))
          else if (missing === 0) resume(Effect.void)
        })
      }
    })
    const waves = Effect.gen(function* () {
      while (asked.events < total) yield* wave
    })
    const start = performance.now()
    const before = process.cpuUsage()
    yield* Effect.all([waves, waves], { concurrency: 2, discard: true })
    return figuresOf(asked.events, start, before)
  })

export const run = ({ batch, total, visits }: Options) =>
  withDirectory((directory) =>
    Effect.runPromise(
      program(Number(batch), Number(total), Number(visits)).pipe(
        Effect.provide(
          SqliteVisitStorage.layer({ file: join(directory, "visits.db"), terms: TERMS }).pipe(
            Layer.provide(Ids.layer),
          ),
        ),
      ),
    ),
  )
