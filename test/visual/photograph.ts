/** A photograph of a scene, the same each time: no caret, nothing that moves, no clock that runs. */
import type { Locator, Page } from "playwright-core"
import type { Scene } from "./scene.ts"

const STILL = { animations: "disabled", caret: "hide", scale: "css" } as const

/** A stream's viewers and a guest's time are another each time. */
const withoutClock = `for (const { style } of document.querySelectorAll(".player__controls")) {
  style.visibility = "hidden"
}`

export const photographOf = (seen: Page | Locator): Promise<Buffer> => seen.screenshot(STILL)

export const photograph = async ({ page, isWhole }: Scene): Promise<Buffer> => {
  await page.evaluate(withoutClock)
  return page.screenshot({ ...STILL, fullPage: isWhole })
}
