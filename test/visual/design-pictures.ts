/**
 * Draws the pictures of docs/design.md anew: each group of the page of all components, from source:
 *
 *   npm run design
 */
import { createServer as createHttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createServer } from "vite"
import { openContext, openPackedBrowser } from "../support/browser.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const FOLDER = `${ROOT}/docs/design`
/** The windows of `windows` open by a press, so that a picture shows buttons alone. */
const GROUPS = ["buttons", "choices", "fields", "messages", "people", "bars"] as const

const vite = await createServer({
  configFile: `${ROOT}/vite.config.ts`,
  configLoader: "native",
  appType: "custom",
  logLevel: "warn",
  server: { middlewareMode: true, hmr: false },
})
const server = createHttpServer(vite.middlewares)
await new Promise<void>((resolve) => {
  server.listen(0, "127.0.0.1", resolve)
})
const { port } = server.address() as AddressInfo
const browser = await openPackedBrowser()
mkdirSync(FOLDER, { recursive: true })
try {
  const context = await openContext(browser, { width: 960, height: 900, colorScheme: "dark" })
  const page = await context.newPage()
  for (const group of GROUPS) {
    await page.goto(`http://127.0.0.1:${port}/design?locale=en&theme=dark&group=${group}`)
    const shown = page.locator(`#${group}`)
    await shown.waitFor({ timeout: 120_000 })
    await page.evaluate(() => document.fonts.ready)
    await shown.screenshot({ path: `${FOLDER}/${group}.png`, animations: "disabled" })
    console.log(`written: docs/design/${group}.png`)
  }
} finally {
  await browser.close()
  await vite.close()
  server.close()
}
