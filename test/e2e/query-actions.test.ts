/** What an address may trigger when it is opened: an action, an age check, and parameters that links pass on. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { memberLink, WITH_STATES } from "../support/provider-state.ts"
import { testSite } from "./site.ts"
import { fetched, mentionsIn, watchTraffic } from "./traffic.ts"
import { newAccount, type Tab, type Visitor } from "./visitor.ts"

describe("an address with an action", () => {
  const site = testSite(WITH_STATES)

  const searchOf = (tab: Tab) => new URL(tab.page.url()).search
  const logInLink = (visitor: Visitor, path: string, token: string) =>
    `${visitor.address(path)}?p=abc1&action=login&token=${token}&pi=x-2&m=other`

  it("logs in once by its token when it is pressed, and leads to the start with the tracking parameters [ROUTE-38, ROUTE-39, ROUTE-40]", async () => {
    const { linkToken, email } = await memberLink(site.world(), {
      purpose: "login",
      verified: false,
    })
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.emptyTab()
    const link = logInLink(visitor, "/privacy", linkToken)
    expect(await fetched(link)).not.toContain(linkToken)
    const traffic = watchTraffic(tab.page)
    await tab.visit(link)
    await tab.button(visitor.words.submitLogIn, tab.dialog).click()
    await tab.page.waitForURL(`${visitor.address("/")}?p=abc1&pi=x-2`)
    await tab.page.getByRole("dialog", { name: "Welkom bij Foldcast" }).waitFor()
    await tab.credits(0).waitFor()
    expect(await mentionsIn(tab.page, linkToken)).toEqual([])
    expect(await traffic.mentions(linkToken)).toEqual(["GET /nl/privacy", "POST /api/commands"])
    await tab.press(m.lander_go_on)

    // No link logs in a member who is already logged in.
    const again = watchTraffic(tab.page)
    await tab.visit(link)
    expect(await again.mentions(linkToken)).toEqual(["GET /nl/privacy"])
    await expect.poll(() => searchOf(tab)).toBe("?p=abc1&pi=x-2&m=other")
    await tab.button(new RegExp(email, "u")).waitFor()
    tab.isQuiet()

    const thief = await site.arrive({ locale: "nl" })
    const used = await thief.openTab(link)
    await used.button(thief.words.submitLogIn, used.dialog).click()
    await used.shows(thief.words.say(m.log_in_error_link_used))
    await used.loggedOut()
  })

  it("says that a link has expired where one can log in in another way", async () => {
    const { linkToken, email, password } = await memberLink(site.world(), {
      purpose: "login",
      expired: true,
    })
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab(logInLink(visitor, "/", linkToken))
    await tab.button(visitor.words.submitLogIn, tab.dialog).click()
    await tab.shows(visitor.words.say(m.log_in_error_link_expired))
    await tab.fillForm({ email, password }, visitor.words.submitLogIn)
    await tab.credits(0).waitFor()
    await tab.page.waitForURL(`${visitor.address("/")}?p=abc1&pi=x-2`)
    tab.isQuiet()
  })

  it("opens log-in and registration, for guests alone, and keeps the rest of the query [ROUTE-38, ROUTE-42]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    const tab = await visitor.openTab(`${visitor.address("/cookies")}?action=register&m=x&p=a1`)
    await tab.heading(m.register_title).waitFor()
    await expect.poll(() => searchOf(tab)).toBe("?m=x&p=a1")
    const account = newAccount()
    await tab.fillForm(account, visitor.words.createAccount)
    await tab.press(m.confirmation_go_on)

    await tab.visit(`${visitor.address("/")}?action=register`)
    await tab.credits(0).waitFor()
    await expect.poll(() => searchOf(tab)).toBe("")
    expect(await tab.dialog.count()).toBe(0)
    await tab.logOut(account)
    await tab.loggedOut()

    await tab.visit(`${visitor.address("/cookies")}?action=login&p=a1`)
    await tab.fillForm(account, visitor.words.submitLogIn)
    await tab.page.waitForURL(`${visitor.address("/")}?p=a1`)
    tab.isQuiet()
  })

  it("asks for the age before anything else, once, also after log-out [ROUTE-48, SHELL-56, SHELL-57, AUTH-04]", async () => {
    const visitor = await site.arrive({ locale: "nl" })
    const { say } = visitor.words
    const address = `${visitor.address("/toy-shows")}?splash6=true`
    const tab = await visitor.openTab(`${address}&action=register`)
    const question = tab.page.getByRole("alertdialog", { name: say(m.age_check_title) })
    await question.waitFor()
    await tab.page.keyboard.press("Escape")
    expect(await question.count()).toBe(1)
    await tab.press(m.age_check_agree)
    await question.waitFor({ state: "detached" })

    const account = newAccount()
    await tab.heading(m.register_title).waitFor()
    await tab.fillForm(account, visitor.words.createAccount)
    await tab.press(m.confirmation_go_on)
    await tab.logOut(account)
    await tab.page.waitForURL(`${visitor.address("/")}?splash6=true`)
    await tab.visit(address)
    await tab.openForm("logIn")
    await tab.heading(m.log_in_title).waitFor()
    expect(await question.count()).toBe(0)
    tab.isQuiet()
  })

  it("leads a visitor who is too young elsewhere, and not back here [SHELL-56]", async () => {
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    await visitor.context.route("https://elsewhere.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
    )
    const tab = await visitor.openTab()
    await tab.visit(`${visitor.address("/")}?splash6=true`)
    await tab.press(m.age_check_leave)
    await tab.page.waitForURL("https://elsewhere.example/")
    await tab.page.goBack()
    await tab.page.waitForURL(visitor.address("/"))
  })

  it("has its tracking parameters carried from page to page, over language and log-in [ROUTE-44, ROUTE-45, ROUTE-46, SHELL-39]", async () => {
    const visitor = await site.arrive({ locale: "en" })
    const carried = "?p=a1&pi=b-2&click_id=c+d&offer_id=9"
    const tab = await visitor.openTab(`${visitor.address("/")}${carried}&m=x`)
    const footer = tab.page.getByRole("contentinfo")
    await footer.getByRole("link", { name: visitor.words.say(m.privacy_title) }).click()
    await tab.page.waitForURL(`${visitor.address("/privacy")}${carried}`)
    await footer.getByRole("link", { name: "Nederlands" }).click()
    await tab.page.waitForURL(`**/nl/privacy${carried}`)
    const dutch = tab.in("nl")
    await dutch.hydrated()
    const account = newAccount()
    await dutch.register(account)
    await dutch.page.getByRole("link", { name: "Home", exact: true }).click()
    await dutch.page.waitForURL(`**/nl${carried}`)
    await dutch.logOut(account)
    await dutch.loggedOut()
    await expect.poll(() => searchOf(dutch)).toBe(carried)

    await dutch.visit(`${site.world().urls.site}/nl?p=%3Cb%3E&pi=a_b`)
    await footer.getByRole("link", { name: dutch.words.say(m.cookies_title) }).click()
    await dutch.page.waitForURL("**/nl/cookies")
    dutch.isQuiet()
  })
})
