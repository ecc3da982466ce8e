import { describe, expect, it } from "vitest"
import { changePasswordPath } from "./change-password.ts"
import { securityTxt } from "./security-txt.ts"

const ORIGIN = "https://www.site.example"
const NOW = Date.UTC(2026, 10, 25, 13, 5)
const fieldsOf = (contact: string, now = NOW) =>
  new Map(
    securityTxt(ORIGIN, contact, now)
      .trim()
      .split("\n")
      .map((line) => line.split(": ", 2) as [string, string]),
  )

describe("security.txt", () => {
  it("has the fields that RFC 9116 demands, once each, its own address and the languages one may write in", () => {
    expect([...fieldsOf("help@site.example")]).toEqual([
      ["Contact", "mailto:help@site.example"],
      ["Expires", "2027-02-23T00:00:00Z"],
      ["Preferred-Languages", "nl, en"],
      ["Canonical", "https://www.site.example/.well-known/security.txt"],
    ])
  })

  it("gives the address of a page unchanged and an e-mail address as a URI, whatever it is made of", () => {
    expect(fieldsOf("https://site.example/report?x=1").get("Contact")).toBe(
      "https://site.example/report?x=1",
    )
    expect(fieldsOf("a?b%c@site.example").get("Contact")).toBe("mailto:a%3Fb%25c@site.example")
  })

  it("never expires while it is asked for, and within a year", () => {
    for (let day = 0; day < 800; day += 7) {
      const now = NOW + day * 86_400_000
      const days =
        (Date.parse(fieldsOf("x@site.example", now).get("Expires") ?? "") - now) / 86_400_000
      expect(days).toBeGreaterThan(89)
      expect(days).toBeLessThan(365)
    }
  })
})

describe("the well-known address for changing a password", () => {
  it("leads to the settings in the visitor's language, where the brand has them", () => {
    expect(changePasswordPath("nl", [])).toBe("/settings")
    expect(changePasswordPath("en", [])).toBe("/en/settings")
    expect(changePasswordPath("en", ["settings-en"])).toBeNull()
    expect(changePasswordPath("nl", ["settings-en"])).toBe("/settings")
    expect(changePasswordPath("nl", ["settings"])).toBeNull()
  })
})
