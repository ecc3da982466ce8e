/** Browsing performers in special visits: without nudity, without script, on the way back from a mail. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { AT_ONCE } from "../support/browser.ts"
import { HELD_WORLD, performerLike, STATUS } from "../support/demo-world.ts"
import { actionLink, Mails } from "../support/mailbox.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { setStatus } from "../support/provider-state.ts"
import { PerformerListPage } from "./performer-list.ts"
import { testSite } from "./site.ts"
import { newAccount } from "./visitor.ts"

describe("looking for performers", () => {
  const site = testSite(HELD_WORLD)

  it.each(
    sampleOf([
      { locale: "nl", width: 1_280, young: "18–24" },
      { locale: "en", width: 390, young: "18–24" },
    ] as const),
  )(
    "loads only pictures without nudity in a no-nude visit: $locale at $width [ROUTE-47]",
    async ({ locale, width, young }) => {
      const visitor = await site.arrive({ locale, width, height: 844 })
      const tab = await visitor.openTab(`${visitor.address("/cookies")}?splash6=true`)
      const { page } = tab
      const pictures: Array<string> = []
      page.on("request", (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith("/media/")) pictures.push(pathname)
      })
      const { say } = visitor.words
      await page.getByRole("button", { name: say(m.age_check_agree) }).click()
      const list = new PerformerListPage(tab)
      await tab.visit(`${visitor.address("/")}?splash6=true`)
      await list.has(30)
      await list.cards.last().scrollIntoViewIfNeeded()
      await list.has(60)
      await page.evaluate("scrollTo(0, 0)")
      const categories = page.getByRole("navigation", { name: say(m.nav_categories) })
      await categories.getByRole("link", { name: young, exact: true }).click()
      await page.locator("h1:focus").waitFor()
      await page.reload()
      await tab.hydrated()
      await list.cards.first().getByRole("link").click()
      const photos = page.locator('[data-area="media"]').getByRole("button")
      const albums = page.locator('[data-area="albums"]')
      await albums.getByRole("heading").scrollIntoViewIfNeeded()
      await albums.locator("ul, p").first().waitFor()
      if ((await photos.count()) > 0) {
        await photos.first().click()
        await page.getByRole("dialog").getByRole("img").first().waitFor()
      }
      expect(pictures.length).toBeGreaterThan(12)
      expect(pictures.filter((path) => !path.endsWith("-nonude.jpg"))).toEqual([])
    },
  )

  it.each(
    sampleOf([
      { locale: "nl", width: 390 },
      { locale: "en", width: 1_280 },
    ] as const),
  )(
    "finds the first page of performers, categories and a profile in the HTML alone: $locale at $width",
    async ({ locale, width }) => {
      const visitor = await site.arrive({ locale, width, height: 844, javaScriptEnabled: false })
      const { say } = visitor.words
      const page = await visitor.context.newPage()
      for (const path of ["/", "/english"]) {
        const sent = async () => {
          await page.goto(visitor.address(path))
          return page.locator("[data-performer]").getByRole("link").count()
        }
        // A page that would wait too long for its performers is sent without them; the next one has them.
        await expect.poll(sent).toBe(30)
        const sends = page.locator("form[method=get]").getByRole("button")
        expect(await page.getByRole("button").count()).toBe(await sends.count())
      }
      const links = page.getByRole("navigation", { name: say(m.nav_categories) }).getByRole("link")
      expect(await links.count()).toBeGreaterThan(5)
      const first = page.locator("[data-performer]").first()
      const name = await first.locator(".performer-card__name").innerText()
      await first.getByRole("link").click(AT_ONCE)
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
      await page.getByText(say(m.mode_freechat_text)).waitFor()
    },
  )

  it("leads a verified member back to the performer they registered from, unless she is gone by then [AUTH-76]", async () => {
    const { performerId, username } = await performerLike(site.world(), {
      filter: "onlineStatus_free",
    })
    const verified = async () => {
      const account = newAccount()
      const visitor = await site.arrive({ locale: "nl", width: 1_280, height: 844 })
      const tab = await visitor.openTab(visitor.address(`/profile/${username}`))
      await tab.register(account, username)
      const mail = await new Mails(site.world(), account.email).next()
      return { tab, visitor, link: actionLink(mail).href }
    }
    const there = await verified()
    await there.tab.visit(there.link)
    const back = there.visitor.words.say(m.verification_back_to, { name: username })
    await there.tab.page.getByRole("link", { name: back }).click()
    await there.tab.page.waitForURL(`**/profile/${username}`)
    await there.tab.page.getByRole("heading", { level: 1, name: username }).waitFor()
    await there.tab.credits(120).waitFor()

    const gone = await verified()
    await setStatus(site.world(), performerId, STATUS.offline)
    await gone.tab.visit(gone.link)
    await gone.tab.press(m.verification_go_on)
    await gone.tab.heading(m.home_member_heading).waitFor()
    expect(new URL(gone.tab.page.url()).pathname).not.toContain("profile")
    there.tab.isQuiet()
    gone.tab.isQuiet()
  })
})
