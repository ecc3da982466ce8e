/** Consent comes first: nothing optional is fetched, kept or told before somebody accepted. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { sitePages } from "./site-pages.fixture.ts"
import { guest, member } from "./visit-facts.fixture.ts"

const pages = sitePages()

const BANNER = { name: "Jouw keuze over cookies" } as const
const banner = (page: Page) => page.getByRole("region", BANNER)
const undecided = { events: guest(), consent: null }

const cookie = async (name: string) =>
  (await pages.context.cookies()).find((found) => found.name === name)
/** Whether the fingerprint's script was asked for. */
const askedForFingerprint = () => pages.gateway.heard.some(({ url }) => url.includes("/thumbmark"))
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
  ] as const)("is sound and its answers are equals, at $width", async (screen) => {
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

  it("is answered by a refusal: kept, told, and nothing optional follows", async () => {
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
    await openRegistration(page)
    await page.keyboard.press("Escape")
    await page.reload()
    await page.getByRole("heading", { level: 1 }).waitFor()
    expect(await banner(page).count()).toBe(0)
    expect(askedForFingerprint()).toBe(false)
    expect(await cookie("fingerprint")).toBeUndefined()
  })

  it("lets nothing optional be fetched before there is an answer", async () => {
    const page = await pages.open(undecided)
    const dialog = await openRegistration(page)
    await dialog.getByLabel("E-mailadres").fill("noor@example.com")
    expect(askedForFingerprint()).toBe(false)
    expect(await cookie("fingerprint")).toBeUndefined()
    expect(await page.evaluate(() => window.dataLayer)).toBeUndefined()
  })

  it("lets the fingerprint be found once it was accepted [STORE-03, STORE-10]", async () => {
    const page = await pages.open(undecided)
    await banner(page).getByRole("button", { name: "Toestaan" }).click()
    await expect.poll(() => banner(page).count()).toBe(0)
    expect(await cookie("consent")).toMatchObject({ value: "accepted" })
    await openRegistration(page)
    await expect.poll(async () => (await cookie("fingerprint"))?.value).toMatch(/^[\w-]{8,128}$/u)
    expect(askedForFingerprint()).toBe(true)
    expect(await page.evaluate(() => localStorage.getItem("fid"))).toBe(
      (await cookie("fingerprint"))?.value,
    )
  })

  it("is asked again from the footer, and a consent can be taken back", async () => {
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

describe("what the site keeps", () => {
  it("is all in its cookie statement [STORE-07]", async () => {
    const page = await pages.open({ events: member(), consent: null })
    await banner(page).getByRole("button", { name: "Toestaan" }).click()
    await page.getByLabel("Weergave").selectOption("Donker")
    await page.getByRole("navigation", { name: "Performers" }).getByText("Nieuwe cams").click()
    await page.getByRole("heading", { level: 1, name: "Nieuwe cams" }).waitFor()
    await page.getByRole("contentinfo").getByText("English").click()
    await page.getByRole("heading", { level: 1, name: "New cams" }).waitFor()
    await page.getByRole("contentinfo").getByRole("link", { name: "Cookie statement" }).click()
    await page.getByRole("heading", { level: 1, name: "Cookie statement" }).waitFor()
    const listed = await page.getByRole("table").getByRole("rowheader").allTextContents()
    const kept = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ])
    const cookies = (await pages.context.cookies()).map(({ name }) => name)
    expect(cookies.toSorted()).toEqual(["consent", "language"])
    const isListed = (key: string) =>
      listed.some((name) => (name.endsWith("*") ? key.startsWith(name.slice(0, -1)) : key === name))
    expect(kept).toEqual(expect.arrayContaining(["theme", "previousRoute", "tab"]))
    expect([...kept, ...cookies].filter((key) => !isListed(key))).toEqual([])
  })
})
