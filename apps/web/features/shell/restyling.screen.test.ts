/**
 * Tests that a change of one part does not make the browser work out the styles of the whole page: on a slow phone that
 * takes longer than everything else a press does.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const open = () => pages.open({ events: guest(), queries: catalogueQueries() })

interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
  readonly args: { readonly elementCount?: number }
}

/** How many elements the browser works out styles for, each time that it does, while the page runs a script. */
const restyledBy = async (page: Page, script: string): Promise<ReadonlyArray<number>> => {
  const browser = page.context().browser()
  if (browser === null) throw new Error("the page has no browser")
  await browser.startTracing(page, { categories: ["devtools.timeline", "blink.user_timing"] })
  // What the page does by itself meanwhile does not count.
  await page.evaluate(`(() => {
    void document.body.offsetWidth
    performance.mark("restyling begins")
    ${script}
    void document.body.offsetWidth
    performance.mark("restyling ends")
  })()`)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
    readonly traceEvents: ReadonlyArray<TraceEvent>
  }
  const [begin, end] = ["restyling begins", "restyling ends"].map(
    (mark) => traceEvents.find(({ name }) => name === mark)?.ts ?? Number.NaN,
  )
  return traceEvents
    .filter(({ name, ts }) => name === "UpdateLayoutTree" && ts > Number(begin) && ts < Number(end))
    .map(({ args }) => args.elementCount ?? 0)
}

/** What a press brings. A notice and the small player move the page's foot, by a property that all inherit. */
const INSERTED = ["ui-overlay", "ui-window", "ui-popover", "ui-button--primary"]

describe("the styles of a page", () => {
  it.each(INSERTED)("are not all worked out anew when a %s comes", async (name) => {
    const page = await open()
    await takenOver(page, ".grid-tools button")
    const elements = await page.evaluate(() => document.querySelectorAll("body *").length)
    expect(elements).toBeGreaterThan(300)
    const counts = await restyledBy(
      page,
      `const inserted = document.createElement("div")
      inserted.className = ${JSON.stringify(name)}
      document.querySelector(".site-notices").append(inserted)`,
    )
    expect(counts.length).toBeGreaterThan(0)
    expect(Math.max(...counts)).toBeLessThan(elements / 4)
  })

  it("come with the page: its script puts no style sheet into the head", async () => {
    const page = await open()
    const inSource = await page.evaluate(async () => {
      const html = await (await fetch(location.href)).text()
      return html.match(/<style\b/gu)?.length
    })
    await takenOver(page, ".grid-tools button")
    expect(inSource).toBe(1)
    expect(await page.locator("style").count()).toBe(inSource)
  })
})
