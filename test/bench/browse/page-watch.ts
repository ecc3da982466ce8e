/**
 * The page's own measurements of its speed: interactions and their time to paint, long tasks, and layout shift. The
 * browser's own metrics, collected from the page's first moment.
 */
import type { Page } from "playwright-core"

/** Runs in the page, before its own scripts. */
export const WATCH = `
  const seen = { interactions: [], tasks: [], shift: 0 }
  Object.defineProperty(globalThis, "benchSeen", { value: seen })
  const watch = (type, keep, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type, buffered: true, ...options })
  watch("event", ({ interactionId, duration, name, target }) => {
    if (interactionId > 0) seen.interactions.push({ id: interactionId, ms: duration, name })
  }, { durationThreshold: 16 })
  watch("longtask", ({ duration }) => seen.tasks.push(duration))
  watch("layout-shift", ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
`

export interface Interaction {
  /** All events of one key press or click share it. */
  readonly id: number
  readonly ms: number
  readonly name: string
}

export interface PageActivity {
  /** Those of at least 16 ms. */
  readonly interactions: ReadonlyArray<Interaction>
  /** Milliseconds of those over 50. */
  readonly tasks: ReadonlyArray<number>
  /** The sum of all layout shifts without user input. */
  readonly shift: number
}

const SETTLED = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 60), { timeout: 1000 })))
})`

/** Waits until the page has painted and is idle. */
export const rest = (page: Page): Promise<unknown> => page.evaluate(SETTLED)

/** What was measured since the last call; shifts are those of the page's whole life. */
export const takeSeen = async (page: Page): Promise<PageActivity> => {
  await rest(page)
  return page.evaluate<PageActivity>(
    "({ interactions: benchSeen.interactions.splice(0), tasks: benchSeen.tasks.splice(0), shift: benchSeen.shift })",
  )
}

/** `rate`: how many times slower the page's processor is. */
export const slowDown = async (page: Page, rate: number): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate })
}
