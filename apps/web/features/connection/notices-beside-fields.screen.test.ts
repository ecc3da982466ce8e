/** Tests that a notice covers nothing that is being typed in, on small phones and above their keyboards. */
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { catalogueQueries, takenOver } from "../../screens/catalogue.fixture.ts"
import { type Screen, sitePages, variants } from "../../screens/site-pages.fixture.ts"
import { openRoom, openTips, roomScript } from "../../screens/stream-pages.fixture.ts"
import { guest, member } from "../../screens/visit-facts.fixture.ts"

const pages = sitePages()

const NL = { locale: "nl" } as const

const home = async (screen: Screen) => {
  const page = await pages.open({ events: guest(), queries: catalogueQueries() }, screen)
  await takenOver(page)
  return page
}
const room = (screen: Screen) => openRoom(pages, roomScript(member()), screen)

const FIELDS = [
  ["the search", home, (page: Page) => page.locator(".search-bar").getByRole("combobox")],
  [
    "a window's form",
    async (screen: Screen) => {
      const page = await home(screen)
      await page.getByRole("button", { name: "Gratis aanmelden" }).first().click()
      return page
    },
    (page: Page) => page.getByRole("dialog").getByLabel("E-mailadres"),
  ],
  ["a room", room, (page: Page) => page.locator(".chat__form").getByRole("textbox")],
  [
    "the window of tips",
    async (screen: Screen) => {
      const page = await room(screen)
      await openTips(page)
      return page
    },
    (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Bedrag in credits" }),
  ],
] as const

/** The notices, and whether the field lies within the window and under none of them. */
const seenOf = async (field: Locator) =>
  field.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const inWindow = top >= 0 && bottom <= innerHeight
    const notices = [...document.querySelectorAll(".site-notices .ui-banner")]
    const under = notices.filter((notice) => {
      const box = notice.getBoundingClientRect()
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top
    })
    return { notices: notices.length, inWindow, under: under.map((it) => it.textContent) }
  })
const CLEAR = { notices: 1, inWindow: true, under: [] }

/** Phones as they are, and with a keyboard that makes the page shorter. */
const SCREENS = variants(
  [
    [320, 568],
    [390, 420],
  ],
  [
    [390, 844],
    [320, 300],
  ],
)

it.each(SCREENS.flatMap(([width, height]) => FIELDS.map((of) => [...of, width, height] as const)))(
  "a notice covers no field of %s that one types in, offline and back online [DISPLAY-10]",
  async (_, open, fieldOf, width, height) => {
    const page = await open({ width, height, motion: "reduce" })
    const field = fieldOf(page)
    await field.click()
    await field.fill("150")
    await pages.context.setOffline(true)
    await page.locator(".site-notices .ui-banner").waitFor()
    await page.keyboard.type("0")
    await expect.poll(() => seenOf(field)).toEqual(CLEAR)
    await pages.context.setOffline(false)
    await page.getByText(m.connection_back({}, NL)).waitFor()
    await page.keyboard.type("1")
    await expect.poll(() => seenOf(field)).toEqual(CLEAR)
    expect(await field.inputValue()).toBe("15001")
  },
)
