import { describe, expect, it } from "vitest"
import { brandSettings, hasDemoPartner, mailboxUrlOf, siteOrigins, smtpUrlOf } from "./addresses.ts"

const ports = { site: 3_000, simulators: 3_001, smtp: 3_002, backend: 4_000, media: 3_005 }
const real = { memberApiUrl: null, bankUrl: null, smtpUrl: "smtps://mail.example" }
const simulated = { memberApiUrl: null, bankUrl: null, smtpUrl: null }

describe("the addresses that processes are given of each other", () => {
  it("name the simulated mailbox where no mail server is set", () => {
    expect(smtpUrlOf({ config: simulated, ports })).toBe("smtp://127.0.0.1:3002")
    expect(mailboxUrlOf({ config: simulated, ports })).toBe("http://localhost:3001/mailbox")
    expect(smtpUrlOf({ config: real, ports })).toBe("smtps://mail.example")
    expect(mailboxUrlOf({ config: real, ports })).toBeNull()
    const others = { ...simulated, memberApiUrl: "https://members.example" }
    expect(mailboxUrlOf({ config: others, ports })).toBeNull()
  })

  it("give the links of mails one address for each brand, the house's first", () => {
    expect(siteOrigins({}, ports)).toEqual({
      SITE_ORIGINS: "foldcast=http://localhost:3000,lumio=http://partner.localhost:3000",
    })
    expect(siteOrigins({ SITE_ORIGINS: "a=https://a.example" }, ports)).toEqual({})
  })

  it("give the address where brands are described, and which host belongs to which", () => {
    expect(brandSettings({ environment: {}, production: false }, ports)).toEqual({
      PARTNERS:
        "foldcast=http://127.0.0.1:4000/partners/foldcast,lumio=http://127.0.0.1:4000/partners/lumio",
      BRAND_HOSTS: "lumio=partner.localhost:3000",
    })
    expect(brandSettings({ environment: {}, production: true }, ports)).not.toHaveProperty(
      "BRAND_HOSTS",
    )
    const environment = { PARTNERS: "a=https://a.example" }
    expect(brandSettings({ environment, production: false }, ports)).toEqual({})
    expect([{}, environment, { BRAND_HOSTS: "a=a.example" }].map(hasDemoPartner)).toEqual([
      true,
      false,
      false,
    ])
    const hosts = { BRAND_HOSTS: "lumio=l.example" }
    expect(brandSettings({ environment: hosts, production: false }, ports)).toEqual({
      PARTNERS: expect.stringContaining("lumio=") as string,
    })
  })
})
