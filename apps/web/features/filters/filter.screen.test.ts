/**
 * Tests the filters above the grid in a browser: sections, drawer, chips, counts, and the address that holds them.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import type { QueryAnswer } from "../../screens/scripted-gateway.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const queries = catalogueQueries()
const open = async (screen: Screen, answers = queries, events = guest()) => {
  const page = await pages.open({ events, queries: answers }, screen)
  await takenOver(page)
  return page
}

const address = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement)
const chips = (page: Page) => page.getByRole("list", { name: /^(?:Gekozen|Selected) filters$/u })
/** Waits for the count, which shows once the chips are interactive. */
const counted = (page: Page) =>
  page.getByRole("status").filter({ hasText: "128 performers" }).first().waitFor()
const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))

describe("who is live", () => {
  const liveNow = (page: Page, name = "Nu live") => page.getByRole("button", { name, exact: true })

  it.each([390, 1_280])(
    "is one press, and another one away, in the address, at %i [FIND-03]",
    async (width) => {
      const page = await open({ path: "/?p=a1", width })
      expect(await liveNow(page).getAttribute("aria-pressed")).toBe("false")
      await liveNow(page).click()
      await expect.poll(() => address(page)).toBe("/?p=a1&filter=onlineStatus_online")
      await expect.poll(() => liveNow(page).getAttribute("aria-pressed")).toBe("true")
      await liveNow(page).click()
      await expect.poll(() => address(page)).toBe("/?p=a1")
      await expect.poll(() => liveNow(page).getAttribute("aria-pressed")).toBe("false")
    },
  )

  it("is one control with the other statuses, and is said once where it is chosen [FIND-03]", async () => {
    const page = await open({ path: "/?filter=onlineStatus_online" })
    const statuses = page.getByRole("button", { name: /^Status/u })
    expect(await statuses.getAttribute("aria-label")).toBe("Status")
    await statuses.click()
    const options = page.getByRole("dialog", { name: "Status" })
    await expect
      .poll(() => options.getByRole("checkbox", { name: "Nu live" }).isChecked())
      .toBe(true)
    await options.getByRole("checkbox", { name: "In VIP" }).check()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Status, 2 gekozen" }).waitFor()
    expect(await liveNow(page).getAttribute("aria-pressed")).toBe("false")
  })

  it("is chosen by an address, and is not where other statuses are chosen too", async () => {
    const page = await open({ path: "/en?filter=onlineStatus_online" }, queries, guest("en"))
    expect(await liveNow(page, "Live now").getAttribute("aria-pressed")).toBe("true")
    await pages.close()
    const both = await open({ path: "/?filter=onlineStatus_online_offline" })
    expect(await liveNow(both).getAttribute("aria-pressed")).toBe("false")
  })
})

describe("the number of performers", () => {
  it.each(["/toy-shows", "/toy-shows?filter=languages_nl"])(
    "is said once, and is the list's heading: %s [FIND-03]",
    async (path) => {
      const page = await open({ path })
      await page.getByRole("heading", { level: 2, name: "128 performers", exact: true }).waitFor()
      expect(await page.getByText(/performers$/iu).allTextContents()).not.toContain("Performers")
      expect(await page.getByText("128 performers").count()).toBe(1)
    },
  )
})

describe("the bar above the grid", () => {
  it("has every category in its order, marks the one that is shown, and has the search [GRID-02, GRID-13]", async () => {
    const page = await open({ path: "/toy-shows?p=a1" })
    const bar = page.getByRole("navigation", { name: "Categorieën" }).getByRole("link")
    expect(await bar.allTextContents()).toEqual([
      "Alle performers",
      "Gratis chat",
      "Toyshows",
      "Nieuw",
      "Nederlands",
    ])
    expect(await hrefs(bar)).toEqual([
      "/?p=a1",
      "/free-cams?p=a1",
      "/toy-shows?p=a1",
      "/new-cams?p=a1",
      "/nederlands?p=a1",
    ])
    expect(
      await bar.evaluateAll((all) => all.map((link) => link.getAttribute("aria-current"))),
    ).toEqual([null, null, "page", null, null])
    await page.getByRole("combobox", { name: "Zoek een performer" }).waitFor()
    await bar.first().click()
    await page.getByRole("heading", { level: 1, name: "Chat live. Betaal per minuut." }).waitFor()
    await page.getByRole("combobox", { name: "Zoek een performer" }).waitFor()
    expect(
      await bar.evaluateAll((all) => all.map((link) => link.getAttribute("aria-current"))),
    ).toEqual(["page", null, null, null, null])
  })

  it("has the link to all performers alone where the brand switched the categories off", async () => {
    const { HOUSE_BRAND } = await import("../../screens/brands.fixture.ts")
    const page = await pages.open({
      events: guest(),
      queries,
      brand: { ...HOUSE_BRAND, disabledRoutes: ["category"] },
    })
    const bar = page.getByRole("navigation", { name: "Categorieën" }).getByRole("link")
    expect(await bar.allTextContents()).toEqual(["Alle performers"])
    const models = page.getByRole("navigation", { name: "Performers" }).getByRole("link")
    expect(await models.allTextContents()).toEqual(["Alle performers"])
  })
})

describe("a section of the filters", () => {
  it("is chosen from by keyboard alone: address, chip and count follow, and the page does not move [GRID-12, GRID-26]", async () => {
    const page = await open({ path: "/?p=a1&x=1" })
    await page.evaluate(() => document.documentElement.setAttribute("data-mark", ""))
    const index = () => page.evaluate<number>("history.state.__TSR_index")
    const start = await index()
    const section = page.getByRole("button", { name: "Leeftijd" })
    await section.focus()
    await page.keyboard.press("Enter")
    const options = page.getByRole("dialog", { name: "Leeftijd" })
    const group = options.getByRole("group", { name: "Leeftijd" })
    await group.waitFor()
    expect(await group.getByRole("checkbox").count()).toBe(4)
    await expect.poll(() => hasFocus(group.getByLabel("18–24 jaar"))).toBe(true)
    await page.keyboard.press("Space")
    await expect.poll(() => address(page)).toBe("/?p=a1&x=1&filter=age_18-24")
    await options.getByRole("status").filter({ hasText: "128 performers" }).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await expect.poll(() => address(page)).toBe("/?p=a1&x=1&filter=age_18-24_24-30")
    await page.keyboard.press("Escape")
    await expect.poll(() => options.count()).toBe(0)
    await expect
      .poll(() => hasFocus(page.getByRole("button", { name: "Leeftijd, 2 gekozen" })))
      .toBe(true)
    await expect
      .poll(() => chips(page).getByRole("button").allTextContents())
      .toEqual(["18–24 jaar", "24–30 jaar"])
    await page.getByRole("status").filter({ hasText: "128 performers" }).waitFor()
    expect(await page.evaluate(() => document.documentElement.hasAttribute("data-mark"))).toBe(true)
    // What is chosen in a panel is one entry.
    expect(await index()).toBe(start + 1)
    await pages.gateway.query("/api/performers/count?filter=age_18-24_24-30")
  })

  it("can be emptied as a whole [GRID-28]", async () => {
    const page = await open({ path: "/?filter=age_18-24_24-30.languages_nl" })
    await page.getByRole("button", { name: "Leeftijd, 2 gekozen" }).click()
    await page.getByRole("dialog", { name: "Leeftijd" }).getByText("Wis keuze").click()
    await expect.poll(() => address(page)).toBe("/?filter=languages_nl")
  })

  it("loses none of two quick presses", async () => {
    const page = await open({ path: "/" })
    await page.getByRole("button", { name: "Status" }).click()
    const options = page.getByRole("dialog", { name: "Status" })
    await options.getByRole("checkbox").first().waitFor()
    await options.getByRole("checkbox").evaluateAll((boxes) => {
      for (const box of boxes.slice(0, 3)) (box as HTMLInputElement).click()
    })
    await expect.poll(() => address(page)).toBe("/?filter=onlineStatus_online_live_vip")
  })
})

describe("the filters on a phone", () => {
  const openDrawer = async (page: Page, button: RegExp) => {
    await page.getByRole("button", { name: button }).click()
    const drawer = page.getByRole("dialog", { name: "Filters" })
    await drawer.getByRole("group", { name: "Status" }).waitFor()
    return drawer
  }

  it("open in a drawer that has every group and value, updates the count and closes with what it shows [GRID-03, GRID-12, GRID-15, GRID-17, GRID-18, GRID-19, GRID-20, GRID-21]", async () => {
    const page = await open({ path: "/en", width: 390 }, queries, guest("en"))
    expect(await page.getByRole("button", { name: "Age" }).isVisible()).toBe(false)
    const drawer = await openDrawer(page, /^Filters$/u)
    const offered = await drawer
      .getByRole("group")
      .evaluateAll((groups) =>
        groups.map((group) => [
          document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent,
          ...[...group.querySelectorAll("label")].map((label) => label.textContent),
        ]),
      )
    expect(offered).toEqual([
      ["Popular", "Free chat now", "With a toy"],
      ["Age", "18–24 years", "24–30 years", "30–50 years", "50 years and older"],
      ["Language", "Dutch", "English, Danish or Swedish", "French", "German", "Spanish", "Italian"],
      ["Ethnicity", "European", "Latin American", "Asian", "African", "Arab", "Mixed"],
      ["Hair color", "Blonde", "Brown", "Black", "Red", "Gray", "Dyed"],
      ["Build", "Slim", "Athletic", "Average", "Curvy", "Plus size"],
      ["Breast size", "Small", "Average", "Large", "Very large"],
      ["Penis size", "Small", "Average", "Large", "Very large"],
      ["Shaved", "Yes", "Partly", "No"],
      ["Piercings", "None", "Ears only", "Several"],
      ["Status", "Live now", "Per minute", "In VIP", "Free chat", "On a break", "Offline"],
    ])
    await drawer.getByRole("checkbox", { name: "Free chat now" }).check()
    await expect.poll(() => address(page)).toBe("/en?filter=popular_free")
    await drawer
      .getByRole("status")
      .filter({ hasText: "128 performers" })
      .waitFor({ state: "attached" })
    await drawer.getByRole("button", { name: "Show 128 performers" }).click()
    await expect.poll(() => drawer.count()).toBe(0)
    await expect
      .poll(() => hasFocus(page.getByRole("button", { name: "Filters, 1 selected" })))
      .toBe(true)
    await expect
      .poll(() => chips(page).getByRole("button").allTextContents())
      .toEqual(["Free chat now"])
  })

  it.each([
    [320, "0em"],
    // The letter spacing of a visitor who needs more of it (WCAG 1.4.12).
    [390, "0.12em"],
  ])(
    "keep the categories' names in their places, at %s with letters %s apart",
    async (width, spacing) => {
      const page = await open({ path: "/", width }, queries, member())
      await page.evaluate((space) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`* { letter-spacing: ${space} !important }`)
        document.adoptedStyleSheets = [sheet]
      }, spacing)
      const drawer = await openDrawer(page, /^Filters/u)
      const pills = drawer.getByRole("navigation", { name: "Categorieën" }).getByRole("link")
      await expect.poll(() => pills.count()).toBeGreaterThan(3)
      expect(
        await pills.evaluateAll(
          (all) =>
            all.filter((pill) => {
              const { right, bottom } = pill.getBoundingClientRect()
              const words = document.createRange()
              words.selectNodeContents(pill)
              return [...words.getClientRects()].some(
                (line) => line.right > right || line.bottom > bottom,
              )
            }).length,
        ),
      ).toBe(0)
    },
  )

  it.each([
    { who: "a guest", events: guest(), last: [] },
    { who: "a member", events: member(), last: ["Favorieten"] },
  ])(
    "lead $who to other lists by pills, each a link with a picture and a name [GRID-04, GRID-05]",
    async ({ events, last }) => {
      const page = await open({ width: 390, path: "/?p=a1&filter=age_18-24" }, queries, events)
      const drawer = await openDrawer(page, /^Filters/u)
      const pills = drawer.getByRole("navigation", { name: "Categorieën" }).getByRole("link")
      expect(await pills.allTextContents()).toEqual([
        "Alle performers",
        "Gratis chat",
        "Toyshows",
        "Nieuw",
        ...last,
      ])
      expect((await hrefs(pills)).every((href) => href?.endsWith("?p=a1") === true)).toBe(true)
      const pictures = await pills.evaluateAll((all) =>
        all.map(
          (pill) =>
            pill.querySelector("img")?.getAttribute("src") ?? pill.querySelectorAll("svg").length,
        ),
      )
      expect(pictures).toEqual([
        1,
        1,
        "/media/200x150/attachments/toys.jpg",
        1,
        ...last.map(() => 1),
      ])
      await pills.nth(2).click()
      await page.getByRole("heading", { level: 1, name: "Alles over Toyshows" }).waitFor()
      await expect.poll(() => drawer.count()).toBe(0)
      expect(address(page)).toBe("/toy-shows?p=a1")
    },
  )

  it.each(["nl", "en"] as const)(
    "stay where they are while others are chosen, so that a quick second press hits, in %s",
    async (locale) => {
      const page = await open(
        { path: locale === "nl" ? "/" : "/en", width: 390, height: 844 },
        queries,
        guest(locale),
      )
      await page.getByRole("button", { name: "Filters", exact: true }).click()
      const options = page.getByRole("dialog").getByRole("checkbox")
      const places = () =>
        options.evaluateAll((all) => {
          const boxes = all.map((box) => (box.closest("label") ?? box).getBoundingClientRect())
          // The drawer may still be sliding in, and a check scrolls.
          const [first] = boxes
          return boxes.map(({ x, y, width }) =>
            [x - (first?.x ?? 0), y - (first?.y ?? 0), width].map(Math.round).join(" "),
          )
        })
      const language = locale === "nl" ? "Nederlands" : "Dutch"
      await options.and(page.getByRole("checkbox", { name: language, exact: true })).waitFor()
      const before = await places()
      await options.and(page.getByRole("checkbox", { name: language, exact: true })).check()
      await expect.poll(() => address(page)).toContain("languages_nl")
      expect(before.length).toBeGreaterThan(40)
      expect(await places()).toEqual(before)
    },
  )
})

describe("the chips of the filters", () => {
  it("remove one filter each, with a name that says so, and the focus goes on to the next [GRID-26]", async () => {
    const page = await open({ path: "/?filter=age_18-24.languages_nl.hairColor_brown" })
    const remove = (name: string) => page.getByRole("button", { name: `Verwijder filter ${name}` })
    await counted(page)
    await remove("18–24 jaar").focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => address(page)).toBe("/?filter=languages_nl.hairColor_brown")
    await expect.poll(() => hasFocus(remove("Nederlands"))).toBe(true)
    await remove("Haarkleur: Bruin").click()
    await expect.poll(() => hasFocus(remove("Nederlands"))).toBe(true)
    await page.keyboard.press("Enter")
    await expect.poll(() => address(page)).toBe("/")
    await expect.poll(() => chips(page).count()).toBe(0)
    await expect.poll(() => hasFocus(page.getByRole("button", { name: "Populair" }))).toBe(true)
  })

  it("can be removed all at once, and the filters with them [GRID-27]", async () => {
    const page = await open({ width: 390, path: "/nederlands?p=a1&filter=age_18-24.languages_nl" })
    await counted(page)
    await page.getByRole("button", { name: "Alles wissen" }).click()
    await expect.poll(() => address(page)).toBe("/nederlands?p=a1")
    await expect.poll(() => chips(page).count()).toBe(0)
    await expect.poll(() => hasFocus(page.getByRole("button", { name: "Filters" }))).toBe(true)
  })

  it("are in the page as it is sent, for an address that has filters", async () => {
    const page = await pages.visit(
      { events: guest(), queries },
      {
        path: "/?filter=languages_nl",
        browser: { javaScriptEnabled: false },
      },
    )
    expect(await page.locator(".filter-chip").allTextContents()).toEqual(["Nederlands"])
    expect(await page.getByRole("button", { name: "Taal" }).count()).toBe(0)
  })
})

describe("the query of a list and of its count", () => {
  it("has a category with the visitor's own filter, and drops the own filter with another category [GRID-34]", async () => {
    const page = await open({ path: "/?filter=age_18-24" })
    const bar = page.getByRole("navigation", { name: "Categorieën" })
    await bar.getByRole("link", { name: "Nederlands" }).click()
    await page.getByRole("heading", { level: 1, name: "Alles over Nederlands" }).waitFor()
    expect(address(page)).toBe("/nederlands")
    await expect.poll(() => chips(page).count()).toBe(0)
    const list = "lang=nl&page=1&limit=30"
    await pages.gateway.query(`/api/performers?category=nederlands&${list}`)
    await page.getByRole("button", { name: "Populair" }).click()
    await page.getByRole("checkbox", { name: "Met toy" }).check()
    await pages.gateway.query(`/api/performers?category=nederlands&filter=popular_toy&${list}`)
    await pages.gateway.query("/api/performers/count?category=nederlands&filter=popular_toy")
    expect(address(page)).toBe("/nederlands?filter=popular_toy")
    await page.keyboard.press("Escape")
    await expect.poll(() => chips(page).getByRole("button").allTextContents()).toEqual(["Met toy"])
  })

  it("has no filter on a page that was opened without one [ROUTE-24]", async () => {
    const page = await open({ path: "/nederlands?p=a1&filter=age_18-24" }, queries, member())
    const all = await hrefs(page.getByRole("link"))
    expect(all.length).toBeGreaterThan(20)
    expect(
      all.filter((href) => href?.includes("filter=") === true && !/^\/(?:nl|en)\//u.test(href)),
    ).toEqual([])
    await page.getByRole("navigation", { name: "Performers" }).getByText("Alle performers").click()
    await page.getByRole("heading", { level: 1, name: "Fijn dat je er bent" }).waitFor()
    expect([address(page), await chips(page).count()]).toEqual(["/?p=a1", 0])
    await page.goBack()
    await page.getByRole("button", { name: "Verwijder filter 18–24 jaar" }).waitFor()
    await page.getByRole("navigation", { name: "Performers" }).getByText("Favorieten").click()
    await page.getByRole("heading", { level: 1, name: "Favorieten" }).waitFor()
    expect([address(page), await chips(page).count()]).toEqual(["/favourites?p=a1", 0])
  })

  it("shows no count that was answered for another filter", async () => {
    let late = (_answer: QueryAnswer) => {}
    const answers = catalogueQueries({
      count: ({ searchParams }) =>
        searchParams.get("filter") === "age_18-24"
          ? new Promise((resolve) => {
              late = resolve
            })
          : { body: { count: 7 } },
    })
    const page = await open({ path: "/" }, answers)
    await page.getByRole("button", { name: "Leeftijd" }).click()
    const options = page.getByRole("dialog", { name: "Leeftijd" })
    await options.getByRole("checkbox", { name: "18–24 jaar" }).check()
    await pages.gateway.query("/api/performers/count?filter=age_18-24")
    await options.getByRole("checkbox", { name: "24–30 jaar" }).check()
    const status = options.getByRole("status")
    await status.filter({ hasText: "7 performers" }).waitFor()
    late({ body: { count: 999 } })
    await pages.gateway.told({
      _tag: "AnswerApplied",
      key: "/api/performers/count?filter=age_18-24_24-30",
    })
    expect(await status.textContent()).toBe("7 performers")
  })

  it("says so when nobody is left, and how many there are at least", async () => {
    const answering = (count: number) => catalogueQueries({ count: () => ({ body: { count } }) })
    const none = await open({ path: "/?filter=age_50-100" }, answering(0))
    await none.getByRole("status").filter({ hasText: "Geen performers met deze filters" }).waitFor()
    await pages.close()
    const many = await open({ path: "/?filter=age_50-100" }, answering(1_000))
    await many.getByRole("status").filter({ hasText: "1.000+ performers" }).waitFor()
  })
})

describe("the filters' look and accessible names", () => {
  const CHOSEN = "filter=age_18-24.languages_nl.hairColor_brown"

  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 1_280, scheme: "light", locale: "en" },
      ],
      [
        { width: 320, scheme: "light", locale: "en" },
        { width: 1_280, scheme: "dark", locale: "en" },
        { width: 1_280, scheme: "light", locale: "nl" },
      ],
    ),
  )("are right above the list at $width, $scheme, $locale", async ({ width, scheme, locale }) => {
    const page = await open(
      { width, scheme, path: `/${locale}/free-cams?${CHOSEN}` },
      queries,
      guest(locale),
    )
    await counted(page)
    await pages.expectSound(page)
  })

  it.each(
    variants(
      [
        { width: 390, scheme: "dark", locale: "nl" },
        { width: 390, scheme: "light", locale: "en" },
      ],
      [{ width: 320, scheme: "dark", locale: "en" }],
    ),
  )("are right in the drawer at $width, $scheme, $locale", async ({ width, scheme, locale }) => {
    const page = await open(
      { width, scheme, path: `/${locale}?${CHOSEN}` },
      queries,
      member(locale),
    )
    await page.getByRole("button", { name: /^Filters/u }).click()
    const drawer = page.getByRole("dialog", { name: "Filters" })
    await drawer.getByRole("button", { name: /128 performers$/u }).waitFor()
    await pages.expectSound(page)
  })

  it.each([
    { scheme: "dark", locale: "nl", section: "Uiterlijk" },
    { scheme: "light", locale: "en", section: "Appearance" },
  ] as const)("are right in a popover, $scheme, $locale", async ({ scheme, locale, section }) => {
    const path = `/${locale}/free-cams?filter=hairColor_brown`
    const page = await open({ width: 1_280, height: 600, scheme, path }, queries, guest(locale))
    await page.getByRole("button", { name: new RegExp(`^${section}`, "u") }).click()
    const options = page.getByRole("dialog", { name: section })
    const count = options.getByRole("status").filter({ hasText: "128 performers" })
    await count.waitFor()
    // In a low window the options scroll, and the count stays in view.
    const box = await count.boundingBox()
    expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
    await pages.expectSound(page)
  })
})
