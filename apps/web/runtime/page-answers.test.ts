/** What a page came with is as old as the page, whatever the browser's clock says. */
import { QueryObserver } from "@tanstack/react-query"
import { describe, expect, it, vi } from "vitest"
import { gatewayTime, pageCameAt, pageAnswersJson, readPageAnswers } from "./page-answers.ts"
import { newQueryClient, type Resource } from "./queries.ts"
import { isJson, stringOf } from "./json.ts"
import { initialAnswer } from "./use-answer.ts"

const GATEWAY_NOW = 1_790_000_000_000
const YEAR_MS = 365 * 86_400_000
const named: Resource<string> = {
  path: "/api/brand",
  read: (body) => (isJson(body) ? stringOf(body["name"]) : null),
}
const json = pageAnswersJson({ now: GATEWAY_NOW, bodies: { "/api/brand": { name: "a" } } })

/** Whether a browser with that clock, so long after the page came, takes its answers as they are. */
const isTaken = (clock: number, age: number): boolean => {
  vi.setSystemTime(clock)
  const cameAt = pageCameAt({ now: clock, sinceStart: 1_200 + age, responseStart: 1_200 })
  const observer = new QueryObserver(newQueryClient(), {
    queryKey: [named.path],
    queryFn: () => "asked for",
    ...initialAnswer(named, readPageAnswers(json, cameAt)),
  })
  const { data, isStale } = observer.getCurrentResult()
  expect(data).toBe("a")
  return !isStale
}

describe("a page's answers", () => {
  it.each([0, -YEAR_MS, YEAR_MS])(
    "have the gateway's time even with a clock that is %i ms off",
    (skew) => {
      const pageAnswers = readPageAnswers(json, GATEWAY_NOW + skew)
      expect(gatewayTime(pageAnswers, GATEWAY_NOW + skew + 5_000)).toBe(GATEWAY_NOW + 5_000)
      expect(gatewayTime(readPageAnswers("", 7), skew)).toBe(skew)
    },
  )

  it.each([
    ["right", 0],
    ["a year behind", -YEAR_MS],
    ["a year ahead", YEAR_MS],
  ])("are fresh when they come and not for ever, by a clock that is %s", (_clock, skew) => {
    vi.useFakeTimers({ toFake: ["Date"] })
    expect(isTaken(GATEWAY_NOW + skew, 2_000)).toBe(true)
    expect(isTaken(GATEWAY_NOW + skew, 40_000)).toBe(false)
    vi.useRealTimers()
  })

  it("are from now at the latest, where the browser measures no times", () => {
    expect(pageCameAt({ now: 5_000, sinceStart: 0, responseStart: 900 })).toBe(5_000)
  })
})
