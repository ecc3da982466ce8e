/** The layout shifts of a page from its first moment on, each with what moved, from where to where. */
import type { Page } from "playwright-core"

/** Before the page is opened. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect, currentRect }) =>
          [node?.className ?? node?.nodeName, Math.round(previousRect.top), Math.round(currentRect.top)].join(" "))
        shifts.push(value + ": " + moved.join(", "))
      }
    }).observe({ type: "layout-shift", buffered: true })
  `)

/** After everything that changed has been drawn. */
export const layoutShifts = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(
    "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
  )
  return page.evaluate<ReadonlyArray<string>>("shifts")
}
