/** The site in print: its whole text, black on white, on no more pages than needed. */
import { describe, expect, it } from "vitest"
import { extractText } from "unpdf"
import { m } from "@foldcast/messages/messages"
import { HELD_WORLD } from "../support/demo-world.ts"
import { isFirefox } from "../support/firefox.ts"
import { memberWithCredits } from "../support/provider-state.ts"
import { freePerformers, isWatching, write } from "./room-scenes.ts"
import { testSite } from "./site.ts"
import { BUNDLE, type Tab } from "./visitor.ts"

/** Elements that would be printed on every page, or that would cover it with ink. */
const NOT_FOR_PAPER = `[...document.querySelectorAll("body, body *")].flatMap((element) => {
  const { position, backgroundColor, color, display } = getComputedStyle(element)
  if (element.getClientRects().length === 0 || display === "none") return []
  const name = element.tagName + "." + element.className
  return [
    ...(["fixed", "sticky"].includes(position) ? [name + " is " + position] : []),
    ...(/^rgba\\(.*, 0\\)$|^rgb\\(255, 255, 255\\)$/u.test(backgroundColor) ? [] : [name + " on " + backgroundColor]),
    ...(color === "rgb(0, 0, 0)" ? [] : [name + " in " + color]),
  ]
}).slice(0, 10)`

/** Some words are joined by non-breaking spaces. */
const spaced = (text: string) => text.replaceAll(/\s+/gu, " ")

/** The site, a date and the member's name. */
const isFrom = (locale: "nl" | "en") =>
  locale === "nl" ? /Foldcast · \d+ \w+\.? 20\d\d · \w+/u : /Foldcast · \w+ \d+, 20\d\d · \w+/u

const inFirefox = ({ page }: Tab) => isFirefox(page.context().browser())

/** Firefox applies print layout only while it prints: there only the PDF is checked. */
const laidOutForPaper = async (tab: Tab): Promise<void> => {
  if (inFirefox(tab)) return
  await tab.page.emulateMedia({ media: "print" })
  expect(await tab.page.evaluate(NOT_FOR_PAPER)).toEqual([])
  await tab.page.emulateMedia({ media: null })
}

/**
 * An A4 PDF. Firefox draws the bold letters of a variable font as shapes, in which no text is found, so the font is
 * replaced. WebDriver BiDi takes centimetres, but Playwright passes its inches on unconverted, so centimetres are
 * given as inches.
 */
const onPaper = async (tab: Tab): Promise<Buffer> => {
  if (!inFirefox(tab)) return tab.page.pdf({ format: "A4" })
  await tab.page.evaluate('document.documentElement.style.setProperty("--font", "sans-serif")')
  const pdf = await tab.page.pdf({ width: "21in", height: "29.7in" })
  await tab.page.evaluate('document.documentElement.style.removeProperty("--font")')
  return pdf
}

const printed = async (tab: Tab): Promise<ReadonlyArray<string>> => {
  await laidOutForPaper(tab)
  const { text } = await extractText(new Uint8Array(await onPaper(tab)))
  expect(text.filter((of) => of.trim().length < 40)).toEqual([])
  return text.map(spaced)
}

describe("the site on paper", () => {
  const site = testSite(HELD_WORLD)
  const performer = freePerformers(site)

  it.each([
    { locale: "nl", width: 390, colorScheme: "dark" },
    { locale: "en", width: 1_280, colorScheme: "light" },
  ] as const)(
    "has a receipt on one page, and every page's text whole: $locale, $colorScheme [DISPLAY-04]",
    async (options) => {
      const visitor = await site.arrive({ ...options, height: 844 })
      const { say, ...words } = visitor.words
      const tab = await visitor.openTab()
      const home = await printed(tab)
      expect(home[0]).toContain(spaced(say(m.home_heading)))
      expect(home.join(" ")).not.toContain(spaced(say(m.consent_refuse)))
      await tab.visit(visitor.address("/terms-conditions"))
      const terms = await printed(tab)
      expect(terms.join(" ")).toContain(await tab.page.locator("main h1").innerText())
      expect(terms.join(" ")).toContain(await tab.page.locator("main h2").last().innerText())

      // Longer than a sheet; it starts on the first one.
      await tab.visit(visitor.address("/cookies"))
      const [cookies = "", ...others] = await printed(tab)
      expect(cookies).toContain(await tab.page.locator("main h1").innerText())
      expect(others.join(" ")).toContain(await tab.page.locator("main h2").last().innerText())

      await tab.logInAndGoOn(await memberWithCredits(site.world(), 400))
      await tab.credits(400).waitFor()
      await tab.chooseAtBank(await tab.goToBank(400), "pay")
      await tab.shows(words.paid)
      const [receipt = "", ...more] = await printed(tab)
      expect(more).toEqual([])
      expect(receipt).toContain(spaced(words.paidFor(BUNDLE.credits)))
      expect(receipt).not.toContain(words.closeReceipt)
      // Nothing of the page below the window is printed.
      expect(receipt).not.toContain(spaced(await tab.page.locator("main h1").innerText()))
      expect(receipt).toMatch(isFrom(options.locale))
      await tab.button(words.closeReceipt).click()

      const { username } = await performer()
      await tab.visit(visitor.address(`/profile/${username}`))
      await isWatching(tab, username)
      await write(tab, say(m.chat_field_room), "Dag allemaal")
      await tab.page.locator(".chat__line[data-own]").waitFor()
      await tab.press(m.stream_join_private)
      await tab.shows(say(m.stream_in_private, { name: username }))
      await tab.press(m.stream_leave_private)
      await tab.page.locator(".receipt").waitFor()
      await isWatching(tab, username)
      const sheets = await printed(tab)
      const room = sheets.join(" ")
      expect(room).toContain(username)
      // One sheet contains the whole receipt.
      const [paid = "", ...unpaid] = sheets.filter((of) =>
        of.includes(spaced(say(m.receipt_title))),
      )
      expect(unpaid).toEqual([])
      expect(paid).toMatch(isFrom(options.locale))
      expect(paid).toContain(spaced(say(m.receipt_duration)))
      expect(paid).toContain(spaced(say(m.receipt_cost)))
      expect(room).not.toContain(spaced(say(m.stream_join_private)))
      // A section whose pictures are not printed has no printed heading either.
      await tab.page.locator('[data-area="albums"] h2').waitFor()
      expect(room).not.toContain(await tab.page.locator('[data-area="albums"] h2').innerText())

      await tab.visit(visitor.address("/settings/credits"))
      await tab.page.getByRole("table").waitFor()
      const [history = "", ...further] = await printed(tab)
      expect(further).toEqual([])
      expect(history).toContain(spaced(say(m.credits_heading)))
      tab.isQuiet()
    },
  )
})
