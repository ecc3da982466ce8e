/** Runs axe in the page itself and returns its findings: one document, no frames. */
/* oxlint-disable no-restricted-imports -- A test's tool, which runs in Node. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"

/** WCAG 2.2 A and AA, and axe's own good practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/**
 * React Aria keeps the text of its last announcement for seven seconds. The text may refer to an element that no
 * longer exists, such as a button that was pending; it is not announced again.
 */
const SPOKEN = "[data-live-announcer]"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const RUN = `axe.run(
  { exclude: [${JSON.stringify(SPOKEN)}] },
  { runOnly: { type: "tag", values: ${JSON.stringify(TAGS)} }, resultTypes: ["violations"] },
)`

/** One line per finding, with its elements; an empty list means none. */
export const accessibilityFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Axe would miss the content of a frame.
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which nobody looks into`)
  // A document that was checked before already has the script.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(RUN)
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.map(({ target, html }) => `${target.join(" ")} ${html}`).join(", ")})`,
  )
}
