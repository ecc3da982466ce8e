/** A member who logs in by the site's own form, in English. */
import type { Page } from "playwright-core"
import { m } from "@foldcast/messages/messages"

const EN = { locale: "en" } as const

export interface BenchAccount {
  readonly email: string
  readonly password: string
}

export const logIn = async (page: Page, origin: string, account: BenchAccount): Promise<void> => {
  await page.goto(`${origin}/en`, { waitUntil: "networkidle" })
  await page
    .locator("header")
    .first()
    .getByRole("button", { name: m.header_log_in({}, EN) })
    .click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(m.account_email({}, EN)).fill(account.email)
  await dialog.getByLabel(m.account_password({}, EN), { exact: true }).fill(account.password)
  await dialog.getByRole("button", { name: m.log_in_submit({}, EN), exact: true }).click()
  await dialog
    .getByLabel(m.account_password({}, EN), { exact: true })
    .waitFor({ state: "detached" })
}

/** The site asks a member without a chosen name for one (AUTH-59); this member skips it. */
export const logInAndGoOn = async (
  page: Page,
  origin: string,
  account: BenchAccount,
): Promise<void> => {
  await logIn(page, origin, account)
  await page.getByRole("button", { name: m.username_prompt_later({}, EN) }).click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
}
