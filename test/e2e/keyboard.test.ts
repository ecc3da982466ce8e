/** A member's whole use of the site by keyboard only; the focus is visible at every stop. */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { actionLink, Mails } from "../support/mailbox.ts"
import { sampleOf } from "../support/proof-samples.ts"
import { Keyboard } from "./keyboard.ts"
import { testSite } from "./site.ts"
import { newAccount } from "./visitor.ts"

describe("the keyboard", () => {
  const site = testSite()

  it.each(
    sampleOf([
      { locale: "en", width: 1_280 },
      { locale: "nl", width: 390 },
    ] as const),
  )(
    "registers, verifies, changes the password and deletes the account: $locale, $width",
    async ({ locale, width }) => {
      const visitor = await site.arrive({ locale, width, height: 844 })
      const { say, ...words } = visitor.words
      const tab = await visitor.openTab()
      const keys = new Keyboard(tab.page)
      const account = newAccount()
      await keys.press(words.signUp)
      await keys.type(words.email, account.email)
      await keys.type(words.password, account.password)
      await keys.enter()
      await tab.heading(m.confirmation_title).waitFor()
      await keys.press(say(m.confirmation_go_on))
      await tab.dialog.waitFor({ state: "detached" })
      await keys.isSomewhere()

      const mail = await new Mails(site.world(), account.email).next()
      await tab.visit(actionLink(mail).href)
      await tab.heading(m.verification_done_heading).waitFor()
      await keys.isSomewhere()
      await keys.press(say(m.verification_go_on))
      await tab.heading(m.home_member_heading).waitFor()
      await keys.isSomewhere()

      await keys.pressBefore(words.menuOf(account.email))
      await keys.press(say(m.member_settings), "link")
      await tab.heading(m.settings_heading).waitFor()
      await tab.hydrated()
      await tab.page.getByText(say(m.settings_session_current)).waitFor()
      await keys.press(say(m.settings_password_change))
      await keys.type(say(m.settings_password_old), account.password)
      await keys.type(say(m.settings_password_new), "nieuw-4-jou")
      await keys.type(say(m.settings_password_repeat), "nieuw-4-jou")
      await keys.enter()
      await tab.shows(say(m.settings_password_done))
      await keys.isSomewhere()

      await keys.press(say(m.settings_delete_open))
      await keys.type(say(m.settings_delete_confirm), "nieuw-4-jou")
      await keys.enter()
      await tab.shows(say(m.session_deleted))
      await tab.page.waitForURL(({ pathname }) => /^\/(?:en)?$/u.test(pathname))
      await tab.loggedOut()
      expect(keys.faults).toEqual([])
      tab.isQuiet()
    },
  )
})
