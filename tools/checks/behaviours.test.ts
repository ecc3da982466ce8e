import { expect, it } from "vitest"
import { behaviourFindings, behaviourTests, unmetRows } from "./behaviours.ts"

const documents = [
  { path: "docs/behaviours/wallet.md", text: "| AREA-12 | x |\n| AREA-13 | y |\n" },
]
const SCREEN = "apps/web/features/wallet/wallet.screen.test.ts"
/** Built at run time, so that this file carries no behaviour's id. */
const id = (ids: string) => `[${ids}]`
const bracket = (ids: string) => `it("does it ${id(ids)}", () => {})`

it("the check of behaviours passes when documents and tests name the same ones", () => {
  expect(
    behaviourFindings(documents, [{ path: SCREEN, text: bracket("AREA-12, AREA-13") }]),
  ).toEqual([])
})

it("the check of behaviours names one without a test and a test without one", () => {
  expect(
    behaviourFindings(documents, [{ path: SCREEN, text: bracket("AREA-12 OTHER-01") }]),
  ).toEqual([
    `docs/behaviours/wallet.md: no test carries ${id("AREA-13")}`,
    `${SCREEN}: ${id("OTHER-01")} is not in docs/behaviours`,
  ])
})

it("the check of behaviours finds one that is listed twice", () => {
  const twice = [...documents, { path: "docs/behaviours/b.md", text: "| AREA-12 | z |\n" }]
  const tests = [{ path: SCREEN, text: bracket("AREA-12, AREA-13") }]
  expect(behaviourFindings(twice, tests)).toEqual(["AREA-12 stands in docs/behaviours twice"])
})

it("the check of behaviours finds one that no test carries through an interface that outsiders use", () => {
  const tests = [
    { path: SCREEN, text: bracket("AREA-12") },
    { path: "packages/folds/a.test.ts", text: bracket("AREA-12, AREA-13") },
    { path: "apps/backend/rest/a.test.ts", text: bracket("AREA-13") },
  ]
  expect(behaviourFindings(documents, tests)).toEqual([
    `no test of ${id("AREA-13")} goes through what somebody outside meets`,
  ])
})

it("the list of behaviours shows which kinds of tests carry each, and which are carried by no outer interface", () => {
  const rows = behaviourTests(documents, [
    { path: "test/e2e/a.test.ts", text: bracket("AREA-12") },
    { path: "packages/folds/a.test.ts", text: bracket("AREA-12, AREA-13") },
    { path: "apps/backend/rest/a.test.ts", text: bracket("AREA-13") },
  ])
  expect(rows).toEqual([
    { id: "AREA-12", kinds: ["journey", "inside"] },
    { id: "AREA-13", kinds: ["stand-in", "inside"] },
  ])
  expect(unmetRows(rows)).toEqual(["AREA-13"])
})
