/** Tests that a page whose script the browser cannot run behaves as one without script, and says so. */
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { takenOver } from "../../screens/catalogue.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const ENTRY = /\/assets\/client-entry[^/]*\.js$/u

const open = (prepare: (page: Page) => Promise<unknown>) =>
  pages.visit({ events: guest(), consent: null }, { path: "/privacy", prepare })
const answering = (answer: (route: Route) => Promise<void>) => (page: Page) =>
  page.route(ENTRY, answer)

const CONTROLS = ".site-header__controls button"

/** The elements that need script, and the message shown without it. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const isShown = (each: Element) => getComputedStyle(each).display !== "none"
    const all = (selector: string) => [
      ...new Set([...document.querySelectorAll(selector)].map(isShown)),
    ]
    return { needsScript: all(".needs-script"), withoutScript: all(".without-script") }
  })
const WITH = { needsScript: [true], withoutScript: [false] }
const WITHOUT = { needsScript: [false], withoutScript: [true] }

const script = (body: string) => ({ contentType: "text/javascript", body })
const BROKEN: ReadonlyArray<readonly [string, (page: Page) => Promise<unknown>]> = [
  ["cannot be read", answering((route) => route.fulfill(script("const = 1")))],
  ["breaks as it begins", answering((route) => route.fulfill(script("new NewerThanThis()")))],
  ["does not come", answering((route) => route.abort())],
  [
    "stands on a part that cannot be read",
    async (page) => {
      await page.route("**/assets/broken.js", (route) => route.fulfill(script("let let")))
      await page.route(ENTRY, (route) => route.fulfill(script('import "/assets/broken.js"')))
    },
  ],
  [
    "is a module, which the browser does not know",
    async (page) => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(HTMLScriptElement.prototype, "noModule")
      })
      await page.route(ENTRY, (route) => route.fulfill(script("")))
    },
  ],
]

describe("the site's script", () => {
  it.each(BROKEN)("%s: the page is one without script [HYDRATE-04]", async (_, prepare) => {
    const page = await open(prepare)
    await expect.poll(() => shown(page)).toEqual(WITHOUT)
    await page
      .getByText(/^Zet JavaScript aan, herlaad de pagina of gebruik een nieuwere browser/u)
      .waitFor()
    await page.getByRole("navigation", { name: "Performers" }).getByText("Toyshows").click()
    await page.getByRole("heading", { level: 1, name: "Toyshows" }).waitFor()
  })

  it("is on its way: nothing is hidden until it has come, and nothing changes then [HYDRATE-04]", async () => {
    const { promise: goesOn, resolve: letCome } = Promise.withResolvers<void>()
    const { promise: given, resolve: give } = Promise.withResolvers<Page>()
    const opening = open(async (fresh) => {
      await fresh.route(ENTRY, async (route) => {
        give(fresh)
        await goesOn
        await route.continue()
      })
    })
    const waiting = await given
    await waiting.locator(".site-footer").waitFor()
    expect(await shown(waiting)).toEqual(WITH)
    letCome()
    await opening
    await takenOver(waiting, CONTROLS)
    expect(await shown(waiting)).toEqual(WITH)
  })

  it("is not blamed for somebody else's script that breaks [HYDRATE-04]", async () => {
    const page = await open((fresh) =>
      fresh.addInitScript(() => {
        document.addEventListener("readystatechange", () => {
          dispatchEvent(
            new ErrorEvent("error", { message: "x", filename: "chrome-extension://x/a.js" }),
          )
        })
      }),
    )
    await takenOver(page, CONTROLS)
    expect(await shown(page)).toEqual(WITH)
  })
})
