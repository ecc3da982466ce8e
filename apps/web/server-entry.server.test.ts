import { beforeAll, describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import type { MemberId } from "@foldcast/contracts/ids"
import type { Locale } from "@foldcast/contracts/units"
import { builtRender, pageInput } from "./screens/scripted-gateway.fixture.ts"

const started = (locale: Locale): Event => ({
  _tag: "VisitStarted",
  locale,
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
})
const member: ReadonlyArray<Event> = [
  { _tag: "LoggedIn", memberId: "m_1" as MemberId, username: "</script><b>", verified: false },
  { _tag: "CreditsChanged", credits: 1_234 },
]

describe("a page made on the server", () => {
  let page: (path: string, locale: Locale, events?: ReadonlyArray<Event>) => Promise<Response>
  beforeAll(async () => {
    const render = await builtRender()
    page = (path, locale, events = []) =>
      render(pageInput(`http://127.0.0.1${path}`, locale, [started(locale), ...events]))
  })

  it("is in the language it was asked for, also beside pages in another", async () => {
    const locales = Array.from({ length: 20 }, (_, index): Locale => (index % 2 ? "en" : "nl"))
    const texts = await Promise.all(
      locales.map(async (locale) => (await page(locale === "en" ? "/en" : "/", locale)).text()),
    )
    texts.forEach((text, index) => {
      expect(text).toContain(`<html lang="${locales[index]}"`)
      expect(text.includes("Chat live. Pay\u00A0by\u00A0the\u00A0minute.")).toBe(
        locales[index] === "en",
      )
      expect(text.includes("Chat live. Betaal\u00A0per\u00A0minuut.")).toBe(locales[index] === "nl")
    })
  })

  it("is rendered at an unprefixed address in the language it is told", async () => {
    const text = await (await page("/", "en")).text()
    expect(text).toContain("Chat live. Pay\u00A0by\u00A0the\u00A0minute.")
    expect(text).toContain('rel="canonical" href="https://foldcast.test/en"')
  })

  it("shows a member their header at once, and a guest theirs [SHELL-13, SHELL-14, SHELL-15, SHELL-17, SHELL-38]", async () => {
    const header = async (events?: ReadonlyArray<Event>) => {
      const text = await (await page("/", "nl", events)).text()
      return /<header class="site-header".*?<\/header>/su.exec(text)?.[0] ?? ""
    }
    const [asMember, asGuest] = await Promise.all([header(member), header()])
    expect(asMember).toContain('aria-label="1.234\u00A0credits, credits kopen"')
    for (const text of [asMember, asGuest]) {
      expect(text).toContain('aria-label="Foldcast, naar de startpagina"')
      expect(text).toContain('aria-label="Taal: Nederlands"')
    }
    expect(asMember).toContain("Menu van ")
    expect(asGuest).toContain("Gratis aanmelden")
    expect(asMember).not.toContain("Gratis aanmelden")
    expect(asMember).not.toContain("Inloggen")
    expect(asGuest).toContain("Inloggen")
    expect(asGuest).not.toContain('credits kopen"')
    expect(asGuest).not.toContain("Menu van ")
  })

  it("has status 404 for a path without a route [ROUTE-35]", async () => {
    for (const path of ["/nergens", "/nergens/heen", "/de", "/en/nowhere"]) {
      const response = await page(path, "en")
      expect(response.status).toBe(404)
      expect(await response.text()).toContain("This page could not be found")
    }
    expect((await page("/en", "en")).status).toBe(200)
  })

  it("lets nothing that it carries become markup", async () => {
    const text = await (await page("/", "nl", member)).text()
    expect(text).not.toContain("</script><b>")
    const facts = /<script id="first-facts"[^>]*>(?<json>[^<]*)<\/script>/u.exec(text)?.groups
    expect(JSON.parse(facts?.["json"] ?? "null")).toMatchObject({
      visit: "visit-0001",
      epoch: "e1",
      events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    })
  })

  it("gives every script the nonce", async () => {
    const text = await (await page("/", "nl", member)).text()
    const scripts = [...text.matchAll(/<script\b[^>]*>/gu)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) expect(script).toContain('nonce="c2NyaXB0ZWQ"')
  })

  it("gives search engines title, description and addresses [SHELL-54]", async () => {
    const text = await (await page("/en/privacy", "en")).text()
    expect(text).toContain("<title>Privacy statement · Foldcast</title>")
    expect(text).toMatch(/<meta name="description" content="[^"]{20,160}"/u)
    expect(text).toMatch(/rel="alternate" hreflang="nl" href="https:\/\/foldcast.test\/privacy"/iu)
    expect(text).toMatch(
      /rel="alternate" hreflang="en" href="https:\/\/foldcast.test\/en\/privacy"/iu,
    )
  })
})
