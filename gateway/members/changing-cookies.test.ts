import { describe, expect, it } from "vitest"
import { type CookieValue, RETIRING_MS } from "../sessions/session-store.ts"
import { ChangingCookies } from "./changing-cookies.ts"

const cookie = "a-cookie" as CookieValue

describe("a cookie whose session a command ends", () => {
  it("is known until the next one has had time to arrive, counted from the last command", () => {
    const changing = new ChangingCookies()
    expect([changing.has(cookie, 0), changing.has(undefined, 0)]).toEqual([false, false])
    changing.add(cookie, 0)
    changing.add(undefined, 1)
    expect([changing.has(cookie, RETIRING_MS - 1), changing.has(cookie, RETIRING_MS)]).toEqual([
      true,
      false,
    ])
    changing.add(cookie, 10)
    expect(changing.has(cookie, RETIRING_MS + 9)).toBe(true)
  })
})
