/** The simulated phone's pages in a browser, in both languages and themes, on a phone and on a desk. */
import { Logger } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { testSimulatorsConfig } from "@foldcast/simulators/bank/fake-shop.fixture"
import {
  type FakeSite,
  fakeSite,
  instruct,
  NUMBER,
  phoneConfig,
} from "@foldcast/simulators/phone/fake-site.fixture"
import { type RunningSimulators, startSimulators } from "@foldcast/simulators/simulators"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { openBrowser } from "../support/browser.ts"

let site: FakeSite
let simulators: RunningSimulators
let browser: Browser
beforeAll(async () => {
  site = await fakeSite()
  simulators = await startSimulators(
    { ...testSimulatorsConfig(), phone: phoneConfig(site.url) },
    Logger.layer([]),
  )
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await simulators.close()
  site.close()
})

/** A page that reloads itself would take axe's script away. */
const holdStill = (page: Page) =>
  page.route("**/phone/call*", async (route) => {
    const response = await route.fetch()
    const { refresh: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })

it.each([
  [390, "light", "nl"],
  [1_280, "dark", "en"],
] as const)(
  "are readable by everybody at %i pixels, %s, in %s",
  async (width, colorScheme, lang) => {
    const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme })
    const page = await context.newPage()
    await holdStill(page)
    const isSound = async () => {
      expect(await accessibilityFindings(page)).toEqual([])
      const isTooWide = "document.documentElement.scrollWidth > innerWidth"
      expect(await page.evaluate<boolean>(isTooWide)).toBe(false)
    }
    await page.goto(`${simulators.url}/phone?lang=${lang}`)
    await isSound()
    const dialled = await fetch(`${simulators.url}/phone/dial`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ number: NUMBER, lang }),
    })
    const address = simulators.url + (dialled.headers.get("location") ?? "")
    const call = new URL(address).searchParams.get("id") ?? ""
    await page.goto(address)
    await isSound()
    expect(await page.locator("#pin").textContent()).toBe("0 4 2 7")
    await instruct(simulators.url, { kind: "connect", call })
    await instruct(simulators.url, { kind: "announce", call, why: "notWatching" })
    await page.goto(address)
    await isSound()
    expect(await page.getByRole("status").count()).toBe(1)
    await page.locator("button[value=caller]").click()
    await page.locator("a.first").waitFor()
    await isSound()
    await context.close()
  },
)
