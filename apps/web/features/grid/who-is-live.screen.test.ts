/** Tests in a browser what pages without content of their own offer: who is live. */
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { performer, performers, performersAnswer } from "../../screens/performers.fixture.ts"
import { sitePages } from "../../screens/site-pages.fixture.ts"
import { member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const NO_FAVOURITES: Event = { _tag: "FavouritesListed", performerIds: [] }
const AWAY = performer(99, { username: "Elders", onlineStatus: 0 })

describe("a page with nothing of its own to show", () => {
  it.each([
    { path: "/favourites", heading: "Je hebt nog geen favorieten", width: 390, scheme: "dark" },
    { path: "/messenger", heading: "Je hebt nog geen gesprekken", width: 1_280, scheme: "light" },
    {
      path: "/?filter=age_18-24",
      heading: "Niemand past bij je filters",
      width: 390,
      scheme: "light",
    },
  ] as const)(
    "shows some who are live, and nobody else, on $path [FIND-05]",
    async ({ path, heading, ...screen }) => {
      const page = await pages.open(
        {
          events: [...member(), NO_FAVOURITES],
          queries: (url) => {
            if (url.pathname === "/api/categories") return { body: { categories: [] } }
            if (url.pathname === "/api/performers/count") return { body: { count: 0 } }
            if (url.pathname !== "/api/performers") return undefined
            const all = url.searchParams.has("filter") ? [] : [AWAY, ...performers(0, 18)]
            return performersAnswer(all, url)
          },
        },
        { path, ...screen },
      )
      await page.getByRole("heading", { name: heading }).waitFor()
      const live = page.getByRole("region", { name: "Nu live" }).getByRole("listitem")
      await expect.poll(() => live.count()).toBe(screen.width === 390 ? 6 : 5)
      expect(await page.getByRole("link", { name: /Elders/u }).count()).toBe(0)
      expect(await live.first().getByRole("link").getAttribute("href")).toBe("/profile/Noor0")
      await pages.expectSound(page)
    },
  )
})
