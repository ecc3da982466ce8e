/** Tests a chunk that fails to load: the page and its typed text stay, and the chunk can be loaded again. */
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { answersWith, profile } from "../../screens/profile-pages.fixture.ts"
import { type Screen, sitePages } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

/** The expected messages on the browser's console. */
const OF_MISSING = [/Failed to load resource/u, /MissingScript/u]

interface Place {
  readonly path: string
  readonly width: number
  readonly isMember?: boolean
}

const open = async (
  { path, width, isMember = false }: Place,
  prepare: (page: Page) => Promise<unknown>,
  clock?: Screen["clock"],
) => {
  const locale = path === "/en" ? "en" : "nl"
  const events = isMember ? member(locale) : guest(locale)
  const page = await pages.open(
    { events, queries: catalogueQueries() },
    { path, width, prepare, ...(clock && { clock }) },
  )
  await takenOver(page)
  return page
}
/** A browser that is never idle: nothing is prefetched when idle. */
const openBusy = (place: Place) =>
  open(place, (page) =>
    page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    }),
  )
/** A new build was deployed under the open page: these chunks are gone until it reloads. */
const openRenewed = async (place: Place, script: string) => {
  const address = `**/assets/${script}-*.js`
  let isLoadedAnew = false
  const page = await open(place, (fresh) =>
    fresh.route(address, (route) =>
      isLoadedAnew ? route.continue() : route.fulfill({ status: 404 }),
    ),
  )
  // Not "framenavigated", which a window's entry in the history is too.
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isLoadedAnew = true
  })
  return page
}

describe("a piece of script that does not load", () => {
  it.each([
    { path: "/", width: 390, text: "Geen verbinding. Dit laadt zodra je weer online bent." },
    { path: "/en", width: 1_280, text: "No connection. This will load once you’re back online." },
  ] as const)(
    "for want of a network leaves the search with what was typed, and loads with the network, at $width",
    async ({ text, ...place }) => {
      const page = await openBusy(place)
      await pages.context.setOffline(true)
      const search = page.locator(".search-bar").getByRole("combobox")
      await search.fill("mil")
      const told = page.getByRole("alert").filter({ hasText: text })
      await told.waitFor()
      expect(await page.locator("[data-performer]").count()).toBeGreaterThan(1)
      await pages.expectSound(page, OF_MISSING)
      await told.getByRole("button").click()
      expect(await search.inputValue()).toBe("mil")
      await pages.context.setOffline(false)
      await told.waitFor({ state: "detached" })
      await page.locator(".search-popup").waitFor()
      expect(await search.inputValue()).toBe("mil")
    },
  )

  it("leaves the page as it is where a drawer cannot open, as often as it is asked for", async () => {
    const page = await openBusy({ path: "/", width: 390 })
    await pages.context.setOffline(true)
    const filters = page.getByRole("button", { name: "Filters" })
    const told = page.getByRole("alert").filter({ hasText: "Geen verbinding. Dit laadt" })
    await filters.click()
    // Enough width to read beside, or above, the buttons.
    expect((await told.locator(".ui-banner__text").boundingBox())?.width).toBeGreaterThan(190)
    await told.getByRole("button", { name: "Melding sluiten" }).click()
    await told.waitFor({ state: "detached" })
    await filters.click()
    await told.waitFor()
    await pages.expectSound(page, OF_MISSING)
    await pages.context.setOffline(false)
    await page.getByRole("dialog", { name: "Filters" }).waitFor()
    expect(await told.count()).toBe(0)
  })

  it("says why a window is not there yet where it hangs, and opens it when it comes", async () => {
    const held = Promise.withResolvers<Route>()
    const page = await open(
      { path: "/en", width: 390, isMember: true },
      (fresh) => fresh.route("**/assets/wallet-drawer-*.js", held.resolve, { times: 1 }),
      "runs",
    )
    await page.getByRole("button", { name: /buy credits/u }).click()
    const script = await held.promise
    await page.clock.fastForward(10_000)
    const told = page.getByRole("alert").filter({ hasText: "taking longer than usual" })
    await told.getByRole("button", { name: "Reload page" }).waitFor()
    await pages.expectSound(page, OF_MISSING)
    const setOnline = (isOnline: boolean) =>
      page.evaluate((onLine) => {
        Object.defineProperty(navigator, "onLine", { configurable: true, value: onLine })
        if (onLine) dispatchEvent(new Event("online"))
      }, isOnline)
    await setOnline(false)
    await page.clock.fastForward(10_000)
    await page.getByRole("alert").filter({ hasText: "No connection. This will load" }).waitFor()
    await setOnline(true)
    await script.continue()
    await page.getByRole("dialog", { name: "Buy credits" }).waitFor()
    await told.waitFor({ state: "detached" })
  })

  it("since the site was renewed is replaced by the new one: the wallet opens with it", async () => {
    const page = await openRenewed({ path: "/en", width: 390, isMember: true }, "wallet-drawer")
    await page.getByRole("button", { name: /buy credits/u }).click()
    const told = page.getByRole("alert").filter({ hasText: "The site may have just been updated" })
    await told.waitFor()
    await pages.expectSound(page, OF_MISSING)
    await told.getByRole("button", { name: "Reload page" }).click()
    await page.getByRole("dialog", { name: "Buy credits" }).waitFor()
  })

  it("since the site was renewed brings the search back with what was typed", async () => {
    const page = await openRenewed({ path: "/", width: 1_280 }, "idle")
    const search = page.locator(".search-bar").getByRole("combobox")
    await search.fill("mil")
    // Notices, which lie in the same file, say so beside it.
    const reload = page.locator(".search-popup--failed").getByRole("button")
    await reload.click()
    await page.locator(".search-popup").waitFor()
    expect(await search.inputValue()).toBe("mil")
  })
})

describe("a network that is gone for a moment while the browser takes itself for online", () => {
  const SCRIPTS = "**/assets/*.js"
  const SCRIPT_OF_SEARCH = "**/assets/idle-*.js"
  const PROBE = "**/offline.html"
  const fail = (route: Route) => route.abort()

  /** `gone`: what does not come from the first moment on. */
  const openList = async (...gone: ReadonlyArray<string>) => {
    const page = await pages.open(
      { events: guest(), queries: answersWith(() => ({ body: profile() })) },
      {
        width: 1_280,
        prepare: async (fresh) => {
          for (const address of gone) await fresh.route(address, fail)
          await fresh.addInitScript(() => {
            window.requestIdleCallback = () => 0
          })
        },
      },
    )
    await takenOver(page)
    const cut = async () => {
      for (const address of [SCRIPTS, PROBE]) await page.route(address, fail)
    }
    const restore = async () => {
      for (const address of [SCRIPTS, PROBE, ...gone]) await page.unroute(address, fail)
      await page.evaluate(() => dispatchEvent(new Event("online")))
    }
    const card = page.locator("[data-performer]").getByRole("link", { name: /Mila/u }).first()
    const failed = page.waitForEvent("requestfailed", (asked) => asked.url().includes("/assets/"))
    return { page, card, cut, restore, failed }
  }

  it("while a card is pointed at keeps no profile from opening once it is back", async () => {
    const { page, card, cut, restore, failed } = await openList()
    await cut()
    await card.hover()
    await failed
    await restore()
    await card.click()
    await page.getByRole("heading", { level: 1, name: "Mila" }).waitFor()
    await page.getByText("Eerst lachen, dan verder.").waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
  })

  it("while a card is pressed opens its profile by itself once it is back", async () => {
    const { page, card, cut, restore, failed } = await openList()
    await cut()
    await card.click()
    await failed
    expect(await card.isVisible()).toBe(true)
    await restore()
    await page.getByText("Eerst lachen, dan verder.").waitFor()
  })

  it("while a card is pressed opens its profile also where it is back as soon as that was noticed", async () => {
    const { page, card } = await openList()
    await page.route(SCRIPTS, fail)
    await page.route(
      PROBE,
      async (route) => {
        await route.abort()
        await page.unroute(SCRIPTS, fail)
      },
      { times: 1 },
    )
    await card.click()
    await page.getByText("Eerst lachen, dan verder.").waitFor()
  })

  it("while the search is typed in shows its list by itself once it is back", async () => {
    // An idle page fetches it soon.
    const { page, restore } = await openList(SCRIPT_OF_SEARCH, PROBE)
    await page.locator(".search-bar").getByRole("combobox").fill("mil")
    await page.getByRole("alert").filter({ hasText: "Geen verbinding. Dit laadt" }).waitFor()
    await restore()
    await page.locator(".search-popup [role=status]").waitFor({ state: "attached" })
    expect(await page.getByRole("alert").count()).toBe(0)
  })
})

it("the script of the most used parts is loaded when idle, so that they open without a network", async () => {
  const page = await pages.open(
    { events: guest(), queries: catalogueQueries() },
    { width: 390, isAlone: true },
  )
  /** As a file, and once all that it imports has come, as a module. */
  const timesFetched = (script: string) =>
    page.evaluate(
      (part) =>
        performance.getEntriesByType("resource").filter(({ name }) => name.includes(part)).length,
      `/assets/${script}-`,
    )
  for (const script of ["idle", "filters", "dialogs"]) {
    await expect.poll(() => timesFetched(script)).toBeGreaterThan(1)
  }
  await pages.context.setOffline(true)
  await page.getByRole("button", { name: "Filters" }).click()
  await page.getByRole("dialog", { name: "Filters" }).waitFor()
})
