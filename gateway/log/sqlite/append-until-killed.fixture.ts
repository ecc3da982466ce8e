/** Appends to ten visits at once for ever and tells each acknowledgement: node … FILE, over IPC. */
import { Effect, Layer } from "effect"
import { Ids } from "../../ids.ts"
import { TERMS, visitHeader, creditsEvents, visitId } from "../visit-log.fixtures.ts"
import { VisitLog } from "../visit-log.ts"
import { SqliteVisitStorage } from "./sqlite-storage.ts"

const file = process.argv[2] ?? ""
const tell = (visit: string, seq: number) => Effect.sync(() => process.send?.([visit, seq]))

const appendForEver = (name: string) =>
  VisitLog.use((log) =>
    log.begin(visitHeader(name), creditsEvents(1)).pipe(
      Effect.andThen(
        log.append([{ visit: visitId(name), events: creditsEvents(2) }]).pipe(
          Effect.flatMap(({ appended: [one] }) => tell(name, one?.to ?? 0)),
          Effect.forever,
        ),
      ),
    ),
  )

await Effect.runPromise(
  Effect.forEach(
    Array.from({ length: 10 }, (_, index) => `v${index}`),
    appendForEver,
    { concurrency: "unbounded" },
  ).pipe(
    Effect.provide(SqliteVisitStorage.layer({ file, terms: TERMS }).pipe(Layer.provide(Ids.layer))),
  ),
)
