/** Tests the page of results for a name in a browser: the ways that lead there, its list, and where nobody is found. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { foundAnswer, performer } from "../../screens/performers.fixture.ts"
import type { QueryAnswer } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const LUNAS = ["Luna", "LunaRay", "MissLuna"].map((username, index) =>
  performer(20 + index, { username, onlineStatus: index === 2 ? 0 : 1 }),
)
const names = (typed: string): QueryAnswer => foundAnswer(typed.startsWith("lun") ? LUNAS : [])
const queries = catalogueQueries({ names })
const open = async (screen: Screen, events = guest()) => {
  const page = await pages.open({ events, queries }, screen)
  await takenOver(page, ".search-bar input")
  return page
}
const field = (page: Page) => page.locator(".search-bar").getByRole("combobox")
const cards = (page: Page) => page.locator("main .performer-card__name")
const shown = (page: Page) => cards(page).allTextContents()
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })

describe("the page of results", () => {
  it("is where Enter leads without a chosen option, with the tracking parameters, from any page [FIND-01, ROUTE-44]", async () => {
    const page = await open({ path: "/privacy?p=a1" })
    await field(page).fill(" luna ")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/results?name=luna&p=a1")
    await heading(page, "Resultaten voor ‘luna’").waitFor()
    await expect.poll(() => shown(page)).toEqual(["Luna", "LunaRay", "MissLuna"])
    await page.getByRole("heading", { level: 2, name: "3 performers gevonden" }).waitFor()
    expect(await field(page).inputValue()).toBe("")
    await field(page).fill("   ")
    await page.keyboard.press("Enter")
    await field(page).fill("lunar")
    await page.keyboard.press("Enter")
    await heading(page, "Resultaten voor ‘lunar’").waitFor()
    await page.goBack()
    await heading(page, "Resultaten voor ‘luna’").waitFor()
    // What was typed is in no fact.
    expect(JSON.stringify(pages.gateway.facts)).not.toContain("lun")
  })

  it("is where the last option leads [FIND-01]", async () => {
    const page = await open({ path: "/en", width: 390 }, guest("en"))
    await field(page).fill("luna")
    await page.getByRole("option", { name: "All results" }).click()
    await page.waitForURL("**/en/results?name=luna")
    await heading(page, "Results for “luna”").waitFor()
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex,follow")
    await cards(page).first().click()
    await page.waitForURL("**/en/profile/Luna")
  })

  it("offers who is live where nobody is found, each once [FIND-01]", async () => {
    const page = await open({ path: "/results?name=xyzzy" })
    await page.getByRole("heading", { name: "Niemand gevonden voor ‘xyzzy’" }).waitFor()
    await page.getByRole("heading", { name: "Nu live" }).waitFor()
    const all = await shown(page)
    expect(all.length).toBe(12)
    expect(new Set(all).size).toBe(12)
    await pages.gateway.told({ _tag: "AnswerApplied", key: "/api/performers/autocomplete" })
    expect(JSON.stringify(pages.gateway.facts)).not.toContain("xyzzy")
  })

  it("says how to search where the name is too short, and offers who is live", async () => {
    const page = await open({ path: "/results" })
    await heading(page, "Zoeken op naam").waitFor()
    await page.getByText("Typ minstens drie letters").waitFor()
    expect(await cards(page).count()).toBe(12)
  })

  it("is there without script: the field is a form that leads to it, and its list is in the HTML [FIND-01, ROUTE-44]", async () => {
    const page = await pages.visit(
      { events: guest(), queries },
      { path: "/?p=a1", browser: { javaScriptEnabled: false } },
    )
    await field(page).fill("luna")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/results\?.*name=luna/u)
    expect(new URL(page.url()).searchParams.get("p")).toBe("a1")
    expect(await shown(page)).toEqual(["Luna", "LunaRay", "MissLuna"])
    await field(page).fill("xyzzy")
    await page.keyboard.press("Enter")
    await page.waitForURL(/name=xyzzy/u)
    await page.getByRole("heading", { name: "Nu live" }).waitFor()
    expect(await cards(page).count()).toBe(12)
  })

  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl", name: "luna" },
        { width: 1_280, scheme: "light", locale: "en", name: "xyzzy" },
      ],
      [
        { width: 320, scheme: "light", locale: "nl", name: "xyzzy" },
        { width: 1_280, scheme: "dark", locale: "nl", name: "luna" },
      ],
    ),
  )("looks and speaks right at $width, $scheme, $locale", async ({ locale, name, ...screen }) => {
    const page = await open({ ...screen, path: `/${locale}/results?name=${name}` }, guest(locale))
    await cards(page).first().waitFor()
    await pages.expectSound(page)
  })
})
