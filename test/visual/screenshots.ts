/**
 * Photographs the main states of the site into a folder, for people to look at:
 *
 *   npm run screenshots -- [folder]
 *
 * Compares nothing.
 */
import { mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BUNDLE, newAccount, type Tab, Visitor } from "../e2e/visitor.ts"
import { openBrowser } from "../support/browser.ts"
import { startWorld, type World } from "../support/world.ts"
import type { Browser } from "playwright-core"

const VARIANTS = [
  { locale: "nl", colorScheme: "dark", width: 390 },
  { locale: "en", colorScheme: "light", width: 390 },
  { locale: "nl", colorScheme: "light", width: 1_280 },
  { locale: "en", colorScheme: "dark", width: 1_280 },
] as const
type Variant = (typeof VARIANTS)[number]

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), "foldcast-screenshots-"))
mkdirSync(folder, { recursive: true })

const photograph = async (world: World, browser: Browser, variant: Variant): Promise<void> => {
  const visitor = await Visitor.arrive(world, browser, { ...variant, height: 844 })
  const { words } = visitor
  const tab = await visitor.openTab()
  let count = 0
  const shoot = async (state: string, { page }: Pick<Tab, "page"> = tab) => {
    await tab.settled()
    count += 1
    const name = `${String(count).padStart(2, "0")}-${state}`
    const suffix = `${variant.locale}-${variant.colorScheme}-${variant.width}`
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
  }

  await shoot("home-guest")
  await tab.openForm("logIn")
  await tab.dialog.waitFor()
  await tab.fillForm({ email: "nobody", password: "" }, words.submitLogIn)
  await shoot("log-in-errors")
  await tab.page.keyboard.press("Escape")
  await tab.dialog.waitFor({ state: "detached" })
  await tab.openForm("signUp")
  await tab.dialog.waitFor()
  await shoot("register")
  await tab.fillForm(newAccount(), words.createAccount)
  await tab.credits(0).waitFor()
  await tab.dialog.waitFor({ state: "detached" })
  await shoot("home-member")
  await tab.openWallet(0)
  await shoot("wallet")
  await tab.bundle().click()
  await tab.method(words.bankTransfer).click()
  await shoot("wallet-bank-transfer")
  await tab.method(words.ideal).click()
  const bank = await tab.payInNewTab()
  await tab.shows(words.atBank)
  await shoot("waiting")
  await shoot("bank", { page: bank })
  await bank.close()
  await tab.shows(words.windowClosed)
  await shoot("bank-tab-closed")
  await tab.button(words.backToBundles).click()
  await tab.chooseBundle()
  await tab.chooseAtBank(await tab.payInNewTab(), "reject")
  await tab.shows(words.reasons[302])
  await shoot("failed")
  await tab.button(words.retry).click()
  await tab.chooseBundle()
  await tab.chooseAtBank(await tab.payInNewTab(), "pay")
  await tab.shows(words.paidFor(BUNDLE.credits))
  await shoot("paid")
  await tab.button(words.closeReceipt).click()
  await tab.dialog.waitFor({ state: "detached" })
  await visitor.context.setOffline(true)
  await tab.shows(words.offline)
  await shoot("offline")
  await visitor.context.setOffline(false)
  await visitor.close()
}

const [world, browser] = await Promise.all([startWorld(), openBrowser()])
try {
  for (const variant of VARIANTS) await photograph(world, browser, variant)
  process.stdout.write(`${folder}\n`)
} finally {
  await browser.close()
  await world.close()
}
