/**
 * From mail to mail: what a mail's link does, that it works once only, and that its token appears only in the one
 * request that uses it.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { actionLink, Mails, tokenOf } from "../support/mailbox.ts"
import { memberLink, WITH_STATES } from "../support/provider-state.ts"
import { testSite } from "./site.ts"
import { fetched, mentionsIn, watchTraffic } from "./traffic.ts"
import { type Account, newAccount, type Tab, type Visitor } from "./visitor.ts"

const NEW_PASSWORD = "nieuw-4-jou"

describe("links of mails", () => {
  const site = testSite(WITH_STATES)

  const mailsTo = ({ email }: Account) => new Mails(site.world(), email)

  /** The conversions reported to the site's owner; null if nothing is measured. */
  const conversions = (tab: Tab) =>
    tab.page.evaluate<ReadonlyArray<unknown>>(
      "(window.dataLayer ?? []).filter(({ event }) => event === 'conversion')",
    )

  const confirmed = (tab: Tab) => tab.heading(m.verification_done_heading)
  const resend = (tab: Tab) => tab.button(tab.words.say(m.resend_activation))

  const expiredLink = async (visitor: Visitor, { email }: Account) => {
    const { linkToken } = await memberLink(site.world(), {
      purpose: "verify",
      email,
      expired: true,
    })
    return `${visitor.address("/")}?action=validate&token=${linkToken}`
  }

  it("verify an address once, and leave no trace of the token in the browser [AUTH-67, AUTH-69, AUTH-73, ROUTE-43, CONST-01]", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    await tab.submitRegistration(account)
    await tab.shows(say(m.confirmation_lead, { email: account.email }))
    await tab.press(m.confirmation_go_on)

    const mail = await mailsTo(account).next()
    expect(mail.subject).toBe(say(m.mail_verification_subject))
    expect(mail.text).toContain(say(m.mail_verification_text, { brand: "Foldcast" }))
    const link = actionLink(mail)
    expect(link.origin).toBe(site.world().urls.site)
    const token = tokenOf(link)

    expect(await fetched(link.href)).not.toContain(token)
    const traffic = watchTraffic(tab.page)
    await tab.page.goto(link.href)
    await confirmed(tab).waitFor()
    await tab.shows(
      say(m.verification_done_credits, { credits: "120\u00A0credits", minutes: "2\u00A0minuten" }),
    )
    await tab.credits(120).waitFor()
    expect(await tab.page.content()).not.toContain(token)
    expect(await mentionsIn(tab.page, token)).toEqual([])
    expect(new URL(tab.page.url()).search).toBe("")
    expect(await traffic.mentions(token)).toEqual(["GET /", "POST /api/commands"])
    expect(await conversions(tab)).toEqual([])

    await tab.page.goBack()
    await tab.page.goForward()
    expect(tab.page.url()).not.toContain("token")
    await tab.credits(120).waitFor()

    await tab.page.goto(link.href)
    await tab.heading(m.verification_verified_heading).waitFor()
    expect(await resend(tab).count()).toBe(0)
    await tab.button(say(m.verification_go_on)).click()
    await tab.heading(m.home_member_heading).waitFor()
    await tab.credits(120).waitFor()
    tab.isQuiet()
  })

  it("send a member a new link for one that has expired [AUTH-70, AUTH-72, AUTH-78]", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "en" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    await tab.submitRegistration(account)
    const mails = mailsTo(account)
    await mails.next()

    // The confirmation is still open in this tab; the link's page replaces it.
    await tab.heading(m.confirmation_title).waitFor()
    await tab.visit(await expiredLink(visitor, account))
    await tab.heading(m.verification_expired_heading).waitFor()
    expect(await tab.dialog.count()).toBe(0)
    await resend(tab).click()
    await tab.button(say(m.resend_activation_done)).waitFor()
    await tab.visit(actionLink(await mails.next()).href)
    await confirmed(tab).waitFor()
    await tab.credits(120).waitFor()
    tab.isQuiet()
  })

  it("let a guest with an expired link log in first, and send the new one by themselves [AUTH-72]", async () => {
    const account = newAccount()
    const first = await site.arrive({ locale: "nl" })
    await first.register(account)
    const mails = mailsTo(account)
    await mails.next()

    const guest = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await guest.openTab(await expiredLink(guest, account))
    await tab.heading(m.verification_expired_heading).waitFor()
    await tab.shows(guest.words.say(m.verification_expired_guest))
    await resend(tab).click()
    await tab.fillForm(account, guest.words.submitLogIn)
    const again = await mails.about(guest.words.say(m.mail_verification_subject))
    await tab.visit(actionLink(again).href)
    await confirmed(tab).waitFor()
    tab.isQuiet()
  })

  it("set a new password and end every session [AUTH-48, AUTH-52, AUTH-54, ROUTE-41, ERR-14]", async () => {
    const account = newAccount()
    const elsewhere = await site.arrive({ locale: "en" })
    const other = await elsewhere.openMemberTab(account)

    const visitor = await site.arrive({ locale: "en" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    await tab.openForm("logIn")
    await tab.button(say(m.log_in_forgot_password)).click()
    await tab.dialog.getByLabel(say(m.forgot_password_identity)).fill(account.email)
    await tab.button(say(m.forgot_password_submit)).click()
    await tab.shows(say(m.forgot_password_done))
    const mail = await mailsTo(account).about(say(m.mail_password_reset_subject))
    expect(mail.text).toContain(say(m.mail_password_reset_text, { brand: "Foldcast" }))
    const link = actionLink(mail)

    expect(await fetched(link.href)).not.toContain(tokenOf(link))
    const traffic = watchTraffic(tab.page)
    await tab.page.goto(link.href)
    await tab.hydrated()
    await tab.dialog.getByLabel(say(m.reset_password_new), { exact: true }).fill(NEW_PASSWORD)
    await tab.dialog.getByLabel(say(m.reset_password_repeat)).fill(NEW_PASSWORD)
    await tab.button(say(m.reset_password_submit)).click()
    await tab.shows(say(m.reset_password_done))
    expect(await tab.page.content()).not.toContain(tokenOf(link))
    expect(await mentionsIn(tab.page, tokenOf(link))).toEqual([])
    expect(await mentionsIn(tab.page, NEW_PASSWORD)).toEqual([])
    // First the token is checked, then used.
    expect(await traffic.mentions(tokenOf(link))).toEqual([
      "GET /en",
      "POST /api/commands",
      "POST /api/commands",
    ])
    await other.loggedOut()

    await tab.button(say(m.reset_password_log_in), tab.dialog).click()
    await tab.fillForm(account, visitor.words.submitLogIn)
    await tab.shows(visitor.words.logInRefused)
    await tab.fillForm({ ...account, password: NEW_PASSWORD }, visitor.words.submitLogIn)
    await tab.credits(0).waitFor()

    await tab.page.goto(link.href)
    await tab.hydrated()
    await tab.shows(say(m.reset_password_used_heading))
    await tab.button(say(m.reset_password_new_link)).waitFor()
    tab.isQuiet()
  })

  it("welcome a partner's member who filled in the longer form, in the partner's name [AUTH-24, AUTH-75, SHELL-06, CONST-01]", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "nl", brand: "partner" })
    const { say } = visitor.words
    const tab = await visitor.openTab()
    await tab.button(say(m.consent_accept)).click()
    await tab.openForm("signUp")
    await tab.dialog.getByLabel(visitor.words.email).fill(account.email)
    await tab.dialog.getByLabel(visitor.words.password, { exact: true }).fill(account.password)
    await tab.dialog.getByLabel(say(m.register_username)).fill(`noor-${account.email.slice(8, 14)}`)
    await tab.dialog.getByRole("spinbutton").first().click()
    await tab.page.keyboard.type("31121990")
    await tab.tick()
    await tab.button(visitor.words.createAccount).click()
    await tab.credits(0).waitFor()
    await tab.shows(say(m.confirmation_lead, { email: account.email }))

    const mail = await mailsTo(account).next()
    expect(mail.from).toContain("Lumio")
    expect(mail.text).toContain(say(m.mail_verification_text, { brand: "Lumio" }))
    expect(`${mail.text}${mail.html}`).not.toContain("Foldcast")
    const link = actionLink(mail)
    expect(link.origin).toBe(site.world().urls.partner)
    await tab.visit(link.href)
    await confirmed(tab).waitFor()
    await tab.credits(180).waitFor()
    await expect
      .poll(() => conversions(tab))
      .toEqual([{ event: "conversion", type: "email_verified" }])
    tab.isQuiet()
  })
})
