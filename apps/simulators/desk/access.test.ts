/** Whose wrong passwords keep whom from the desk, by the clock that is given. */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { DeskAccess } from "./access.ts"
import { BROWSER_TOKEN_SECONDS } from "./known-browsers.ts"

const PASSWORD = "a long password of the desk"
const ADDRESS = "192.0.2.1"
const NOW = Date.UTC(2026, 10, 20)

const desk = () => {
  let ids = 0
  const access = new DeskAccess(
    { password: Redacted.make(PASSWORD), browserSecret: Redacted.make("a secret of the process") },
    () => String((ids += 1)).padStart(32, "a"),
  )
  const tries = (
    typed: string,
    now: number,
    { address = ADDRESS, browserToken = undefined as string | undefined } = {},
  ) => {
    const result = access.logIn({ typed, address, browserToken }, now)
    return typeof result === "string" ? result : "in"
  }
  const first = access.logIn({ typed: PASSWORD, address: ADDRESS, browserToken: undefined }, NOW)
  if (typeof first === "string") throw new Error(first)
  return { tries, browserToken: first.browserToken }
}

describe("wrong passwords of the desk", () => {
  it("of a known browser count for it alone, and keep nobody else out", () => {
    const { tries, browserToken } = desk()
    const wrong = Array.from({ length: 10 }, () => tries("wrong", NOW, { browserToken }))
    expect(new Set(wrong)).toEqual(new Set(["wrong"]))
    expect(tries(PASSWORD, NOW, { browserToken })).toBe("tooOften")
    expect(tries(PASSWORD, NOW)).toBe("in")
  })

  it("of others keep a browser out that was known more than ninety days ago, and none known since", () => {
    const until = NOW + BROWSER_TOKEN_SECONDS * 1_000
    const { tries, browserToken } = desk()
    for (let nth = 0; nth < 100; nth += 1) {
      expect(tries("wrong", until - 1, { address: `198.51.100.${nth}` })).toBe("wrong")
    }
    expect(tries(PASSWORD, until - 1, { browserToken })).toBe("in")
    expect(tries(PASSWORD, until, { browserToken })).toBe("tooOften")
  })
})
