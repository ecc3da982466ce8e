/** When the browser's part begins, in a browser. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { SitePages } from "./site-pages.fixture.ts"
import { startScript } from "./start-script.ts"
import { guest } from "./visit-facts.fixture.ts"

let pages: SitePages
beforeAll(async () => {
  pages = await SitePages.start()
})
afterEach(() => pages.close())
afterAll(() => pages.stop())

/** In the page, before its own scripts: when it is drawn for the first time. */
const NOTE_DRAWING = `requestAnimationFrame(() => { globalThis.drawnAt = performance.now() })`

describe("the browser's part", () => {
  it("asks for no script before the page is drawn, and takes it over then", async () => {
    const page = await pages.open(
      { events: guest() },
      { prepare: (fresh) => fresh.addInitScript(NOTE_DRAWING) },
    )
    const { drawnAt, scripts } = await page.evaluate(() => ({
      drawnAt: Number(Reflect.get(globalThis, "drawnAt")),
      scripts: performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    }))
    expect(scripts.length).toBeGreaterThan(1)
    expect(Math.min(...scripts)).toBeGreaterThanOrEqual(drawnAt)
    expect(pages.complaints).toEqual([])
  })

  it.each([
    ["in a tab that nobody looks at", "hidden", true],
    ["where nothing is drawn for long", "hidden", false],
  ] as const)("begins %s too", async (_, name, value) => {
    await pages.open(
      { events: guest() },
      {
        prepare: (page) =>
          page.addInitScript(
            ([property, is]) => {
              globalThis.requestAnimationFrame = () => 0
              Object.defineProperty(document, property, { value: is })
            },
            [name, value] as const,
          ),
      },
    )
    expect(pages.gateway.heard.some(({ url }) => url.includes("client-entry"))).toBe(true)
  })

  it("ends no element of the page, whatever its files are called", () => {
    const text = startScript({ script: "/a</script>.js", modules: ["/b</script>.js"] })
    expect(text).not.toContain("</script>")
  })
})
