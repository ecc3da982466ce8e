import { expect, it } from "vitest"
import { jsonReport, junitNotVerified, junitReport, textReport } from "./report.ts"
import type { Verdict } from "./verdict.ts"

const verdict: Verdict = {
  provider: "member-api",
  interactions: [
    {
      consumer: "gateway",
      description: "the credits of a member",
      states: ["a member"],
      statesEntered: true,
      mismatches: [{ path: "$.credits", expected: "a whole number", actual: `"<5>"` }],
      reproduction: "curl -si -X GET 'http://127.0.0.1:1/credits'",
      milliseconds: 12.4,
    },
    {
      consumer: "gateway",
      description: "a log-in",
      states: [],
      statesEntered: true,
      mismatches: [],
      reproduction: "curl -si -X POST 'http://127.0.0.1:1/login'",
      milliseconds: 1,
    },
  ],
}

it("a report names the path, both values and the line that repeats the request", () => {
  const text = textReport(verdict)
  expect(text).toContain("BROKEN the credits of a member  (given a member)")
  for (const part of ["$.credits", "a whole number", `"<5>"`, "curl -si -X GET"])
    expect(text).toContain(part)
  expect(text).toContain("1 of 2 kept, 1 broken")
  expect(text).not.toContain("/login")
})

it("a JUnit report has the failures, with their text escaped", () => {
  const report = junitReport(verdict)
  expect(report).toContain(`tests="2" failures="1"`)
  expect(report).toContain("&quot;&lt;5&gt;&quot;")
})

it("a JSON report says whether the contract is kept", () => {
  expect(JSON.parse(jsonReport(verdict))).toMatchObject({ provider: "member-api", kept: false })
})

it("a report shows people the first of many places, and programs all of them", () => {
  const [first] = verdict.interactions
  const mismatches = Array.from({ length: 12 }, (_, index) => ({
    path: `$.list[${index}]`,
    expected: "a list",
    actual: "5",
  }))
  const long = { provider: "member-api", interactions: first ? [{ ...first, mismatches }] : [] }
  for (const report of [textReport(long), junitReport(long)]) {
    expect(report).toContain("$.list[9]")
    expect(report).not.toContain("$.list[10]")
    expect(report).toContain("and 2 more")
  }
  expect(jsonReport(long)).toContain("$.list[11]")
})

it("a JUnit report has an error where nothing could be verified", () => {
  const report = junitNotVerified("member-api", `the hook answered "<html>"`)
  expect(report).toContain(`tests="1" failures="0" errors="1"`)
  expect(report).toContain("Not verified: the hook answered &quot;&lt;html&gt;&quot;")
})
