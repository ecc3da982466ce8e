/** Tests what a step back does while something lies over the page, on the first page of a tab (ADR 0064). */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event as Fact } from "@foldcast/contracts/stream/event"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { entryHas } from "../../screens/layers.fixture.ts"
import { answersWith, profile } from "../../screens/profile-pages.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import {
  beginPaidTime,
  joinPaid,
  openRoom,
  paidTimeCharged,
  paidTimeStarted,
  roomScript,
} from "../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const address = (page: Page) => page.url().slice(pages.gateway.origin.length)
const keyOf = (page: Page) => page.evaluate<string>("history.state.__TSR_key")
const entries = (page: Page) => page.evaluate(() => history.length)

const home = async (events: ReadonlyArray<Fact>, width: number) => {
  const page = await pages.open({ events, queries: catalogueQueries() }, { path: "/?p=a1", width })
  await takenOver(page)
  return page
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click()

const LAYERS = [
  ["the filters of a phone", guest(), 390, press("Filters"), "dialog", ["filters"]],
  ["a section of the filters", guest(), 1_280, press("Leeftijd"), "dialog", ["filterSection"]],
  ["registration", guest(), 1_280, press("Gratis aanmelden"), "dialog", ["register"]],
  ["the log-in", guest(), 1_280, press("Inloggen"), "dialog", ["logIn"]],
  ["the wallet", member(), 390, press(/credits kopen$/u), "dialog", ["wallet"]],
  ["a member's menu", member(), 1_280, press(/^Menu van/u), "dialog", ["memberMenu"]],
  ["the menu of languages", guest(), 1_280, press(/^Taal/u), "menu", ["language"]],
  [
    "the search",
    guest(),
    390,
    (page: Page) => page.locator(".search-bar").getByRole("combobox").fill("mil"),
    ".search-popup",
    ["search"],
  ],
] as const

describe("a step back on the first page of a tab", () => {
  it.each(LAYERS)(
    "closes %s and stays on the page",
    async (_, events, width, open, what, names) => {
      const page = await home(events, width)
      const shown = page.locator(what.startsWith(".") ? what : `[role=${what}]`)
      await open(page)
      await shown.waitFor()
      await entryHas(page, names)
      await page.goBack()
      await shown.waitFor({ state: "detached" })
      await entryHas(page, [])
      expect(address(page)).toBe("/?p=a1")
    },
  )

  it("leaves no entry of a window that was closed by its own button", async () => {
    const page = await home(guest(), 1_280)
    const before = await keyOf(page)
    await press("Inloggen")(page)
    await entryHas(page, ["logIn"])
    await page.getByRole("dialog").getByRole("button", { name: "Sluiten" }).first().click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await entryHas(page, [])
    expect(await keyOf(page)).toBe(before)
  })

  it("leads nobody from the page where its entry is written while a window closes", async () => {
    const page = await home(guest(), 1_280)
    await press("Inloggen")(page)
    await entryHas(page, ["logIn"])
    await page.evaluate(`{
      const { go } = History.prototype
      History.prototype.go = (steps) => {
        go.call(history, steps)
        history.replaceState(history.state, "", "/?p=a2")
      }
    }`)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await expect.poll(() => address(page)).toBe("/?p=a2")
    await entryHas(page, [])
    await press("Inloggen")(page)
    await entryHas(page, ["logIn"])
    expect(address(page)).toBe("/?p=a2")
  })

  it("closes at once a window that took the place of another", async () => {
    const page = await home(guest(), 1_280)
    await press("Inloggen")(page)
    await entryHas(page, ["logIn"])
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Wachtwoord vergeten?" }).click()
    await entryHas(page, ["forgotPassword"])
    await page.goBack()
    await dialog.waitFor({ state: "detached" })
    await entryHas(page, [])
  })

  it("closes a window that a reload brought back, and a step forward opens it again", async () => {
    const page = await home(member(), 390)
    const wallet = page.getByRole("dialog", { name: "Credits kopen" })
    await press(/credits kopen$/u)(page)
    await entryHas(page, ["wallet"])
    await page.reload()
    await wallet.waitFor()
    await pages.gateway.fact("TabRestored")
    await entryHas(page, ["wallet"])
    await takenOver(page)
    await page.waitForLoadState("networkidle")
    await page.goBack()
    await wallet.waitFor({ state: "detached" })
    expect(address(page)).toBe("/?p=a1")
    await page.goForward()
    await wallet.waitFor()
    await page.goBack()
    await wallet.waitFor({ state: "detached" })
  })

  it("takes nobody back who leaves the page before it is idle", async () => {
    const page = await pages.open(
      { events: guest(), queries: catalogueQueries() },
      {
        width: 1_280,
        clock: "runs",
        prepare: (fresh) =>
          fresh.addInitScript(() => {
            // What a reload leaves of a window that does not come back.
            const layers = { page: "p", open: ["tip"] }
            history.replaceState({ __TSR_key: "p", __TSR_index: 0, key: "p", layers }, "")
            const told = { leftAt: 0, steppedAt: 0 }
            Object.assign(globalThis, { told })
            history.go = () => {
              told.steppedAt ||= Date.now()
            }
            addEventListener("DOMContentLoaded", () => {
              told.leftAt = Date.now()
              // After the page's own script.
              setTimeout(() => dispatchEvent(new Event("beforeunload")), 0)
            })
          }),
      },
    )
    await takenOver(page)
    const told = () =>
      page.evaluate<{ readonly leftAt: number; readonly steppedAt: number }>("told")
    // A page that was not left after all goes on.
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return (await told()).steppedAt
      })
      .toBeGreaterThan(0)
    const { leftAt, steppedAt } = await told()
    expect(steppedAt - leftAt).toBeGreaterThanOrEqual(10_000)
  })

  it("after a link in a menu leads to the page below it, without the menu", async () => {
    const page = await home(member(), 1_280)
    await press(/^Menu van/u)(page)
    await entryHas(page, ["memberMenu"])
    const before = await entries(page)
    await page.getByRole("dialog").getByRole("link", { name: "Instellingen" }).click()
    await page.getByRole("heading", { level: 1, name: "Instellingen" }).waitFor()
    expect(await entries(page)).toBe(before)
    await page.goBack()
    await takenOver(page)
    await entryHas(page, [])
    expect(address(page)).toBe("/?p=a1")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })
})

describe("a panel of filters", () => {
  const chosen = (page: Page) => new URL(page.url()).searchParams.get("filter")
  const toggle = (page: Page, name: string) =>
    page.getByRole("dialog").getByRole("checkbox", { name }).click()
  /** Also the key of the entry before the panel was opened. */
  const withOneChosen = async () => {
    const page = await home(guest(), 390)
    const before = await keyOf(page)
    await press("Filters")(page)
    await entryHas(page, ["filters"])
    await toggle(page, "18–24 jaar")
    await expect.poll(() => chosen(page)).toBe("age_18-24")
    return { page, before }
  }

  it.each([
    ["a step back", (page: Page) => page.goBack()],
    ["its button", (page: Page) => page.getByRole("button", { name: "Filters sluiten" }).click()],
  ])(
    "that is closed by %s leaves one entry: the next step back takes its filters off",
    async (_, close) => {
      const page = await home(guest(), 390)
      await press("Filters")(page)
      await entryHas(page, ["filters"])
      const before = await entries(page)
      await toggle(page, "18–24 jaar")
      await expect.poll(() => chosen(page)).toBe("age_18-24")
      await entryHas(page, ["filters"])
      await toggle(page, "24–30 jaar")
      await expect.poll(() => chosen(page)).toContain("24_24-30")
      await close(page)
      await page.getByRole("dialog").waitFor({ state: "detached" })
      await entryHas(page, [])
      expect(chosen(page)).toContain("24_24-30")
      expect(await entries(page)).toBe(before + 1)
      await page.goBack()
      await expect.poll(() => chosen(page)).toBeNull()
      await page.getByRole("list", { name: "Gekozen filters" }).waitFor({ state: "detached" })
      expect(address(page)).toBe("/?p=a1")
      await page.goForward()
      await expect.poll(() => chosen(page)).toContain("24_24-30")
    },
  )

  it("in which everything was taken back leaves no entry", async () => {
    const { page, before } = await withOneChosen()
    await toggle(page, "18–24 jaar")
    await expect.poll(() => chosen(page)).toBeNull()
    await page.goBack()
    await expect.poll(() => keyOf(page)).toBe(before)
    await page.getByRole("dialog").waitFor({ state: "detached" })
  })

  it("leads back where its last filter is taken off beside it", async () => {
    const { page, before } = await withOneChosen()
    await entryHas(page, ["filters"])
    await page.goBack()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Verwijder filter 18–24 jaar" }).click()
    await expect.poll(() => chosen(page)).toBeNull()
    await expect.poll(() => keyOf(page)).toBe(before)
  })
})

describe("a step back during paid time", () => {
  const leaves = () => pages.gateway.commands.filter(({ _tag }) => _tag === "LeaveRoom").length

  it("on the first page of a tab asks, as often as it is taken, and ends nothing by itself", async () => {
    const page = await openRoom(pages, roomScript(member()), { width: 390 })
    const at = page.url()
    await joinPaid(pages, page, "chat", [paidTimeStarted(), paidTimeCharged(10, 3)])
    await entryHas(page, ["paidSession"])
    const question = page.getByRole("alertdialog", { name: "Je bent nog privé met Mila" })
    for (const stay of [
      () => question.getByRole("button", { name: "Blijven" }).click(),
      () => page.keyboard.press("Escape"),
      () => page.goBack(),
    ]) {
      await page.goBack()
      await question.waitFor()
      await pages.expectSound(page)
      await entryHas(page, ["paidSession", "paidSessionQuestion"])
      await stay()
      await question.waitFor({ state: "detached" })
      await entryHas(page, ["paidSession"])
    }
    expect([page.url(), leaves()]).toEqual([at, 0])
    await page.goBack()
    await question.getByRole("button", { name: "Privé stoppen" }).click()
    await expect.poll(leaves).toBe(1)
    await entryHas(page, [])
  })

  it("on a later page leads to the page before, and the room goes on beside it", async () => {
    const script = roomScript(member(), undefined, {
      queries: answersWith(() => ({ body: profile() })),
    })
    const page = await pages.open(script, { width: 1_280 })
    await takenOver(page)
    await page.locator("[data-performer]").getByRole("link", { name: /Mila/u }).first().click()
    await page.getByRole("group", { name: "Bediening" }).waitFor()
    await beginPaidTime(pages, page)
    await page.goBack()
    await page.locator(".mini-player").waitFor()
    expect(address(page)).toBe("/")
    expect(leaves()).toBe(0)
    // Now the site's first page shows: the next step would leave it.
    await entryHas(page, ["paidSession"])
    await page.goBack()
    await page.getByRole("alertdialog").waitFor()
    expect([address(page), leaves()]).toEqual(["/", 0])
  })
})
