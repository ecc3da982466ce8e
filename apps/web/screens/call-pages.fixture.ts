/** The window of paying by a phone call, opened as a guest opens it. */
import type { Page } from "playwright-core"
import type { Device, Locale } from "@foldcast/contracts/units"
import { callAnswers, caller } from "./call-facts.fixture.ts"
import { profileUrl } from "./profile-pages.fixture.ts"
import type { Answers, GatewayScript } from "./scripted-gateway.fixture.ts"
import type { Screen, SitePages } from "./site-pages.fixture.ts"
import { openRoom, roomScript } from "./stream-pages.fixture.ts"

export const PAY_BY_PHONE = { nl: "Betalen met je telefoon", en: "Pay by phone" } as const

export interface CallScreen extends Screen {
  readonly locale?: Locale
  readonly device?: Device
  readonly answers?: Answers
  readonly brand?: GatewayScript["brand"]
  readonly consent?: GatewayScript["consent"]
}

/** The window, once the one that led to it has closed. */
const alone = async (page: Page, name: string): Promise<Page> => {
  await page.getByRole("dialog", { name }).waitFor()
  await page.getByRole("dialog").nth(1).waitFor({ state: "detached" })
  return page
}

/** Opens the window from a phone's menu; on a wide screen from what a guest needs an account for. */
export const openDialIn = async (
  pages: SitePages,
  { locale = "nl", device, answers = callAnswers(), brand, consent, ...screen }: CallScreen = {},
): Promise<Page> => {
  const { width = 1_280 } = screen
  const isNarrow = width < 640
  const script = {
    events: caller(locale, device ?? (isNarrow ? "mobile" : "desktop")),
    answers,
    ...(brand !== undefined && { brand }),
    ...(consent !== undefined && { consent }),
  }
  const name = PAY_BY_PHONE[locale]
  if (isNarrow) {
    const page = await pages.open(script, {
      path: locale === "nl" ? "/" : "/en",
      ...screen,
    })
    await page.getByRole("button", { name: /^Menu/u }).click()
    await page.getByRole("button", { name }).click()
    return alone(page, name)
  }
  const page = await openRoom(
    pages,
    { ...script, ...roomScript(script.events, answers) },
    {
      path: profileUrl(locale),
      ...screen,
    },
  )
  await page
    .getByRole("button", { name: /^(?:Privé gaan|Go private)$/u })
    .first()
    .click()
  await page.getByRole("dialog").getByRole("button", { name }).click()
  return alone(page, name)
}
