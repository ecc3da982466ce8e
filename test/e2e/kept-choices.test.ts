/** A visitor's choices in a browser that deletes script-written data after seven days, as Safari does. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { testSite } from "./site.ts"
import type { Visitor } from "./visitor.ts"

const WEEK_S = 604_800
const DAY_S = 86_400

/** Intelligent Tracking Prevention, for cookies only. */
const capCookiesOfScript = (page: Page) =>
  page.addInitScript(`(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie")
    const capped = (text) =>
      text.replace(/Max-Age=(\\d+)/u, (_, age) => "Max-Age=" + Math.min(age, ${WEEK_S}))
    Object.defineProperty(document, "cookie", {
      get: () => get.call(document),
      set: (text) => set.call(document, capped(text)),
    })
  })()`)

describe("a visitor's choice", () => {
  const site = testSite()

  /** The cookie's value and remaining days. */
  const kept = async ({ context }: Visitor, name: string) => {
    const found = (await context.cookies()).find((cookie) => cookie.name === name)
    return found && [found.value, Math.round((found.expires - Date.now() / 1000) / DAY_S)]
  }

  it("is kept as long as the site says, where script's own cookies end after seven days [COOKIE-04]", async () => {
    const visitor = await site.arrive()
    const tab = await visitor.openTab()
    await capCookiesOfScript(tab.page)
    await tab.visit()
    await tab.press(m.consent_refuse)
    await expect.poll(() => kept(visitor, "consent")).toEqual(["refused", 180])
    // Viewing pages neither extends nor shortens a choice.
    const before = (await visitor.context.cookies()).find(({ name }) => name === "consent")
    await tab.visit(visitor.address("/cookies"))
    const after = (await visitor.context.cookies()).find(({ name }) => name === "consent")
    expect(after).toEqual(before)

    const links = tab.page.locator("footer").getByRole("link", { name: "English" })
    await links.click()
    await tab.page.waitForURL(/\/en\/cookies$/u)
    await expect.poll(() => kept(visitor, "language")).toEqual(["en", 365])
  })
})
