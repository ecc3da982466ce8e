/**
 * Tests lists of performers in a real browser: without script, pages, refreshes, statuses that change in place, and
 * every empty or late state.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  category,
  performer,
  performers,
  performersAnswer,
} from "../../screens/performers.fixture.ts"
import { takenOver } from "../../screens/catalogue.fixture.ts"
import type { QueryAnswer, GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, stopTime, variants } from "../../screens/site-pages.fixture.ts"
import { guest, member, started } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const CATEGORIES = {
  categories: [category("toy-shows", "Toyshows", 1), category("new-cams", "Nieuwe cams", 2)],
}

/** A gateway with these performers; `answer` has precedence. */
const withPerformers = (
  all: () => ReadonlyArray<PerformerSummary>,
  script: Partial<GatewayScript> = {},
  answer: (url: URL) => QueryAnswer | Promise<QueryAnswer> | undefined = () => undefined,
): GatewayScript => ({
  events: guest(),
  ...script,
  queries: (url) => {
    const first = answer(url)
    if (first !== undefined) return first
    if (url.pathname === "/api/categories") return { body: CATEGORIES }
    if (url.pathname === "/api/performers/count") return { body: { count: all().length } }
    return url.pathname === "/api/performers" ? performersAnswer(all(), url) : undefined
  },
})

const open = (script: GatewayScript, screen: Screen = {}) => pages.open(script, screen)

const cards = (page: Page) => page.locator("[data-performer]")
const idsOf = (page: Page) =>
  cards(page).evaluateAll((found) => found.map((card) => card.getAttribute("data-performer")))
const idsFrom = (from: number, count: number) =>
  performers(from, count).map(({ performerId }) => performerId)
const card = (page: Page, id: string) => page.locator(`[data-performer="${id}"]`)
const end = (page: Page) => cards(page).last().scrollIntoViewIfNeeded()
/** Waits until the list has hydrated. */
const listed = (page: Page) => takenOver(page, ".grid-tools button")

const path = (page: number, limit = 30) => `/api/performers?lang=nl&page=${page}&limit=${limit}`
/** Polls long enough for a busy machine. */
const soon = <A>(look: () => A): ReturnType<typeof expect.poll<A>> =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- Whoever calls it awaits it.
  expect.poll(look, { timeout: 15_000 })
/** The requests for performers, page by page. */
const asked = () => pages.gateway.queries.filter((one) => one.startsWith("/api/performers?"))

describe("the list of performers", () => {
  it.each([
    ["a guest", guest()],
    ["a member", member()],
  ])("is in the page for %s, to read and follow without script [GRID-01]", async (_, events) => {
    const page = await pages.visit(
      withPerformers(() => performers(0, 70), { events }),
      { browser: { javaScriptEnabled: false } },
    )
    expect(await idsOf(page)).toEqual(idsFrom(0, 30))
    const link = page.getByRole("link", { name: "Noor0, Live, Gratis chat, 20 jaar" })
    expect(await link.getAttribute("href")).toBe("/profile/Noor0")
    expect(await page.getByRole("button", { name: "Meer laden" }).count()).toBe(0)
    expect(await page.getByRole("button", { name: /favorieten/u }).count()).toBe(0)
  })

  it.each(
    variants(
      [
        { locale: "nl", scheme: "dark", width: 390 },
        { locale: "en", scheme: "light", width: 1_280 },
      ],
      [
        { locale: "nl", scheme: "light", width: 1_280 },
        { locale: "en", scheme: "dark", width: 1_280 },
        { locale: "en", scheme: "light", width: 390 },
      ],
    ),
  )("is sound in $locale, $scheme, at $width", async ({ locale, ...screen }) => {
    const all = [...performers(0, 28), performer(28, { onlineStatus: 0 })]
    const page = await open(
      withPerformers(() => all, { events: guest(locale) }),
      {
        path: locale === "en" ? "/en" : "/",
        ...screen,
      },
    )
    await page.getByRole("button", { name: /^(?:Lijst vernieuwen|Refresh the list)$/u }).waitFor()
    await pages.expectSound(page)
  })

  it.each([
    ["/", "nl"],
    ["/nl", "nl"],
    ["/en", "en"],
  ] as const)("is the home page's: %s [ROUTE-04]", async (address, locale) => {
    const events = guest(locale)
    pages.gateway.play(withPerformers(() => performers(0, 6), { events }))
    const response = await fetch(pages.gateway.origin + address)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toContain(`<html lang="${locale}"`)
    const shown = [...text.matchAll(/ data-performer="(?<id>[^"]+)"/gu)]
    expect(shown.map(({ groups }) => groups?.["id"])).toEqual(idsFrom(0, 6))
  })

  it("stands in as many columns as there is room for, at 390, 768, 1280 and 1920 pixels", async () => {
    const page = await open(withPerformers(() => performers(0, 30)))
    const columns = () =>
      cards(page).evaluateAll((found) => {
        const tops = found.map((one) => one.getBoundingClientRect().top)
        return tops.filter((top) => top === tops[0]).length
      })
    for (const [width, wanted] of [
      [390, 2],
      [768, 3],
      [1_280, 5],
      [1_920, 7],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      expect([width, await columns()]).toEqual([width, wanted])
    }
  })

  it("shows each performer by the bits of their status: VIP before free, pause and live, and 0 offline [GRID-45, GRID-47, GRID-48]", async () => {
    const all = Array.from({ length: 16 }, (_, status) =>
      performer(status, { onlineStatus: status }),
    )
    pages.gateway.play(withPerformers(() => all))
    const text = await (await fetch(`${pages.gateway.origin}/`)).text()
    const shown = [
      ...text.matchAll(/status-chip--(?<style>[a-z]+)[^>]* data-status="(?<name>[a-z]+)"/gu),
    ]
    expect(shown.map(({ groups }) => groups?.["name"])).toEqual([
      ...["offline", "live", "free", "free"],
      ...["vip", "vip", "vip", "vip"],
      ...["pause", "pause", "free", "free"],
      ...["vip", "vip", "vip", "vip"],
    ])
    expect(shown.map(({ groups }) => groups?.["style"])).toEqual([
      ...["offline", "online", "free", "free"],
      ...["vip", "vip", "vip", "vip"],
      ...["offline", "online", "free", "free"],
      ...["vip", "vip", "vip", "vip"],
    ])
  })

  it("is shown in no-nude mode by the pictures made for it alone [ROUTE-47]", async () => {
    const all = [...performers(0, 4), performer(4, { nonude: null })]
    const events: ReadonlyArray<Event> = [{ ...started(), noNude: true } as Event]
    const wanted: Array<string> = []
    const page = await open(
      withPerformers(() => all, { events }),
      {
        prepare: async (opened) => {
          opened.on("request", (request) => {
            if (request.url().includes("/media/")) wanted.push(request.url())
          })
        },
      },
    )
    await listed(page)
    await soon(() => wanted.length).toBeGreaterThan(3)
    expect(await card(page, "p_4").locator("img").count()).toBe(0)
    expect(wanted.filter((url) => !url.includes("/nonude-"))).toEqual([])
  })
})

describe("the next pages of a list", () => {
  it("load as the end comes near, three of them, and then when asked: the footer can be reached [GRID-35, GRID-40]", async () => {
    const page = await open(withPerformers(() => performers(0, 200)))
    await listed(page)
    expect(asked()).toEqual([])
    for (const next of [2, 3, 4]) {
      await end(page)
      await pages.gateway.query(path(next))
      await soon(() => cards(page).count()).toBe(next * 30)
    }
    await end(page)
    const more = page.getByRole("button", { name: "Meer laden" })
    await page.getByRole("contentinfo").getByRole("link").first().scrollIntoViewIfNeeded()
    expect(await cards(page).count()).toBe(120)
    expect(asked()).toEqual([path(2), path(3), path(4)])
    await more.click()
    await pages.gateway.query(path(5))
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 150))
    // The focus moves to the first new card.
    await soon(() =>
      page.evaluate(
        () =>
          document.activeElement?.closest<HTMLElement>("[data-performer]")?.dataset["performer"],
      ),
    ).toBe("p_120")
  })

  it("load as long as a page comes full, and end with one that does not [GRID-32]", async () => {
    const page = await open(withPerformers(() => performers(0, 60)))
    await listed(page)
    await end(page)
    await pages.gateway.query(path(2))
    await soon(() => cards(page).count()).toBe(60)
    await end(page)
    await pages.gateway.query(path(3))
    await soon(() => page.getByRole("button", { name: "Meer laden" }).count()).toBe(0)
    expect(await idsOf(page)).toEqual(idsFrom(0, 60))
    expect(asked()).toHaveLength(2)
  })

  it("are merged by performer and move nobody who is there [GRID-30]", async () => {
    let all = performers(0, 60)
    const page = await open(withPerformers(() => all))
    await listed(page)
    // A performer of the first page has moved to the second, with another status.
    all = [...performers(1, 31), performer(0, { onlineStatus: 9 }), ...performers(32, 10)]
    await end(page)
    await pages.gateway.query(path(2))
    await soon(() => cards(page).count()).toBe(41)
    expect(await idsOf(page)).toEqual([...idsFrom(0, 30), "p_31", ...idsFrom(32, 10)])
    expect(await card(page, "p_0").locator("[data-status]").getAttribute("data-status")).toBe(
      "pause",
    )
  })

  it("that fail leave the cards, and load when asked again", async () => {
    let fails = true
    const page = await open(
      withPerformers(
        () => performers(0, 40),
        {},
        (url) =>
          fails && url.searchParams.get("page") === "2"
            ? { status: 503, body: { label: "request.unavailable", reference: "7K3M-QX9F" } }
            : undefined,
      ),
    )
    await listed(page)
    await end(page)
    const alert = page.getByRole("alert")
    await alert.getByText("We konden de volgende performers niet laden.").waitFor()
    await alert.getByText("7K3M-QX9F").waitFor()
    expect(await cards(page).count()).toBe(30)
    await pages.expectSound(page, [/503/u])
    fails = false
    await alert.getByRole("button", { name: "Opnieuw proberen" }).click()
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 40))
    await page.getByRole("status").getByText("10 performers erbij.").waitFor()
    await soon(() => alert.count()).toBe(0)
  })

  it("that cannot be loaded offline leave the cards", async () => {
    const page = await open(withPerformers(() => performers(0, 40)))
    await listed(page)
    await pages.context.setOffline(true)
    await end(page)
    await page.getByText("We konden de volgende performers niet laden.").waitFor()
    expect(await cards(page).count()).toBe(30)
    await pages.context.setOffline(false)
    await page.getByRole("button", { name: "Opnieuw proberen" }).click()
    await soon(() => cards(page).count()).toBe(40)
  })

  it("are there again on the way back, as is the scroll position", async () => {
    const page = await open(withPerformers(() => performers(0, 50)))
    await listed(page)
    await end(page)
    await pages.gateway.query(path(2))
    await soon(() => cards(page).count()).toBe(50)
    await card(page, "p_30").scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => Math.round(scrollY))
    expect(before).toBeGreaterThan(1_000)
    // Clicked by script: a pointer click would scroll.
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: /cookie/iu })
      .first()
      .evaluate((link: HTMLElement) => {
        link.click()
      })
    await page.getByRole("heading", { level: 1, name: "Cookieverklaring" }).waitFor()
    const questions = asked().length
    await page.goBack()
    await page.waitForURL(`${pages.gateway.origin}/`)
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 50))
    await soon(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5)
    expect(asked()).toHaveLength(questions)
  })
})

/** Records layout shifts without input, as the browser reports them: how much, and which elements. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const told = globalThis as { shifts?: Array<string>; takeShifts?: () => void }
    const shifts: Array<string> = (told.shifts = [])
    const keep = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, sources } = entry as unknown as {
          readonly value: number
          readonly sources: ReadonlyArray<{ readonly node: Node | null }>
        }
        const what = sources.map(({ node }) => (node instanceof Element ? node.className : "?"))
        shifts.push(`${value.toFixed(4)} ${what.join(", ")}`)
      }
    }
    const observer = new PerformanceObserver((list) => keep(list.getEntries()))
    observer.observe({ type: "layout-shift" })
    told.takeShifts = () => keep(observer.takeRecords())
  })
/** The recorded shifts, after everything is painted. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    await frame()
    await frame()
    const told = globalThis as { shifts?: Array<string>; takeShifts?: () => void }
    told.takeShifts?.()
    return told.shifts
  })

describe("what stands below the list", () => {
  it.each(variants([390, 1_280], [412, 768, 1_024, 1_920]))(
    "stays where it is while it is looked at and the next pages come, at %i",
    async (width) => {
      const { promise: late, resolve: answer } = Promise.withResolvers<undefined>()
      const page = await open(
        withPerformers(
          () => performers(0, 200),
          {},
          (url) =>
            url.searchParams.get("page") === "2"
              ? late.then(() => performersAnswer(performers(0, 200), url))
              : undefined,
        ),
        { width },
      )
      await listed(page)
      await watchShifts(page)
      // Scrolls faster than the page loads, so that its placeholders are visible too.
      await page.locator(".grid-end").evaluate((element) => {
        element.scrollIntoView({ block: "center" })
      })
      await pages.gateway.query(path(2))
      await page.locator(".grid-end [data-pending]").waitFor()
      const top = () => page.locator(".grid-end").evaluate((one) => one.getBoundingClientRect().top)
      const before = await top()
      answer(undefined)
      await soon(() => cards(page).count()).toBe(60)
      await page.getByRole("button", { name: "Meer laden" }).waitFor()
      expect(await shiftsOf(page)).toEqual([])
      expect(await top()).toBeCloseTo(before, 0)
      // No page loads in the visible area until it is requested or there is space below.
      expect(asked()).toEqual([path(2)])
      await page.evaluate(() => {
        scrollTo(0, 0)
      })
      await end(page)
      await pages.gateway.query(path(3))
      await soon(() => cards(page).count()).toBe(90)
      expect(await shiftsOf(page)).toEqual([])
    },
  )
})

describe("a change of status", () => {
  /** The cards in which anything has changed since. */
  const watchCards = (page: Page) =>
    page.evaluate(() => {
      const changed = new Set<string>()
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement
          changed.add(
            element?.closest<HTMLElement>("[data-performer]")?.dataset["performer"] ?? "the list",
          )
        }
      }).observe(document.querySelector(".grid-list") ?? document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
      Object.assign(globalThis, { changedCards: changed })
    })
  const changed = (page: Page) =>
    page.evaluate(() => [...(globalThis as unknown as { changedCards: Set<string> }).changedCards])

  it("redraws the card that it is about and nothing else", async () => {
    const page = await open(withPerformers(() => performers(0, 30)))
    await listed(page)
    await pages.gateway.fact("PerformersShown")
    await watchCards(page)
    pages.gateway.signal("performer-statuses", { statuses: { p_3: 1, p_4: 9, p_5: 3, p_77: 1 } })
    await card(page, "p_4").getByText("Pauze").waitFor()
    // The other cards are unchanged or not loaded.
    expect((await changed(page)).toSorted()).toEqual(["p_3", "p_4"])
  })
})

describe("a list that is looked at for longer", () => {
  it("is loaded anew in one call, and moves nobody until the visitor wants it [GRID-31]", async () => {
    let all = performers(0, 60)
    const page = await open(
      withPerformers(() => all),
      {
        clock: "runs",
      },
    )
    await listed(page)
    await end(page)
    await pages.gateway.query(path(2))
    await soon(() => cards(page).count()).toBe(60)
    all = [performer(99), performer(98), ...performers(0, 58)]
    const before = asked().length
    await page.clock.fastForward(31_000)
    await pages.gateway.query(path(1, 60))
    const pill = page.getByRole("button", { name: "2 nieuw online" })
    await pill.waitFor()
    expect(
      asked()
        .slice(before)
        .filter((one) => one !== path(3)),
    ).toEqual([path(1, 60)])
    expect(await idsOf(page)).toEqual(idsFrom(0, 60))
    await pill.click()
    await soon(() => idsOf(page)).toEqual(["p_99", "p_98", ...idsFrom(0, 58)])
    await soon(() => pill.count()).toBe(0)
    await soon(() => page.evaluate(() => document.activeElement?.role)).toBe("list")
    expect(await card(page, "p_99").evaluate((one) => one.checkVisibility())).toBe(true)
  })

  it("replaces what was shown when the visitor asks for the new one [GRID-29]", async () => {
    let all = performers(0, 60)
    const page = await open(withPerformers(() => all))
    await listed(page)
    // Some of the loaded performers are gone, the others have moved.
    all = [performer(99), ...performers(10, 50).toReversed()]
    await page.getByRole("button", { name: "Lijst vernieuwen" }).click()
    await pages.gateway.query(path(1))
    await soon(() => idsOf(page)).toEqual(["p_99", ...idsFrom(31, 29).toReversed()])
    await page.getByRole("status").getByText("De lijst is bijgewerkt.").waitFor()
  })

  it("is loaded again where scrolling comes back to its beginning [GRID-40]", async () => {
    const page = await open(
      withPerformers(() => performers(0, 30)),
      {
        clock: "runs",
      },
    )
    await listed(page)
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
    await pages.gateway.told({ _tag: "AnswerApplied", key: path(2) })
    // Long enough for a refresh at the list's beginning; while time stands still no other request starts.
    await stopTime(page)
    await page.clock.fastForward(1_000)
    expect(asked()).toEqual([path(2)])
    await page.evaluate(() => {
      scrollTo(0, 0)
    })
    await pages.gateway.query(path(1, 60))
  })
})

describe("the statuses of performers", () => {
  it("change where they are shown when a signal tells them, and count who came online", async () => {
    let all = [...performers(0, 5), performer(5, { onlineStatus: 0 })]
    const page = await open(withPerformers(() => all))
    await listed(page)
    await pages.gateway.fact("PerformersShown")
    pages.gateway.signal("performer-statuses", { statuses: { p_5: 1, p_0: 9, p_77: 1 } })
    await card(page, "p_0").getByText("Pauze").waitFor()
    await card(page, "p_5").getByText("Live").waitFor()
    expect(await idsOf(page)).toEqual(idsFrom(0, 6))
    all = [performer(5, { onlineStatus: 1 }), ...performers(0, 5)]
    const pill = page.getByRole("button", { name: "1 nieuw online" })
    await pill.waitFor()
    await pages.expectSound(page)
    await pill.click()
    await soon(() => idsOf(page)).toEqual(["p_5", ...idsFrom(0, 5)])
    await soon(() => page.getByRole("button", { name: /nieuw online/u }).count()).toBe(0)
  })

  it("are asked for by reporting who is on the screen: again to a new connection, and nobody on other pages", async () => {
    const page = await open(
      withPerformers(() => performers(0, 30)),
      { width: 390 },
    )
    const shown = () =>
      pages.gateway.facts.flatMap((fact) => (fact._tag === "PerformersShown" ? [fact] : []))
    await pages.gateway.fact("PerformersShown")
    const first = shown()[0]?.performerIds ?? []
    expect(first.slice(0, 2)).toEqual(["p_0", "p_1"])
    expect(first.length).toBeLessThan(30)
    await card(page, "p_24").scrollIntoViewIfNeeded()
    await soon(() => shown().at(-1)?.performerIds).toContain("p_24")
    expect(shown().at(-1)?.performerIds).not.toContain("p_0")
    const told = shown().length
    pages.gateway.cut()
    await page.getByRole("button", { name: "Nu proberen" }).waitFor()
    // The page retries by itself: a press might come too late.
    pages.gateway.mend()
    await soon(() => shown().length).toBeGreaterThan(told)
    await soon(() => shown().at(-1)?.performerIds).toContain("p_24")
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: /cookie/iu })
      .first()
      .click()
    await soon(() => shown().at(-1)?.performerIds).toEqual([])
  })
})

describe("a list without a performer", () => {
  it("shows a skeleton of the same shape while it loads", async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<QueryAnswer>()
    let isPage = true
    const page = await open(
      withPerformers(
        () => performers(0, 30),
        {},
        (url) => {
          if (url.pathname !== "/api/performers") return undefined
          // The page came without its list.
          return isPage ? { status: 503, body: null } : late
        },
      ),
      {
        prepare: async (opened) => {
          opened.on("response", (response) => {
            if (response.url() === `${pages.gateway.origin}/`) isPage = false
          })
        },
      },
    )
    await page.getByRole("status", { name: "Performers worden geladen" }).waitFor()
    await pages.expectSound(page)
    answer({
      body: { at: 1, performers: performers(0, 3), page: 1, limit: 30, hasMorePages: false },
    })
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 3))
  })

  it("says that it failed, with a reference to copy, and tries again when asked", async () => {
    let fails = true
    const page = await open(
      withPerformers(
        () => performers(0, 3),
        {},
        (url) =>
          fails && url.pathname === "/api/performers"
            ? { status: 404, body: { label: "request.failed", reference: "7K3M-QX9F" } }
            : undefined,
      ),
      { browser: { permissions: ["clipboard-read", "clipboard-write"] } },
    )
    const alert = page.getByRole("alert")
    await alert.getByText("We konden de performers niet laden.").waitFor()
    await alert.getByText("Kenmerk voor de helpdesk: 7K3M-QX9F").waitFor()
    await pages.expectSound(page, [/404/u])
    await alert.getByRole("button", { name: "Kopiëren" }).click()
    await alert.getByRole("button", { name: "Gekopieerd" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("7K3M-QX9F")
    fails = false
    await alert.getByRole("button", { name: "Opnieuw proberen" }).click()
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 3))
  })

  it("because of its filters names those to remove, with how many performers each brings", async () => {
    const counts: Readonly<Record<string, number>> = { languages_fr: 0, "age_18-24": 12 }
    const page = await open(
      withPerformers(
        () => [],
        {},
        (url) => {
          const filter = url.searchParams.get("filter")
          if (url.pathname === "/api/performers/count") {
            return { body: { count: counts[filter ?? ""] ?? 0 } }
          }
          return filter === "age_18-24" && url.pathname === "/api/performers"
            ? performersAnswer(performers(0, 12), url)
            : undefined
        },
      ),
      { path: "/?filter=age_18-24.languages_fr" },
    )
    const empty = page.getByRole("region").or(page.locator(".empty-state"))
    await page.getByRole("heading", { name: "Niemand past bij je filters" }).waitFor()
    const drop = page.getByRole("button", { name: "Zonder ‘Frans’: 12 performers" })
    await drop.waitFor()
    expect(await empty.getByRole("button", { name: /‘18/u }).count()).toBe(0)
    await pages.expectSound(page)
    await drop.click()
    await page.waitForURL("**/?filter=age_18-24")
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 12))
  })

  it("says that nobody is there, and leads on from a category", async () => {
    const page = await open(
      withPerformers(() => []),
      { path: "/toy-shows" },
    )
    await page.getByRole("heading", { name: "Er is hier nu niemand" }).waitFor()
    await pages.expectSound(page)
    await page.getByRole("main").getByRole("link", { name: "Naar de startpagina" }).click()
    await page.waitForURL(`${pages.gateway.origin}/`)
  })
})

describe("a category", () => {
  it("begins its list anew only where it is another one [GRID-33]", async () => {
    const page = await open(
      withPerformers(() => performers(0, 40)),
      { path: "/toy-shows" },
    )
    await listed(page)
    const of = (slug: string, number: number) =>
      `/api/performers?category=${slug}&lang=nl&page=${number}&limit=30`
    await end(page)
    await pages.gateway.query(of("toy-shows", 2))
    await soon(() => cards(page).count()).toBe(40)
    const before = asked().length
    const bar = page.getByRole("main")
    await bar.getByRole("link", { name: "Toyshows" }).first().click()
    await page.getByRole("heading", { level: 1, name: "Toyshows" }).waitFor()
    expect(await cards(page).count()).toBe(40)
    await bar.getByRole("link", { name: "Nieuwe cams" }).first().click()
    await pages.gateway.query(of("new-cams", 1))
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 30))
    expect(asked().slice(before)).toEqual([of("new-cams", 1)])
    await bar.getByRole("link", { name: "Toyshows" }).first().click()
    await pages.gateway.query(of("toy-shows", 1))
    await soon(() => idsOf(page)).toEqual(idsFrom(0, 30))
  })
})

describe("the list of favourites", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `p_${index}`)
  const kept = (count: number): ReadonlyArray<Event> => [
    ...member(),
    { _tag: "FavouritesListed", performerIds: ids(count) },
  ]

  it("loads 60 at a time, those online first, and names nobody to the log [GRID-36]", async () => {
    const all = [performer(0, { onlineStatus: 0 }), ...performers(1, 69)]
    const page = await open(
      withPerformers(() => all, { events: kept(70) }),
      {
        path: "/favourites",
      },
    )
    await soon(() => cards(page).count()).toBe(60)
    expect(await idsOf(page)).toEqual([...idsFrom(1, 59), "p_0"])
    await card(page, "p_0").getByText("Offline").waitFor()
    await end(page)
    await soon(() => cards(page).count()).toBe(70)
    const asks = asked().map((one) => new URL(one, "https://foldcast.test").searchParams)
    expect(asks.map((query) => query.get("ids")?.split(",").length)).toEqual([60, 10])
    const logged = pages.gateway.facts.filter(({ _tag }) => _tag === "AnswerApplied")
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toContain("p_")
    await soon(() => page.getByRole("button", { name: "Meer laden" }).count()).toBe(0)
  })

  it("keeps a performer whose heart was taken back, until it is opened again", async () => {
    const page = await open(
      withPerformers(() => performers(0, 3), {
        events: kept(3),
        answers: (command) =>
          command._tag === "RemoveFavourite"
            ? [{ _tag: "FavouriteRemoved", performerId: command.performerId }]
            : [],
      }),
      { path: "/favourites" },
    )
    const heart = card(page, "p_1").getByRole("button")
    await heart.click()
    await pages.gateway.command("RemoveFavourite")
    await soon(() => heart.getAttribute("aria-pressed")).toBe("false")
    expect(await idsOf(page)).toEqual(idsFrom(0, 3))
    await pages.expectSound(page)
  })

  it("shows that it loads, and waits for the network where there is none", async () => {
    const page = await open(
      withPerformers(() => [], { events: member() }),
      { path: "/favourites" },
    )
    await page.getByRole("status", { name: "Performers worden geladen" }).waitFor()
    await pages.context.setOffline(true)
    await page
      .getByText("Je bent offline. De performers laden zodra je weer online bent.")
      .waitFor()
    await pages.context.setOffline(false)
    await soon(() => page.getByText("Je bent offline. De performers laden").count()).toBe(0)
    pages.gateway.emit({ _tag: "FavouritesListed", performerIds: [] })
    await page.getByRole("heading", { name: "Je hebt nog geen favorieten" }).waitFor()
  })

  it("says how to add one where it is empty", async () => {
    const page = await open(
      withPerformers(() => [], { events: kept(0) }),
      { path: "/favourites" },
    )
    await page.getByRole("heading", { name: "Je hebt nog geen favorieten" }).waitFor()
    await pages.expectSound(page)
    // Who is live is asked for, and no favourite.
    expect(asked()).toEqual([path(1)])
  })
})
