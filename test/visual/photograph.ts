/** A screenshot of a scene that is the same each time: no caret, no animation, no running clock. */
import type { Locator, Page } from "playwright-core"
import type { Scene } from "./scene.ts"

const STILL = { animations: "disabled", caret: "hide", scale: "css" } as const

/**
 * A stream's viewer count, a guest's remaining time and the nickname that a room gives differ each time, so they are
 * hidden, as are the controls, which fade while the pointer rests.
 */
const CHANGING = ".player__controls, .player__facts, .chat__nickname"
const withoutChanges = `for (const { style } of document.querySelectorAll(${JSON.stringify(CHANGING)})) {
  style.visibility = "hidden"
}`

export const photographOf = (seen: Page | Locator): Promise<Buffer> => seen.screenshot(STILL)

export const photograph = async ({ page, isWhole }: Scene): Promise<Buffer> => {
  await page.evaluate(withoutChanges)
  return page.screenshot({ ...STILL, fullPage: isWhole })
}
