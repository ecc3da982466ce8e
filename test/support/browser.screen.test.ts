import { createServer, type Server } from "node:http"
import { once } from "node:events"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { accessibilityFindings } from "@foldcast/web/screens/accessibility.fixture"
import { openBrowser, openContext, openPage } from "./browser.ts"

const PAGE = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
<p>Text</p></main><script>if (location.pathname === "/bad") { console.error("bad"); throw new Error("worse") }</script></html>`

/** A policy that lets no foreign script run. */
const STRICT = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
const PAGES: Readonly<Record<string, string>> = {
  "/favicon.ico": "",
  "/barriers": `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <img src="data:,"><div data-live-announcer role="log"><img src="data:,"></div></main></html>`,
  "/framed": `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>
    <iframe title="Frame" srcdoc="<img src='data:,'>"></iframe></main></html>`,
}

let browser: Browser
let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(request.url === "/favicon.ico" ? 204 : 200, {
      "Content-Type": "text/html",
      ...(request.url === "/barriers" && { "Content-Security-Policy": STRICT }),
    })
    response.end(PAGES[request.url ?? ""] ?? PAGE)
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

it("the accessibility check opens a real browser and finds nothing in a page without faults", async () => {
  const context = await openContext(browser)
  const { page, complaints } = await openPage(context)
  await page.goto(url)
  expect(await page.getByRole("heading").textContent()).toBe("Page")
  expect(complaints()).toEqual([])
  expect(await accessibilityFindings(page)).toEqual([])
  await context.close()
})

it("the accessibility check keeps what a page logs as an error and throws", async () => {
  const context = await openContext(browser)
  const { page, complaints, forget } = await openPage(context)
  await page.goto(`${url}/bad`)
  expect(complaints().map((line) => line.split(":")[0])).toEqual(["error", "thrown"])
  forget()
  expect(complaints()).toEqual([])
  await context.close()
})

it("the accessibility check finds a fault whatever the page's policy, twice as well as once, and none in what was read out", async () => {
  const context = await openContext(browser)
  const { page } = await openPage(context)
  await page.goto(`${url}/barriers`)
  const [first, ...more] = await accessibilityFindings(page)
  expect(first).toBe('image-alt: Images must have alternative text (main > img <img src="data:,">)')
  expect(more).toEqual([])
  expect(await accessibilityFindings(page)).toEqual([first])
  await context.close()
})

it("the accessibility check says so where a page has frames, which it does not look into", async () => {
  const context = await openContext(browser)
  const { page } = await openPage(context)
  await page.goto(`${url}/framed`)
  await expect(accessibilityFindings(page)).rejects.toThrow("has frames")
  await context.close()
})
