/**
 * Every journey of test/e2e in Firefox, in a run of its own. Those that cannot pass there are listed with their
 * reasons (firefox-journeys.ts), and fail here as soon as they pass. ADR 0053.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { FIREFOX_PATH } from "../support/firefox.ts"
import { NOT_IN_FIREFOX } from "./firefox-journeys.ts"

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{
      readonly title: string
      readonly status: "passed" | "failed" | "skipped" | "pending" | "todo"
    }>
  }>
}

interface Journey {
  readonly name: string
  readonly hasPassed: boolean
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "foldcast-browsers-"))
const reportFile = join(folder, "report.json")

const runJourneys = (): Promise<void> =>
  new Promise((resolve, reject) => {
    // Each in one of its variants, as `npm test` does.
    const { PROOF: _full, ...environment } = process.env
    const child = spawn(
      "vitest",
      [
        ...["run", "test/e2e", "--project", "e2e", "--project", "security"],
        ...["--reporter", "default", "--reporter", "json", "--outputFile.json", reportFile],
      ],
      {
        cwd: ROOT,
        env: { ...environment, BROWSER_ENGINE: "firefox" },
        stdio: ["ignore", "inherit", "inherit"],
      },
    )
    child.once("error", reject)
    child.once("exit", () => resolve())
  })

const journeysOf = ({ testResults }: Report): ReadonlyArray<Journey> =>
  testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ title, status }) => ({
        name: `${file.slice(file.lastIndexOf("/") + 1)}: ${title.replace(/ \[[^\]]*\]$/u, "")}`,
        hasPassed: status === "passed",
      })),
  )

let journeys: ReadonlyArray<Journey> = []

beforeAll(async () => {
  if (FIREFOX_PATH === undefined) throw new Error("firefox-esr is not installed")
  await runJourneys()
  journeys = journeysOf(JSON.parse(readFileSync(reportFile, "utf8")) as Report)
}, 3_600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isNamed = ({ name }: Journey) => Object.hasOwn(NOT_IN_FIREFOX, name)

it("every journey passes in Firefox but those that are listed", () => {
  expect(journeys.length).toBeGreaterThan(100)
  const failed = journeys.filter((journey) => !journey.hasPassed && !isNamed(journey))
  expect(failed.map(({ name }) => name)).toEqual([])
})

it("the list names no journey that passes in Firefox, and nothing that is no journey", () => {
  const stopped = new Set(journeys.filter(({ hasPassed }) => !hasPassed).map(({ name }) => name))
  expect(Object.keys(NOT_IN_FIREFOX).filter((name) => !stopped.has(name))).toEqual([])
})
