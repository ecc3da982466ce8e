/** What a page contains before any script runs, and what the script does not request again. */
import { describe, expect, it } from "vitest"
import { HELD_WORLD } from "../support/demo-world.ts"
import { testSite } from "./site.ts"
import { isHandshake } from "./traffic.ts"
import { BUNDLE } from "./visitor.ts"

describe("a page", () => {
  const site = testSite(HELD_WORLD)

  it("shows a member's header in its first HTML, and asks for nothing that came with it", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openMemberTab()
    await tab.buy(0)
    // A pointer that rests on a card prefetches its performer, also some time after it has left; so the test moves
    // to a page without cards.
    await tab.page.mouse.move(0, 0)
    await tab.page.goto(`${site.world().urls.site}/en/privacy`)

    const asked: Array<string> = []
    tab.page.on("request", (request) => {
      if (isHandshake(request)) return
      const { pathname } = new URL(request.url())
      if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`)
    })
    const response = await tab.page.goto(tab.home)
    const html = (await response?.text()) ?? ""
    const header = html.slice(html.indexOf("<header"), html.indexOf("</header>"))
    expect(header).toContain(visitor.words.creditsButton(BUNDLE.credits))
    expect(header).not.toContain(visitor.words.signUp)
    await tab.hydrated()
    await tab.openWallet(BUNDLE.credits)
    // The wallet and what may still be bought are requested when it is opened; before that the stream delivered
    // everything. So is how many performers there are, which the list's heading says.
    const later = ["POST /api/commands", "POST /api/commands", "GET /api/performers/count"]
    expect(asked.filter((call) => !later.includes(call))).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(later.length)
    tab.isQuiet()
  })

  it.each(["nl", "en"] as const)("can be read without a script, in %s", async (locale) => {
    const visitor = await site.arrive({ locale, javaScriptEnabled: false })
    const page = await visitor.context.newPage()
    const response = await page.goto(`${site.world().urls.site}/${locale}`)
    expect(response?.status()).toBe(200)
    expect(response?.headers()["rating"]).toBe("RTA-5042-1996-1400-1577-RTA")
    expect(response?.headers()["cache-control"]).toBe("no-store")
    expect(await page.locator("html").getAttribute("lang")).toBe(locale)
    await page.getByRole("heading", { level: 1, name: visitor.words.guestHeading }).waitFor()
  })

  it.each(["/nl", "/en", "/en/privacy", "/nl/terms-conditions", "/en/nowhere"])(
    "hydrates %s without a message on the console",
    async (path) => {
      const visitor = await site.arrive({ locale: "en" })
      const tab = await visitor.emptyTab()
      const response = await tab.page.goto(`${site.world().urls.site}${path}`)
      await tab.hydrated()
      const missing = response?.status() === 404
      expect(missing).toBe(path.endsWith("nowhere"))
      // The browser itself reports a missing page on the console.
      expect(
        tab.watched.complaints().filter((line) => !(missing && line.includes("status of 404"))),
      ).toEqual([])
    },
  )
})
