/**
 * Elements that an extension removes from the page while React manages them: the affected part is rendered again
 * from the state, a bounded number of times, and paid time continues. In the built site before a scripted gateway.
 */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import { sitePages } from "@foldcast/web/screens/site-pages.fixture"
import {
  beginPaidTime,
  openRoom,
  paidSession,
  paidTimeCharged,
  roomScript,
  said,
} from "@foldcast/web/screens/stream-pages.fixture"
import { creditsFact, member, started } from "@foldcast/web/screens/visit-facts.fixture"
import { interfere } from "../support/foreign-hands.ts"

const pages = sitePages()

const FAILED = "Er ging iets mis"

const takeOut = (page: Page, ...selectors: ReadonlyArray<string>) =>
  page.evaluate((all) => {
    for (const selector of all) {
      for (const element of document.querySelectorAll(selector)) element.remove()
    }
  }, selectors)
/** Removes the element again whenever it reappears. */
const keepOut = (page: Page, selector: string) =>
  page.evaluate((unwanted) => {
    const look = () => {
      for (const element of document.querySelectorAll(unwanted)) element.remove()
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    look()
  }, selector)
const expectUnbroken = async (page: Page) => {
  expect(await page.getByText(FAILED).count()).toBe(0)
}

/** From the first moment on, before the site's own script. */
const withoutSheets = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      for (const sheet of document.querySelectorAll("link[rel=stylesheet]")) sheet.remove()
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })

const ended: Event = {
  _tag: "PaidTimeEnded",
  ...paidSession(),
  credits: 70,
  seconds: 70,
  reason: "left",
  movementIds: ["tr_one"],
}
const leaves = () => pages.gateway.commands.filter(({ _tag }) => _tag === "LeaveRoom").length

describe("a paid room from which parts were removed", () => {
  const inPrivate = async () => {
    const page = await openRoom(pages, roomScript(member()))
    pages.gateway.emit(said("one", "Hoi"))
    await beginPaidTime(pages, page)
    return page
  }
  /** Paid time ends by itself, and free watching continues. */
  const expectGoesOn = async (page: Page) => {
    expect(leaves()).toBe(0)
    pages.gateway.emitAll([ended, { _tag: "RoomLeft", performerId, reason: "lost" }])
    await page.locator(".receipt").getByText("1:10").waitFor()
    await page.locator(".player__controls").waitFor()
    await page.getByRole("button", { name: "Privé gaan" }).waitFor()
    await expectUnbroken(page)
  }

  it.each([
    ["actions", [".actions__row > *", ".tips__row"]],
    ["words", [".stage-box__now > *", ".player__facts > *"]],
    ["conversation", [".chat__lines > *", ".chat__editor > *"]],
  ])("is metered and ended without its %s [HANDS-04]", async (_part, selectors) => {
    const page = await inPrivate()
    await takeOut(page, ...selectors)
    pages.gateway.emitAll([paidTimeCharged(70, 63), creditsFact(1_164), said("two", "En nu?")])
    await page.locator(".meter dd").getByText(/^1:/u).first().waitFor()
    await expectGoesOn(page)
  })

  it("keeps meter and end where a part is removed on and on, and gives that part up [HANDS-04]", async () => {
    const page = await inPrivate()
    await keepOut(page, ".chat__lines > *, .chat__frame > *, .chat__editor > *")
    for (const text of ["een", "twee", "drie", "vier", "vijf", "zes"]) {
      pages.gateway.emitAll([
        said(text, text),
        { _tag: "RoomModeSwitched", performerId, mode: "free" },
      ])
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    pages.gateway.emitAll([paidTimeCharged(70, 63)])
    await page.locator(".meter dd").getByText(/^1:/u).first().waitFor()
    expect(leaves()).toBe(0)
    await page.getByRole("button", { name: "Privé stoppen" }).first().click()
    await pages.gateway.command("LeaveRoom")
    // One complaint per attempt, and one for each text that arrived meanwhile.
    expect(pages.complaints.length).toBeLessThan(20)
  })
})

describe("a page from which parts were removed", () => {
  it("has them again where they are to change, and its links work [HANDS-05]", async () => {
    const page = await pages.open(
      { events: [started("nl")], consent: null },
      { prepare: (fresh) => interfere(fresh, { hands: ["ad-blocker"], when: "after" }) },
    )
    await page.locator(".consent-banner").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Cookiekeuze" }).click()
    await page.getByRole("dialog").getByRole("button").last().click()
    await takeOut(page, ".site-header__controls > *", ".main-navigation > *", ".site-footer > *")
    await page.getByRole("link", { name: "Foldcast" }).first().click()
    await page.goto(`${pages.gateway.origin}/terms-conditions`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await expectUnbroken(page)
  })
})

describe("a page whose style sheets were taken out before it was taken over", () => {
  it("is the page all the same, and can be used [HANDS-08]", async () => {
    const page = await openRoom(pages, roomScript(member()), { prepare: withoutSheets })
    await page.getByRole("button", { name: "Privé gaan" }).waitFor()
    await expectUnbroken(page)
  })
})
