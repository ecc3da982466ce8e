/** Tests further pages of a list in a browser whose digest function fails, which no answer can report. */
import { expect, it } from "vitest"
import { performers, performersAnswer } from "../../screens/performers.fixture.ts"
import type { GatewayScript } from "../../screens/scripted-gateway.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { guest } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()
const PATIENTLY = { timeout: 15_000 }

const script: GatewayScript = {
  events: guest(),
  queries: (url) => {
    if (url.pathname === "/api/categories") return { body: { categories: [] } }
    return url.pathname === "/api/performers" ? performersAnswer(performers(0, 70), url) : undefined
  },
}

it("a page of the list that the browser itself failed to load says so, and loads when asked again", async () => {
  const page = await pages.open(script, {
    prepare: async (opened) => {
      await opened.addInitScript(() => {
        const digest = crypto.subtle.digest.bind(crypto.subtle)
        let failures = 1
        crypto.subtle.digest = (algorithm, data) => {
          // Only for the second page: the page's own answers are logged by their digest too.
          const isSecond = new TextDecoder().decode(data).includes('"p_45"')
          if (!isSecond || failures === 0) return digest(algorithm, data)
          failures -= 1
          return Promise.reject(new Error("no digest"))
        }
      })
    },
  })
  const shown = () => page.locator("[data-performer]").count()
  await expect.poll(shown, PATIENTLY).toBe(30)
  await page.locator(".grid-end").scrollIntoViewIfNeeded()
  await page.getByText("We konden de volgende performers niet laden.").waitFor()
  expect(await shown()).toBe(30)
  await page.getByRole("button", { name: "Opnieuw proberen" }).click()
  await expect.poll(shown, PATIENTLY).toBe(60)
})
