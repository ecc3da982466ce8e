/** The settings page of a scripted gateway's member and its parts, for the tests of its screens. */
import type { Page } from "playwright-core"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Locale } from "@foldcast/contracts/units"
import type { Answers, QueryAnswers } from "./scripted-gateway.fixture.ts"
import type { Screen as SiteScreen, SitePages } from "./site-pages.fixture.ts"
import { creditsFact, loggedInFact, memberLoadedFact, started } from "./visit-facts.fixture.ts"

export const EMAIL = "noor@example.com"

const member = (locale: Locale): ReadonlyArray<Event> => [
  started(locale),
  loggedInFact(true),
  memberLoadedFact({ verified: true }),
  creditsFact(1_234),
]

const session = (id: string, more: object = {}) => ({
  id,
  isCurrent: false,
  startedAt: Date.UTC(2026, 10, 20, 12),
  lastSeenAt: Date.UTC(2026, 10, 21, 12),
  browser: "Firefox",
  system: "Linux",
  ...more,
})
export const HERE = session("session-here", {
  isCurrent: true,
  browser: "Chrome",
  system: "Windows",
})
export const THERE = session("session-there")

export const listing =
  (sessions: ReadonlyArray<object>, suggestions: ReadonlyArray<string> = []): QueryAnswers =>
  ({ pathname }) => {
    if (pathname === "/api/sessions") return { body: { sessions } }
    return pathname === "/api/username-suggestions" ? { body: { suggestions } } : undefined
  }

interface Screen {
  readonly width?: number
  readonly scheme?: "dark" | "light"
  readonly locale?: Locale
  readonly path?: string
  readonly events?: ReadonlyArray<Event>
  readonly answers?: Answers
  readonly queries?: QueryAnswers
  readonly brand?: PublicBrand
  readonly prepare?: NonNullable<SiteScreen["prepare"]>
  readonly browser?: NonNullable<SiteScreen["browser"]>
}

export const openSettings = async (
  pages: SitePages,
  { locale = "nl", path, events, answers, queries, brand, ...screen }: Screen = {},
) => {
  const page = await pages.open(
    {
      events: events ?? member(locale),
      queries: queries ?? listing([HERE, THERE]),
      ...(answers && { answers }),
      ...(brand && { brand }),
    },
    {
      ...screen,
      path: `${locale === "en" ? "/en" : ""}${path ?? "/settings"}`,
      motion: "reduce",
    },
  )
  // The page's own script loads after the site's.
  if (path === undefined) await pages.gateway.query("/api/sessions")
  return page
}

export const card = (page: Page, name: string) => page.getByRole("region", { name })
export const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName,
  )

/** Long enough for a slow machine. */
export const PATIENTLY = { timeout: 15_000 }

export const EMAIL_CARD = "E-mailadres"
export const PASSWORD_CARD = "Wachtwoord"
export const USERNAME_CARD = "Gebruikersnaam"
export const SESSIONS_CARD = "Open sessies"
export const DELETE_CARD = "Account verwijderen"

/** A setting's form, which its row opens. */
export const openForm = async (page: Page, name: string) => {
  const row = card(page, name)
  await row.getByRole("button", { name: /^(?:Change|.+ wijzigen$)/u }).click()
  return row
}

export const fillEmail = async (page: Page, email = "nieuw@example.test") => {
  const form = await openForm(page, EMAIL_CARD)
  await form.getByLabel("Nieuw e-mailadres").fill(email)
  await form.getByLabel("Herhaal je nieuwe e-mailadres").fill(email)
  await form.getByLabel("Je wachtwoord").fill("geheim1")
  return form
}
/** In a row that is open. */
export const typePassword = async (page: Page, newPassword = "nieuw22") => {
  const form = card(page, PASSWORD_CARD)
  await form.getByLabel("Huidig wachtwoord").fill("geheim1")
  await form.getByLabel("Nieuw wachtwoord", { exact: true }).fill(newPassword)
  await form.getByLabel("Herhaal je nieuwe wachtwoord").fill(newPassword)
  return form
}
export const fillPassword = async (page: Page, newPassword?: string) => {
  await openForm(page, PASSWORD_CARD)
  return typePassword(page, newPassword)
}
