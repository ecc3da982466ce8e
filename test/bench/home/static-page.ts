/** The same HTML, rendered beforehand, as a response whose text is read to the end. */
import type { Options } from "../harness/contest.ts"
import { pagesPerSecond } from "./pages-per-second.ts"
import { homePage, loadServerEntry } from "./page-input.ts"

export const run = async ({ measureMs }: Options) => {
  const { render } = await loadServerEntry()
  const html = await (await render(homePage(0))).text()
  return pagesPerSecond(Number(measureMs), () =>
    new Response(html, { headers: { "content-type": "text/html" } }).text(),
  )
}
