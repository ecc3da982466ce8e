/** The pictures that a phone downloads before the first scroll. */
import type { Browser } from "playwright-core"
import { openWatched, PHONE } from "./watched-browser.ts"

export interface FirstView {
  readonly pictures: number
  readonly kilobytes: number
  /** `image/avif`, … in order of arrival. */
  readonly types: ReadonlyArray<string>
}

export const measureFirstView = async (
  browser: Browser,
  origin: string,
  path: string,
): Promise<FirstView> => {
  const context = await openWatched(browser, origin, PHONE)
  try {
    const page = await context.newPage()
    const bodies: Array<Promise<{ readonly bytes: number; readonly type: string }>> = []
    page.on("response", (response) => {
      if (!new URL(response.url()).pathname.startsWith("/media/")) return
      bodies.push(
        response
          .body()
          .then((body) => ({ bytes: body.length, type: response.headers()["content-type"] ?? "" })),
      )
    })
    await page.goto(origin + path, { waitUntil: "networkidle" })
    const all = await Promise.all(bodies)
    return {
      pictures: all.length,
      kilobytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
      types: [...new Set(all.map(({ type }) => type))],
    }
  } finally {
    await context.close()
  }
}
