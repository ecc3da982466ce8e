/** A screenshot of a scene that is the same each time: no caret, no animation, no running clock. */
import type { Locator, Page } from "playwright-core"
import type { Scene } from "./scene.ts"

const STILL = { animations: "disabled", caret: "hide", scale: "css" } as const

/** A stream's viewer count and a guest's remaining time differ each time, so they are hidden. */
const withoutClock = `for (const { style } of document.querySelectorAll(".player__controls")) {
  style.visibility = "hidden"
}`

export const photographOf = (seen: Page | Locator): Promise<Buffer> => seen.screenshot(STILL)

export const photograph = async ({ page, isWhole }: Scene): Promise<Buffer> => {
  await page.evaluate(withoutClock)
  return page.screenshot({ ...STILL, fullPage: isWhole })
}
