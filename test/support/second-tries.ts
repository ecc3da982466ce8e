/**
 * At the end of a run, names the tests that failed and then passed on a retry. They count as passed; the report
 * shows which to repair. If a file is given, their number is written to it.
 */
import { writeFileSync } from "node:fs"
import type { Reporter, TestCase } from "vitest/node"

/** Most lines of a difference. */
const MAX_LINES = 12

export class SecondTries implements Reporter {
  readonly #named: Array<string> = []
  readonly #file: string | undefined

  constructor(file?: string) {
    this.#file = file
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    const [first] = test.result().errors ?? []
    const lines = [
      `  ${test.module.relativeModuleId} > ${test.fullName}: ${first?.message ?? "no error is kept"}`,
      ...(first?.diff ?? "").split("\n", MAX_LINES).map((line) => `    ${line}`),
    ]
    this.#named.push(lines.join("\n"))
  }

  onTestRunEnd(): void {
    if (this.#file !== undefined) writeFileSync(this.#file, String(this.#named.length))
    if (this.#named.length === 0) return
    console.log(["passed on the second try, and to be mended:", ...this.#named].join("\n"))
  }
}
