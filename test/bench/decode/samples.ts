/** What the decoders are given: fifty of each fact, good ones and ones whose time is a word. */
import { FACTS_IN_UNION, wireAt } from "../events/wire-events.ts"

const OF_EACH = 50

export const WIRES: ReadonlyArray<string> = Array.from(
  { length: FACTS_IN_UNION * OF_EACH },
  (_, n) => wireAt(n),
)

export const parsed = (): ReadonlyArray<unknown> => WIRES.map((wire) => JSON.parse(wire) as unknown)

export const spoiled = (): ReadonlyArray<unknown> =>
  WIRES.map((wire) => ({ ...(JSON.parse(wire) as object), at: "soon" }))
