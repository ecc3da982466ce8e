import { describe, expect, it } from "vitest"
import { offerAddress, sessionAddress } from "./engine-path.ts"

const ENGINE = "http://engine.test:3005/behind"
const WHEP = "/{path}/whep"

describe("an offer to the media engine", () => {
  it("is posted at the path that is configured, and at no other", () => {
    expect(offerAddress(ENGINE, WHEP, "live/p_1")?.href).toBe(`${ENGINE}/live/p_1/whep`)
    expect(offerAddress(ENGINE, WHEP, "live/a.b~c-d")?.href).toBe(`${ENGINE}/live/a.b~c-d/whep`)
    expect(offerAddress(ENGINE, "/v1/{path}", "live/$&")?.href).toBe(`${ENGINE}/v1/live/$&`)
    expect(offerAddress(`${ENGINE}/`, WHEP, "live/p_1")?.href).toBe(`${ENGINE}/live/p_1/whep`)
    expect(offerAddress(ENGINE, WHEP, "live/..")).toBeNull()
    expect(offerAddress(ENGINE, WHEP, "live/.")).toBeNull()
  })
})

describe("an offer that was posted", () => {
  const posted = new URL(`${ENGINE}/live/p_1/whep`)

  it("is ended at an address of the engine's own, however that is written", () => {
    for (const [location, href] of [
      ["whep/secret", `${ENGINE}/live/p_1/whep/secret`],
      ["/live/p_1/whep/secret", "http://engine.test:3005/live/p_1/whep/secret"],
      ["http://engine.test:3005/x", "http://engine.test:3005/x"],
      ["?session=secret", `${ENGINE}/live/p_1/whep?session=secret`],
    ] as const) {
      expect(sessionAddress(posted, location)?.href).toBe(href)
    }
  })

  it("is ended at no address that is not the engine's own", () => {
    for (const location of [
      null,
      "",
      "whep",
      "//evil.test/x",
      "http://engine.test:3006/x",
      "https://engine.test:3005/x",
      "http://user:word@engine.test:3005/x",
      "file:///x",
      "http://[",
    ]) {
      expect(sessionAddress(posted, location), String(location)).toBeNull()
    }
  })
})
