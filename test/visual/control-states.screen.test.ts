/**
 * In forced colours (Windows' contrast themes) backgrounds and shadows are gone. The state of a control is still
 * visible: by a border, an outline or a system colour. Each pair of pictures has the same words; only the state
 * differs.
 */
import { readdirSync, readFileSync } from "node:fs"
import { PNG } from "pngjs"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openBrowser, openContext } from "../support/browser.ts"
import { CONTROL_STATES, FOCUSED, ON_PICTURES } from "./control-states.ts"

/** As many pixels as a one-pixel border around the smallest control. */
const SEEN_POINTS = 40
/** Least visible difference of a pixel, of 255, in any of the three colours. */
const SEEN_STEP = 60

const styles = (): string => {
  const built = new URL("../../apps/web/dist/client/assets/", import.meta.url)
  const sheet = readdirSync(built).find((name) => name.endsWith(".css"))
  if (sheet === undefined) throw new Error("the site is not built")
  return readFileSync(new URL(sheet, built), "utf8")
}

const differingPoints = (one: Buffer, other: Buffer): number => {
  const [first, second] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (first.width !== second.width || first.height !== second.height) return Infinity
  let points = 0
  for (let at = 0; at < first.data.length; at += 4) {
    const step = [0, 1, 2].some(
      (colour) =>
        Math.abs((first.data[at + colour] ?? 0) - (second.data[at + colour] ?? 0)) > SEEN_STEP,
    )
    if (step) points += 1
  }
  return points
}

const cell = (id: string, markup: string) =>
  `<div id="${id}" style="padding:12px;inline-size:16rem;block-size:5rem;box-sizing:border-box;overflow:hidden">${markup}</div>`

const show = async (page: Page, cells: ReadonlyArray<string>) => {
  await page.emulateMedia({ forcedColors: "active" })
  await page.setContent(
    `<!doctype html><html lang="nl"><head><style>${styles()}</style></head><body style="display:grid;grid-template-columns:16rem 16rem">${cells.join("")}</body></html>`,
  )
}

const picture = (shown: Locator) => shown.screenshot({ animations: "disabled", caret: "hide" })

/** A class and its state in a rule. */
const STATE =
  /\.(?<control>[\w-]+)(?:\s+a)?(?::is\()?\[(?<state>data-(?:selected|invalid|disabled|focused|pressed|pending)|aria-(?:pressed|selected|current|invalid|disabled))\b/gu

describe("the controls in the visitor's own colours", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  const pageIn = async (colorScheme: "dark" | "light") =>
    (await openContext(browser, { colorScheme, width: 560, height: 900 })).newPage()

  it.each(["dark", "light"] as const)(
    "show every state of every control: %s [DISPLAY-03]",
    async (scheme) => {
      const page = await pageIn(scheme)
      await show(
        page,
        CONTROL_STATES.flatMap(({ plain, state }, index) => [
          cell(`plain-${index}`, plain),
          cell(`state-${index}`, state),
        ]),
      )
      const alike: Array<string> = []
      for (const [index, { name }] of CONTROL_STATES.entries()) {
        const [plain, state] = [
          await picture(page.locator(`#plain-${index}`)),
          await picture(page.locator(`#state-${index}`)),
        ]
        if (differingPoints(plain, state) < SEEN_POINTS) alike.push(name)
      }
      expect(alike).toEqual([])
      await page.context().close()
    },
  )

  it.each(["dark", "light"] as const)(
    "mark what has the focus: %s [DISPLAY-03]",
    async (scheme) => {
      const page = await pageIn(scheme)
      await show(
        page,
        FOCUSED.map(([, markup], index) => cell(`focus-${index}`, markup)),
      )
      await page.keyboard.press("Tab")
      const unmarked: Array<string> = []
      for (const [index, [name]] of FOCUSED.entries()) {
        const shown = page.locator(`#focus-${index}`)
        await page.evaluate("document.activeElement?.blur()")
        const before = await picture(shown)
        await shown.locator("button, a, input, select").first().focus()
        if (differingPoints(before, await picture(shown)) < 2 * SEEN_POINTS) unmarked.push(name)
      }
      expect(unmarked).toEqual([])
      await page.context().close()
    },
  )

  it.each(["dark", "light"] as const)(
    "have a ground of their own where they stand on a picture: %s [DISPLAY-03]",
    async (scheme) => {
      const page = await pageIn(scheme)
      const on = (ground: string, markup: string) =>
        `<div style="forced-color-adjust:none;background:${ground}"><div style="forced-color-adjust:auto">${markup}</div></div>`
      await show(
        page,
        ON_PICTURES.flatMap(([, markup], index) => [
          cell(`black-${index}`, on("#000000", markup)),
          cell(`white-${index}`, on("#ffffff", markup)),
        ]),
      )
      const seenThrough: Array<string> = []
      for (const [index, [name]] of ON_PICTURES.entries()) {
        const shownOn = (ground: string) =>
          picture(page.locator(`#${ground}-${index} :is(button, span)`).first())
        const [black, white] = [await shownOn("black"), await shownOn("white")]
        const { width, height } = PNG.sync.read(black)
        // The corners around a round control are the picture.
        if (differingPoints(black, white) > (width * height) / 4) seenThrough.push(name)
      }
      expect(seenThrough).toEqual([])
      await page.context().close()
    },
  )

  it("are all looked at where a style sheet gives them a state", () => {
    const looked = CONTROL_STATES.map(({ plain }) => plain).join("")
    const controls = [...styles().matchAll(STATE)].map(({ groups }) => groups?.["control"] ?? "")
    expect(controls.length).toBeGreaterThan(20)
    expect([...new Set(controls)].filter((control) => !looked.includes(control))).toEqual([])
  })
})
