/**
 * Markup in everything that other people may have written and a page shows, in a real browser on the built site:
 * names, brands, labels, addresses, storage. It stays text everywhere: nothing of it runs, appears in the document
 * or even triggers the policy. Also: which parts of a link the browser discloses to other sites.
 */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { trimmedEmail } from "@foldcast/rules/email"
import { wordsIn } from "../e2e/site-words.ts"
import { openContext } from "../support/browser.ts"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { lumio, ScriptedPartnerHost } from "../support/partner-host.ts"
import { ScriptedUpstream } from "../support/scripted-upstream.ts"
import { sharedBrowser } from "../support/shared-world.ts"
import { PAYLOADS } from "./markup-payloads.ts"
import { Person } from "./person.ts"

/** Payloads that share a page. */
const TOGETHER = 3
const rounds = Array.from({ length: Math.ceil(PAYLOADS.length / TOGETHER) }, (_, round) =>
  PAYLOADS.slice(round * TOGETHER, (round + 1) * TOGETHER),
)

/** Runs in every document before the page's own scripts. */
const LISTENING = `(() => {
  globalThis.violations = []
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    globalThis.violations.push([effectiveDirective, blockedURI, sample].join(" "))
  })
})()`

const FINDINGS = `JSON.stringify({
  violations: globalThis.violations,
  injected: [...document.querySelectorAll("[data-injected], injected-element, iframe, base, math")].map(({ outerHTML }) => outerHTML),
  scripts: [...document.querySelectorAll("a[href], form[action]")].map((each) => each.href ?? each.action).filter((url) => /^\\s*(?:javascript|data|vbscript):/i.test(url)),
})`
const NOTHING = { violations: [], injected: [], scripts: [] }

describe("text that others wrote", () => {
  let upstream: ScriptedUpstream
  let partner: ScriptedPartnerHost
  let gateway: TestGateway
  let browser: Browser
  let context: BrowserContext | null = null
  let hits = 0

  beforeAll(async () => {
    ;[upstream, partner, browser] = await Promise.all([
      ScriptedUpstream.start(),
      ScriptedPartnerHost.start(),
      sharedBrowser(),
    ])
    partner.tell(lumio())
    gateway = await startGateway({
      upstream: upstream.url,
      built: true,
      environment: { PARTNERS: `lumio=${partner.url}`, BRAND_REFRESH_MS: "100" },
    })
  })
  afterEach(async () => {
    await context?.close()
    context = null
  })
  afterAll(async () => {
    await gateway.close()
    await Promise.all([upstream.close(), partner.close()])
    await removeDirectory(gateway.dataDir)
  })

  const openPage = async (): Promise<Page> => {
    hits = 0
    context = await openContext(browser)
    await context.exposeFunction("hit", () => (hits += 1))
    await context.addInitScript(LISTENING)
    const page = await context.newPage()
    page.on("dialog", (dialog) => {
      hits += 1
      void dialog.dismiss()
    })
    return page
  }

  /**
   * Waits until React has hydrated the page. Passed as a function: the page's policy does not allow script from
   * text.
   */
  const hydrated = (page: Page) =>
    page.waitForFunction(() => {
      const { document } = globalThis as unknown as {
        readonly document: { readonly querySelector: (selector: string) => object | null }
      }
      const button = document.querySelector("header button") ?? {}
      return Object.keys(button).some((key) => key.startsWith("__reactProps"))
    })

  const isText = async (page: Page, where: string) => {
    expect(JSON.parse(await page.evaluate<string>(FINDINGS)), where).toEqual(NOTHING)
    expect(hits, where).toBe(0)
  }

  const within = (text: string, most: number) => text.slice(0, most)

  it("runs where nothing stops it, so that this test would notice", async () => {
    const page = await openPage()
    for (const [nth, payloads] of rounds.entries()) {
      await page.setContent(`<title>${payloads[0]}</title><p>${payloads.join(" ")}</p>`)
      const found = await page.evaluate<string>(FINDINGS)
      expect(hits > 0 || found !== JSON.stringify(NOTHING), `round ${nth + 1}`).toBe(true)
    }
    await expect.poll(() => hits).toBeGreaterThan(3)
  })

  for (const [nth, payloads] of rounds.entries()) {
    it(`is text, in names, brands, addresses, cookies and storage (${nth + 1})`, async () => {
      const all = payloads.join(" ")
      const [one = ""] = payloads
      const id = `m-${nth}`
      const account = { email: `x${all}@example.test`, password: "geheim1" }
      // Stored under the normalised address that the gateway sends.
      const email = trimmedEmail(account.email)
      upstream.addMember({
        id,
        ...account,
        email,
        username: all,
        credits: 7,
        verified: false,
      })
      upstream.script("GET /lander", {
        status: 200,
        body: {
          id: one,
          layout: "whitelabel",
          media: { mediaLeft: one, mediaRight: "javascript:hit()", amount: 1 },
          i18n: { en: { title: all, text: all }, [one]: { title: all, text: all } },
        },
      })
      partner.tell(
        lumio({
          name: within(one, 60),
          company: {
            name: within(all, 100),
            email: "x@y.example",
            phone: null,
            address: within(all, 200),
          },
          affiliateCode: within(one, 64),
          affiliateInfo: within(all, 255),
          disabledRoutes: payloads.map((payload) => within(payload, 60)),
          lander: within(one, 64),
        }),
      )
      await partner.heard()

      const person = await Person.logIn({ url: gateway.url }, account)
      expect(person.stream.tags).toContain("LoggedIn")
      person.leave()
      const query = new URLSearchParams(
        ["p", "pi", "click_id", "offer_id", "splash6", "q", "filter", "action", "next"].map(
          (name) => [name, all],
        ),
      ).toString()
      const page = await openPage()
      await page.context().addInitScript(
        `(() => { try {
          for (const key of ["theme", "previousRoute", "register:model", "fid", "favourites", "seenBanner", "active_stream"]) localStorage.setItem(key, ${JSON.stringify(all)})
          for (const key of ["tab", "tab-slice", "log-out-reason", "draft:logIn", "draft:register", "ivr-cache"]) sessionStorage.setItem(key, JSON.stringify({ email: ${JSON.stringify(all)}, dialog: ${JSON.stringify(one)} }))
        } catch {} })()`,
      )
      const cookie = (name: string, value: string) => ({ name, value, url: gateway.url })
      await page
        .context()
        .addCookies([
          cookie("auth", person.session),
          ...["language", "consent", "favourites", "fingerprint", "geo"].map((name) =>
            cookie(name, encodeURIComponent(all)),
          ),
        ])
      for (const path of [
        `/en?${query}#${encodeURIComponent(all)}`,
        `/en/${encodeURIComponent(one)}`,
      ]) {
        const answer = await page.goto(gateway.url + path)
        const html = (await answer?.text()) ?? ""
        await hydrated(page)
        await isText(page, path)
        // The page's data cannot break out: no character in them can end their element.
        for (const [, json = ""] of html.matchAll(
          /<script id="[\w-]+" type="application\/json"[^>]*>(.*?)<\/script>/gsu,
        )) {
          expect(json).not.toContain("<")
          expect(() => JSON.parse(json) as unknown).not.toThrow()
        }
      }
      expect(await page.locator("header").first().textContent()).toContain(
        within(one, 60).trim().slice(0, 5),
      )
    })
  }

  it("is text as a refusal's label too", async () => {
    const words = wordsIn("en")
    const page = await openPage()
    await page.goto(`${gateway.url}/en`)
    await hydrated(page)
    await page
      .locator("header")
      .getByRole("button", { name: words.logIn, exact: true })
      .first()
      .click()
    const dialog = page.getByRole("dialog")
    for (const payload of PAYLOADS.slice(0, 6)) {
      const label = within(payload, 200)
      const fields = [
        { field: label, label },
        { field: "email", label },
      ]
      upstream.script("POST /login", { status: 400, body: { label, fields } })
      await dialog.getByLabel(words.email).fill("somebody@example.test")
      await dialog.getByLabel(words.password, { exact: true }).fill("geheim1")
      const answered = page.waitForResponse((response) => response.url().endsWith("/api/commands"))
      await dialog.getByRole("button", { name: words.submitLogIn, exact: true }).click()
      await answered
      await dialog.getByRole("alert").first().waitFor()
      await isText(page, label)
    }
  })

  it("could not become markup even if the site's script took it for markup", async () => {
    const page = await openPage()
    await page.goto(`${gateway.url}/en`)
    await hydrated(page)
    for (const attempt of [
      'document.body.innerHTML = "<img src=x onerror=hit()>"',
      'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=hit()>")',
      'document.write("<script>hit()</scr" + "ipt>")',
      'document.body.append(Object.assign(document.createElement("script"), { text: "hit()" }))',
      'setTimeout("hit()")',
      'trustedTypes.createPolicy("other", { createHTML: (text) => text })',
      'trustedTypes.createPolicy("default", { createHTML: (text) => text })',
    ]) {
      const end = `(() => { try { ${attempt}; return "done" } catch (error) { return error.name } })()`
      expect(await page.evaluate<string>(end), attempt).toMatch(/^(?:TypeError|EvalError)$/u)
    }
    expect(hits).toBe(0)
  })

  it("in a link is sent with the one command it is for, when it is pressed, and nowhere else [LINK-01]", async () => {
    const canary = "canary-token.canary-payload.canary-signature"
    const page = await openPage()
    const told: Array<string> = []
    page.on("request", (request) => {
      if (request.isNavigationRequest()) return
      const { referer = "" } = request.headers()
      told.push(`${request.method()} ${request.url()} ${referer} ${request.postData() ?? ""}`)
    })
    page.on("websocket", (socket) => {
      told.push(socket.url())
      socket.on("framesent", ({ payload }) => told.push(String(payload)))
    })
    const posted = page.waitForRequest((request) => request.url().endsWith("/api/commands"))
    await page.goto(
      `${gateway.url}/en?p=abc&action=validate&token=${canary}&password=canary-password`,
    )
    const confirm = page.getByRole("button", { name: "Confirm email address" })
    await confirm.waitFor()
    await hydrated(page)
    await page.waitForLoadState("networkidle")
    expect(told.filter((each) => each.includes("canary"))).toEqual([])
    await confirm.click()
    expect((await posted).postData()).toContain(canary)
    expect(page.url()).toBe(`${gateway.url}/en?p=abc`)
    const leaks = told.filter((each) => each.includes("canary"))
    expect(leaks).toHaveLength(1)
    expect(leaks[0]).toMatch(/^POST \S+\/api\/commands \S* \{.*"_tag":"Activate"/u)
    expect(told.length).toBeGreaterThan(5)
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, document.documentElement.outerHTML])",
    )
    expect(kept).not.toContain("canary")
    expect(kept).not.toMatch(/"auth"|auth=/u)
  })
})
