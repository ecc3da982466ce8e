import type { Figures } from "../harness/contest.ts"

/** Renders one page after another; the first tenth of the time is the warm-up. */
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
  return { perSecond: await during(forMs), bytes }
}
