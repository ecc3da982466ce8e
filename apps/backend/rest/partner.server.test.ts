import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LanderAnswer } from "@foldcast/contracts/upstream/member-api"
import { MAX_CONFIGURATION_BYTES, PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { brandColoursFaults, MEASURED_THEMES } from "@foldcast/colours/brand-colours"
import { testBackend, type TestBackend } from "../backend.fixture.ts"

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const fetched = (path: string) => fetch(backend.url + path)
const configurationOf = async (brand: string) => {
  const response = await fetched(`/partners/${brand}/common/configuration.json`)
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_CONFIGURATION_BYTES)
  return Schema.decodeUnknownSync(PartnerConfiguration)(JSON.parse(text))
}

describe("partner hosts", () => {
  it("describe a brand to anybody, as the contract has it [API-065]", async () => {
    expect(await configurationOf("foldcast")).toMatchObject({ id: "foldcast", radius: 8 })
    expect(await configurationOf("lumio")).toMatchObject({
      id: "lumio",
      features: { fullRegistration: true },
      welcomeCredits: 180,
    })
  })

  it("look like two different brands, in colours that can be read", async () => {
    const [house, partner] = [await configurationOf("foldcast"), await configurationOf("lumio")]
    for (const theme of ["dark", "light"] as const) {
      const apart = Math.abs(house.colours[theme].brand.h - partner.colours[theme].brand.h)
      expect(Math.min(apart, 360 - apart)).toBeGreaterThan(90)
    }
    expect(
      [house, partner].flatMap(({ colours }) =>
        MEASURED_THEMES.flatMap((theme) => brandColoursFaults(colours, theme)),
      ),
    ).toEqual([])
  })

  it("serve the logo that they name and nothing else", async () => {
    const { logo } = await configurationOf("lumio")
    const response = await fetched(`/partners/lumio${logo}`)
    expect(response.headers.get("content-type")).toBe("image/svg+xml")
    expect(await response.text()).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u)
    for (const path of [
      "/partners/foldcast/common/lumio.svg",
      "/partners/lumio/common/other.svg",
      "/partners/nobody/common/configuration.json",
      "/partners/lumio/common/..%2fconfiguration.json",
    ]) {
      expect((await fetched(path)).status).toBe(404)
    }
  })
})

describe("landing pages", () => {
  it("exist for each brand that names one, and for no other [API-029]", async () => {
    for (const brand of ["foldcast", "lumio"]) {
      const { lander } = await configurationOf(brand)
      const { status, body } = await backend.call("GET", `/lander?id=${lander}`)
      expect(status).toBe(200)
      expect(Schema.decodeUnknownSync(LanderAnswer)(body)).toMatchObject({
        id: lander,
        layout: "whitelabel",
      })
    }
    for (const query of ["?id=nothing", ""]) {
      expect(await backend.call("GET", `/lander${query}`)).toMatchObject({
        status: 404,
        body: { label: "notFound" },
      })
    }
  })
})
