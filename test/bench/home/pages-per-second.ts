import type { Figures } from "../harness/contest.ts"

/**
 * Renders one page after another, after a warm-up of half the time. `processorMs` is what one page costs the
 * processor, in all threads, whatever else the machine does.
 */
export const pagesPerSecond = async (
  forMs: number,
  page: (n: number) => Promise<string>,
): Promise<Figures> => {
  let n = 0
  let bytes = 0
  const during = async (ms: number) => {
    const start = performance.now()
    const first = n
    while (performance.now() - start < ms) bytes = (await page(n++)).length
    return (n - first) / ((performance.now() - start) / 1_000)
  }
  await during(forMs / 2)
  const first = n
  const before = process.cpuUsage()
  const perSecond = await during(forMs)
  const { user, system } = process.cpuUsage(before)
  return { perSecond, bytes, processorMs: (user + system) / 1_000 / (n - first) }
}
