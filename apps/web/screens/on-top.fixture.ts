/** What lies over what on a page, for the screens' tests. */
import type { Locator } from "playwright-core"

/** Whether nothing lies over the part's middle. */
export const isOnTop = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
