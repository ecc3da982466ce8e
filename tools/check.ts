/**
 * `npm run check`: every check of the repository that does not run the product, one line for each step. `node
 * tools/check.ts types lint` runs only the named steps.
 *
 * Exits with 0 when all pass, 1 when a step fails, 2 for an unknown step.
 */
import { writeFileSync } from "node:fs"
import { STEPS } from "./checks/steps.ts"
import type { CheckStep } from "./checks/step.ts"

const names = process.argv.slice(2)
const unknown = names.filter((name) => STEPS.every((step) => step.name !== name))
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(", ")}. Steps: ${STEPS.map(({ name }) => name).join(", ")}.`,
  )
  process.exit(2)
}

const MAX_LINES = 60

const perform = async (step: CheckStep): Promise<boolean> => {
  const started = performance.now()
  const { ok, output } = await step.run()
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(
    `${ok ? "ok  " : "FAIL"} ${step.name.padEnd(11)} ${`${seconds} s`.padStart(7)}  ${step.holds}`,
  )
  if (!ok) {
    const lines = output.split("\n")
    const shown = lines.slice(0, MAX_LINES).map((line) => `       ${line}`)
    const rest = lines.length - MAX_LINES
    console.log([...shown, ...(rest > 0 ? [`       … and ${rest} lines more`] : [])].join("\n"))
  }
  return ok
}

const chosen = names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name))
const waiting = [...chosen]
const results: Array<boolean> = []
/** Two at a time: most steps keep one core busy. */
const worker = async (): Promise<void> => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    results.push(await perform(step))
  }
}
await Promise.all([worker(), worker()])

const failed = results.filter((ok) => !ok).length
const reportFile = process.env["CHECK_REPORT"]
if (reportFile !== undefined) {
  writeFileSync(reportFile, JSON.stringify({ passed: results.length - failed, failed }))
}
console.log(`${results.length - failed} steps passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
