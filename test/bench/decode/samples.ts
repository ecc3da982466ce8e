/** The decoders' input: fifty events of each fact, valid ones and ones with a word as their time. */
import { FACTS_IN_UNION, wireAt } from "../events/wire-events.ts"

const OF_EACH = 50

export const WIRES: ReadonlyArray<string> = Array.from(
  { length: FACTS_IN_UNION * OF_EACH },
  (_, n) => wireAt(n),
)

export const parsed = (): ReadonlyArray<unknown> => WIRES.map((wire) => JSON.parse(wire) as unknown)

export const spoiled = (): ReadonlyArray<unknown> =>
  WIRES.map((wire) => ({ ...(JSON.parse(wire) as object), at: "soon" }))
