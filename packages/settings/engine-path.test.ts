import { describe, expect, it } from "vitest"
import { offerAddress } from "./engine-path.ts"

const ENGINE = "http://engine.test:3005/behind"
const WHEP = "/{path}/whep"

describe("an offer", () => {
  it("is posted at the path that is named, and at no other", () => {
    expect(offerAddress(ENGINE, WHEP, "live/p_1")?.href).toBe(`${ENGINE}/live/p_1/whep`)
    expect(offerAddress(ENGINE, WHEP, "live/a.b~c-d")?.href).toBe(`${ENGINE}/live/a.b~c-d/whep`)
    expect(offerAddress(ENGINE, "/v1/{path}", "live/$&")?.href).toBe(`${ENGINE}/v1/live/$&`)
    expect(offerAddress(`${ENGINE}/`, WHEP, "live/p_1")?.href).toBe(`${ENGINE}/live/p_1/whep`)
    expect(offerAddress(ENGINE, WHEP, "live/..")).toBeNull()
    expect(offerAddress(ENGINE, WHEP, "live/.")).toBeNull()
  })
})
