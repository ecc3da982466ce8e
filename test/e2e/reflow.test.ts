/**
 * The site in narrow layouts and right to left: at 320 pixels, with letters twice as large, from right to left.
 * Nothing overflows sideways (WCAG 2.2, 1.4.10).
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { DEMO_EMAIL, DEMO_PASSWORD } from "@foldcast/backend/demo/demo-member"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD, performerLike } from "../support/demo-world.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { foundOption } from "./found-option.ts"
import { isWatching } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import type { Tab } from "./visitor.ts"

/** The last one is where the windows open. */
const GUEST_PAGES = ["/new-cams", "/cookies", "/terms-conditions", "/404", "/"]
const MEMBER_PAGES = [
  "/settings",
  "/settings/credits",
  "/favourites",
  "/messenger",
  "/messenger/new-conversation",
  "/",
]

/** Each with its own language and width. */
const CIRCUMSTANCES = [
  { name: "at 320 pixels", locale: "nl", width: 320, script: "" },
  {
    name: "with letters twice as large",
    locale: "nl",
    width: 1_280,
    script: "document.documentElement.style.fontSize = '200%'",
  },
  { name: "from right to left", locale: "en", width: 1_280, script: "document.dir = 'rtl'" },
  {
    name: "with letters twice as large on half a screen",
    locale: "en",
    width: 640,
    script: "document.documentElement.style.fontSize = '200%'",
  },
  {
    name: "from right to left on a phone",
    locale: "nl",
    width: 390,
    script: "document.dir = 'rtl'",
  },
] as const

/** Two of them each time, so that a run covers all; the proof takes all for each. */
const circumstances = (from: number, to: number) =>
  sampleOf([...CIRCUMSTANCES.slice(from, to), ...CIRCUMSTANCES.toSpliced(from, to - from)], 2)

/** Elements that overflow the page or the open window sideways; an empty list means none. */
const overflow = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`
    [document.documentElement, ...document.querySelectorAll("[role=dialog]")]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.tagName + " " + element.scrollWidth + " > " + element.clientWidth)
  `)

describe("the site in a small viewport", () => {
  const site = testSite(HELD_WORLD)

  /** Checks every page, then each window that `windows` opens. */
  const overflows = async (tab: Tab, script: string, paths: ReadonlyArray<string>) => {
    const found: Array<readonly [string, ReadonlyArray<string>]> = []
    const look = async (what: string) => {
      await tab.page.evaluate(script)
      await tab.settled()
      const over = await overflow(tab.page)
      if (over.length > 0) found.push([what, over])
    }
    for (const path of paths) {
      await tab.visit(tab.visitor.address(path))
      await look(path)
    }
    return { found, look }
  }

  it.each(circumstances(0, 2))(
    "keeps a guest's pages within its width: $name",
    async ({ script, ...options }) => {
      const visitor = await site.arrive({ ...options, brand: "partner", height: 844 })
      const tab = await visitor.emptyTab()
      const { found, look } = await overflows(tab, script, GUEST_PAGES)
      await tab.openForm("signUp")
      await tab.dialog.getByRole("spinbutton").first().waitFor()
      await look("registration")
      expect(found).toEqual([])
    },
  )

  it.each(circumstances(2, 4))(
    "keeps the pages of performers within its width: $name",
    async ({ script, ...options }) => {
      const visitor = await site.arrive({ ...options, height: 844 })
      const { say } = visitor.words
      const tab = await visitor.emptyTab()
      const { page } = tab
      const { username } = await performerLike(site.world(), {
        lang: options.locale,
        filter: "onlineStatus_free",
      })
      const { found, look } = await overflows(tab, script, [
        "/english?filter=age_30-50.hairColor_brown_red_black.languages_en-dk-se",
        "/?filter=age_50-100.languages_it.hairColor_coloured",
      ])
      await page.locator(".filter-opener").filter({ visible: true }).nth(-1).click()
      await tab.dialog.getByRole("checkbox").first().waitFor()
      await look("filters")
      await page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
      await page.getByRole("combobox", { name: say(m.search_label) }).fill(username)
      await foundOption(page, username).waitFor()
      await look("search")

      await tab.visit(visitor.address(`/profile/${username}`))
      // Who comes into the room moves the page below it, and a click that is under way misses its button.
      await isWatching(tab, username)
      await look("profile")
      // By keyboard, because in large letters the question about cookies covers the button until it is scrolled.
      await page.locator('[data-area="media"]').getByRole("button").first().press("Enter")
      await tab.dialog.getByRole("img").first().waitFor()
      await look("lightbox")
      expect(found).toEqual([])
    },
  )

  it.each(circumstances(3, 5))(
    "keeps a member's pages within its width: $name",
    async ({ script, ...options }) => {
      const visitor = await site.arrive({ ...options, height: 844 })
      await visitor.logIn({ email: DEMO_EMAIL, password: DEMO_PASSWORD })
      const tab = await visitor.emptyTab()
      const { found, look } = await overflows(tab, script, MEMBER_PAGES)
      await tab.button(tab.words.menuOf("demo")).click()
      await tab.button(tab.words.logOut).waitFor()
      await look("menu")
      await tab.page.keyboard.press("Escape")
      await tab.dialog.waitFor({ state: "detached" })
      await tab.openWallet(120)
      await look("wallet")
      expect(found).toEqual([])
    },
  )
})
