/**
 * Brands through a whole gateway: partner hosts over real HTTP, and every page uses the current table of brands.
 */
import { request as httpRequest } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import { startGateway, type TestGateway } from "../support/gateway.ts"
import { lumio, ScriptedPartnerHost } from "../support/partner-host.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

interface Ground {
  readonly gateway: TestGateway
  readonly partner: ScriptedPartnerHost
  readonly upstream: ScriptedUpstream
}

const PARTNER_HOST = "partner.localhost"

const start = async (
  prepare: (partner: ScriptedPartnerHost, upstream: ScriptedUpstream) => void,
  options: { readonly dataDir?: string; readonly refreshMs?: number } = {},
): Promise<Ground> => {
  const upstream = await ScriptedUpstream.start()
  closing.push(() => upstream.close())
  const partner = await ScriptedPartnerHost.start()
  closing.push(() => partner.close())
  prepare(partner, upstream)
  const gateway = await startGateway({
    upstream: upstream.url,
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
    environment: {
      PARTNERS: `foldcast=${upstream.url}/nothing-here,lumio=${partner.url}`,
      BRAND_HOSTS: `lumio=${PARTNER_HOST}`,
      BRAND_REFRESH_MS: String(options.refreshMs ?? 100),
    },
    render: ({ brand }) => Promise.resolve(Response.json(brand)),
  })
  closing.push(gateway.close)
  return { gateway, partner, upstream }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** `fetch` sets Host itself. */
const get = (
  gateway: TestGateway,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = httpRequest(new URL(path, gateway.url), { headers }, (response) => {
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (text: string) => (body += text))
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      )
    })
    asking.on("error", reject)
    asking.end()
  })

const brandAt = async (gateway: TestGateway, host: string, path = "/api/brand") =>
  JSON.parse((await get(gateway, path, { Host: host })).body) as PublicBrand

describe("a partner's brand", () => {
  it("names where weaknesses of its own site are reported, with the company's address where it has no other", async () => {
    const { gateway, partner } = await start((host) =>
      host.tell(lumio({ securityContact: "https://lumio.example/report" })),
    )
    const contactAt = async (host: string) => {
      const { body } = await get(gateway, "/.well-known/security.txt", { Host: host })
      expect(body).toContain(`Canonical: http://${host}/.well-known/security.txt`)
      return /^Contact: (.+)$/mu.exec(body)?.[1]
    }
    const house = new URL(gateway.url).host
    expect(await contactAt(PARTNER_HOST)).toBe("https://lumio.example/report")
    expect(await contactAt(house)).toBe("mailto:help@foldcast.example")
    partner.tell(lumio({ company: { ...lumio().company, email: "safe@lumio.example" } }))
    await expect.poll(() => contactAt(PARTNER_HOST)).toBe("mailto:safe@lumio.example")
  })

  it("answers at its hosts and no others, pages too, whatever a proxy header says [SHELL-06, API-065]", async () => {
    const { gateway } = await start((partner) => partner.tell(lumio()))
    expect(await brandAt(gateway, PARTNER_HOST)).toMatchObject({ id: "lumio", name: "Lumio" })
    expect(await brandAt(gateway, PARTNER_HOST, "/en")).toMatchObject({ id: "lumio" })
    expect(await brandAt(gateway, "anything.test")).toMatchObject({ id: "foldcast" })
    const spoofed = { Host: "anything.test", "X-Forwarded-Host": PARTNER_HOST }
    expect(JSON.parse((await get(gateway, "/api/brand", spoofed)).body)).toMatchObject({
      id: "foldcast",
    })
  })

  it("has its colours, company, affiliate, features and credits [SHELL-07, SHELL-08, SHELL-09, SHELL-10, CONST-01]", async () => {
    const told = lumio({
      affiliateCode: "L1",
      affiliateInfo: "spring",
      features: { safe: true },
      welcomeCredits: 180,
    })
    const { gateway } = await start((partner) => partner.tell(told))
    const brand = await brandAt(gateway, PARTNER_HOST)
    expect(brand).toMatchObject({
      colours: told.colours,
      company: told.company,
      affiliateCode: "L1",
      affiliateInfo: "spring",
      welcomeCredits: 180,
      features: { messenger: true, safe: true, christmasMode: false, categories: false },
    })
    expect(await brandAt(gateway, "localhost")).toMatchObject({ welcomeCredits: 120 })
  })

  it("that is always in no-nude mode gets no still that is not marked for it [ROUTE-47]", async () => {
    const { gateway, upstream } = await start((partner) =>
      partner.tell(lumio({ features: { safe: true } })),
    )
    const asked = async (host: string) => {
      await get(gateway, `/api/performers/p_anna/still`, { Host: host })
      return upstream.last("GET /performers/p_anna/still").query["noNude"]
    }
    await expect.poll(async () => (await brandAt(gateway, PARTNER_HOST)).id).toBe("lumio")
    expect(await asked(PARTNER_HOST)).toBe("true")
    expect(await asked("localhost")).toBeUndefined()
  })

  it("has no pages that it switched off, in all languages or in one, and other brands have them [ROUTE-21]", async () => {
    const { gateway } = await start((partner) =>
      partner.tell(lumio({ disabledRoutes: ["privacy", "cookies-en"] })),
    )
    const lead = async (path: string, host = PARTNER_HOST) => {
      const { status, headers } = await get(gateway, path, { Host: host })
      return [status, headers["location"]]
    }
    expect(await lead("/privacy")).toEqual([302, "/"])
    expect(await lead("/en/privacy")).toEqual([302, "/en"])
    expect(await lead("/en/cookies")).toEqual([302, "/en"])
    expect(await lead("/cookies")).toEqual([200, undefined])
    expect(await lead("/privacy", "localhost")).toEqual([200, undefined])
  })

  it("changes without a restart, and keeps its last good configuration [SHELL-06]", async () => {
    const { gateway, partner } = await start((host) => host.tell(lumio()))
    partner.tell(lumio({ name: "Lumio Two" }))
    await partner.heard()
    expect((await brandAt(gateway, PARTNER_HOST)).name).toBe("Lumio Two")
    const path = "/common/configuration.json"
    const pale = { brand: { l: 0.95, c: 0, h: 0 }, onBrand: { l: 0.99, c: 0, h: 0 } }
    const { colours } = lumio()
    const bad = [
      { body: "<html>" },
      { body: JSON.stringify({ ...lumio(), name: 7 }) },
      { body: JSON.stringify(lumio({ colours: { ...colours, light: pale } })) },
      { body: JSON.stringify({ ...lumio(), padding: "x".repeat(70_000) }) },
      { status: 500, body: JSON.stringify(lumio()) },
      { status: 302, headers: { Location: "/elsewhere" }, body: "" },
    ]
    partner.answers.set("/elsewhere", { body: JSON.stringify(lumio({ name: "Elsewhere" })) })
    for (const answer of bad) {
      partner.answers.set(path, answer)
      await partner.heard()
      expect((await brandAt(gateway, PARTNER_HOST)).name).toBe("Lumio Two")
    }
    expect(partner.asked).not.toContain("/elsewhere")
  })

  it("is shown from the last good copy by a gateway that starts while the host does not answer", async () => {
    const first = await start((partner) => partner.tell(lumio({ name: "Kept" })))
    await first.gateway.close()
    closing.splice(closing.indexOf(first.gateway.close), 1)
    const { gateway } = await start(
      (partner) => partner.answers.set("/common/configuration.json", { status: 503, body: "" }),
      { dataDir: first.gateway.dataDir },
    )
    expect((await brandAt(gateway, PARTNER_HOST)).name).toBe("Kept")
  })

  it("looks like the house under its own id while its host never answered", async () => {
    const { gateway } = await start(() => undefined)
    const [partner, house] = [
      await brandAt(gateway, PARTNER_HOST),
      await brandAt(gateway, "localhost"),
    ]
    // The brand's front page uses the house's texts with the brand's own name.
    const seoText = Object.fromEntries(
      Object.entries(house.seoText ?? {}).map(([locale, text]) => [
        locale,
        text.replaceAll(house.name, "Lumio"),
      ]),
    )
    expect(partner).toEqual({ ...house, id: "lumio", name: "Lumio", seoText })
  })

  it("has the layout of its lander, and the plain one where there is none [API-029]", async () => {
    const lander = {
      id: "spring",
      layout: "whitelabel",
      media: { mediaLeft: null, mediaRight: null, amount: 60 },
      i18n: { nl: { title: "Welkom", text: "Fijn dat je er bent." } },
    }
    const { gateway, upstream } = await start(
      (partner, api) => {
        partner.tell(lumio({ lander: "spring" }))
        api.script("GET /lander", { status: 200, body: lander })
      },
      { refreshMs: 60_000 },
    )
    expect(upstream.calls).toContain("GET /lander")
    const { id, media, i18n } = lander
    expect(await brandAt(gateway, PARTNER_HOST)).toMatchObject({
      layout: "whitelabel",
      lander: { id, media, i18n },
    })
    expect(await brandAt(gateway, "localhost")).toMatchObject({ layout: "default", lander: null })
    const refused = await start((partner) => partner.tell(lumio({ lander: "gone" })))
    expect(await brandAt(refused.gateway, PARTNER_HOST)).toMatchObject({ layout: "default" })
  })

  it("has a logo that runs nothing, only of the type it says [SHELL-07]", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const { gateway, partner } = await start((host) => {
      host.tell(lumio({ logo: "/common/mark.svg" }))
      host.answers.set("/common/mark.svg", {
        headers: { "Content-Type": "image/svg+xml; charset=utf-8" },
        body: svg,
      })
    })
    expect((await brandAt(gateway, PARTNER_HOST)).logo).toBe("/brand/lumio/logo")
    const logo = await get(gateway, "/brand/lumio/logo")
    expect(logo.body).toBe(svg)
    expect(logo.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "x-content-type-options": "nosniff",
    })
    expect(logo.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/u)
    const again = await get(gateway, "/brand/lumio/logo", {
      "If-None-Match": String(logo.headers["etag"]),
    })
    expect(again.status).toBe(304)
    expect((await get(gateway, "/brand/foldcast/logo")).status).toBe(404)
    expect((await get(gateway, "/brand/..%2f..%2fx/logo")).status).toBe(404)
    partner.tell(lumio({ logo: "/common/page.png" }))
    partner.answers.set("/common/page.png", {
      headers: { "Content-Type": "text/html" },
      body: "<html>",
    })
    await partner.heard()
    expect((await brandAt(gateway, PARTNER_HOST)).logo).toBeNull()
    expect((await get(gateway, "/brand/lumio/logo")).status).toBe(404)
  })

  it("is cached shortly and separately for each host", async () => {
    const { gateway } = await start((partner) => partner.tell(lumio()))
    const { headers } = await get(gateway, "/api/brand", { Host: PARTNER_HOST })
    expect(headers).toMatchObject({ vary: "Host", "cache-control": "public, max-age=60" })
    const tag = { Host: PARTNER_HOST, "If-None-Match": String(headers["etag"]) }
    expect((await get(gateway, "/api/brand", tag)).status).toBe(304)
    expect((await get(gateway, "/api/brand", { ...tag, Host: "localhost" })).status).toBe(200)
  })
})
