/** Shared by the tests of links: a token like the links', and a search for traces of it. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { NOW } from "./scripted-gateway.fixture.ts"
import type { SitePages } from "./site-pages.fixture.ts"
import { linkToken } from "./visit-facts.fixture.ts"

export const LINK_TOKEN = linkToken(NOW + 3_600_000)
/** The token of the link to a new address. */
export const MOVING_TOKEN = linkToken(NOW + 3_600_000, { purpose: "email" })
export const EXPIRED_TOKEN = linkToken(NOW)
/** Tests of secrets have no retry. */
export const ONCE = { retry: 0 }

/** After the command the secret is in no address, fact, store, markup or other request. */
export const expectNowhere = async (pages: SitePages, page: Page, secret: string) => {
  expect(page.url()).not.toContain(secret)
  expect(JSON.stringify(pages.gateway.facts)).not.toContain(secret)
  // The first request is the link itself.
  const [, ...later] = pages.gateway.heard
  expect(JSON.stringify(later)).not.toContain(secret)
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      document.cookie,
      history.state,
    ]),
  )
  expect(kept).not.toContain(secret)
  expect(await page.content()).not.toContain(secret)
  expect(await page.evaluate(() => window.__foldcastAction ?? null)).toBeNull()
}
