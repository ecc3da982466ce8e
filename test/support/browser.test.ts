import { createServer, type Server } from "node:http"
import { once } from "node:events"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { accessibilityFindings, openBrowser, openContext, openPage } from "./browser.ts"

const PAGE = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
<p>Text</p></main><script>if (location.pathname === "/bad") { console.error("bad"); throw new Error("worse") }</script></html>`

let browser: Browser
let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === "/favicon.ico" ? 204 : 200, { "Content-Type": "text/html" })
    response.end(request.url === "/favicon.ico" ? "" : PAGE)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

it("opens a real browser and has nothing to say of a page without faults", async () => {
  const context = await openContext(browser)
  const { page, complaints } = await openPage(context)
  await page.goto(url)
  expect(await page.getByRole("heading").textContent()).toBe("Page")
  expect(complaints()).toEqual([])
  expect(await accessibilityFindings(page)).toEqual([])
  await context.close()
})

it("keeps what a page complains about and throws", async () => {
  const context = await openContext(browser)
  const { page, complaints, forget } = await openPage(context)
  await page.goto(`${url}/bad`)
  expect(complaints().map((line) => line.split(":")[0])).toEqual(["error", "thrown"])
  forget()
  expect(complaints()).toEqual([])
  await context.close()
})
