import { expect, it } from "vitest"
import { jsonReport, junitReport, textReport } from "./report.ts"
import type { Verdict } from "./verdict.ts"

const verdict: Verdict = {
  provider: "member-api",
  interactions: [
    {
      consumer: "gateway",
      description: "the credits of a member",
      states: ["a member"],
      mismatches: [{ path: "$.credits", expected: "a whole number", actual: `"<5>"` }],
      reproduction: "curl -si -X GET 'http://127.0.0.1:1/credits'",
      milliseconds: 12.4,
    },
    {
      consumer: "gateway",
      description: "a log-in",
      states: [],
      mismatches: [],
      reproduction: "curl -si -X POST 'http://127.0.0.1:1/login'",
      milliseconds: 1,
    },
  ],
}

it("names the path, both values and the line that repeats it", () => {
  const text = textReport(verdict)
  expect(text).toContain("BROKEN the credits of a member  (given a member)")
  for (const part of ["$.credits", "a whole number", `"<5>"`, "curl -si -X GET"])
    expect(text).toContain(part)
  expect(text).toContain("1 of 2 kept, 1 broken")
  expect(text).not.toContain("/login")
})

it("writes JUnit with failures and escaped text", () => {
  const report = junitReport(verdict)
  expect(report).toContain(`tests="2" failures="1"`)
  expect(report).toContain("&quot;&lt;5&gt;&quot;")
})

it("writes JSON that says whether the contract is kept", () => {
  expect(JSON.parse(jsonReport(verdict))).toMatchObject({ provider: "member-api", kept: false })
})
