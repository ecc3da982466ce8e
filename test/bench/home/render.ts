/** The home page of a member, rendered by the built site; its HTML is read to the end. */
import type { Options } from "../harness/contest.ts"
import { pagesPerSecond } from "./pages-per-second.ts"
import { homePage, loadServerEntry } from "./page-input.ts"

export const run = async ({ measureMs }: Options) => {
  const { render } = await loadServerEntry()
  return pagesPerSecond(Number(measureMs), async (n) => (await render(homePage(n))).text())
}
