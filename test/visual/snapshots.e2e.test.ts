/**
 * Every state of the walk looks like its picture in the repository, and axe finds no barrier in it. If a picture
 * differs, the failure names a folder with the new picture and the difference; if the new one is right, `npm run
 * snapshots` saves it.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { busyPage } from "@foldcast/gateway/pages/busy-page"
import { openContext, openPackedBrowser } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { startWorld, type World } from "../support/world.ts"
import { photograph } from "./photograph.ts"
import { type Scene, sceneName, type Variant } from "./scene.ts"
import { Snapshots } from "./snapshots.ts"
import { JOURNEYS, walk } from "./walk.ts"

describe("the site, state by state", () => {
  let world: World
  let browser: Browser
  const snapshots = new Snapshots()

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([startWorld(HELD_WORLD), openPackedBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await world.close()
  })

  const barriers = async (scene: Scene): Promise<ReadonlyArray<string>> =>
    (await accessibilityFindings(scene.page)).map((finding) => `${sceneName(scene)}: ${finding}`)

  it.each(JOURNEYS)("looks as it did and has no barriers: $name", async (journey) => {
    const findings: Array<string> = []
    await walk(journey, { world, browser }, async (scene) => {
      const picture = await photograph(scene)
      findings.push(...snapshots.faults(sceneName(scene), picture), ...(await barriers(scene)))
    })
    expect(findings).toEqual([])
  })

  /** Shown in the system's own font, so its picture would depend on the machine. */
  it.each([
    { width: 390, locale: "nl", colorScheme: "light", why: "address" },
    { width: 390, locale: "en", colorScheme: "dark", why: "outage" },
    { width: 1_280, locale: "nl", colorScheme: "dark", why: "load" },
    { width: 1_280, locale: "en", colorScheme: "light", why: "address" },
  ] as const)(
    "is whole where it is too busy: $why, $locale at $width, $colorScheme",
    async (of) => {
      const { width, locale, colorScheme, why } = of
      const context = await openContext(browser, { width, colorScheme })
      const page = await context.newPage()
      await page.setContent(await busyPage({ why, retryAfterSeconds: 3_600 }, locale).text())
      await page.getByRole("heading", { level: 1 }).waitFor()
      expect(await accessibilityFindings(page)).toEqual([])
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
      await context.close()
    },
  )

  it("walks in every pair of language, theme, width and brand", () => {
    const pairsOf = (variant: Variant) => {
      const values = Object.entries(variant)
      return values.flatMap(([, value], index) =>
        values.slice(index + 1).map(([, other]) => `${value} and ${other}`),
      )
    }
    // Four dimensions with two values each: six pairs of dimensions, four pairs of values in each.
    expect(new Set(JOURNEYS.flatMap(({ variant }) => pairsOf(variant))).size).toBe(6 * 4)
  })

  it("has a picture of every state and of no other", () => {
    expect(snapshots.leftOver()).toEqual([])
  })
})
