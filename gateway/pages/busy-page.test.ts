import { describe, expect, it } from "vitest"
import { type Busy, busyPage } from "./busy-page.ts"

const shown = async (why: Busy["why"], retryAfterSeconds: number, locale: "nl" | "en") => {
  const response = busyPage({ why, retryAfterSeconds }, locale)
  const html = await response.text()
  const text = html
    .replace(/<style>.*?<\/style>/su, "")
    .replace(/<[^>]+>/gu, " ")
    .replace(/\s+/gu, " ")
  return { response, html, text }
}

describe("the page that stands in for one that cannot be served", () => {
  it.each([
    ["address", 429, 30, "en", "A lot of pages were requested from your network", "in 30 seconds"],
    [
      "address",
      429,
      30,
      "nl",
      "Vanaf jouw netwerk zijn in korte tijd heel veel",
      "over 30 seconden",
    ],
    ["load", 503, 1, "en", "There are so many visitors", "in 1 second."],
    ["load", 503, 1, "nl", "Er zijn nu zoveel bezoekers", "over 1 seconde "],
    ["outage", 503, 60, "en", "Something is wrong on our end", "in 60 seconds"],
    ["outage", 503, 60, "nl", "Er gaat even iets mis aan onze kant", "over 60 seconden"],
    ["address", 429, 3_601, "en", "A lot of pages", "in 61 minutes"],
  ] as const)("says why (%s, %i) and when to try again (%i s, %s)", async (...row) => {
    const [why, status, seconds, locale, reason, when] = row
    const { response, html, text } = await shown(why, seconds, locale)
    expect(response.status).toBe(status)
    expect(response.headers.get("retry-after")).toBe(String(seconds))
    expect(html).toContain(`<html lang="${locale}">`)
    expect(text).toContain(reason)
    expect(text).toContain(when)
  })

  it("needs no script and no other file, and its link asks for the same address", async () => {
    const { response, html } = await shown("load", 5, "en")
    expect(html).not.toMatch(/<script|src=|<link/u)
    expect(html).toContain('<a href="">Try again</a>')
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })
})
