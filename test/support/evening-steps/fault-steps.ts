/** What goes wrong around an evening: a line breaks, the gateway is killed, the backend's clock jumps. */
import * as fc from "fast-check"
import { endsAndIsKilled, typesAndIsKilled } from "./caller-steps.ts"
import { ofTab, step, type Steps } from "./step.ts"
import { tip } from "./viewer-steps.ts"

const HOUR_MS = 3_600_000

export const clockJumps = fc
  .constantFrom(-HOUR_MS, HOUR_MS)
  .map((ms) => step(`the clock jumps ${ms}`, (evening) => evening.jump(ms)))

const lineBreaks = fc
  .boolean()
  .map((settles) =>
    step(
      settles ? "the line breaks" : "the line breaks, and it goes on",
      (evening) => evening.cut(),
      settles,
    ),
  )
const isKilled = fc.constant(step("the gateway is killed", (evening) => evening.restart()))
const tipsAndIsKilled = ofTab("tips, and the gateway is killed", (evening, number) =>
  evening.killDuring(number, tip(evening.roomOf(number), 50)),
)

export const FAULT_STEPS: ReadonlyArray<Steps> = [
  { arbitrary: lineBreaks, weight: 12 },
  { arbitrary: isKilled, weight: 1 },
  { arbitrary: tipsAndIsKilled, weight: 1 },
  { arbitrary: typesAndIsKilled, weight: 1 },
  { arbitrary: endsAndIsKilled, weight: 1 },
]
