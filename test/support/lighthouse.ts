/**
 * Lighthouse on a page of a running site, in the Chromium from npm: scores from 0 to 100 by category, and the
 * findings of each failed audit.
 */
import packedChromium from "@sparticuz/chromium"
import lighthouse, { desktopConfig } from "lighthouse"
import { chromium } from "playwright-core"
import { freePort } from "@foldcast/foldcast/start/ports"
import { BROWSER_FLAGS } from "./browser.ts"

export type LighthouseCategory = "accessibility" | "best-practices" | "seo" | "performance"
export type FormFactor = "mobile" | "desktop"

export interface LighthouseResult {
  readonly scores: Readonly<Partial<Record<LighthouseCategory, number>>>
  /** Failed audits of the requested categories, one line each. */
  readonly findings: ReadonlyArray<string>
  /** Milliseconds, pixels or shares, by audit that measures something. */
  readonly measures: Readonly<Record<string, number>>
}

/** Runs in a browser of its own: one page's cache must not help the next. */
export const runLighthouse = async (
  url: string,
  categories: ReadonlyArray<LighthouseCategory>,
  formFactor: FormFactor,
): Promise<LighthouseResult> => {
  const port = await freePort("127.0.0.1")
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? (await packedChromium.executablePath()),
    headless: true,
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(
      url,
      {
        port,
        output: "json",
        logLevel: "error",
        onlyCategories: [...categories],
        // The screenshot is for people who read a report; the tests do not use it.
        disableFullPageScreenshot: true,
      },
      formFactor === "desktop" ? desktopConfig : undefined,
    )
    if (result === undefined) throw new Error(`Lighthouse did not run on ${url}`)
    const { lhr } = result
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message)
    const weighted = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    )
    return {
      scores: Object.fromEntries(
        Object.entries(lhr.categories).map(([id, { score }]) => [
          id,
          Math.round((score ?? 0) * 100),
        ]),
      ),
      findings: [...new Set(weighted)]
        .map((id) => lhr.audits[id])
        .filter((audit) => audit !== undefined)
        .filter(({ score }) => score !== null && score < 1)
        .map(({ id, title, details }) => {
          const items = details !== undefined && "items" in details ? details.items : []
          return `${id}: ${title} ${JSON.stringify(items).slice(0, 600)}`
        }),
      measures: Object.fromEntries(
        Object.values(lhr.audits).flatMap(({ id, numericValue }) =>
          numericValue === undefined ? [] : [[id, numericValue]],
        ),
      ),
    }
  } finally {
    await browser.close()
  }
}
