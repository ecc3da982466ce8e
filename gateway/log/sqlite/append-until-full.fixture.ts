/** Appends until the log fails, tries some more, and tells how it went: node … FILE, over IPC. */
import { Effect, Layer } from "effect"
import { Ids } from "../../ids.ts"
import { TERMS, visitHeader, creditsEvents, visitId } from "../visit-log.fixtures.ts"
import { VisitLog } from "../visit-log.ts"
import { SqliteVisitStorage } from "./sqlite-storage.ts"

const file = process.argv[2] ?? ""

const told = VisitLog.use((log) =>
  Effect.gen(function* () {
    yield* log.begin(visitHeader("a"), creditsEvents(1))
    const append = log.append([{ visit: visitId("a"), events: creditsEvents(10) }]).pipe(
      Effect.match({
        onSuccess: ({ closed }) => closed[0]?.why ?? "appended",
        onFailure: (error) => error._tag,
      }),
    )
    let acknowledged = 0
    while (true) {
      const answers = yield* Effect.all([append, append, append], { concurrency: "unbounded" })
      acknowledged += answers.filter((answer) => answer === "appended").length
      const failures = answers.filter((answer) => answer !== "appended")
      if (failures.length === 0) continue
      const afterwards = [yield* append, yield* append]
      return { acknowledged, failures, afterwards }
    }
  }),
)

const answer = await Effect.runPromise(
  told.pipe(
    Effect.provide(SqliteVisitStorage.layer({ file, terms: TERMS }).pipe(Layer.provide(Ids.layer))),
  ),
)
process.send?.(answer)
process.disconnect?.()
