/**
 * Tests the home page's rows of whom the visitor knows, in a browser with a scripted gateway: who is in them, what of
 * it is kept, and that neither of them ever moves what is below.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Event } from "@foldcast/contracts/stream/event"
import { MAX_RECENT } from "@foldcast/rules/grid/list"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { layoutShifts, recordLayoutShifts } from "../../screens/layout-shifts.fixture.ts"
import { performer, performers, performersAnswer } from "../../screens/performers.fixture.ts"
import { answersWith, MILA_ID, profile } from "../../screens/profile-pages.fixture.ts"
import type { GatewayScript, QueryAnswer } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

type Cookies = Readonly<Record<string, string>>

/** A browser that has these cookies before its first page. */
const withCookies = (cookies: Cookies, screen: Screen = {}): Screen => ({
  ...screen,
  prepare: async (page, context) => {
    const url = pages.gateway.origin
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
    await recordLayoutShifts(page)
  },
})
const cookie = async (name: string) =>
  (await pages.context.cookies()).find((found) => found.name === name)?.value

const RECENT = { consent: "accepted", recent: "p_3.p_1.p_9" }
const recent = (page: Page) => page.getByRole("region", { name: "Laatst bekeken" })
const favourites = (page: Page) => page.getByRole("region", { name: "Favorieten die live zijn" })
const names = (row: ReturnType<typeof recent>) => row.locator(".face__name").allTextContents()

/** Performers 1 and 3 are live, 2 is in VIP, and 9 is offline. */
const ALL: ReadonlyArray<PerformerSummary> = performers(0, 64).map((one) =>
  one.performerId === "p_9" ? performer(9, { onlineStatus: 0 }) : one,
)
const queries = (url: URL): QueryAnswer | Promise<QueryAnswer> | undefined =>
  url.pathname === "/api/performers" ? performersAnswer(ALL, url) : catalogueQueries()(url)
const byIds = () => pages.gateway.queries.filter((path) => path.includes("ids="))

const openHome = (screen: Screen, changed: Partial<GatewayScript> = {}) =>
  pages.open({ events: guest(), queries, ...changed }, screen)

describe("the row of whose profiles were looked at last", () => {
  it("has the last one first, on the next home page, and is in the page that a reload brings [FIND-09]", async () => {
    const page = await pages.open(
      { events: guest(), queries: answersWith(() => ({ body: profile() })) },
      withCookies({ consent: "accepted" }),
    )
    await takenOver(page)
    expect(await recent(page).count()).toBe(0)
    await page.locator("a[data-profile=Luna]").click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
    await expect.poll(() => cookie("recent")).toBe("p_luna")
    const home = page.getByRole("banner").getByRole("link").first()
    await home.click()
    await recent(page)
      .getByRole("link", { name: /^Luna,/u })
      .waitFor()
    await page.locator("main .performer-grid a[data-profile=Mila]").click()
    await page.getByRole("heading", { level: 1, name: "Mila" }).waitFor()
    await expect.poll(() => cookie("recent")).toBe(`${MILA_ID}.p_luna`)
    await home.click()
    await expect.poll(() => names(recent(page))).toEqual(["Mila", "Luna"])
    const { headers } = await page.request.get(page.url()).then(async (response) => ({
      headers: await response.text(),
    }))
    expect(headers).toContain("Laatst bekeken")
    await recent(page)
      .getByRole("link", { name: /^Luna,/u })
      .click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
  })

  it("is as it was on the way back, so the list is where it was", async () => {
    const page = await pages.open(
      { events: guest(), queries: answersWith(() => ({ body: profile() })) },
      withCookies({ consent: "accepted" }),
    )
    await takenOver(page)
    const card = page.locator(".performer-grid a[data-profile=Luna]")
    const before = await card.boundingBox()
    await card.click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
    await expect.poll(() => cookie("recent")).toBe("p_luna")
    await page.goBack()
    await card.waitFor()
    expect(await recent(page).count()).toBe(0)
    // In the first layout the card may be a sixty-fourth of a pixel lower.
    await expect.poll(() => card.boundingBox()).toEqual(before)
  })

  it.each([
    { width: 320, height: 568, scheme: "light" },
    { width: 1_280, height: 844, scheme: "dark" },
  ] as const)(
    "marks who is live and who is not, and scrolls by keyboard, at $width [FIND-09]",
    async (screen) => {
      const many = Array.from({ length: MAX_RECENT }, (_, index) => `p_${index}`).join(".")
      const page = await openHome(withCookies({ consent: "accepted", recent: many }, screen))
      await takenOver(page)
      await pages.expectSound(page)
      const links = recent(page).getByRole("link")
      expect(await links.count()).toBe(MAX_RECENT)
      expect(await links.nth(9).locator(".status-chip").textContent()).toContain("Offline")
      await links.first().focus()
      for (let next = 1; next < MAX_RECENT; next += 1) await page.keyboard.press("Tab")
      const last = await links.last().boundingBox()
      expect((last?.x ?? -1) + (last?.width ?? 0)).toBeLessThanOrEqual(screen.width)
      expect(await links.last().evaluate((link) => link === document.activeElement)).toBe(true)
      expect(byIds()).toEqual([])
    },
  )

  it("is cleared by one press, with what is kept of it [FIND-09]", async () => {
    const page = await openHome(withCookies(RECENT))
    await takenOver(page, ".known-row button")
    expect(await names(recent(page))).toEqual(["Mila3", "Luna1", "Faye9"])
    await recent(page).getByRole("button", { name: "Wis wie je het laatst bekeek" }).click()
    await recent(page).waitFor({ state: "detached" })
    expect(await cookie("recent")).toBeUndefined()
    const heading = page.getByRole("heading", { level: 1 })
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.reload()
    await takenOver(page)
    expect(await recent(page).count()).toBe(0)
  })

  it.each(["refused", null] as const)(
    "is not there and nothing is kept for it where consent is %s [COOKIE-05]",
    async (consent) => {
      const page = await pages.open(
        { events: guest(), consent, queries: answersWith(() => ({ body: profile() })) },
        withCookies({ recent: "p_luna" }),
      )
      await takenOver(page)
      expect(await recent(page).count()).toBe(0)
      await page.locator("a[data-profile=Noor]").click()
      await page.getByRole("heading", { level: 1, name: "Noor" }).waitFor()
      await pages.gateway.told({ _tag: "Navigated", path: "/profile/Noor" })
      expect(await cookie("recent")).toBe("p_luna")
      await page.getByRole("banner").getByRole("link").first().click()
      await page.locator(".performer-grid a[data-profile=Noor]").waitFor()
      expect(await recent(page).count()).toBe(0)
      expect(byIds()).toEqual([])
    },
  )

  it("is gone as soon as the consent is taken back [COOKIE-05]", async () => {
    const page = await openHome(withCookies(RECENT))
    await takenOver(page, ".known-row button")
    await page.getByRole("contentinfo").getByRole("button", { name: "Cookiekeuze" }).click()
    const dialog = page.getByRole("dialog", { name: "Jouw cookiekeuze" })
    await dialog.getByRole("button", { name: "Weigeren" }).click()
    await recent(page).waitFor({ state: "detached" })
    expect(await cookie("recent")).toBeUndefined()
  })

  it("has nobody from before where the consent is given again [COOKIE-05]", async () => {
    const page = await openHome(withCookies(RECENT))
    await takenOver(page, ".known-row button")
    const choice = page.getByRole("contentinfo").getByRole("button", { name: "Cookiekeuze" })
    const dialog = page.getByRole("dialog", { name: "Jouw cookiekeuze" })
    for (const answer of ["Weigeren", "Toestaan"]) {
      await choice.click()
      await dialog.getByRole("button", { name: answer }).click()
      await dialog.waitFor({ state: "detached" })
    }
    await expect.poll(() => cookie("consent")).toBe("accepted")
    expect(await recent(page).count()).toBe(0)
  })

  it("is gone when its member logs out, on the way back too: the next one at the device is somebody else [COOKIE-05]", async () => {
    const page = await openHome(withCookies({ ...RECENT, favourites: "p_1.p_2" }), {
      events: [...member(), { _tag: "FavouritesListed", performerIds: ["p_1", "p_2"] }],
      queries: (url) =>
        url.searchParams.has("ids")
          ? performersAnswer(ALL, url)
          : answersWith(() => ({ body: profile() }))(url),
    })
    await takenOver(page, ".known-row button")
    await recent(page).waitFor()
    await favourites(page).waitFor()
    pages.gateway.emit({ _tag: "LoggedOut", reason: "requested" })
    await recent(page).waitFor({ state: "detached" })
    await favourites(page).waitFor({ state: "detached" })
    await expect.poll(() => cookie("recent")).toBeUndefined()
    await page.locator(".performer-grid a[data-profile=Luna]").click()
    await page.getByRole("heading", { level: 1, name: "Luna" }).waitFor()
    await page.goBack()
    await page.locator(".performer-grid a[data-profile=Luna]").waitFor()
    expect(await recent(page).count()).toBe(0)
    expect(await favourites(page).count()).toBe(0)
    expect(byIds()).toEqual([])
  })

  it("keeps the last twelve, each once [FIND-09]", async () => {
    const twelve = Array.from({ length: MAX_RECENT - 1 }, (_, index) => `p_${index}`)
    const page = await pages.open(
      { events: guest(), queries: answersWith(() => ({ body: profile() })) },
      withCookies({ consent: "accepted", recent: [...twelve, "p_luna"].join(".") }),
    )
    await takenOver(page)
    const home = page.getByRole("banner").getByRole("link").first()
    for (const [name, kept] of [
      ["Luna", ["p_luna", ...twelve]],
      ["Mila", [MILA_ID, "p_luna", ...twelve.slice(0, -1)]],
    ] as const) {
      await page.locator(`.performer-grid a[data-profile=${name}]`).click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
      await expect.poll(() => cookie("recent")).toBe(kept.join("."))
      await home.click()
    }
  })
})

describe("the row of favourites who are live", () => {
  const KEPT = { favourites: "p_9.p_2.p_3.p_1" }
  const listed: Event = { _tag: "FavouritesListed", performerIds: ["p_9", "p_2", "p_3", "p_1"] }
  const asMember = { events: [...member(), listed] }

  it("has who can be watched before who is busy, newest first, and nobody else [FIND-10]", async () => {
    const page = await openHome(withCookies(KEPT), asMember)
    await takenOver(page)
    expect(await names(favourites(page))).toEqual(["Luna1", "Sky2", "Mila3"])
    expect(byIds()).toEqual([])
    await pages.expectSound(page)
    await favourites(page).getByRole("link", { name: "Alle favorieten" }).click()
    await page.getByRole("heading", { level: 1, name: "Favorieten" }).waitFor()
  })

  it("takes in who comes live at its end, and lets who goes stay in place [FIND-10]", async () => {
    const page = await openHome(withCookies(KEPT), asMember)
    await takenOver(page)
    await pages.gateway.fact("PerformersShown")
    pages.gateway.signal("performer-statuses", { statuses: { p_9: 3, p_1: 0 } })
    await expect.poll(() => names(favourites(page))).toEqual(["Luna1", "Sky2", "Mila3", "Faye9"])
    await favourites(page)
      .getByRole("link", { name: /^Luna1, Offline/u })
      .waitFor()
    expect(await layoutShifts(page)).toEqual([])
  })

  it("is followed also of who is not in it yet [FIND-10]", async () => {
    const page = await openHome(withCookies(KEPT), asMember)
    await takenOver(page)
    await expect
      .poll(() =>
        pages.gateway.facts.some(
          (fact) => fact._tag === "PerformersShown" && fact.performerIds.includes("p_9"),
        ),
      )
      .toBe(true)
  })

  it("is not there while none of them is, nor for a guest, whatever the cookie says [FIND-10]", async () => {
    const page = await openHome(withCookies({ favourites: "p_9" }), {
      events: [...member(), { _tag: "FavouritesListed", performerIds: ["p_9"] }],
    })
    await takenOver(page)
    expect(await favourites(page).count()).toBe(0)
    await pages.close()
    const other = await openHome(withCookies(KEPT))
    await takenOver(other)
    expect(await favourites(other).count()).toBe(0)
    expect(byIds()).toEqual([])
  })
})

describe("both rows", () => {
  const BOTH = { ...RECENT, favourites: "p_1.p_2" }
  const asMember = {
    events: [
      ...member(),
      { _tag: "FavouritesListed", performerIds: ["p_1", "p_2"] },
    ] as ReadonlyArray<Event>,
  }

  it.each([
    { width: 390, height: 844 },
    { width: 1_280, height: 844 },
    { width: 1_920, height: 1_080 },
  ])("come with the page and move nothing, at $width [FIND-09, FIND-10]", async (screen) => {
    const page = await openHome(withCookies(BOTH, screen), asMember)
    await takenOver(page, ".performer-card__heart button")
    await pages.gateway.fact("PerformersShown")
    expect(await favourites(page).isVisible()).toBe(true)
    expect(await recent(page).isVisible()).toBe(true)
    expect(await layoutShifts(page)).toEqual([])
    await pages.expectSound(page)
  })

  it.each([
    { what: "come late", status: 200 },
    { what: "cannot come", status: 503 },
  ])("keep their places where the answers $what [FIND-09, FIND-10]", async ({ status }) => {
    const gate = Promise.withResolvers<null>()
    let isPage = true
    const late = (url: URL): QueryAnswer | Promise<QueryAnswer> | undefined => {
      if (!url.searchParams.has("ids")) return queries(url)
      // What the page itself would carry is left out, as of a service that is slow.
      if (isPage) return { status: 503, body: { label: "unavailable" } }
      return gate.promise.then(() =>
        status === 200 ? performersAnswer(ALL, url) : { status, body: { label: "unavailable" } },
      )
    }
    const page = await openHome(withCookies(BOTH), { ...asMember, queries: late })
    isPage = false
    await takenOver(page)
    await recent(page).waitFor()
    gate.resolve(null)
    if (status === 200) await expect.poll(() => names(recent(page))).toHaveLength(3)
    else await recent(page).getByText("Deze rij kon niet laden.").waitFor()
    expect(await layoutShifts(page)).toEqual([])
  })

  it("are links in a page without script, where nothing can be cleared", async () => {
    const page = await pages.visit(
      { ...asMember, queries },
      withCookies(BOTH, { browser: { javaScriptEnabled: false } }),
    )
    expect(await names(recent(page))).toEqual(["Mila3", "Luna1", "Faye9"])
    expect(await recent(page).getByRole("button").isVisible()).toBe(false)
    expect(await recent(page).getByRole("link").first().getAttribute("href")).toBe("/profile/Mila3")
  })

  it("tell the log neither whom somebody likes nor whom they looked at [FIND-09, FIND-10]", async () => {
    await openHome(withCookies(BOTH), asMember)
    await expect
      .poll(() => pages.gateway.facts.filter(({ _tag }) => _tag === "AnswerApplied").length)
      .toBeGreaterThanOrEqual(4)
    const told = pages.gateway.facts.filter((fact) => fact._tag === "AnswerApplied")
    const ofRows = told.filter(({ key }) => key.includes("ids"))
    expect(ofRows).toHaveLength(2)
    for (const { key, hash } of ofRows) expect([key, hash]).toEqual(["/api/performers?ids", ""])
  })
})
