/** `npm run -s budget REPORT.json`: the time of a run's tests, slowest first. */
import { readFileSync } from "node:fs"
import {
  behaviourCosts,
  kindCosts,
  PRICES,
  type TestReport,
  testCosts,
  tooDear,
} from "./suite/budget.ts"

const ROWS = 15

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error("npm run -s budget REPORT.json: TEST_REPORT=REPORT.json npm test writes one")
  process.exit(2)
}
const report = JSON.parse(readFileSync(file, "utf8")) as TestReport
const costs = testCosts(report, process.cwd())
const seconds = (value: number) => `${value.toFixed(value < 1 ? 2 : 1)} s`.padStart(9)

console.log("seconds by kind of test (sum; number; dearer than the kind may be)")
for (const { kind, tests, seconds: sum, tooDear: dear } of kindCosts(costs)) {
  console.log(
    `${seconds(sum)}  ${kind.padEnd(10)} ${tests} tests, ${dear} beyond ${PRICES[kind]} s`,
  )
}
console.log("\nthe dearest behaviours")
for (const { id, tests, seconds: sum } of behaviourCosts(costs).slice(0, ROWS)) {
  console.log(`${seconds(sum)}  ${id}, ${tests} tests`)
}
console.log("\nthe dearest tests beyond their kind's price")
for (const { path, name, seconds: own } of tooDear(costs).slice(0, ROWS)) {
  console.log(`${seconds(own)}  ${path} > ${name}`)
}
