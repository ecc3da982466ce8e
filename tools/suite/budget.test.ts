import { expect, it } from "vitest"
import { behaviourCosts, kindCosts, type TestReport, testCosts, tooDear } from "./budget.ts"

/** Built at run time, so that this file carries no behaviour's id. */
const ids = (...names: ReadonlyArray<string>) => `[${names.join(", ")}]`

const file = (path: string, ...tests: ReadonlyArray<readonly [string, number]>) => ({
  name: `/repo/${path}`,
  startTime: 0,
  endTime: 1,
  assertionResults: tests.map(([fullName, duration]) => ({ fullName, duration })),
})
const report: TestReport = {
  testResults: [
    file("packages/rules/money.test.ts", ["adds", 5], [`rounds ${ids("AREA-01")}`, 20]),
    file("test/e2e/buying.test.ts", [`buys ${ids("AREA-01", "AREA-02")}`, 8_000]),
    file("test/proof/isolation.test.ts", ["is no part of the suite", 900_000]),
  ],
}
const costs = testCosts(report, "/repo")

it("the budget counts each kind's tests, their seconds, and those beyond the kind's price", () => {
  const used = kindCosts(costs).filter(({ tests }) => tests > 0)
  expect(used).toEqual([
    { kind: "unit", tests: 2, seconds: 0.025, tooDear: 1 },
    { kind: "e2e", tests: 1, seconds: 8, tooDear: 1 },
  ])
})

it("the budget divides a test among its behaviours, dearest first", () => {
  const [first, second] = behaviourCosts(costs)
  expect(first).toEqual({ id: "AREA-01", tests: 2, seconds: 4.02 })
  expect(second).toEqual({ id: "AREA-02", tests: 1, seconds: 4 })
})

it("the budget names the tests that are too dear", () => {
  expect(tooDear(costs).map(({ path, seconds }) => [path, seconds])).toEqual([
    ["test/e2e/buying.test.ts", 8],
    ["packages/rules/money.test.ts", 0.02],
  ])
})
