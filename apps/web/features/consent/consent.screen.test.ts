/** Tests consent: nothing optional is fetched, stored or sent before the visitor accepts. */
import type { BrowserContext, Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { TAB_ITEMS } from "../statements/stored-table.tsx"
import { performers, performersAnswer } from "../../screens/performers.fixture.ts"
import { answersWith, profile } from "../../screens/profile-pages.fixture.ts"
import { sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const BANNER = { name: "Jouw cookiekeuze" } as const
const banner = (page: Page) => page.getByRole("region", BANNER)
const undecided = { events: guest(), consent: null }

const cookie = async (name: string) =>
  (await pages.context.cookies()).find((found) => found.name === name)
/** Whether the fingerprint's script was requested. */
/** By the page itself: an earlier test's browser may have the script in its cache. */
const askedForFingerprint = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/thumbmark")),
  )
const openRegistration = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Gratis aanmelden" }).click()
  const dialog = page.getByRole("dialog", { name: "Gratis aanmelden" })
  await dialog.waitFor()
  return dialog
}

describe("the question of consent", () => {
  it.each([
    { width: 320, scheme: "light" },
    { width: 1_280, scheme: "dark" },
  ] as const)("is sound and gives both answers the same weight, at $width", async (screen) => {
    const page = await pages.open(undecided, screen)
    await pages.expectSound(page)
    const look = (name: string) =>
      banner(page)
        .getByRole("button", { name })
        .evaluate((button) => {
          const { width, height } = button.getBoundingClientRect()
          const { backgroundColor, color, borderColor, fontWeight } = getComputedStyle(button)
          return { width, height, backgroundColor, color, borderColor, fontWeight }
        })
    expect(await look("Toestaan")).toEqual(await look("Weigeren"))
  })

  it.each(
    variants(
      [
        { width: 320, height: 200 },
        { width: 390, height: 844 },
      ],
      [
        { width: 320, height: 256 },
        { width: 640, height: 400 },
        { width: 667, height: 375 },
        { width: 768, height: 1_024 },
        { width: 1_280, height: 800 },
      ],
    ),
  )(
    "takes a third of the screen at most, with both answers in view: $width by $height",
    async (screen) => {
      const page = await pages.open(undecided, screen)
      const edges = (part: Locator) =>
        part.evaluate((element) => {
          const { top, bottom, height } = element.getBoundingClientRect()
          return { top, bottom, height }
        })
      const { height } = await edges(banner(page))
      expect(height).toBeLessThanOrEqual(screen.height / 3)
      for (const name of ["Weigeren", "Toestaan"]) {
        const answer = await edges(banner(page).getByRole("button", { name }))
        expect(answer.height).toBeGreaterThanOrEqual(24)
        expect(answer.top).toBeGreaterThanOrEqual(0)
        expect(answer.bottom).toBeLessThanOrEqual(screen.height)
      }
      await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight)
      })
      // The page's last words are clear of the question.
      const last = await edges(page.getByRole("contentinfo"))
      const { top, bottom } = await edges(banner(page))
      expect(bottom <= 0 || last.bottom <= top + 1).toBe(true)
    },
  )

  it("takes no heart's size where its edge falls on one", async () => {
    const page = await pages.open(
      { ...undecided, queries: catalogueQueries() },
      { width: 390, height: 844 },
    )
    await takenOver(page)
    const topOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)
    const answer = banner(page).getByRole("button", { name: "Toestaan" })
    const heart = page.locator(".performer-card__heart").nth(3)
    // The answer begins at the heart's middle.
    const height = Math.round((await topOf(heart)) + 22 + 844 - (await topOf(answer)))
    await page.setViewportSize({ width: 390, height })
    expect(Math.abs((await topOf(answer)) - (await topOf(heart)) - 22)).toBeLessThan(2)
    await pages.expectSound(page)
  })

  it("tells the rest behind a button, with the same two answers, and gives the focus back", async () => {
    const page = await pages.open(undecided)
    await banner(page).getByRole("button", { name: "Meer hierover" }).click()
    const dialog = page.getByRole("dialog", BANNER)
    await dialog.getByRole("heading", { name: "Je browser herkennen" }).waitFor()
    await pages.expectSound(page)
    await page.keyboard.press("Escape")
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await cookie("consent")).toBeUndefined()
    const choose = banner(page).getByRole("button", { name: "Meer hierover" })
    await expect
      .poll(() => choose.evaluate((button) => button === document.activeElement))
      .toBe(true)
    await choose.press("Enter")
    await dialog.getByRole("button", { name: "Weigeren" }).click()
    await expect.poll(() => banner(page).count()).toBe(0)
    expect(await cookie("consent")).toMatchObject({ value: "refused" })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1")
  })

  it("is shown with its answer on the page about cookies, in a text of its own", async () => {
    const page = await pages.open(undecided, { path: "/cookies" })
    const choice = page.locator(".statement__choice p")
    const open = await choice.textContent()
    await banner(page).getByRole("button", { name: "Weigeren" }).click()
    await expect.poll(() => choice.textContent()).not.toBe(open)
  })

  it("covers nothing that has the focus, and takes none", async () => {
    const page = await pages.open(undecided, { width: 390 })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY")
    const isCovered = () =>
      page.evaluate(() => {
        const element = document.activeElement
        const asking = document.querySelector(".consent-banner")
        if (element === null || element === document.body) return false
        if (asking === null || asking.contains(element)) return false
        return element.getBoundingClientRect().bottom > asking.getBoundingClientRect().top + 1
      })
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab")
      const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80))
      expect([focused, await isCovered()]).toEqual([focused, false])
    }
  })

  it("comes first with the keyboard, and gives the focus back afterwards", async () => {
    const page = await pages.open(undecided)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    const refuse = banner(page).getByRole("button", { name: "Weigeren" })
    expect(await refuse.evaluate((button) => button === document.activeElement)).toBe(true)
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Cookieverklaring" })
    const hasFocus = async () => {
      await expect
        .poll(() => link.evaluate((element) => element === document.activeElement))
        .toBe(true)
    }
    await link.focus()
    await refuse.focus()
    // Escape is not an answer.
    await page.keyboard.press("Escape")
    await hasFocus()
    expect(await banner(page).count()).toBe(1)
    expect(pages.gateway.facts).not.toContainEqual(
      expect.objectContaining({ _tag: "ConsentChosen" }),
    )
    await refuse.focus()
    await page.keyboard.press("Enter")
    await hasFocus()
    expect(
      await link.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    ).toBe(true)
  })

  it("is answered by a refusal, which is kept and told, and nothing optional follows", async () => {
    const page = await pages.open(undecided)
    await page.evaluate(() => {
      localStorage.setItem("guest:visited", "1")
      localStorage.setItem("fid", "0123456789abcdef")
    })
    await banner(page).getByRole("button", { name: "Weigeren" }).click()
    await expect.poll(() => banner(page).count()).toBe(0)
    expect(await pages.gateway.fact("ConsentChosen")).toEqual({
      _tag: "ConsentChosen",
      choice: "refused",
    })
    expect(await cookie("consent")).toMatchObject({ value: "refused", path: "/", sameSite: "Lax" })
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    const dialog = await openRegistration(page)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.reload()
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await banner(page).count()).toBe(0)
    expect(await askedForFingerprint(page)).toBe(false)
    expect(await cookie("fingerprint")).toBeUndefined()
  })

  it("lets nothing optional be loaded before there is an answer", async () => {
    const page = await pages.open(undecided)
    const dialog = await openRegistration(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    expect(await askedForFingerprint(page)).toBe(false)
    expect(await cookie("fingerprint")).toBeUndefined()
    expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()
  })

  it("lets the fingerprint be computed once it was accepted", async () => {
    const page = await pages.open(undecided)
    await banner(page).getByRole("button", { name: "Toestaan" }).click()
    await expect.poll(() => banner(page).count()).toBe(0)
    expect(await cookie("consent")).toMatchObject({ value: "accepted" })
    await openRegistration(page)
    await expect.poll(async () => (await cookie("fingerprint"))?.value).toMatch(/^[\w-]{8,128}$/u)
    expect(await askedForFingerprint(page)).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem("fid"))).toBe(
      (await cookie("fingerprint"))?.value,
    )
  })

  it("is asked once by a browser, whichever of its tabs is answered in", async () => {
    const page = await pages.open(undecided)
    const other = await pages.context.newPage()
    await other.goto(pages.gateway.origin)
    await banner(other).waitFor()
    await banner(page).getByRole("button", { name: "Weigeren" }).click()
    await banner(other).waitFor({ state: "detached" })
  })

  it("can be opened again from the footer, and a consent can be taken back", async () => {
    const page = await pages.open(
      { events: guest() },
      {
        prepare: async (_page, context) => {
          const url = pages.gateway.origin
          await context.addCookies([
            { name: "consent", value: "accepted", url },
            { name: "geo", value: "NL", url },
            { name: "fingerprint", value: "0123456789abcdef", url },
          ])
        },
      },
    )
    await page.getByRole("contentinfo").getByRole("button", { name: "Cookiekeuze" }).click()
    const dialog = page.getByRole("dialog", BANNER)
    await dialog.getByText("Je hebt alles toegestaan.").waitFor()
    await pages.expectSound(page)
    await dialog.getByRole("button", { name: "Weigeren" }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await cookie("consent")).toMatchObject({ value: "refused" })
    expect([await cookie("geo"), await cookie("fingerprint")]).toEqual([undefined, undefined])
  })
})

/** Records every write to a storage, also one that is deleted later: place and key. */
const watchWriting = async (context: BrowserContext, written: Set<string>): Promise<void> => {
  await context.exposeFunction("tellWritten", (entry: string) => {
    written.add(entry)
  })
  await context.addInitScript(() => {
    const { tellWritten } = globalThis as unknown as { tellWritten: (entry: string) => void }
    const setItem = Reflect.get(Storage.prototype, "setItem")
    Storage.prototype.setItem = new Proxy(setItem, {
      apply: (write, storage: Storage, entry: [string, string]) => {
        tellWritten(`${storage === sessionStorage ? "session" : "local"} ${entry[0]}`)
        Reflect.apply(write, storage, entry)
      },
    })
  })
}
const writtenCookies = async () =>
  (await pages.context.cookies()).map(({ name }) => `cookie ${name}`)

const PLACES = { Cookie: "cookie", "Browser storage": "local", "This tab’s storage": "session" }

describe("the items that the site stores in a browser", () => {
  it("are those that its cookie statement lists, no more and no fewer [STORE-02, STORE-04, STORE-05, STORE-06, STORE-07]", async () => {
    const written = new Set<string>()
    const queries = answersWith(() => ({ body: profile() }))
    const watched = async (_page: Page, context: BrowserContext) => {
      await watchWriting(context, written)
    }

    // A guest on a profile consents and begins to register.
    const guestPage = await pages.open(
      { events: guest(), consent: null, queries },
      { path: "/profile/Mila", isAlone: true, prepare: watched },
    )
    await banner(guestPage).getByRole("button", { name: "Toestaan" }).click()
    const registration = await openRegistration(guestPage)
    await registration.getByLabel("E-mailadres").fill("noor@example.com")
    await expect.poll(() => cookie("fingerprint")).toBeDefined()
    await expect.poll(() => [...written]).toContain("local fid")
    for (const name of await writtenCookies()) written.add(name)
    await pages.close()

    // A member chooses a theme and a language, loads more of the list and navigates.
    const page = await pages.open(
      {
        events: [...member(), { _tag: "FavouritesListed", performerIds: ["p_1"] }],
        queries: (url) =>
          url.pathname === "/api/performers"
            ? performersAnswer(performers(0, 75), url)
            : catalogueQueries()(url),
      },
      { isAlone: true, prepare: watched },
    )
    await takenOver(page)
    await page.getByLabel("Weergave").selectOption("Donker")
    await page.locator("[data-performer]").last().scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator("[data-performer]").count()).toBe(60)
    await page.getByRole("contentinfo").getByText("English").click()
    await page.waitForURL("**/en")
    await page.getByRole("contentinfo").getByRole("link", { name: "Cookie statement" }).click()
    await page.getByRole("heading", { level: 1, name: "Cookie statement" }).waitFor()
    for (const name of await writtenCookies()) written.add(name)

    const rows = await page
      .getByRole("table")
      .locator("tbody tr")
      .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent)))
    const listed = rows.map(([key = "", , place = ""]) => ({
      key,
      entry: `${PLACES[place as keyof typeof PLACES]} ${key}`,
    }))
    const isListed = (entry: string) =>
      listed.some((one) =>
        one.key.endsWith("*") ? entry.startsWith(one.entry.slice(0, -1)) : entry === one.entry,
      )
    expect([...written].filter((entry) => !isListed(entry))).toEqual([])

    // No purpose is shared by more than two of the tab's rows.
    const reasons = Map.groupBy(TAB_ITEMS, ({ purpose }) => purpose)
    expect(Math.max(...[...reasons.values()].map((rows) => rows.length))).toBeLessThanOrEqual(2)

    // The tab's own rows have tests of their own. So do the choice in a player with a video (still.screen.test.ts),
    // a closed introduction (home-page.screen.test.ts), what an account was wanted for (intent.screen.test.ts) and the
    // number of a call (call.screen.test.ts) and pop-ups (pop-ups.screen.test.ts). Cookies of the session and the call come from the real gateway.
    const byGateway = ["__Host-auth", "__Host-dial-in"]
    const tested = ["lessData", "intro", "register:for", "ivr-cache", "popUps", ...byGateway]
    const elsewhere = new Set([...TAB_ITEMS.map(({ key }) => key), ...tested])
    const expected = listed.filter(({ key }) => !elsewhere.has(key))
    expect(expected.map(({ entry }) => entry).filter((entry) => !written.has(entry))).toEqual([])
  })
})
