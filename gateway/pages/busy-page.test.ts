import { describe, expect, it } from "vitest"
import { busyPage } from "./busy-page.ts"

const shown = async (status: 429 | 503, retryAfterSeconds: number, locale: "nl" | "en") => {
  const response = busyPage({ status, retryAfterSeconds }, locale)
  const html = await response.text()
  const text = html
    .replace(/<style>.*?<\/style>/su, "")
    .replace(/<[^>]+>/gu, " ")
    .replace(/\s+/gu, " ")
  return { response, html, text }
}

describe("the page in a page's place", () => {
  it.each([
    [429, 30, "en", "Very many pages were asked for from your network", "in 30 seconds"],
    [429, 30, "nl", "Vanaf jouw netwerk zijn in korte tijd heel veel", "over 30 seconden"],
    [503, 1, "en", "So many people are visiting", "in 1 second."],
    [503, 1, "nl", "Er zijn nu zo veel bezoekers", "over 1 seconde "],
    [429, 3_601, "en", "Very many pages", "in 61 minutes"],
  ] as const)("says why (%i) and when to try again (%i s, %s)", async (...row) => {
    const [status, seconds, locale, why, when] = row
    const { response, html, text } = await shown(status, seconds, locale)
    expect(response.status).toBe(status)
    expect(response.headers.get("retry-after")).toBe(String(seconds))
    expect(html).toContain(`<html lang="${locale}">`)
    expect(text).toContain(why)
    expect(text).toContain(when)
  })

  it("needs nothing more: no script, no file, and its link asks for the same address", async () => {
    const { response, html } = await shown(503, 5, "en")
    expect(html).not.toMatch(/<script|src=|<link/u)
    expect(html).toContain('<a href="">Try again</a>')
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(response.headers.get("cache-control")).toBe("no-store")
  })
})
