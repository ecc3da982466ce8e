/** A visit's open questions; after a restart they are read from its log, once. */
import { Effect } from "effect"
import type { VisitLogShape } from "../log/visit-log.ts"
import { OpenQuestions, type ToldFact } from "./open-questions.ts"
import type { LiveVisit } from "./registry.ts"

const READ_EVENTS = 500

export const readOpenQuestions = Effect.fnUntraced(
  function* (log: VisitLogShape, visit: LiveVisit) {
    const known = visit.projection.open
    if (known !== null) return known
    const open = new OpenQuestions()
    const { projection } = visit
    projection.openBeingRead()
    for (let after = 0; ;) {
      const stored = yield* log.read(visit.visit, after, READ_EVENTS)
      for (const { seq, wire } of stored) {
        open.apply(JSON.parse(wire) as ToldFact)
        after = seq
      }
      if (stored.length < READ_EVENTS) break
    }
    // Another reader may have come to the end first.
    return projection.open ?? projection.openRead(open)
  },
  (reading, _, { projection }) =>
    Effect.onError(reading, () => Effect.sync(() => projection.openNotRead())),
  Effect.catchTag("VisitClosed", () => Effect.succeed(new OpenQuestions())),
)
