/**
 * The site on services of another operator: their members, their performers, their keys, and only the gateway of
 * its own processes.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { TestBrowser } from "../support/member-browser.ts"
import { type ReferenceBackend, startReferenceBackend } from "../support/reference-backend.ts"
import { WebSocketReader } from "../support/stream-reader.ts"
import { startWorld, type World } from "../support/world.ts"

const KEY = "the-key-of-somebody-else-s-services"

let theirs: ReferenceBackend
let world: World
beforeAll(async () => {
  theirs = await startReferenceBackend(KEY)
  world = await startWorld({
    environment: {
      MEMBER_API_URL: theirs.url,
      MEMBER_API_KEY: KEY,
      PERFORMER_SERVICE_URL: theirs.url,
      PERFORMER_SERVICE_KEY: KEY,
    },
  })
})
afterAll(async () => {
  await world.close()
  await theirs.close()
})

it("npm start with other services runs no backend, no bank and no mailbox of its own", () => {
  expect(world.log("backend")).toEqual([])
  expect(world.log("simulators")).toEqual([])
  expect(world.log("gateway").join("\n")).toContain('"ready":true')
})

it("npm start with other services shows the performers of their service", async () => {
  const { performerId, username } = await theirs.enter("a performer", { onlineStatus: 3 })
  const page = await fetch(`${world.urls.site}/`)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain(String(username))
  expect(html).toContain(`/media/${String(performerId)}/`)
})

it("npm start with other services lets their members in, with their credits", async () => {
  const email = "somebody@elsewhere.example"
  const password = "elsewhere-1"
  const { memberId } = await theirs.enter("a logged-in member", { email, password, credits: 77 })
  const reader = new WebSocketReader({
    url: world.urls.site,
    query: { tab: randomUUID() },
    cookie: null,
  })
  const { visit } = await reader.first("hello")
  const browser = new TestBrowser(world.urls.site)
  browser.cookie = reader.cookie
  await browser.command(visit, { _tag: "LogIn", email, password })
  expect(await reader.event("LoggedIn")).toMatchObject({ event: { memberId } })
  expect(await reader.event("CreditsChanged")).toMatchObject({ event: { credits: 77 } })
  reader.close()
})
