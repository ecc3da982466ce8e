import { describe, expect, it } from "vitest"
import { publicOrigin } from "./public-origin.ts"

const production = {
  own: new Set(["https://site.example", "https://partner.example:8443"]),
  trustHost: false,
}
const development = { own: new Set(["http://localhost:3000"]), trustHost: true }

describe("the site's own origin", () => {
  it("is the one of the host, where the host is ours", () => {
    expect(publicOrigin(production, "SITE.example.")).toBe("https://site.example")
    expect(publicOrigin(production, "site.example:443")).toBe("https://site.example")
    expect(publicOrigin(production, "partner.example:8443")).toBe("https://partner.example:8443")
  })
  it("is the first for a host that is not, or none", () => {
    for (const host of ["evil.test", "", undefined, "site.example.evil.test", "partner.example"]) {
      expect(publicOrigin(production, host)).toBe("https://site.example")
    }
  })
  it("is what Host says in development, unless that is no host", () => {
    expect(publicOrigin(development, "partner.localhost:3000")).toBe(
      "http://partner.localhost:3000",
    )
    expect(publicOrigin(development, "[::1]:3000")).toBe("http://[::1]:3000")
    for (const host of ["a b", "x/../y", 'a"><script>', "user@host", undefined]) {
      expect(publicOrigin(development, host)).toBe("http://localhost:3000")
    }
  })
})
